//! Tests of `validate_cmd`.

use marotte_sdk::Error;
use marotte_sdk::system::{Command, Level, Output, Program};

use super::*;

/// Creates a system on which validation searches for "good" in the file that replaces the placeholder.
fn judge() -> FakeSystem {
    let machine = machine();
    let files = machine.clone();
    machine.on_command(move |command: &Command| {
        let Program::Given(given) = &command.program else { return Err(Error::invalid("named")) };
        let is_good = files.text(&given.replace[0].1).contains("good");
        let output = if is_good { "fine\n" } else { "bad word\n" };
        Ok(Output { status: i32::from(!is_good), stdout: output.into(), stderr: Vec::new(), truncated: false })
    });
    machine
}

#[test]
fn only_validated_content_is_written() {
    let machine = judge();
    let with = |content| [("content", text(content)), ("validate_cmd", text("/bin/grep -q good %"))];
    settles(&machine, "/f/b", &with("good"));
    assert_eq!(machine.text("/f/b"), "good");
    let lines = apply(&machine, "/f/a", &with("evil"));
    assert!(
        lines[0]
            .starts_with("ensure: change from 'absent' to 'file' failed: Execution of '/bin/grep -q good /f/a.staged-")
    );
    assert!(lines[0].ends_with("' returned 1: bad word"));
    assert_eq!(machine.node("/f/a"), None);
    apply(&machine, "/f/b", &with("evil"));
    assert_eq!(machine.text("/f/b"), "good");
    assert_eq!(machine.logged(Level::Debug), ["fine"]);
}

#[test]
fn placeholder_can_be_changed() {
    let machine = judge();
    let attributes =
        [("content", text("evil")), ("validate_cmd", text("check 5% @")), ("validate_replacement", text("@"))];
    assert!(apply(&machine, "/f/a", &attributes)[0].contains("Execution of 'check 5% /f/a.staged-"));
}

#[test]
fn missing_command_fails() {
    let machine = machine();
    let attributes = [("content", text("x")), ("validate_cmd", text("/none %"))];
    assert_eq!(
        apply(&machine, "/f/a", &attributes),
        ["ensure: change from 'absent' to 'file' failed: Could not execute posix command: no such command"]
    );
}

#[test]
fn timeout_of_the_command_prevents_writing() {
    let machine = machine();
    machine
        .put("/f/a", FileNode::file("old"))
        .on_command(|_| Err(Error::new(marotte_sdk::Code::Timeout, "Command exceeded timeout")));
    let attributes = [("content", text("x")), ("validate_cmd", text("/bin/sleep inf %"))];
    let lines = apply(&machine, "/f/a", &attributes);
    assert!(lines[0].ends_with("failed: Could not execute posix command: Command exceeded timeout"), "{lines:?}");
    assert_eq!(machine.text("/f/a"), "old");
    assert_eq!(machine.node("/f/a.staged-1"), None);
}

#[test]
fn localized_output_and_invalid_utf8_are_reported() {
    let machine = machine();
    machine.on_command(|_| {
        Ok(Output { status: 1, stdout: b"ung\xfcltig\n".to_vec(), stderr: Vec::new(), truncated: false })
    });
    let lines = apply(&machine, "/f/a", &[("content", text("x")), ("validate_cmd", text("/check %"))]);
    assert!(lines[0].ends_with("returned 1: ung\u{fffd}ltig"), "{lines:?}");
}
