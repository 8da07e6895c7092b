//! Tests of the types: a server with scripted answers, and files in memory.

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

/// A test system whose `psql` answers depending on the statement.
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

/// Returns the SQL that a command gets: by its input, or after its last option.
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
