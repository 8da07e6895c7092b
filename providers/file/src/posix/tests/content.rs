//! Tests of `content`, `backup`, `replace`, `show_diff` and `checksum`.

use marotte_sdk::system::Level;
use marotte_sdk::{Code, Error};

use super::*;

#[test]
fn change_message_contains_both_digests() {
    let machine = machine();
    machine.put("/f/a", FileNode { mode: 0o600, uid: 1, gid: 2, ..FileNode::file("") });
    assert_eq!(
        settles(&machine, "/f/a", &[("content", text("hello"))]),
        [format!("content: content changed '{EMPTY}' to '{HELLO}'")]
    );
    assert_eq!(machine.node("/f/a").unwrap(), FileNode { mode: 0o600, uid: 1, gid: 2, ..FileNode::file("hello") });
}

#[test]
fn equal_content_is_not_digested() {
    let machine = machine();
    machine.put("/f/a", FileNode::file("hello"));
    assert_eq!(apply(&machine, "/f/a", &[("content", text("hello"))]), [""; 0]);
    assert_eq!(machine.reads(), ["stat", "equal"]);
}

#[test]
fn content_is_replaced_even_if_the_digest_times_out() {
    let machine = machine();
    machine.put("/f/a", FileNode::file("large"));
    machine.fail("digest", Error::new(Code::Timeout, "too long"));
    let change = format!("content: content changed '{{sha256}}unknown' to '{HELLO}'");
    assert_eq!(apply(&machine, "/f/a", &[("content", text("hello"))]), [change]);
    assert_eq!(machine.text("/f/a"), "hello");
}

#[test]
fn content_of_different_size_is_not_compared() {
    let machine = machine();
    machine.put("/f/a", FileNode::file(""));
    let lines = noop(&machine, "/f/a", &[("content", text("hello"))]);
    assert_eq!(lines, [format!("content: current_value '{EMPTY}', should be '{HELLO}' (noop)")]);
    assert!(!machine.reads().contains(&"equal"));
}

#[test]
fn content_can_be_binary() {
    let machine = machine();
    apply(&machine, "/f/a", &[("content", Value::Binary(vec![0, 255]))]);
    assert_eq!(machine.node("/f/a").unwrap().content, [0, 255]);
    assert_eq!(apply(&machine, "/f/a", &[("content", Value::Binary(vec![0, 255]))]), [""; 0]);
}

#[test]
fn secret_content_is_written_and_redacted() {
    let machine = machine();
    let secret = Value::Secret(machine.secret("geheim"));
    let made = settles(&machine, "/f/a", &[("content", secret.clone())]);
    assert_eq!(made, ["ensure: changed [redacted] to [redacted]"]);
    assert_eq!(machine.text("/f/a"), "geheim");
    machine.put("/f/a", FileNode::file("public")).show_diff();
    let noop_line = noop_lines(&machine, &secret);
    assert_eq!(noop_line, ["content: current_value [redacted], should be [redacted] (noop)"]);
    assert_eq!(apply(&machine, "/f/a", &[("content", secret)]), ["content: changed [redacted] to [redacted]"]);
    assert!(!machine.reads().contains(&"digest"));
}

fn noop_lines(machine: &FakeSystem, secret: &Value) -> Vec<String> {
    let mut trial = trial(machine);
    let wanted = trial.prepare("/f/a", &[("content", secret.clone())]).unwrap();
    trial.noop(&wanted)
}

#[test]
fn replace_false_only_creates() {
    let machine = machine();
    machine.put("/f/a", FileNode::file("old"));
    let attributes = [("content", text("hello")), ("replace", false.into())];
    assert_eq!(apply(&machine, "/f/a", &attributes), [""; 0]);
    assert_eq!(settles(&machine, "/f/b", &attributes).len(), 1);
}

#[test]
fn content_of_a_directory_is_not_managed() {
    let machine = machine();
    let attributes = [("ensure", text("present")), ("content", text("x"))];
    assert_eq!(apply(&machine, "/f", &attributes), [""; 0]);
    assert_eq!(
        machine.logged(Level::Warning),
        ["Ensure set to :present but file type is directory so no content will be synced"]
    );
    assert_eq!(apply(&machine, "/f", &[("ensure", text("directory")), ("content", text("x"))]), [""; 0]);
}

