//! Tests of `mode`, `owner` and `group`.

use marotte_sdk::system::Level;
use marotte_sdk::{Code, Error};

use super::*;

#[test]
fn octal_and_symbolic_modes_are_set() {
    let machine = machine();
    machine.put("/f/a", FileNode::file("")).put("/f/b", FileNode::file(""));
    assert_eq!(settles(&machine, "/f/a", &[("mode", text("600"))]), ["mode: mode changed '0644' to '0600'"]);
    assert_eq!(
        settles(&machine, "/f/b", &[("mode", text("u=rw,g+w,o-r"))]),
        ["mode: mode changed '0644' to '0660' (u=rw,g+w,o-r)"]
    );
    assert_eq!(
        noop(&machine_with("/f/c"), "/f/c", &[("mode", text("u=rw,g+w"))]),
        ["mode: current_value '0644', should be 'u=rw,g+w' (noop)"]
    );
}

fn machine_with(path: &str) -> FakeSystem {
    let machine = machine();
    machine.put(path, FileNode::file(""));
    machine
}

#[test]
fn mode_removes_an_access_control_list_that_grants_more() {
    let machine = machine();
    let listed = |mode, rights| FileNode { mode, acl_group: Some(rights), ..FileNode::file("") };
    let cases = [
        ("0640", 0o660, 4, "mode changed '0640' with an access control list to '0640'", 0o640),
        ("0660", 0o660, 0, "mode changed '0600' with an access control list to '0660'", 0o660),
        ("g+w", 0o640, 0, "mode changed '0600' with an access control list to '0620' (g+w)", 0o620),
        ("u+x", 0o660, 4, "mode changed '0640' with an access control list to '0740' (u+x)", 0o740),
    ];
    for (number, (wanted, mode, rights, line, result)) in cases.into_iter().enumerate() {
        let path = format!("/f/{number}");
        machine.put(&path, listed(mode, rights));
        assert_eq!(settles(&machine, &path, &[("mode", text(wanted))]), [format!("mode: {line}")]);
        let node = machine.node(&path).unwrap();
        assert_eq!((node.mode, node.acl_group), (result, None), "{wanted}");
    }
    let machine = machine_with("/f/a");
    machine.put("/f/a", listed(0o660, 4));
    assert_eq!(
        noop(&machine, "/f/a", &[("mode", text("0640"))]),
        ["mode: current_value '0640' with an access control list, should be '0640' (noop)"]
    );
}

#[test]
fn mode_keeps_an_access_control_list_that_grants_no_more() {
    let machine = machine();
    for (path, mode, wanted) in [("/f/a", 0o644, "0644"), ("/f/b", 0o600, "0600")] {
        machine.put(path, FileNode { mode, acl_group: Some(0), ..FileNode::file("") });
        assert_eq!(apply(&machine, path, &[("mode", text(wanted))]), [""; 0], "{wanted}");
    }
    machine.put("/f/c", FileNode { mode: 0o660, acl_group: Some(0), ..FileNode::file("old") });
    apply(&machine, "/f/c", &[("content", text("new"))]);
    let node = machine.node("/f/c").unwrap();
    assert_eq!((node.content.as_slice(), node.mode, node.acl_group), (&b"new"[..], 0o660, Some(0)));
}

#[test]
fn copied_permissions_are_those_of_the_owning_group() {
    let machine = machine();
    machine.put("/s", FileNode { mode: 0o660, acl_group: Some(4), ..FileNode::file("") });
    settles(&machine, "/f/a", &[("source", text("/s")), ("source_permissions", text("use"))]);
    assert_eq!(machine.node("/f/a").unwrap().mode, 0o640);
}

#[test]
fn readable_directory_is_executable() {
    let machine = machine();
    settles(&machine, "/f/d", &[("ensure", text("directory")), ("mode", text("0644"))]);
    assert_eq!(machine.node("/f/d").unwrap().mode, 0o755);
    assert_eq!(
        settles(&machine, "/f/d", &[("ensure", text("directory")), ("mode", text("0640"))]),
        ["mode: mode changed '0755' to '0750'"]
    );
}

#[test]
fn new_file_is_created_with_its_mode_and_owner() {
    let machine = machine();
    let attributes =
        [("content", text("x")), ("mode", text("0600")), ("owner", text("daemon")), ("group", Value::Integer(2))];
    settles(&machine, "/f/a", &attributes);
    assert_eq!(machine.node("/f/a").unwrap(), FileNode { mode: 0o600, uid: 1, gid: 2, ..FileNode::file("x") });
    assert_eq!(machine.effects(), ["write /f/a"]);
}

