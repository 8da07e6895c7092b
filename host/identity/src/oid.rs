//! Object identifiers of algorithms and extensions, and Puppet's short names.

use const_oid::ObjectIdentifier;

use crate::error::X509Error;

pub(crate) const RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");
pub(crate) const RSA_SHA256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.11");
pub(crate) const EC: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");
pub(crate) const P256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.3.1.7");
pub(crate) const P384: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.132.0.34");
pub(crate) const ECDSA_SHA256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.4.3.2");
pub(crate) const ECDSA_SHA384: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.4.3.3");

pub(crate) const COMMON_NAME: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.4.3");
pub(crate) const CHALLENGE_PASSWORD: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.7");
pub(crate) const EXTENSION_REQUEST: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.14");
/// Microsoft's variant of the extension request, which Puppet reads too.
pub(crate) const MS_EXTENSION_REQUEST: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.6.1.4.1.311.2.1.14");

pub(crate) const SUBJECT_KEY_IDENTIFIER: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.29.14");
pub(crate) const KEY_USAGE: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.29.15");
pub(crate) const SUBJECT_ALT_NAME: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.29.17");
pub(crate) const BASIC_CONSTRAINTS: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.29.19");
pub(crate) const CRL_NUMBER: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.29.20");
pub(crate) const REASON_CODE: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.29.21");
pub(crate) const AUTHORITY_KEY_IDENTIFIER: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.29.35");
pub(crate) const EXTENDED_KEY_USAGE: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.29.37");
pub(crate) const SERVER_AUTH: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.6.1.5.5.7.3.1");
pub(crate) const CLIENT_AUTH: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.6.1.5.5.7.3.2");
pub(crate) const NETSCAPE_COMMENT: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.113730.1.13");

/// Puppet's registered extensions, such as `pp_role`.
pub(crate) const PUPPET_REGISTERED: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.6.1.4.1.34380.1.1");
/// Puppet's extensions for the use of sites.
pub(crate) const PUPPET_PRIVATE: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.6.1.4.1.34380.1.2");
/// Puppet's extensions with a meaning for authorization, such as `pp_auth_role`.
pub(crate) const PUPPET_AUTHORIZATION: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.6.1.4.1.34380.1.3");
/// Puppet's extension `pp_cli_auth`: the holder may use the certificate authority.
pub(crate) const PUPPET_CLI_AUTH: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.6.1.4.1.34380.1.3.39");

/// Puppet's short names of extensions.
const SHORT_NAMES: [(&str, &str); 29] = [
    ("pp_uuid", "1.3.6.1.4.1.34380.1.1.1"),
    ("pp_instance_id", "1.3.6.1.4.1.34380.1.1.2"),
    ("pp_image_name", "1.3.6.1.4.1.34380.1.1.3"),
    ("pp_preshared_key", "1.3.6.1.4.1.34380.1.1.4"),
    ("pp_cost_center", "1.3.6.1.4.1.34380.1.1.5"),
    ("pp_product", "1.3.6.1.4.1.34380.1.1.6"),
    ("pp_project", "1.3.6.1.4.1.34380.1.1.7"),
    ("pp_application", "1.3.6.1.4.1.34380.1.1.8"),
    ("pp_service", "1.3.6.1.4.1.34380.1.1.9"),
    ("pp_employee", "1.3.6.1.4.1.34380.1.1.10"),
    ("pp_created_by", "1.3.6.1.4.1.34380.1.1.11"),
    ("pp_environment", "1.3.6.1.4.1.34380.1.1.12"),
    ("pp_role", "1.3.6.1.4.1.34380.1.1.13"),
    ("pp_software_version", "1.3.6.1.4.1.34380.1.1.14"),
    ("pp_department", "1.3.6.1.4.1.34380.1.1.15"),
    ("pp_cluster", "1.3.6.1.4.1.34380.1.1.16"),
    ("pp_provisioner", "1.3.6.1.4.1.34380.1.1.17"),
    ("pp_region", "1.3.6.1.4.1.34380.1.1.18"),
    ("pp_datacenter", "1.3.6.1.4.1.34380.1.1.19"),
    ("pp_zone", "1.3.6.1.4.1.34380.1.1.20"),
    ("pp_network", "1.3.6.1.4.1.34380.1.1.21"),
    ("pp_securitypolicy", "1.3.6.1.4.1.34380.1.1.22"),
    ("pp_cloudplatform", "1.3.6.1.4.1.34380.1.1.23"),
    ("pp_apptier", "1.3.6.1.4.1.34380.1.1.24"),
    ("pp_hostname", "1.3.6.1.4.1.34380.1.1.25"),
    ("pp_owner", "1.3.6.1.4.1.34380.1.1.26"),
    ("pp_authorization", "1.3.6.1.4.1.34380.1.3.1"),
    ("pp_auth_role", "1.3.6.1.4.1.34380.1.3.13"),
    ("pp_cli_auth", "1.3.6.1.4.1.34380.1.3.39"),
];

