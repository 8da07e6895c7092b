//! Object identifiers of messages.

use const_oid::ObjectIdentifier;

pub(crate) const DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.1");
pub(crate) const ENVELOPED_DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.3");

pub(crate) const AES_128_CBC: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.2");
pub(crate) const AES_192_CBC: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.22");
pub(crate) const AES_256_CBC: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.42");

pub(crate) const AES_128_WRAP: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.5");
pub(crate) const AES_192_WRAP: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.25");
pub(crate) const AES_256_WRAP: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.45");

pub(crate) const RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");
pub(crate) const EC: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");
pub(crate) const P256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.3.1.7");
pub(crate) const P384: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.132.0.34");

// Key agreement with an ephemeral key, where the hash function derives the key; the openssl program uses SHA-1 by default.
pub(crate) const ECDH_SHA1: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.133.16.840.63.0.2");
pub(crate) const ECDH_SHA224: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.132.1.11.0");
pub(crate) const ECDH_SHA256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.132.1.11.1");
pub(crate) const ECDH_SHA384: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.132.1.11.2");
pub(crate) const ECDH_SHA512: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.132.1.11.3");
