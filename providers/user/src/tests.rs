//! Tests of the type: a system with a user and some groups, whose programs record their arguments.

mod changing;
mod purging;
mod reading;
mod values;

use marotte_sdk::fake::{FakeSystem, FileNode, Programs, ProviderTest};
use marotte_sdk::system::User as Account;
use marotte_sdk::{Result, Value};

use crate::{Component, Useradd};

/// A test system and its programs.
struct Site {
    machine: FakeSystem,
    trial: ProviderTest<Useradd>,
    programs: Programs,
}

impl Site {
    fn new() -> Self {
        let machine = FakeSystem::new();
        machine
            .put("/etc/shadow", FileNode::file("root:*:1:0:99999:7:::\nann:$y$old:19000:1:90:7::21964:\n"))
            .put("/bin/sh", FileNode { mode: 0o755, ..FileNode::file("") })
            .put("/etc/motd", FileNode::file(""))
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
        Self { trial: ProviderTest::new::<Component>(&machine, "useradd"), programs: machine.programs(), machine }
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
        self.trial.prepare("ann", attributes).err().map(|error| error.message).unwrap_or_default()
    }
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
