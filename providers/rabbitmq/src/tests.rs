//! Tests of the types with a broker that behaves like RabbitMQ 3.10 on Debian 12.

mod account;
mod cookie;
mod faults;
mod rule;
mod topology;

use marotte_sdk::fake::{Commands, FakeSystem, ended, input, timed_out};
use marotte_sdk::system::{Command, Output, Program};
use marotte_sdk::{ReadSystem as _, Result, Value};

/// A test system whose programs respond depending on the program and its arguments, without options.
fn machine(answer: impl Fn(&str) -> Result<Output> + 'static) -> (FakeSystem, Commands) {
    let machine = FakeSystem::new();
    machine.grant(include_str!("../provider.toml"));
    let ran = Commands::answering(&machine, move |command| answer(&line(command)));
    (machine, ran)
}

/// Returns a command as one line, without common arguments.
fn line(command: &Command) -> String {
    let Program::Named(name) = &command.program else { panic!("only named commands are run") };
    let words = command.args.iter().map(String::as_str).filter(|word| !matches!(*word, "-q" | "--formatter=json"));
    std::iter::once(name.as_str()).chain(words).collect::<Vec<_>>().join(" ")
}

/// Returns the commands that changed the broker, without queries.
fn orders(ran: &Commands) -> Vec<String> {
    let is_question = |line: &String| line.contains(" list") || line.contains("authenticate_user");
    ran.log().iter().map(line).filter(|line| !is_question(line)).collect()
}

fn printed(stdout: &str) -> Result<Output> {
    ended(0, stdout, "")
}

fn table(pairs: &[(&str, Value)]) -> Value {
    Value::Hash(pairs.iter().map(|(key, value)| ((*key).into(), value.clone())).collect())
}

/// Returns the content of a file of the test system.
fn file(machine: &FakeSystem, path: &str) -> String {
    machine.read_text(&marotte_sdk::system::Place::unowned(path), 1 << 20).unwrap_or_default()
}
