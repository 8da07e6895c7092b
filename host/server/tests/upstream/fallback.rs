//! Fallback for catalogs that need Ruby.

use std::os::unix::fs::PermissionsExt as _;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use report::comparison::NodeRecords;
use report::fallbacks::FallbackRecord;
use server::{UpstreamLimits, UpstreamRole};

use super::fake::{Answer, FakeServer};
use super::fixture::{Fixture, Identities};
use super::{RICH, limits};

/// Starts a server whose fallback server behaves as `answer`.
fn start(answer: Answer) -> (Fixture, FakeServer) {
    let identities = Identities::new();
    let old = FakeServer::start(&identities.ssl(), "old.example.com", move |_| answer.clone());
    let url = old.url();
    (identities.start(UpstreamRole::Fallback, &url, limits()), old)
}

fn records(fixture: &Fixture) -> Vec<FallbackRecord> {
    NodeRecords::new(fixture.directory.join("up")).all().unwrap()
}

#[test]
fn fallback_receives_the_request_with_the_identity_of_the_client() {
    let (fixture, old) = start(Answer::Reply(200, RICH, b"{\"from\":\"old\"}".to_vec()));
    let reply = fixture.catalog("ruby");
    assert_eq!((reply.status, reply.content.as_slice()), (200, &b"{\"from\":\"old\"}"[..]));
    assert!(reply.head.contains(&format!("content-type: {RICH}")) && reply.head.contains("x-puppet-version: 7.99"));
    let seen = &old.seen()[0];
    assert_eq!(seen.method, "POST");
    assert_eq!(seen.target, "/puppet/v3/catalog/ruby.example.com?environment=production");
    assert!(seen.content.starts_with(b"environment=production&facts_format=application%2Fjson&facts=%257B"));
    let field = |name: &str| seen.headers.get(name).map(String::as_str);
    assert_eq!(field("x-client-verify"), Some("SUCCESS"));
    assert_eq!(field("x-client-dn"), Some("CN=ruby.example.com"));
    let certificate = percent_encoding::percent_decode_str(field("x-client-cert").unwrap()).decode_utf8().unwrap();
    let own = fixture.directory.join("ssl/certs/ruby.example.com.pem");
    assert_eq!(certificate, std::fs::read_to_string(own).unwrap());
    assert_eq!(field("content-type"), Some("application/x-www-form-urlencoded"));
    assert_eq!((field("authorization"), field("accept-encoding")), (None, Some("gzip")));
}

#[test]
fn fallback_is_for_missing_ruby_alone() {
    let (fixture, old) = start(Answer::Reply(200, RICH, b"{}".to_vec()));
    assert_eq!(fixture.catalog("plain").status, 200);
    let broken = fixture.catalog("broken");
    assert!(broken.status == 500 && String::from_utf8_lossy(&broken.content).contains("as intended"));
    assert_eq!(fixture.catalog("text").status, 500, "the text of an error has no effect");
    assert!(old.seen().is_empty());
    for node in ["ruby", "type", "hiera", "query", "template"] {
        assert_eq!(fixture.catalog(node).content, b"{}", "{node}");
    }
    let reasons: Vec<String> = records(&fixture).into_iter().flat_map(|record| record.reasons.into_keys()).collect();
    let expected = [
        "Hiera backend 'legacy::backend'",
        "function 'puppetdb_query'",
        "function 'legacy::answer'",
        "inline ERB template",
        "data type 'Legacy::Odd'",
    ];
    assert_eq!(reasons, expected);
}

#[test]
fn trusted_extensions_have_the_names_of_the_compiler_of_puppet_7() {
    let (fixture, _old) = start(Answer::Silence);
    let reply = fixture.catalog("administrator");
    let text = String::from_utf8_lossy(&reply.content).into_owned();
    assert!(text.contains("{1.3.6.1.4.1.34380.1.3.39 => true}"), "{text}");
}

