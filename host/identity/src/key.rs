//! Private keys: RSA, P-256 and P-384.

mod encoding;

use std::fmt;

use der::asn1::{Any, BitString, Null};
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1_SIGNING, ECDSA_P384_SHA384_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _, RSA_PKCS1_SHA256,
    RsaKeyPair,
};
use spki::{AlgorithmIdentifierOwned, SubjectPublicKeyInfoOwned};
use zeroize::Zeroizing;

use crate::error::X509Error;
use crate::oid;
use crate::pem;
use crate::signature::Signature;

/// Private key of a node or of a certificate authority.
pub struct PrivateKey {
    pair: KeyPair,
    /// The key as PKCS#8, which is what files contain.
    pkcs8: Zeroizing<Vec<u8>>,
}

enum KeyPair {
    Rsa(Box<RsaKeyPair>),
    P256(EcdsaKeyPair),
    P384(EcdsaKeyPair),
}

impl PrivateKey {
    /// Generates a key for the curve P-256.
    ///
    /// # Errors
    /// Returns an error if the system has no random numbers.
    pub fn generate() -> Result<Self, X509Error> {
        let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &SystemRandom::new())
            .map_err(|_| X509Error::PrivateKey("no random numbers are available".to_owned()))?;
        Self::from_pkcs8(document.as_ref())
    }

    /// Parses the first private key of a PEM text: PKCS#8, or the older forms `RSA PRIVATE KEY` and `EC PRIVATE KEY`.
    ///
    /// # Errors
    /// Returns an error if the text has no key, or the key is encrypted, malformed, or not RSA, P-256 or P-384.
    pub fn from_pem(text: &str) -> Result<Self, X509Error> {
        for block in pem::blocks(text)? {
            match &*block.label {
                "PRIVATE KEY" => return Self::from_pkcs8(&block.bytes),
                "RSA PRIVATE KEY" => return Self::from_pkcs8(&encoding::wrap_rsa(&block.bytes)?),
                "EC PRIVATE KEY" => return Self::from_pkcs8(&encoding::wrap_ec(&block.bytes)?),
                "ENCRYPTED PRIVATE KEY" => return Err(X509Error::EncryptedKey),
                // Such as `EC PARAMETERS`, which the openssl program writes.
                _ => {}
            }
        }
        Err(X509Error::NoPem("PRIVATE KEY"))
    }

    fn from_pkcs8(bytes: &[u8]) -> Result<Self, X509Error> {
        let contents = encoding::unwrap(bytes)?;
        let rejected = |error: ring::error::KeyRejected| X509Error::PrivateKey(error.to_string());
        let ecdsa = |algorithm| {
            let (secret, public) = encoding::ec_parts(contents.key)?;
            EcdsaKeyPair::from_private_key_and_public_key(algorithm, secret, public, &SystemRandom::new())
                .map_err(rejected)
        };
        let pair = match contents.curve {
            None => KeyPair::Rsa(Box::new(RsaKeyPair::from_der(contents.key).map_err(rejected)?)),
            Some(oid::P256) => KeyPair::P256(ecdsa(&ECDSA_P256_SHA256_ASN1_SIGNING)?),
            Some(oid::P384) => KeyPair::P384(ecdsa(&ECDSA_P384_SHA384_ASN1_SIGNING)?),
            Some(other) => return Err(X509Error::KeyAlgorithm(other.to_string())),
        };
        Ok(Self { pair, pkcs8: Zeroizing::new(bytes.to_vec()) })
    }

    /// Returns the key as PKCS#8 PEM.
    #[must_use]
    pub fn to_pem(&self) -> Zeroizing<String> {
        pem::encode_secret("PRIVATE KEY", &self.pkcs8)
    }

    /// Returns the public key.
    ///
    /// # Errors
    /// Returns an error if the key cannot be encoded.
    pub fn public_key(&self) -> Result<SubjectPublicKeyInfoOwned, X509Error> {
        let (oid, parameters, bytes) = match &self.pair {
            KeyPair::Rsa(pair) => (oid::RSA, Any::from(Null), pair.public_key().as_ref()),
            KeyPair::P256(pair) => (oid::EC, Any::from(&oid::P256), pair.public_key().as_ref()),
            KeyPair::P384(pair) => (oid::EC, Any::from(&oid::P384), pair.public_key().as_ref()),
        };
        let algorithm = AlgorithmIdentifierOwned { oid, parameters: Some(parameters) };
        let subject_public_key = BitString::from_bytes(bytes).map_err(X509Error::der("public key"))?;
        Ok(SubjectPublicKeyInfoOwned { algorithm, subject_public_key })
    }

    /// Returns the algorithm of [signatures](Self::sign): SHA-256, or SHA-384 for P-384.
    #[must_use]
    pub fn signature_algorithm(&self) -> AlgorithmIdentifierOwned {
        let (oid, parameters) = match &self.pair {
            KeyPair::Rsa(_) => (oid::RSA_SHA256, Some(Any::from(Null))),
            KeyPair::P256(_) => (oid::ECDSA_SHA256, None),
            KeyPair::P384(_) => (oid::ECDSA_SHA384, None),
        };
        AlgorithmIdentifierOwned { oid, parameters }
    }

    /// Signs a message.
    ///
    /// # Errors
    /// Returns an error if the system has no random numbers.
    pub fn sign(&self, message: &[u8]) -> Result<Signature, X509Error> {
        let random = SystemRandom::new();
        let bytes = match &self.pair {
            KeyPair::Rsa(pair) => {
                let mut bytes = vec![0; pair.public().modulus_len()];
                pair.sign(&RSA_PKCS1_SHA256, &random, message, &mut bytes).map(|()| bytes)
            }
            KeyPair::P256(pair) | KeyPair::P384(pair) => {
                pair.sign(&random, message).map(|signature| signature.as_ref().to_vec())
            }
        };
        let bytes = bytes.map_err(|_| X509Error::Signing)?;
        Ok(Signature { algorithm: self.signature_algorithm(), bytes })
    }
}

