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
fn label_of_the_policy_is_restored() {
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
fn manifest_takes_precedence_over_the_policy() {
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
fn selinux_ignore_defaults_ignores_the_policy() {
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
fn new_file_is_created_with_its_label() {
    let machine = labelled();
    settles(&machine, "/f/a", &[("content", text("x"))]);
    assert_eq!(label(&machine, "/f/a"), "system_u:object_r:etc_t:s0");
    settles(&machine, "/f/d", &[("ensure", text("directory")), ("seltype", text("mine_t"))]);
    assert_eq!(label(&machine, "/f/d"), "system_u:object_r:mine_t:s0");
}

#[test]
fn label_is_kept_when_content_changes() {
    let machine = labelled();
    machine.put("/f/a", with_label("old", "system_u:object_r:etc_t:s0:c9"));
    settles(&machine, "/f/a", &[("content", text("new")), ("selrange", text("s0:c9"))]);
    assert_eq!(label(&machine, "/f/a"), "system_u:object_r:etc_t:s0:c9");
}

#[test]
fn range_is_added_to_a_label_without_one() {
    let machine = labelled();
    machine.put("/f/b", with_label("", "user_u:object_r:tmp_t"));
    assert_eq!(settles(&machine, "/f/b", &[("selrange", text("s0"))]), ["selrange: selrange changed '' to 's0'"]);
}

#[test]
fn attributes_are_in_sync_on_systems_without_labels() {
    let machine = machine();
    machine.put("/f/a", FileNode::file(""));
    assert_eq!(settles(&machine, "/f/a", &[("seltype", text("etc_t"))]), [""; 0]);
    assert_eq!(settles(&machine, "/f/b", &[("content", text("x")), ("seltype", text("etc_t"))]).len(), 1);
}

#[test]
fn label_that_cannot_be_set_is_reported() {
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
