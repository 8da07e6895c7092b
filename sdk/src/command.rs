//! Commands with one policy for their results: which exit status is a failure, whether truncated output is accepted,
//! and Puppet's message for a failed command.

use crate::system::{Command, Output, Part, ReadSystem, WriteSystem};
use crate::{Code, Error, Result};

/// The exit status of a shell that did not find a program.
const NOT_FOUND: i32 = 127;

/// A command of the manifest that a provider runs with different arguments.
///
/// ```
/// use marotte_sdk::command::Tool;
/// use marotte_sdk::fake::FakeSystem;
///
/// const PIP: Tool = Tool::new("pip").env(&[("PIP_NO_INPUT", "1")]);
///
/// let system = FakeSystem::new();
/// let programs = system.programs();
/// programs.answer("pip", 0, "six==1.16.0\n").answer("pip", 2, "no such option\n");
/// assert_eq!(PIP.query_text(&system, 0, &["list"])?, "six==1.16.0\n");
/// let error = PIP.run(&system, 0, &["uninstall", "--now"]).unwrap_err();
/// assert_eq!(error.message, "Execution of 'pip uninstall --now' returned 2: no such option");
/// # Ok::<(), marotte_sdk::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Tool {
    /// The name in the manifest.
    pub name: &'static str,
    /// The name in messages.
    pub shown: &'static str,
    /// The environment variables.
    pub env: &'static [(&'static str, &'static str)],
}

impl Tool {
    /// Creates a tool without environment variables that is shown by its name.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, shown: name, env: &[] }
    }

    /// Sets the name in messages.
    #[must_use]
    pub const fn shown_as(self, shown: &'static str) -> Self {
        Self { shown, ..self }
    }

    /// Sets the environment variables.
    #[must_use]
    pub const fn env(self, env: &'static [(&'static str, &'static str)]) -> Self {
        Self { env, ..self }
    }

    /// Creates the command with arguments, on behalf of a row.
    #[must_use]
    pub fn command(&self, row: u32, arguments: &[impl AsRef<str>]) -> Command {
        let arguments: Vec<&str> = arguments.iter().map(AsRef::as_ref).collect();
        let variable = |(name, value): &(&str, &str)| ((*name).to_owned(), vec![Part::from(*value)]);
        Command { row, env: self.env.iter().map(variable).collect(), ..Command::named(self.name, &arguments) }
    }

    /// Returns the tool with arguments, for messages.
    #[must_use]
    pub fn line(&self, arguments: &[impl AsRef<str>]) -> String {
        let words = arguments.iter().map(AsRef::as_ref);
        std::iter::once(self.shown).chain(words).collect::<Vec<_>>().join(" ")
    }

    /// Runs a query, which may fail.
    ///
    /// # Errors
    /// Returns an error if the command cannot be run.
    pub fn query(&self, system: &impl ReadSystem, row: u32, arguments: &[impl AsRef<str>]) -> Result<Output> {
        system.query_one(&self.command(row, arguments))
    }

    /// Runs a query that must succeed, and returns its complete output.
    ///
    /// # Errors
    /// Returns an error if the command fails, or if its output is truncated or not UTF-8.
    pub fn query_text(&self, system: &impl ReadSystem, row: u32, arguments: &[impl AsRef<str>]) -> Result<String> {
        let output = self.query(system, row, arguments)?;
        output.require_success(&self.line(arguments))?;
        output.utf8(self.shown)
    }

    /// Runs a query that must succeed, and returns its complete output, which need not be text.
    ///
    /// # Errors
    /// Returns an error if the command fails, or if its output is truncated.
    pub fn query_bytes(&self, system: &impl ReadSystem, row: u32, arguments: &[impl AsRef<str>]) -> Result<Vec<u8>> {
        let output = self.query(system, row, arguments)?;
        output.require_success(&self.line(arguments))?;
        output.require_complete(self.shown)?;
        Ok(output.stdout)
    }

    /// Runs a command that makes changes and must succeed, and returns its output, including standard error.
    ///
    /// # Errors
    /// Returns an error if the command fails.
    pub fn run(&self, system: &impl WriteSystem, row: u32, arguments: &[impl AsRef<str>]) -> Result<String> {
        Invocation::new(self.command(row, arguments)).shown_as(self.line(arguments)).run(system)
    }
}

/// A command with its text in messages.
#[derive(Debug, Clone, PartialEq)]
pub struct Invocation {
    /// The command.
    pub command: Command,
    /// Its text in messages.
    pub shown: String,
}

impl Invocation {
    /// Creates an invocation that is shown by the names of the command and its arguments.
    #[must_use]
    pub fn new(command: Command) -> Self {
        Self { shown: command.line(), command }
    }

    /// Sets the text in messages.
    #[must_use]
    pub fn shown_as(self, shown: impl Into<String>) -> Self {
        Self { shown: shown.into(), ..self }
    }

    /// Sets the row on whose behalf the command runs.
    #[must_use]
    pub fn of_row(mut self, row: u32) -> Self {
        self.command.row = row;
        self
    }

    /// Writes standard error to standard output, in the order in which the command writes.
    #[must_use]
    pub fn merge_stderr(mut self) -> Self {
        self.command.merge_stderr = true;
        self
    }

    /// Runs the command as a query, which may fail.
    ///
    /// # Errors
    /// Returns an error if the command cannot be run.
    pub fn query(&self, system: &impl ReadSystem) -> Result<Output> {
        system.query_one(&self.command)
    }

