//! Tests of `source` and `checksum_value`.

use std::cell::RefCell;
use std::rc::Rc;

use marotte_sdk::system::{Method, Response};
use marotte_sdk::{Code, Error};

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
    assert_eq!(settles(&machine, "/f/a", &right), ["ensure: created"]);
    let wrong = [("source", vec!["/s"].into()), ("checksum_value", text(&EMPTY[8..]))];
    let lines = apply(&machine, "/f/a", &wrong);
    assert_eq!(lines.len(), 1);
    assert!(lines[0].starts_with("checksum_value: change from "), "{lines:?}");
    assert!(lines[0].ends_with(&format!(
        "File written to disk did not match desired checksum; discarding changes ({HELLO} vs {EMPTY})"
    )));
}

const URL: &str = "http://h.test/f";
const WORLD: &str = "486ea46224d1bb4fb680f34f7c9ad96a8f24ec88be73ea8e5a6c65260e9cb8a7";

/// Sets the response of a web server: headers and content. Returns the requests.
fn serve(machine: &FakeSystem, headers: &[(&str, &str)], content: &str) -> Rc<RefCell<Vec<Method>>> {
    let requests = Rc::new(RefCell::new(Vec::new()));
    let recorded = Rc::clone(&requests);
    let headers: Vec<_> = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let content = content.as_bytes().to_vec();
    machine.on_request(move |request| {
        recorded.borrow_mut().push(request.method);
        let status = if request.url == URL { 200 } else { 404 };
        let body = if request.method == Method::Head { Vec::new() } else { content.clone() };
        Ok(Response { status, headers: headers.clone(), body })
    });
    requests
}

#[test]
fn source_on_a_web_server_is_compared_by_its_digest() {
    let machine = machine();
    let hello = &HELLO[8..];
    let requests = serve(&machine, &[("x-checksum-sha256", hello)], "hello");
    let sources = [("source", vec!["http://h.test/none", URL].into())];
    assert_eq!(noop(&machine, "/f/a", &sources), ["ensure: current_value 'absent', should be 'file' (noop)"]);
    assert_eq!(*requests.borrow(), [Method::Head; 2]);
    assert_eq!(settles(&machine, "/f/a", &sources), [format!("ensure: defined content as '{HELLO}'")]);
    assert_eq!(machine.node("/f/a").unwrap(), FileNode::file("hello"));
    let _ = serve(&machine, &[("x-checksum-sha256", WORLD)], "world");
    let change = format!("content: content changed '{HELLO}' to '{{sha256}}{WORLD}'");
    assert_eq!(settles(&machine, "/f/a", &sources), [change]);
    let _ = serve(&machine, &[("x-checksum-sha256", hello)], "other");
    let lines = apply(&machine, "/f/a", &sources);
    assert!(lines[0].contains("http://h.test/f has the wrong digest "), "{lines:?}");
    assert_eq!(machine.text("/f/a"), "world");
}

#[test]
fn source_on_a_web_server_is_compared_by_its_time() {
    let machine = machine();
    let second = 1_000_000_000;
    machine.put("/f/a", FileNode { mtime_ns: 1_445_412_479 * second, ..FileNode::file("hello") });
    let _ = serve(&machine, &[("Last-Modified", "Wed, 21 Oct 2015 07:28:00 GMT")], "world");
    let change = "content: content changed '{mtime}2015-10-21 07:27:59 +0000' to '{mtime}2015-10-21 07:28:00 UTC'";
    assert_eq!(apply(&machine, "/f/a", &from(URL)), [change]);
    machine.put("/f/a", FileNode { mtime_ns: 1_445_412_480 * second, ..FileNode::file("hello") });
    assert_eq!(apply(&machine, "/f/a", &from(URL)), [""; 0]);
}

#[test]
fn source_on_a_web_server_without_versions_is_compared_by_its_content() {
    let machine = machine();
    machine.show_diff();
    let requests = serve(&machine, &[], "hello");
    assert_eq!(settles(&machine, "/f/a", &from(URL)), [format!("ensure: defined content as '{HELLO}'")]);
    // For the difference, for the content, and for the comparison of the second run.
    assert_eq!(requests.borrow().iter().filter(|method| **method == Method::Get).count(), 3);
    let _ = serve(&machine, &[], "");
    let lines = settles(&machine, "/f/a", &from(URL));
    assert_eq!(lines.last().unwrap(), &format!("content: content changed '{HELLO}' to '{EMPTY}'"));
}

#[test]
fn source_on_a_web_server_with_checksum_value_is_requested_only_if_it_differs() {
    let machine = machine();
    let requests = serve(&machine, &[], "hello");
    let attributes = [("source", vec![URL].into()), ("checksum_value", text(&HELLO[8..])), ("ensure", text("file"))];
    assert_eq!(apply(&machine, "/f/a", &attributes), ["ensure: created"]);
    requests.borrow_mut().clear();
    assert_eq!(apply(&machine, "/f/a", &attributes), [""; 0]);
    assert!(requests.borrow().is_empty());
    let wrong = [&attributes[..1], &[("checksum_value", text(&EMPTY[8..]))]].concat();
    let lines = apply(&machine, "/f/a", &wrong);
    let reason = format!("http://h.test/f has the wrong digest {} instead of {}", &HELLO[8..], &EMPTY[8..]);
    assert!(lines[0].ends_with(&reason), "{lines:?}");
    assert_eq!(machine.text("/f/a"), "hello");
}

#[test]
fn missing_source_on_a_web_server_fails_the_row() {
    let machine = machine();
    let _ = serve(&machine, &[], "hello");
    let missing = "Could not evaluate: Could not retrieve information from environment production source(s) \
                   http://h.test/none";
    assert_eq!(apply(&machine, "/f/a", &from("http://h.test/none")), [missing]);
    machine.on_request(|_| Err(Error::new(Code::Io, "no route")));
    let failed = "Could not evaluate: Could not retrieve file metadata for http://h.test/f: no route";
    assert_eq!(apply(&machine, "/f/a", &from(URL)), [failed]);
}

#[test]
fn source_on_a_web_server_is_not_copied_recursively() {
    let machine = machine();
    let mut trial = trial(&machine);
    let attributes = [("source", vec![URL].into()), ("recurse", Value::Boolean(true)), ("ensure", text("directory"))];
    let wanted = trial.prepare("/f/d", &attributes).unwrap();
    assert_eq!(trial.expand(&wanted).unwrap_err().message, "cannot lookup multiple files");
}

#[test]
fn permissions_cannot_be_copied_from_a_web_server() {
    let machine = machine();
    let _ = serve(&machine, &[], "hello");
    let attributes = [("source", vec![URL].into()), ("source_permissions", text("use"))];
    let lines = apply(&machine, "/f/a", &attributes);
    assert!(lines[0].contains("the source http://h.test/f has no owner, group and mode"), "{lines:?}");
}
