//! Tests of SELinux labels.

use marotte_sdk::{Code, Error};

use super::*;

/// Creates a system with an SELinux policy.
fn labelled() -> FakeSystem {
    let machine = machine();
    machine.set_fact("os.selinux.enabled", true);
    machine.policy("/f/a", "system_u:object_r:etc_t:s0").policy("/f/d", "system_u:object_r:dir_t:s0");
    machine
}

fn with_label(content: &str, label: &str) -> FileNode {
    FileNode { selinux: Some(label.to_owned()), ..FileNode::file(content) }
}

fn label(machine: &FakeSystem, path: &str) -> String {
    machine.node(path).unwrap().selinux.unwrap()
}

#[test]
fn the_policys_label_is_put_back() {
    let machine = labelled();
    machine.put("/f/a", with_label("", "user_u:object_r:tmp_t:s0"));
    let lines = settles(&machine, "/f/a", &[]);
    assert_eq!(
        lines,
        ["seluser: seluser changed 'user_u' to 'system_u'", "seltype: seltype changed 'tmp_t' to 'etc_t'"]
    );
    assert_eq!(label(&machine, "/f/a"), "system_u:object_r:etc_t:s0");
}

#[test]
fn what_the_manifest_says_counts_for_more_than_the_policy() {
    let machine = labelled();
    machine.put("/f/a", with_label("", "system_u:object_r:etc_t:s0"));
    let attributes = [("seltype", text("shadow_t")), ("selrange", text("s0-s0:c0.c3"))];
    assert_eq!(
        settles(&machine, "/f/a", &attributes),
        ["seltype: seltype changed 'etc_t' to 'shadow_t'", "selrange: selrange changed 's0' to 's0-s0:c0.c3'"]
    );
    assert_eq!(label(&machine, "/f/a"), "system_u:object_r:shadow_t:s0-s0:c0.c3");
}

#[test]
fn the_policy_may_be_ignored() {
    let machine = labelled();
    machine.put("/f/a", with_label("", "user_u:object_r:tmp_t:s0"));
    let ignoring = ("selinux_ignore_defaults", true.into());
    assert_eq!(settles(&machine, "/f/a", std::slice::from_ref(&ignoring)), [""; 0]);
    assert_eq!(
        settles(&machine, "/f/a", &[ignoring, ("selrole", text("staff_r"))]),
        ["selrole: selrole changed 'object_r' to 'staff_r'"]
    );
    assert_eq!(label(&machine, "/f/a"), "user_u:staff_r:tmp_t:s0");
}

#[test]
fn what_is_made_has_its_label_at_once() {
    let machine = labelled();
    settles(&machine, "/f/a", &[("content", text("x"))]);
    assert_eq!(label(&machine, "/f/a"), "system_u:object_r:etc_t:s0");
    settles(&machine, "/f/d", &[("ensure", text("directory")), ("seltype", text("mine_t"))]);
    assert_eq!(label(&machine, "/f/d"), "system_u:object_r:mine_t:s0");
}

#[test]
fn new_content_leaves_the_label() {
    let machine = labelled();
    machine.put("/f/a", with_label("old", "system_u:object_r:etc_t:s0:c9"));
    settles(&machine, "/f/a", &[("content", text("new")), ("selrange", text("s0:c9"))]);
    assert_eq!(label(&machine, "/f/a"), "system_u:object_r:etc_t:s0:c9");
}

#[test]
fn a_label_without_a_range_can_get_one() {
    let machine = labelled();
    machine.put("/f/b", with_label("", "user_u:object_r:tmp_t"));
    assert_eq!(settles(&machine, "/f/b", &[("selrange", text("s0"))]), ["selrange: selrange changed '' to 's0'"]);
}

#[test]
fn without_labels_nothing_is_missed() {
    let machine = machine();
    machine.put("/f/a", FileNode::file(""));
    assert_eq!(settles(&machine, "/f/a", &[("seltype", text("etc_t"))]), [""; 0]);
    assert_eq!(settles(&machine, "/f/b", &[("content", text("x")), ("seltype", text("etc_t"))]).len(), 1);
}

#[test]
fn a_label_that_cannot_be_given_is_named() {
    let machine = labelled();
    machine.put("/f/a", with_label("", "system_u:object_r:etc_t:s0"));
    machine.fail("set_attrs", Error::new(Code::Io, "Invalid argument"));
    assert_eq!(
        apply(&machine, "/f/a", &[("seltype", text("no_such_t"))]),
        [
            "seltype: change from 'etc_t' to 'no_such_t' failed: Failed to set SELinux context system_u:object_r:no_such_t:s0 on /f/a: Invalid argument"
        ]
    );
}
