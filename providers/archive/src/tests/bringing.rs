//! Tests of sources.

use marotte_sdk::fake::FileNode;
use marotte_sdk::system::Part;
use marotte_sdk::{Code, Error, Value};

use super::{Site, text};

#[test]
fn file_is_copied_once() {
    let mut site = Site::new();
    let copied = [text("source", "/srv/source")];
    assert_eq!(site.apply(&copied), ["ensure: download archive from /srv/source to /srv/file.tar  with cleanup"]);
    assert_eq!(site.machine.text("/srv/file.tar"), "right");
    assert_eq!(site.apply(&copied), [""; 0]);
    assert_eq!(site.apply(&[text("ensure", "absent")]), ["ensure: remove archive: /srv/file.tar "]);
    assert_eq!(site.apply(&[text("ensure", "absent")]), [""; 0]);
}

#[test]
fn missing_source_and_directory_are_reported() {
    let mut site = Site::new();
    let failed = |messages: Vec<String>| messages[0].split(" failed: ").nth(1).unwrap_or_default().to_owned();
    assert_eq!(failed(site.apply(&[])), "Unable to fetch archive, the source parameter is nil.");
    let messages = failed(site.apply(&[text("source", "/srv/nothing")]));
    assert_eq!(messages, "Source file: /srv/nothing does not exists.");
    let messages = failed(site.apply(&[text("source", "/srv/source"), text("temp_dir", "/nowhere")]));
    assert_eq!(messages, "Temporary directory /nowhere doesn't exist");
    site.machine.fail("write", Error::new(Code::Io, "No space left on device"));
    assert_eq!(failed(site.apply(&[text("source", "/srv/source")])), "No space left on device");
    assert!(site.machine.node("/srv/file.tar").is_none());
}

#[test]
fn missing_directory_is_created() {
    let mut site = Site::new();
    let wanted = site.trial.prepare("x", &[text("path", "/new/-a b/x"), text("source", "/srv/source")]).unwrap();
    site.trial.apply(&wanted);
    assert_eq!(site.ran(), ["mkdir -p -- /new/-a b"]);
    assert_eq!(site.machine.text("/new/-a b/x"), "right");
}

#[test]
fn file_is_downloaded() {
    let mut site = Site::new();
    site.on_url(&[("https://example.org/a?b", 200, "far away")]);
    let far = [text("source", "https://example.org/a?b"), text("cleanup", "false")];
    let messages = site.apply(&far);
    assert_eq!(messages, ["ensure: download archive from https://example.org/a?b to /srv/file.tar  without cleanup"]);
    assert_eq!(site.machine.text("/srv/file.tar"), "far away");
    site.machine.put("/srv/file.tar", FileNode::file("x"));
    assert_eq!(site.apply(&far), [""; 0], "without a checksum any existing file is accepted");
    let mut site = Site::new();
    site.on_url(&[]);
    let messages = site.apply(&[text("source", "https://example.org/b")]);
    assert!(messages[0].ends_with("https://example.org/b was answered 404"), "{messages:?}");
    assert!(site.machine.node("/srv/file.tar").is_none());
}

#[test]
fn credentials_and_cookies_are_sent_as_headers() {
    let mut site = Site::new();
    let password = site.machine.secret("pä:ss");
    let sent = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    let noted = std::rc::Rc::clone(&sent);
    site.machine.on_request(move |request| {
        noted.borrow_mut().clone_from(&request.headers);
        Err(Error::new(Code::Io, "Connection refused"))
    });
    let messages = site.apply(&[
        text("source", "http://localhost/x"),
        text("username", "user"),
        ("password", Value::Secret(password)),
        text("cookie", "a=b"),
        ("headers", vec!["Accept: x/y"].into()),
    ]);
    assert!(messages[0].ends_with("failed: Connection refused"), "{messages:?}");
    let sent = sent.borrow();
    let header = |name: &str| match &sent.iter().find(|(known, _)| known == name).unwrap().1[0] {
        Part::Text(text) => text.clone(),
        _ => "another part".to_owned(),
    };
    assert_eq!(header("Authorization"), "Basic dXNlcjpww6Q6c3M=");
    assert_eq!((header("Cookie"), header("Accept")), ("a=b".into(), "x/y".into()));
}

#[test]
fn unsupported_values_are_rejected() {
    let site = Site::new();
    let refused = |attribute| site.want(&[attribute]).err().unwrap().message;
    assert!(refused(text("proxy_server", "http://proxy:3128")).starts_with("proxy_server is not supported"));
    assert!(refused(text("allow_insecure", "true")).starts_with("allow_insecure is not supported"));
    assert!(refused(("download_options", vec!["-k"].into())).starts_with("download_options is not supported"));
    assert!(
        refused(text("source", "s3://bucket/x"))
            .contains("a source with the scheme s3 is not supported: 's3://bucket/x'")
    );
    assert!(refused(text("extract_path", "x")).contains("archive extract_path must be absolute: x"));
    assert!(site.want(&[text("proxy_type", "none"), text("allow_insecure", "false")]).is_ok());
}
