//! `service`: scheduled runs.

mod install;
mod status;

use std::process::ExitCode;

use anyhow::Result;
use catalog::Level;
use engine::service::Service;

use crate::args::{ServiceCommand, ServicePlace};
use crate::console::Console;
use crate::exit;

/// Runs a `service` command.
///
/// # Errors
/// Returns an error if a flag is invalid, a file cannot be read or written, or systemd does not answer.
pub(crate) fn run(command: &ServiceCommand, console: &mut Console) -> Result<ExitCode> {
    match command {
        ServiceCommand::Install(arguments) => install::run(arguments, console),
        ServiceCommand::Status(place) => status::run(place, console),
        ServiceCommand::Uninstall(place) => uninstall(place, console),
    }
}

fn uninstall(place: &ServicePlace, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&place.common, place.root.as_deref(), "user")?;
    let service = Service::of(&settings.root);
    if install::is_noop(&place.common) {
        for path in service.written()? {
            console.log(Level::Notice, "", &format!("Would remove '{}' (noop)", path.display()));
        }
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    let removed = service.uninstall()?;
    for path in &removed {
        console.log(Level::Notice, "", &format!("Removed '{}'", path.display()));
    }
    if removed.is_empty() {
        console.log(Level::Notice, "", "No runs are scheduled");
    }
    Ok(ExitCode::from(exit::SUCCESS))
}
