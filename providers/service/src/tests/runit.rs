//! Tests of the provider `runit`.

use marotte_sdk::fake::FileNode;
use marotte_sdk::{Code, Error};

use super::{Site, enable, ensure};
use crate::runit::Runit;

/// The process table when runit supervises `x`.
const TABLE: &str = "UID        PID  PPID  C STIME TTY          TIME CMD\n\
                     root       130     1  0 08:00 ?        00:00:00 runsvdir -P /etc/service\n\
                     root       132   130  0 08:00 ?        00:00:00 runsv x\n";

fn site() -> Site<Runit> {
    let site = Site::new("runit");
    site.machine
        .put("/etc/sv/x/run", FileNode::file(""))
        .put("/etc/sv/y/run", FileNode::file(""))
        .put("/etc/service", FileNode::directory());
    site
}

/// Creates a system with a supervised service `x` and this status file.
fn site_with(note: &str) -> Site<Runit> {
    let site = site();
    site.machine
        .put("/etc/service/x", FileNode::symlink("/etc/sv/x"))
        .put("/etc/sv/x/supervise/stat", FileNode::file(note));
    site.answer("ps -ef", 0, TABLE);
    site
}

#[test]
fn service_is_linked_and_started() {
    let mut site = site();
    assert_eq!(site.apply("x", &[ensure("running")]), ["ensure: ensure changed 'stopped' to 'running'"]);
    assert_eq!(site.calls().last().unwrap(), "sv start /etc/service/x");
    assert_eq!(site.machine.effects()[..2], ["make_symlink /etc/service/x", "sleep 5"]);
    assert_eq!(site.apply("x", &[enable("true")]), [""; 0]);
    assert_eq!(site.apply("x", &[enable("false")]), ["enable: enable changed 'true' to 'false'"]);
    assert!(site.machine.node("/etc/service/x").is_none());
}

#[test]
fn running_service_is_stopped_and_stays_linked() {
    let mut site = site_with("run\n");
    assert_eq!(site.apply("x", &[ensure("stopped")]), ["ensure: ensure changed 'running' to 'stopped'"]);
    assert_eq!(site.calls().last().unwrap(), "sv stop /etc/service/x");
    assert!(site.machine.node("/etc/service/x").is_some());
    assert_eq!(site.refresh("x", &[]), Ok(()));
    assert_eq!(site.calls().last().unwrap(), "sv restart /etc/service/x");
}

#[test]
fn status_file_is_used_while_runit_supervises_the_service() {
    assert_eq!(site_with("run, want down\n").apply("x", &[ensure("running")]), [""; 0]);
    assert_eq!(site_with("down\n").apply("x", &[ensure("stopped")]), [""; 0]);
    let mut left_over = site();
    left_over.machine.put("/etc/sv/y/supervise/stat", FileNode::file("run\n"));
    left_over.answer("ps -ef", 0, TABLE);
    assert_eq!(left_over.apply("y", &[ensure("stopped")]), [""; 0]);
}

#[test]
fn unknown_status_is_an_error() {
    let mut site = site();
    let reason = "unable to change to service directory /etc/sv/z: file does not exist";
    let log = site.apply("z", &[ensure("running")]);
    assert_eq!(log, [format!("Could not evaluate: Could not get status for service Service[z]: {reason}")]);
    let mut site = site_with("run\n");
    site.machine.fail("read_text", Error::new(Code::Io, "Input/output error"));
    let log = site.apply("x", &[ensure("running")]);
    assert_eq!(log, ["Could not evaluate: Could not get status for service Service[x]: Input/output error"]);
}

#[test]
fn directories_with_a_run_file_are_listed() {
    let mut site = site();
    site.machine.put("/etc/sv/none/finish", FileNode::file(""));
    let titles: Vec<String> = site.trial.instances().unwrap().into_iter().map(|found| found.title).collect();
    assert_eq!(titles, ["x", "y"]);
}
