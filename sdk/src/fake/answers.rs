//! Commands of a fake system that are answered by a function, and a log of them.

use std::cell::{Ref, RefCell};
use std::rc::Rc;

use super::FakeSystem;
use crate::system::{Command, Output, Part};
use crate::{Code, Error, Result};

/// The commands that were run on a fake system.
///
/// ```
/// use marotte_sdk::fake::{Commands, FakeSystem, ended};
/// use marotte_sdk::prelude::*;
///
/// let system = FakeSystem::new();
/// let commands = Commands::answering(&system, |command| match command.args[0].as_str() {
///     "list" => ended(0, "a\n", ""),
///     _ => ended(1, "", "no such option\n"),
/// });
/// assert_eq!(system.query_one(&Command::named("tool", &["list"]))?.text(), "a\n");
/// assert!(system.run(&Command::named("tool", &["add"])).is_err());
/// let lines: Vec<String> = commands.log().iter().map(Command::line).collect();
/// assert_eq!(lines, ["tool list", "tool add"]);
/// # Ok::<(), marotte_sdk::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Commands(Rc<RefCell<Vec<Command>>>);

impl Commands {
    /// Answers every command with a function, and records the commands.
    pub fn answering(system: &FakeSystem, mut answer: impl FnMut(&Command) -> Result<Output> + 'static) -> Self {
        let commands = Self::default();
        let log = commands.clone();
        system.on_command(move |command| {
            log.0.borrow_mut().push(command.clone());
            answer(command)
        });
        commands
    }

    /// Returns the commands that were run.
    #[must_use]
    pub fn log(&self) -> Ref<'_, [Command]> {
        Ref::map(self.0.borrow(), Vec::as_slice)
    }

    /// Forgets the commands that were run.
    pub fn clear(&self) {
        self.0.borrow_mut().clear();
    }
}

/// Returns the result of a command that ended.
///
/// # Errors
/// Never; the type is that of [`FakeSystem::on_command`].
pub fn ended(status: i32, stdout: &str, stderr: &str) -> Result<Output> {
    Ok(Output { status, stdout: stdout.into(), stderr: stderr.into(), truncated: false })
}

/// Returns the result of a command that did not end in time.
///
/// # Errors
/// Always, with the error of the host.
pub fn timed_out() -> Result<Output> {
    Err(Error::new(Code::Timeout, "Command exceeded timeout"))
}

/// Returns the standard input of a command, with secrets shown by their numbers and forms.
#[must_use]
pub fn input(command: &Command) -> String {
    let text = |part: &Part| match part {
        Part::Text(text) => text.clone(),
        Part::Secret(part) => format!("<secret {} as {:?}>", part.token, part.form),
        other => format!("{other:?}"),
    };
    command.stdin.iter().map(text).collect()
}
