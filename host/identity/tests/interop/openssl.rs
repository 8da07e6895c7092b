//! Requests, certificates, revocation lists and keys of this crate, verified by the openssl program.

use std::fs;
use std::path::Path;

use identity::{Authority, AuthorityOptions, PrivateKey, Request, RequestOptions, SignOptions};

use crate::fixture::{self, run};

fn utf8(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Verifies the certificate of a node with all certificates and revocation lists of its authority.
fn verify(directory: &Path, certname: &str) -> Option<(bool, String)> {
    let at = |file: &str| directory.join(file);
    let (bundle, lists) = (at("ca_crt.pem"), at("ca_crl.pem"));
    let leaf = at(&format!("signed/{certname}.pem"));
    let options = ["verify", "-crl_check_all", "-x509_strict", "-CAfile", utf8(&bundle), "-CRLfile", utf8(&lists)];
    run("openssl", &[&options[..], &[utf8(&leaf)]].concat())
}

fn check_issue_and_revocation(directory: &Path, authority: &Authority) {
    let request = fixture::request("puppet").unwrap();
    authority.sign_request(&request, &SignOptions::default()).unwrap();
    let Some((success, text)) = verify(directory, "web.example.com") else { return };
    assert!(success, "{text}");
    authority.revoke(request.certname()).unwrap();
    let (success, text) = verify(directory, "web.example.com").unwrap();
    assert!(!success && text.contains("certificate revoked"), "{text}");
    authority.sign_request(&fixture::request("plain").unwrap(), &SignOptions::default()).unwrap();
    let (success, text) = verify(directory, "plain.example.com").unwrap();
    assert!(success, "{text}");
}

#[test]
fn openssl_verifies_certificates_of_a_new_authority() {
    let directory = tempfile::tempdir().unwrap();
    let authority = Authority::create(directory.path(), &AuthorityOptions::new("Puppet CA: test")).unwrap();
    check_issue_and_revocation(directory.path(), &authority);
}

#[test]
fn openssl_verifies_certificates_of_a_new_authority_with_an_rsa_key() {
    let directory = tempfile::tempdir().unwrap();
    let options = AuthorityOptions::new("Puppet CA: test");
    let authority = Authority::create_with_key(directory.path(), &options, &fixture::key("rsa-pkcs1")).unwrap();
    check_issue_and_revocation(directory.path(), &authority);
}

#[test]
fn openssl_verifies_certificates_of_an_intermediate_authority() {
    let directory = fixture::authority();
    let authority = Authority::open(directory.path()).unwrap();
    check_issue_and_revocation(directory.path(), &authority);
}

/// Returns the sorted lines of a revocation list as openssl prints it, without serial numbers, times and the signature.
fn revocation_list(path: &Path) -> Option<Vec<String>> {
    let (_, text) = run("openssl", &["crl", "-in", utf8(path), "-noout", "-text"])?;
    let lines = text.lines().take_while(|line| !line.contains("Signature Value"));
    let constant = lines.filter(|line| !["Serial Number", "Date", "Update"].iter().any(|part| line.contains(part)));
    // The order of extensions has no meaning.
    let mut constant: Vec<_> = constant.map(str::to_owned).collect();
    constant.sort();
    Some(constant)
}

#[test]
fn openssl_prints_the_same_revocation_list_as_that_of_puppetserver() {
    let directory = fixture::authority();
    let authority = Authority::open(directory.path()).unwrap();
    // In the recorded list, two serial numbers are revoked.
    let plain = fixture::request("plain").unwrap();
    authority.sign_request(&plain, &SignOptions::default()).unwrap();
    let present = authority.certificate(plain.certname()).unwrap().unwrap();
    authority.renew(&present, SignOptions::default().ttl).unwrap();
    authority.revoke(plain.certname()).unwrap();
    let Some(expected) = revocation_list(&fixture::path("puppetserver_crl.pem")) else { return };
    assert_eq!(revocation_list(&directory.path().join("ca_crl.pem")).unwrap(), expected);
}

#[test]
fn openssl_prints_the_revocation_list() {
    let directory = tempfile::tempdir().unwrap();
    let authority = Authority::create(directory.path(), &AuthorityOptions::new("Puppet CA: test")).unwrap();
    authority.sign_request(&fixture::request("plain").unwrap(), &SignOptions::default()).unwrap();
    authority.revoke(&"plain.example.com".parse().unwrap()).unwrap();
    let list = directory.path().join("ca_crl.pem");
    let Some((_, text)) = run("openssl", &["crl", "-in", utf8(&list), "-noout", "-text"]) else { return };
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "Version 2 (0x1)",
        "Issuer: CN = Puppet CA: test",
        "X509v3 CRL Number: 1",
        "X509v3 Authority Key Identifier:",
        "Serial Number: 02",
        "X509v3 CRL Reason Code: Key Compromise",
    ] {
        assert!(words.contains(part), "{part}: {text}");
    }
}

