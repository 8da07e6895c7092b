//! Options of the server from the settings.

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use engine::Settings;
use server::{ServerOptions, TlsFiles, UpstreamOptions};

/// The directory of comparisons, and that of counts of fallbacks.
pub(in crate::command) const SHADOW: &str = "shadow";
pub(super) const FALLBACKS: &str = "fallbacks";

/// Returns the files of the server's identity. Clients are verified with the files of the authority if this server has it, so that a
/// revocation takes effect at once.
pub(in crate::command) fn tls_files(settings: &Settings, name: &str) -> TlsFiles {
    let (authorities, revocations) = match authority(settings) {
        Some(directory) => (directory.join("ca_crt.pem"), directory.join("ca_crl.pem")),
        None => (settings.localcacert.value.clone(), settings.hostcrl.value.clone()),
    };
    TlsFiles {
        certificate: settings.certdir.join(format!("{name}.pem")),
        key: settings.privatekeydir.join(format!("{name}.pem")),
        authorities,
        revocations,
    }
}

/// Returns the directory of the authority, if this server has one.
fn authority(settings: &Settings) -> Option<PathBuf> {
    settings.cadir.join("ca_crt.pem").exists().then(|| settings.cadir.value.clone())
}

/// Returns the directory of the server's state.
pub(in crate::command) fn directory(settings: &Settings) -> PathBuf {
    settings.vardir.join("server")
}

/// Returns the options of the server.
pub(super) fn options(settings: &Settings, name: &str, upstream: Option<UpstreamOptions>) -> ServerOptions {
    let threads = || thread::available_parallelism().map_or(1, usize::from);
    let directory = directory(settings);
    ServerOptions {
        name: name.to_owned(),
        compile_threads: match *settings.compile_threads {
            0 => threads(),
            number => usize::from(number),
        },
        compile_queue: usize::from(*settings.compile_queue),
        compile_time: settings.compile_timeout.unwrap_or(LONGEST),
        request_size: *settings.max_request_size,
        connections: usize::from(*settings.max_connections),
        authority: authority(settings),
        bucket: directory.join("bucket"),
        facts: directory.join("facts"),
        reports: directory.join("reports"),
        upstream,
    }
}

/// Stands for an unlimited time.
pub(super) const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);
