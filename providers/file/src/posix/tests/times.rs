//! Tests of attributes copied from a source in addition to the content, and of timestamps used as checksums.

use super::*;

const HOUR: i64 = 3_600_000_000_000;

fn source() -> (&'static str, Value) {
    ("source", vec!["/s"].into())
}

#[test]
fn file_as_new_as_its_source_is_in_sync() {
    let machine = machine();
    machine.put("/s", FileNode { mtime_ns: HOUR, ..FileNode::file("new") });
    machine
        .put("/f/a", FileNode { mtime_ns: HOUR - 1, ..FileNode::file("old") })
        .put("/f/b", FileNode { mtime_ns: HOUR, ..FileNode::file("own") });
    let newer = [source(), ("checksum", text("mtime"))];
    let changed = "content: content changed '{mtime}1970-01-01 00:59:59 +0000' to '{mtime}1970-01-01 01:00:00 +0000'";
    assert_eq!(noop(&machine, "/f/b", &newer), [""; 0]);
    assert_eq!(apply(&machine, "/f/a", &newer), [changed]);
    assert_eq!(machine.text("/f/a"), "new");
    let made = "ensure: defined content as '{ctime}1970-01-01 01:00:00 +0000'";
    assert_eq!(apply(&machine, "/f/c", &[source(), ("checksum", text("ctime"))]), [made]);
}

#[test]
fn source_permissions_are_used_always_or_on_creation() {
    let machine = machine();
    machine.put("/s", FileNode { mode: 0o751, uid: 1, gid: 2, ..FileNode::file("hello") });
    let like = |when: &str| [source(), ("source_permissions", text(when))];
    for (path, when) in [("/f/a", "use"), ("/f/b", "use_when_creating")] {
        assert_eq!(settles(&machine, path, &like(when)), [format!("ensure: defined content as '{HELLO}'")]);
        assert_eq!(machine.node(path).unwrap(), machine.node("/s").unwrap());
        machine.put(path, FileNode { mode: 0o600, ..FileNode::file("hello") });
    }
    let lines = [
        "owner: owner changed 'root' to 'daemon'",
        "group: group changed 'root' to 'bin'",
        "mode: mode changed '0600' to '0751'",
    ];
    assert_eq!(settles(&machine, "/f/a", &like("use")), lines);
    assert_eq!(apply(&machine, "/f/b", &like("use_when_creating")), [""; 0]);
    let own = [&like("use")[..], &[("mode", text("0640"))]].concat();
    assert_eq!(settles(&machine, "/f/a", &own), ["mode: mode changed '0751' to '0640'"]);
    let warned = machine.logged(marotte_sdk::system::Level::Warning);
    assert!(warned[0].starts_with("The `source_permissions` parameter is deprecated."), "{warned:?}");
}

#[test]
fn content_is_staged_in_staging_location() {
    let machine = machine();
    machine.put("/w/x", FileNode::file(""));
    machine.on_command(|command| {
        let marotte_sdk::system::Program::Given(given) = &command.program else { panic!("expected a given command") };
        let status = i32::from(!given.replace[0].1.starts_with("/w/"));
        Ok(marotte_sdk::system::Output { status, stdout: Vec::new(), stderr: Vec::new(), truncated: false })
    });
    let waiting = |content: &str| {
        [
            ("content", text(content)),
            ("staging_location", text("/w/")),
            ("validate_cmd", text("judge %")),
            ("mode", text("0640")),
        ]
    };
    assert_eq!(settles(&machine, "/f/a", &waiting("hello")), [format!("ensure: defined content as '{HELLO}'")]);
    assert_eq!(machine.node("/f/a").unwrap().mode, 0o640);
    let beside = [("content", text("hello")), ("validate_cmd", text("judge %"))];
    assert!(
        apply(&machine, "/f/b", &beside)[0].contains("returned 1"),
        "the command rejects a file staged next to the target"
    );
}