#[test]
fn difference_is_shown_unless_show_diff_is_false() {
    let machine = machine();
    machine.put("/f/a", FileNode::file("old\n")).show_diff();
    let mut trial = trial(&machine);
    let shown = trial.prepare("/f/a", &[("content", text("new\n"))]).unwrap();
    assert_eq!(trial.get(&shown).unwrap().verdicts[0].diff.as_deref(), Some("-old\n+new"));
    let hidden = trial.prepare("/f/a", &[("content", text("new\n")), ("show_diff", false.into())]).unwrap();
    assert_eq!(trial.get(&hidden).unwrap().verdicts[0].diff, None);
}

#[test]
fn content_of_a_new_or_removed_file_is_shown() {
    let machine = machine();
    machine.put("/f/a", FileNode::file("old\n")).show_diff();
    let mut trial = trial(&machine);
    let mut shown = |path: &str, attributes: &[(&str, Value)]| {
        let wanted = trial.prepare(path, attributes).unwrap();
        let state = trial.get(&wanted).unwrap();
        let [verdict] = state.verdicts.as_slice() else { panic!("{state:?}") };
        verdict.diff.clone()
    };
    assert_eq!(shown("/f/b", &[("content", text("new\n"))]).as_deref(), Some("+new"));
    assert_eq!(shown("/f/b", &[("content", text("new\n")), ("show_diff", false.into())]), None);
    assert_eq!(shown("/f/b", &[("ensure", text("file"))]), None);
    assert_eq!(shown("/f/a", &[("ensure", text("absent"))]).as_deref(), Some("-old"));
    assert_eq!(shown("/f", &[("ensure", text("absent")), ("force", true.into())]), None);
}

#[test]
fn unreadable_or_unwritable_file_fails() {
    let machine = machine();
    machine.put("/f/a", FileNode::file("12345")).fail("equal", Error::new(Code::Denied, "Permission denied"));
    assert_eq!(
        apply(&machine, "/f/a", &[("content", text("hello"))]),
        ["Could not evaluate: Could not read file /f/a: Permission denied"]
    );
    machine.fail("write", Error::new(Code::Io, "No space left on device"));
    assert_eq!(
        apply(&machine, "/f/b", &[("content", text("hello"))]),
        ["ensure: change from 'absent' to 'file' failed: Could not set 'file' on ensure: No space left on device"]
    );
    assert_eq!(machine.node("/f/b"), None);
}

#[test]
fn missing_grant_is_reported_unchanged() {
    let machine = machine();
    machine.fail("write", Error::new(Code::Refused, "no grant covers /f/b"));
    assert_eq!(
        apply(&machine, "/f/b", &[("ensure", text("file"))]),
        ["ensure: change from 'absent' to 'file' failed: no grant covers /f/b"]
    );
}

#[test]
fn backup_creates_a_copy() {
    let machine = machine();
    machine.put("/f/a", FileNode::file("old"));
    apply(&machine, "/f/a", &[("content", text("hello")), ("backup", text(".bak"))]);
    assert_eq!(machine.text("/f/a.bak"), "old");
    machine.put("/f/b", FileNode::file("old"));
    apply(&machine, "/f/b", &[("ensure", text("absent")), ("backup", true.into())]);
    assert_eq!(machine.text("/f/b.puppet-bak"), "old");
}

#[test]
fn checksum_selects_the_algorithm_in_messages() {
    let machine = machine();
    let lines = settles(&machine, "/f/a", &[("content", text("hello")), ("checksum", text("md5"))]);
    assert_eq!(lines, ["ensure: defined content as '{md5}5d41402abc4b2a76b9719d911017c592'"]);
    let lines = settles(&machine, "/f/a", &[("content", text("hallo")), ("checksum", text("md5lite"))]);
    assert_eq!(
        lines,
        ["content: content changed '{md5lite}5d41402abc4b2a76b9719d911017c592' to \
          '{md5lite}598d4c200461b81522a3328565c25f7c'"]
    );
}
