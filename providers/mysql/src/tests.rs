//! Tests of the types with recorded responses of real servers.

mod datadir;
mod faults;
mod grant;
mod server;
mod user;

use std::cell::RefCell;
use std::rc::Rc;

use marotte_sdk::fake::FakeSystem;
use marotte_sdk::system::{Command, Output, Part};
use marotte_sdk::{Error, Result};

/// The commands that were run.
type Ran = Rc<RefCell<Vec<Command>>>;

/// A test system whose client responds depending on the statement.
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

/// Returns the SQL passed to a command, with secrets shown as numbers.
fn sql(command: &Command) -> String {
    let text = |part: &Part| match part {
        Part::Text(text) => text.clone(),
        Part::Secret(part) => format!("<secret {} as {:?}>", part.token, part.form),
        other => format!("{other:?}"),
    };
    command.stdin.iter().map(text).collect()
}

/// Returns the statements last sent to the server.
fn statements(ran: &Ran) -> Vec<String> {
    let ran = ran.borrow();
    let last = ran.last().expect("something was run");
    assert_eq!(last.args.last().map(String::as_str), Some("--database=mysql"));
    sql(last).split_terminator(";\n").map(str::to_owned).collect()
}

fn said(stdout: &str) -> Result<Output> {
    Ok(Output { status: 0, stdout: stdout.as_bytes().to_vec(), stderr: Vec::new(), truncated: false })
}

fn failed(stdout: &str, stderr: &str) -> Result<Output> {
    Ok(Output { status: 1, stdout: stdout.as_bytes().to_vec(), stderr: stderr.as_bytes().to_vec(), truncated: false })
}

fn timed_out() -> Result<Output> {
    Err(Error::new(marotte_sdk::Code::Timeout, "Command exceeded timeout"))
}