/// Returns Puppet's short name of an extension, such as `pp_role`. `None` if it has none.
#[must_use]
pub fn short_name(oid: &str) -> Option<&'static str> {
    SHORT_NAMES.iter().find(|(_, number)| *number == oid).map(|(name, _)| *name)
}

/// Returns whether a text is one of Puppet's short names of extensions.
#[must_use]
pub fn is_short_name(text: &str) -> bool {
    SHORT_NAMES.iter().any(|(name, _)| *name == text)
}

/// Parses a dotted object identifier, one of Puppet's short names, or `challengePassword`.
pub(crate) fn parse(text: &str) -> Result<ObjectIdentifier, X509Error> {
    if text == "challengePassword" {
        return Ok(CHALLENGE_PASSWORD);
    }
    let dotted = SHORT_NAMES.iter().find(|(name, _)| *name == text).map_or(text, |(_, number)| *number);
    let invalid = || X509Error::ObjectIdentifier(text.to_owned());
    // The parser overflows with larger numbers: the result would be another identifier. Not all smaller ones can be decoded.
    if dotted.split('.').any(|arc| arc.parse::<u32>().is_err()) {
        return Err(invalid());
    }
    let oid = ObjectIdentifier::new(dotted).map_err(|_| invalid())?;
    ObjectIdentifier::from_bytes(oid.as_bytes()).map_err(|_| invalid())
}

/// Returns whether an object identifier is below another one.
pub(crate) fn is_below(oid: ObjectIdentifier, parent: ObjectIdentifier) -> bool {
    let (mut arcs, mut prefix) = (oid.arcs(), parent.arcs());
    prefix.all(|arc| arcs.next() == Some(arc)) && arcs.next().is_some()
}

/// Returns whether `trusted.extensions` of Puppet contains an extension.
pub(crate) fn is_puppet_extension(oid: ObjectIdentifier) -> bool {
    [PUPPET_REGISTERED, PUPPET_PRIVATE, PUPPET_AUTHORIZATION].into_iter().any(|parent| is_below(oid, parent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_name_and_number_are_inverse() {
        for (name, number) in SHORT_NAMES {
            assert_eq!(parse(name).unwrap().to_string(), number);
            assert_eq!(short_name(number), Some(name));
        }
        assert_eq!(parse("challengePassword").unwrap(), CHALLENGE_PASSWORD);
        assert_eq!(parse("pp_unknown"), Err(X509Error::ObjectIdentifier("pp_unknown".to_owned())));
        assert_eq!(short_name("1.2.3"), None);
        for text in ["", "1", "1.2.3.", "1.3.6.1.4.233333333333", "1.3.4294967295"] {
            assert_eq!(parse(text), Err(X509Error::ObjectIdentifier(text.to_owned())));
        }
        assert_eq!(parse("1.3.200000000").unwrap().to_string(), "1.3.200000000");
    }

    #[test]
    fn object_identifier_is_not_below_itself() {
        assert!(is_below(PUPPET_CLI_AUTH, PUPPET_AUTHORIZATION));
        assert!(!is_below(PUPPET_AUTHORIZATION, PUPPET_AUTHORIZATION));
        assert!(!is_below(parse("1.3.6.1.4.1.34380.1.13").unwrap(), PUPPET_REGISTERED));
    }
}
