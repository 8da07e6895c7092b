//! Tests of each rule for adding, replacing and removing lines, on a test system.

use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};

use super::*;
use crate::Component;

const PATH: &str = "/etc/app.conf";

fn trial(machine: &FakeSystem) -> ProviderTest<Ruby> {
    ProviderTest::new::<Component>(machine, "ruby")
}

fn with_path(attributes: &[(&'static str, Value)]) -> Vec<(&'static str, Value)> {
    [&[("path", PATH.into())], attributes].concat()
}

/// Applies a resource to a file twice, checks that the second run makes no changes, and returns the content
/// or the error.
fn edit(content: &str, attributes: &[(&'static str, Value)]) -> String {
    let machine = FakeSystem::new();
    machine.put(PATH, FileNode::file(content));
    let mut trial = trial(&machine);
    let wanted = trial.prepare("x", &with_path(attributes)).unwrap();
    match trial.apply(&wanted).as_slice() {
        [messages] if messages.contains("failed") => return messages.clone(),
        [] => assert_eq!(machine.effects(), [""; 0]),
        [messages] => assert!(["ensure: created", "ensure: removed"].contains(&messages.as_str()), "{messages}"),
        more => panic!("{more:?}"),
    }
    assert_eq!(trial.apply(&wanted), [""; 0]);
    machine.text(PATH)
}

fn refusal(attributes: &[(&'static str, Value)]) -> String {
    trial(&FakeSystem::new()).prepare("x", attributes).err().unwrap().message
}

fn absent(attribute: &'static str, value: &str) -> [(&'static str, Value); 2] {
    [("ensure", "absent".into()), (attribute, value.into())]
}

#[test]
fn missing_line_is_appended() {
    assert_eq!(edit("a\nb", &[("line", "c d ".into())]), "a\nb\nc d \n");
    assert_eq!(edit("", &[("line", "-- \"ä\" 'x' $y".into())]), "-- \"ä\" 'x' $y\n");
    assert_eq!(edit("a\nb\n", &[("line", "a".into())]), "a\nb\n");
    assert_eq!(edit(" a\n", &[("line", "a\n".into())]), " a\na\n");
    assert_eq!(edit("a\r\nb\r\n", &[("line", "a".into())]), "a\r\nb\r\n");
}

#[test]
fn line_is_added_after_a_match() {
    let of = |pattern: &str| [("line", "new".into()), ("after", pattern.into())];
    assert_eq!(edit("a=1\nb=1\n", &of("^a")), "a=1\nnew\nb=1\n");
    assert_eq!(edit("a=1\nb=1\n", &of("^c")), "a=1\nb=1\nnew\n");
    let failed = "ensure: change from 'absent' to 'present' failed: 2 lines match pattern '=' in file '/etc/app.conf'. One or \
                  no line must match the pattern.";
    assert_eq!(edit("a=1\nb=1\n", &of("=")), failed);
    let several = [&of("=")[..], &[("multiple", "true".into())]].concat();
    assert_eq!(edit("a=1\nb=1\n", &several), "a=1\nnew\nb=1\nnew\n");
}

#[test]
fn matching_line_is_replaced() {
    let of = |pattern: &str| [("line", "a=2".into()), ("match", pattern.into())];
    assert_eq!(edit("a=1\nb=1\n", &of("^a=")), "a=2\nb=1\n");
    assert_eq!(edit("b=1\n", &of("^a=")), "b=1\na=2\n");
    assert_eq!(edit("a=2\na=1\n", &of("^a=")), "a=2\na=1\n");
    let failed = "ensure: change from 'absent' to 'present' failed: More than one line in file '/etc/app.conf' matches \
                  pattern '^a='";
    assert_eq!(edit("a=1\na=3\n", &of("^a=")), failed);
    let several = [&of("^a=")[..], &[("multiple", "true".into())]].concat();
    assert_eq!(edit("a=1\nb\na=3\n", &several), "a=2\nb\na=2\n");
    let behind = [&of("^a=")[..], &[("after", "b".into())]].concat();
    assert_eq!(edit("b1\nb2\n", &behind), "b1\na=2\nb2\n");
}

#[test]
fn replace_false_accepts_a_match() {
    let of = |name: &'static str, value: &str| [("line", "a=2".into()), ("match", "^a=".into()), (name, value.into())];
    assert_eq!(edit("a=1\n", &of("replace", "false")), "a=1\n");
    assert_eq!(edit("b=1\n", &of("replace", "false")), "b=1\na=2\n");
    assert_eq!(edit("b=1\n", &of("append_on_no_match", "false")), "b=1\n");
    assert_eq!(edit("a=1\n", &of("append_on_no_match", "false")), "a=2\n");
    let all = [&of("multiple", "true")[..], &[("replace_all_matches_not_matching_line", "true".into())]].concat();
    assert_eq!(edit("a=2\na=1\na=3\n", &all), "a=2\na=2\na=2\n");
}

#[test]
fn absent_removes_lines() {
    assert_eq!(edit("a\nb\na\n", &absent("line", "a")), "b\n");
    assert_eq!(edit("b\n", &absent("line", "a")), "b\n");
    let by_match = [&absent("match", "^a")[..], &[("match_for_absence", "true".into())]].concat();
    assert_eq!(edit("a=1\nb\n", &by_match), "b\n");
    assert!(edit("a=1\na=2\n", &by_match).contains("failed: More than one line in file"));
    let several = [&by_match[..], &[("multiple", "true".into())]].concat();
    assert_eq!(edit("a=1\nb\na=2\n", &several), "b\n");
    let ignored = [&absent("match", "^a")[..], &[("line", "b".into())]].concat();
    assert_eq!(edit("a=1\nb\n", &ignored), "a=1\n");
}

#[test]
fn match_for_absence_removes_only_matching_lines() {
    let by_match = [&absent("match", "^a")[..], &[("match_for_absence", "true".into()), ("line", "b".into())]].concat();
    assert_eq!(edit("b\nc\n", &by_match), "b\nc\n");
    assert_eq!(edit("a=1\nb\n", &by_match), "b\n");
}

#[test]
fn invalid_values_are_rejected() {
    assert_eq!(refusal(&[]), "line is a required attribute\npath is a required attribute");
    assert_eq!(refusal(&with_path(&absent("match", "a"))), "line is a required attribute");
    let all = |name: &'static str| {
        let row = [("line", "a".into()), ("replace_all_matches_not_matching_line", "true".into())];
        refusal(&with_path(&[&row[..], &[(name, "false".into())]].concat()))
    };
    assert_eq!(all("multiple"), "multiple must be true when replace_all_matches_not_matching_line is true");
    assert_eq!(all("replace"), "replace must be true when replace_all_matches_not_matching_line is true");
    assert_eq!(refusal(&with_path(&[("line", "a\nb".into())])), "line cannot include newlines");
    let pattern = refusal(&with_path(&[("line", "a".into()), ("match", "(".into())]));
    assert_eq!(pattern, "end pattern with unmatched parenthesis: /(/");
    let encoding = refusal(&with_path(&[("line", "a".into()), ("encoding", "utf-16".into())]));
    assert!(encoding.starts_with("unknown encoding name - utf-16."), "{encoding}");
    assert!(
        refusal(&[("line", "a".into()), ("path", "x".into())]).contains("File paths must be fully qualified, not 'x'")
    );
}

#[test]
fn secret_line_is_written_and_compared_by_the_host() {
    let machine = FakeSystem::new();
    machine.put(PATH, FileNode::file("a\npass=old\n"));
    let mut trial = trial(&machine);
    let line = || Value::Secret(machine.secret("pass=new"));
    let wanted = trial.prepare("x", &with_path(&[("line", line()), ("match", "^pass=".into())])).unwrap();
    assert_eq!(trial.apply(&wanted), ["ensure: created"]);
    assert_eq!(machine.text(PATH), "a\npass=new\n");
    assert_eq!(trial.apply(&wanted), [""; 0]);
    let gone = trial.prepare("x", &with_path(&[("line", line()), ("ensure", "absent".into())])).unwrap();
    assert_eq!(trial.apply(&gone), ["ensure: removed"]);
    assert_eq!(machine.text(PATH), "a\n");
}

#[test]
fn characters_are_encoded_as_configured() {
    let machine = FakeSystem::new();
    machine.put(PATH, FileNode::file(b"\xe4\n".to_vec()));
    let mut trial = trial(&machine);
    let want = |trial: &ProviderTest<Ruby>, line: &str, encoding: &str| {
        trial.prepare("x", &with_path(&[("line", line.into()), ("encoding", encoding.into())])).unwrap()
    };
    assert_eq!(trial.apply(&want(&trial, "ä", "ISO-8859-1")), [""; 0]);
    assert_eq!(trial.apply(&want(&trial, "ö", "latin1")), ["ensure: created"]);
    assert_eq!(machine.node(PATH).unwrap().content, b"\xe4\n\xf6\n");
    assert!(trial.apply(&want(&trial, "€", "latin1"))[0].contains("characters that ISO-8859-1 cannot represent"));
}

#[test]
fn invalid_bytes_are_preserved_and_fail_only_patterns() {
    let machine = FakeSystem::new();
    machine.put(PATH, FileNode::file(b"caf\xe9\nbeta\n".to_vec()));
    let mut trial = trial(&machine);
    let want = |trial: &ProviderTest<Ruby>, attributes: &[(&'static str, Value)]| {
        trial.prepare("x", &with_path(attributes)).unwrap()
    };
    assert_eq!(trial.apply(&want(&trial, &[("line", "beta".into())])), [""; 0]);
    assert_eq!(trial.apply(&want(&trial, &[("line", "ü".into())])), ["ensure: created"]);
    assert_eq!(machine.node(PATH).unwrap().content, b"caf\xe9\nbeta\n\xc3\xbc\n");
    assert_eq!(trial.apply(&want(&trial, &absent("line", "beta"))), ["ensure: removed"]);
    assert_eq!(machine.node(PATH).unwrap().content, b"caf\xe9\n\xc3\xbc\n");
    let matching = want(&trial, &[("line", "a".into()), ("match", "^b".into())]);
    assert_eq!(trial.apply(&matching), ["Could not evaluate: invalid byte sequence in UTF-8"]);
    let behind = want(&trial, &[("line", "a".into()), ("after", "^b".into())]);
    let failed = "ensure: change from 'absent' to 'present' failed: invalid byte sequence in UTF-8";
    assert_eq!(trial.apply(&behind), [failed]);
    let letters = want(&trial, &[("line", "café".into()), ("match", "^caf.$".into()), ("encoding", "latin1".into())]);
    assert_eq!(trial.apply(&letters), [""; 0]);
}

#[test]
fn missing_file_is_an_error() {
    let machine = FakeSystem::new();
    let mut trial = trial(&machine);
    let wanted = trial.prepare("x", &with_path(&[("line", "a".into())])).unwrap();
    let failed =
        "ensure: change from 'absent' to 'present' failed: No such file or directory @ rb_sysopen - /etc/app.conf";
    assert_eq!(trial.noop(&wanted), ["ensure: current_value 'absent', should be 'present' (noop)"]);
    assert_eq!(trial.apply(&wanted), [failed]);
}

#[test]
fn full_disk_leaves_the_file_unchanged() {
    let machine = FakeSystem::new();
    machine.put(PATH, FileNode::file("a\n")).fail("write", Error::new(Code::Io, "No space left on device"));
    let mut trial = trial(&machine);
    let wanted = trial.prepare("x", &with_path(&[("line", "b".into())])).unwrap();
    assert_eq!(trial.apply(&wanted), ["ensure: change from 'absent' to 'present' failed: No space left on device"]);
    assert_eq!(machine.text(PATH), "a\n");
}

#[test]
fn line_with_a_different_line_ending_is_found() {
    assert_eq!(edit("a\r\n", &[("line", "b\r".into())]), "a\r\nb\r\n");
    assert_eq!(edit("a\r\nb\r\n", &[("line", "b\r\n".into())]), "a\r\nb\r\n");
    assert_eq!(edit("a\nb\n", &[("line", "b\r".into())]), "a\nb\n");
    assert_eq!(edit("a\r\nb\r\n", &absent("line", "b\r")), "a\r\n");
}

#[test]
fn lines_can_have_any_characters() {
    for line in
        ["-x", "--help", " a b ", "it's", "\"q\"", "ünï☃", "back\\slash", "$(id) `id`", "%s", "#", "\t", "a\u{2028}b"]
    {
        assert_eq!(edit("a\n", &[("line", line.into())]), format!("a\n{line}\n"));
        assert_eq!(edit(&format!("a\n{line}\nb\n"), &absent("line", line)), "a\nb\n");
    }
}

#[test]
fn concurrent_changes_are_preserved() {
    let machine = FakeSystem::new();
    machine.put(PATH, FileNode::file("a\n"));
    let mut trial = trial(&machine);
    let set = |wanted: &marotte_sdk::fake::Desired<FileLine>, is: &FileLineState, theirs: &[u8]| {
        machine.put(PATH, FileNode::file(theirs));
        Ruby.set(&machine, &wanted.row, is, &[FileLineAttribute::Ensure]).unwrap();
        machine.node(PATH).unwrap().content
    };
    let wanted = trial.prepare("x", &with_path(&[("line", "b".into())])).unwrap();
    let is = trial.get(&wanted).unwrap().is;
    assert_eq!(set(&wanted, &is, b"caf\xe9\nc"), b"caf\xe9\nc\nb\n");
    assert_eq!(set(&wanted, &is, b"b\nc\n"), b"b\nc\n", "another process added it");
    let gone = trial.prepare("x", &with_path(&absent("line", "a"))).unwrap();
    machine.put(PATH, FileNode::file("a\n"));
    let is = trial.get(&gone).unwrap().is;
    assert_eq!(set(&gone, &is, b"b\na\r\nc\xff"), b"b\nc\xff\n");
    assert_eq!(set(&gone, &is, b"b\n"), b"b\n", "another process removed it");
}

#[test]
fn concurrently_removed_file_is_reported() {
    let machine = FakeSystem::new();
    machine.put(PATH, FileNode::file("a\n"));
    let mut trial = trial(&machine);
    let wanted = trial.prepare("x", &with_path(&[("line", "b".into())])).unwrap();
    let is = trial.get(&wanted).unwrap().is;
    machine.fail("read", Error::new(Code::NotFound, "No such file or directory"));
    let error = Ruby.set(&machine, &wanted.row, &is, &[FileLineAttribute::Ensure]).unwrap_err();
    assert_eq!(error.message, "No such file or directory @ rb_sysopen - /etc/app.conf");
    assert_eq!(machine.effects(), [""; 0]);
}

#[test]
fn long_file_is_read_and_written_completely() {
    let long: String = (0..100_000).map(|number| format!("line {number}\n")).collect();
    assert_eq!(
        edit(&long, &[("line", "new".into()), ("match", "^line 99999$".into())]),
        long.replace("line 99999\n", "new\n")
    );
}
