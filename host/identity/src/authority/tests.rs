//! Tests of the rules and files of an authority.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::thread;

use tempfile::TempDir;

use super::*;
use crate::key::PrivateKey;
use crate::request::{Request, RequestOptions};
use crate::serial::Serial;

fn name(text: &str) -> Certname {
    text.parse().unwrap()
}

fn authority() -> (TempDir, Authority) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("ca");
    let authority = Authority::create(&path, &AuthorityOptions::new("Puppet CA: puppet.example.com")).unwrap();
    (directory, authority)
}

fn request(certname: &str, options: &RequestOptions) -> Request {
    Request::create(&PrivateKey::generate().unwrap(), &name(certname), options).unwrap()
}

fn plain(certname: &str) -> Request {
    request(certname, &RequestOptions::default())
}

fn with_extension(certname: &str, oid: &str) -> Request {
    let extensions = vec![(oid.to_owned(), "value".to_owned())];
    request(certname, &RequestOptions { extensions, ..RequestOptions::default() })
}

fn with_names(certname: &str, names: &[&str]) -> Request {
    let alternative_names = names.iter().map(|name| (*name).to_owned()).collect();
    request(certname, &RequestOptions { alternative_names, ..RequestOptions::default() })
}

fn message<T>(result: Result<T, AuthorityError>) -> String {
    result.err().unwrap().to_string()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

#[test]
fn create_writes_the_files_of_puppetserver() {
    let (directory, authority) = authority();
    let at = |file: &str| directory.path().join("ca").join(file);
    let read = |file: &str| fs::read_to_string(at(file)).unwrap();
    for (file, expected) in
        [("ca_key.pem", 0o640), ("serial", 0o640), ("ca_crt.pem", 0o644), ("ca_crl.pem", 0o644), ("ca_pub.pem", 0o644)]
    {
        assert_eq!(mode(&at(file)), expected, "{file}");
    }
    assert_eq!(read("serial"), "0002");
    let line = read("inventory.txt");
    assert!(line.starts_with("0x0001 ") && line.ends_with("UTC /CN=Puppet CA: puppet.example.com\n"), "{line}");
    assert!(at("signed").is_dir() && at("requests").is_dir());
    let certificate = authority.own_certificate();
    assert!(certificate.is_authority() && certificate.is_signed_by(certificate));
    assert_eq!(authority.revocation_list().unwrap().number(), Some(0));
}

#[test]
fn create_keeps_an_existing_authority() {
    let (directory, authority) = authority();
    let path = directory.path().join("ca");
    let again = Authority::create(&path, &AuthorityOptions::new("other"));
    assert!(matches!(again, Err(AuthorityError::AuthorityExists(_))));
    assert_eq!(Authority::open(&path).unwrap().own_certificate(), authority.own_certificate());
}

#[test]
fn save_request_rejects_duplicates_with_the_messages_of_puppetserver() {
    let (_directory, authority) = authority();
    authority.save_request(&plain("web")).unwrap();
    assert_eq!(
        message(authority.save_request(&plain("web"))),
        "web already has a requested certificate; ignoring certificate request"
    );
    authority.sign(&name("web"), &SignOptions::default()).unwrap();
    assert!(authority.requests().unwrap().is_empty());
    assert_eq!(
        message(authority.save_request(&plain("web"))),
        "web already has a signed certificate; ignoring certificate request"
    );
    authority.revoke(&name("web")).unwrap();
    assert_eq!(
        message(authority.save_request(&plain("web"))),
        "web already has a revoked certificate; ignoring certificate request"
    );
    authority.clean(&name("web")).unwrap();
    authority.save_request(&plain("web")).unwrap();
}

#[test]
fn requests_are_listed_and_deleted() {
    let (_directory, authority) = authority();
    let requests = [plain("a.example.com"), plain("b.example.com")];
    for request in requests.iter().rev() {
        authority.save_request(request).unwrap();
    }
    assert_eq!(authority.requests().unwrap(), requests);
    authority.delete_request(&name("a.example.com")).unwrap();
    assert_eq!(authority.request(&name("a.example.com")).unwrap(), None);
    assert_eq!(
        message(authority.delete_request(&name("a.example.com"))),
        "Could not find certificate request for a.example.com"
    );
}

#[test]
fn authority_rejects_certnames_other_than_hostnames() {
    let (_directory, authority) = authority();
    for certname in ["..", "-a", "*.example.com", "a b"] {
        let request = plain(certname);
        assert!(matches!(authority.save_request(&request), Err(AuthorityError::InvalidHostname(_))));
        let signed = authority.sign_request(&request, &SignOptions::default());
        assert!(matches!(signed, Err(AuthorityError::InvalidHostname(_))));
    }
}

#[test]
fn sign_rejects_extensions_as_puppetserver() {
    let (_directory, authority) = authority();
    let sign = |request: &Request| message(authority.sign_request(request, &SignOptions::default()));
    assert_eq!(
        sign(&with_names("web", &["x", "IP:192.0.2.1"])),
        "CSR 'web' contains extra subject alternative names (DNS:x, IP:192.0.2.1), which are disallowed."
    );
    for extension in ["pp_auth_role", "pp_cli_auth"] {
        assert_eq!(
            sign(&with_extension("web", extension)),
            "CSR 'web' contains an authorization extension, which is disallowed."
        );
    }
    assert_eq!(sign(&with_extension("web", "2.5.29.19")), "Found extensions that are not permitted: 2.5.29.19");
    assert_eq!(authority.certificates().unwrap(), []);
    assert_eq!(fs::read_to_string(authority.directory.inventory_path()).unwrap().lines().count(), 1);
}

#[test]
fn sign_with_every_permission_rejects_wildcards_and_cli_auth() {
    let (_directory, authority) = authority();
    let options =
        SignOptions { allow_alternative_names: true, allow_authorization_extensions: true, ..SignOptions::default() };
    let sign = |request: &Request| message(authority.sign_request(request, &options));
    assert_eq!(
        sign(&with_names("web", &["*.x"])),
        "Cert subjectAltName contains a wildcard, which is not allowed: DNS:*.x"
    );
    assert_eq!(
        sign(&with_extension("web", "pp_cli_auth")),
        "Found extensions that are not permitted: 1.3.6.1.4.1.34380.1.3.39"
    );
    let names = with_names("web", &["x", "IP:192.0.2.1"]);
    let certificate = authority.sign_request(&names, &options).unwrap();
    assert_eq!(certificate.alternative_names(), ["DNS:web", "DNS:x", "IP:192.0.2.1"]);
    let role = authority.sign_request(&with_extension("compiler", "pp_auth_role"), &options).unwrap();
    assert_eq!(role.extensions(&[].into())["pp_auth_role"], "value");
}

#[test]
fn sign_with_ca_client_adds_cli_auth() {
    let (_directory, authority) = authority();
    let options = SignOptions { is_ca_client: true, ..SignOptions::default() };
    let certificate = authority.sign_request(&with_extension("web", "pp_role"), &options).unwrap();
    let extensions = certificate.extensions(&[].into());
    assert_eq!(
        extensions.into_iter().collect::<Vec<_>>(),
        [("pp_cli_auth".to_owned(), "true".to_owned()), ("pp_role".to_owned(), "value".to_owned())]
    );
    assert_eq!(certificate.alternative_names(), ["DNS:web"]);
}

#[test]
fn certificate_is_valid_for_the_ttl_but_no_longer_than_the_authority() {
    let (_directory, authority) = authority();
    let options = SignOptions { ttl: Duration::from_hours(48), ..SignOptions::default() };
    let certificate = authority.sign_request(&plain("short"), &options).unwrap();
    let days = |from: Timestamp, to: Timestamp| to.duration_since(from).as_hours() / 24;
    assert_eq!(days(certificate.not_before(), certificate.not_after()), 3);
    assert!(certificate.not_before() < authority.now());
    let options = SignOptions { ttl: Duration::MAX, ..options };
    let certificate = authority.sign_request(&plain("long"), &options).unwrap();
    assert_eq!(certificate.not_after(), authority.own_certificate().not_after());
}

#[test]
fn serial_numbers_are_unique_across_threads_and_processes() {
    let (directory, authority) = authority();
    let path = directory.path().join("ca");
    let requests: Vec<_> = (0..8).map(|index| plain(&format!("n{index}"))).collect();
    thread::scope(|scope| {
        for request in &requests {
            // Each has its own descriptor of the lock, as another process would have.
            let opened = Authority::open(&path).unwrap();
            scope.spawn(move || opened.sign_request(request, &SignOptions::default()).unwrap());
        }
    });
    let mut serials: Vec<_> = authority.certificates().unwrap().iter().map(Certificate::serial).collect();
    serials.sort();
    assert_eq!(serials, (2..10).map(Serial::from).collect::<Vec<_>>());
    assert_eq!(fs::read_to_string(path.join("serial")).unwrap(), "000A");
    assert_eq!(fs::read_to_string(path.join("inventory.txt")).unwrap().lines().count(), 9);
}

#[test]
fn sign_fails_if_the_serial_file_is_missing_or_malformed() {
    let (directory, authority) = authority();
    let serial = directory.path().join("ca/serial");
    fs::write(&serial, "next").unwrap();
    let signed = authority.sign_request(&plain("web"), &SignOptions::default());
    assert!(matches!(signed, Err(AuthorityError::SerialFile { .. })));
    fs::remove_file(&serial).unwrap();
    let signed = authority.sign_request(&plain("web"), &SignOptions::default());
    assert!(matches!(signed, Err(AuthorityError::Io { .. })));
}

#[test]
fn inventory_starts_a_line_after_an_incomplete_one() {
    let (directory, authority) = authority();
    let path = directory.path().join("ca/inventory.txt");
    fs::write(&path, "0x0001 2026-").unwrap();
    let certificate = authority.sign_request(&plain("web"), &SignOptions::default()).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text, format!("0x0001 2026-\n{}\n", inventory::line(&certificate)));
}

