//! Network access: hosts with grants for queries or changes, redirects, addresses, and downloads. All hosts run
//! on this system.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use marotte_tests::server::{Answer, Server};
use marotte_tests::{GRANTS, Outcome, Scratch};

use crate::scratch;

/// Applies resources between two files. `hosts` lists the host names that can be resolved.
fn apply(resources: &str, hosts: &str, flags: &[&str], code: i32) -> (Scratch, Outcome) {
    let scratch = scratch();
    let manifest = format!("file {{ '/before': content => 'b' }} {resources} file {{ '/after': content => 'a' }}");
    let site = scratch.file("site.pp", manifest);
    let flags = [&["--provider", GRANTS], flags].concat();
    let outcome = scratch.apply_file_with(&site, &flags, &[("MAROTTE_TEST_HOSTS", hosts)]).expect(code);
    if !flags.contains(&"--noop") {
        assert!(scratch.root().join("before").exists() && scratch.root().join("after").exists(), "{}", outcome.stderr);
    }
    (scratch, outcome)
}

/// Checks that a refused request fails its resource and nothing else.
fn refused(resources: &str, hosts: &str, reason: &str) {
    let (_, outcome) = apply(resources, hosts, &[], 6);
    let _ = outcome.complains("Asker[x]").complains(reason);
}

fn body(text: &str) -> impl Fn(&str) -> Answer + Send + 'static + use<> {
    let text = text.to_owned();
    move |_: &str| Answer::Body(text.clone().into_bytes())
}

#[test]
fn granted_host_is_queried_in_a_dry_run() {
    let server = Server::start(body("hello"));
    let (_, outcome) = apply(
        &format!("asker {{ 'x': url => '{}' }}", server.url("/a?token=canary")),
        "",
        &["--noop", "--trace-effects"],
        0,
    );
    let _ = outcome
        .says("Asker[x]: 200: hello")
        .says(&format!("Asker[x]: request GET {}", server.url("/a?…")))
        .is_silent_about("canary");
    assert!(server.requests()[0].starts_with("GET /a?token=canary HTTP/1.1\r\n"), "{:?}", server.requests());
}

