//! Requests whose replies depend on files and settings that the recorded server did not have.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::thread;
use std::time::Duration;

use identity::{Authority, Certificate, PrivateKey, Request, RequestOptions, TokenOptions};
use jiff::Timestamp;
use serde_json::Value as Json;

use crate::recorded::client::{RawReply, RawRequest};
use crate::recorded::fixture::{Fixture, data};

/// The tests by name.
pub(crate) const TESTS: [(&str, fn()); 8] = [
    ("pulled_environment_is_served_by_its_digest", pulled_environment_is_served_by_its_digest),
    ("renewal_keeps_name_and_key", renewal_keeps_name_and_key),
    ("renewal_can_be_disabled", renewal_can_be_disabled),
    ("token_signs_one_request", token_signs_one_request),
    ("access_rules_allow_clients_by_name", access_rules_allow_clients_by_name),
    ("extension_names_are_those_of_the_mapping", extension_names_are_those_of_the_mapping),
    ("status_has_alerts_of_certificates_that_end", status_has_alerts_of_certificates_that_end),
    ("renewal_of_the_server_keeps_its_key", renewal_of_the_server_keeps_its_key),
];

/// A time after which the version of a file is certain.
const SETTLED: Duration = Duration::from_millis(120);

fn send(fixture: &Fixture, client: Option<&str>, line: &str, content: Option<Vec<u8>>) -> RawReply {
    let accept = ("Accept".to_owned(), "application/json, application/vnd.puppet.rich+json, text/plain".to_owned());
    let kind = ("Content-Type".to_owned(), "text/plain".to_owned());
    fixture.clients.send(&RawRequest {
        client: client.map(|name| format!("{name}.example.com")),
        line: format!("{line} HTTP/1.1"),
        headers: vec![accept, kind],
        content,
    })
}

fn text(reply: &RawReply) -> &str {
    str::from_utf8(&reply.content).unwrap()
}

const RENEWAL: &str = "POST /puppet-ca/v1/certificate_renewal";

fn renewal_keeps_name_and_key() {
    let fixture = Fixture::start(|_| Vec::new());
    let present = fs::read_to_string(data().join("ca-directory/ssl/certs/node1.example.com.pem")).unwrap();
    let present = Certificate::from_pem(&present).unwrap();
    let reply = send(&fixture, Some("node1"), RENEWAL, Some(Vec::new()));
    assert_eq!(reply.status, 200, "{}", text(&reply));
    let renewed = Certificate::from_pem(text(&reply)).unwrap();
    assert_eq!((renewed.certname(), renewed.public_key()), (present.certname(), present.public_key()));
    assert_eq!(renewed.extensions(&BTreeMap::new()), present.extensions(&BTreeMap::new()));
    assert_ne!(renewed.serial(), present.serial());
    let days = renewed.not_after().duration_since(Timestamp::now()).as_hours() / 24;
    assert!((59..=60).contains(&days), "{days}");
    assert_eq!(send(&fixture, None, RENEWAL, Some(Vec::new())).status, 403);
    assert_eq!(send(&fixture, Some("revoked"), RENEWAL, Some(Vec::new())).status, 0, "the handshake fails");
}

fn renewal_can_be_disabled() {
    let fixture = Fixture::start(|_| vec![("allow_auto_renewal", "false".to_owned())]);
    let reply = send(&fixture, Some("node1"), RENEWAL, Some(Vec::new()));
    assert_eq!((reply.status, text(&reply)), (404, "Not Found"));
}

fn token_signs_one_request() {
    let fixture = Fixture::start(|_| Vec::new());
    let authority = Authority::open(&fixture.directory.path().join("ca")).unwrap();
    let options = TokenOptions { names: "*.example.com".to_owned(), ttl: Duration::from_secs(60) };
    let token = authority.create_token(&options).unwrap();
    let submit = |name: &str| {
        let attributes = vec![("challengePassword".to_owned(), token.clone())];
        let options = RequestOptions { attributes, ..RequestOptions::default() };
        let certname = format!("{name}.example.com").parse().unwrap();
        let request = Request::create(&PrivateKey::generate().unwrap(), &certname, &options).unwrap();
        let line = format!("PUT /puppet-ca/v1/certificate_request/{certname}");
        assert_eq!(send(&fixture, None, &line, Some(request.to_pem().into_bytes())).status, 200);
        send(&fixture, None, &format!("GET /puppet-ca/v1/certificate/{certname}"), None).status
    };
    assert_eq!([submit("first"), submit("second")], [200, 404]);
}

