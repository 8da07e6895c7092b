//! Changed and truncated data.

use identity::{Certificate, Request, RevocationList};

use crate::fixture;

/// Calls a function with every variant that has one byte changed or is truncated.
fn for_each_variant(bytes: &[u8], mut check: impl FnMut(&[u8])) {
    let mut changed = bytes.to_vec();
    for index in 0..bytes.len() {
        check(&bytes[..index]);
        for mask in [0x01, 0x20, 0xFF] {
            changed[index] ^= mask;
            check(&changed);
            changed[index] ^= mask;
        }
    }
}

#[test]
fn request_rejects_changed_bytes() {
    for name in ["puppet", "names", "p384", "usage"] {
        let request = fixture::request(name).unwrap();
        for_each_variant(request.to_der(), |bytes| assert!(Request::from_der(bytes).is_err(), "{name}"));
    }
}

#[test]
fn certificate_signature_rejects_changed_bytes() {
    let bundle = Certificate::all_from_pem(&fixture::text("ca/ca_crt.pem")).unwrap();
    let server = Certificate::from_pem(&fixture::text("ca/signed/puppet.example.com.pem")).unwrap();
    for_each_variant(server.to_der(), |bytes| {
        let Ok(changed) = Certificate::from_der(bytes) else { return };
        let _ = (changed.certname(), changed.subject(), changed.extensions(&[].into()), changed.is_authority());
        assert!(!changed.is_signed_by(&bundle[0]));
        assert!(!bundle[0].is_signed_by(&changed));
    });
}

#[test]
fn revocation_list_signature_rejects_changed_bytes() {
    let bundle = Certificate::all_from_pem(&fixture::text("ca/ca_crt.pem")).unwrap();
    let list = RevocationList::all_from_pem(&fixture::text("ca/ca_crl.pem")).unwrap().swap_remove(0);
    for_each_variant(list.to_der(), |bytes| {
        let Ok(changed) = RevocationList::from_der(bytes) else { return };
        let _ = (changed.number(), changed.revoked(), changed.next_update());
        assert!(!changed.is_signed_by(&bundle[0]));
    });
}

#[test]
fn pem_with_changed_bytes_does_not_panic() {
    let text = fixture::text("requests/p384.pem");
    let key = fixture::text("keys/p256-sec1.pem");
    for_each_variant(text.as_bytes(), |bytes| {
        let _ = Request::from_pem(&String::from_utf8_lossy(bytes));
    });
    for_each_variant(key.as_bytes(), |bytes| {
        let _ = identity::PrivateKey::from_pem(&String::from_utf8_lossy(bytes));
    });
}
