//! Tests of the type with a database in memory.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use marotte_sdk::fake::{Commands, FakeSystem, ProviderTest, ended, input};
use marotte_sdk::system::{Command, Output, Program};
use marotte_sdk::{Result, Value};

use crate::{Component, Database};

/// Answers and flags by question.
type Answers = Rc<RefCell<BTreeMap<String, (String, bool)>>>;

struct Site {
    machine: FakeSystem,
    trial: ProviderTest<Database>,
    answers: Answers,
    ran: Commands,
}

impl Site {
    fn new(answers: &[(&str, &str, bool)]) -> Self {
        let machine = FakeSystem::new();
        machine.grant(include_str!("../provider.toml"));
        let answers = answers.iter().map(|(name, value, seen)| ((*name).to_owned(), ((*value).to_owned(), *seen)));
        let answers = Rc::new(RefCell::new(answers.collect::<BTreeMap<_, _>>()));
        let known = Rc::clone(&answers);
        let ran = Commands::answering(&machine, move |command| respond(&known, command));
        Self { trial: ProviderTest::new::<Component>(&machine, "debian"), machine, answers, ran }
    }

    fn apply(&mut self, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let wanted = self.trial.prepare(title, attributes).unwrap();
        self.trial.apply(&wanted)
    }

    fn fault(&self, title: &str, attributes: &[(&str, Value)]) -> String {
        self.trial.prepare(title, attributes).err().unwrap().message
    }

    /// Returns the input of the last command.
    fn last_input(&self) -> String {
        self.ran.log().last().map(input).unwrap_or_default()
    }
}

/// Behaves like the programs of Debian 12.
fn respond(answers: &Answers, command: &Command) -> Result<Output> {
    let Program::Named(program) = &command.program else { panic!("only named commands are run") };
    let (input, mut answers) = (input(command), answers.borrow_mut());
    let mut output = String::new();
    for line in input.lines() {
        let words: Vec<&str> = line.splitn(4, ' ').collect();
        let answer = if program == "debconf-communicate" { answers.get(words[1]).cloned() } else { None };
        let missing = || format!("10 {} doesn't exist\n", words[1]);
        match (program.as_str(), words.as_slice()) {
            ("debconf-communicate", ["GET", _]) => {
                output += &answer.map_or_else(missing, |(value, _)| format!("0 {value}\n"));
            }
            ("debconf-communicate", ["FGET", _, "seen"]) => {
                output += &answer.map_or_else(missing, |(_, seen)| format!("0 {seen}\n"));
            }
            ("debconf-communicate", ["UNREGISTER", question]) => {
                output += &answers.remove(*question).map_or_else(missing, |_| "0\n".to_owned());
            }
            ("debconf-set-selections", [_, question, "seen", flag]) => {
                let known = answers.get_mut(*question);
                known.unwrap().1 = *flag == "true";
            }
            ("debconf-set-selections", [_, question, _, value]) => {
                drop(answers.insert((*question).to_owned(), ((*value).to_owned(), true)));
            }
            other => panic!("unknown request {other:?}"),
        }
    }
    let status = if output.ends_with("exist\n") { 10 } else { 0 };
    ended(status, &output, "")
}

fn of_type(kind: &str) -> (&'static str, Value) {
    ("type", kind.into())
}

fn value(text: &str) -> (&'static str, Value) {
    ("value", text.into())
}

#[test]
fn answer_is_created_changed_and_removed() {
    let mut site = Site::new(&[]);
    let europe = [of_type("select"), value(" Europe ")];
    assert_eq!(site.apply("tzdata/Areas", &europe), ["ensure: created"]);
    assert_eq!(site.last_input(), "tzdata tzdata/Areas select Europe\n");
    assert_eq!(site.apply("tzdata/Areas", &europe), [""; 0]);
    let asia = [of_type("select"), value("Asia"), ("seen", false.into())];
    assert_eq!(
        site.apply("tzdata/Areas", &asia),
        ["value: value changed 'Europe' to 'Asia'", "seen: seen changed 'true' to 'false'"]
    );
    assert_eq!(site.last_input(), "tzdata tzdata/Areas select Asia\ntzdata tzdata/Areas seen false\n");
    assert_eq!(site.apply("tzdata/Areas", &asia), [""; 0]);
    assert_eq!(site.apply("tzdata/Areas", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert!(site.answers.borrow().is_empty());
    assert_eq!(site.apply("tzdata/Areas", &[("ensure", "absent".into())]), [""; 0]);
}

#[test]
fn flag_is_set_without_changing_the_answer() {
    let mut site = Site::new(&[("a0/b", "x", false)]);
    let seen = [of_type("string"), ("seen", true.into())];
    assert_eq!(site.apply("a0/b", &seen), ["seen: seen changed 'false' to 'true'"]);
    assert_eq!(site.last_input(), "a0 a0/b seen true\n");
    assert_eq!(site.answers.borrow()["a0/b"], ("x".to_owned(), true));
}

#[test]
fn question_of_a_different_package_is_managed_by_item() {
    let mut site = Site::new(&[]);
    let attributes = [
        of_type("boolean"),
        value("true"),
        ("item", "libraries/restart-without-asking".into()),
        ("package", "libc6".into()),
    ];
    assert_eq!(site.apply("restart", &attributes), ["ensure: created"]);
    assert_eq!(site.last_input(), "libc6 libraries/restart-without-asking boolean true\n");
    assert_eq!(site.ran.log()[0].args, ["libc6"]);
}

#[test]
fn secret_answer_is_passed_on_standard_input() {
    let mut site = Site::new(&[]);
    let secret = Value::Secret(site.machine.secret("hidden"));
    assert_eq!(site.apply("db/password", &[of_type("password"), ("value", secret)]), ["ensure: created"]);
    assert_eq!(site.last_input(), "db db/password password <secret 1 as Form::Line>\n");
}

#[test]
fn invalid_attributes_are_errors() {
    let site = Site::new(&[]);
    let text = of_type("string");
    assert_eq!(site.fault("a0/b", &[value("x")]), "type is a required attribute");
    let pattern = r"Valid values match /^[a-z0-9][a-z0-9:.+-]+\/[a-zA-Z0-9\/_.+-]+$/.";
    for bad in ["a0", "a/b", "A0/b", "a0/", "a0/b c"] {
        assert_eq!(site.fault(bad, std::slice::from_ref(&text)), format!("Invalid value \"{bad}\". {pattern}"));
    }
    for bad in ["a\nb", "a\rb", "a\\"] {
        let fault = site.fault("a0/b", &[text.clone(), value(bad)]);
        assert_eq!(fault, "The value must be one line that does not end with a backslash", "{bad:?}");
    }
}

#[test]
fn failed_command_is_the_error_of_the_resource() {
    let mut site = Site::new(&[]);
    site.machine.on_command(|_| ended(1, "", "debconf: the database is locked by another process\n"));
    let messages = site.apply("a0/b", &[of_type("string"), value("x")]);
    let reason = "Execution of 'debconf-communicate a0' returned 1: debconf: the database is locked by another process";
    assert_eq!(messages, [format!("Could not evaluate: {reason}")]);
    site.machine.on_command(|command| match command.args.as_slice() {
        [] => ended(1, "", "error: Cannot find a question\n"),
        _ => ended(10, "10 a0/b doesn't exist\n10 a0/b doesn't exist\n", ""),
    });
    let messages = site.apply("a0/b", &[of_type("string"), value("x")]);
    let reason = "Execution of 'debconf-set-selections' returned 1: error: Cannot find a question";
    assert_eq!(messages, [format!("ensure: change from 'absent' to 'present' failed: {reason}")]);
}
