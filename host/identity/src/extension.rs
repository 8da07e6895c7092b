//! Extensions of certificates and requests.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr as _;

use const_oid::ObjectIdentifier;
use der::asn1::{Ia5String, Ia5StringRef, OctetString};
use der::{Decode as _, Encode};
use ring::digest;
use spki::SubjectPublicKeyInfoOwned;
use x509_cert::ext::Extension;
use x509_cert::ext::pkix::name::GeneralName;
use x509_cert::ext::pkix::{
    AuthorityKeyIdentifier, BasicConstraints, ExtendedKeyUsage, KeyUsage, KeyUsages, SubjectAltName,
    SubjectKeyIdentifier,
};

use crate::error::X509Error;
use crate::oid;

/// Puppet's comment in each certificate.
const COMMENT: &str = "Puppet Server Internal Certificate";

const WHAT: &str = "extension";

/// Returns an extension with a value in DER.
pub(crate) fn new(oid: ObjectIdentifier, is_critical: bool, value: &impl Encode) -> Result<Extension, X509Error> {
    let bytes = value.to_der().map_err(X509Error::der(WHAT))?;
    let extn_value = OctetString::new(bytes).map_err(X509Error::der(WHAT))?;
    Ok(Extension { extn_id: oid, critical: is_critical, extn_value })
}

/// Returns the extensions that every certificate of a node has in Puppet.
pub(crate) fn of_node(
    key: &SubjectPublicKeyInfoOwned,
    issuer_key_identifier: &[u8],
) -> Result<Vec<Extension>, X509Error> {
    let usages = ExtendedKeyUsage(vec![oid::SERVER_AUTH, oid::CLIENT_AUTH]);
    Ok(vec![
        comment()?,
        authority_key_identifier(issuer_key_identifier)?,
        new(oid::BASIC_CONSTRAINTS, true, &BasicConstraints { ca: false, path_len_constraint: None })?,
        new(oid::EXTENDED_KEY_USAGE, true, &usages)?,
        new(oid::KEY_USAGE, true, &KeyUsage(KeyUsages::DigitalSignature | KeyUsages::KeyEncipherment))?,
        subject_key_identifier(key)?,
    ])
}

/// Returns the extensions of the certificate of an authority.
pub(crate) fn of_authority(key: &SubjectPublicKeyInfoOwned) -> Result<Vec<Extension>, X509Error> {
    Ok(vec![
        new(oid::BASIC_CONSTRAINTS, true, &BasicConstraints { ca: true, path_len_constraint: None })?,
        new(oid::KEY_USAGE, true, &KeyUsage(KeyUsages::KeyCertSign | KeyUsages::CRLSign))?,
        subject_key_identifier(key)?,
        comment()?,
        authority_key_identifier(&key_identifier(key))?,
    ])
}

fn comment() -> Result<Extension, X509Error> {
    new(oid::NETSCAPE_COMMENT, false, &Ia5StringRef::new(COMMENT).map_err(X509Error::der(WHAT))?)
}

pub(crate) fn authority_key_identifier(identifier: &[u8]) -> Result<Extension, X509Error> {
    let identifier = OctetString::new(identifier).map_err(X509Error::der(WHAT))?;
    let value = AuthorityKeyIdentifier { key_identifier: Some(identifier), ..AuthorityKeyIdentifier::default() };
    new(oid::AUTHORITY_KEY_IDENTIFIER, false, &value)
}

fn subject_key_identifier(key: &SubjectPublicKeyInfoOwned) -> Result<Extension, X509Error> {
    let identifier = OctetString::new(key_identifier(key)).map_err(X509Error::der(WHAT))?;
    new(oid::SUBJECT_KEY_IDENTIFIER, false, &SubjectKeyIdentifier(identifier))
}

/// Returns the identifier of a key: the SHA-1 digest of its bits (RFC 5280). Security does not depend on it.
pub(crate) fn key_identifier(key: &SubjectPublicKeyInfoOwned) -> Vec<u8> {
    digest::digest(&digest::SHA1_FOR_LEGACY_USE_ONLY, key.subject_public_key.raw_bytes()).as_ref().to_vec()
}

