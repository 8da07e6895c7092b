//! The provider `base`: no service manager, only the commands of the manifest and the process table.

use marotte_sdk::prelude::*;

use crate::custom_commands::run_binary;
use crate::service_provider::{Restarted, ServiceManager, Subject};
use crate::{Ensure, Service, process};

/// The `base` provider.
#[derive(Debug, Default)]
pub(crate) struct Processes;

impl ServiceManager for Processes {
    const ENABLES: bool = false;

    fn status(&mut self, system: &impl ReadSystem, subjects: &[Subject<'_>]) -> Vec<Result<Ensure>> {
        match process::table(system) {
            Ok(table) => {
                let find = |subject: &Subject<'_>| process::find_in(system, subject, &table);
                subjects.iter().map(|subject| find(subject).map(|found| running(found.is_some()))).collect()
            }
            Err(error) => subjects.iter().map(|_| Err(error.clone())).collect(),
        }
    }

    fn list(&mut self, _system: &impl ReadSystem) -> Result<Vec<String>> {
        Ok(Vec::new())
    }

    fn start(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<()> {
        match &row.binary {
            Some(binary) => run_binary(system, row, binary),
            None => Err(Error::invalid("Services must specify a start command or a binary")),
        }
    }

    fn stop(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<()> {
        stop(system, row)
    }

    fn restart(&mut self, _system: &impl WriteSystem, _row: &Row<Service>) -> Result<Restarted> {
        Ok(Restarted::Unknown)
    }
}

/// Kills the process that matches the service's pattern.
fn stop(system: &impl WriteSystem, row: &Row<Service>) -> Result<()> {
    let Some(number) = process::find(system, &row.into())? else {
        system.log(Level::Info, row.into(), &format!("{} is not running", row.name));
        return Ok(());
    };
    process::kill(system, &number)
        .map_err(|error| Error::other(format!("Could not kill {}, PID {number}: {}", row.name, error.message)))
}

/// Converts a Boolean to a value of `ensure`.
pub(crate) fn running(is_running: bool) -> Ensure {
    if is_running { Ensure::Running } else { Ensure::Stopped }
}
