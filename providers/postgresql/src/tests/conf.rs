//! Tests of `postgresql_conf`.

use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};
use marotte_sdk::{Code, Error, Value};

use crate::{Component, ConfFile, Ensure};

const PATH: &str = "/etc/postgresql.conf";

fn open(text: &str) -> (FakeSystem, ProviderTest<ConfFile>) {
    let machine = FakeSystem::new();
    machine.put(PATH, FileNode::file(text));
    let trial = ProviderTest::new::<Component>(&machine, "parsed");
    (machine, trial)
}

fn apply(trial: &mut ProviderTest<ConfFile>, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
    let wanted = trial.prepare(title, attributes).unwrap();
    let messages = trial.apply(&wanted);
    assert_eq!(trial.apply(&wanted), [""; 0]);
    messages
}

#[test]
fn only_the_line_of_the_setting_is_changed() {
    let (machine, mut trial) = open("# top\n\nport = 5432\t# restart\nlisten_addresses='*'\n\tssl  on\n");
    let messages = apply(&mut trial, "port", &[("value", Value::Integer(5433))]);
    assert_eq!(messages, ["value: value changed '5432' to 5433"]);
    let messages = apply(&mut trial, "listen_addresses", &[("value", "*, ::1".into())]);
    assert_eq!(messages, ["value: value changed '*' to '*, ::1'"]);
    let present = [("ensure", "present".into()), ("value", "on".into())];
    assert_eq!(apply(&mut trial, "new.one", &present), ["ensure: created"]);
    assert_eq!(apply(&mut trial, "SSL", &[("ensure", "absent".into())]), ["ensure: removed"]);
    let text = "# top\n\nport = 5433 # restart\nlisten_addresses = '*, ::1'\nnew.one = on\n";
    assert_eq!(machine.text(PATH), text);
}

#[test]
fn last_line_of_a_setting_is_effective_and_all_are_removed() {
    let (machine, mut trial) = open("a = 1\nb = 2\nA = 3\n");
    assert_eq!(apply(&mut trial, "a", &[("value", "3".into())]), [""; 0]);
    assert_eq!(apply(&mut trial, "a", &[("value", "4".into())]), ["value: value changed '3' to '4'"]);
    assert_eq!(machine.text(PATH), "a = 1\nb = 2\na = 4\n");
    apply(&mut trial, "a", &[("ensure", "absent".into())]);
    assert_eq!(machine.text(PATH), "b = 2\n");
}

#[test]
fn missing_file_is_created() {
    let (machine, mut trial) = open("");
    let attributes = [("ensure", "present".into()), ("value", "1".into()), ("target", "/etc/other.conf".into())];
    assert_eq!(apply(&mut trial, "a", &attributes), ["ensure: created"]);
    assert_eq!((&*machine.text("/etc/other.conf"), &*machine.text(PATH)), ("a = 1\n", ""));
}

#[test]
fn all_settings_are_listed_once() {
    let (_, mut trial) = open("a = 1\nb 'x'\nA = 3\n# c = 4\n");
    let listed = trial.instances().unwrap().into_iter();
    let listed: Vec<_> = listed.map(|found| (found.title, found.is.value, found.is.ensure)).collect();
    let present = Some(Ensure::Present);
    assert_eq!(listed, [("a".into(), Some("3".into()), present), ("b".into(), Some("x".into()), present)]);
    let empty = FakeSystem::new();
    assert!(ProviderTest::<ConfFile>::new::<Component>(&empty, "parsed").instances().unwrap().is_empty());
}

#[test]
fn unreadable_or_unwritable_file_is_an_error() {
    let (machine, mut trial) = open("a = 1\n");
    let wanted = trial.prepare("a", &[("value", "2".into())]).unwrap();
    machine.fail("write", Error::new(Code::Io, "No space left on device"));
    assert_eq!(trial.apply(&wanted), ["value: change from '1' to '2' failed: No space left on device"]);
    assert_eq!(machine.text(PATH), "a = 1\n");
    machine.put(PATH, FileNode::file([0xff]));
    assert_eq!(trial.apply(&wanted), ["Could not evaluate: /etc/postgresql.conf is not UTF-8"]);
    assert_eq!(
        trial.prepare("a", &[("value", "x\nb = 1".into())]).err().unwrap().message,
        "a value must be on one line"
    );
}

#[test]
fn other_characters_and_line_endings_are_preserved() {
    let (machine, mut trial) = open("# größe ☃\r\na = 'ä'\r\nb = 1\r\n");
    assert_eq!(apply(&mut trial, "b", &[("value", "ünï ''x''".into())]), ["value: value changed '1' to 'ünï ''x'''"]);
    let new = [("ensure", "present".into()), ("value", "--x".into())];
    assert_eq!(apply(&mut trial, "c", &new), ["ensure: created"]);
    assert_eq!(machine.text(PATH), "# größe ☃\r\na = 'ä'\r\nb = 'ünï ''x'''\r\nc = '--x'\r\n");
    let (machine, mut trial) = open("a = 1\nb = 2");
    assert_eq!(apply(&mut trial, "c", &new), ["ensure: created"]);
    assert_eq!(machine.text(PATH), "a = 1\nb = 2\nc = '--x'\n");
}

#[test]
fn symbolic_link_is_preserved() {
    let machine = FakeSystem::new();
    machine.put("/srv/main.conf", FileNode::file("a = 1\n")).put(PATH, FileNode::symlink("/srv/main.conf"));
    let mut trial: ProviderTest<ConfFile> = ProviderTest::new::<Component>(&machine, "parsed");
    assert_eq!(apply(&mut trial, "a", &[("value", "2".into())]), ["value: value changed '1' to '2'"]);
    assert_eq!(machine.text("/srv/main.conf"), "a = 2\n");
    assert!(machine.node(PATH).is_some_and(|node| node.target.is_some()));
}

#[test]
fn concurrent_changes_are_preserved() {
    let (machine, mut trial) = open("a = 1\n");
    let wanted = trial.prepare("a", &[("value", "2".into())]).unwrap();
    let is = trial.get(&wanted).unwrap().is;
    machine.put(PATH, FileNode::file("# mine\na = 3 # theirs\nb = 1\n"));
    let changed = [crate::PostgresqlConfAttribute::Value];
    marotte_sdk::Provider::set(&mut ConfFile, &machine, &wanted.row, &is, &changed).unwrap();
    assert_eq!(machine.text(PATH), "# mine\na = 2 # theirs\nb = 1\n");
}

#[test]
fn setting_can_have_another_title_and_a_comment() {
    let (machine, mut trial) = open("port = 1 # old\nwork_mem = 4MB # kept\n");
    let port =
        [("key", "port".into()), ("value", "5432".into()), ("comment", "new".into()), ("ensure", "present".into())];
    let lines = apply(&mut trial, "the port of main", &port);
    assert_eq!(lines, ["value: value changed '1' to '5432'", "comment: comment changed 'old' to 'new'"]);
    let memory = [("value", "8MB".into()), ("ensure", "present".into())];
    assert_eq!(apply(&mut trial, "work_mem", &memory), ["value: value changed '4MB' to '8MB'"]);
    assert_eq!(machine.text("/etc/postgresql.conf"), "port = 5432 # new\nwork_mem = 8MB # kept\n");
    let added = [("value", "on".into()), ("comment", "why".into()), ("ensure", "present".into())];
    assert_eq!(apply(&mut trial, "fsync", &added), ["ensure: created"]);
    assert!(machine.text("/etc/postgresql.conf").ends_with("\nfsync = on # why\n"));
}
