//! Tests of commands in a manifest.

use marotte_sdk::{Code, Error, Value};

use super::{Site, ensure};
use crate::base::Processes;
use crate::systemd::Systemd;

fn own(attribute: &'static str) -> (&'static str, Value) {
    (attribute, format!("do {attribute}").into())
}

#[test]
fn commands_of_the_manifest_take_precedence() {
    let mut site: Site<Systemd> = Site::new("systemd");
    site.answer("own status", 1, "");
    let log = site.apply("x", &[ensure("running"), own("status"), own("start")]);
    assert_eq!(log, ["ensure: ensure changed 'stopped' to 'running'"]);
    assert_eq!(site.calls(), ["own status", "systemctl show --property=NeedDaemonReload -- x", "own start"]);
    site.answer("own status", 0, "").answer("own status", 0, "");
    site.calls();
    assert_eq!(site.refresh("x", &[own("status"), own("restart")]), Ok(()));
    assert_eq!(site.refresh("x", &[own("status"), own("restart")]), Ok(()));
    assert_eq!(site.calls().last().unwrap(), "own restart");
}

#[test]
fn restart_can_consist_of_stop_and_start() {
    let mut site: Site<Processes> = Site::new("base");
    assert_eq!(site.refresh("x", &[own("status"), own("stop"), own("start")]), Ok(()));
    assert_eq!(site.calls(), ["own status", "own stop", "own start"]);
}

#[test]
fn missing_status_command_means_stopped() {
    let mut site: Site<Processes> = Site::new("base");
    site.fail("own status", Error::new(Code::NotFound, "Could not find command 'x'"));
    assert_eq!(site.apply("x", &[ensure("stopped"), own("status")]), [""; 0]);
    site.fail("own status", Error::new(Code::Timeout, "it took too long"));
    site.apply("x", &[ensure("stopped"), own("status")]);
    let log = site.apply("x", &[ensure("stopped"), own("status")]);
    assert_eq!(log, ["Could not evaluate: it took too long"]);
}

#[test]
fn output_of_a_failing_command_is_reported() {
    let mut site: Site<Processes> = Site::new("base");
    site.answer("own status", 1, "").answer("own start", 3, "hi\n");
    let log =
        site.apply("x y", &[ensure("running"), own("status"), ("start", vec!["sh", "-c", "echo hi; exit 3"].into())]);
    let reason = "Could not start Service[x y]: Execution of 'sh -c echo hi; exit 3' returned 3: hi";
    assert_eq!(log, [format!("ensure: change from 'stopped' to 'running' failed: {reason}")]);
}

#[test]
fn secret_command_is_redacted() {
    let mut site: Site<Processes> = Site::new("base");
    site.answer("own status", 1, "").answer("own start", 3, "the password is canary\n");
    let secret = Value::Secret(site.machine.secret("start --password canary"));
    let log = site.apply("x", &[ensure("running"), own("status"), ("start", secret)]);
    let reason = "Could not start Service[x]: Execution of '[redacted]' failed";
    assert_eq!(log, [format!("ensure: change from 'stopped' to 'running' failed: {reason}")]);
    assert!(site.machine.lines().iter().all(|line| !line.text.contains("canary")));
}
