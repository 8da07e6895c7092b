//! Tests of the provider with one repository, whose git has scripted answers and records its arguments.

mod changing;
mod making;
mod reading;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use marotte_sdk::fake::{Desired, FakeSystem, FileNode, ProviderTest};
use marotte_sdk::system::{Command, Output, Part, Program};
use marotte_sdk::{Result, Value};

use crate::{Component, Git, Vcsrepo};

const ONE: &str = "1111111111111111111111111111111111111111";
const TWO: &str = "2222222222222222222222222222222222222222";

/// Scripted exit codes and outputs by the prefix of a command without `-C PATH`.
type Answers = BTreeMap<String, (i32, String)>;

/// A test system, and the commands run on it.
struct Site {
    machine: FakeSystem,
    trial: ProviderTest<Git>,
    answers: Rc<RefCell<Answers>>,
    ran: Rc<RefCell<Vec<Command>>>,
}

impl Site {
    /// A system on which every git command succeeds.
    fn new() -> Self {
        let machine = FakeSystem::new();
        machine.put("/srv", FileNode::directory()).grant(include_str!("../provider.toml"));
        let (answers, ran) = (Rc::<RefCell<Answers>>::default(), Rc::<RefCell<Vec<Command>>>::default());
        let (known, noted, disk) = (Rc::clone(&answers), Rc::clone(&ran), machine.clone());
        machine.on_command(move |command| {
            noted.borrow_mut().push(command.clone());
            let line = words(command);
            if line.starts_with("clone ") || line.starts_with("init") {
                put_copy(&disk, line.contains("--bare") || line.contains("--mirror"));
            }
            if line == "config --local core.bare true" {
                let is = "core.bare\ntrue\0remote.origin.url\n/srv/one\0".to_owned();
                known.borrow_mut().insert("config --local --null --list".to_owned(), (0, is));
            }
            let known = known.borrow();
            let answer = known.iter().rev().find(|(start, _)| line.starts_with(start.as_str()));
            let (status, messages) = answer.map_or((0, ""), |(_, (status, messages))| (*status, messages));
            let (stdout, stderr) = if status > 1 { ("", messages) } else { (messages, "") };
            Ok(Output { status, stdout: stdout.into(), stderr: stderr.into(), truncated: false })
        });
        Self { trial: ProviderTest::new::<Component>(&machine, "git"), machine, answers, ran }
    }

    /// Creates a system with a clone of `/srv/one` whose branch `main` is at the first commit.
    fn with_copy() -> Self {
        let site = Self::new();
        put_copy(&site.machine, false);
        site.on("config --local --null --list", 0, "core.bare\nfalse\0remote.origin.url\n/srv/one\0flag\0");
        site.on("show-ref", 0, &format!("{ONE} HEAD\n{ONE} refs/heads/main\n"));
        site.on("symbolic-ref", 0, "refs/heads/main\n");
        site.on("rev-parse", 1, "");
        site
    }

    /// Scripts the outcome of commands with this prefix.
    fn on(&self, start: &str, status: i32, says: &str) -> &Self {
        self.answers.borrow_mut().insert(start.to_owned(), (status, says.to_owned()));
        self
    }

    fn want(&self, attributes: &[(&str, Value)]) -> Result<Desired<Vcsrepo>> {
        self.trial.prepare("/srv/copy", &[&[("path", "/srv/copy".into())], attributes].concat())
    }

    fn apply(&mut self, attributes: &[(&str, Value)]) -> Vec<String> {
        self.ran.borrow_mut().clear();
        let wanted = self.want(attributes).unwrap();
        self.trial.apply(&wanted)
    }

    fn noop(&mut self, attributes: &[(&str, Value)]) -> Vec<String> {
        self.ran.borrow_mut().clear();
        let wanted = self.want(attributes).unwrap();
        self.trial.noop(&wanted)
    }

    /// Returns the commands that were run, except those that only read the repository.
    fn ran(&self) -> Vec<String> {
        let looks = ["config --local --null --list", "show-ref", "symbolic-ref", "rev-parse"];
        let lines = self.ran.borrow().iter().map(words).collect::<Vec<_>>();
        lines.into_iter().filter(|line| !looks.iter().any(|look| line.starts_with(look))).collect()
    }

    /// Returns an environment variable of the last command.
    fn variable(&self, name: &str) -> Option<String> {
        let ran = self.ran.borrow();
        let (_, body) = ran.last()?.env.iter().find(|(known, _)| known == name)?;
        Some(text_of(body))
    }
}

fn put_copy(machine: &FakeSystem, is_bare: bool) {
    machine.put("/srv/copy", FileNode::directory());
    let directory = if is_bare {
        "/srv/copy"
    } else {
        machine.put("/srv/copy/.git", FileNode::directory());
        "/srv/copy/.git"
    };
    machine
        .put(&format!("{directory}/HEAD"), FileNode::file(""))
        .put(&format!("{directory}/config"), FileNode::file(""));
}

/// Returns the arguments of a command without its directory.
fn words(command: &Command) -> String {
    let Program::Named(name) = &command.program else { panic!("no command is given") };
    let arguments = command.args.strip_prefix(&["-C".to_owned(), "/srv/copy".to_owned()][..]).unwrap_or(&command.args);
    let program = if name == "git" { String::new() } else { format!("{name} ") };
    program + &arguments.join(" ")
}

fn text_of(body: &[Part]) -> String {
    body.iter().map(|part| if let Part::Text(text) = part { text.as_str() } else { "?" }).collect()
}

/// Returns an attribute with a text value.
fn text<'a>(name: &'a str, value: &str) -> (&'a str, Value) {
    (name, value.into())
}

/// Returns the attributes of a clone of `/srv/one` and additional ones.
fn copy<'a>(more: &[(&'a str, Value)]) -> Vec<(&'a str, Value)> {
    let mut all = vec![text("source", "/srv/one")];
    if !more.iter().any(|(name, _)| *name == "ensure") {
        all.push(text("ensure", "present"));
    }
    all.extend_from_slice(more);
    all
}
