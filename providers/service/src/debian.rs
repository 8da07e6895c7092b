//! The provider `debian`: scripts, with `service` for their status, and `update-rc.d` and `invoke-rc.d` for
//! startup at boot.

use marotte_sdk::limits;
use marotte_sdk::prelude::*;

use crate::base::running;
use crate::command::{invocation, plain};
use crate::custom_commands::Action;
use crate::init;
use crate::service_provider::{Enabled, Restarted, ServiceManager, Subject};
use crate::{Enable, Ensure, Service, process};

/// The directories with links to the scripts that run at each level.
const LEVELS: &[&str] = &["0", "1", "2", "3", "4", "5", "6", "S"];

/// The number of start links with which a service counts as enabled.
const ENOUGH: usize = 4;

/// The `debian` provider.
#[derive(Debug, Default)]
pub(crate) struct Debian;

impl ServiceManager for Debian {
    fn status(&mut self, system: &impl ReadSystem, subjects: &[Subject<'_>]) -> Vec<Result<Ensure>> {
        subjects.iter().map(|subject| status(system, subject)).collect()
    }

    fn enabled(&mut self, system: &impl ReadSystem, subjects: &[Subject<'_>]) -> Vec<Result<Enabled>> {
        subjects.iter().map(|subject| is_enabled(system, subject, subject.name)).collect()
    }

    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<String>> {
        init::list(system)
    }

    fn start(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<()> {
        init::act(system, row, Action::Start)
    }

    fn stop(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<()> {
        init::act(system, row, Action::Stop)
    }

    fn restart(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<Restarted> {
        init::restart(system, row)
    }

    fn set_enable(&mut self, system: &impl WriteSystem, row: &Row<Service>, wanted: Enable) -> Result<()> {
        let name = plain(&row.name)?;
        if wanted != Enable::True {
            return invocation("update-rc.d", &[name, "disable"]).run(system).map(drop);
        }
        invocation("update-rc.d", &["-f", name, "remove"]).run(system)?;
        invocation("update-rc.d", &[name, "defaults"]).run(system).map(drop)
    }
}

fn status(system: &impl ReadSystem, subject: &Subject<'_>) -> Result<Ensure> {
    if !subject.has_status {
        return process::find(system, subject).map(|found| running(found.is_some()));
    }
    let asked = invocation("service", &[plain(subject.name)?, "status"]).query(system)?;
    Ok(running(asked.is_success()))
}

/// Returns whether a service is started at boot.
pub(crate) fn is_enabled(system: &impl ReadSystem, subject: &Subject<'_>, linked: &str) -> Result<Enabled> {
    // A name that is not valid for a script is not enabled.
    let Ok(name) = plain(subject.name) else { return Ok(Enabled::from(false)) };
    let asked = invocation("invoke-rc.d", &["--quiet", "--query", name, "start"]).query(system)?;
    match asked.status {
        // 104: the action is allowed; 106: it is allowed, but replaced by a fallback action.
        104 | 106 => Ok(Enabled::from(true)),
        // Denied by policy or unknown: the number of links decides.
        101 | 105 => Ok(Enabled::from(links(system, linked)? >= ENOUGH)),
        _ => Ok(Enabled::from(false)),
    }
}

/// Counts the links that start a script.
fn links(system: &impl ReadSystem, name: &str) -> Result<usize> {
    let mut count = 0;
    for level in LEVELS {
        let directory = Place::unowned(format!("/etc/rc{level}.d"));
        match system.walk(&directory, 1, false, &[], limits::DIRECTORY) {
            Ok(entries) => count += entries.iter().filter(|entry| starts(&entry.path, name)).count(),
            Err(error) if error.code == Code::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(count)
}

/// Returns whether a file name consists of `S`, two characters and the name.
fn starts(path: &str, name: &str) -> bool {
    let mut link = path.rsplit('/').next().unwrap_or_default().chars();
    link.next() == Some('S') && link.next().is_some() && link.next().is_some() && link.as_str() == name
}