#[test]
fn renew_keeps_the_name_key_and_extensions() {
    let (_directory, authority) = authority();
    let first = authority.sign_request(&with_extension("web", "pp_role"), &SignOptions::default()).unwrap();
    let second = authority.renew(&first, Duration::from_hours(1)).unwrap();
    assert_eq!((first.serial(), second.serial()), (Serial::from(2), Serial::from(3)));
    assert_eq!(first.public_key(), second.public_key());
    assert_eq!(first.raw_extensions(), second.raw_extensions());
    assert_eq!(authority.certificate(&name("web")).unwrap().as_ref(), Some(&second));
    assert!(second.is_signed_by(authority.own_certificate()));
}

#[test]
fn renew_rejects_foreign_revoked_and_expired_certificates() {
    let (_directory, own) = authority();
    let (_other_directory, other) = authority();
    let foreign = other.sign_request(&plain("web"), &SignOptions::default()).unwrap();
    let renew = |authority: &Authority, certificate| message(authority.renew(certificate, CERTIFICATE_TTL));
    assert_eq!(renew(&own, &foreign), "The certificate 'CN=web' was not issued by this authority");
    let root = own.own_certificate().clone();
    assert!(matches!(own.renew(&root, CERTIFICATE_TTL), Err(AuthorityError::ForeignCertificate(_))));
    let certificate = own.sign_request(&plain("web"), &SignOptions::default()).unwrap();
    let own = own.with_clock(|| "2098-01-01T00:00:00Z".parse().unwrap());
    assert_eq!(renew(&own, &certificate), "The certificate 'CN=web' has expired or is not yet valid");
    own.revoke_serial(&certificate.serial()).unwrap();
    assert_eq!(renew(&own, &certificate), "The certificate 'CN=web' is revoked");
}

