//! Tests of the types with recorded responses of real servers.

mod datadir;
mod faults;
mod grant;
mod server;
mod user;

use marotte_sdk::Result;
use marotte_sdk::fake::{Commands, FakeSystem, ended, input as sql, timed_out};
use marotte_sdk::system::Output;

/// A test system whose client responds depending on the statement.
fn machine(answer: impl Fn(&str) -> Result<Output> + 'static) -> (FakeSystem, Commands) {
    let machine = FakeSystem::new();
    machine.grant(include_str!("../provider.toml"));
    let ran = Commands::answering(&machine, move |command| answer(&sql(command)));
    (machine, ran)
}

/// Returns the statements last sent to the server.
fn statements(ran: &Commands) -> Vec<String> {
    let ran = ran.log();
    let last = ran.last().expect("something was run");
    assert_eq!(last.args.last().map(String::as_str), Some("--database=mysql"));
    sql(last).split_terminator(";\n").map(str::to_owned).collect()
}

fn printed(stdout: &str) -> Result<Output> {
    ended(0, stdout, "")
}

fn failed(stdout: &str, stderr: &str) -> Result<Output> {
    ended(1, stdout, stderr)
}
