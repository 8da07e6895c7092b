//! `server`: serves agents over HTTPS.

mod fallbacks;
mod upstream;

use std::net::{Ipv6Addr, SocketAddr, TcpListener};
use std::process::ExitCode;
use std::sync::{Arc, mpsc};
use std::thread;

use anyhow::{Context as _, Result, anyhow, bail};
use catalog::Level;
use engine::ServedTypes;
use server::{Server, ServerMessage, ServerOptions};

use crate::args;
use crate::console::Console;
use crate::exit;

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
    let options = ServerOptions::new(&settings, &name, upstream::of(&settings, arguments)?);
    if !options.tls.certificate.exists() {
        bail!(
            "This server has no certificate ({}): 'marotte ca setup' creates an authority and a certificate",
            options.tls.certificate.display()
        );
    }
    let listener = match server::passed_listener()? {
        Some(_) if arguments.listen.is_some() => bail!("--listen cannot be used with a socket that systemd passes"),
        Some(listener) => listener,
        None => {
            let default = || SocketAddr::from((Ipv6Addr::UNSPECIFIED, *settings.serverport));
            let address = arguments.listen.unwrap_or_else(default);
            TcpListener::bind(address).with_context(|| format!("Could not listen on {address}"))?
        }
    };
    let (sender, messages) = mpsc::channel();
    let role = options.upstream.as_ref().map(upstream::description);
    let server = Server::open(Arc::new(settings), options, types, listener, sender)?;
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
