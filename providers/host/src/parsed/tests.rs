//! Tests of the provider on a test system.

use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};

use super::*;
use crate::Component;

const TABLE: &str = "# Hosts\n127.0.0.1\tlocalhost\n\n::1 localhost  ip6-localhost # v6\n192.0.2.8\told\n";

fn machine() -> FakeSystem {
    let machine = FakeSystem::new();
    machine.put("/etc/hosts", FileNode::file(TABLE));
    machine
}

fn trial(machine: &FakeSystem) -> ProviderTest<Parsed> {
    ProviderTest::new::<Component>(machine, "parsed")
}

fn texts(values: &[&str]) -> Value {
    Value::Array(values.iter().map(|value| (*value).into()).collect())
}

/// Applies a resource twice and checks that the second run makes no changes.
fn apply(machine: &FakeSystem, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
    let mut trial = trial(machine);
    let wanted = trial.want(title, attributes).unwrap();
    let messages = trial.apply(&wanted);
    assert_eq!(trial.apply(&wanted), [""; 0]);
    messages
}

#[test]
fn entry_is_added_changed_and_removed() {
    let machine = machine();
    let all = [("ip", "192.0.2.7".into()), ("host_aliases", texts(&["db", "db1"])), ("comment", "the base".into())];
    assert_eq!(apply(&machine, "db.example.com", &all), ["ensure: created"]);
    assert_eq!(machine.text("/etc/hosts"), format!("{TABLE}192.0.2.7\tdb.example.com\tdb db1\t# the base\n"));
    let some = [("host_aliases", texts(&["db1", "db"])), ("comment", "".into())];
    let messages = apply(&machine, "db.example.com", &some);
    assert_eq!(
        messages,
        ["host_aliases: host_aliases changed db db1 to 'db1 db'", "comment: comment changed 'the base' to ''"]
    );
    assert_eq!(machine.text("/etc/hosts"), format!("{TABLE}192.0.2.7\tdb.example.com\tdb1 db\n"));
    assert_eq!(apply(&machine, "db.example.com", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(machine.text("/etc/hosts"), TABLE);
}

#[test]
fn last_entry_of_a_name_is_changed_and_all_are_removed() {
    let machine = machine();
    assert_eq!(apply(&machine, "localhost", &[("ip", "::2".into())]), ["ip: ip changed '::1' to '::2'"]);
    assert!(machine.text("/etc/hosts").contains("127.0.0.1\tlocalhost\n\n::2\tlocalhost\tip6-localhost\t# v6\n"));
    assert_eq!(apply(&machine, "localhost", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(machine.text("/etc/hosts"), "# Hosts\n\n192.0.2.8\told\n");
}

#[test]
fn entry_moves_to_its_target() {
    let machine = machine();
    let messages = apply(&machine, "old", &[("target", "/etc/hosts.more".into())]);
    assert_eq!(messages, ["target: target changed '/etc/hosts' to '/etc/hosts.more'"]);
    assert_eq!(machine.text("/etc/hosts.more"), "192.0.2.8\told\n");
    assert!(!machine.text("/etc/hosts").contains("old"));
}

#[test]
fn entry_without_aliases_is_in_sync() {
    let machine = machine();
    assert_eq!(apply(&machine, "old", &[("host_aliases", texts(&[]))]), [""; 0]);
    assert_eq!(apply(&machine, "localhost", &[("host_aliases", texts(&[]))]).len(), 1);
}

#[test]
fn entry_requires_an_address() {
    let machine = machine();
    let mut trial = trial(&machine);
    let wanted = trial.want("new", &[]).unwrap();
    let failed = "ensure: change from 'absent' to 'present' failed: ip is a required attribute for hosts";
    assert_eq!(trial.apply(&wanted), [failed]);
    assert_eq!(machine.text("/etc/hosts"), TABLE);
}

#[test]
fn missing_file_is_created() {
    let machine = FakeSystem::new();
    machine.put("/etc", FileNode::directory());
    assert_eq!(apply(&machine, "a", &[("ensure", "absent".into())]), [""; 0]);
    assert_eq!(apply(&machine, "a", &[("ip", "::1".into())]), ["ensure: created"]);
    assert_eq!(machine.text("/etc/hosts"), "::1\ta\n");
}

#[test]
fn unreadable_or_unwritable_file_is_left_unchanged() {
    let machine = machine();
    let mut trial = trial(&machine);
    let wanted = trial.want("old", &[("ip", "192.0.2.9".into())]).unwrap();
    machine.fail("read_text", Error::new(Code::Denied, "Permission denied - /etc/hosts"));
    assert_eq!(trial.apply(&wanted), ["Could not evaluate: Permission denied - /etc/hosts"]);
    machine.fail("write", Error::new(Code::Io, "No space left on device"));
    let failed = "ip: change from '192.0.2.8' to '192.0.2.9' failed: No space left on device";
    assert_eq!(trial.apply(&wanted), [failed]);
    assert_eq!(machine.text("/etc/hosts"), TABLE);
}

#[test]
fn concurrent_changes_are_preserved() {
    let machine = machine();
    let mut trial = trial(&machine);
    let wanted = trial.want("old", &[("ip", "192.0.2.9".into())]).unwrap();
    let is = trial.get(&wanted).unwrap().is;
    machine.put("/etc/hosts", FileNode::file("192.0.2.8 old o # mine\n::1 other\n"));
    Parsed.set(&machine, &wanted.row, &is, &[HostAttribute::Ip]).unwrap();
    assert_eq!(machine.text("/etc/hosts"), "192.0.2.9\told\to\t# mine\n::1 other\n");
}

#[test]
fn file_with_a_thousand_entries_is_read_once() {
    let table: String = (0..1000).map(|number| format!("192.0.2.1 h{number}\n")).collect();
    let machine = FakeSystem::new();
    machine.put("/etc/hosts", FileNode::file(table));
    let trial = trial(&machine);
    let rows: Vec<_> = (0..1000).map(|number| trial.want(&format!("h{number}"), &[]).unwrap().row).collect();
    assert!(Parsed.get(&machine, &rows).into_iter().all(|state| state.is_ok()));
    assert_eq!(machine.reads(), ["read_text"]);
}

#[test]
fn entries_are_listed_with_their_values() {
    let machine = machine();
    let listed = trial(&machine).instances().unwrap();
    assert_eq!(listed.iter().map(|entry| entry.title.as_str()).collect::<Vec<_>>(), ["localhost", "localhost", "old"]);
    let comments: Vec<_> = listed.iter().map(|entry| entry.is.comment.as_deref().unwrap()).collect();
    assert_eq!(comments, ["", "v6", ""]);
    assert_eq!(listed[0].is.host_aliases, None);
}

#[test]
fn comments_and_aliases_can_have_any_characters() {
    let machine = FakeSystem::new();
    let table = "\u{feff}# größe\r\n127.0.0.1 localhost\r\nünï $(id)\r\n";
    machine.put("/etc/hosts", FileNode::file(table));
    for letters in ["-x", "it's", "\"q\"", "ünï☃", "$(id)", "back\\slash", "%s"] {
        let all =
            [("ip", "::1".into()), ("host_aliases", texts(&[letters])), ("comment", format!("{letters} # x").into())];
        assert_eq!(apply(&machine, "a", &all), ["ensure: created"], "{letters}");
        assert_eq!(machine.text("/etc/hosts"), format!("{table}::1\ta\t{letters}\t# {letters} # x\r\n"));
        assert_eq!(apply(&machine, "a", &[("ensure", "absent".into())]), ["ensure: removed"]);
    }
    assert_eq!(machine.text("/etc/hosts"), table);
}

#[test]
fn file_that_is_not_utf8_is_left_unchanged() {
    let machine = FakeSystem::new();
    let latin1 = b"# gr\xfc\xdfe\n192.0.2.8 old\n".to_vec();
    machine.put("/etc/hosts", FileNode::file(latin1.clone()));
    let mut trial = trial(&machine);
    let wanted = trial.want("old", &[("ip", "192.0.2.9".into())]).unwrap();
    assert_eq!(trial.apply(&wanted), ["Could not evaluate: /etc/hosts is not UTF-8"]);
    assert_eq!(machine.node("/etc/hosts").unwrap().content, latin1);
}