#[test]
fn new_content_is_written_with_the_new_mode() {
    let machine = machine();
    machine.put("/f/a", FileNode::file("old"));
    let lines = settles(&machine, "/f/a", &[("content", text("new")), ("mode", text("0600"))]);
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1], "mode: mode changed '0644' to '0600'");
    assert_eq!(machine.effects()[0], "write /f/a");
}

#[test]
fn invalid_symbolic_mode_fails_when_it_is_set() {
    let machine = machine_with("/f/a");
    assert_eq!(
        apply(&machine, "/f/a", &[("mode", text("u=rwX"))]),
        ["mode: change from '0644' to 'u=rwX' failed: X only works with the '+' operator in symbolic mode \"u=rwX\""]
    );
    assert_eq!(
        apply(&machine, "/f/b", &[("ensure", text("file")), ("mode", text("u=rwX"))]),
        [
            "ensure: change from 'absent' to 'file' failed: X only works with the '+' operator in symbolic mode \"u=rwX\""
        ]
    );
}

#[test]
fn mode_of_a_link_is_not_managed() {
    let machine = machine();
    machine.put("/f/l", FileNode::symlink("/x"));
    assert_eq!(apply(&machine, "/f/l", &[("mode", text("0600"))]), [""; 0]);
}

#[test]
fn owners_are_shown_by_name() {
    let machine = machine_with("/f/a");
    assert_eq!(
        settles(&machine, "/f/a", &[("owner", text("daemon")), ("group", text("2"))]),
        ["owner: owner changed 'root' to 'daemon'", "group: group changed 'root' to 'bin'"]
    );
    assert_eq!(
        settles(&machine, "/f/a", &[("owner", Value::Integer(4242))]),
        ["owner: owner changed 'daemon' to 4242"]
    );
}

#[test]
fn unknown_owner_and_group_are_reported() {
    let machine = machine_with("/f/a");
    assert_eq!(
        apply(&machine, "/f/a", &[("owner", text("nosuchuser")), ("group", text("nosuchgroup"))]),
        [
            "owner: change from 'root' to 'nosuchuser' failed: Could not find user nosuchuser",
            "group: change from 'root' to 'nosuchgroup' failed: Could not find group nosuchgroup"
        ]
    );
    assert_eq!(
        noop(&machine_with("/f/a"), "/f/a", &[("owner", text("nosuchuser"))]),
        ["owner: current_value 'root', should be 'nosuchuser' (noop)"]
    );
    assert_eq!(
        apply(&machine, "/f/b", &[("ensure", text("file")), ("group", text("nosuchgroup"))]),
        [
            "ensure: change from 'absent' to 'file' failed: Could not set 'file' on ensure: Could not find group nosuchgroup"
        ]
    );
    assert_eq!(machine.node("/f/b"), None);
}

#[test]
fn owner_can_be_created_during_the_run() {
    let machine = machine_with("/f/a");
    let mut trial = trial(&machine);
    let wanted = trial.prepare("/f/a", &[("owner", text("late"))]).unwrap();
    assert!(trial.apply(&wanted)[0].ends_with("Could not find user late"));
    machine.account("late", 77);
    assert_eq!(trial.apply(&wanted), ["owner: owner changed 'root' to 'late'"]);
}

#[test]
fn owner_is_changed_only_by_root() {
    let machine = machine_with("/f/a");
    machine.set_fact("identity.privileged", false);
    assert_eq!(apply(&machine, "/f/a", &[("owner", text("daemon"))]), [""; 0]);
    assert_eq!(machine.logged(Level::Warning), ["Cannot manage ownership unless running as root"]);
}

#[test]
fn error_contains_the_attempted_change() {
    let machine = machine_with("/f/a");
    machine.fail("set_attrs", Error::new(Code::Denied, "Operation not permitted"));
    machine.fail("set_attrs", Error::new(Code::Denied, "Operation not permitted"));
    assert_eq!(
        apply(&machine, "/f/a", &[("owner", text("daemon")), ("mode", text("0600"))]),
        [
            "owner: change from 'root' to 'daemon' failed: Failed to set owner to '1': Operation not permitted",
            "mode: change from '0644' to '0600' failed: failed to set mode 0600 on /f/a: Operation not permitted"
        ]
    );
}