/// Returns the extension with this object identifier.
pub(crate) fn find(extensions: &[Extension], oid: ObjectIdentifier) -> Option<&Extension> {
    extensions.iter().find(|extension| extension.extn_id == oid)
}

/// Checks that no extension is present twice.
pub(crate) fn check_unique(extensions: &[Extension]) -> Result<(), X509Error> {
    for (index, extension) in extensions.iter().enumerate() {
        if find(extensions.get(..index).unwrap_or_default(), extension.extn_id).is_some() {
            return Err(X509Error::DuplicateExtension(extension.extn_id.to_string()));
        }
    }
    Ok(())
}

/// Returns the alternative names as texts such as `DNS:web` and `IP:192.0.2.1`.
pub(crate) fn alternative_names(extensions: &[Extension]) -> Result<Vec<String>, X509Error> {
    let Some(extension) = find(extensions, oid::SUBJECT_ALT_NAME) else { return Ok(Vec::new()) };
    let names = SubjectAltName::from_der(extension.extn_value.as_bytes()).map_err(X509Error::der(WHAT))?;
    names.0.iter().map(alternative_name).collect()
}

fn alternative_name(name: &GeneralName) -> Result<String, X509Error> {
    match name {
        GeneralName::DnsName(text) => Ok(format!("DNS:{text}")),
        GeneralName::Rfc822Name(text) => Ok(format!("email:{text}")),
        GeneralName::UniformResourceIdentifier(text) => Ok(format!("URI:{text}")),
        GeneralName::IpAddress(bytes) => {
            let bytes = bytes.as_bytes();
            let address = <[u8; 4]>::try_from(bytes).map(|four| IpAddr::from(Ipv4Addr::from(four)));
            let address = address.or_else(|_| <[u8; 16]>::try_from(bytes).map(|all| Ipv6Addr::from(all).into()));
            let address = address.map_err(|_| X509Error::AlternativeName(format!("IP:{}", hex::encode(bytes))))?;
            Ok(format!("IP:{address}"))
        }
        GeneralName::OtherName(_)
        | GeneralName::DirectoryName(_)
        | GeneralName::EdiPartyName(_)
        | GeneralName::RegisteredId(_) => Ok("other:".to_owned()),
    }
}

/// Returns the extension with these alternative names, which are `DNS:` or `IP:` and the name.
pub(crate) fn subject_alt_name(names: &[String]) -> Result<Extension, X509Error> {
    let names = names.iter().map(|name| {
        let invalid = || X509Error::AlternativeName(name.clone());
        if let Some(address) = name.strip_prefix("IP:") {
            let bytes = match IpAddr::from_str(address).map_err(|_| invalid())? {
                IpAddr::V4(four) => four.octets().to_vec(),
                IpAddr::V6(six) => six.octets().to_vec(),
            };
            return OctetString::new(bytes).map(GeneralName::IpAddress).map_err(|_| invalid());
        }
        let dns = name.strip_prefix("DNS:").filter(|dns| !dns.is_empty()).ok_or_else(invalid)?;
        Ia5String::new(dns).map(GeneralName::DnsName).map_err(|_| invalid())
    });
    new(oid::SUBJECT_ALT_NAME, false, &SubjectAltName(names.collect::<Result<_, _>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternative_names_round_trip() {
        let names = ["DNS:web", "IP:192.0.2.1", "IP:2001:db8::1"].map(str::to_owned);
        let extension = subject_alt_name(&names).unwrap();
        assert_eq!(alternative_names(&[extension]).unwrap(), names);
        for name in ["web", "DNS:", "IP:web", "DNS:\u{e9}"] {
            let error = subject_alt_name(&[name.to_owned()]).unwrap_err();
            assert_eq!(error, X509Error::AlternativeName(name.to_owned()));
        }
    }
}
