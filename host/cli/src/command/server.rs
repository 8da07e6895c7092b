//! `server`: serves agents over HTTPS.

mod fallbacks;
mod options;
mod upstream;

use std::net::{Ipv6Addr, SocketAddr};
use std::process::ExitCode;
use std::sync::{Arc, mpsc};
use std::thread;

use anyhow::{Result, anyhow, bail};
use catalog::Level;
use engine::ServedTypes;
use server::{Server, ServerMessage};

use crate::args;
use crate::console::Console;
use crate::exit;

pub(super) use options::{SHADOW, directory, tls_files};

/// Serves until the process receives a signal, or shows what the fallback server compiled.
///
/// # Errors
/// Returns an error if the server cannot start, or the counts cannot be read.
pub(crate) fn run(arguments: &args::Server, console: &mut Console) -> Result<ExitCode> {
    match arguments.command {
        Some(args::ServerCommand::Fallbacks(_)) => fallbacks::show(arguments, console),
        None => serve(arguments, console),
    }
}

fn serve(arguments: &args::Server, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(arguments.common(), None, "server")?;
    let name = super::authority::certname(&settings)?.to_string();
    let types = ServedTypes::load(&settings, console)?;
    let upstream = upstream::of(&settings, arguments)?;
    let (files, options) = (options::tls_files(&settings, &name), options::options(&settings, &name, upstream));
    if !files.certificate.exists() {
        bail!(
            "This server has no certificate ({}): 'marotte ca setup' creates an authority and a certificate",
            files.certificate.display()
        );
    }
    let address = arguments.listen.unwrap_or_else(|| SocketAddr::from((Ipv6Addr::UNSPECIFIED, *settings.serverport)));
    let (sender, messages) = mpsc::channel();
    let role = options.upstream.as_ref().map(upstream::description);
    let server = Server::open(Arc::new(settings), options, files, types, address, sender)?;
    console.log(Level::Notice, "", &format!("Serving agents on {} as {name}", server.address()?));
    if let Some(role) = role {
        console.log(Level::Notice, "", &role);
    }
    let serving = thread::spawn(move || server.serve());
    // Ends with the server.
    for ServerMessage { level, text } in messages {
        console.log(level, "", &text);
    }
    serving.join().map_err(|_| anyhow!("the server ended unexpectedly"))??;
    Ok(ExitCode::from(exit::SUCCESS))
}
