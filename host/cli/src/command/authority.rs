//! `ca`: the certificate authority of a fleet.

mod list;
mod setup;
mod token;

use std::process::ExitCode;

use anyhow::{Context as _, Result};
use catalog::Level;
use engine::Settings;
use engine::node::Node;
use identity::{Authority, AuthorityError, Certname, SignOptions};

use crate::args::{AuthorityCommand, AuthorityNames};
use crate::console::Console;
use crate::exit;

/// Runs a `ca` command.
///
/// # Errors
/// Returns an error if the command fails.
pub(crate) fn run(command: &AuthorityCommand, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(command.common(), None, "server")?;
    match command {
        AuthorityCommand::Setup(arguments) => setup::run(arguments, &settings, console)?,
        AuthorityCommand::List(arguments) => list::run(arguments, &settings, console)?,
        AuthorityCommand::Sign(arguments) => {
            each(arguments, &settings, console, "Signed the request", |authority, name| {
                authority.sign(name, &sign_options(&settings)).map(drop)
            })?
        }
        AuthorityCommand::Revoke(arguments) => {
            each(arguments, &settings, console, "Revoked the certificate", Authority::revoke)?;
        }
        AuthorityCommand::Clean(arguments) => {
            each(arguments, &settings, console, "Deleted the certificate and the request", Authority::clean)?;
        }
        AuthorityCommand::Token(command) => token::run(command, &settings, console)?,
        AuthorityCommand::Generate(arguments) => setup::generate(arguments, &settings, console)?,
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Does something for each name, and then writes the revocation lists of the server if they have changed.
fn each(
    arguments: &AuthorityNames,
    settings: &Settings,
    console: &mut Console,
    done: &str,
    act: impl Fn(&Authority, &Certname) -> Result<(), AuthorityError>,
) -> Result<()> {
    let authority = open(settings)?;
    let names = arguments.names.iter().map(|name| Ok(name.parse()?)).collect::<Result<Vec<Certname>>>()?;
    for name in names {
        act(&authority, &name)?;
        console.log(Level::Notice, "", &format!("{done} of {name}"));
    }
    setup::write_revocations(settings, &authority)
}

/// Opens the authority in the settings.
fn open(settings: &Settings) -> Result<Authority> {
    Authority::open(&settings.cadir).context("There is no usable authority; 'marotte ca setup' creates one")
}

fn sign_options(settings: &Settings) -> SignOptions {
    SignOptions {
        ttl: settings.ca_ttl.unwrap_or(identity::CERTIFICATE_TTL),
        renewable_ttl: settings.auto_renewal_cert_ttl.filter(|_| *settings.allow_auto_renewal),
        ..SignOptions::default()
    }
}

/// Returns the name of this machine: the setting `certname` or the fact `networking.fqdn`.
///
/// # Errors
/// Returns an error if the facts cannot be read, or the name cannot be that of a certificate.
pub(super) fn certname(settings: &Settings) -> Result<Certname> {
    let given = settings.certname.value.clone();
    let name = if given.is_empty() { Node::new(None, settings)?.name() } else { given };
    Ok(name.parse()?)
}
