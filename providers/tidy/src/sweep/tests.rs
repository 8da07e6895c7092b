//! Tests of each rule of the provider on a test system.

use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};

use super::*;
use crate::schema::Component;

const DAY: i64 = 86_400;

/// A file last changed the given number of seconds ago.
fn aged(seconds: i64, content: &str) -> FileNode {
    FileNode { mtime_ns: (now() - seconds) * 1_000_000_000, ..FileNode::file(content) }
}

fn machine() -> FakeSystem {
    let machine = FakeSystem::new();
    machine.grant(include_str!("../../provider.toml"));
    machine.put("/t/a.log", aged(3 * DAY, "")).put("/t/new.log", aged(0, "")).put("/t/b.txt", aged(3 * DAY, "xx"));
    machine
        .put("/t/s/c.log", aged(3 * DAY, ""))
        .put("/t/s/u/d.log", aged(3 * DAY, ""))
        .put("/t/l", FileNode::symlink("/x"));
    machine.put("/x/outside", aged(3 * DAY, ""));
    machine
}

fn trial(machine: &FakeSystem) -> ProviderTest<Sweep> {
    ProviderTest::new::<Component>(machine, "posix")
}

fn asked(machine: &FakeSystem, path: &str, attributes: &[(&str, Value)]) -> Vec<String> {
    let mut trial = trial(machine);
    let wanted = trial.prepare(path, attributes).unwrap();
    assert_eq!(trial.apply(&wanted), [""; 0], "the tidy itself makes no changes");
    trial.generate(&wanted).unwrap()
}

/// Returns the paths to be removed.
fn going(machine: &FakeSystem, path: &str, attributes: &[(&str, Value)]) -> Vec<String> {
    let removed = |line: String| Some(line.strip_prefix("File[")?.split_once("]: ")?.0.to_owned());
    asked(machine, path, attributes).into_iter().filter_map(removed).collect()
}

#[test]
fn old_files_that_match_are_removed() {
    let machine = machine();
    let attributes = [("recurse", true.into()), ("matches", vec!["*.log"].into()), ("age", "1d".into())];
    let expected = [
        "File[/t/s/u/d.log]: ensure => 'absent', force => true",
        "File[/t/s/c.log]: ensure => 'absent', force => true",
        "File[/t/a.log]: ensure => 'absent', force => true",
    ];
    assert_eq!(asked(&machine, "/t", &attributes), expected);
    assert_eq!(machine.logged(Level::Notice), ["Tidying 3 files"]);
    assert_eq!(machine.effects(), [""; 0]);
}

#[test]
fn recurse_limits_the_depth() {
    let machine = machine();
    let matches = ("matches", Value::from("*.log"));
    let depth = |depth: Value| going(&machine, "/t", &[("recurse", depth), matches.clone()]);
    assert_eq!(depth(Value::Integer(1)), ["/t/new.log", "/t/a.log"]);
    assert_eq!(depth("2".into()), ["/t/s/c.log", "/t/new.log", "/t/a.log"]);
    assert_eq!(depth("inf".into()).len(), 4);
    assert_eq!(going(&machine, "/t/a.log", &[]), ["/t/a.log"]);
    assert_eq!(going(&machine, "/t", &[]), [""; 0], "a directory is kept without rmdirs");
    assert_eq!(going(&machine, "/none", &[("recurse", true.into())]), [""; 0]);
}

#[test]
fn large_files_and_old_files_are_removed() {
    let machine = machine();
    let all = |age: &str, size: &str| {
        going(&machine, "/t", &[("recurse", Value::Integer(1)), ("age", age.into()), ("size", size.into())])
    };
    assert_eq!(all("1w", "2b"), ["/t/l", "/t/b.txt"], "an old link is removed itself");
    assert_eq!(all("1d", "1k"), ["/t/l", "/t/b.txt", "/t/a.log"]);
    assert_eq!(all("0", "1t").len(), 4);
}

#[test]
fn type_selects_the_timestamp() {
    let machine = machine();
    for time in ["atime", "mtime", "ctime"] {
        let old = [("recurse", true.into()), ("age", "2d".into()), ("matches", "c.*".into()), ("type", time.into())];
        assert_eq!(going(&machine, "/t", &old), ["/t/s/c.log"]);
    }
}