#[test]
fn revoke_includes_renewed_certificates() {
    let (_directory, authority) = authority();
    let first = authority.sign_request(&plain("web"), &SignOptions::default()).unwrap();
    let second = authority.renew(&first, CERTIFICATE_TTL).unwrap();
    let other = authority.sign_request(&plain("web2"), &SignOptions::default()).unwrap();
    authority.revoke(&name("web")).unwrap();
    let list = authority.revocation_list().unwrap();
    assert_eq!(list.revoked(), [first.serial(), second.serial()]);
    assert_eq!(list.number(), Some(1));
    authority.revoke(&name("web")).unwrap();
    assert_eq!(authority.revocation_list().unwrap(), list);
    assert!(!authority.is_revoked(&other).unwrap());
    assert_eq!(message(authority.revoke(&name("none"))), "Could not find certificate for none");
}

#[test]
fn revoke_ignores_the_certificate_of_another_authority() {
    let (directory, own) = authority();
    let other_directory = tempfile::tempdir().unwrap();
    let other = Authority::create(other_directory.path(), &AuthorityOptions::new("Puppet CA: other")).unwrap();
    let foreign = other.sign_request(&plain("web"), &SignOptions::default()).unwrap();
    let innocent = own.sign_request(&plain("db"), &SignOptions::default()).unwrap();
    assert_eq!(foreign.serial(), innocent.serial());
    fs::write(directory.path().join("ca/signed/web.pem"), foreign.to_pem()).unwrap();
    assert_eq!(message(own.revoke(&name("web"))), "Could not find certificate for web");
    own.revoke(&name("db")).unwrap();
    assert!(!own.is_revoked(&foreign).unwrap() && own.is_revoked(&innocent).unwrap());
}

