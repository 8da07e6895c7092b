//! Signatures of artifacts. The signed message consists of a fixed prefix and the digest of the manifest.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::digest::Digest;
use crate::key::{PrivateKey, PublicKey};

/// Media type of a signature.
pub const SIGNATURE_TYPE: &str = "application/vnd.marotte.signature.v1+json";

/// Maximum size of a file of signatures.
pub const MAX_SIGNATURES: usize = 64 << 10;

/// A signature with the claimed key: `{"key": "ed25519:…", "signature": "…"}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "SignatureJson", into = "SignatureJson")]
pub struct Signature {
    key: PublicKey,
    signature: [u8; 64],
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SignatureJson {
    key: PublicKey,
    signature: String,
}

impl Signature {
    /// Signs an artifact, given the digest of its manifest.
    #[must_use]
    pub fn make(key: &PrivateKey, artifact: &Digest) -> Self {
        Self { key: key.public(), signature: key.sign(&message(artifact)) }
    }

    /// Returns the claimed key; [`Self::is_of`] verifies it.
    #[must_use]
    pub fn key(&self) -> &PublicKey {
        &self.key
    }

    /// Returns whether this is a valid signature of an artifact.
    #[must_use]
    pub fn is_of(&self, artifact: &Digest) -> bool {
        self.key.has_signed(&message(artifact), &self.signature)
    }

    /// Parses a single signature.
    ///
    /// # Errors
    /// Returns an error if the text is not a signature.
    pub fn from_json(bytes: &[u8]) -> Result<Self, SignatureError> {
        let [one] = &*list_from_json(bytes)? else {
            return Err(SignatureError("it does not contain exactly one signature".into()));
        };
        Ok(one.clone())
    }

    /// Serializes the signature.
    #[must_use]
    pub fn to_json(&self) -> Vec<u8> {
        let mut text = serde_json::to_vec(self).expect("strings are valid JSON");
        text.push(b'\n');
        text
    }
}

/// Parses a file of signatures of several signers, which are concatenated.
///
/// # Errors
/// Returns an error if the file contains something else.
pub fn list_from_json(bytes: &[u8]) -> Result<Vec<Signature>, SignatureError> {
    if bytes.len() > MAX_SIGNATURES {
        return Err(SignatureError(format!("it has more than {} KiB", MAX_SIGNATURES >> 10)));
    }
    let all: Result<Vec<Signature>, _> = serde_json::Deserializer::from_slice(bytes).into_iter().collect();
    all.map_err(|error| SignatureError(error.to_string()))
}

impl TryFrom<SignatureJson> for Signature {
    type Error = SignatureError;

    fn try_from(written: SignatureJson) -> Result<Self, SignatureError> {
        let bytes = STANDARD.decode(&written.signature).ok().and_then(|bytes| bytes.try_into().ok());
        let wrong = || SignatureError(format!("the signature of '{}' is not 64 bytes in base64", written.key));
        Ok(Self { key: written.key, signature: bytes.ok_or_else(wrong)? })
    }
}

impl From<Signature> for SignatureJson {
    fn from(signature: Signature) -> Self {
        Self { key: signature.key, signature: STANDARD.encode(signature.signature) }
    }
}

/// A text that is not a signature.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("not a signature written by `marotte provider sign`: {0}")]
pub struct SignatureError(String);

fn message(artifact: &Digest) -> Vec<u8> {
    format!("marotte provider v1\n{artifact}\n").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signature_matches_one_artifact_and_one_key() {
        let (key, artifact) = (PrivateKey::generate().unwrap(), Digest::of(b"artifact"));
        let signature = Signature::make(&key, &artifact);
        assert!(signature.is_of(&artifact));
        assert!(!signature.is_of(&Digest::of(b"another")));
        let forged = Signature { key: PrivateKey::generate().unwrap().public(), ..signature.clone() };
        assert!(!forged.is_of(&artifact));
        assert_eq!(Signature::from_json(&signature.to_json()), Ok(signature));
    }

    #[test]
    fn signed_message_has_a_documented_format() {
        assert_eq!(
            message(&Digest::from_hex(&"0".repeat(64)).unwrap()),
            format!("marotte provider v1\nsha256:{:064}\n", 0).into_bytes()
        );
    }

    #[test]
    fn signature_file_contains_several_signatures() {
        let artifact = Digest::of(b"artifact");
        let signatures: Vec<Signature> =
            (0..2).map(|_| Signature::make(&PrivateKey::generate().unwrap(), &artifact)).collect();
        let file: Vec<u8> = signatures.iter().flat_map(Signature::to_json).collect();
        assert_eq!(list_from_json(&file), Ok(signatures));
        assert_eq!(list_from_json(b""), Ok(Vec::new()));
        for wrong in ["{}", "x", r#"{"key":"ed25519:AAAA","signature":""}"#] {
            assert!(list_from_json(wrong.as_bytes()).is_err(), "{wrong}");
        }
        assert!(list_from_json(&vec![b' '; MAX_SIGNATURES + 1]).is_err());
    }

    #[test]
    fn changed_signature_is_rejected() {
        let (key, artifact) = (PrivateKey::generate().unwrap(), Digest::of(b"artifact"));
        let written = Signature::make(&key, &artifact).to_json();
        for place in 0..written.len() - 1 {
            let mut changed = written.clone();
            changed[place] ^= 1;
            let holds = Signature::from_json(&changed).is_ok_and(|signature| signature.is_of(&artifact));
            assert!(!holds, "byte {place}");
        }
    }
}
