//! Tests of all attributes and messages of the provider, on an in-memory system.

mod content;
mod ensure;
mod labels;
mod links;
mod permissions;
mod recursion;
mod refusals;
mod source;
mod times;
mod validation;

use marotte_sdk::Value;
use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};

use super::Posix;
use crate::schema::Component;

const HELLO: &str = "{sha256}2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
const EMPTY: &str = "{sha256}e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

fn machine() -> FakeSystem {
    let machine = FakeSystem::new();
    machine.grant(include_str!("../../provider.toml"));
    machine.put("/f", FileNode::directory()).account("root", 0).account("daemon", 1).account("bin", 2);
    machine
}

fn trial(machine: &FakeSystem) -> ProviderTest<Posix> {
    ProviderTest::new::<Component>(machine, "posix")
}

/// Applies one file and returns the log messages.
fn apply(machine: &FakeSystem, path: &str, attributes: &[(&str, Value)]) -> Vec<String> {
    let mut trial = trial(machine);
    let wanted = trial.prepare(path, attributes).unwrap();
    trial.apply(&wanted)
}

/// Applies one file twice and checks that the second run changes nothing.
fn settles(machine: &FakeSystem, path: &str, attributes: &[(&str, Value)]) -> Vec<String> {
    let lines = apply(machine, path, attributes);
    assert_eq!(apply(machine, path, attributes), [""; 0], "a second run changes nothing");
    lines
}

fn noop(machine: &FakeSystem, path: &str, attributes: &[(&str, Value)]) -> Vec<String> {
    let mut trial = trial(machine);
    let wanted = trial.prepare(path, attributes).unwrap();
    let lines = trial.noop(&wanted);
    assert_eq!(machine.effects(), [""; 0]);
    lines
}

fn refused(path: &str, attributes: &[(&str, Value)]) -> String {
    trial(&machine()).prepare(path, attributes).err().unwrap().message
}

fn text(text: &str) -> Value {
    text.into()
}

#[test]
fn paths_are_canonicalized() {
    let machine = machine();
    let mut trial = trial(&machine);
    let wanted = trial.prepare("/f//d/../a", &[("ensure", text("file"))]).unwrap();
    assert_eq!(wanted.row.path, "/f/a");
    assert_eq!(trial.apply(&wanted), ["ensure: created"]);
}

#[test]
fn all_attributes_are_read() {
    let machine = machine();
    machine.put("/f/a", FileNode { mode: 0o4755, uid: 1, gid: 2, ..FileNode::file("hello") });
    let all = ["ensure", "content", "target", "owner", "group", "mode", "type", "ctime", "mtime"];
    let undef: Vec<_> = all.iter().map(|name| (*name, Value::Undef)).collect();
    let mut trial = trial(&machine);
    let wanted = trial.want("/f/a", &undef).unwrap();
    let is = trial.get(&wanted).unwrap().is;
    assert_eq!(is.content.as_deref(), Some(HELLO));
    assert_eq!(is.mode.unwrap().text, "4755");
    assert_eq!(is.r#type.as_deref(), Some("file"));
    assert_eq!(is.mtime.as_deref(), Some("1970-01-01 00:00:00 +0000"));
}
