//! Tests of symbolic links.

use super::*;
use crate::canonical::misspelt;

#[test]
fn link_is_created_and_changed() {
    let machine = machine();
    let to = |target| [("ensure", text("link")), ("target", text(target))];
    assert_eq!(settles(&machine, "/f/l", &to("/a")), ["ensure: created"]);
    assert_eq!(settles(&machine, "/f/l", &to("/b")), ["target: target changed '/a' to '/b'"]);
    assert_eq!(machine.node("/f/l").unwrap().target.as_deref(), Some("/b"));
}

#[test]
fn path_in_ensure_or_target_alone_creates_a_link() {
    let machine = machine();
    assert_eq!(settles(&machine, "/f/l", &[("ensure", text("/t"))]), ["ensure: created"]);
    assert_eq!(settles(&machine, "/f/m", &[("target", text("t"))]), ["ensure: created"]);
    assert_eq!(machine.node("/f/l").unwrap().target.as_deref(), Some("/t"));
    assert_eq!(machine.node("/f/m").unwrap().target.as_deref(), Some("t"));
}

#[test]
fn file_is_replaced_by_a_link() {
    let machine = machine();
    machine.put("/f/o", FileNode::file("x"));
    let attributes = [("ensure", text("link")), ("target", text("/x"))];
    assert_eq!(settles(&machine, "/f/o", &attributes), ["ensure: ensure changed 'file' to 'link'"]);
}

#[test]
fn link_requires_a_target() {
    assert_eq!(
        apply(&machine(), "/f/l", &[("ensure", text("link"))]),
        ["ensure: change from 'absent' to 'link' failed: Cannot create a symlink without a target"]
    );
}

#[test]
fn links_follow_manages_the_target() {
    let machine = machine();
    machine.put("/f/a", FileNode::file("x")).put("/f/l", FileNode::symlink("/f/a"));
    let attributes = [("ensure", text("file")), ("mode", text("0600")), ("links", text("follow"))];
    assert_eq!(settles(&machine, "/f/l", &attributes), ["mode: mode changed '0644' to '0600'"]);
    assert_eq!(machine.node("/f/a").unwrap().mode, 0o600);
}

#[test]
fn present_file_with_a_target_becomes_a_link() {
    let machine = machine();
    machine.put("/f/o", FileNode::file("x")).put("/f/d/x", FileNode::file("x"));
    let attributes = [("ensure", text("present")), ("target", text("/x"))];
    assert_eq!(settles(&machine, "/f/o", &attributes), ["target: target changed 'notlink' to '/x'"]);
    assert_eq!(
        apply(&machine, "/f/d", &attributes),
        ["target: change from 'notlink' to '/x' failed: Could not remove existing file"]
    );
}

#[test]
fn link_is_replaced_atomically() {
    let machine = machine();
    machine.put("/f/l", FileNode::symlink("/a"));
    apply(&machine, "/f/l", &[("ensure", text("link")), ("target", text("/b"))]);
    assert_eq!(machine.effects(), ["make_symlink /f/l"]);
}

#[test]
fn misspelt_values_of_ensure_are_recognized() {
    for (text, choice) in [
        ("presnt", Some("present")),
        ("absnet", Some("absent")),
        ("fille", Some("file")),
        ("lonk", Some("link")),
        ("dirs", None),
        ("/file", None),
        ("file", None),
    ] {
        assert_eq!(misspelt(text), choice, "{text}");
    }
}
