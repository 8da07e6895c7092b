//! Comparison with an upstream server.

use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, Instant};

use report::comparison::{CatalogComparison, ComparisonResult, ComparisonStore, DifferenceKind};
use server::UpstreamRole;

use super::fake::{Answer, FakeServer, SeenRequest};
use super::fixture::{Fixture, Identities};
use super::{RICH, limits};

/// Starts a server that shadows one with a behaviour.
fn start(behaviour: impl Fn(&SeenRequest) -> Answer + Send + Sync + 'static) -> (Fixture, FakeServer) {
    let identities = Identities::new();
    let old = FakeServer::start(&identities.ssl(), "old.example.com", behaviour);
    let url = old.url();
    (identities.start(UpstreamRole::Shadow, &url, limits()), old)
}

/// Returns the catalog of a node that this server compiles.
fn catalog_of_plain() -> String {
    let identities = Identities::new();
    let fixture = identities.start(UpstreamRole::Fallback, "https://localhost:1", limits());
    let reply = fixture.catalog("plain");
    assert_eq!(reply.status, 200);
    String::from_utf8(reply.content).unwrap()
}

fn comparisons(fixture: &Fixture) -> Vec<CatalogComparison> {
    ComparisonStore::new(fixture.directory.join("up")).all().unwrap()
}

/// Requests a catalog, and returns the comparison after it was logged.
fn compared(fixture: &Fixture, node: &str) -> ComparisonResult {
    assert!(fixture.catalog(node).status > 0);
    fixture.wait_for(&format!("Compared the catalogs of {node}.example.com"));
    let node = format!("{node}.example.com");
    comparisons(fixture).into_iter().find(|one| one.node == node).unwrap().result
}

/// Answers requests for the catalog of a node with a document.
fn document(text: String) -> impl Fn(&SeenRequest) -> Answer + Send + Sync {
    move |_| Answer::Reply(200, RICH, text.clone().into_bytes())
}

#[test]
fn shadowed_catalog_is_returned_and_compared() {
    let text = catalog_of_plain();
    let (fixture, old) = start(document(text.clone()));
    let reply = fixture.catalog("plain");
    assert_eq!((reply.status, String::from_utf8(reply.content).unwrap()), (200, text));
    fixture.wait_for("Compared the catalogs of plain.example.com: same");
    let seen = &old.seen()[0];
    assert_eq!(seen.headers["x-client-dn"], "CN=plain.example.com");
    assert_eq!(seen.headers.get("accept-encoding"), None, "it is read here too");
    let found = &comparisons(&fixture)[0];
    assert_eq!((&found.result, found.environment.as_str()), (&ComparisonResult::Same, "production"));
    let store = ComparisonStore::new(fixture.directory.join("up"));
    assert_eq!(store.counts().unwrap().compared, 1);
    let mode = |name: &str| fixture.directory.join(name).metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("up/nodes"), mode("up/nodes/plain.example.com.json")), (0o700, 0o600));
}

#[test]
fn shadowed_catalog_that_differs_is_recorded_without_secrets() {
    let text =
        catalog_of_plain().replace("0644", "0600").replace("s3cret", "h1dden").replace("red plain", "blue plain");
    let (fixture, _old) = start(document(text));
    let result = compared(&fixture, "plain");
    let found: Vec<_> =
        result.differences().iter().map(|one| (one.kind, one.resource.as_str(), one.parameter.as_str())).collect();
    let expected = [
        (DifferenceKind::Parameter, "File[/etc/x]", "mode"),
        (DifferenceKind::Parameter, "File[/etc/x]", "content"),
        (DifferenceKind::OnlyUpstream, "Notify[blue plain.example.com]", ""),
        (DifferenceKind::OnlyHere, "Notify[red plain.example.com]", ""),
    ];
    let mut sorted = found.clone();
    sorted.sort_by_key(|one| expected.iter().position(|expected| expected == one));
    assert_eq!(sorted, expected, "{found:?}");
    let record = std::fs::read_to_string(fixture.directory.join("up/nodes/plain.example.com.json")).unwrap();
    assert!(record.contains("0600") && record.contains("[redacted]"), "{record}");
    assert!(!record.contains("s3cret") && !record.contains("h1dden"), "{record}");
}

#[test]
fn shadow_ignores_the_code_version_and_descriptions_of_static_catalogs() {
    let mut document_of_plain: serde_json::Value = serde_json::from_str(&catalog_of_plain()).unwrap();
    document_of_plain["code_id"] = "1".into();
    document_of_plain["metadata"] = serde_json::json!({ "/etc/x": { "path": "/etc/x" } });
    let (fixture, _old) = start(document(document_of_plain.to_string()));
    assert_eq!(compared(&fixture, "plain"), ComparisonResult::Same);
}

#[test]
fn shadow_records_which_server_fails() {
    let (fixture, _old) = start(document(catalog_of_plain()));
    let ComparisonResult::FailedHere(ruby) = compared(&fixture, "ruby") else { panic!("it needs Ruby") };
    assert_eq!((ruby.reason.as_str(), ruby.needs_ruby), ("function 'legacy::answer'", true));
    let ComparisonResult::FailedHere(broken) = compared(&fixture, "broken") else { panic!("it fails") };
    assert!(broken.reason.contains("as intended") && !broken.reason.contains("on node") && !broken.needs_ruby);
    let message = "{\"message\":\"Server Error: no on node plain.example.com\",\"issue_kind\":\"RUNTIME_ERROR\"}";
    let (fixture, _old) = start(move |_| Answer::Reply(500, "application/json", message.into()));
    let ComparisonResult::FailedUpstream(failure) = compared(&fixture, "plain") else { panic!("it compiles here") };
    assert_eq!(failure.reason, "Server Error: no");
    assert!(matches!(compared(&fixture, "broken"), ComparisonResult::FailedBoth(_)));
}

