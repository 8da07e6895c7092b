//! Tests of the type: systems with scripted commands, and the queries they received.

mod own;
mod processes;
mod runit;
mod scripts;
mod systemd;
mod values;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use marotte_sdk::fake::{FakeSystem, ProviderTest};
use marotte_sdk::system::{Command, Level, Output, Program};
use marotte_sdk::{Error, Result, Value};

use crate::service_provider::{ServiceManager, ServiceProvider};
use crate::{Component, Service};

/// Results of commands. Each is used once; the last one is repeated.
type Answers = BTreeMap<String, Vec<Result<Output>>>;

/// A test system with scripted commands, and the commands run on it.
struct Site<M: ServiceManager> {
    machine: FakeSystem,
    trial: ProviderTest<ServiceProvider<M>>,
    answers: Rc<RefCell<Answers>>,
    calls: Rc<RefCell<Vec<String>>>,
}

impl<M: ServiceManager> Site<M> {
    /// A system where each command succeeds without output unless scripted otherwise.
    fn new(provider: &str) -> Self {
        let machine = FakeSystem::new();
        let answers = Rc::<RefCell<Answers>>::default();
        let calls = Rc::<RefCell<Vec<String>>>::default();
        let (known, noted) = (Rc::clone(&answers), Rc::clone(&calls));
        machine.on_command(move |command| {
            let line = line(command);
            noted.borrow_mut().push(line.clone());
            match known.borrow_mut().get_mut(&line) {
                // The last result is repeated.
                Some(answers) if answers.len() > 1 => answers.remove(0),
                Some(answers) => answers[0].clone(),
                None => printed(0, ""),
            }
        });
        Self { trial: ProviderTest::new::<Component>(&machine, provider), machine, answers, calls }
    }

    /// Adds a result of a command.
    fn answer(&self, line: &str, status: i32, text: &str) -> &Self {
        self.answers.borrow_mut().entry(line.to_owned()).or_default().push(printed(status, text));
        self
    }

    /// Adds a result of a command with standard error.
    fn complain(&self, line: &str, status: i32, text: &str, error: &str) -> &Self {
        let output = printed(status, text).map(|output| Output { stderr: error.as_bytes().to_vec(), ..output });
        self.answers.borrow_mut().entry(line.to_owned()).or_default().push(output);
        self
    }

    /// Makes a command fail to run.
    fn fail(&self, line: &str, error: Error) -> &Self {
        self.answers.borrow_mut().entry(line.to_owned()).or_default().push(Err(error));
        self
    }

    fn apply(&mut self, name: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let wanted = self.trial.want(name, attributes).unwrap();
        self.trial.apply(&wanted)
    }

    fn refresh(&mut self, name: &str, attributes: &[(&str, Value)]) -> Result<(), String> {
        let wanted = self.trial.want(name, attributes).unwrap();
        self.trial.refresh(&wanted).map_err(|error| error.message)
    }

    /// Returns the commands run since the last call.
    fn calls(&self) -> Vec<String> {
        std::mem::take(&mut self.calls.borrow_mut())
    }

    fn logged(&self, level: Level) -> Vec<String> {
        self.machine.logged(level)
    }
}

/// Formats a command: `systemctl start -- x`, or `own start`.
fn line(command: &Command) -> String {
    match &command.program {
        Program::Named(name) if name == "sh" => {
            assert_eq!(command.args[..2], ["-c", "exec \"$0\" \"$@\""]);
            command.args[2..].join(" ")
        }
        Program::Named(name) => [std::slice::from_ref(name), &command.args].concat().join(" "),
        Program::Given(given) => {
            let attribute = <Service as marotte_sdk::Resource>::ATTRIBUTES[usize::from(given.attribute)];
            format!("own {attribute}")
        }
    }
}

fn printed(status: i32, text: &str) -> Result<Output> {
    Ok(Output { status, stdout: text.as_bytes().to_vec(), stderr: Vec::new(), truncated: false })
}

/// Returns the attribute `ensure`.
fn ensure(ensure: &str) -> (&'static str, Value) {
    ("ensure", ensure.into())
}

fn enable(enable: &str) -> (&'static str, Value) {
    ("enable", enable.into())
}
