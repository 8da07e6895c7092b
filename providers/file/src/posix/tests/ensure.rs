//! Tests of creating and removing files.

use marotte_sdk::Provider as _;
use marotte_sdk::system::{Kind, Level};

use super::*;
use crate::schema::FileAttribute;

#[test]
fn content_without_ensure_creates_a_file() {
    let machine = machine();
    assert_eq!(
        settles(&machine, "/f/a", &[("content", text("hello"))]),
        [format!("ensure: defined content as '{HELLO}'")]
    );
    assert_eq!(machine.node("/f/a").unwrap(), FileNode::file("hello"));
}

#[test]
fn present_creates_an_empty_file_or_accepts_any_object() {
    let machine = machine();
    assert_eq!(settles(&machine, "/f/a", &[("ensure", text("present"))]), ["ensure: created"]);
    assert_eq!(apply(&machine, "/f", &[("ensure", text("present"))]), [""; 0]);
}

#[test]
fn directory_requires_its_parent() {
    let machine = machine();
    assert_eq!(settles(&machine, "/f/d", &[("ensure", text("directory"))]), ["ensure: created"]);
    assert_eq!(machine.node("/f/d").unwrap().mode, 0o755);
    assert_eq!(
        apply(&machine, "/g/d", &[("ensure", text("directory"))]),
        ["ensure: change from 'absent' to 'directory' failed: Cannot create /g/d; parent directory /g does not exist"]
    );
    assert_eq!(
        apply(&machine, "/g/x", &[("ensure", text("file"))]),
        ["ensure: change from 'absent' to 'file' failed: Could not set 'file' on ensure: No such file or directory - \
          A directory component in /g/x does not exist or is a dangling symbolic link"]
    );
}

#[test]
fn absent_removes_the_file() {
    let machine = machine();
    machine.put("/f/a", FileNode::file("x"));
    assert_eq!(settles(&machine, "/f/a", &[("ensure", text("absent"))]), ["ensure: removed"]);
    assert_eq!(machine.node("/f/a"), None);
    machine.put("/f/a", FileNode::file("x"));
    assert_eq!(settles(&machine, "/f/a", &[("ensure", text("false"))]), ["ensure: removed"]);
}

#[test]
fn directory_is_removed_only_with_force() {
    let machine = machine();
    machine.put("/f/d/x", FileNode::file("x"));
    assert_eq!(apply(&machine, "/f/d", &[("ensure", text("absent"))]), ["ensure: removed"]);
    assert_eq!(machine.logged(Level::Notice), ["Not removing directory; use 'force' to override"]);
    assert!(machine.node("/f/d/x").is_some());
    assert_eq!(settles(&machine, "/f/d", &[("ensure", text("absent")), ("force", true.into())]), ["ensure: removed"]);
    assert_eq!(machine.node("/f/d"), None);
}

#[test]
fn kind_of_file_is_changed() {
    let machine = machine();
    machine.put("/f/a", FileNode::file("x")).put("/f/l", FileNode::symlink("/x")).put("/f/d/x", FileNode::file("x"));
    assert_eq!(
        settles(&machine, "/f/a", &[("ensure", text("directory"))]),
        ["ensure: ensure changed 'file' to 'directory'"]
    );
    assert_eq!(settles(&machine, "/f/l", &[("ensure", text("file"))]), ["ensure: ensure changed 'link' to 'file'"]);
    assert_eq!(machine.node("/f/l").unwrap(), FileNode::file(""));
    let attributes = [("ensure", text("file")), ("content", text("hello")), ("force", true.into())];
    assert_eq!(settles(&machine, "/f/d", &attributes), [format!("ensure: defined content as '{HELLO}'")]);
}

#[test]
fn directory_is_not_replaced_without_force() {
    let machine = machine();
    machine.put("/f/d/x", FileNode::file("x"));
    assert_eq!(
        apply(&machine, "/f/d", &[("ensure", text("file")), ("content", text("x"))]),
        ["ensure: change from 'directory' to 'file' failed: Could not set 'file' on ensure: Is a directory - \
          Is a directory: /f/d"]
    );
    assert_eq!(
        apply(&machine, "/f/d", &[("ensure", text("link")), ("target", text("/x"))]),
        ["ensure: change from 'directory' to 'link' failed: Could not remove existing file"]
    );
    assert_eq!(machine.logged(Level::Notice).len(), 4);
    assert!(machine.node("/f/d/x").is_some());
}

#[test]
fn device_is_not_removed() {
    let machine = machine();
    machine.put("/f/n", FileNode { kind: Kind::CharDevice, ..FileNode::file("") });
    assert_eq!(
        apply(&machine, "/f/n", &[("ensure", text("absent"))]),
        ["ensure: change from 'characterSpecial' to 'absent' failed: Could not remove files of type characterSpecial"]
    );
}

#[test]
fn nothing_is_created_without_ensure_or_content() {
    assert_eq!(apply(&machine(), "/f/a", &[("mode", text("0600"))]), [""; 0]);
}

/// Applies a row to a file that has changed since its state was read.
fn set_late(
    attributes: &[(&str, Value)],
    before: Option<FileNode>,
    now: Option<FileNode>,
) -> (FakeSystem, marotte_sdk::Result<()>) {
    let machine = machine();
    let mut trial = trial(&machine);
    let wanted = trial.prepare("/f/a", attributes).unwrap();
    if let Some(before) = before {
        machine.put("/f/a", before);
    }
    let is = trial.get(&wanted).unwrap().is;
    let later = self::machine();
    if let Some(now) = now {
        later.put("/f/a", now);
    }
    let mut posix = Posix::default();
    let set = posix.set(&later, &wanted.row, &is, &[FileAttribute::Ensure]);
    (later, set.map(drop))
}

#[test]
fn concurrently_created_file_keeps_its_content() {
    let theirs = || Some(FileNode::file(b"caf\xe9\n".to_vec()));
    for kept in [vec![("ensure", text("file"))], vec![("content", text("mine")), ("replace", false.into())]] {
        let (machine, set) = set_late(&kept, None, theirs());
        assert_eq!(set, Ok(()));
        assert_eq!(machine.node("/f/a").unwrap().content, b"caf\xe9\n");
    }
    let (machine, set) = set_late(&[("content", text("mine"))], None, theirs());
    assert_eq!((set, machine.text("/f/a")), (Ok(()), "mine".to_owned()));
}

#[test]
fn concurrent_removal_is_not_an_error() {
    let absent = [("ensure", text("absent")), ("force", true.into())];
    for was in [FileNode::file("x"), FileNode::symlink("/x"), FileNode::directory()] {
        let (_, set) = set_late(&absent, Some(was), None);
        assert_eq!(set, Ok(()));
    }
}

#[test]
fn concurrently_created_directory_is_kept() {
    let machine = machine();
    machine.put("/f/a/theirs", FileNode::file("x"));
    let absent = [("ensure", text("absent"))];
    let trial = trial(&machine);
    let wanted = trial.prepare("/f/a", &absent).unwrap();
    let is = crate::schema::FileState { ensure: Some(crate::schema::Ensure::File), ..Default::default() };
    assert!(Posix::default().set(&machine, &wanted.row, &is, &[FileAttribute::Ensure]).is_err());
    assert_eq!(machine.text("/f/a/theirs"), "x");
}