#[test]
fn directory_is_removed_after_its_content() {
    let machine = machine();
    let lines = asked(&machine, "/t/s", &[("recurse", true.into()), ("rmdirs", true.into()), ("age", "0".into())]);
    let expected = [
        "File[/t/s/u/d.log]: ensure => 'absent', force => true",
        "File[/t/s/u]: ensure => 'absent', force => true, require => ['File[/t/s/u/d.log]']",
        "File[/t/s/c.log]: ensure => 'absent', force => true",
        "File[/t/s]: ensure => 'absent', force => true, require => ['File[/t/s/u]', 'File[/t/s/c.log]']",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn managed_files_are_kept() {
    let machine = machine();
    let found =
        |title: &str, path: &str| CatalogResource { id: 2, title: title.into(), values: vec![(0, path.into())] };
    machine.declare("file", found("log", "/t/a.log")).declare("file", found("/t/b.txt", "/t/b.txt"));
    let going = going(&machine, "/t", &[("recurse", Value::Integer(1)), ("age", "1d".into())]);
    assert_eq!(going, ["/t/l"]);
}

#[test]
fn links_are_removed_and_not_followed() {
    let machine = machine();
    machine.put("/way", FileNode::symlink("/x"));
    assert_eq!(going(&machine, "/t", &[("recurse", true.into()), ("matches", vec!["outside", "l"].into())]), ["/t/l"]);
    assert_eq!(going(&machine, "/way", &[("recurse", true.into())]), ["/way"]);
}

#[test]
fn names_can_have_any_characters() {
    let machine = FakeSystem::new();
    let names = ["-rf", "a b", "'q\"", "new\nline", "[x]", "ü", ".hidden", "a]b"];
    for name in names {
        machine.put(&format!("/t/{name}"), FileNode::file(""));
    }
    assert_eq!(asked(&machine, "/t", &[("recurse", true.into())]).len(), names.len());
    assert_eq!(going(&machine, "/t", &[("recurse", true.into()), ("matches", "*".into())]).len(), names.len());
    assert_eq!(going(&machine, "/t", &[("recurse", true.into()), ("matches", "**/\\[x\\]".into())]), ["/t/[x]"]);
}

#[test]
fn backup_is_passed_to_the_generated_file() {
    let machine = machine();
    let lines = asked(&machine, "/t/a.log", &[("backup", "puppet".into())]);
    assert_eq!(lines, ["File[/t/a.log]: ensure => 'absent', force => true, backup => 'puppet'"]);
}

#[test]
fn too_many_files_and_read_errors_fail_the_row() {
    let machine = machine();
    let mut trial = trial(&machine);
    let few = trial.prepare("/t", &[("recurse", true.into()), ("max_files", Value::Integer(2))]).unwrap();
    assert!(trial.generate(&few).unwrap_err().message.contains("exceeds the limit of 2"));
    assert_eq!(machine.logged(Level::Notice), [""; 0]);
    let all = trial.prepare("/t", &[("recurse", true.into())]).unwrap();
    machine.fail("walk", Error::new(Code::Denied, "Permission denied"));
    assert_eq!(trial.generate(&all).unwrap_err().message, "Permission denied");
    // A single file that is not accessible is kept.
    let one = trial.prepare("/t/a.log", &[]).unwrap();
    machine.fail("stat", Error::new(Code::Denied, "Permission denied"));
    assert_eq!(trial.generate(&one).unwrap(), [""; 0]);
    assert_eq!(machine.logged(Level::Warning), ["Could not stat; Permission denied"]);
}

#[test]
fn invalid_values_are_rejected() {
    let machine = machine();
    let refused =
        |path: &str, attributes: &[(&str, Value)]| trial(&machine).prepare(path, attributes).err().unwrap().message;
    assert_eq!(refused("t/x", &[]), "File paths must be fully qualified, not 't/x'");
    for recurse in [Value::Undef, false.into(), Value::Integer(0), "0".into()] {
        let refusal = refused("/t", &[("recurse", recurse), ("matches", "*".into())]);
        assert_eq!(refusal, "Tidy can't use matches with recurse 0, false, or undef");
    }
    let wanted = trial(&machine).prepare("//t/./s/", &[]).unwrap();
    assert_eq!(wanted.row.path, "/t/s");
}

#[test]
fn concurrently_removed_file_is_skipped() {
    let machine = machine();
    machine.fail("stat", Error::new(Code::NotFound, "No such file or directory"));
    assert_eq!(going(&machine, "/t/a.log", &[]), [""; 0]);
    assert_eq!(going(&machine, "/t/gone", &[]), [""; 0]);
}

#[test]
fn implausible_timestamps_are_ignored() {
    let machine = FakeSystem::new();
    let at = |mtime_ns| FileNode { mtime_ns, ..FileNode::file("") };
    machine.put("/t/future", aged(-10 * DAY, "")).put("/t/never", at(i64::MAX)).put("/t/ancient", at(i64::MIN));
    assert_eq!(going(&machine, "/t", &[("recurse", true.into()), ("age", "1d".into())]), ["/t/ancient"]);
    assert_eq!(going(&machine, "/t", &[("recurse", true.into()), ("age", "0".into())]), ["/t/ancient"]);
}

#[test]
fn thousand_files_are_read_at_once() {
    let machine = FakeSystem::new();
    for number in 0..1000 {
        machine.put(&format!("/t/größe {number}"), FileNode::file(""));
    }
    assert_eq!(going(&machine, "/t", &[("recurse", true.into()), ("matches", "größe *".into())]).len(), 1000);
    assert_eq!(going(&machine, "/t", &[("recurse", true.into()), ("matches", "gr??e 99[0-9]".into())]).len(), 10);
    assert_eq!(machine.reads().iter().filter(|call| **call == "walk").count(), 2);
}