fn access_rules_allow_clients_by_name() {
    let fixture = Fixture::start(|_| Vec::new());
    let status = |line: &str| send(&fixture, Some("node2"), line, None).status;
    let catalog = "GET /puppet/v3/catalog/node1.example.com?environment=dev";
    let statuses = "GET /puppet-ca/v1/certificate_statuses/all";
    assert_eq!([status(catalog), status(statuses)], [403, 403]);
    let file = fixture.directory.path().join("conf/access.conf");
    fs::write(&file, "catalog certname node2.example.com\ncertificate_status certname *.example.com\n").unwrap();
    thread::sleep(SETTLED);
    assert_eq!([status(catalog), status(statuses)], [200, 200]);
    fs::write(&file, "nonsense\n").unwrap();
    thread::sleep(SETTLED);
    assert_eq!([status(catalog), status(statuses)], [200, 200], "the former rules remain in force");
    fs::remove_file(&file).unwrap();
    assert_eq!([status(catalog), status(statuses)], [403, 403]);
}

fn extension_names_are_those_of_the_mapping() {
    let fixture = Fixture::start(|root| {
        let manifest = "notify { \"site ${trusted['extensions']['site']}\": }\n";
        fs::write(root.join("code/environments/dev/manifests/site.pp"), manifest).unwrap();
        let mapping = "oid_mapping:\n  1.3.6.1.4.1.34380.1.2.1.1:\n    shortname: site\n    longname: Site\n";
        fs::write(root.join("conf/custom_trusted_oid_mapping.yaml"), mapping).unwrap();
        fs::write(root.join("conf/access.conf"), "catalog certname node2.example.com\n").unwrap();
        Vec::new()
    });
    let authority = Authority::open(&fixture.directory.path().join("ca")).unwrap();
    let extensions = vec![("1.3.6.1.4.1.34380.1.2.1.1".to_owned(), "north".to_owned())];
    let options = RequestOptions { extensions, ..RequestOptions::default() };
    let name = "mapped.example.com".parse().unwrap();
    let request = Request::create(&PrivateKey::generate().unwrap(), &name, &options).unwrap();
    authority.sign_request(&request, &identity::SignOptions::default()).unwrap();
    // The extensions are those of the node, not of the client.
    let reply = send(&fixture, Some("node2"), "GET /puppet/v3/catalog/mapped.example.com?environment=dev", None);
    assert!(reply.status == 200 && text(&reply).contains("site north"), "{}", text(&reply));
}

/// Writes two versions of a pulled environment, and makes the first one current.
fn pulled_versions(root: &Path) {
    let environments = root.join("code/environments");
    for version in ["a", "b"] {
        let tree = environments.join(tree_of(version));
        fs::create_dir_all(tree.join("manifests")).unwrap();
        fs::create_dir_all(tree.join("modules/m/files")).unwrap();
        let manifest =
            format!("notify {{ 'version {version}': }} file {{ '/x': source => 'puppet:///modules/m/x' }}\n");
        fs::write(tree.join("manifests/site.pp"), manifest).unwrap();
        fs::write(tree.join("modules/m/files/x"), version).unwrap();
        fs::create_dir_all(tree.join("modules/m/lib/facter")).unwrap();
        fs::write(tree.join("modules/m/lib/facter/x.rb"), version).unwrap();
    }
    symlink(tree_of("a"), environments.join("pulled")).unwrap();
}

fn tree_of(version: &str) -> String {
    format!(".pulled/pulled/sha256-{}", version.repeat(64))
}

