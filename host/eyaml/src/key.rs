//! Private keys that decrypt values.

use std::cell::RefCell;
use std::fmt;

use cms::cert::IssuerAndSerialNumber;
use cms::enveloped_data::{KeyAgreeRecipientInfo, OriginatorIdentifierOrKey};
use der::Decode as _;
use identity::Certificate;
use rsa::pkcs1::DecodeRsaPrivateKey as _;
use rsa::pkcs8::{DecodePrivateKey as _, EncodePrivateKey as _, PrivateKeyInfo, SecretDocument};
use rsa::traits::PublicKeyParts as _;
use rsa::{Pkcs1v15Encrypt, RsaPrivateKey};
use zeroize::Zeroizing;

use crate::agreement::{Agreement, shared_p256, shared_p384};
use crate::error::{EncryptError, KeyError};
use crate::oid;

/// A private key that decrypts values, with its certificate if that is known. The key is zeroized when it is dropped.
pub struct DecryptionKey {
    numbers: KeyNumbers,
    /// How messages name this key: by its certificate, and by earlier ones, which are learned from messages.
    names: RefCell<Vec<IssuerAndSerialNumber>>,
    #[cfg(test)]
    pub(crate) operations: std::cell::Cell<usize>,
}

enum KeyNumbers {
    Rsa(Box<RsaPrivateKey>),
    P256(p256::SecretKey),
    P384(p384::SecretKey),
}

impl DecryptionKey {
    /// Parses a private key in PEM: PKCS#8, or the older forms of RSA and elliptic curves.
    ///
    /// # Errors
    /// Returns an error if the text is not a key, or the key is encrypted or not RSA, P-256 or P-384.
    pub fn from_pem(text: &str) -> Result<Self, KeyError> {
        let rsa = RsaPrivateKey::from_pkcs8_pem(text).or_else(|_| RsaPrivateKey::from_pkcs1_pem(text));
        let numbers = match rsa {
            Ok(key) => KeyNumbers::Rsa(Box::new(key)),
            Err(_) => Self::on_curve(text)?,
        };
        Ok(Self {
            numbers,
            names: RefCell::default(),
            #[cfg(test)]
            operations: std::cell::Cell::new(0),
        })
    }

    fn on_curve(text: &str) -> Result<KeyNumbers, KeyError> {
        // One form for all that the openssl program writes.
        let text = identity::PrivateKey::from_pem(text)?.to_pem();
        let (_, document) = SecretDocument::from_pem(&text).map_err(rsa::pkcs8::Error::from)?;
        let info = PrivateKeyInfo::from_der(document.as_bytes()).map_err(rsa::pkcs8::Error::from)?;
        match info.algorithm.parameters_oid().map_err(rsa::pkcs8::Error::from)? {
            oid::P256 => {
                let key = p256::SecretKey::from_sec1_der(info.private_key).map_err(|_| KeyError::Curve)?;
                Ok(KeyNumbers::P256(key))
            }
            _ => {
                let key = p384::SecretKey::from_sec1_der(info.private_key).map_err(|_| KeyError::Curve)?;
                Ok(KeyNumbers::P384(key))
            }
        }
    }

    /// Returns the key with its certificate, by whose issuer and serial number messages name it.
    #[must_use]
    pub fn with_certificate(self, certificate: &Certificate) -> Self {
        self.learn(&identifier(certificate));
        self
    }

    /// Returns whether a recipient of a message is known to be this key.
    pub(crate) fn is_named(&self, recipient: Option<&IssuerAndSerialNumber>) -> bool {
        recipient.is_some_and(|recipient| self.names.borrow().contains(recipient))
    }

    /// Records how a message names this key.
    pub(crate) fn learn(&self, name: &IssuerAndSerialNumber) {
        self.names.borrow_mut().push(name.clone());
    }

    /// Decrypts a key that was encrypted for an RSA key; `None` if it was another one.
    pub(crate) fn transported(&self, encrypted: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
        let KeyNumbers::Rsa(key) = &self.numbers else { return None };
        if encrypted.len() != key.size() {
            return None;
        }
        #[cfg(test)]
        self.operations.set(self.operations.get() + 1);
        key.decrypt(Pkcs1v15Encrypt, encrypted).ok().map(Zeroizing::new)
    }

    /// Returns the key that encrypts the keys of the recipients of a key agreement; `None` if it has another curve, or is not
    /// supported.
    pub(crate) fn agreed(&self, recipients: &KeyAgreeRecipientInfo) -> Option<Zeroizing<Vec<u8>>> {
        let OriginatorIdentifierOrKey::OriginatorKey(ephemeral) = &recipients.originator else { return None };
        let public = ephemeral.public_key.as_bytes()?;
        let material = recipients.ukm.as_ref().map(|material| material.as_bytes());
        let agreement = Agreement::of(&recipients.key_enc_alg, material)?;
        #[cfg(test)]
        self.operations.set(self.operations.get() + 1);
        let secret = match &self.numbers {
            KeyNumbers::Rsa(_) => return None,
            KeyNumbers::P256(key) => shared_p256(key, &p256::PublicKey::from_sec1_bytes(public).ok()?),
            KeyNumbers::P384(key) => shared_p384(key, &p384::PublicKey::from_sec1_bytes(public).ok()?),
        };
        agreement.wrapping_key(&secret)
    }

    /// Returns the bytes of the private key.
    pub(crate) fn secret_bytes(&self) -> Result<Zeroizing<Vec<u8>>, EncryptError> {
        Ok(match &self.numbers {
            KeyNumbers::Rsa(key) => key.to_pkcs8_der().map_err(|_| EncryptError::PrivateKey)?.to_bytes(),
            KeyNumbers::P256(key) => Zeroizing::new(key.to_bytes().to_vec()),
            KeyNumbers::P384(key) => Zeroizing::new(key.to_bytes().to_vec()),
        })
    }
}

impl fmt::Debug for DecryptionKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("DecryptionKey").field("names", &self.names).finish_non_exhaustive()
    }
}

/// Returns how messages name the key of a certificate.
pub(crate) fn identifier(certificate: &Certificate) -> IssuerAndSerialNumber {
    IssuerAndSerialNumber {
        issuer: certificate.issuer_name().clone(),
        serial_number: certificate.serial_number().clone(),
    }
}