#[test]
fn fallback_counts_survive_and_are_private() {
    let (fixture, _old) = start(Answer::Reply(404, "text/plain", b"none".to_vec()));
    let (first, second) = (fixture.catalog("ruby"), fixture.catalog("ruby"));
    assert_eq!((first.status, second.content.as_slice()), (404, &b"none"[..]), "the reply is that of the old server");
    let record = &records(&fixture)[0];
    let count = record.reasons["function 'legacy::answer'"];
    assert_eq!((record.node.as_str(), count.answered, count.unanswered), ("ruby.example.com", 2, 0));
    let mode = fixture.directory.join("up/ruby.example.com.json").metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn fallback_connection_is_used_again() {
    let (fixture, old) = start(Answer::Reply(200, RICH, b"{}".to_vec()));
    for _ in 0..5 {
        assert_eq!(fixture.catalog("ruby").status, 200);
    }
    // The next request can arrive before the connection of the last one is free.
    assert!(old.connections.load(Ordering::SeqCst) < 5);
}

#[test]
fn fallback_that_fails_results_in_the_original_error() {
    let cases = [
        (Answer::Close, "the reply is not valid HTTP or ends too early"),
        (Answer::Half, "the reply is not valid HTTP or ends too early"),
        (Answer::Silence, "the reply was not complete after 2 s"),
        (Answer::Reply(200, RICH, vec![b' '; 2 << 20]), "the reply has more than 1048576 bytes"),
    ];
    for (answer, reason) in cases {
        let (fixture, _old) = start(answer.clone());
        let begin = Instant::now();
        let reply = fixture.catalog("ruby");
        let text = String::from_utf8_lossy(&reply.content).into_owned();
        assert!(reply.status == 500 && text.contains("Unknown function: 'legacy::answer'"), "{answer:?}: {text}");
        assert!(text.contains("(the fallback server https://localhost:") && text.contains(reason), "{text}");
        assert!(begin.elapsed() < Duration::from_secs(10), "{answer:?}");
        assert_eq!(records(&fixture)[0].reasons["function 'legacy::answer'"].unanswered, 1);
    }
}

/// Returns the text of the error if the fallback server has this certificate, key and authority.
fn refused(identities: Identities, old: &FakeServer) -> String {
    let fixture = identities.start(UpstreamRole::Fallback, &old.url(), limits());
    let reply = fixture.catalog("ruby");
    assert_eq!((reply.status, old.seen().len()), (500, 0));
    String::from_utf8_lossy(&reply.content).into_owned()
}

#[test]
fn fallback_certificate_is_verified() {
    let (identities, others) = (Identities::new(), Identities::new());
    let old = FakeServer::start(&others.ssl(), "old.example.com", |_| Answer::Silence);
    assert!(refused(identities, &old).contains("invalid peer certificate"));
    let identities = Identities::new();
    let old = FakeServer::start(&identities.ssl(), "old.example.com", |_| Answer::Silence);
    identities.revoke("old.example.com");
    assert!(refused(identities, &old).contains("Revoked"));
    let identities = Identities::new();
    let old = FakeServer::start(&identities.ssl(), "old.example.com", |_| Answer::Silence);
    let url = format!("https://127.0.0.1:{}", old.address.port());
    let reply = identities.start(UpstreamRole::Fallback, &url, limits()).catalog("ruby");
    assert!(String::from_utf8_lossy(&reply.content).contains("not valid for name"));
}

#[test]
fn fallback_that_does_not_listen_is_reported() {
    let url = "https://localhost:1";
    let fixture = Identities::new().start(UpstreamRole::Fallback, url, UpstreamLimits::default());
    let text = String::from_utf8_lossy(&fixture.catalog("ruby").content).into_owned();
    assert!(text.contains("the fallback server https://localhost:1 did not answer: the connection failed"), "{text}");
}

#[test]
fn fallback_receives_requests_for_files_of_static_catalogs() {
    let (fixture, old) = start(Answer::Reply(200, "application/octet-stream", b"content".to_vec()));
    let line = "GET /puppet/v3/static_file_content/modules/m/files/a%20b?code_id=1&environment=production";
    let reply = fixture.send("plain", line, &[("Accept", "application/octet-stream")], None);
    assert_eq!((reply.status, reply.content.as_slice()), (200, &b"content"[..]));
    let target = line.strip_prefix("GET ").unwrap();
    assert_eq!(old.seen()[0].target, target);
    let other = fixture.send("plain", "GET /puppet/v3/file_content/modules/m/a?environment=production", &[], None);
    assert!(other.status != 200 && old.seen().len() == 1, "files of modules are those of this server");
}

#[test]
fn fallback_receives_requests_for_versions_of_files_that_are_not_here() {
    let mut identities = Identities::new();
    identities.set_program("code_id_command", "echo 2");
    identities.set_program("code_content_command", "test \"$2\" = 2 && echo \"$3\"");
    let old =
        FakeServer::start(&identities.ssl(), "old.example.com", |request| match request.target.contains("id=1") {
            true => Answer::Reply(200, "application/octet-stream", b"old".to_vec()),
            false => Answer::Close,
        });
    let fixture = identities.start(UpstreamRole::Fallback, &old.url(), limits());
    let content = |path: &str, id: u8| {
        let line = format!("GET /puppet/v3/static_file_content/{path}?code_id={id}&environment=production");
        let reply = fixture.send("plain", &line, &[], None);
        (reply.status, String::from_utf8(reply.content).unwrap())
    };
    assert_eq!(content("modules/m/files/a", 2), (200, "modules/m/files/a\n".to_owned()), "this version is here");
    assert_eq!(content("modules/m/manifests/a", 1).0, 403);
    assert!(old.seen().is_empty());
    assert_eq!(content("modules/m/files/a", 1), (200, "old".to_owned()));
    let (status, text) = content("modules/m/files/a", 3);
    assert!(status == 502 && text.contains("did not answer"), "{text}");
}
