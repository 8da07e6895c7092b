//! Tests of the types with a scripted server and in-memory files.

mod conf;
mod psql;
mod server;

use marotte_sdk::Result;
use marotte_sdk::fake::{self, Commands, FakeSystem, input, timed_out};
use marotte_sdk::system::{Command, Output};

/// A test system whose `psql` responds depending on the statement.
fn machine(answer: impl Fn(&str) -> Result<Output> + 'static) -> (FakeSystem, Commands) {
    let machine = FakeSystem::new();
    machine.grant(include_str!("../provider.toml"));
    let ran = Commands::answering(&machine, move |command| answer(&sql(command)));
    (machine, ran)
}

/// Returns the SQL passed to a command on standard input or as the last argument.
fn sql(command: &Command) -> String {
    let input = input(command);
    if input.is_empty() { command.args.last().cloned().unwrap_or_default() } else { input }
}

fn ended(status: i32, output: &str) -> Result<Output> {
    fake::ended(status, output, "")
}
