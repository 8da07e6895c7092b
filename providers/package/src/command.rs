//! Running the commands of package systems, and Puppet's words for one that fails.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Output;

use crate::Package;

/// The exit code by which a shell says that it did not find a program.
const NOT_FOUND: i32 = 127;

/// Variables that a command gets.
type Environment = [(&'static str, &'static str)];

/// A command of a package system, by its name in the manifest and as messages show it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tool {
    /// Its name in the manifest.
    pub(crate) name: &'static str,
    /// How messages show it.
    pub(crate) shown: &'static str,
    /// The environment variables.
    pub(crate) environment: &'static Environment,
}

impl Tool {
    /// A command without an environment of its own, that is shown by its name.
    pub(crate) const fn new(name: &'static str) -> Self {
        Self { name, shown: name, environment: &[] }
    }

    /// Makes the command.
    pub(crate) fn command(&self, row: u32, arguments: &[impl AsRef<str>]) -> Command {
        let arguments: Vec<&str> = arguments.iter().map(AsRef::as_ref).collect();
        let setting = |(name, value): &(&str, &str)| ((*name).to_owned(), vec![Part::from(*value)]);
        Command { row, env: self.environment.iter().map(setting).collect(), ..Command::named(self.name, &arguments) }
    }

    /// Runs a command that only looks, and returns how it ended.
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

    /// Runs a query like [`Self::ask`], in a script that passes its arguments on together with the directory
    /// that queries may write to: tools that fetch package lists store them in a directory, and the system's
    /// own is read-only for queries.
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

    /// Asks as [`Self::query`] does, by such a script.
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

    /// Runs a command that changes something and must end well, and returns all that it says.
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

    /// Says in Puppet's words that a command has not ended well.
    pub(crate) fn success(&self, output: &Output, arguments: &[impl AsRef<str>]) -> Result<()> {
        if output.is_success() {
            return Ok(());
        }
        let words = arguments.iter().map(AsRef::as_ref);
        let line: Vec<&str> = std::iter::once(self.shown).chain(words).collect();
        let said = output.text().into_owned() + &String::from_utf8_lossy(&output.stderr);
        let message = format!("Execution of '{}' returned {}: {}", line.join(" "), output.status, said.trim_end());
        // What stands for the program has not found it.
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

/// Puppet's words for a command that is not there.
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