#[test]
fn shadow_answers_with_errors_of_the_shadowed_server() {
    for (status, content) in [(500, "broken"), (404, "none"), (200, "no catalog")] {
        let (fixture, _old) = start(move |_| Answer::Reply(status, "text/plain", content.into()));
        let reply = fixture.catalog("plain");
        assert_eq!((reply.status, reply.content.as_slice()), (status, content.as_bytes()));
    }
    for answer in [Answer::Close, Answer::Half, Answer::Silence, Answer::Reply(200, RICH, vec![b' '; 2 << 20])] {
        let (fixture, _old) = start(move |_| answer.clone());
        let begin = Instant::now();
        let reply = fixture.catalog("plain");
        let text = String::from_utf8_lossy(&reply.content).into_owned();
        assert!(reply.status == 502 && text.contains("did not answer"), "{text}");
        assert!(begin.elapsed() < Duration::from_secs(10) && comparisons(&fixture).is_empty());
    }
}

#[test]
fn shadow_compares_only_catalogs_in_rich_json() {
    let (fixture, _old) = start(|_| Answer::Reply(200, "text/pson", b"{}".to_vec()));
    assert_eq!(fixture.catalog("plain").status, 200);
    let store = ComparisonStore::new(fixture.directory.join("up"));
    let is_counted = (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        store.counts().unwrap().skipped == 1
    });
    assert!(is_counted && comparisons(&fixture).is_empty());
}

#[test]
fn shadow_drops_comparisons_under_load_and_answers_at_once() {
    let (fixture, _old) = start(document(catalog_of_plain()));
    for _ in 0..8 {
        assert_eq!(fixture.catalog("slow").status, 200);
    }
    let store = ComparisonStore::new(fixture.directory.join("up"));
    let counts = (0..1000).map(|_| {
        std::thread::sleep(Duration::from_millis(10));
        store.counts().unwrap()
    });
    let mut counts = counts.skip_while(|counts| counts.compared + counts.dropped < 8);
    let counts = counts.next().unwrap();
    // How many depends on the load of the machine.
    assert!(counts.dropped >= 1, "{counts:?}");
}

#[test]
fn shadow_forwards_requests_that_are_not_for_catalogs() {
    let (fixture, old) = start(|request| match request.target.contains("/file_content/") {
        true => Answer::Reply(200, "application/octet-stream", vec![7; 4 << 20]),
        false => Answer::Reply(201, "application/json", b"[\"store\"]".to_vec()),
    });
    let json = [("Accept", "application/json"), ("Content-Type", "application/json")];
    let environment = "environment=production";
    let facts = "{\"name\":\"plain.example.com\",\"values\":{\"color\":\"green\"}}";
    for (line, content) in [
        (format!("GET /puppet/v3/node/plain.example.com?{environment}"), None),
        (format!("PUT /puppet/v3/facts/plain.example.com?{environment}"), Some(facts)),
        (format!("PUT /puppet/v3/report/plain.example.com?{environment}"), Some("{}")),
        (format!("GET /puppet/v3/file_metadatas/plugins?{environment}&recurse=true&ignore=.git&ignore=.hg"), None),
        ("GET /puppet/v3/tasks?environment=production".to_owned(), None),
        ("GET /puppet/v3/static_file_content/modules/m/files/a?code_id=1&environment=production".to_owned(), None),
    ] {
        let reply = fixture.send("plain", &line, &json, content);
        assert_eq!((reply.status, reply.content.as_slice()), (201, &b"[\"store\"]"[..]), "{line}");
        let seen = old.seen().pop().unwrap();
        assert_eq!(
            (format!("{} {}", seen.method, seen.target), seen.content),
            (line, content.unwrap_or_default().into())
        );
    }
    let content = fixture.send("plain", "GET /puppet/v3/file_content/modules/m/a?environment=production", &json, None);
    assert_eq!(content.content.len(), 4 << 20, "files of any size are passed on");
    let stored = fixture.directory.join("var/server/facts/plain.example.com.json");
    let is_stored = (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        stored.exists()
    });
    assert!(is_stored && !fixture.directory.join("var/server/reports").exists(), "facts are stored here too");
}

#[test]
fn shadow_refuses_what_this_server_refuses() {
    let (fixture, old) = start(|_| Answer::Reply(200, RICH, b"{}".to_vec()));
    for line in [
        "GET /puppet/v3/catalog/broken.example.com?environment=production",
        "POST /puppet/v4/catalog",
        "GET /puppet-admin-api/v1/jruby-pool",
        "GET /puppet-ca/v1/certificate_statuses/all",
        "PUT /puppet-ca/v1/clean",
    ] {
        let reply = fixture.send("plain", line, &[("Accept", "application/json")], None);
        assert!(matches!(reply.status, 403 | 404), "{line}: {}", reply.status);
    }
    let authority = fixture.send("plain", "GET /puppet-ca/v1/certificate/ca", &[("Accept", "text/plain")], None);
    assert!(authority.status == 200 && String::from_utf8_lossy(&authority.content).contains("BEGIN CERTIFICATE"));
    assert!(old.seen().is_empty(), "{:?}", old.seen());
}
