//! `server`: serves agents over HTTPS.

use std::net::{Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, mpsc};
use std::thread;

use anyhow::{Result, anyhow, bail};
use catalog::Level;
use engine::{ServedTypes, Settings};
use server::{Server, ServerMessage, ServerOptions, TlsFiles};

use crate::args;
use crate::console::Console;
use crate::exit;

/// Serves until the process receives a signal.
///
/// # Errors
/// Returns an error if the server cannot start.
pub(crate) fn run(arguments: &args::Server, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "server")?;
    let name = super::authority::certname(&settings)?.to_string();
    let types = ServedTypes::load(&settings, console)?;
    let (files, options) = (tls_files(&settings, &name), options(&settings, &name));
    if !files.certificate.exists() {
        bail!(
            "This server has no certificate ({}): 'marotte ca setup' creates an authority and a certificate",
            files.certificate.display()
        );
    }
    let address = arguments.listen.unwrap_or_else(|| SocketAddr::from((Ipv6Addr::UNSPECIFIED, *settings.serverport)));
    let (sender, messages) = mpsc::channel();
    let server = Server::open(Arc::new(settings), options, files, types, address, sender)?;
    console.log(Level::Notice, "", &format!("Serving agents on {} as {name}", server.address()?));
    let serving = thread::spawn(move || server.serve());
    // Ends with the server.
    for ServerMessage { level, text } in messages {
        console.log(level, "", &text);
    }
    serving.join().map_err(|_| anyhow!("the server ended unexpectedly"))??;
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Returns the files of the server's identity. Clients are verified with the files of the authority if this server has it, so that a
/// revocation takes effect at once.
fn tls_files(settings: &Settings, name: &str) -> TlsFiles {
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

fn options(settings: &Settings, name: &str) -> ServerOptions {
    let threads = || thread::available_parallelism().map_or(1, usize::from);
    let directory = settings.vardir.join("server");
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
    }
}

/// Stands for an unlimited time.
const LONGEST: std::time::Duration = std::time::Duration::from_secs(24 * 60 * 60);
