//! Options of a server, which follow from its settings.

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use engine::Settings;

use crate::tls::TlsFiles;
use crate::upstream::UpstreamOptions;

/// Stands for an unlimited time.
pub(crate) const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// Options of a server.
#[derive(Debug, Clone)]
pub struct ServerOptions {
    /// The name of the server: `$server_facts['servername']`.
    pub name: String,
    /// The number of threads that compile catalogs.
    pub compile_threads: usize,
    /// The number of requests that can wait for one of them.
    pub compile_queue: usize,
    /// The longest time of a compilation.
    pub compile_time: Duration,
    /// The largest content of a request, in bytes.
    pub request_size: usize,
    /// The largest number of connections.
    pub connections: usize,
    /// The directory of the certificate authority; `None` if this server has none.
    pub authority: Option<PathBuf>,
    /// The directory of the file bucket.
    pub bucket: PathBuf,
    /// The directory with the last facts of each node.
    pub facts: PathBuf,
    /// The directory with the reports of nodes.
    pub reports: PathBuf,
    /// The files of the server's identity.
    pub tls: TlsFiles,
    /// The server to which requests are forwarded.
    pub upstream: Option<UpstreamOptions>,
}

impl ServerOptions {
    /// Returns the options of the server with this name, which forwards requests to `upstream`.
    #[must_use]
    pub fn new(settings: &Settings, name: &str, upstream: Option<UpstreamOptions>) -> Self {
        let threads = || thread::available_parallelism().map_or(1, usize::from);
        let directory = state_directory(settings);
        Self {
            name: name.to_owned(),
            compile_threads: match *settings.compile_threads {
                0 => threads(),
                number => usize::from(number),
            },
            compile_queue: usize::from(*settings.compile_queue),
            compile_time: settings.compile_timeout.unwrap_or(LONGEST),
            request_size: *settings.max_request_size,
            connections: usize::from(*settings.max_connections),
            bucket: directory.join("bucket"),
            facts: directory.join("facts"),
            reports: directory.join("reports"),
            tls: TlsFiles::new(settings, name),
            authority: authority(settings),
            upstream,
        }
    }
}

/// Returns the directory of a server's state.
pub(crate) fn state_directory(settings: &Settings) -> PathBuf {
    settings.vardir.join("server")
}

/// Returns the directory of the certificate authority, if this server has one.
fn authority(settings: &Settings) -> Option<PathBuf> {
    settings.cadir.join("ca_crt.pem").exists().then(|| settings.cadir.value.clone())
}

impl TlsFiles {
    /// Returns the files of the server with this name. Clients are verified with the files of the authority if this server has it, so
    /// that a revocation takes effect at once.
    #[must_use]
    pub fn new(settings: &Settings, name: &str) -> Self {
        let (authorities, revocations) = match authority(settings) {
            Some(directory) => (directory.join("ca_crt.pem"), directory.join("ca_crl.pem")),
            None => (settings.localcacert.value.clone(), settings.hostcrl.value.clone()),
        };
        Self {
            certificate: settings.certdir.join(format!("{name}.pem")),
            key: settings.privatekeydir.join(format!("{name}.pem")),
            authorities,
            revocations,
        }
    }
}
