//! `agent`: applies catalogs of a server, once or at regular intervals.

mod daemon;
mod delivery;
mod enforcement;
mod local;
mod node;
mod once;
mod remote;

use std::process::ExitCode;

use agent::{DisabledFile, IdentityFiles};
use anyhow::{Result, bail};
use catalog::Level;
use engine::Settings;

use crate::args::Agent;
use crate::console::Console;
use crate::exit;

/// Runs the agent, or changes whether it runs.
///
/// # Errors
/// Returns an error if the settings cannot be read, or a file cannot be read or written.
pub(crate) fn run(arguments: &Agent, console: &mut Console) -> Result<ExitCode> {
    if arguments.test {
        console.raise_verbosity();
    }
    let settings = console.settings(&arguments.common, None, "agent")?;
    let disabled = DisabledFile::new(&settings);
    if let Some(reason) = &arguments.disable {
        disabled.disable(reason)?;
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    if arguments.enable {
        disabled.enable()?;
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    if arguments.fingerprint {
        return fingerprint(&settings, console);
    }
    if !*settings.onetime && !arguments.test {
        return daemon::run(arguments, settings, console);
    }
    match disabled.reason()? {
        Some(reason) => {
            let message = format!(
                "Skipping run of Puppet configuration client; administratively disabled (Reason: '{reason}');\nUse 'marotte \
                 agent --enable' to re-enable."
            );
            console.log(Level::Notice, "", &message);
            Ok(ExitCode::from(exit::FAILURE))
        }
        None => once::run(arguments, settings, console),
    }
}

/// Returns the files of this node's identity.
///
/// # Errors
/// Returns an error if the name of the node cannot be that of a certificate.
pub(super) fn identity_files(settings: &Settings) -> Result<IdentityFiles> {
    Ok(IdentityFiles::new(settings, super::authority::certname(settings)?))
}

fn fingerprint(settings: &Settings, console: &mut Console) -> Result<ExitCode> {
    let files = identity_files(settings)?;
    let fingerprint = match files.load_certificate()? {
        Some(certificate) => certificate.fingerprint(),
        None => match files.load_request()? {
            Some(file) => file.request.fingerprint(),
            None => {
                bail!("Fingerprint asked but neither the certificate, nor the certificate request have been issued")
            }
        },
    };
    if console.is_structured() {
        console.print_data(&serde_json::json!({ "algorithm": "SHA256", "fingerprint": fingerprint }));
    } else {
        console.print(&format!("(SHA256) {fingerprint}\n"));
    }
    Ok(ExitCode::from(exit::SUCCESS))
}
