//! Tests of the provider `base` and of the process table.

use marotte_sdk::system::Level;

use super::{Site, ensure};
use crate::base::Processes;

const TABLE: &str = "UID        PID  PPID  C STIME TTY          TIME CMD\n\
                     root         1     0  0 08:00 ?        00:00:00 init\n\
                     web       4711     1  0 08:00 ?        00:00:00 /usr/bin/queue --all\n";

fn site() -> Site<Processes> {
    let site = Site::new("base");
    site.answer("ps -ef", 0, TABLE);
    site
}

#[test]
fn process_is_found_by_its_pattern_and_killed() {
    let mut site = site();
    let attributes = [ensure("stopped"), ("pattern", "^web .*queue --a[l]+$".into())];
    assert_eq!(site.apply("x", &attributes), ["ensure: ensure changed 'running' to 'stopped'"]);
    assert_eq!(site.calls(), ["ps -ef", "ps -ef", "kill 4711"]);
}

#[test]
fn pattern_defaults_to_the_binary_or_the_name() {
    let mut site = site();
    assert_eq!(site.apply("queue", &[ensure("running")]), [""; 0]);
    assert_eq!(site.apply("x", &[ensure("running"), ("binary", "/usr/bin/queue".into())]), [""; 0]);
    let log = site.apply("x", &[ensure("running"), ("binary", "/usr/bin/other".into())]);
    assert_eq!(log, ["ensure: ensure changed 'stopped' to 'running'"]);
    assert_eq!(site.calls().last().unwrap(), "own binary");
    let log = site.apply("x", &[ensure("running")]);
    assert_eq!(
        log,
        ["ensure: change from 'stopped' to 'running' failed: Services must specify a start command or a binary"]
    );
}

#[test]
fn pattern_has_ruby_syntax() {
    let mut site = site();
    for pattern in [r"\Aweb\s+\h+", "queue(?! --none)", r"--all\Z"] {
        assert_eq!(site.apply("x", &[ensure("running"), ("pattern", pattern.into())]), [""; 0]);
    }
}

#[test]
fn invalid_pattern_is_an_error() {
    let mut site = site();
    let log = site.apply("x", &[ensure("running"), ("pattern", "(".into())]);
    assert!(log[0].starts_with("Could not evaluate: the pattern '(' is not valid: "), "{log:?}");
}

#[test]
fn process_that_cannot_be_killed_is_an_error() {
    let mut site = site();
    site.answer("kill 4711", 1, "kill: (4711): Operation not permitted\n");
    let reason =
        "Could not kill queue, PID 4711: Execution of 'kill 4711' returned 1: kill: (4711): Operation not permitted";
    let log = site.apply("queue", &[ensure("stopped")]);
    assert_eq!(log, [format!("ensure: change from 'running' to 'stopped' failed: {reason}")]);
}

#[test]
fn invalid_process_id_is_not_killed() {
    let mut site: Site<Processes> = Site::new("base");
    site.answer("ps -ef", 0, "queue -1\n");
    let log = site.apply("queue", &[ensure("stopped")]);
    let reason = "Could not kill queue, PID -1: '-1' is not a valid process ID";
    assert_eq!(log, [format!("ensure: change from 'running' to 'stopped' failed: {reason}")]);
    assert_eq!(site.calls(), ["ps -ef", "ps -ef"]);
}

#[test]
fn concurrently_ended_process_counts_as_stopped() {
    let mut site: Site<Processes> = Site::new("base");
    site.answer("ps -ef", 0, TABLE).answer("ps -ef", 0, "UID PID\n");
    assert_eq!(site.apply("queue", &[ensure("stopped")]), ["ensure: ensure changed 'running' to 'stopped'"]);
    assert_eq!(site.logged(Level::Info), ["queue is not running"]);
}
