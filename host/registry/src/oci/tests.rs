//! Tests of registries: a well-behaved one, and one that fails in each possible way.

mod proxy;
mod server;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use semver::Version;

use super::*;
use crate::network::Timeouts;
use crate::repository::{PublishError, PublishOutcome, publish};
use crate::sample::{artifact, is_same, signed};
use crate::source::{ArtifactSource as _, FetchedArtifact};
use server::{Fault, Server};

fn network() -> Network {
    let patience = Timeouts {
        answer: Duration::from_millis(300),
        whole: Duration::from_millis(900),
        pause: Duration::from_millis(2),
        longest_pause: Duration::from_secs(5),
        helper: Duration::from_secs(5),
    };
    Network { timeouts: patience, ..Network::new(Vec::new()) }
}

fn registry(server: &Server) -> Registry {
    Registry::new(&server.host, "providers", &network()).unwrap()
}

fn version() -> Version {
    Version::new(1, 0, 0)
}

/// Starts a registry with one artifact.
fn stage() -> (Server, Registry, FetchedArtifact) {
    let server = Server::start();
    let registry = registry(&server);
    let published = signed("acme/motd", "1.0.0", 1);
    assert_eq!(publish(&registry, &published).unwrap(), PublishOutcome::Newly);
    (server, registry, published)
}

fn status(status: u16) -> Option<Fault> {
    Some(Fault::Answer(status, String::new(), Vec::new()))
}

/// Returns the error of a failed fetch without the URL.
fn complaint(registry: &Registry) -> String {
    let said = registry.fetch("acme/motd", &version()).unwrap_err().to_string();
    let start = format!("'oci://{}/providers/acme/motd", registry.host);
    said.strip_prefix(&start).unwrap_or_else(|| panic!("{said}")).to_owned()
}

#[test]
fn what_is_published_is_fetched() {
    let (server, registry, published) = stage();
    assert!(is_same(&registry.fetch("acme/motd", &version()).unwrap(), &published));
    for text in ["1.10.0", "1.2.0", "1.9.0-rc.1"] {
        publish(&registry, &signed("acme/motd", text, 0)).unwrap();
    }
    let versions: Vec<String> = registry.versions("acme/motd").unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(versions, ["1.0.0", "1.2.0", "1.9.0-rc.1", "1.10.0"]);
    assert_eq!(registry.versions("acme/other").unwrap(), []);
    let missing = registry.fetch("acme/motd", &Version::new(3, 0, 0)).unwrap_err().to_string();
    assert!(missing.ends_with("/providers' has no version 3.0.0 of the provider 'acme/motd'"), "{missing}");
    server.judge(|_, _| None);
    assert_eq!(publish(&registry, &published).unwrap(), PublishOutcome::Again);
    assert!(server.asked().iter().all(|asked| matches!(asked.method.as_str(), "GET" | "HEAD")));
    let other = FetchedArtifact { artifact: artifact("acme/motd", "1.0.0", "changed"), signatures: Vec::new() };
    assert!(matches!(publish(&registry, &other), Err(PublishError::Taken { .. })));
}

