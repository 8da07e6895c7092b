//! Properties of certificate requests, which anyone can send to a server, and of the certificates in a handshake.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use identity::{
    Authority, AuthorityError, AuthorityOptions, Autosign, Certificate, Certname, PrivateKey, Request, RequestOptions,
    RevocationList, Serial, SignOptions,
};

/// The key of the client.
static KEY: LazyLock<PrivateKey> = LazyLock::new(|| {
    let text = include_str!("../../../host/identity/tests/data/keys/p256-pkcs8.pem");
    PrivateKey::from_pem(text).expect("a key")
});

/// The extension that lets a client administer the authority.
const ADMINISTRATION: &str = "1.3.6.1.4.1.34380.1.3.39";

/// Reads a certificate request in PEM or DER, and again with a valid signature by a key of the client. A request that is accepted is
/// unchanged after writing and reading it, its signature depends on every byte, and an authority signs it only without further
/// rights.
pub fn certificate_request(bytes: &[u8]) {
    let der = match str::from_utf8(bytes).ok().filter(|text| text.contains("-----BEGIN")) {
        None => bytes.to_vec(),
        Some(text) => match Request::from_pem(text) {
            Ok(request) => request.to_der().to_vec(),
            // Its signature may be wrong.
            Err(_) => pem(text).unwrap_or_default(),
        },
    };
    if let Ok(request) = Request::from_der(&der) {
        check_request(&request);
    }
    if let Some(request) = signed(&der).and_then(|der| Request::from_der(&der).ok()) {
        check_request(&request);
        check_issuance(&request);
    }
}

/// Decodes the first block of a PEM text.
fn pem(text: &str) -> Option<Vec<u8>> {
    use base64::Engine as _;
    let body = text.split_once("-----BEGIN ")?.1.split_once("-----")?.1.split_once("-----END")?.0;
    let body: String = body.chars().filter(|letter| !letter.is_ascii_whitespace()).collect();
    base64::engine::general_purpose::STANDARD.decode(body).ok()
}

fn check_request(request: &Request) {
    let again = Request::from_der(request.to_der());
    assert_eq!(again.as_ref(), Ok(request));
    assert_eq!(Request::from_pem(&request.to_pem()).as_ref(), Ok(request));
    let name = request.certname();
    assert_eq!(name.to_string().parse::<Certname>().as_ref(), Ok(name));
    assert!(!name.as_ref().contains(['/', '\0', '\n']));
    if name.is_hostname() {
        assert!(!name.as_ref().starts_with(['.', '-']) && !name.as_ref().contains(".."), "{name}");
    }
    assert!(request.alternative_names().iter().all(|name| name.contains(':')));
    assert!(request.challenge_password().is_none() || !request.attributes().is_empty());
    assert_eq!(request.fingerprint().len(), 32 * 3 - 1);
    // One byte of the request is changed, another one for each request.
    let mut changed = request.to_der().to_vec();
    let at =
        changed.iter().fold(0usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte))) % changed.len();
    changed[at] ^= 1;
    assert!(Request::from_der(&changed).is_err(), "byte {at}");
}

/// An authority gives a node no name other than its own, and no rights.
fn check_issuance(request: &Request) {
    static AUTHORITY: LazyLock<(tempfile::TempDir, Authority)> = LazyLock::new(|| {
        let directory = tempfile::tempdir().expect("a directory");
        let authority = Authority::create(&directory.path().join("ca"), &AuthorityOptions::new("Puppet CA: fuzz"));
        (directory, authority.expect("an authority"))
    });
    let authority = &AUTHORITY.1;
    let name = request.certname();
    match authority.sign_request(request, &SignOptions::default()) {
        Ok(certificate) => {
            authority.delete(name).expect("a certificate that exists");
            assert!(name.is_hostname(), "{name}");
            assert_eq!(certificate.certname().as_ref(), Ok(name));
            assert_eq!(certificate.alternative_names(), [format!("DNS:{name}")]);
            assert!(certificate.is_signed_by(authority.own_certificate()) && !certificate.is_authority());
            assert_eq!(certificate.public_key(), request.public_key());
            let requested = request.extensions();
            for (oid, value) in certificate.extensions(&BTreeMap::new()) {
                let is_known = requested
                    .iter()
                    .any(|(number, known)| identity::short_name(number).unwrap_or(number) == oid && *known == value);
                assert!(is_known, "{oid}: {value}");
            }
            assert!(!requested.contains_key(ADMINISTRATION));
            assert_eq!(Certificate::from_der(certificate.to_der()).as_ref(), Ok(&certificate));
        }
        Err(AuthorityError::Io { path, source }) => panic!("{}: {source}", path.display()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Returns a request with the key of the client in the place of its key, signed with that key; `None` if the outer structure is not
/// that of a request.
fn signed(der: &[u8]) -> Option<Vec<u8>> {
    let info = children(element(der)?.content)?.into_iter().next()?;
    let parts = children(info.content)?;
    let [version, subject, _, rest @ ..] = parts.as_slice() else { return None };
    let certificate_key = PUBLIC_KEY.as_slice();
    let mut content = [version.all, subject.all, certificate_key].concat();
    rest.iter().for_each(|part| content.extend_from_slice(part.all));
    let info = encoded(0x30, &content);
    let signature = KEY.sign(&info).expect("a signature").bytes;
    // ecdsa-with-SHA256
    let algorithm = [0x30, 10, 6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2];
    let signature = encoded(3, &[&[0], signature.as_slice()].concat());
    Some(encoded(0x30, &[&*info, &algorithm, &signature].concat()))
}

/// The public key of the client in DER.
static PUBLIC_KEY: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let request = Request::create(&KEY, &"a".parse().expect("a name"), &RequestOptions::default()).expect("a request");
    let info = children(element(request.to_der()).expect("DER").content).expect("DER")[0];
    children(info.content).expect("DER")[2].all.to_vec()
});

/// An element in DER.
#[derive(Clone, Copy)]
struct Element<'a> {
    all: &'a [u8],
    content: &'a [u8],
}

