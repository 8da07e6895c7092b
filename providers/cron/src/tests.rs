//! Tests of the type: systems with crontabs that behave like Debian's cron, and the resulting crontabs.

mod editing;
mod faults;
mod listing;
mod values;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use marotte_sdk::fake::{FakeSystem, ProviderTest};
use marotte_sdk::system::{Command, Output, Part, Program};
use marotte_sdk::{Result, Value};

use crate::{Component, Crontab};

/// A test system with the users root and web, and their crontabs.
struct Site {
    machine: FakeSystem,
    trial: ProviderTest<Crontab>,
    tables: Rc<RefCell<BTreeMap<String, String>>>,
    calls: Rc<RefCell<Vec<String>>>,
}

impl Site {
    fn new(tables: &[(&str, &str)]) -> Self {
        let machine = FakeSystem::new();
        machine.account("root", 0).account("web", 1000).set_fact("identity.user", "root");
        let tables = tables.iter().map(|(user, text)| ((*user).to_owned(), (*text).to_owned())).collect();
        let tables: Rc<RefCell<BTreeMap<String, String>>> = Rc::new(RefCell::new(tables));
        let calls = Rc::<RefCell<Vec<String>>>::default();
        let (kept, noted) = (Rc::clone(&tables), Rc::clone(&calls));
        machine.on_command(move |command| {
            noted.borrow_mut().push(command.args.join(" "));
            Ok(cron(&mut kept.borrow_mut(), command))
        });
        Self { trial: ProviderTest::new::<Component>(&machine, "crontab"), machine, tables, calls }
    }

    /// Applies a job twice and checks that the second run makes no changes.
    fn apply(&mut self, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let wanted = self.trial.prepare(title, attributes).unwrap();
        let messages = self.trial.apply(&wanted);
        assert_eq!(self.trial.apply(&wanted), [""; 0]);
        messages
    }

    /// Applies a job that is expected to fail.
    fn fail(&mut self, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let wanted = self.trial.prepare(title, attributes).unwrap();
        self.trial.apply(&wanted)
    }

    fn refusal(&self, attributes: &[(&str, Value)]) -> String {
        let refusal = self.trial.prepare("x", attributes).err().map(|error| error.message).unwrap_or_default();
        // The host adds the attribute to the message.
        refusal
            .strip_prefix("attribute '")
            .and_then(|rest| rest.split_once("': "))
            .map_or(refusal.as_str(), |it| it.1)
            .to_owned()
    }

    fn text(&self, user: &str) -> String {
        self.tables.borrow().get(user).cloned().unwrap_or_default()
    }
}

/// Simulates the command `crontab`.
fn cron(tables: &mut BTreeMap<String, String>, command: &Command) -> Output {
    assert_eq!(command.program, Program::Named("crontab".to_owned()));
    let args: Vec<&str> = command.args.iter().map(String::as_str).collect();
    let (user, verb) = match args[..] {
        ["-u", user, verb] => (user, verb),
        [verb] => ("root", verb),
        _ => panic!("crontab {args:?}"),
    };
    match (verb, tables.get(user)) {
        ("-", _) => {
            let [Part::Text(text)] = &command.stdin[..] else { panic!("a text") };
            tables.insert(user.to_owned(), text.clone());
            printed(0, "")
        }
        (_, Some(text)) => printed(0, text),
        (_, None) => printed(1, &format!("no crontab for {user}\n")),
    }
}

fn printed(status: i32, text: &str) -> Output {
    Output { status, stdout: text.as_bytes().to_vec(), stderr: Vec::new(), truncated: false }
}

fn texts(texts: &[&str]) -> Value {
    Value::Array(texts.iter().map(|text| Value::from(*text)).collect())
}

fn answered(text: &'static str, status: i32) -> impl FnMut(&Command) -> Result<Output> {
    move |_| Ok(printed(status, text))
}