#[test]
fn clean_deletes_the_certificate_and_permits_a_new_one() {
    let (_directory, authority) = authority();
    let certificate = authority.sign_request(&plain("web"), &SignOptions::default()).unwrap();
    authority.clean(&name("web")).unwrap();
    assert!(authority.is_revoked(&certificate).unwrap());
    assert_eq!(authority.certificate(&name("web")).unwrap(), None);
    authority.save_request(&plain("web")).unwrap();
    authority.clean(&name("web")).unwrap();
    assert_eq!(authority.request(&name("web")).unwrap(), None);
    assert!(matches!(authority.clean(&name("none")), Err(AuthorityError::NoCertificate(_))));
}

#[test]
fn refresh_replaces_a_revocation_list_that_ends_soon() {
    let (_directory, authority) = authority();
    authority.revoke_serial(&Serial::from(7)).unwrap();
    assert!(!authority.refresh_revocation_list().unwrap());
    let authority = authority.with_clock(|| "2098-01-01T00:00:00Z".parse().unwrap());
    assert!(authority.refresh_revocation_list().unwrap());
    let list = authority.revocation_list().unwrap();
    assert_eq!((list.number(), list.revoked()), (Some(2), vec![Serial::from(7)]));
    assert!(list.next_update().unwrap() > authority.now());
    assert!(!authority.refresh_revocation_list().unwrap());
}

#[test]
fn authority_files_keep_their_mode() {
    let (directory, authority) = authority();
    let list = directory.path().join("ca/ca_crl.pem");
    fs::set_permissions(&list, fs::Permissions::from_mode(0o664)).unwrap();
    authority.revoke_serial(&Serial::from(7)).unwrap();
    assert_eq!(mode(&list), 0o664);
    authority.sign_request(&plain("web"), &SignOptions::default()).unwrap();
    assert_eq!(mode(&directory.path().join("ca/signed/web.pem")), 0o644);
}

/// Signs with the authority in a directory, as the process with its key does.
#[derive(Debug)]
struct Signer(std::path::PathBuf);

