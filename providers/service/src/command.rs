//! Commands of service managers. A name that looks like an option is not passed to programs that cannot
//! distinguish the two.

use marotte_sdk::command::Invocation;
use marotte_sdk::prelude::*;

use crate::Service;
use crate::custom_commands::{Action, failed};

/// Returns a command by its name in the manifest.
pub(crate) fn invocation(name: &str, args: &[&str]) -> Invocation {
    Invocation::new(Command::named(name, args)).merge_stderr()
}

/// Returns a command that runs a script, with any interpreter.
pub(crate) fn script(path: &str, action: Action) -> Invocation {
    let args = ["-c", "exec \"$0\" \"$@\"", path, action.name()];
    invocation("sh", &args).shown_as(format!("{path} {}", action.name()))
}

/// Runs a command as part of an action on a service; it must succeed.
pub(crate) fn act(system: &impl WriteSystem, row: &Row<Service>, action: Action, command: &Invocation) -> Result<()> {
    command.run(system).map(drop).map_err(|error| failed(row, action, &error.message))
}

/// Returns the name of a service if no command can mistake it for an option or a path.
pub(crate) fn plain(name: &str) -> Result<&str> {
    if name.is_empty() || name.starts_with('-') || name.contains(['/', '\0']) {
        return Err(Error::invalid(format!("'{name}' is not a valid name of a service for this service manager")));
    }
    Ok(name)
}