    /// Runs the command as a query that must succeed, and returns its complete output with invalid UTF-8 replaced.
    ///
    /// # Errors
    /// Returns an error if the command fails, or if its output is truncated.
    pub fn query_lossy(&self, system: &impl ReadSystem) -> Result<String> {
        self.query(system)?.lossy(&self.shown)
    }

    /// Runs the command, which must succeed, and returns its output, including standard error.
    ///
    /// # Errors
    /// Returns an error if the command fails.
    pub fn run(&self, system: &impl WriteSystem) -> Result<String> {
        let output = system.mutate(&Command { merge_stderr: true, ..self.command.clone() })?;
        output.require_success(&self.shown)?;
        Ok(output.text().into_owned())
    }
}

impl Output {
    /// Returns the standard output as text, with invalid UTF-8 replaced.
    #[must_use]
    pub fn text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.stdout)
    }

    /// Returns the standard output and then the standard error as text, with invalid UTF-8 replaced.
    #[must_use]
    pub fn all_text(&self) -> String {
        self.text().into_owned() + &String::from_utf8_lossy(&self.stderr)
    }

    /// Returns whether the command succeeded.
    #[must_use]
    pub fn is_success(&self) -> bool {
        self.status == 0
    }

    /// Returns Puppet's error for a failed command, with all of its output.
    #[must_use]
    pub fn failure(&self, command: &str) -> Error {
        let code = if self.status == NOT_FOUND { Code::NotFound } else { Code::Other };
        Error::new(code, returned(command, self.status, &self.all_text()))
    }

    /// Checks that the command succeeded.
    ///
    /// # Errors
    /// Returns [`Output::failure`] if it failed.
    pub fn require_success(&self, command: &str) -> Result<()> {
        if self.is_success() { Ok(()) } else { Err(self.failure(command)) }
    }

    /// Checks that the output is complete: with the beginning of a list, existing objects would seem to be missing.
    ///
    /// # Errors
    /// Returns an error if the output is truncated.
    pub fn require_complete(&self, command: &str) -> Result<()> {
        if self.truncated { Err(Error::other(format!("the output of '{command}' is too long"))) } else { Ok(()) }
    }

    /// Returns the standard output if it is complete and UTF-8.
    ///
    /// # Errors
    /// Returns an error otherwise.
    pub fn utf8(self, command: &str) -> Result<String> {
        self.require_complete(command)?;
        String::from_utf8(self.stdout).map_err(|_| Error::other(format!("the output of '{command}' is not UTF-8")))
    }

    /// Returns the complete standard output of a command that must succeed, with invalid UTF-8 replaced.
    ///
    /// # Errors
    /// Returns an error if the command failed, or if its output is truncated.
    pub fn lossy(&self, command: &str) -> Result<String> {
        self.require_success(command)?;
        self.require_complete(command)?;
        Ok(self.text().into_owned())
    }

    /// Returns the output of a command that must succeed and whose standard error is not part of the message.
    ///
    /// # Errors
    /// Returns an error if the command failed; `detail` is its standard error if captured separately.
    pub fn success(self, command: &str) -> Result<Self> {
        if self.is_success() {
            return Ok(self);
        }
        let mut error = Error::other(returned(command, self.status, &self.text()));
        error.detail = Some(String::from_utf8_lossy(&self.stderr).into_owned()).filter(|text| !text.is_empty());
        Err(error)
    }
}

/// Formats Puppet's message for a failed command.
fn returned(command: &str, status: i32, output: &str) -> String {
    format!("Execution of '{command}' returned {status}: {}", output.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::FakeSystem;

    fn output(status: i32, stdout: &str, stderr: &str) -> Output {
        Output { status, stdout: stdout.into(), stderr: stderr.into(), truncated: false }
    }

    #[test]
    fn failed_command_is_shown_with_status_and_output() {
        let failed = output(1, "\n  a\n", "b\n");
        assert_eq!(failed.require_success("x y").unwrap_err().message, "Execution of 'x y' returned 1: a\nb");
        let error = failed.success("x y").unwrap_err();
        assert_eq!(error.message, "Execution of 'x y' returned 1: a");
        assert_eq!(error.detail.as_deref(), Some("b\n"));
        assert_eq!(output(127, "", "").failure("x").code, Code::NotFound);
    }

    #[test]
    fn truncated_output_is_refused_by_queries_only() {
        let system = FakeSystem::new();
        system.on_command(|_| Ok(Output { truncated: true, ..output(0, "a", "") }));
        let (tool, invocation) = (Tool::new("x"), Invocation::new(Command::named("x", &["y"])));
        assert_eq!(tool.query_text(&system, 0, &["y"]).unwrap_err().message, "the output of 'x' is too long");
        assert!(tool.query_bytes(&system, 0, &["y"]).is_err());
        assert_eq!(invocation.query_lossy(&system).unwrap_err().message, "the output of 'x y' is too long");
        assert_eq!(invocation.run(&system).unwrap(), "a");
        assert!(invocation.query(&system).unwrap().truncated);
    }

    #[test]
    fn output_is_text_only_if_it_is_utf8() {
        let system = FakeSystem::new();
        system.on_command(|_| Ok(Output { stdout: vec![0xff], ..output(0, "", "") }));
        assert_eq!(
            Tool::new("x").query_text(&system, 0, &["y"]).unwrap_err().message,
            "the output of 'x' is not UTF-8"
        );
        assert_eq!(Tool::new("x").query_bytes(&system, 0, &["y"]).unwrap(), [0xff]);
        assert_eq!(Invocation::new(Command::named("x", &[])).query_lossy(&system).unwrap(), "\u{fffd}");
    }
}
