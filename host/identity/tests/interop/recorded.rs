//! Requests of Puppet 7.23, the directory of an authority of puppetserver-ca 2.4, and a revocation list of
//! puppetserver 7.9, all recorded.

use std::fs;

use identity::{
    Authority, Certificate, PrivateKey, Request, RequestOptions, RevocationList, Serial, SignOptions, X509Error,
    short_name,
};

use crate::fixture;

/// Returns the facts of a request in the form in which Ruby recorded them.
fn facts(request: &Request) -> Vec<String> {
    let named = |oid: &String| match &**oid {
        "1.2.840.113549.1.9.7" => "challengePassword".to_owned(),
        // Puppet 7 has no name for this one.
        "1.3.6.1.4.1.34380.1.3.39" => oid.clone(),
        _ => short_name(oid).map_or_else(|| oid.clone(), str::to_owned),
    };
    let mut lines = vec![format!("fingerprint {}", request.fingerprint())];
    lines.extend(request.alternative_names().iter().map(|name| format!("name {}", name.replace("IP:", "IP Address:"))));
    lines.extend(request.attributes().iter().map(|(oid, value)| format!("attribute {} {value}", named(oid))));
    lines.extend(request.extensions().iter().map(|(oid, value)| format!("extension {} {value}", named(oid))));
    lines.sort();
    lines
}

#[test]
fn request_of_puppet_has_the_facts_that_puppet_reads() {
    for name in ["puppet", "names", "plain", "client"] {
        let text = fixture::text(&format!("requests/{name}.txt"));
        let mut expected: Vec<_> = text.lines().filter(|line| !line.contains("subjectAltName")).collect();
        expected.sort_unstable();
        assert_eq!(facts(&fixture::request(name).unwrap()), expected, "{name}");
    }
    let request = fixture::request("puppet").unwrap();
    assert_eq!(request.certname().as_ref(), "web.example.com");
    assert_eq!(request.challenge_password().as_deref(), Some("token_1@x"));
}

#[test]
fn request_created_is_identical_to_that_of_puppet() {
    let pairs = |pairs: &[(&str, &str)]| pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
    let names = ["db", "IP:192.0.2.7", "DNS:other.example.com"].map(str::to_owned).to_vec();
    let cases = [
        ("plain", RequestOptions::default()),
        ("client", RequestOptions { extensions: pairs(&[("pp_cli_auth", "true")]), ..RequestOptions::default() }),
        (
            "names",
            RequestOptions {
                alternative_names: names,
                extensions: pairs(&[("pp_auth_role", "compiler")]),
                ..RequestOptions::default()
            },
        ),
    ];
    for (name, options) in cases {
        let recorded = fixture::request(name).unwrap();
        let created = Request::create(&fixture::key("rsa-pkcs8"), recorded.certname(), &options).unwrap();
        assert_eq!(created.to_pem(), fixture::text(&format!("requests/{name}.pem")));
        assert_eq!(created, recorded);
    }
}

#[test]
fn request_created_has_the_attributes_of_that_of_puppet() {
    let recorded = fixture::request("puppet").unwrap();
    let options = RequestOptions {
        attributes: recorded.attributes().into_iter().collect(),
        extensions: recorded.extensions().into_iter().collect(),
        ..RequestOptions::default()
    };
    let created = Request::create(&PrivateKey::generate().unwrap(), recorded.certname(), &options).unwrap();
    assert_eq!(created.attributes(), recorded.attributes());
    assert_eq!(created.extensions(), recorded.extensions());
}

#[test]
fn request_creation_rejects_reserved_and_duplicate_identifiers() {
    let name = "web".parse().unwrap();
    let one = |oid: &str| vec![(oid.to_owned(), "value".to_owned())];
    let create = |options| Request::create(&PrivateKey::generate().unwrap(), &name, &options).unwrap_err();
    let reserved = "1.2.840.113549.1.9.14";
    let error = create(RequestOptions { attributes: one(reserved), ..RequestOptions::default() });
    assert_eq!(error, X509Error::ReservedAttribute(reserved.to_owned()));
    let error = create(RequestOptions { extensions: one("2.5.29.17"), ..RequestOptions::default() });
    assert_eq!(error, X509Error::ReservedExtension("2.5.29.17".to_owned()));
    let twice = [one("pp_role"), one("pp_role")].concat();
    let error = create(RequestOptions { extensions: twice, ..RequestOptions::default() });
    assert_eq!(error, X509Error::DuplicateExtension("1.3.6.1.4.1.34380.1.1.13".to_owned()));
}

#[test]
fn request_rejects_weak_keys_and_digests_by_name() {
    let weak = fixture::request("weak").unwrap_err();
    assert_eq!(weak.to_string(), "The RSA key has 1024 bits; 2048 to 8192 bits are supported");
    let old = fixture::request("sha1").unwrap_err();
    assert_eq!(
        old.to_string(),
        "The signature algorithm 'sha1WithRSAEncryption' is not supported; use SHA-256, SHA-384 or SHA-512"
    );
    for name in ["rsa-sha512", "p384"] {
        assert_eq!(fixture::request(name).unwrap().certname().as_ref(), format!("{name}.example.com"));
    }
}

