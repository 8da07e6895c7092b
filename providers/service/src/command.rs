//! Commands of service managers: how they are run, and the messages for failures. A name that looks like an
//! option is not passed to programs that cannot distinguish the two.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Output;

use crate::Service;
use crate::custom_commands::{Action, failed, returned};

/// A command of a service manager, with its text for messages.
pub(crate) struct Call {
    command: Command,
    shown: String,
}

impl Call {
    /// Creates a command by its name in the manifest.
    pub(crate) fn new(name: &str, args: &[&str]) -> Self {
        let shown = std::iter::once(&name).chain(args).copied().collect::<Vec<_>>().join(" ");
        Self { command: Command { merge_stderr: true, ..Command::named(name, args) }, shown }
    }

    /// Creates a command that runs a script, with any interpreter.
    pub(crate) fn script(path: &str, action: Action) -> Self {
        let args = ["-c", "exec \"$0\" \"$@\"", path, action.name()];
        Self { shown: format!("{path} {}", action.name()), ..Self::new("sh", &args) }
    }

    /// Sets the row whose attributes are used for grants.
    pub(crate) fn of(mut self, row: u32) -> Self {
        self.command.row = row;
        self
    }

    /// Runs the command as a query; the result includes its exit status.
    pub(crate) fn ask(self, system: &impl ReadSystem) -> Result<Output> {
        let answer = system.query(std::slice::from_ref(&self.command)).pop();
        answer.unwrap_or_else(|| Err(Error::other("the host gave no answer")))
    }

    /// Runs the command, which must succeed.
    pub(crate) fn run(self, system: &impl WriteSystem) -> Result<Output> {
        let output = system.mutate(&self.command)?;
        if output.is_success() { Ok(output) } else { Err(Error::other(returned(&self.shown, &output))) }
    }

    /// Runs the command as part of an action on a service; it must succeed.
    pub(crate) fn act(self, system: &impl WriteSystem, row: &Row<Service>, action: Action) -> Result<()> {
        self.run(system).map(drop).map_err(|error| failed(row, action, &error.message))
    }
}

/// Returns the name of a service if no command can mistake it for an option or a path.
pub(crate) fn plain(name: &str) -> Result<&str> {
    if name.is_empty() || name.starts_with('-') || name.contains(['/', '\0']) {
        return Err(Error::invalid(format!("'{name}' is not a valid name of a service for this service manager")));
    }
    Ok(name)
}
