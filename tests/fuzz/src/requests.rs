//! Properties of what a client can send to a server, and of what an agent reads from one.

use std::path::{Component, Path};
use std::sync::LazyLock;

use bytes::Bytes;
use catalog::{Value, wire};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Uri};
use identity::{Certificate, Certname};
use puppet::{
    AccessRow, ApiRequest, BucketKey, Client, Content, FileMetadata, MountPath, NodeFacts, RelativePath, Reply, Route,
    decode_form, decode_path, encode_form, encode_value, facts_document, is_code_id, is_content_path,
};
use serde_json::Value as Json;

/// The name in the certificate of the client.
const NODE: &str = "web.example.com";

const FORM: &str = "application/x-www-form-urlencoded";

/// The largest content of a client without certificate.
const ANONYMOUS_CONTENT: usize = 64 << 10;

/// Reads a request: a line with method and target, lines with header fields, an empty line, and the content. Path, parameters and
/// endpoint are unchanged after writing and reading them again; no client can use an endpoint without a right.
pub fn request(text: &str) {
    let (head, content) = text.split_once("\n\n").unwrap_or((text, ""));
    let mut lines = head.lines();
    let (method, target) = lines.next().unwrap_or_default().split_once(' ').unwrap_or_default();
    let (Ok(method), Ok(uri)) = (method.parse::<Method>(), target.parse::<Uri>()) else { return };
    let headers: HeaderMap = lines.filter_map(field).collect();
    for client in [client(None), client(Some(NODE)), administrator()] {
        match ApiRequest::new(method.clone(), &uri, headers.clone(), client) {
            Ok(request) => check_request(request, content),
            Err(reply) => check_refusal(&reply),
        }
    }
}

fn field(line: &str) -> Option<(HeaderName, HeaderValue)> {
    let (name, value) = line.split_once(':')?;
    Some((name.parse().ok()?, value.trim().parse().ok()?))
}

fn client(name: Option<&str>) -> Client {
    Client {
        name: name.map(str::to_owned),
        ..Client::new(([127, 0, 0, 1], 1).into(), ([127, 0, 0, 1], 2).into(), None)
    }
}

/// Returns a client with the certificate of a puppetserver, which has the extension `pp_cli_auth`.
fn administrator() -> Client {
    static CERTIFICATE: LazyLock<Certificate> = LazyLock::new(|| {
        let text = include_str!("../../../host/identity/tests/data/ca/signed/puppet.example.com.pem");
        Certificate::from_pem(text).expect("a certificate")
    });
    Client::new(([127, 0, 0, 1], 1).into(), ([127, 0, 0, 1], 2).into(), Some(CERTIFICATE.clone()))
}

fn check_request(request: ApiRequest, content: &str) {
    assert!(!request.path.contains('\0'));
    assert!(request.path.split('/').all(|part| part != "." && part != ".."), "{}", request.path);
    match Route::parse(&request.method, &request.path) {
        Ok(route) => {
            check_route(&route, &request.method);
            check_permission(&route, &request);
        }
        Err(reply) => check_refusal(&reply),
    }
    for supported in [&["application/json", "text/pson"][..], &["application/octet-stream"]] {
        match request.accepted(supported) {
            Ok(kind) => assert!(supported.contains(&kind)),
            Err(reply) => check_refusal(&reply),
        }
        match request.check_content_type(supported) {
            Ok(()) => assert!(supported.contains(&&*request.content_type())),
            Err(reply) => check_refusal(&reply),
        }
    }
    let (is_form, of_query) = (request.content_type() == FORM, request.parameters.clone());
    let expected = if is_form { decode_form(content) } else { Ok(Vec::new()) };
    match (request.with_content(Bytes::from(content.to_owned())), expected) {
        (Ok(request), Ok(of_form)) => {
            assert_eq!(request.parameters, [of_query, of_form].concat());
            for (name, _) in &request.parameters {
                assert_eq!(request.parameter(name), request.values(name).next());
            }
            if let Err(error) = NodeFacts::of_request(&request, NODE) {
                assert!(!error.to_string().is_empty());
            }
        }
        (Err(reply), Err(_)) => check_refusal(&reply),
        (read, decoded) => panic!("{read:?} {decoded:?}"),
    }
}

/// A refusal is an error of the client or the server; JSON can be parsed.
fn check_refusal(reply: &Reply) {
    assert!((400..600).contains(&reply.status), "{reply:?}");
    let Content::Bytes(bytes) = &reply.content else { panic!("{reply:?}") };
    if reply.content_type.starts_with("application/json") {
        let json: Json = serde_json::from_slice(bytes).expect("JSON");
        assert!(json["message"].is_string(), "{json}");
    }
}

