//! Tests of `source` and `checksum_value`.

use super::*;

fn from(source: &str) -> [(&'static str, Value); 1] {
    [("source", vec![source].into())]
}

#[test]
fn first_existing_source_is_copied() {
    let machine = machine();
    machine.put("/s", FileNode { mode: 0o751, ..FileNode::file("hello") });
    let sources = [("source", vec!["/none", "file:///s"].into())];
    assert_eq!(settles(&machine, "/f/a", &sources), [format!("ensure: defined content as '{HELLO}'")]);
    assert_eq!(machine.node("/f/a").unwrap(), FileNode::file("hello"));
    machine.put("/s", FileNode::file(""));
    assert_eq!(settles(&machine, "/f/a", &sources), [format!("content: content changed '{HELLO}' to '{EMPTY}'")]);
}

#[test]
fn noop_reports_the_kind_of_the_source() {
    let machine = machine();
    machine.put("/s", FileNode::file("hello"));
    assert_eq!(noop(&machine, "/f/a", &from("/s")), ["ensure: current_value 'absent', should be 'file' (noop)"]);
}

#[test]
fn missing_source_fails_the_row() {
    let sources = [("source", vec!["/x", "puppet:///modules/m/f"].into())];
    assert_eq!(
        apply(&machine(), "/f/a", &sources),
        ["Could not evaluate: Could not retrieve information from environment production source(s) file:///x, \
          puppet:///modules/m/f"]
    );
}

#[test]
fn kind_of_the_source_is_copied() {
    let machine = machine();
    machine.put("/d/x", FileNode::file("")).put("/l", FileNode::symlink("/d"));
    assert_eq!(settles(&machine, "/f/d", &from("/d")), ["ensure: created"]);
    assert_eq!(settles(&machine, "/f/l", &from("/l")), ["ensure: created"]);
    assert_eq!(machine.node("/f/l").unwrap().target.as_deref(), Some("/d"));
    let followed = [("source", vec!["/l"].into()), ("links", text("follow"))];
    assert_eq!(settles(&machine, "/f/e", &followed), ["ensure: created"]);
    assert!(machine.node("/f/e").unwrap().target.is_none());
}

#[test]
fn absent_takes_precedence_over_the_source() {
    let machine = machine();
    machine.put("/s", FileNode::file("hello")).put("/f/a", FileNode::file("x"));
    let attributes = [("source", vec!["/s"].into()), ("ensure", text("absent"))];
    assert_eq!(settles(&machine, "/f/a", &attributes), ["ensure: removed"]);
}

#[test]
fn source_is_verified_against_checksum_value() {
    let machine = machine();
    machine.put("/s", FileNode::file("hello"));
    let right = [("source", vec!["/s"].into()), ("checksum_value", text(&HELLO[8..]))];
    assert_eq!(apply(&machine, "/f/a", &right), [""; 0], "no attribute requires a file");
    let right = [&right[..], &[("ensure", text("file"))]].concat();
    assert_eq!(settles(&machine, "/f/a", &right), [format!("ensure: defined content as '{HELLO}'")]);
    let wrong = [("source", vec!["/s"].into()), ("checksum_value", text(&EMPTY[8..]))];
    let lines = apply(&machine, "/f/a", &wrong);
    assert_eq!(lines.len(), 1);
    assert!(lines[0].starts_with("checksum_value: change from "), "{lines:?}");
    assert!(lines[0].ends_with(&format!(
        "File written to disk did not match desired checksum; discarding changes ({HELLO} vs {EMPTY})"
    )));
}
