//! Commands of service managers: how they are run, and the messages for failures. A name that looks like an
//! option is not passed to programs that cannot distinguish the two.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Output;

use crate::Service;
use crate::custom_commands::{Action, failed, returned};

/// A command of a manager, as messages show it.
pub(crate) struct Call {
    command: Command,
    shown: String,
}

impl Call {
    /// Makes a command by its name in the manifest.
    pub(crate) fn new(name: &str, args: &[&str]) -> Self {
        let shown = std::iter::once(&name).chain(args).copied().collect::<Vec<_>>().join(" ");
        Self { command: Command { merge_stderr: true, ..Command::named(name, args) }, shown }
    }

    /// Makes a command that runs a script, which begins with whatever `#!` it likes.
    pub(crate) fn script(path: &str, action: Action) -> Self {
        let args = ["-c", "exec \"$0\" \"$@\"", path, action.name()];
        Self { shown: format!("{path} {}", action.name()), ..Self::new("sh", &args) }
    }

    /// Says for which row it is run: what a grant names by an attribute is that row's.
    pub(crate) fn of(mut self, row: u32) -> Self {
        self.command.row = row;
        self
    }

    /// Asks; how it ends is part of the answer.
    pub(crate) fn ask(self, system: &impl ReadSystem) -> Result<Output> {
        let answer = system.query(std::slice::from_ref(&self.command)).pop();
        answer.unwrap_or_else(|| Err(Error::other("the host gave no answer")))
    }

    /// Runs it; it must end well.
    pub(crate) fn run(self, system: &impl WriteSystem) -> Result<Output> {
        let output = system.mutate(&self.command)?;
        if output.is_success() { Ok(output) } else { Err(Error::other(returned(&self.shown, &output))) }
    }

    /// Runs it as part of an action on a service; it must succeed.
    pub(crate) fn act(self, system: &impl WriteSystem, row: &Row<Service>, action: Action) -> Result<()> {
        self.run(system).map(drop).map_err(|error| failed(row, action, &error.message))
    }
}

/// Returns a name that no command takes for an option, nor for a path.
pub(crate) fn plain(name: &str) -> Result<&str> {
    if name.is_empty() || name.starts_with('-') || name.contains(['/', '\0']) {
        return Err(Error::invalid(format!("'{name}' can't be the name of a service of this service manager")));
    }
    Ok(name)
}
