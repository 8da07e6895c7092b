//! `ssl`: the key and the certificate of this node.

mod show;

use std::process::ExitCode;

use agent::{Enrolment, EnrolmentOptions, IdentityFiles, VerifiedIdentity};
use anyhow::{Result, bail};
use catalog::Level;
use engine::Settings;

use super::agent::identity_files;
use crate::args::{SslClean, SslCommand};
use crate::console::Console;
use crate::{exit, interrupt};

/// Runs an `ssl` command.
///
/// # Errors
/// Returns an error if the command fails.
pub(crate) fn run(command: &SslCommand, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(command.common(), None, "agent")?;
    let files = identity_files(&settings)?;
    match command {
        SslCommand::Bootstrap(_) => {
            enrolment(files, &settings, console)?.complete(console)?;
            console.log(Level::Notice, "", "Completed SSL initialization");
        }
        SslCommand::SubmitRequest(_) => enrolment(files, &settings, console)?.submit_request(console)?,
        SslCommand::DownloadCert(_) => {
            let name = files.certname.to_string();
            if !enrolment(files, &settings, console)?.download_certificate(console)? {
                bail!("The certificate for '{name}' has not yet been signed");
            }
            console.log(Level::Notice, "", &format!("Downloaded certificate '{name}'"));
        }
        SslCommand::Renew(_) => drop(enrolment(files, &settings, console)?.renew(console)?),
        SslCommand::Verify(_) => verify(&files, &settings, console)?,
        SslCommand::Show(_) => show::run(&files, console)?,
        SslCommand::Clean(arguments) => clean(arguments, &files, console)?,
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

fn enrolment(files: IdentityFiles, settings: &Settings, console: &Console) -> Result<Enrolment> {
    let interrupt = interrupt::flag(console);
    Ok(Enrolment::new(files, EnrolmentOptions::new(settings, &interrupt)?))
}

/// Verifies the identity, and logs its certificates from the root to that of the node.
fn verify(files: &IdentityFiles, settings: &Settings, console: &mut Console) -> Result<()> {
    let identity = VerifiedIdentity::load(files, *settings.certificate_revocation)?;
    for (index, certificate) in identity.chain().iter().enumerate().rev() {
        let kind = if index == 0 { "client" } else { "CA" };
        let (subject, fingerprint) = (certificate.subject(), certificate.fingerprint());
        let message = format!("Verified {kind} certificate '{subject}' fingerprint (SHA256) {fingerprint}");
        console.log(Level::Notice, "", &message);
    }
    Ok(())
}

fn clean(arguments: &SslClean, files: &IdentityFiles, console: &mut Console) -> Result<()> {
    for (name, path) in files.clean(arguments.localca)? {
        console.log(Level::Notice, "", &format!("Removed {name} {}", path.display()));
    }
    Ok(())
}
