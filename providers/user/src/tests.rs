//! Owns the tests of the type: a machine with a user and some groups, whose programs note what they are asked to do.

mod changing;
mod purging;
mod reading;
mod values;

use std::cell::RefCell;
use std::rc::Rc;

use marotte_sdk::fake::{Fake, Node, Trial};
use marotte_sdk::system::{Command, Output, Part, Program, User as Account};
use marotte_sdk::{Result, Value};

use crate::{Component, Useradd};

/// How the next run of a program ends: its name, its exit code, what it says.
type Answer = (&'static str, i32, &'static str);

/// A machine, and what was run on it.
struct Site {
    machine: Fake,
    trial: Trial<Useradd>,
    answers: Rc<RefCell<Vec<Answer>>>,
    ran: Rc<RefCell<Vec<String>>>,
}

impl Site {
    fn new() -> Self {
        let machine = Fake::new();
        machine
            .put("/etc/shadow", Node::file("root:*:1:0:99999:7:::\nann:$y$old:19000:1:90:7::21964:\n"))
            .put("/bin/sh", Node { mode: 0o755, ..Node::file("") })
            .put("/etc/motd", Node::file(""))
            .add_user(Account {
                name: "ann".to_owned(),
                uid: 5000,
                gid: 100,
                home: "/home/ann".to_owned(),
                shell: "/bin/sh".to_owned(),
                gecos: "Ann".to_owned(),
            })
            .add_group("audio", 29, &["ann", "bob"])
            .add_group("users", 100, &["ann"])
            .add_group("www", 33, &[]);
        let (answers, ran) = (Rc::<RefCell<Vec<Answer>>>::default(), Rc::<RefCell<Vec<String>>>::default());
        let (wanted, noted) = (Rc::clone(&answers), Rc::clone(&ran));
        machine.on_command(move |command| {
            let (name, line) = line(command);
            noted.borrow_mut().push(line);
            let mut wanted = wanted.borrow_mut();
            let place = wanted.iter().position(|(known, ..)| *known == name);
            let (_, status, said) = place.map_or(("", 0, ""), |place| wanted.remove(place));
            Ok(Output { status, stdout: said.as_bytes().to_vec(), stderr: Vec::new(), truncated: false })
        });
        Self { trial: Trial::new::<Component>(&machine, "useradd"), machine, answers, ran }
    }

    /// Says how the next run of a program ends.
    fn answer(&self, name: &'static str, status: i32, said: &'static str) -> &Self {
        self.answers.borrow_mut().push((name, status, said));
        self
    }

    fn apply(&mut self, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let wanted = self.trial.prepare(title, attributes).unwrap();
        self.trial.apply(&wanted)
    }

    fn noop(&mut self, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let wanted = self.trial.prepare(title, attributes).unwrap();
        self.trial.noop(&wanted)
    }

    fn refusal(&self, attributes: &[(&str, Value)]) -> String {
        self.trial.prepare("ann", attributes).err().unwrap_or_default()
    }

    /// What was run since it was last asked.
    fn ran(&self) -> Vec<String> {
        std::mem::take(&mut self.ran.borrow_mut())
    }
}

/// Writes a command as `name [arguments] < input`.
fn line(command: &Command) -> (String, String) {
    let Program::Named(name) = &command.program else { panic!("a user gives no commands") };
    let input = command.stdin.iter().map(|part| match part {
        Part::Text(text) => text.clone(),
        Part::Secret(_) => "SECRET".to_owned(),
        other => panic!("nobody reads {other:?}"),
    });
    let input: String = input.collect();
    let settings = if command.env.is_empty() { "" } else { "LIBUSER_CONF " };
    let redirected = if input.is_empty() { String::new() } else { format!(" < {}", input.trim_end()) };
    (name.clone(), format!("{settings}{name} {:?}{redirected}", command.args))
}

fn texts(texts: &[&str]) -> Value {
    Value::Array(texts.iter().map(|text| Value::from(*text)).collect())
}

fn present() -> (&'static str, Value) {
    ("ensure", "present".into())
}

fn absent() -> (&'static str, Value) {
    ("ensure", "absent".into())
}

fn number(number: i64) -> Value {
    Value::Integer(number)
}

fn fault(answer: Result<Vec<String>>) -> String {
    answer.err().map(|error| error.message).unwrap_or_default()
}