/// The path of an endpoint leads to the same endpoint.
fn check_route(route: &Route, method: &Method) {
    let path = decode_path(&route.path()).expect("a path");
    match Route::parse(method, &path) {
        Ok(again) if again == *route => {}
        // A path of a mount can end with a slash, which is not written; without a name the path is another one.
        again => {
            let text = format!("{route:?}");
            assert!(text.ends_with("/\")") || text.ends_with("(\"\")"), "{route:?} {path} {again:?}");
        }
    }
}

/// The permissions as in the documentation of the server, independent of the table in the code.
fn check_permission(route: &Route, request: &ApiRequest) {
    let is_allowed = |exception: Option<AccessRow>| route.refusal(request, |row| Some(row) == exception).is_none();
    if let Some(reply) = route.refusal(request, |_| false) {
        assert_eq!(reply.status, 403);
    }
    let path = &request.path;
    let is_public = path.starts_with("/status/v1/")
        || ["certificate/", "certificate_request/", "certificate_revocation_list/"]
            .iter()
            .any(|kind| path.strip_prefix("/puppet-ca/v1/").is_some_and(|rest| rest.starts_with(kind)));
    if is_public {
        assert!(is_allowed(None) && route.largest_content(usize::MAX) == ANONYMOUS_CONTENT);
        return;
    }
    assert!(request.client.name().is_some() || !is_allowed(None), "{path} without certificate");
    let of_administrator =
        ["/puppet-ca/v1/certificate_status", "/puppet-ca/v1/clean", "/puppet/v3/environment_classes"];
    if of_administrator.iter().any(|prefix| path.starts_with(prefix)) {
        assert_eq!(is_allowed(None), request.client.is_administrator(), "{path}");
    }
    if let Route::Catalog(node) | Route::Node(node) | Route::Facts(node) | Route::Report(node) = route {
        let is_own = request.client.name().is_some_and(|name| name.eq_ignore_ascii_case(node));
        assert_eq!(is_allowed(None), is_own, "{path}");
        let rows = AccessRow::ALL.iter().filter(|(row, _)| is_allowed(Some(*row)));
        let is_hostname = node.parse::<Certname>().is_ok_and(|name| name.is_hostname());
        let expected = if is_own { AccessRow::ALL.len() } else { usize::from(is_hostname) };
        assert_eq!(rows.count(), expected, "{path}");
    }
}

/// Decodes a form. Its fields are unchanged after encoding and decoding them, and so are the lines of the text as fields.
pub fn form(text: &str) {
    let check = |fields: &[(&str, &str)]| {
        let decoded = decode_form(&encode_form(fields)).expect("an encoded form");
        assert!(fields.iter().copied().eq(decoded.iter().map(|(name, value)| (&**name, &**value))), "{decoded:?}");
    };
    if let Ok(fields) = decode_form(text) {
        assert!(fields.len() <= 1000);
        check(&fields.iter().map(|(name, value)| (&**name, &**value)).collect::<Vec<_>>());
    }
    check(&text.lines().take(1000).map(|line| line.split_once('=').unwrap_or((line, ""))).collect::<Vec<_>>());
}

