//! Certificates for whose keys values are encrypted.

use cms::cert::IssuerAndSerialNumber;
use der::Decode as _;
use der::asn1::ObjectIdentifier;
use identity::Certificate;
use rsa::RsaPublicKey;
use rsa::pkcs1::DecodeRsaPublicKey as _;
use sha2::{Digest as _, Sha256};

use crate::error::EncryptError;
use crate::key::identifier;
use crate::oid;

/// A certificate for whose key values are encrypted.
#[derive(Clone, Debug)]
pub struct Recipient {
    pub(crate) subject: String,
    pub(crate) identifier: IssuerAndSerialNumber,
    pub(crate) key: RecipientKey,
    pub(crate) fingerprint: [u8; 32],
}

#[derive(Clone, Debug)]
pub(crate) enum RecipientKey {
    Rsa(RsaPublicKey),
    P256(p256::PublicKey),
    P384(p384::PublicKey),
}

impl TryFrom<&Certificate> for Recipient {
    type Error = EncryptError;

    fn try_from(certificate: &Certificate) -> Result<Self, EncryptError> {
        let unsupported = || EncryptError::Key { subject: certificate.subject() };
        let key = certificate.public_key();
        let bytes = key.subject_public_key.as_bytes().ok_or_else(unsupported)?;
        let curve = || {
            let parameters = key.algorithm.parameters.as_ref()?;
            ObjectIdentifier::from_der(&der::Encode::to_der(parameters).ok()?).ok()
        };
        let key = match key.algorithm.oid {
            oid::RSA => RsaPublicKey::from_pkcs1_der(bytes).ok().map(RecipientKey::Rsa),
            oid::EC => match curve() {
                Some(oid::P256) => p256::PublicKey::from_sec1_bytes(bytes).ok().map(RecipientKey::P256),
                Some(oid::P384) => p384::PublicKey::from_sec1_bytes(bytes).ok().map(RecipientKey::P384),
                _ => None,
            },
            _ => None,
        };
        Ok(Self {
            subject: certificate.subject(),
            identifier: identifier(certificate),
            key: key.ok_or_else(unsupported)?,
            fingerprint: Sha256::digest(certificate.to_der()).into(),
        })
    }
}

impl Recipient {
    /// Returns the SHA-256 digest of the certificate.
    #[must_use]
    pub fn fingerprint(&self) -> &[u8; 32] {
        &self.fingerprint
    }
}
