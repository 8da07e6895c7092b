//! Tests of failing programs, files that change concurrently, and hostile names.

use marotte_sdk::fake::FileNode;
use marotte_sdk::system::{Output, Response};
use marotte_sdk::{Code, Error, Provider as _, Value};

use super::{RIGHT, Site, text};
use crate::{ArchiveAttribute, Transfer};

fn unpacked(path: &str, source: &str) -> [(&'static str, Value); 6] {
    [
        ("path", path.into()),
        ("source", source.into()),
        ("extract", "true".into()),
        ("extract_path", "/srv".into()),
        ("creates", "/srv/made".into()),
        ("cleanup", "false".into()),
    ]
}

fn apply(site: &mut Site, attributes: &[(&str, Value)]) -> Vec<String> {
    site.ran.borrow_mut().clear();
    let wanted = site.trial.prepare("x", attributes).unwrap();
    site.trial.apply(&wanted)
}

#[test]
fn timeout_of_a_program_is_reported() {
    let mut site = Site::new();
    site.machine.on_command(|_| Err(Error::new(Code::Timeout, "Command exceeded timeout")));
    for _ in 0..2 {
        let messages = apply(&mut site, &unpacked("/srv/file.tar", "/srv/source"));
        assert!(messages[0].ends_with("failed: Command exceeded timeout"), "{messages:?}");
        assert_eq!(site.machine.text("/srv/file.tar"), "right", "the file is kept for the next attempt");
    }
    let messages = apply(&mut site, &unpacked("/new/file.tar", "/srv/source"));
    assert!(messages[0].ends_with("failed: Command exceeded timeout"), "{messages:?}");
    assert!(site.machine.node("/new").is_none());
}

#[test]
fn timeout_of_a_server_leaves_no_file() {
    let mut site = Site::new();
    site.machine.on_request(|_| Err(Error::new(Code::Timeout, "https://a/x took longer than a minute")));
    let messages = site.apply(&[text("source", "https://a/x")]);
    assert!(messages[0].ends_with("failed: https://a/x took longer than a minute"), "{messages:?}");
    assert!(site.machine.node("/srv/file.tar").is_none());
    site.machine.put("/srv/file.tar", FileNode::file("old"));
    let listed = [text("source", "/srv/source"), text("checksum_type", "md5"), text("checksum_url", "https://a/list")];
    assert_eq!(site.noop(&listed), ["Could not evaluate: https://a/x took longer than a minute"]);
}

#[test]
fn localized_output_and_invalid_utf8_are_reported() {
    let mut site = Site::new();
    site.machine.on_command(|_| {
        let stdout = b"tar: Das sieht nicht wie ein \xbbtar\xab-Archiv aus.\n".to_vec();
        Ok(Output { status: 2, stdout, stderr: Vec::new(), truncated: false })
    });
    let messages = apply(&mut site, &unpacked("/srv/file.tar", "/srv/source"));
    assert!(
        messages[0].ends_with("returned 2: tar: Das sieht nicht wie ein \u{fffd}tar\u{fffd}-Archiv aus."),
        "{messages:?}"
    );
}

#[test]
fn checksum_list_can_contain_invalid_utf8() {
    let list = [b"0123456789 *caf\xe9.tar\n", RIGHT.as_bytes(), b"  gr\xfc\xdfe.tar\n"].concat();
    let mut site = Site::new();
    let answer = list.clone();
    site.machine
        .put("/srv/list", FileNode::file(list))
        .on_request(move |_| Ok(Response { status: 200, headers: Vec::new(), body: answer.clone() }));
    for list in ["/srv/list", "https://a/list"] {
        let listed = [text("source", "/srv/source"), text("checksum_type", "md5"), text("checksum_url", list)];
        assert_eq!(site.apply(&listed).len(), 1);
        assert_eq!(site.apply(&listed), [""; 0]);
        assert_eq!(site.apply(&[text("ensure", "absent")]).len(), 1);
    }
}

#[test]
fn concurrent_creation_and_removal_are_not_errors() {
    let site = Site::new();
    let mut trial = site.trial;
    let wanted = trial.prepare("/srv/file.tar", &[text("source", "/srv/source")]).unwrap();
    let is = trial.get(&wanted).unwrap().is;
    site.machine.put("/srv/file.tar", FileNode::file("theirs"));
    Transfer.set(&site.machine, &wanted.row, &is, &[ArchiveAttribute::Ensure]).unwrap();
    assert_eq!((site.machine.text("/srv/file.tar"), site.machine.effects().len()), ("theirs".to_owned(), 0));
    let gone = trial.prepare("/srv/file.tar", &[text("ensure", "absent")]).unwrap();
    let is = trial.get(&gone).unwrap().is;
    let remove = || Transfer.set(&site.machine, &gone.row, &is, &[ArchiveAttribute::Ensure]).map(drop);
    assert_eq!(remove(), Ok(()));
    assert_eq!(remove(), Ok(()), "another process removed it");
    site.machine.fail("remove", Error::new(Code::Denied, "Permission denied"));
    assert_eq!(remove().unwrap_err().message, "Permission denied");
}

#[test]
fn concurrently_removed_source_leaves_the_file_unchanged() {
    let mut site = Site::new();
    site.machine.put("/srv/file.tar", FileNode::file("wrong"));
    site.machine.fail("write", Error::new(Code::NotFound, "No such file or directory"));
    let messages = site.apply(&[text("source", "/srv/source"), text("checksum_type", "md5"), text("checksum", RIGHT)]);
    assert!(messages[0].ends_with("failed: Source file: /srv/source does not exists."), "{messages:?}");
    assert_eq!(site.machine.text("/srv/file.tar"), "wrong");
}

#[test]
fn names_can_have_any_characters() {
    for name in ["-x", "a b", "it's", "\"q\"", "new\nline", "ünï", "%s", "$(id)", "back\\slash", "*"] {
        let mut site = Site::new();
        let (path, source) = (format!("/srv/{name}.tar"), format!("/srv/from {name}"));
        site.machine.put(&source, FileNode::file("right"));
        let all = unpacked(&path, &source);
        assert_eq!(apply(&mut site, &all).len(), 1, "{name}");
        assert_eq!(site.machine.text(&path), "right", "{name}");
        assert_eq!(site.ran(), [format!("tar xf {path}")]);
        assert_eq!(apply(&mut site, &all), [""; 0], "{name}");
        site.machine.put("/srv/made", FileNode::symlink("/nowhere"));
        let own = [&all[..], &[text("extract_command", "tar xf %s")]].concat();
        assert_eq!(apply(&mut site, &own).len(), 1, "{name}");
        assert_eq!(site.ran.borrow()[0].args[3..], ["tar xf %s", &path], "the name is not part of the command line");
    }
}
