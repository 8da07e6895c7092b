//! Tests of the types with a broker that behaves like RabbitMQ 3.10 on Debian 12.

mod account;
mod cookie;
mod faults;
mod rule;
mod topology;

use std::cell::RefCell;
use std::rc::Rc;

use marotte_sdk::fake::FakeSystem;
use marotte_sdk::system::{Command, Output, Part, Program};
use marotte_sdk::{Code, Error, ReadSystem as _, Result, Value};

/// The commands that were run.
type Ran = Rc<RefCell<Vec<Command>>>;

/// A test system whose programs respond depending on the program and its arguments, without options.
fn machine(answer: impl Fn(&str) -> Result<Output> + 'static) -> (FakeSystem, Ran) {
    let machine = FakeSystem::new();
    machine.grant(include_str!("../provider.toml"));
    let ran = Ran::default();
    let noted = Rc::clone(&ran);
    machine.on_command(move |command| {
        noted.borrow_mut().push(command.clone());
        answer(&line(command))
    });
    (machine, ran)
}

/// Returns a command as one line, without common arguments.
fn line(command: &Command) -> String {
    let Program::Named(name) = &command.program else { panic!("only named commands are run") };
    let words = command.args.iter().map(String::as_str).filter(|word| !matches!(*word, "-q" | "--formatter=json"));
    std::iter::once(name.as_str()).chain(words).collect::<Vec<_>>().join(" ")
}

/// Returns the standard input of a command, with secrets shown as numbers.
fn input(command: &Command) -> String {
    let text = |part: &Part| match part {
        Part::Text(text) => text.clone(),
        Part::Secret(part) => format!("<secret {}>", part.token),
        other => format!("{other:?}"),
    };
    command.stdin.iter().map(text).collect()
}

/// Returns the commands that changed the broker, without queries.
fn orders(ran: &Ran) -> Vec<String> {
    let is_question = |line: &String| line.contains(" list") || line.contains("authenticate_user");
    ran.borrow().iter().map(line).filter(|line| !is_question(line)).collect()
}

fn said(stdout: &str) -> Result<Output> {
    ended(0, stdout, "")
}

fn ended(status: i32, stdout: &str, stderr: &str) -> Result<Output> {
    Ok(Output { status, stdout: stdout.as_bytes().to_vec(), stderr: stderr.as_bytes().to_vec(), truncated: false })
}

fn timed_out() -> Result<Output> {
    Err(Error::new(Code::Timeout, "Command exceeded timeout"))
}

fn table(pairs: &[(&str, Value)]) -> Value {
    Value::Hash(pairs.iter().map(|(key, value)| ((*key).into(), value.clone())).collect())
}

/// Returns the content of a file of the test system.
fn file(machine: &FakeSystem, path: &str) -> String {
    machine.read_text(&marotte_sdk::system::Place { row: 0, path: path.to_owned() }, 1 << 20).unwrap_or_default()
}