/// Returns the standard extensions of a certificate as openssl prints them, without Puppet's and without values that
/// depend on the key and the name.
fn extensions(path: &Path) -> Option<Vec<String>> {
    let (_, text) = run("openssl", &["x509", "-in", utf8(path), "-noout", "-text"])?;
    let lines = text.lines().skip_while(|line| !line.contains("X509v3 extensions:")).skip(1);
    let lines: Vec<_> = lines.take_while(|line| !line.contains("Signature Algorithm")).map(str::trim).collect();
    let pairs = lines.chunks(2).map(|pair| match pair[0] {
        variable if variable.contains("Identifier") || variable.contains("Alternative") => variable.to_owned(),
        constant => format!("{constant} {}", pair[1]),
    });
    let mut standard: Vec<_> = pairs.filter(|pair| !pair.starts_with("1.3.6.1.4.1.34380")).collect();
    standard.sort();
    Some(standard)
}

#[test]
fn openssl_prints_the_extensions_of_puppetserver() {
    let directory = fixture::authority();
    let authority = Authority::open(directory.path()).unwrap();
    authority.sign_request(&fixture::request("plain").unwrap(), &SignOptions::default()).unwrap();
    let at = |name: &str| directory.path().join(format!("signed/{name}.pem"));
    let Some(expected) = extensions(&at("puppet.example.com")) else { return };
    assert_eq!(expected.len(), 7);
    assert_eq!(extensions(&at("plain.example.com")).unwrap(), expected);

    let new = tempfile::tempdir().unwrap();
    Authority::create(new.path(), &AuthorityOptions::new("Puppet CA: test")).unwrap();
    let expected = extensions(&directory.path().join("ca_crt.pem"));
    assert_eq!(extensions(&new.path().join("ca_crt.pem")), expected);
}

#[test]
fn openssl_verifies_requests_and_keys() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("pem");
    let generated = PrivateKey::generate().unwrap();
    let keys = ["rsa-pkcs1", "p256-sec1", "p384-sec1"].map(fixture::key).into_iter().chain([generated]);
    let options = RequestOptions {
        alternative_names: vec!["DNS:web".to_owned()],
        attributes: vec![("challengePassword".to_owned(), "token_1".to_owned())],
        extensions: vec![("pp_role".to_owned(), "web".to_owned())],
    };
    for key in keys {
        let request = Request::create(&key, &"web.example.com".parse().unwrap(), &options).unwrap();
        fs::write(&path, request.to_pem()).unwrap();
        let Some((success, text)) = run("openssl", &["req", "-in", utf8(&path), "-noout", "-text", "-verify"]) else {
            return;
        };
        assert!(success && text.contains("self-signature verify OK"), "{text}");
        for part in
            ["Subject: CN = web.example.com", "token_1", "DNS:web, DNS:web.example.com", "1.3.6.1.4.1.34380.1.1.13"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        fs::write(&path, &**key.to_pem()).unwrap();
        let (success, text) = run("openssl", &["pkey", "-in", utf8(&path), "-noout", "-check"]).unwrap();
        assert!(success, "{text}");
    }
}