impl fmt::Debug for PrivateKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PrivateKey([redacted])")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded(name: &str) -> Result<PrivateKey, X509Error> {
        let path = format!("{}/tests/data/keys/{name}.pem", env!("CARGO_MANIFEST_DIR"));
        PrivateKey::from_pem(&std::fs::read_to_string(path).unwrap())
    }

    #[test]
    fn private_key_is_read_in_every_form_of_openssl() {
        for (old, new) in [("rsa-pkcs1", "rsa-pkcs8"), ("p256-sec1", "p256-pkcs8"), ("p384-sec1", "p384-pkcs8")] {
            let path = format!("{}/tests/data/keys/{new}.pem", env!("CARGO_MANIFEST_DIR"));
            assert_eq!(*recorded(old).unwrap().to_pem(), std::fs::read_to_string(path).unwrap());
            assert_eq!(recorded(old).unwrap().public_key(), recorded(new).unwrap().public_key());
        }
    }

    #[test]
    fn private_key_rejects_unsupported_kinds_with_the_reason() {
        assert_eq!(recorded("encrypted").unwrap_err(), X509Error::EncryptedKey);
        assert!(matches!(recorded("rsa-1024"), Err(X509Error::PrivateKey(_))));
        assert_eq!(PrivateKey::from_pem("").unwrap_err(), X509Error::NoPem("PRIVATE KEY"));
    }

    #[test]
    fn private_key_round_trips_through_pem_and_is_redacted() {
        let key = PrivateKey::generate().unwrap();
        assert_eq!(format!("{key:?}"), "PrivateKey([redacted])");
        let read = PrivateKey::from_pem(&key.to_pem()).unwrap();
        assert_eq!(read.public_key(), key.public_key());
    }
}
