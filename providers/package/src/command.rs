//! Commands of package systems, with Puppet's messages for failures.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Output;

use crate::Package;

/// The exit code of a shell that did not find a program.
const NOT_FOUND: i32 = 127;

/// Environment variables of a command.
type Environment = [(&'static str, &'static str)];

/// A command of a package system, with its names in the manifest and in messages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tool {
    /// The name in the manifest.
    pub(crate) name: &'static str,
    /// The name in messages.
    pub(crate) shown: &'static str,
    /// The environment variables.
    pub(crate) environment: &'static Environment,
}

impl Tool {
    /// Creates a command without environment variables that is shown by its name.
    pub(crate) const fn new(name: &'static str) -> Self {
        Self { name, shown: name, environment: &[] }
    }

    /// Creates the command with its arguments.
    pub(crate) fn command(&self, row: u32, arguments: &[impl AsRef<str>]) -> Command {
        let arguments: Vec<&str> = arguments.iter().map(AsRef::as_ref).collect();
        let setting = |(name, value): &(&str, &str)| ((*name).to_owned(), vec![Part::from(*value)]);
        Command { row, env: self.environment.iter().map(setting).collect(), ..Command::named(self.name, &arguments) }
    }

    /// Runs a read-only command and returns its result.
    pub(crate) fn ask(&self, system: &impl ReadSystem, row: u32, arguments: &[impl AsRef<str>]) -> Result<Output> {
        let answers = system.query(&[self.command(row, arguments)]);
        answers.into_iter().next().unwrap_or_else(|| Err(Error::other(format!("'{}' did not answer", self.shown))))
    }

    /// Runs a query command that must succeed, and returns its output.
    pub(crate) fn query(&self, system: &impl ReadSystem, row: u32, arguments: &[impl AsRef<str>]) -> Result<String> {
        let output = self.ask(system, row, arguments)?;
        self.success(&output, arguments)?;
        whole(&output, self.shown)
    }

    /// Runs a query like [`Self::ask`], through a script that passes its arguments and a directory writable for
    /// queries: tools that fetch package lists store them in a directory, and the system's own is read-only for
    /// queries.
    pub(crate) fn ask_in_scratch(
        &self,
        system: &impl ReadSystem,
        row: &Row<Package>,
        script: &str,
        arguments: &[impl AsRef<str>],
    ) -> Result<Output> {
        let program = if row.command == "default" { self.shown } else { &row.command };
        let mut words = vec!["-c", script, program];
        words.extend(arguments.iter().map(AsRef::as_ref));
        Self { name: "scratch", ..*self }.ask(system, row.id(), &words)
    }

    /// Runs a query like [`Self::query`], through such a script.
    pub(crate) fn query_in_scratch(
        &self,
        system: &impl ReadSystem,
        row: &Row<Package>,
        script: &str,
        arguments: &[impl AsRef<str>],
    ) -> Result<String> {
        let output = self.ask_in_scratch(system, row, script, arguments)?;
        self.success(&output, arguments)?;
        whole(&output, self.shown)
    }

    /// Runs a command that makes changes and must succeed, and returns its output, including standard error.
    pub(crate) fn run(&self, system: &impl WriteSystem, row: u32, arguments: &[impl AsRef<str>]) -> Result<String> {
        let output = system.mutate(&Command { merge_stderr: true, ..self.command(row, arguments) })?;
        self.success(&output, arguments)?;
        Ok(output.text().into_owned())
    }

    /// Runs a query command that must succeed, and returns its output, which need not be valid text.
    pub(crate) fn bytes(&self, system: &impl ReadSystem, row: u32, arguments: &[impl AsRef<str>]) -> Result<Vec<u8>> {
        let output = self.ask(system, row, arguments)?;
        self.success(&output, arguments)?;
        complete(&output, self.shown)?;
        Ok(output.stdout)
    }

    /// Returns an error with Puppet's message unless a command succeeded.
    pub(crate) fn success(&self, output: &Output, arguments: &[impl AsRef<str>]) -> Result<()> {
        if output.is_success() {
            return Ok(());
        }
        let words = arguments.iter().map(AsRef::as_ref);
        let line: Vec<&str> = std::iter::once(self.shown).chain(words).collect();
        let said = output.text().into_owned() + &String::from_utf8_lossy(&output.stderr);
        let message = format!("Execution of '{}' returned {}: {}", line.join(" "), output.status, said.trim_end());
        // The wrapping shell did not find the program.
        let code = if output.status == NOT_FOUND { Code::NotFound } else { Code::Other };
        Err(Error::new(code, message))
    }
}

/// Returns the output of a query if it is complete and valid text: a truncated list would show packages as
/// missing.
pub(crate) fn whole(output: &Output, command: &str) -> Result<String> {
    complete(output, command)?;
    String::from_utf8(output.stdout.clone()).map_err(|_| Error::other(format!("what '{command}' says is not UTF-8")))
}

fn complete(output: &Output, command: &str) -> Result<()> {
    if output.truncated { Err(Error::other(format!("'{command}' says too much to be read"))) } else { Ok(()) }
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
