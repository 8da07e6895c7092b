//! Tests of the types with a scripted server and in-memory files.

mod conf;
mod psql;
mod server;

use std::cell::RefCell;
use std::rc::Rc;

use marotte_sdk::fake::FakeSystem;
use marotte_sdk::system::{Command, Output, Part};
use marotte_sdk::{Error, Result};

/// The commands that were run.
type Ran = Rc<RefCell<Vec<Command>>>;

/// A test system whose `psql` responds depending on the statement.
fn machine(answer: impl Fn(&str) -> Result<Output> + 'static) -> (FakeSystem, Ran) {
    let machine = FakeSystem::new();
    machine.grant(include_str!("../provider.toml"));
    let ran = Ran::default();
    let noted = Rc::clone(&ran);
    machine.on_command(move |command| {
        noted.borrow_mut().push(command.clone());
        answer(&sql(command))
    });
    (machine, ran)
}

/// Returns the SQL passed to a command on standard input or as the last argument.
fn sql(command: &Command) -> String {
    let text = |part: &Part| match part {
        Part::Text(text) => text.clone(),
        Part::Secret(part) => format!("<secret {}>", part.token),
        other => format!("{other:?}"),
    };
    let input: String = command.stdin.iter().map(text).collect();
    if input.is_empty() { command.args.last().cloned().unwrap_or_default() } else { input }
}

fn ended(status: i32, output: &str) -> Result<Output> {
    Ok(Output { status, stdout: output.as_bytes().to_vec(), stderr: Vec::new(), truncated: false })
}

fn timed_out() -> Error {
    Error::new(marotte_sdk::Code::Timeout, "Command exceeded timeout")
}