impl ContentSigner for Signer {
    fn sign(&self, content: &[u8]) -> std::io::Result<Vec<u8>> {
        let authority = Authority::open(&self.0).map_err(std::io::Error::other)?;
        authority.sign_content(content).map_err(|error| std::io::Error::other(error.to_string()))
    }
}

/// Returns the same authority without its key.
fn without_key(directory: &TempDir) -> Authority {
    let path = directory.path().join("ca");
    Authority::open_with_signer(&path, Arc::new(Signer(path.clone()))).unwrap()
}

#[test]
fn signer_signs_certificates_and_revocation_lists_for_a_process_without_the_key() {
    let (directory, authority) = authority();
    let keyless = without_key(&directory);
    let certificate = keyless.sign_request(&plain("web.example.com"), &SignOptions::default()).unwrap();
    assert!(certificate.is_signed_by(authority.own_certificate()));
    keyless.revoke(&name("web.example.com")).unwrap();
    assert!(authority.is_revoked(&certificate).unwrap());
    assert!(authority.revocation_list().unwrap().is_signed_by(authority.own_certificate()));
}

#[test]
fn signer_refuses_administrators_and_contents_that_are_not_certificates() {
    let (directory, authority) = authority();
    let keyless = without_key(&directory);
    let administrator = SignOptions { is_ca_client: true, ..SignOptions::default() };
    let refused = message(keyless.sign_request(&plain("evil.example.com"), &administrator));
    assert!(refused.contains("would make its holder an administrator"), "{refused}");
    let request = plain("admin.example.com");
    let present = authority.sign_request(&request, &administrator).unwrap();
    let renewed = keyless.renew(&present, CERTIFICATE_TTL).unwrap();
    assert!(renewed.extensions(&std::collections::BTreeMap::new()).contains_key("pp_cli_auth"));
    authority.revoke(&name("admin.example.com")).unwrap();
    assert!(message(keyless.renew(&present, CERTIFICATE_TTL)).contains("revoked"));
    for content in [b"".as_slice(), b"text", present.to_der()] {
        assert!(message(authority.sign_content(content)).contains("neither a certificate nor a revocation list"));
    }
}

#[test]
fn signer_with_another_key_is_noticed() {
    let (directory, _authority) = authority();
    let (other, _) = self::authority();
    let path = directory.path().join("ca");
    let keyless = Authority::open_with_signer(&path, Arc::new(Signer(other.path().join("ca")))).unwrap();
    let error = message(keyless.sign_request(&plain("web.example.com"), &SignOptions::default()));
    assert_eq!(error, "The signature is invalid");
}

fn token(authority: &Authority, names: &str, ttl: Duration) -> String {
    authority.create_token(&TokenOptions { names: names.to_owned(), ttl }).unwrap()
}

fn with_token(certname: &str, token: &str) -> Request {
    let attributes = vec![("challengePassword".to_owned(), token.to_owned())];
    request(certname, &RequestOptions { attributes, ..RequestOptions::default() })
}

const HOUR: Duration = Duration::from_secs(3600);

#[test]
fn token_is_accepted_once() {
    let (directory, authority) = authority();
    let token = token(&authority, "*.example.com", HOUR);
    let [stored] = authority.tokens().unwrap().try_into().unwrap();
    let text = fs::read_to_string(directory.path().join("ca/tokens").join(&stored.id)).unwrap();
    assert!(!text.contains(&token), "the token itself is not stored");
    let used = |certname: &str| authority.save_request(&with_token(certname, &token)).unwrap();
    assert_eq!(used("web.example.com"), TokenUse::Accepted);
    assert_eq!(used("db.example.com"), TokenUse::NoToken);
    assert!(authority.tokens().unwrap().is_empty());
    assert_eq!(authority.save_request(&plain("mail.example.com")).unwrap(), TokenUse::NoToken);
}

