//! The commands given in a manifest for a service: the attribute of each, how it is run, and Puppet's
//! messages for failures. Sensitive commands are not read, and their output is not shown.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Output;

use crate::{Ensure, Line, Service, ServiceAttribute};

/// An action on a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// Start the service.
    Start,
    /// Stop the service.
    Stop,
    /// Restart the service.
    Restart,
    /// Query the status of the service.
    Status,
}

impl Action {
    /// Returns the name of the action, which is also that of the attribute.
    pub(crate) fn name(self) -> &'static str {
        self.attribute().name()
    }

    fn attribute(self) -> ServiceAttribute {
        match self {
            Self::Start => ServiceAttribute::Start,
            Self::Stop => ServiceAttribute::Stop,
            Self::Restart => ServiceAttribute::Restart,
            Self::Status => ServiceAttribute::Status,
        }
    }

    fn line(self, row: &Service) -> Option<&Line> {
        match self {
            Self::Start => row.start.as_ref(),
            Self::Stop => row.stop.as_ref(),
            Self::Restart => row.restart.as_ref(),
            Self::Status => row.status.as_ref(),
        }
    }
}

/// Returns the status according to the manifest's command; `None` without a command.
pub(crate) fn status(system: &impl ReadSystem, row: &Row<Service>) -> Option<Result<Ensure>> {
    let line = row.status.as_ref()?;
    let command = command(system, row, ServiceAttribute::Status, line);
    Some(match system.query_one(&command) {
        Ok(output) => Ok(if output.is_success() { Ensure::Running } else { Ensure::Stopped }),
        // Puppet: a missing command counts as a nonzero exit status.
        Err(error) if error.code == Code::NotFound => Ok(Ensure::Stopped),
        Err(error) => Err(error),
    })
}

/// Runs the manifest's command; `None` without a command.
pub(crate) fn run(system: &impl WriteSystem, row: &Row<Service>, action: Action) -> Option<Result<()>> {
    let line = action.line(row)?;
    let command = command(system, row, action.attribute(), line);
    Some(ended(row, action, line, system.mutate(&command)))
}

/// Runs the program in the attribute `binary`.
pub(crate) fn run_binary(system: &impl WriteSystem, row: &Row<Service>, binary: &Line) -> Result<()> {
    let command = command(system, row, ServiceAttribute::Binary, binary);
    ended(row, Action::Start, binary, system.mutate(&command))
}

fn command(system: &impl ReadSystem, row: &Row<Service>, attribute: ServiceAttribute, line: &Line) -> Command {
    system.debug(row, &format!("Executing: '{}'", line.show()));
    let mut command = Command::given(row, attribute);
    command.merge_stderr = true;
    command
}

fn ended(row: &Row<Service>, action: Action, line: &Line, answer: Result<Output>) -> Result<()> {
    match answer {
        Ok(output) if output.is_success() => Ok(()),
        Ok(_) if line.is_secret() => Err(failed(row, action, "Execution of '[redacted]' failed")),
        Ok(output) => Err(failed(row, action, &output.failure(&line.show()).message)),
        Err(error) => Err(failed(row, action, &error.message)),
    }
}

/// Returns Puppet's message for a failed action on a service.
pub(crate) fn failed(row: &Row<Service>, action: Action, reason: &str) -> Error {
    Error::other(format!("Could not {} Service[{}]: {reason}", action.name(), row.title()))
}
