//! Subjects, and texts in ASN.1.

use std::str::FromStr as _;

use der::asn1::{Any, AnyRef, SetOfVec, Utf8StringRef};
use der::{Decode as _, Tag, Tagged as _};
use x509_cert::attr::AttributeTypeAndValue;
use x509_cert::name::{Name, RdnSequence, RelativeDistinguishedName};

use crate::certname::Certname;
use crate::error::X509Error;
use crate::oid;

/// Returns a name with only a common name, as in Puppet's certificates.
pub(crate) fn common(text: &str) -> Result<Name, X509Error> {
    let failed = X509Error::der("name");
    let value = Any::from(Utf8StringRef::new(text).map_err(&failed)?);
    let attribute = AttributeTypeAndValue { oid: oid::COMMON_NAME, value };
    let set = SetOfVec::try_from(vec![attribute]).map_err(&failed)?;
    Ok(RdnSequence(vec![RelativeDistinguishedName(set)]))
}

/// Returns the common name of a subject that has exactly one.
pub(crate) fn common_name(name: &Name) -> Option<String> {
    let mut values = name.0.iter().flat_map(|part| part.0.iter()).filter(|part| part.oid == oid::COMMON_NAME);
    let value = values.next().filter(|_| values.next().is_none())?;
    text(value.value.tag(), value.value.value())
}

/// Returns the common name of a subject as a certname.
pub(crate) fn certname(name: &Name) -> Result<Certname, X509Error> {
    let text = common_name(name).ok_or_else(|| X509Error::CommonName(name.to_string()))?;
    Ok(Certname::from_str(&text)?)
}

/// Decodes a string of any ASN.1 type, or `None` for other types. Puppet writes characters into `PrintableString`
/// that the type does not permit.
pub(crate) fn text(tag: Tag, bytes: &[u8]) -> Option<String> {
    match tag {
        Tag::Utf8String | Tag::PrintableString | Tag::Ia5String | Tag::VisibleString | Tag::NumericString => {
            String::from_utf8(bytes.to_vec()).ok()
        }
        Tag::TeletexString => Some(bytes.iter().copied().map(char::from).collect()),
        Tag::BmpString => {
            let pairs = bytes.chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair.get(1).copied().unwrap_or(0)]));
            String::from_utf16(&pairs.collect::<Vec<_>>()).ok()
        }
        _ => None,
    }
}

/// Returns the value of an extension as a text, as Puppet does: a string, number or boolean is decoded, and other
/// values are used as they are.
pub(crate) fn extension_text(bytes: &[u8]) -> String {
    let decoded = AnyRef::from_der(bytes).ok().and_then(|any| match any.tag() {
        Tag::Boolean => any.decode_as::<bool>().ok().map(|value| value.to_string()),
        Tag::Integer => any.decode_as::<i64>().ok().map(|value| value.to_string()),
        tag => text(tag, any.value()),
    });
    decoded.unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_name_rejects_a_second_one() {
        let mut name = common("web.example.com").unwrap();
        assert_eq!(common_name(&name).as_deref(), Some("web.example.com"));
        name.0.extend(common("other.example.com").unwrap().0);
        assert_eq!(certname(&name), Err(X509Error::CommonName(name.to_string())));
        assert!(common_name(&RdnSequence::default()).is_none());
    }

    #[test]
    fn extension_text_decodes_scalars_and_keeps_other_values() {
        for (bytes, expected) in [
            (b"\x0c\x03web".as_slice(), "web"),
            (b"\x13\x03a@b", "a@b"),
            (b"\x1e\x04\0a\0b", "ab"),
            (b"\x01\x01\xff", "true"),
            (b"\x02\x01\x05", "5"),
            (b"production", "production"),
            (b"\x0c\x03we", "\u{c}\u{3}we"),
        ] {
            assert_eq!(extension_text(bytes), expected);
        }
    }
}