#[test]
fn changing_request_is_sent_only_while_setting() {
    let server = Server::start(body("done"));
    let change = format!("asker {{ 'x': change => '{}', body => 'new' }}", server.url("/a"));
    let (_, outcome) = apply(&change, "", &["--noop"], 0);
    let _ = outcome.says("should be 'present' (noop)");
    assert!(server.requests().is_empty());
    let (_, outcome) = apply(&change, "", &[], 2);
    let _ = outcome.says("Asker[x]: 200: done");
    assert!(
        server.requests()[0].starts_with("POST /a ") && server.requests()[0].ends_with("\r\n\r\nnew"),
        "{:?}",
        server.requests()
    );
    let early = format!("asker {{ 'x': url => '{}', method => 'post' }}", server.url("/a"));
    refused(&early, "", "/a: writing is not allowed while resources are read");
    let (_, outcome) = apply(&early, "", &["--noop"], 4);
    let _ = outcome.complains("/a: a dry run writes nothing");
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn host_without_a_grant_is_not_contacted() {
    let server = Server::start(body("hello"));
    let other = format!("asker {{ 'x': other => '{}' }}", server.url("/a?canary"));
    refused(&other, "", &format!("may not request GET {}: no grant of its manifest covers it", server.url("/a?…")));
    assert!(server.requests().is_empty());
    // A grant of a host name covers only https on its default port.
    for url in ["http://a.granted.test/", "https://a.granted.test:1/", "https://granted.test/"] {
        refused(&format!("asker {{ 'x': other => '{url}' }}"), "", "no grant of its manifest covers it");
    }
    refused("asker { 'x': other => 'https://a.granted.test/' }", "", "the host a.granted.test has no address");
}

#[test]
fn link_local_address_is_refused_in_every_notation() {
    let hosts = "metadata.test=169.254.169.254,mapped.test=::ffff:169.254.169.254,six.test=2002:a9fe:a9fe::1,\
                 nat.test=64:ff9b::a9fe:a9fe,2852039166=169.254.169.254,0xa9fea9fe=169.254.169.254,0251.0376.0251.0376=169.254.169.254";
    for host in [
        "169.254.169.254",
        "169.254.169.254.",
        "[::ffff:169.254.169.254]",
        "[::ffff:a9fe:a9fe]",
        "[64:ff9b::169.254.169.254]",
        "[2002:a9fe:a9fe::]",
        "[fe80::1]",
        "2852039166",
        "0xa9fea9fe",
        "0251.0376.0251.0376",
        "metadata.test",
        "METADATA.test",
        "mapped.test",
        "six.test",
        "nat.test",
    ] {
        let asker = format!("asker {{ 'x': url => 'http://{host}/latest/meta-data/', patience => 3000 }}");
        refused(&asker, hosts, "which is a link-local address: no grant of its manifest covers it");
    }
}

#[test]
fn other_special_addresses_are_refused() {
    for (host, kind) in [
        ("10.0.0.1", "a private address"),
        ("[fd00::1]", "a private address"),
        ("0.0.0.0", "not a host address"),
        ("[::]", "not a host address"),
        ("224.0.0.1", "not a host address"),
        ("255.255.255.255", "not a host address"),
        ("[::127.0.0.1]", "not a host address"),
    ] {
        let asker = format!("asker {{ 'x': url => 'http://{host}/', patience => 3000 }}");
        refused(&asker, "", &format!("which is {kind}: no grant of its manifest covers it"));
    }
}

#[test]
fn host_with_one_refused_address_is_refused() {
    let server = Server::start(body("hello"));
    let hosts = "both.test=127.0.0.1,both.test=169.254.169.254";
    let asker = format!("asker {{ 'x': url => 'http://both.test:{}/' }}", server.port());
    refused(&asker, hosts, "connect to both.test at 169.254.169.254");
    assert!(server.requests().is_empty());
}

#[test]
fn redirect_is_followed_only_within_the_grants() {
    let server = Server::start(|path| match path {
        "/a" => Answer::Redirect("b?c".into()),
        "/b?c" => Answer::Body(b"here".to_vec()),
        "/metadata" => Answer::Redirect("http://169.254.169.254/latest/meta-data/".into()),
        "/named" => Answer::Redirect("http://metadata.test/".into()),
        "/file" => Answer::Redirect("file:///etc/shadow".into()),
        _ => Answer::Redirect("/round".into()),
    });
    let asker = |attribute: &str, path: &str| format!("asker {{ 'x': {attribute} => '{}' }}", server.url(path));
    let (_, outcome) = apply(&asker("url", "/a"), "", &[], 2);
    let _ = outcome.says("Asker[x]: 200: here");
    let link_local = "which is a link-local address, to which http://127.0.0.1:";
    refused(&asker("url", "/metadata"), "", link_local);
    refused(&asker("url", "/named"), "metadata.test=169.254.169.254", link_local);
    refused(&asker("url", "/file"), "", "'file:///etc/shadow' is not a valid URL");
    refused(&asker("url", "/round"), "", "redirects more than 10 times");
    // Requests that may change something do not follow redirects; the component receives the redirect response.
    let (_, outcome) = apply(&asker("change", "/metadata"), "", &[], 2);
    let _ = outcome.says("Asker[x]: 302 to http://169.254.169.254/latest/meta-data/");
}

#[test]
fn redirect_of_built_in_type_to_loopback_is_refused_unless_it_stays_on_its_server() {
    let internal = Server::start(body("internal"));
    let target = internal.url("/admin/delete");
    let server = Server::start(move |path| match path {
        "/a.tar" => Answer::Redirect("/b.tar".into()),
        "/b.tar" => Answer::Body(b"content".to_vec()),
        _ => Answer::Redirect(target.clone()),
    });
    let archive = |path: &str| format!("archive {{ '/x': source => '{}' }}", server.url(path));
    let (scratch, _) = apply(&archive("/a.tar"), "", &[], 2);
    assert_eq!(fs::read(scratch.root().join("x")).unwrap(), b"content");
    let (scratch, outcome) = apply(&archive("/elsewhere"), "", &[], 6);
    let _ = outcome.complains("which is a loopback address, to which http://127.0.0.1:");
    assert!(!scratch.root().join("x").exists());
    assert!(internal.requests().is_empty(), "{:?}", internal.requests());
}

#[test]
fn credentials_are_sent_only_to_the_first_host() {
    let second = Server::start(body("hello"));
    let there = second.url("/");
    let first = Server::start(move |_| Answer::Redirect(there.clone()));
    let value = "Sensitive('canary-token')";
    let asker = format!("asker {{ 'x': url => '{}', header => 'X-Token', value => {value} }}", first.url("/"));
    let (_, outcome) = apply(&asker, "", &["--debug"], 2);
    let _ = outcome.is_silent_about("canary-token");
    assert!(first.requests()[0].to_lowercase().contains("x-token: canary-token"), "{:?}", first.requests());
    assert!(!second.requests()[0].contains("canary-token"), "{:?}", second.requests());
}

#[test]
fn invalid_requests_are_refused() {
    let server = Server::start(body("hello"));
    let url = server.url("/");
    let asker = |more: &str| format!("asker {{ 'x': url => '{url}', {more} }}");
    refused(&asker("header => 'Host', value => 'other.test'"), "", "the header 'Host' can only be set by the host");
    refused(
        &asker("header => 'x', value => \"a\\r\\nb: c\""),
        "",
        "the header 'x' contains a character that headers cannot have",
    );
    refused(&asker("body => 'x'"), "", "a GET request cannot have a body");
    let with_user = url.replace("http://", "http://me:canary@");
    let (_, outcome) = apply(&format!("asker {{ 'x': url => '{with_user}' }}"), "", &[], 6);
    let _ = outcome.complains("it must not contain a user or a password");
    assert!(server.requests().is_empty());
}

#[test]
fn silent_or_interrupted_response_fails_its_resource() {
    let server = Server::start(|path| match path {
        "/silent" => Answer::Silence,
        _ => Answer::Half(b"half".to_vec()),
    });
    let asker = |path: &str| format!("asker {{ 'x': url => '{}', patience => 300 }}", server.url(path));
    refused(&asker("/silent"), "", "was not answered in time");
    refused(&asker("/half"), "", "Could not request GET");
}

#[test]
fn number_of_requests_is_limited() {
    let server = Server::start(body(""));
    let asker = format!("asker {{ 'x': url => '{}', times => 2000 }}", server.url("/"));
    refused(&asker, "", "sent more than 1000 requests and was stopped");
    assert_eq!(server.requests().len(), 1000);
}

const DIGEST: &str = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

#[test]
fn incomplete_or_wrong_download_leaves_no_file() {
    let server = Server::start(|path| match path {
        "/hello" => Answer::Body(b"hello".to_vec()),
        "/moved" => Answer::Redirect("/hello".into()),
        "/half" => Answer::Half(b"hello".to_vec()),
        _ => Answer::Status(404),
    });
    let fetcher = |path: &str, more: &str| format!("fetcher {{ '/file': url => '{}', {more} }}", server.url(path));
    let right = format!("sha256 => '{DIGEST}'");
    let staged = format!("{right}, staged => true");
    for (path, more) in [("/hello", &right), ("/hello", &staged), ("/moved", &right)] {
        let (scratch, _) = apply(&fetcher(path, more), "", &[], 2);
        assert_eq!(fs::read_to_string(scratch.root().join("file")).unwrap(), "hello");
        let mode = fs::metadata(scratch.root().join("file")).unwrap().permissions().mode() & 0o7777;
        assert_eq!(mode, if more.contains("staged") { 0o600 } else { 0o644 });
        assert_eq!(scratch.tree().len(), 3, "{:#?}", scratch.tree());
    }
    for (path, more, reason) in [
        ("/hello", "sha256 => 'ff'", "has the wrong digest 2cf2"),
        ("/hello", "sha256 => 'ff', staged => true", "has the wrong digest 2cf2"),
        ("/half", "", "Could not request GET"),
        ("/gone", "", "was answered 404 Not Found"),
    ] {
        let (scratch, outcome) = apply(&fetcher(path, more), "", &[], 6);
        let _ = outcome.complains("Fetcher[/file]").complains(reason);
        assert_eq!(scratch.tree().len(), 2, "{path} {more}: {:#?}", scratch.tree());
    }
    let (scratch, outcome) = apply(&fetcher("/hello", &right), "", &["--noop"], 0);
    let _ = outcome.says("should be 'present' (noop)");
    assert!(scratch.tree().is_empty());
}

#[test]
fn download_is_undone() {
    let server = Server::start(body("hello"));
    let scratch = scratch();
    fs::write(scratch.root().join("file"), "").unwrap();
    let site = scratch.file("site.pp", format!("fetcher {{ '/file': url => '{}' }}", server.url("/")));
    let _ = scratch.apply_file(&site, &["--provider", GRANTS]).expect(2);
    assert_eq!(fs::read_to_string(scratch.root().join("file")).unwrap(), "hello");
    let state = scratch.path("state").display().to_string();
    let root = scratch.root().display().to_string();
    let _ = scratch.run(&["undo", "--vardir", &state, "--root", &root]).expect(0);
    assert_eq!(fs::read_to_string(scratch.root().join("file")).unwrap(), "");
}

#[test]
fn file_source_on_a_web_server_is_downloaded_once_per_version() {
    let version = Arc::new(AtomicU32::new(1));
    let current = Arc::clone(&version);
    let server = Server::start(move |path| match (path, current.load(Ordering::Relaxed)) {
        ("/missing", _) => Answer::Status(404),
        (_, version) => Answer::Tagged(format!("v{version}"), format!("version {version}\n").into_bytes()),
    });
    let scratch = scratch();
    let sources = format!("['{}', '{}']", server.url("/missing"), server.url("/file?token=canary"));
    let site = scratch.file("site.pp", format!("file {{ '/file': source => {sources} }}"));
    let content = || fs::read_to_string(scratch.root().join("file")).unwrap();
    let requests = |method: &str| server.requests().iter().filter(|request| request.starts_with(method)).count();
    let _ = scratch.apply_file(&site, &["--noop"]).expect(0).says("should be 'file' (noop)");
    assert_eq!(requests("GET"), 0);
    let _ = scratch.apply_file(&site, &[]).expect(2).says("/File[/file]/ensure: defined content as '{sha256}");
    assert_eq!((content().as_str(), requests("GET")), ("version 1\n", 1));
    let _ = scratch.apply_file(&site, &[]).expect(0);
    assert_eq!(requests("GET"), 1);
    // A change on this system is found although the server still has the same version.
    fs::write(scratch.root().join("file"), "edited\n").unwrap();
    let outcome = scratch.apply_file(&site, &["--show_diff"]).expect(2);
    let _ = outcome.says("| -edited\n    | +version 1\n").is_silent_about("canary");
    assert_eq!((content().as_str(), requests("GET")), ("version 1\n", 3));
    version.store(2, Ordering::Relaxed);
    let _ = scratch.apply_file(&site, &[]).expect(2);
    assert_eq!(content(), "version 2\n");
    let missing =
        format!("file {{ '/other': source => '{}' }} file {{ '/after': ensure => file }}", server.url("/missing"));
    let outcome = scratch.apply_file(&scratch.file("site.pp", missing), &[]).expect(6);
    let _ = outcome.complains("Could not retrieve information from environment production source(s) http://127.0.0.1");
    assert!(scratch.root().join("after").exists());
}