#[test]
fn token_of_other_nodes_or_the_past_is_used_up() {
    let (_directory, authority) = authority();
    let other = token(&authority, "web.example.com", HOUR);
    let used = |certname: &str, token: &str| authority.save_request(&with_token(certname, token)).unwrap();
    assert_eq!(used("db.example.com", &other), TokenUse::OtherNode);
    assert_eq!(used("web.example.com", &other), TokenUse::NoToken);
    let past = token(&authority, "*", Duration::ZERO);
    thread::sleep(Duration::from_millis(5));
    assert_eq!(used("mail.example.com", &past), TokenUse::Expired);
    token(&authority, "*", Duration::ZERO);
    thread::sleep(Duration::from_millis(5));
    assert!(authority.tokens().unwrap().is_empty(), "expired tokens are deleted");
}

#[test]
fn token_is_not_used_up_by_a_request_that_is_refused() {
    let (_directory, authority) = authority();
    let token = token(&authority, "*", HOUR);
    let waiting = with_token("web.example.com", "no token");
    authority.save_request(&waiting).unwrap();
    assert!(message(authority.save_request(&with_token("web.example.com", &token))).contains("requested certificate"));
    assert_eq!(authority.tokens().unwrap().len(), 1);
}

#[test]
fn token_signs_one_of_concurrent_requests() {
    let (directory, authority) = authority();
    let token = token(&authority, "*", HOUR);
    let requests: Vec<_> = (0..8).map(|number| with_token(&format!("n{number}.example.com"), &token)).collect();
    let uses: Vec<TokenUse> = thread::scope(|scope| {
        let path = directory.path().join("ca");
        let started: Vec<_> = requests
            .iter()
            .map(|request| {
                let authority = Authority::open(&path).unwrap();
                scope.spawn(move || authority.save_request(request).unwrap())
            })
            .collect();
        started.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(uses.iter().filter(|used| **used == TokenUse::Accepted).count(), 1, "{uses:?}");
}

#[test]
fn token_is_used_up_if_the_process_ends_before_the_request_is_stored() {
    let (directory, authority) = authority();
    let request = with_token("web.example.com", &token(&authority, "*", HOUR));
    assert_eq!(authority.use_token(&request).unwrap(), TokenUse::Accepted);
    let next = Authority::open(&directory.path().join("ca")).unwrap();
    assert_eq!(next.save_request(&request).unwrap(), TokenUse::NoToken);
    assert!(next.request(&name("web.example.com")).unwrap().is_some(), "it can be signed by hand");
}

#[test]
fn token_is_revoked_by_its_id_and_has_valid_names() {
    let (_directory, authority) = authority();
    token(&authority, "*", HOUR);
    let id = authority.tokens().unwrap()[0].id.clone();
    authority.revoke_token(&id).unwrap();
    for id in [&*id, "../ca_key.pem", ""] {
        assert_eq!(message(authority.revoke_token(id)), format!("Could not find token {id}"));
    }
    for names in ["", "a b", "a#b"] {
        let options = TokenOptions { names: names.to_owned(), ttl: HOUR };
        assert!(message(authority.create_token(&options)).contains("is not a name or a pattern"));
    }
}

#[test]
fn certificate_of_an_agent_that_renews_it_has_a_shorter_life() {
    let (_directory, authority) = authority();
    let options = SignOptions { renewable_ttl: Some(HOUR), ..SignOptions::default() };
    let life = |certname: &str, value: &str| {
        let attributes = vec![(Request::RENEWAL_ATTRIBUTE.to_owned(), value.to_owned())];
        let request = request(certname, &RequestOptions { attributes, ..RequestOptions::default() });
        let certificate = authority.sign_request(&request, &options).unwrap();
        certificate.not_after().duration_since(Timestamp::now()).as_secs() / 3500
    };
    assert_eq!(life("new.example.com", "true"), 1);
    assert!(life("old.example.com", "false") > 24 * 365);
}
