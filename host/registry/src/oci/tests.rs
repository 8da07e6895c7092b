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
    let timeouts = Timeouts {
        response: Duration::from_millis(300),
        whole: Duration::from_millis(900),
        pause: Duration::from_millis(2),
        longest_pause: Duration::from_secs(5),
        helper: Duration::from_secs(5),
    };
    Network { timeouts, ..Network::new(Vec::new()) }
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
fn fetch_error(registry: &Registry) -> String {
    let message = registry.fetch("acme/motd", &version()).unwrap_err().to_string();
    let start = format!("'oci://{}/providers/acme/motd", registry.host);
    message.strip_prefix(&start).unwrap_or_else(|| panic!("{message}")).to_owned()
}

#[test]
fn published_artifact_is_fetched_unchanged() {
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
    assert!(server.requests().iter().all(|request| matches!(request.method.as_str(), "GET" | "HEAD")));
    let other = FetchedArtifact { artifact: artifact("acme/motd", "1.0.0", "changed"), signatures: Vec::new() };
    assert!(matches!(publish(&registry, &other), Err(PublishError::Taken { .. })));
}

#[test]
fn client_authenticates_when_challenged() {
    let (server, _, published) = stage();
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("auth.json");
    // 'user:secret'
    std::fs::write(&file, format!(r#"{{"auths":{{"{}":{{"auth":"dXNlcjpzZWNyZXQ="}}}}}}"#, server.host)).unwrap();
    let network = Network { environment: vec![("REGISTRY_AUTH_FILE".into(), file.into())], ..network() };
    let known = Registry::new(&server.host, "providers", &network).unwrap();
    let service = server.host.clone();
    for scheme in ["Basic realm=\"x\"".to_owned(), format!("Bearer realm=\"http://{service}/token\",service=\"s t\"")] {
        server.judge(move |_, request| {
            let authorization = request.headers.get("authorization").map(String::as_str);
            if request.path.starts_with("/token") {
                let is_right = authorization == Some("Basic dXNlcjpzZWNyZXQ=")
                    && request.path == "/token?service=s%20t&scope=repository%3Aproviders%2Facme%2Fmotd%3Apull";
                let answer = if is_right { (200, br#"{"token":"given"}"#.to_vec()) } else { (403, Vec::new()) };
                return Some(Fault::Answer(answer.0, String::new(), answer.1));
            }
            if matches!(authorization, Some("Basic dXNlcjpzZWNyZXQ=" | "Bearer given")) {
                return None;
            }
            Some(Fault::Answer(401, format!("WWW-Authenticate: {scheme}\r\n"), Vec::new()))
        });
        assert!(is_same(&known.fetch("acme/motd", &version()).unwrap(), &published));
        known.authorizations.borrow_mut().clear();
        let message = fetch_error(&registry(&server));
        assert!(message.contains("log in with `docker login") && message.contains("REGISTRY_AUTH_FILE"), "{message}");
    }
}

#[test]
fn authorization_is_not_sent_to_other_hosts() {
    let (server, _, _) = stage();
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("auth.json");
    std::fs::write(&file, format!(r#"{{"auths":{{"{}":{{"auth":"dXNlcjpzZWNyZXQ="}}}}}}"#, server.host)).unwrap();
    let network = Network { environment: vec![("REGISTRY_AUTH_FILE".into(), file.into())], ..network() };
    let registry = Registry::new(&server.host, "providers", &network).unwrap();
    let other = Server::start();
    let other_host = other.host.replace("127.0.0.1", "localhost");
    server.judge(move |_, request| {
        if !request.headers.contains_key("authorization") {
            return Some(Fault::Answer(401, "WWW-Authenticate: Basic realm=\"x\"\r\n".into(), Vec::new()));
        }
        Some(Fault::Answer(307, format!("Location: http://{other_host}{}\r\n", request.path), Vec::new()))
    });
    assert!(registry.fetch("acme/motd", &version()).is_err());
    let recorded = other.requests();
    assert!(!recorded.is_empty() && recorded.iter().all(|request| !request.headers.contains_key("authorization")));
}

#[test]
fn loopback_registry_cannot_send_credentials_to_hosts_without_https() {
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
    assert!(fetch_error(&registry).contains("the registry's token service does not use https"));
    server.judge(|_, request| {
        Some(Fault::Answer(307, format!("Location: http://192.0.2.2{}\r\n", request.path), Vec::new()))
    });
    assert!(fetch_error(&registry).contains("it redirects to a URL without https"));
    server.clear();
    server.judge(|_, request| {
        let is_upload = request.path.ends_with("/blobs/uploads/");
        is_upload.then(|| Fault::Answer(202, "Location: http://192.0.2.2/upload\r\n".into(), Vec::new()))
    });
    let message = publish(&registry, &published).unwrap_err().to_string();
    assert!(message.contains("returned no upload location, or one without https"), "{message}");
}

#[test]
fn loopback_registry_may_delegate_to_https_hosts() {
    let (server, registry, published) = stage();
    let other = Server::start();
    let port = other.host.rsplit_once(':').unwrap().1.to_owned();
    let at = move |path: &str| format!("https://127.0.0.1:{port}{path}");
    let (realm, place) = (at("/token"), at("/upload"));
    server.judge(move |_, _| {
        Some(Fault::Answer(401, format!("WWW-Authenticate: Bearer realm=\"{realm}\"\r\n"), Vec::new()))
    });
    assert!(fetch_error(&registry).contains("https://127.0.0.1:"));
    let elsewhere = place.clone();
    server.judge(move |_, _| Some(Fault::Answer(307, format!("Location: {elsewhere}\r\n"), Vec::new())));
    assert!(registry.fetch("acme/motd", &version()).is_err());
    server.clear();
    server.judge(move |_, request| {
        let is_upload = request.path.ends_with("/blobs/uploads/");
        is_upload.then(|| Fault::Answer(202, format!("Location: {place}\r\n"), Vec::new()))
    });
    assert!(matches!(publish(&registry, &published), Err(PublishError::Source(_))));
}

#[test]
fn concurrent_publication_by_another_client_is_detected() {
    let server = Server::start();
    // A client that times out repeats its request, which would then be the last one.
    let timeouts = Timeouts { response: Duration::from_secs(30), whole: Duration::from_secs(60), ..network().timeouts };
    let patient_network = Network { timeouts, ..network() };
    let registry = Registry::new(&server.host, "providers", &patient_network).unwrap();
    let (own_artifact, other_artifact) = (signed("acme/motd", "1.0.0", 1), artifact("acme/motd", "1.0.0", "other"));
    let other_artifact = FetchedArtifact { artifact: other_artifact, signatures: Vec::new() };
    // Another client publishes between our first check and our upload, or after the upload.
    for method in ["GET", "PUT"] {
        server.clear();
        let (host, timeouts) = (server.host.clone(), timeouts);
        let (tag, other) = ("/manifests/1.0.0", other_artifact.clone());
        let seen = std::sync::atomic::AtomicBool::new(false);
        server.judge(move |number, request| {
            let is_relevant =
                request.path.ends_with(tag) && (method == "PUT") == (request.method == "PUT") && number > 0;
            if is_relevant && !seen.swap(true, Ordering::Relaxed) {
                let other_client = Registry::new(&host, "providers", &Network { timeouts, ..network() }).unwrap();
                for blob in [other.artifact.documents().config(), other.artifact.component_bytes()] {
                    other_client.put_blob("acme/motd", blob).unwrap();
                }
                other_client.put_manifest("acme/motd", "1.0.0", other.artifact.documents().manifest()).unwrap();
                // The uploaded manifest existed for a moment.
                return (method == "PUT").then(|| Fault::Answer(201, String::new(), Vec::new()));
            }
            None
        });
        let refused = publish(&registry, &own_artifact).unwrap_err();
        assert!(matches!(refused, PublishError::Taken { .. }), "{method}: {refused}");
    }
}

#[test]
fn error_status_is_reported_with_a_hint() {
    let (server, registry, _) = stage();
    let denied = br#"{"errors":[{"code":"DENIED","message":"no\u001b[31m access"}]}"#;
    server.judge(|_, _| Some(Fault::Answer(403, String::new(), denied.to_vec())));
    let message = fetch_error(&registry);
    assert!(
        message.starts_with(":1.0.0': the registry returned status 403 (DENIED: no[31m access): log in with"),
        "{message}"
    );
    server.judge(|_, request| request.path.contains("/blobs/").then(|| status(404)).flatten());
    assert!(fetch_error(&registry).contains("status 404: the name does not exist; check the repository"));
    server.judge(|_, _| status(418));
    assert_eq!(fetch_error(&registry), ":1.0.0': the registry returned status 418");
}

#[test]
fn busy_registry_is_retried_a_limited_number_of_times() {
    let (server, registry, published) = stage();
    server.judge(|_, _| status(429));
    let message = fetch_error(&registry);
    assert!(message.contains("status 429: too many requests; try again later, or log in"), "{message}");
    assert_eq!(server.requests().len(), 4);
    let busy = |seconds: u32| Some(Fault::Answer(429, format!("Retry-After: {seconds}\r\n"), Vec::new()));
    server.judge(move |number, _| if number == 0 { busy(1) } else { None });
    let begun = Instant::now();
    assert!(is_same(&registry.fetch("acme/motd", &version()).unwrap(), &published));
    assert!(begun.elapsed() >= Duration::from_secs(1));
    server.judge(move |_, _| busy(3600));
    assert!(fetch_error(&registry).contains("status 429"));
    assert_eq!(server.requests().len(), 1);
    server.judge(|number, _| if number % 2 == 0 { status(503) } else { None });
    assert!(is_same(&registry.fetch("acme/motd", &version()).unwrap(), &published));
    server.judge(|_, _| status(500));
    assert!(fetch_error(&registry).contains("status 500: the registry has an internal error; try again later"));
}

#[test]
fn incomplete_response_is_retried() {
    let (server, registry, published) = stage();
    for part in ["/manifests/1.0.0", "/manifests/sha256-", "/blobs/"] {
        server.judge(move |_, request| request.path.contains(part).then_some(Fault::Half));
        let message = fetch_error(&registry);
        assert!(message.contains("the response is incomplete (tried 4 times)"), "{part}: {message}");
    }
    server.judge(|number, _| (number % 2 == 0).then_some(Fault::Half));
    assert!(is_same(&registry.fetch("acme/motd", &version()).unwrap(), &published));
    server.judge(|_, _| Some(Fault::Gone));
    assert!(fetch_error(&registry).contains("(tried 4 times)"));
}

#[test]
fn fetch_rejects_changed_response() {
    let (server, registry, published) = stage();
    let artifact = &published.artifact;
    let (config, component) = (Digest::of(artifact.documents().config()), artifact.component_digest());
    for (digest, words) in
        [(config, "the digest of the config is sha256:"), (component, "the digest of the component is sha256:")]
    {
        server.judge(move |_, request| request.path.contains(&digest.hex()).then_some(Fault::Changed));
        let message = fetch_error(&registry);
        assert!(message.contains(words) && message.contains(&format!("where {digest}")), "{message}");
    }
    server.judge(|_, request| request.path.contains("/manifests/").then_some(Fault::Changed));
    assert!(fetch_error(&registry).contains("this is not the manifest of a provider"));
}

#[test]
fn endless_response_is_limited() {
    let (server, registry, _) = stage();
    for part in ["/manifests/1.0.0", "/blobs/"] {
        server.judge(move |_, request| request.path.contains(part).then_some(Fault::Endless));
        assert!(fetch_error(&registry).contains("the response has more than "), "{part}");
    }
    server.judge(|_, _| Some(Fault::Endless));
    assert!(
        registry.versions("acme/motd").unwrap_err().to_string().contains("the response has more than 4194304 bytes")
    );
    let begun = Instant::now();
    server.judge(|_, _| Some(Fault::Slow));
    let message = fetch_error(&registry);
    assert!(message.contains("it did not respond within"), "{message}");
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn redirect_loop_is_an_error() {
    let (server, registry, published) = stage();
    let to = |place: String| Some(Fault::Answer(307, format!("Location: {place}\r\n"), Vec::new()));
    server.judge(move |_, request| {
        let is_moved = request.path.contains("/blobs/") && !request.path.contains("elsewhere");
        is_moved.then(|| to(request.path.replace("/v2/", "/elsewhere/"))).flatten()
    });
    assert!(is_same(&registry.fetch("acme/motd", &version()).unwrap(), &published));
    server.judge(move |_, request| to(request.path.clone()));
    assert!(fetch_error(&registry).contains("it redirects too many times"));
}

#[test]
fn manifest_of_another_artifact_type_is_rejected() {
    let (server, registry, _) = stage();
    let image = br#"{"schemaVersion":2,"mediaType":"application/vnd.docker.distribution.manifest.v2+json","config":{},"layers":[]}"#;
    server.judge(|_, _| Some(Fault::Answer(200, String::new(), image.to_vec())));
    let message = registry.fetch("acme/motd", &version()).unwrap_err().to_string();
    assert!(
        message.contains("acme/motd:1.0.0': this is not the manifest of a provider")
            && message.contains("Providers are published with `marotte provider publish`"),
        "{message}"
    );
}

#[test]
fn interrupted_publication_leaves_no_incomplete_version_and_can_be_repeated() {
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
fn proxy_is_used_and_the_registry_certificate_is_verified() {
    let (server, requests) = proxy::start("HTTP/1.1 200 Connected\r\n\r\n");
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
    let first = requests.lock().unwrap()[0].to_lowercase();
    assert!(
        first.starts_with("connect registry.example:443 ") && first.contains("proxy-authorization: basic "),
        "{first}"
    );
    let wrong_authority = ("SSL_CERT_FILE", concat!(env!("CARGO_MANIFEST_DIR"), "/src/oci/tests/registry.pem"));
    assert!(fetch_error(&through(&[wrong_authority]).unwrap()).contains("certificate"));
    let before = requests.lock().unwrap().len();
    assert!(
        through(&[trusted, ("no_proxy", "localhost,.registry.example")])
            .unwrap()
            .fetch("acme/motd", &version())
            .is_err()
    );
    assert_eq!(requests.lock().unwrap().len(), before);
    // The registry's address would be reached through the proxy if `no_proxy` did not contain its network.
    let nearby = |variables: &[(&str, &str)]| {
        let own = [("https_proxy".into(), format!("http://{}", server.host).into())];
        let more = variables.iter().map(|(name, value)| (name.into(), value.into()));
        let network = Network { environment: own.into_iter().chain(more).collect(), ..network() };
        Registry::new("192.0.2.1:1", "", &network)
    };
    let _ = nearby(&[trusted]).unwrap().versions("acme/motd");
    let requests_before = requests.lock().unwrap().len();
    assert!(requests_before > before);
    assert!(nearby(&[trusted, ("no_proxy", "192.0.2.0/24")]).unwrap().versions("acme/motd").is_err());
    assert_eq!(requests.lock().unwrap().len(), requests_before);
    let message = nearby(&[trusted, ("no_proxy", "192.0.2.0/33")]).err().unwrap().to_string();
    assert!(message.contains("'192.0.2.0/33', which is not a network"), "{message}");
    server.judge(|_, request| {
        Some(Fault::Answer(307, format!("Location: http://127.0.0.1:1{}\r\n", request.path), Vec::new()))
    });
    assert!(fetch_error(&registry).contains("it redirects to a URL without https"));
}

#[test]
fn proxy_error_does_not_contain_the_password() {
    let (server, _) = proxy::start("HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n");
    let trusted = concat!(env!("CARGO_MANIFEST_DIR"), "/src/oci/tests/ca.pem");
    for (proxy, words) in [
        (format!("http://user:secret@{}", server.host), format!("proxy http://{}", server.host)),
        ("ftp://user:secret@h".to_owned(), "the environment variable 'HTTPS_PROXY' is not the URL of a proxy".into()),
    ] {
        let environment = vec![("HTTPS_PROXY".into(), proxy.into()), ("SSL_CERT_FILE".into(), trusted.into())];
        let registry = Registry::new("registry.example", "", &Network { environment, ..network() });
        let message = registry.and_then(|registry| registry.versions("acme/motd")).unwrap_err().to_string();
        assert!(message.starts_with("'oci://registry.example") && message.contains(&words), "{message}");
        assert!(!message.contains("secret"), "{message}");
    }
}

#[test]
fn remote_registry_without_https_is_refused() {
    // The request goes through the proxy; the response to a TLS handshake is that of real servers.
    let plain = "HTTP/1.1 200 Connected\r\n\r\nHTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
    let (server, _) = proxy::start(plain);
    let trusted = concat!(env!("CARGO_MANIFEST_DIR"), "/src/oci/tests/ca.pem");
    let proxy = format!("http://{}", server.host);
    let environment = vec![("HTTPS_PROXY".into(), proxy.into()), ("SSL_CERT_FILE".into(), trusted.into())];
    let registry = Registry::new("registry.example:5000", "", &Network { environment, ..network() }).unwrap();
    let message = registry.versions("acme/motd").unwrap_err().to_string();
    assert!(
        message.contains("it does not support https. Plain http is used only for registries on this system"),
        "{message}"
    );
    assert!(message.contains("SSL_CERT_FILE can name trusted certificates"), "{message}");
}

#[test]
fn progress_of_transfers_is_reported() {
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
fn loopback_hosts_are_recognised() {
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
fn next_page_is_parsed_from_the_link_header() {
    assert_eq!(next("</v2/x/tags/list?last=a&n=2>; rel=\"next\"").as_deref(), Some("/v2/x/tags/list?last=a&n=2"));
    assert_eq!((next("</v2/x>; rel=\"prev\""), next("junk")), (None, None));
}