/// Reads facts. They are plain data that a catalog can contain, and are the same when they are stored, or sent in a form.
pub fn facts(text: &str) {
    let node = serde_json::from_str::<Json>(text).ok().and_then(|json| Some(json["name"].as_str()?.to_owned()));
    let node = node.unwrap_or_else(|| NODE.to_owned());
    match NodeFacts::parse(text, &node) {
        Ok(facts) => {
            check_facts(&facts, &node);
            let body = encode_form(&[("facts_format", "application/json"), ("facts", &encode_value(text))]);
            let sent = NodeFacts::of_request(&catalog_request(&body).expect("a form"), &node).expect("the same facts");
            assert_eq!(sent.as_ref(), Some(&facts));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Some(request) = catalog_request(text)
        && let Ok(Some(facts)) = NodeFacts::of_request(&request, NODE)
    {
        check_facts(&facts, NODE);
    }
}

/// Returns a request for a catalog with a form.
fn catalog_request(body: &str) -> Option<ApiRequest> {
    let uri = Uri::from_static("/puppet/v3/catalog/web.example.com?environment=production");
    let headers = [(http::header::CONTENT_TYPE, HeaderValue::from_static(FORM))].into_iter().collect();
    let request = ApiRequest::new(Method::POST, &uri, headers, client(Some(NODE))).ok()?;
    request.with_content(Bytes::from(body.to_owned())).ok()
}

fn check_facts(facts: &NodeFacts, node: &str) {
    assert!(matches!(facts.values, Value::Hash(_)));
    assert!(is_plain(&facts.values), "{:?}", facts.values);
    let stored = facts.document(node).to_string();
    assert_eq!(NodeFacts::parse(&stored, node).as_ref().ok(), Some(facts), "{stored}");
    let written = wire::to_json(&facts.values).expect("a catalog can contain facts");
    assert_eq!(wire::from_json(&written).as_ref(), Ok(&facts.values));
    let document = facts_document(node, facts.clone().into_json());
    assert_eq!(document["values"], facts.document(node)["values"]);
}

fn is_plain(value: &Value) -> bool {
    match value {
        Value::Undef | Value::Boolean(_) | Value::Integer(_) | Value::String(_) => true,
        Value::Float(number) => number.is_finite(),
        Value::Array(values) => values.iter().all(is_plain),
        Value::Hash(entries) => entries.iter().all(|(key, value)| key.as_str().is_some() && is_plain(value)),
        _ => false,
    }
}

/// Resolves the path of a request, and the text itself as the path of a source. The result stays below its directory, in the file
/// system too.
pub fn path(text: &str) {
    let decoded = decode_path(text);
    if let Ok(decoded) = &decoded {
        let again = decode_path(&encode_value(decoded).replace("%2F", "/"));
        assert_eq!(again.as_ref(), Ok(decoded));
    }
    for path in [text].into_iter().chain(decoded.as_deref()) {
        check_path(path);
    }
}

fn check_path(text: &str) {
    if let Some(path) = RelativePath::parse(text) {
        check_inside(path);
    }
    if let Some(MountPath { mount, path }) = MountPath::parse(text) {
        assert!(!mount.contains('/'));
        check_inside(path);
        let (module, rest) = path.split_first();
        assert!(!module.contains('/') && module != "..");
        check_inside(rest);
        let place = rest.below(&Path::new("/modules").join(module).join("files"));
        assert!(place.starts_with(Path::new("/modules").join(module).join("files")), "{}", place.display());
    }
    if let Ok(BucketKey { digest, path }) = BucketKey::parse(text) {
        assert!(digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit()) && path != Some(""));
    }
    if is_content_path(text) {
        assert!(Path::new(text).components().all(|part| matches!(part, Component::Normal(_))), "{text}");
        assert!(!text.starts_with('-'), "{text} is an option of the program");
    }
    if is_code_id(text) {
        assert!(!text.contains(['/', '.', ' ', '\n', '\0']) && text.is_ascii() && !text.starts_with('-'));
    }
}

/// A path stays below a directory with a file, a directory and a symbolic link to that directory.
fn check_inside(path: RelativePath<'_>) {
    static ROOT: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
        let root = tempfile::tempdir().expect("a directory");
        std::fs::create_dir_all(root.path().join("outside/mount/a/b")).expect("a directory");
        std::fs::write(root.path().join("outside/mount/a/f"), "").expect("a file");
        std::os::unix::fs::symlink("a/b", root.path().join("outside/mount/l")).expect("a link");
        root
    });
    let root = ROOT.path().join("outside/mount");
    let place = path.below(&root);
    assert!(place.starts_with(&root), "{}", place.display());
    assert!(!place.components().any(|part| part == Component::ParentDir), "{}", place.display());
    if let (Ok(found), Ok(root)) = (place.canonicalize(), root.canonicalize()) {
        assert!(found.starts_with(&root), "{}", found.display());
    }
}

/// Reads descriptions of files, as an agent does. Their paths stay below the directory that is copied, and they are unchanged after
/// writing and reading them.
pub fn metadata(text: &str) {
    let all = serde_json::from_str::<Vec<FileMetadata>>(text);
    let all = all.or_else(|_| serde_json::from_str::<FileMetadata>(text).map(|one| vec![one]));
    let Ok(all) = all else { return };
    for one in &all {
        match one.relative() {
            Some("") => {}
            Some(path) => check_inside(RelativePath::parse(path).expect("a path below the directory")),
            None => assert!(one.relative_path.is_some()),
        }
        assert!(one.sha256().is_none_or(|digest| digest.len() == 64 && hex_digits(digest)));
    }
    let written = serde_json::to_string(&all).expect("JSON");
    assert_eq!(serde_json::from_str::<Vec<FileMetadata>>(&written).ok(), Some(all), "{written}");
}

fn hex_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