fn pulled_environment_is_served_by_its_digest() {
    // A pull is noticed whatever the timeout is.
    let fixture = Fixture::start(|root| {
        pulled_versions(root);
        vec![("environment_timeout", "unlimited".to_owned())]
    });
    let check = |version: &str| {
        let parameters = "environment=pulled&static_catalog=true&checksum_type=sha256";
        let line = format!("GET /puppet/v3/catalog/node1.example.com?{parameters}");
        let reply = send(&fixture, Some("node1"), &line, None);
        let catalog: Json = serde_json::from_str(text(&reply)).unwrap_or_else(|_| panic!("{}", text(&reply)));
        assert_eq!(catalog["code_id"], format!("sha256:{}", version.repeat(64)));
        assert_eq!(catalog["metadata"]["/x"]["content_uri"], "puppet:///modules/m/files/x");
        assert!(text(&reply).contains(&format!("version {version}")), "{}", text(&reply));
    };
    let content = |code_id: &str, path: &str| {
        let line = format!("GET /puppet/v3/static_file_content/{path}?environment=pulled&code_id={code_id}");
        let reply = send(&fixture, Some("node1"), &line, None);
        (reply.status, text(&reply).to_owned())
    };
    let plugin = || {
        let parameters = "environment=pulled&recurse=true&checksum_type=md5";
        let reply = send(&fixture, Some("node1"), &format!("GET /puppet/v3/file_metadatas/plugins?{parameters}"), None);
        let files: Vec<Json> = serde_json::from_str(text(&reply)).unwrap_or_else(|_| panic!("{}", text(&reply)));
        let plugin = files.iter().find(|file| file["relative_path"] == "facter/x.rb").unwrap();
        plugin["checksum"]["value"].as_str().unwrap().to_owned()
    };
    // The description of the plugins is kept from now on.
    thread::sleep(SETTLED);
    check("a");
    assert_eq!(plugin(), "{md5}0cc175b9c0f1b6a831c399e269772661");
    let link = fixture.directory.path().join("code/environments/pulled");
    fs::remove_file(&link).unwrap();
    symlink(tree_of("b"), &link).unwrap();
    check("b");
    assert_eq!(plugin(), "{md5}92eb5ffee6ae2fec3ad71c777531578f");
    for version in ["a", "b"] {
        let code_id = format!("sha256:{}", version.repeat(64));
        assert_eq!(content(&code_id, "modules/m/files/x"), (200, version.to_owned()));
        assert_eq!(content(&code_id, "modules/m/files/none").0, 500);
    }
    assert_eq!(content(&format!("sha256:{}", "c".repeat(64)), "modules/m/files/x").0, 500);
}

/// Returns the value of a function that eventually has one: the server examines its certificates in the background.
fn eventually<T>(value: impl Fn() -> Option<T>) -> T {
    for _ in 0..200 {
        if let Some(value) = value() {
            return value;
        }
        thread::sleep(Duration::from_millis(25));
    }
    panic!("nothing happened in five seconds")
}

/// Returns the certificate of a server in a directory.
fn own_certificate(root: &Path) -> Certificate {
    let file = root.join("ssl/certs/puppet.example.com.pem");
    Certificate::from_pem(&fs::read_to_string(file).unwrap()).unwrap()
}

fn alerts(fixture: &Fixture) -> Vec<Json> {
    let reply = send(fixture, None, "GET /status/v1/services/ca", None);
    let status: Json = serde_json::from_slice(&reply.content).unwrap();
    assert_eq!(status["state"], "running");
    status["active_alerts"].as_array().unwrap().clone()
}

fn status_has_alerts_of_certificates_that_end() {
    assert_eq!(alerts(&Fixture::start(|_| Vec::new())), Vec::<Json>::new());
    let fixture = Fixture::start(|root| {
        let authority = Authority::open(&root.join("ca")).unwrap();
        let short = authority.renew(&own_certificate(root), Duration::from_secs(9 * 24 * 3600)).unwrap();
        fs::write(root.join("ssl/certs/puppet.example.com.pem"), short.to_pem()).unwrap();
        vec![("hostcert_renewal_interval", "0".to_owned())]
    });
    let alert = eventually(|| alerts(&fixture).into_iter().next());
    let message = alert["message"].as_str().unwrap();
    assert!(message.starts_with("The certificate of this server ends on "), "{message}");
}

fn renewal_of_the_server_keeps_its_key() {
    let present = own_certificate(&data().join("ca-directory"));
    let fixture = Fixture::start(|_| vec![("hostcert_renewal_interval", "20y".to_owned())]);
    let renewed = eventually(|| {
        let current = own_certificate(fixture.directory.path());
        (current.serial() != present.serial()).then_some(current)
    });
    assert_eq!(renewed.public_key(), present.public_key());
    assert!(renewed.extensions(&BTreeMap::new()).contains_key("pp_cli_auth"), "it remains an administrator");
    assert_eq!(send(&fixture, Some("node1"), RENEWAL, Some(Vec::new())).status, 200);
}
