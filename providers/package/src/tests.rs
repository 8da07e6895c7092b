//! Tests of the providers: a system with scripted commands, and the results of runs.

mod apt;
mod checking;
mod dpkg;
mod languages;
mod recorded;
mod refresh;
mod rpm;
mod systems;

use std::cell::RefCell;
use std::rc::Rc;

use marotte_sdk::fake::{Desired, FakeSystem, ProviderTest};
use marotte_sdk::system::{Command, Output, Part, Program};
use marotte_sdk::{Code, Error, Result, Value};

use crate::backend::Backend;
use crate::managed::PackageProvider;
use crate::{Component, Package};

/// Results of commands, by prefix.
type Answers = Vec<(String, Result<Output>)>;

/// A test system, and the commands run on it.
struct Site<B: Backend> {
    machine: FakeSystem,
    trial: ProviderTest<PackageProvider<B>>,
    provider: &'static str,
    answers: Rc<RefCell<Answers>>,
    ran: Rc<RefCell<Vec<String>>>,
}

impl<B: Backend> Site<B> {
    /// Creates a system without any commands.
    fn new(provider: &'static str) -> Self {
        let machine = FakeSystem::new();
        let (answers, ran) = (Rc::<RefCell<Answers>>::default(), Rc::<RefCell<Vec<String>>>::default());
        let (known, noted) = (Rc::clone(&answers), Rc::clone(&ran));
        machine.on_command(move |command| {
            let line = line(command);
            noted.borrow_mut().push(line.clone());
            let known = known.borrow();
            let answer = known.iter().rev().find(|(start, _)| line.starts_with(start.as_str()));
            answer.map_or_else(
                || Err(Error::new(Code::NotFound, format!("no answer for '{line}'"))),
                |(_, answer)| answer.clone(),
            )
        });
        Self { trial: ProviderTest::new::<Component>(&machine, provider), machine, provider, answers, ran }
    }

    /// Sets the result of commands with this prefix.
    fn on(&self, start: &str, status: i32, says: &str) -> &Self {
        let output = Output { status, stdout: says.as_bytes().to_vec(), stderr: Vec::new(), truncated: false };
        self.answer(start, Ok(output))
    }

    fn answer(&self, start: &str, answer: Result<Output>) -> &Self {
        self.answers.borrow_mut().push((start.to_owned(), answer));
        self
    }

    fn want(&self, title: &str, attributes: &[(&str, Value)]) -> Result<Desired<Package>> {
        let mut all = attributes.to_vec();
        all.extend([text("command", "default"), text("provider", self.provider)]);
        self.trial.prepare(title, &all)
    }

    /// Returns the log messages of a run, and discards the commands of earlier runs.
    fn apply(&mut self, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        self.ran.borrow_mut().clear();
        let wanted = self.want(title, attributes).unwrap();
        self.trial.apply(&wanted)
    }

    /// Refreshes the package, and discards the commands of earlier runs.
    fn refresh(&mut self, title: &str, attributes: &[(&str, Value)]) -> Result<()> {
        self.ran.borrow_mut().clear();
        let wanted = self.want(title, attributes).unwrap();
        self.trial.refresh(&wanted)
    }

    fn noop(&mut self, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        self.ran.borrow_mut().clear();
        let wanted = self.want(title, attributes).unwrap();
        self.trial.noop(&wanted)
    }

    /// Returns the commands run since the last call, except those with this prefix.
    fn ran_but(&self, query: &str) -> Vec<String> {
        self.ran.borrow().iter().filter(|line| !line.starts_with(query)).cloned().collect()
    }

    fn listed(&mut self) -> Vec<(String, Value)> {
        use marotte_sdk::AttributeValue as _;
        let listed = self.trial.instances().unwrap().into_iter();
        listed.map(|found| (found.title, found.is.ensure.map(|is| is.into_value()).unwrap_or_default())).collect()
    }
}

/// Formats a command with its input on one line.
fn line(command: &Command) -> String {
    let Program::Named(name) = &command.program else { panic!("no command is given") };
    // A command run by a shell only to set a directory is recorded as the command itself.
    let mut line = match (name.as_str(), &command.args[..]) {
        ("scratch", [_, _, words @ ..]) => words.join(" "),
        (name, words) => format!("{name} {}", words.join(" ")).trim_end().to_owned(),
    };
    for part in &command.stdin {
        if let Part::Text(text) = part {
            line += &format!(" < {}", text.trim_end());
        }
    }
    line
}

/// Returns an attribute with a string value.
fn text<'a>(name: &'a str, value: &str) -> (&'a str, Value) {
    (name, value.into())
}
