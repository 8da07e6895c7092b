//! Commands of package systems: queries that need a writable directory, and missing commands.

use marotte_sdk::command::Tool;
use marotte_sdk::prelude::*;
use marotte_sdk::system::Output;

use crate::Package;

/// Runs a query of a tool, which may fail, through a script that passes its arguments and a directory writable
/// for queries: tools that fetch package lists store them in a directory, and the system's own is read-only for
/// queries.
pub(crate) fn query_in_scratch(
    tool: Tool,
    system: &impl ReadSystem,
    row: &Row<Package>,
    script: &str,
    arguments: &[impl AsRef<str>],
) -> Result<Output> {
    let program = if row.command == "default" { tool.shown } else { &row.command };
    let mut words = vec!["-c", script, program];
    words.extend(arguments.iter().map(AsRef::as_ref));
    Tool { name: "scratch", ..tool }.query(system, row.id(), &words)
}

/// Runs a query like [`query_in_scratch`] that must succeed, and returns its complete output.
pub(crate) fn query_text_in_scratch(
    tool: Tool,
    system: &impl ReadSystem,
    row: &Row<Package>,
    script: &str,
    arguments: &[impl AsRef<str>],
) -> Result<String> {
    let output = query_in_scratch(tool, system, row, script, arguments)?;
    output.require_success(&tool.line(arguments))?;
    output.utf8(tool.shown)
}

/// Rewrites the error for a missing command with Puppet's message.
pub(crate) fn functional<T>(answer: Result<T>, row: &Row<Package>) -> Result<T> {
    answer.map_err(|error| {
        let provider = row.provider().unwrap_or_default();
        let message = match (error.code, row.command.as_str()) {
            (Code::NotFound, "default") => {
                format!("Provider {provider} package command is not functional on this host")
            }
            (Code::NotFound, path) => {
                format!("Provider {provider} package command '{path}' does not exist on this host")
            }
            _ => return error,
        };
        error.reword(message)
    })
}

/// Returns an empty list if the command does not exist.
pub(crate) fn or_none<T>(answer: Result<Vec<T>>) -> Result<Vec<T>> {
    match answer {
        Err(error) if error.code == Code::NotFound => Ok(Vec::new()),
        answer => answer,
    }
}