/// Reads the first element.
fn element(bytes: &[u8]) -> Option<Element<'_>> {
    let (length, start) = match *bytes.get(1)? {
        short @ ..=0x7f => (usize::from(short), 2),
        0x81 => (usize::from(*bytes.get(2)?), 3),
        0x82 => (usize::from(u16::from_be_bytes([*bytes.get(2)?, *bytes.get(3)?])), 4),
        _ => return None,
    };
    Some(Element { all: bytes.get(..start + length)?, content: bytes.get(start..start + length)? })
}

/// Reads all elements.
fn children(mut bytes: &[u8]) -> Option<Vec<Element<'_>>> {
    let mut found = Vec::new();
    while !bytes.is_empty() {
        let one = element(bytes)?;
        bytes = &bytes[one.all.len()..];
        found.push(one);
    }
    Some(found)
}

fn encoded(tag: u8, content: &[u8]) -> Vec<u8> {
    let length = content.len();
    let mut all = vec![tag];
    match length {
        ..=0x7f => all.push(length as u8),
        0x80..=0xff => all.extend([0x81, length as u8]),
        _ => all.extend([0x82, (length >> 8) as u8, length as u8]),
    }
    all.extend_from_slice(content);
    all
}

/// Creates a request with the attributes (`a NAME VALUE`), extensions (`e NAME VALUE`) and alternative names (`n NAME`) in the lines
/// after the certname. An agent sends what the administrator wrote.
pub fn csr_attributes(text: &str) {
    let mut lines = text.lines();
    let Ok(name) = lines.next().unwrap_or_default().parse::<Certname>() else { return };
    let mut options = RequestOptions::default();
    for line in lines {
        match line.split_once(' ') {
            Some(("n", name)) => options.alternative_names.push(name.to_owned()),
            Some((kind @ ("a" | "e"), rest)) => {
                let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
                let list = if kind == "a" { &mut options.attributes } else { &mut options.extensions };
                list.push((name.to_owned(), value.to_owned()));
            }
            _ => {}
        }
    }
    let Ok(request) = Request::create(&KEY, &name, &options) else { return };
    check_request(&request);
    assert_eq!(*request.certname(), name);
    let values = |all: &[(String, String)]| {
        let mut values: Vec<_> = all.iter().map(|(_, value)| value.clone()).collect();
        values.sort();
        values
    };
    let sorted = |all: BTreeMap<String, String>| {
        let mut values: Vec<_> = all.into_values().collect();
        values.sort();
        values
    };
    assert_eq!(sorted(request.attributes()), values(&options.attributes));
    assert_eq!(sorted(request.extensions()), values(&options.extensions));
    let names = request.alternative_names();
    assert_eq!(names.is_empty(), options.alternative_names.is_empty());
    assert!(names.is_empty() || names.contains(&format!("DNS:{name}")) || name.as_ref().contains(':'), "{names:?}");
}

/// Reads certificates and revocation lists in PEM or DER. Each is unchanged after writing and reading it.
pub fn certificate(bytes: &[u8]) {
    let certificates = Certificate::from_der(bytes).into_iter();
    let lists = RevocationList::from_der(bytes).into_iter();
    let text = String::from_utf8_lossy(bytes);
    let certificates = certificates.chain(Certificate::all_from_pem(&text).unwrap_or_default());
    for one in certificates.chain(Certificate::from_pem(&text)) {
        assert_eq!(Certificate::from_der(one.to_der()).as_ref(), Ok(&one));
        assert_eq!(Certificate::from_pem(&one.to_pem()).as_ref(), Ok(&one));
        assert!(!one.is_signed_by(&one) || one.issuer() == one.subject());
        assert!(!one.certname().is_ok_and(|name| name.as_ref().contains('/')));
        let _ = (one.extensions(&BTreeMap::new()), one.is_authority(), one.fingerprint(), one.matches(&KEY));
        check_serial(&one.serial());
    }
    for list in lists.chain(RevocationList::all_from_pem(&text).unwrap_or_default()) {
        assert_eq!(RevocationList::all_from_pem(&list.to_pem()), Ok(vec![list.clone()]));
        for serial in list.revoked() {
            assert!(list.contains(&serial));
            check_serial(&serial);
        }
        let _ = (list.issuer(), list.number(), list.next_update());
    }
}

fn check_serial(serial: &Serial) {
    assert_eq!(serial.to_string().parse::<Serial>().as_ref(), Ok(serial));
}

/// Reads rules for automatic signing, after a line with a name. A name is signed only if a line is that name, an asterisk, or the
/// domain of the name.
pub fn autosign(text: &str) {
    let (name, rules) = text.split_once('\n').unwrap_or_default();
    let Ok(name) = name.parse::<Certname>() else { return };
    let (rules, text) = (Autosign::parse(rules).0, rules);
    let is_in_domain = |line: &str| {
        let Some((_, domain)) = line.split_once('.') else { return false };
        let domain = domain.to_lowercase();
        line.starts_with('*') && (name.as_ref() == domain || name.as_ref().ends_with(&format!(".{domain}")))
    };
    let is_named = text
        .lines()
        .filter(|line| !line.contains([' ', '#']))
        .any(|line| line == name.as_ref() && !line.starts_with('*') || line == "*" || is_in_domain(line));
    assert_eq!(rules.allows(&name), is_named);
}