#[test]
fn sign_rejects_unsupported_names_and_extensions() {
    let directory = fixture::authority();
    let authority = Authority::open(directory.path()).unwrap();
    let options = SignOptions { allow_alternative_names: true, ..SignOptions::default() };
    let sign = |name| authority.sign_request(&fixture::request(name).unwrap(), &options).unwrap_err().to_string();
    assert_eq!(sign("email"), "Only DNS and IP names are allowed in the Subject Alternative Names extension");
    assert_eq!(sign("usage"), "Found extensions that are not permitted: 2.5.29.19");
}

#[test]
fn certificate_of_puppetserver_is_read() {
    let bundle = Certificate::all_from_pem(&fixture::text("ca/ca_crt.pem")).unwrap();
    let server = Certificate::from_pem(&fixture::text("ca/signed/puppet.example.com.pem")).unwrap();
    assert!(server.is_signed_by(&bundle[0]) && bundle[0].is_signed_by(&bundle[1]) && !server.is_signed_by(&bundle[1]));
    assert!(bundle.iter().all(Certificate::is_authority) && !server.is_authority());
    assert_eq!(server.certname().unwrap().as_ref(), "puppet.example.com");
    assert!(bundle[0].certname().is_err());
    assert_eq!(server.issuer(), "CN=Puppet CA: puppet.example.com");
    assert_eq!((server.serial().to_string(), server.serial().as_bytes()), ("0x0001".to_owned(), [1].as_slice()));
    assert_eq!(server.alternative_names(), ["DNS:puppet", "DNS:puppet.example.com"]);
    let names = [("1.3.6.1.4.1.34380.1.3.39".to_owned(), "mine".to_owned())].into();
    assert_eq!(server.extensions(&names), [("pp_cli_auth".to_owned(), "true".to_owned())].into());
    assert_eq!(server.to_pem(), fixture::text("ca/signed/puppet.example.com.pem"));
}

#[test]
fn certificate_extension_has_the_custom_name() {
    let directory = fixture::authority();
    let authority = Authority::open(directory.path()).unwrap();
    let request = fixture::request("puppet").unwrap();
    let certificate = authority.sign_request(&request, &SignOptions::default()).unwrap();
    let names = [("1.3.6.1.4.1.34380.1.2.1.1".to_owned(), "colour".to_owned())].into();
    let expected = [("colour", "grün"), ("pp_environment", "production"), ("pp_role", "web")];
    assert_eq!(
        certificate.extensions(&names),
        expected.map(|(name, value)| (name.to_owned(), value.to_owned())).into()
    );
}

#[test]
fn authority_of_puppetserver_is_continued_by_its_intermediate_certificate() {
    let directory = fixture::authority();
    let read = |file: &str| fs::read_to_string(directory.path().join(file)).unwrap();
    let authority = Authority::open(directory.path()).unwrap();
    assert_eq!(authority.own_certificate().subject(), "CN=Puppet CA: puppet.example.com");
    let request = fixture::request("plain").unwrap();
    authority.save_request(&request).unwrap();
    let certificate = authority.sign(request.certname(), &SignOptions::default()).unwrap();
    assert_eq!(certificate.serial(), Serial::from(2));
    assert_eq!(read("serial"), "0003");
    let inventory = read("inventory.txt");
    let line = inventory.strip_prefix(&fixture::text("ca/inventory.txt")).unwrap();
    assert!(line.starts_with("0x0002 ") && line.ends_with("UTC /CN=plain.example.com\n"), "{line}");
    assert_eq!(authority.certificates().unwrap().len(), 2);

    authority.revoke(&"puppet.example.com".parse().unwrap()).unwrap();
    let before = RevocationList::all_from_pem(&fixture::text("ca/ca_crl.pem")).unwrap();
    let after = RevocationList::all_from_pem(&authority.revocation_lists_pem().unwrap()).unwrap();
    assert_eq!(after[1], before[1], "the list of the root is unchanged");
    assert_eq!((before[0].number(), after[0].number()), (Some(0), Some(1)));
    assert_eq!(after[0].revoked(), [Serial::from(1)]);
    for file in ["ca_crt.pem", "ca_key.pem", "ca_pub.pem", "infra_crl.pem", "infra_inventory.txt", "infra_serials"] {
        assert_eq!(read(file), fixture::text(&format!("ca/{file}")), "{file}");
    }
}

#[test]
fn revocation_list_of_puppetserver_is_read() {
    let bundle = Certificate::all_from_pem(&fixture::text("ca/ca_crt.pem")).unwrap();
    let list = RevocationList::all_from_pem(&fixture::text("puppetserver_crl.pem")).unwrap().swap_remove(0);
    assert!(list.is_signed_by(&bundle[0]));
    assert_eq!((list.number(), list.revoked()), (Some(1), vec![Serial::from(5), Serial::from(300)]));
    assert!(list.contains(&Serial::from(300)) && !list.contains(&Serial::from(1)));
}

#[test]
fn revocation_list_is_verified_with_its_issuer() {
    let bundle = Certificate::all_from_pem(&fixture::text("ca/ca_crt.pem")).unwrap();
    let lists = RevocationList::all_from_pem(&fixture::text("ca/ca_crl.pem")).unwrap();
    assert!(lists[0].is_signed_by(&bundle[0]) && lists[1].is_signed_by(&bundle[1]));
    assert!(!lists[0].is_signed_by(&bundle[1]));
    assert_eq!(lists[0].issuer(), bundle[0].subject());
    assert!(lists[0].revoked().is_empty());
}
