//! Programs of a fake system, which only record their calls. They succeed unless a test specifies a result.

use std::cell::RefCell;
use std::rc::Rc;

use super::FakeSystem;
use crate::Error;
use crate::system::{Command, Output, Part, Program};

/// The programs of a fake system.
///
/// ```
/// use marotte_sdk::fake::FakeSystem;
/// use marotte_sdk::prelude::*;
///
/// let system = FakeSystem::new();
/// let programs = system.programs();
/// programs.answer("groupdel", 6, "groupdel: group 'x' does not exist\n");
/// let fault = system.run(&Command::named("groupdel", &["--", "x"])).unwrap_err();
/// assert_eq!(fault.message, "Execution of 'groupdel -- x' returned 6: groupdel: group 'x' does not exist");
/// assert_eq!(programs.ran(), [r#"groupdel ["--", "x"]"#]);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Programs(Rc<RefCell<State>>);

#[derive(Debug, Default)]
struct State {
    answers: Vec<(String, i32, Vec<u8>)>,
    ran: Vec<String>,
}

impl FakeSystem {
    /// Makes every command succeed without output, except for results set by [`Programs::answer`].
    #[must_use]
    pub fn programs(&self) -> Programs {
        let programs = Programs::default();
        let noting = programs.clone();
        self.on_command(move |command| noting.run(command));
        programs
    }
}

impl Programs {
    /// Sets exit status and standard output of the next run of a program.
    pub fn answer(&self, program: &str, status: i32, said: impl Into<Vec<u8>>) -> &Self {
        self.0.borrow_mut().answers.push((program.to_owned(), status, said.into()));
        self
    }

    /// Returns and clears the recorded calls: `VARIABLE program ["argument"] < input`, with variables and input
    /// if there are any. Secrets in the input are shown as `SECRET`.
    #[must_use]
    pub fn ran(&self) -> Vec<String> {
        std::mem::take(&mut self.0.borrow_mut().ran)
    }

    fn run(&self, command: &Command) -> crate::Result<Output> {
        let Program::Named(program) = &command.program else {
            return Err(Error::invalid("a command given by a resource is not supported by `programs`"));
        };
        let state = &mut *self.0.borrow_mut();
        let variables: String = command.env.iter().map(|(name, _)| format!("{name} ")).collect();
        let input = command.stdin.iter().map(|part| match part {
            Part::Text(text) => text.clone(),
            Part::Secret(_) => "SECRET".to_owned(),
            other => format!("{other:?}"),
        });
        let input: String = input.collect();
        let redirected = if input.is_empty() { String::new() } else { format!(" < {}", input.trim_end()) };
        state.ran.push(format!("{variables}{program} {:?}{redirected}", command.args));
        let place = state.answers.iter().position(|(known, ..)| known == program);
        let (status, stdout) = place.map_or((0, Vec::new()), |place| {
            let (_, status, said) = state.answers.remove(place);
            (status, said)
        });
        Ok(Output { status, stdout, stderr: Vec::new(), truncated: false })
    }
}
