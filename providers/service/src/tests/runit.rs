//! Owns the tests of the provider `runit`.

use marotte_sdk::fake::Node;

use super::{Site, enable, ensure};
use crate::runit::Runit;

fn site() -> Site<Runit> {
    let site = Site::new("runit");
    site.machine
        .put("/etc/sv/x/run", Node::file(""))
        .put("/etc/sv/y/run", Node::file(""))
        .put("/etc/service", Node::directory());
    site
}

#[test]
fn a_service_is_linked_and_started() {
    let mut site = site();
    site.answer("sv status /etc/sv/x", 1, "warning: /etc/sv/x: unable to open supervise/ok: file does not exist\n");
    assert_eq!(site.apply("x", &[ensure("running")]), ["ensure: ensure changed 'stopped' to 'running'"]);
    assert_eq!(site.calls().last().unwrap(), "sv start /etc/service/x");
    assert_eq!(site.machine.effects()[..2], ["make_symlink /etc/service/x", "sleep 5"]);
    assert_eq!(site.apply("x", &[enable("true")]), [""; 0]);
    assert_eq!(site.apply("x", &[enable("false")]), ["enable: enable changed 'true' to 'false'"]);
    assert!(site.machine.node("/etc/service/x").is_none());
}

#[test]
fn what_runs_is_stopped_and_stays_linked() {
    let mut site = site();
    site.machine.put("/etc/service/x", Node::symlink("/etc/sv/x"));
    site.answer("sv status /etc/sv/x", 0, "run: /etc/sv/x: (pid 5) 3s\n");
    assert_eq!(site.apply("x", &[ensure("stopped")]), ["ensure: ensure changed 'running' to 'stopped'"]);
    assert_eq!(site.calls(), ["sv status /etc/sv/x", "sv stop /etc/service/x"]);
    assert!(site.machine.node("/etc/service/x").is_some());
    assert_eq!(site.refresh("x", &[]), Ok(()));
    assert_eq!(site.calls().last().unwrap(), "sv restart /etc/service/x");
}

#[test]
fn a_status_that_fails_is_an_error() {
    let mut site = site();
    site.answer("sv status /etc/sv/x", 1, "fail: /etc/sv/x: unable to change to service directory\n");
    let reason =
        "Execution of 'sv status /etc/sv/x' returned 1: fail: /etc/sv/x: unable to change to service directory";
    let told = site.apply("x", &[ensure("running")]);
    assert_eq!(told, [format!("Could not evaluate: Could not get status for service Service[x]: {reason}")]);
}

#[test]
fn nothing_is_linked_that_is_not_there() {
    let mut site = site();
    site.answer("sv status /srv/sv/z", 1, "warning: nothing\n");
    let told = site.apply("z", &[enable("true"), ("path", "/srv/sv".into()), ("manifest", "make-it".into())]);
    let reason =
        "No daemon directory found for /etc/service/z: /srv/sv/z; 'manifest' is not run to make it, an exec can";
    assert_eq!(told, [format!("enable: change from 'false' to 'true' failed: {reason}")]);
}

#[test]
fn folders_with_a_run_file_are_listed() {
    let mut site = site();
    site.machine.put("/etc/sv/none/finish", Node::file(""));
    site.answer("sv status /etc/sv/x", 0, "run: /etc/sv/x: (pid 5) 3s\n").answer(
        "sv status /etc/sv/y",
        0,
        "down: /etc/sv/y\n",
    );
    let titles: Vec<String> = site.trial.instances().unwrap().into_iter().map(|found| found.title).collect();
    assert_eq!(titles, ["x", "y"]);
}