#[test]
fn who_asks_is_proved_where_the_registry_wants_it() {
    let (server, _, published) = stage();
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("auth.json");
    // 'user:secret'
    std::fs::write(&file, format!(r#"{{"auths":{{"{}":{{"auth":"dXNlcjpzZWNyZXQ="}}}}}}"#, server.host)).unwrap();
    let network = Network { environment: vec![("REGISTRY_AUTH_FILE".into(), file.into())], ..network() };
    let known = Registry::new(&server.host, "providers", &network).unwrap();
    let service = server.host.clone();
    for scheme in ["Basic realm=\"x\"".to_owned(), format!("Bearer realm=\"http://{service}/token\",service=\"s t\"")] {
        server.judge(move |_, asked| {
            let proof = asked.headers.get("authorization").map(String::as_str);
            if asked.path.starts_with("/token") {
                let is_right = proof == Some("Basic dXNlcjpzZWNyZXQ=")
                    && asked.path == "/token?service=s%20t&scope=repository%3Aproviders%2Facme%2Fmotd%3Apull";
                let answer = if is_right { (200, br#"{"token":"given"}"#.to_vec()) } else { (403, Vec::new()) };
                return Some(Fault::Answer(answer.0, String::new(), answer.1));
            }
            if matches!(proof, Some("Basic dXNlcjpzZWNyZXQ=" | "Bearer given")) {
                return None;
            }
            Some(Fault::Answer(401, format!("WWW-Authenticate: {scheme}\r\n"), Vec::new()))
        });
        assert!(is_same(&known.fetch("acme/motd", &version()).unwrap(), &published));
        known.proofs.borrow_mut().clear();
        let said = complaint(&registry(&server));
        assert!(said.contains("log in with `docker login") && said.contains("REGISTRY_AUTH_FILE"), "{said}");
    }
}

#[test]
fn a_proof_is_sent_to_nobody_else() {
    let (server, _, _) = stage();
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("auth.json");
    std::fs::write(&file, format!(r#"{{"auths":{{"{}":{{"auth":"dXNlcjpzZWNyZXQ="}}}}}}"#, server.host)).unwrap();
    let network = Network { environment: vec![("REGISTRY_AUTH_FILE".into(), file.into())], ..network() };
    let registry = Registry::new(&server.host, "providers", &network).unwrap();
    let other = Server::start();
    let there = other.host.replace("127.0.0.1", "localhost");
    server.judge(move |_, asked| {
        if !asked.headers.contains_key("authorization") {
            return Some(Fault::Answer(401, "WWW-Authenticate: Basic realm=\"x\"\r\n".into(), Vec::new()));
        }
        Some(Fault::Answer(307, format!("Location: http://{there}{}\r\n", asked.path), Vec::new()))
    });
    assert!(registry.fetch("acme/motd", &version()).is_err());
    let asked = other.asked();
    assert!(!asked.is_empty() && asked.iter().all(|asked| !asked.headers.contains_key("authorization")));
}

#[test]
fn a_registry_on_this_machine_has_a_password_sent_to_no_other() {
    let (server, _, published) = stage();
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("auth.json");
    std::fs::write(&file, format!(r#"{{"auths":{{"{}":{{"auth":"dXNlcjpzZWNyZXQ="}}}}}}"#, server.host)).unwrap();
    let network = Network { environment: vec![("REGISTRY_AUTH_FILE".into(), file.into())], ..network() };
    let registry = Registry::new(&server.host, "providers", &network).unwrap();
    server.judge(|_, _| {
        let challenge = "WWW-Authenticate: Bearer realm=\"http://192.0.2.2/token\",service=\"s\"\r\n";
        Some(Fault::Answer(401, challenge.into(), Vec::new()))
    });
    assert!(complaint(&registry).contains("token service does not use https"));
    server.judge(|_, asked| {
        Some(Fault::Answer(307, format!("Location: http://192.0.2.2{}\r\n", asked.path), Vec::new()))
    });
    assert!(complaint(&registry).contains("it redirects to a URL without https"));
    server.clear();
    server.judge(|_, asked| {
        let is_upload = asked.path.ends_with("/blobs/uploads/");
        is_upload.then(|| Fault::Answer(202, "Location: http://192.0.2.2/upload\r\n".into(), Vec::new()))
    });
    let said = publish(&registry, &published).unwrap_err().to_string();
    assert!(said.contains("no upload location, or one without https"), "{said}");
}

#[test]
fn a_registry_on_this_machine_may_hand_over_to_one_that_has_to_prove_who_it_is() {
    let (server, registry, published) = stage();
    let other = Server::start();
    let port = other.host.rsplit_once(':').unwrap().1.to_owned();
    let at = move |path: &str| format!("https://127.0.0.1:{port}{path}");
    let (realm, place) = (at("/token"), at("/upload"));
    server.judge(move |_, _| {
        Some(Fault::Answer(401, format!("WWW-Authenticate: Bearer realm=\"{realm}\"\r\n"), Vec::new()))
    });
    assert!(complaint(&registry).contains("https://127.0.0.1:"));
    let elsewhere = place.clone();
    server.judge(move |_, _| Some(Fault::Answer(307, format!("Location: {elsewhere}\r\n"), Vec::new())));
    assert!(registry.fetch("acme/motd", &version()).is_err());
    server.clear();
    server.judge(move |_, asked| {
        let is_upload = asked.path.ends_with("/blobs/uploads/");
        is_upload.then(|| Fault::Answer(202, format!("Location: {place}\r\n"), Vec::new()))
    });
    assert!(matches!(publish(&registry, &published), Err(PublishError::Source(_))));
}

#[test]
fn who_publishes_at_once_with_another_one_is_told() {
    let server = Server::start();
    // A client that times out repeats its request, which would then be the last one.
    let patience = Timeouts { answer: Duration::from_secs(30), whole: Duration::from_secs(60), ..network().timeouts };
    let patient = Network { timeouts: patience, ..network() };
    let registry = Registry::new(&server.host, "providers", &patient).unwrap();
    let (ours, theirs) = (signed("acme/motd", "1.0.0", 1), artifact("acme/motd", "1.0.0", "other"));
    let theirs = FetchedArtifact { artifact: theirs, signatures: Vec::new() };
    // Another client publishes between our first check and our upload, or after the upload.
    for method in ["GET", "PUT"] {
        server.clear();
        let (host, patience) = (server.host.clone(), patience);
        let (tag, other) = ("/manifests/1.0.0", theirs.clone());
        let seen = std::sync::atomic::AtomicBool::new(false);
        server.judge(move |number, asked| {
            let is_meant = asked.path.ends_with(tag) && (method == "PUT") == (asked.method == "PUT") && number > 0;
            if is_meant && !seen.swap(true, Ordering::Relaxed) {
                let there = Registry::new(&host, "providers", &Network { timeouts: patience, ..network() }).unwrap();
                for blob in [other.artifact.config_bytes(), other.artifact.component_bytes()] {
                    there.put_blob("acme/motd", blob).unwrap();
                }
                there.put_manifest("acme/motd", "1.0.0", other.artifact.manifest_bytes()).unwrap();
                // The uploaded manifest existed for a moment.
                return (method == "PUT").then(|| Fault::Answer(201, String::new(), Vec::new()));
            }
            None
        });
        let refused = publish(&registry, &ours).unwrap_err();
        assert!(matches!(refused, PublishError::Taken { .. }), "{method}: {refused}");
    }
}

#[test]
fn a_status_is_told_with_what_can_be_done() {
    let (server, registry, _) = stage();
    let denied = br#"{"errors":[{"code":"DENIED","message":"no\u001b[31m access"}]}"#;
    server.judge(|_, _| Some(Fault::Answer(403, String::new(), denied.to_vec())));
    let said = complaint(&registry);
    assert!(
        said.starts_with(":1.0.0': the registry answers with status 403 (DENIED: no[31m access): log in with"),
        "{said}"
    );
    server.judge(|_, asked| asked.path.contains("/blobs/").then(|| status(404)).flatten());
    assert!(complaint(&registry).contains("status 404: the name does not exist"));
    server.judge(|_, _| status(418));
    assert_eq!(complaint(&registry), ":1.0.0': the registry answers with status 418");
}

#[test]
fn a_busy_registry_is_asked_again_and_not_for_ever() {
    let (server, registry, published) = stage();
    server.judge(|_, _| status(429));
    let said = complaint(&registry);
    assert!(said.contains("status 429: too many requests; try again later, or log in"), "{said}");
    assert_eq!(server.asked().len(), 4);
    let busy = |seconds: u32| Some(Fault::Answer(429, format!("Retry-After: {seconds}\r\n"), Vec::new()));
    server.judge(move |number, _| if number == 0 { busy(1) } else { None });
    let begun = Instant::now();
    assert!(is_same(&registry.fetch("acme/motd", &version()).unwrap(), &published));
    assert!(begun.elapsed() >= Duration::from_secs(1));
    server.judge(move |_, _| busy(3600));
    assert!(complaint(&registry).contains("status 429"));
    assert_eq!(server.asked().len(), 1);
    server.judge(|number, _| if number % 2 == 0 { status(503) } else { None });
    assert!(is_same(&registry.fetch("acme/motd", &version()).unwrap(), &published));
    server.judge(|_, _| status(500));
    assert!(complaint(&registry).contains("status 500: it has a fault of its own; try again later"));
}

#[test]
fn half_an_answer_is_none() {
    let (server, registry, published) = stage();
    for part in ["/manifests/1.0.0", "/manifests/sha256-", "/blobs/"] {
        server.judge(move |_, asked| asked.path.contains(part).then_some(Fault::Half));
        let said = complaint(&registry);
        assert!(said.contains("the answer ends in the middle. It was tried 4 times"), "{part}: {said}");
    }
    server.judge(|number, _| (number % 2 == 0).then_some(Fault::Half));
    assert!(is_same(&registry.fetch("acme/motd", &version()).unwrap(), &published));
    server.judge(|_, _| Some(Fault::Gone));
    assert!(complaint(&registry).contains("It was tried 4 times"));
}

#[test]
fn a_changed_answer_is_refused_with_what_differs() {
    let (server, registry, published) = stage();
    let artifact = &published.artifact;
    let (config, component) = (Digest::of(artifact.config_bytes()), artifact.component_digest());
    for (digest, words) in
        [(config, "the digest of the config is sha256:"), (component, "the digest of the component is sha256:")]
    {
        server.judge(move |_, asked| asked.path.contains(&digest.hex()).then_some(Fault::Changed));
        let said = complaint(&registry);
        assert!(said.contains(words) && said.contains(&format!("where {digest}")), "{said}");
    }
    server.judge(|_, asked| asked.path.contains("/manifests/").then_some(Fault::Changed));
    assert!(complaint(&registry).contains("this is not the manifest of a provider"));
}

#[test]
fn an_answer_without_end_ends() {
    let (server, registry, _) = stage();
    for part in ["/manifests/1.0.0", "/blobs/"] {
        server.judge(move |_, asked| asked.path.contains(part).then_some(Fault::Endless));
        assert!(complaint(&registry).contains("the answer has more than "), "{part}");
    }
    server.judge(|_, _| Some(Fault::Endless));
    assert!(registry.versions("acme/motd").unwrap_err().to_string().contains("the answer has more than 4194304 bytes"));
    let begun = Instant::now();
    server.judge(|_, _| Some(Fault::Slow));
    let said = complaint(&registry);
    assert!(said.contains("it did not answer within"), "{said}");
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_redirect_is_followed_as_far_as_it_leads() {
    let (server, registry, published) = stage();
    let to = |place: String| Some(Fault::Answer(307, format!("Location: {place}\r\n"), Vec::new()));
    server.judge(move |_, asked| {
        let is_moved = asked.path.contains("/blobs/") && !asked.path.contains("elsewhere");
        is_moved.then(|| to(asked.path.replace("/v2/", "/elsewhere/"))).flatten()
    });
    assert!(is_same(&registry.fetch("acme/motd", &version()).unwrap(), &published));
    server.judge(move |_, asked| to(asked.path.clone()));
    assert!(complaint(&registry).contains("it redirects again and again"));
}

#[test]
fn a_manifest_of_something_else_is_refused() {
    let (server, registry, _) = stage();
    let image = br#"{"schemaVersion":2,"mediaType":"application/vnd.docker.distribution.manifest.v2+json","config":{},"layers":[]}"#;
    server.judge(|_, _| Some(Fault::Answer(200, String::new(), image.to_vec())));
    let said = registry.fetch("acme/motd", &version()).unwrap_err().to_string();
    assert!(
        said.contains("acme/motd:1.0.0': this is not the manifest of a provider")
            && said.contains("`marotte provider publish` writes one"),
        "{said}"
    );
}

#[test]
fn publishing_that_breaks_off_anywhere_leaves_nothing_half_and_can_be_done_again() {
    let server = Server::start();
    let registry = registry(&server);
    let published = signed("acme/motd", "1.0.0", 2);
    publish(&registry, &published).unwrap();
    let requests = 2 + 3 * 3 + 3 + 2 * 3 + 3;
    let mut broken = 0;
    for at in 0..requests {
        for fault in [
            || Fault::Gone,
            || Fault::Answer(500, String::new(), Vec::new()),
            || Fault::Answer(401, String::new(), Vec::new()),
        ] {
            server.clear();
            server.judge(move |number, _| (number >= at).then(fault));
            if publish(&registry, &published).is_ok() {
                continue;
            }
            broken += 1;
            server.judge(|_, _| None);
            let fetched = registry.fetch("acme/motd", &version());
            let is_missing = matches!(&fetched, Err(SourceError::Missing { .. }));
            assert!(is_missing || fetched.is_ok_and(|fetched| is_same(&fetched, &published)), "after {at} requests");
            publish(&registry, &published).unwrap();
            assert!(is_same(&registry.fetch("acme/motd", &version()).unwrap(), &published));
        }
    }
    assert!(broken > 40, "{broken}");
}

#[test]
fn a_proxy_is_used_and_the_registry_proves_who_it_is() {
    let (server, asked) = proxy::start("HTTP/1.1 200 Connected\r\n\r\n");
    let through = |variables: &[(&str, &str)]| {
        let own = [("https_proxy".into(), format!("http://user:pa%40ss@{}", server.host).into())];
        let more = variables.iter().map(|(name, value)| (name.into(), value.into()));
        let network = Network { environment: own.into_iter().chain(more).collect(), ..network() };
        Registry::new("registry.example", "providers", &network)
    };
    let trusted = ("SSL_CERT_FILE", concat!(env!("CARGO_MANIFEST_DIR"), "/src/oci/tests/ca.pem"));
    let registry = through(&[trusted]).unwrap();
    let published = signed("acme/motd", "1.0.0", 1);
    publish(&registry, &published).unwrap();
    assert!(is_same(&registry.fetch("acme/motd", &version()).unwrap(), &published));
    let first = asked.lock().unwrap()[0].to_lowercase();
    assert!(
        first.starts_with("connect registry.example:443 ") && first.contains("proxy-authorization: basic "),
        "{first}"
    );
    let strange = ("SSL_CERT_FILE", concat!(env!("CARGO_MANIFEST_DIR"), "/src/oci/tests/registry.pem"));
    assert!(complaint(&through(&[strange]).unwrap()).contains("certificate"));
    let before = asked.lock().unwrap().len();
    assert!(
        through(&[trusted, ("no_proxy", "localhost,.registry.example")])
            .unwrap()
            .fetch("acme/motd", &version())
            .is_err()
    );
    assert_eq!(asked.lock().unwrap().len(), before);
    // The registry's address would be reached through the proxy if `no_proxy` did not contain its network.
    let nearby = |variables: &[(&str, &str)]| {
        let own = [("https_proxy".into(), format!("http://{}", server.host).into())];
        let more = variables.iter().map(|(name, value)| (name.into(), value.into()));
        let network = Network { environment: own.into_iter().chain(more).collect(), ..network() };
        Registry::new("192.0.2.1:1", "", &network)
    };
    let _ = nearby(&[trusted]).unwrap().versions("acme/motd");
    let asked_before = asked.lock().unwrap().len();
    assert!(asked_before > before);
    assert!(nearby(&[trusted, ("no_proxy", "192.0.2.0/24")]).unwrap().versions("acme/motd").is_err());
    assert_eq!(asked.lock().unwrap().len(), asked_before);
    let said = nearby(&[trusted, ("no_proxy", "192.0.2.0/33")]).err().unwrap().to_string();
    assert!(said.contains("'192.0.2.0/33', which is not a network"), "{said}");
    server.judge(|_, asked| {
        Some(Fault::Answer(307, format!("Location: http://127.0.0.1:1{}\r\n", asked.path), Vec::new()))
    });
    assert!(complaint(&registry).contains("it redirects to a URL without https"));
}

#[test]
fn a_proxy_that_refuses_is_named_without_its_password() {
    let (server, _) = proxy::start("HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n");
    let trusted = concat!(env!("CARGO_MANIFEST_DIR"), "/src/oci/tests/ca.pem");
    for (proxy, words) in [
        (format!("http://user:secret@{}", server.host), format!("proxy http://{}", server.host)),
        ("ftp://user:secret@h".to_owned(), "the variable 'HTTPS_PROXY' of the environment names no proxy".into()),
    ] {
        let environment = vec![("HTTPS_PROXY".into(), proxy.into()), ("SSL_CERT_FILE".into(), trusted.into())];
        let registry = Registry::new("registry.example", "", &Network { environment, ..network() });
        let said = registry.and_then(|registry| registry.versions("acme/motd")).unwrap_err().to_string();
        assert!(said.starts_with("'oci://registry.example") && said.contains(&words), "{said}");
        assert!(!said.contains("secret"), "{said}");
    }
}

#[test]
fn a_registry_that_speaks_http_elsewhere_is_told_so() {
    // The request goes through the proxy; the response to a TLS handshake is that of real servers.
    let plain = "HTTP/1.1 200 Connected\r\n\r\nHTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
    let (server, _) = proxy::start(plain);
    let trusted = concat!(env!("CARGO_MANIFEST_DIR"), "/src/oci/tests/ca.pem");
    let proxy = format!("http://{}", server.host);
    let environment = vec![("HTTPS_PROXY".into(), proxy.into()), ("SSL_CERT_FILE".into(), trusted.into())];
    let registry = Registry::new("registry.example:5000", "", &Network { environment, ..network() }).unwrap();
    let said = registry.versions("acme/motd").unwrap_err().to_string();
    assert!(
        said.contains("it does not support https. Plain http is used only for registries on this system"),
        "{said}"
    );
    assert!(said.contains("put the registry behind a server with a certificate"), "{said}");
}

#[test]
fn progress_is_told() {
    let (_server, mut registry, _) = stage();
    let seen = Arc::new(AtomicU64::new(0));
    let counter = seen.clone();
    let progress = Arc::new(move |done: u64, total: u64| {
        assert!(done <= total);
        counter.fetch_add(1, Ordering::Relaxed);
    });
    let network = Network { progress, ..network() };
    registry = Registry::new(&registry.host, "providers", &network).unwrap();
    registry.fetch("acme/motd", &version()).unwrap();
    assert!(seen.load(Ordering::Relaxed) >= 3);
}

#[test]
fn this_machine_is_known_by_its_names() {
    for host in ["localhost", "localhost:5000", "127.0.0.1:5000", "127.1.2.3", "[::1]:5000", "[::1]", "x.localhost"] {
        assert!(is_loopback(host), "{host}");
    }
    for host in
        ["ghcr.io", "localhost.example.org:80", "10.0.0.1", "[fd00::1]:5000", "notlocalhost", "127.0.0.1.example"]
    {
        assert!(!is_loopback(host), "{host}");
    }
}

#[test]
fn another_page_is_asked_for_only_where_there_is_one() {
    assert_eq!(next("</v2/x/tags/list?last=a&n=2>; rel=\"next\"").as_deref(), Some("/v2/x/tags/list?last=a&n=2"));
    assert_eq!((next("</v2/x>; rel=\"prev\""), next("junk")), (None, None));
}
