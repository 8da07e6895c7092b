//! Tests of the type: a system with scripted commands, and the log messages of a run.

mod checking;
mod preparing;
mod running;

use std::cell::RefCell;
use std::rc::Rc;

use marotte_sdk::fake::{FakeSystem, ProviderTest};
use marotte_sdk::system::{Command, Level, Output, Program};
use marotte_sdk::{AttributeName, Code, Error, Result, Secret, Value};

use crate::{Component, ExecAttribute, Runner};

/// Scripted outcome of a command: attribute, index in the list, and result.
type Answer = (ExecAttribute, u16, Result<Output>);

/// A test system, and the commands run on it.
struct Site {
    machine: FakeSystem,
    trial: ProviderTest<Runner>,
    answers: Rc<RefCell<Vec<Answer>>>,
    ran: Rc<RefCell<Vec<Command>>>,
}

impl Site {
    fn new() -> Self {
        Self::with("posix")
    }

    /// Creates a system on which each command succeeds without output unless scripted otherwise.
    fn with(provider: &str) -> Self {
        let machine = FakeSystem::new();
        let (answers, ran) = (Rc::<RefCell<Vec<Answer>>>::default(), Rc::<RefCell<Vec<Command>>>::default());
        let (wanted, noted) = (Rc::clone(&answers), Rc::clone(&ran));
        machine.on_command(move |command| {
            noted.borrow_mut().push(command.clone());
            let (attribute, element) = given(command);
            let mut wanted = wanted.borrow_mut();
            let place = wanted.iter().position(|(name, place, _)| (*name, *place) == (attribute, element));
            place.map_or_else(|| ended(0, ""), |place| wanted.remove(place).2)
        });
        Self { trial: ProviderTest::new::<Component>(&machine, provider), machine, answers, ran }
    }

    /// Scripts the outcome of the next run of a command.
    fn answer(&self, attribute: ExecAttribute, answer: Result<Output>) -> &Self {
        self.answer_at(attribute, 0, answer)
    }

    fn answer_at(&self, attribute: ExecAttribute, place: u16, answer: Result<Output>) -> &Self {
        self.answers.borrow_mut().push((attribute, place, answer));
        self
    }

    fn apply(&mut self, attributes: &[(&str, Value)]) -> Vec<String> {
        let wanted = self.trial.prepare("x", attributes).unwrap();
        self.trial.apply(&wanted)
    }

    fn noop(&mut self, attributes: &[(&str, Value)]) -> Vec<String> {
        let wanted = self.trial.prepare("x", attributes).unwrap();
        self.trial.noop(&wanted)
    }

    fn refresh(&mut self, attributes: &[(&str, Value)]) -> Result<(), String> {
        let wanted = self.trial.prepare("x", attributes).unwrap();
        self.trial.refresh(&wanted).map_err(|error| error.message)
    }

    fn refusal(&self, title: &str, attributes: &[(&str, Value)]) -> String {
        self.trial.prepare(title, attributes).err().map(|error| error.message).unwrap_or_default()
    }

    /// Returns the commands that were run: attribute and index in the list.
    fn runs(&self) -> Vec<(ExecAttribute, u16)> {
        self.ran.borrow().iter().map(given).collect()
    }

    fn last(&self) -> Command {
        self.ran.borrow().last().cloned().unwrap()
    }

    fn logged(&self, level: Level) -> Vec<String> {
        self.machine.logged(level)
    }

    fn secret(&self) -> Value {
        Value::Secret(self.machine.secret("canary"))
    }
}

fn given(command: &Command) -> (ExecAttribute, u16) {
    match &command.program {
        Program::Given(given) => {
            (ExecAttribute::from_index(given.attribute).unwrap(), given.element.unwrap_or_default())
        }
        Program::Named(name) => panic!("unexpected command {name}"),
    }
}

fn ended(status: i32, output: &str) -> Result<Output> {
    Ok(Output { status, stdout: output.as_bytes().to_vec(), stderr: Vec::new(), truncated: false })
}

fn fault(code: Code) -> Result<Output> {
    Err(Error::new(code, "message of the host"))
}

fn texts(texts: &[&str]) -> Value {
    Value::Array(texts.iter().map(|text| Value::from(*text)).collect())
}

/// A valid command with a full path.
fn fine() -> (&'static str, Value) {
    ("command", "/bin/true".into())
}
