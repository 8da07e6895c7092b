//! Tests of the checks that decide whether a command runs.

use marotte_sdk::fake::FileNode;

use super::*;
use ExecAttribute::{Command as Main, Onlyif, Unless};

const DONE: [&str; 1] = ["returns: executed successfully"];
const NOTHING: [&str; 0] = [];

#[test]
fn command_without_checks_runs_each_time() {
    let mut site = Site::new();
    assert_eq!(site.apply(&[fine()]), DONE);
    assert_eq!(site.apply(&[fine()]), DONE);
    assert_eq!(site.noop(&[fine()]), ["returns: current_value 'notrun', should be ['0'] (noop)"]);
    assert_eq!(
        site.noop(&[fine(), ("returns", texts(&["0", "2"]))]),
        ["returns: current_value 'notrun', should be ['0', '2'] (noop)"]
    );
    assert_eq!(site.runs(), [(Main, 0), (Main, 0)]);
}

#[test]
fn command_without_exit_codes_does_not_run() {
    let mut site = Site::new();
    assert_eq!(site.apply(&[fine(), ("returns", texts(&[])), ("unless", "/bin/u".into())]), NOTHING);
    assert_eq!(site.runs(), []);
}

#[test]
fn creates_skips_the_command_if_the_path_exists() {
    let mut site = Site::new();
    let attributes = [fine(), ("creates", texts(&["/made", "/other"]))];
    assert_eq!(site.apply(&attributes), DONE);
    site.machine.put("/other", FileNode::file(""));
    assert_eq!(site.apply(&attributes), NOTHING);
    assert_eq!(
        site.logged(Level::Debug)[3..],
        [
            "Checking that 'creates' path '/made' exists",
            "Checking that 'creates' path '/other' exists",
            "'/bin/true' won't be executed because of failed check 'creates'"
        ]
    );
}

#[test]
fn dangling_link_does_not_satisfy_creates() {
    let mut site = Site::new();
    site.machine.put("/made", FileNode::symlink("/nowhere"));
    assert_eq!(site.apply(&[fine(), ("creates", "/made".into())]), DONE);
    site.machine.fail("stat", Error::new(Code::Denied, "Permission denied"));
    assert_eq!(site.apply(&[fine(), ("creates", "/made".into())]), DONE);
    site.machine.fail("stat", Error::new(Code::Refused, "no grant"));
    assert_eq!(site.apply(&[fine(), ("creates", "/made".into())]), ["Could not evaluate: no grant"]);
}

#[test]
fn unless_must_fail_and_onlyif_must_succeed() {
    for (unless, onlyif, is_due) in [(0, 0, false), (1, 0, true), (1, 1, false), (0, 1, false)] {
        let mut site = Site::new();
        site.answer(Unless, ended(unless, "")).answer(Onlyif, ended(onlyif, ""));
        let messages = site.apply(&[fine(), ("unless", "/bin/u".into()), ("onlyif", "/bin/o".into())]);
        assert_eq!(messages == DONE, is_due, "{unless} {onlyif}");
    }
}

#[test]
fn first_failing_check_is_decisive() {
    let mut site = Site::new();
    site.answer_at(Unless, 0, ended(1, "said\nmore\n")).answer_at(Unless, 1, ended(0, ""));
    let list = vec![Value::from("/bin/a"), texts(&["/bin/b", "c"]), "/bin/c".into()];
    assert_eq!(site.apply(&[fine(), ("unless", list.into()), ("onlyif", "/bin/o".into())]), NOTHING);
    assert_eq!(site.runs(), [(Unless, 0), (Unless, 1)]);
    assert_eq!(
        site.logged(Level::Debug),
        [
            "Executing check '/bin/a'",
            "said",
            "more",
            "Executing check '[\"/bin/b\", \"c\"]'",
            "'/bin/true' won't be executed because of failed check 'unless'"
        ]
    );
    let about = site.machine.lines()[1].about;
    assert_eq!(about.attribute, Some(Unless.index()));
}

#[test]
fn check_that_times_out_fails() {
    let mut site = Site::new();
    site.answer(Unless, fault(Code::Timeout));
    assert_eq!(site.apply(&[fine(), ("unless", "/bin/u".into())]), NOTHING);
    assert_eq!(site.logged(Level::Err), ["Check \"/bin/u\" exceeded timeout"]);
    assert_eq!(site.machine.lines()[1].about.attribute, Some(Unless.index()));
}

#[test]
fn check_that_cannot_run_fails_the_resource() {
    let mut site = Site::new();
    site.answer(Onlyif, fault(Code::NotFound));
    assert_eq!(site.apply(&[fine(), ("onlyif", "/bin/o x".into())]), ["Could not evaluate: message of the host"]);
    site.answer(Onlyif, ended(127, "/bin/sh: 1: x: not found\n"));
    assert_eq!(site.apply(&[fine(), ("onlyif", "/bin/o".into())]), ["Could not evaluate: /bin/sh: 1: x: not found"]);
    assert_eq!(
        site.apply(&[fine(), ("onlyif", "/bin/o".into()), ("cwd", "/none".into())]),
        ["Could not evaluate: Working directory /none does not exist!"]
    );
}

#[test]
fn refreshonly_waits_for_a_refresh() {
    let mut site = Site::new();
    assert_eq!(site.apply(&[fine(), ("refreshonly", true.into()), ("unless", "/bin/u".into())]), NOTHING);
    assert_eq!(site.runs(), []);
    assert_eq!(site.logged(Level::Debug), ["'/bin/true' won't be executed because of failed check 'refreshonly'"]);
    assert_eq!(site.apply(&[fine(), ("refreshonly", "false".into())]), DONE);
}
