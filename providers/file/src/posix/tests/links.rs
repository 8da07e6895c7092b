//! Tests of symbolic links.

use super::*;

#[test]
fn a_link_is_made_and_moved() {
    let machine = machine();
    let to = |target| [("ensure", text("link")), ("target", text(target))];
    assert_eq!(settles(&machine, "/f/l", &to("/a")), ["ensure: created"]);
    assert_eq!(settles(&machine, "/f/l", &to("/b")), ["target: target changed '/a' to '/b'"]);
    assert_eq!(machine.node("/f/l").unwrap().target.as_deref(), Some("/b"));
}

#[test]
fn a_path_as_ensure_or_a_target_alone_make_a_link() {
    let machine = machine();
    assert_eq!(settles(&machine, "/f/l", &[("ensure", text("/t"))]), ["ensure: created"]);
    assert_eq!(settles(&machine, "/f/m", &[("target", text("t"))]), ["ensure: created"]);
    assert_eq!(machine.node("/f/l").unwrap().target.as_deref(), Some("/t"));
    assert_eq!(machine.node("/f/m").unwrap().target.as_deref(), Some("t"));
}

#[test]
fn a_file_gives_way_to_a_link() {
    let machine = machine();
    machine.put("/f/o", FileNode::file("x"));
    let attributes = [("ensure", text("link")), ("target", text("/x"))];
    assert_eq!(settles(&machine, "/f/o", &attributes), ["ensure: ensure changed 'file' to 'link'"]);
}

#[test]
fn a_link_needs_a_target() {
    assert_eq!(
        apply(&machine(), "/f/l", &[("ensure", text("link"))]),
        ["ensure: change from 'absent' to 'link' failed: Cannot create a symlink without a target"]
    );
}

#[test]
fn what_a_link_leads_to_is_managed_on_demand() {
    let machine = machine();
    machine.put("/f/a", FileNode::file("x")).put("/f/l", FileNode::symlink("/f/a"));
    let attributes = [("ensure", text("file")), ("mode", text("0600")), ("links", text("follow"))];
    assert_eq!(settles(&machine, "/f/l", &attributes), ["mode: mode changed '0644' to '0600'"]);
    assert_eq!(machine.node("/f/a").unwrap().mode, 0o600);
}

#[test]
fn what_is_present_as_something_else_becomes_a_link() {
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
fn a_moved_link_is_never_gone() {
    let machine = machine();
    machine.put("/f/l", FileNode::symlink("/a"));
    apply(&machine, "/f/l", &[("ensure", text("link")), ("target", text("/b"))]);
    assert_eq!(machine.effects(), ["make_symlink /f/l"]);
}
