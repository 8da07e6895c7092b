//! Ed25519 keys. A private key is a PKCS#8 file, as used by openssl; a public key is a short text.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use ed25519_dalek::pkcs8::{DecodePrivateKey as _, EncodePrivateKey as _, KeypairBytes};
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use ownership::{CheckError, Checker, Exposure, OwnershipRule};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// Prefix of the text of a public key.
const PREFIX: &str = "ed25519:";

/// Maximum size of a key file.
const MAX_FILE: usize = 16 << 10;

/// The public key of a signer. Its text is `ed25519:` and the key in base64.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey([u8; 32]);

impl PublicKey {
    /// Returns whether a signature of a message was made with this key.
    #[must_use]
    pub fn has_signed(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        // Strict verification rejects signatures that are valid for several keys or messages.
        let key = VerifyingKey::from_bytes(&self.0);
        key.is_ok_and(|key| key.verify_strict(message, &Signature::from_bytes(signature)).is_ok())
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{PREFIX}{}", STANDARD.encode(self.0))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl FromStr for PublicKey {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let bytes = text.strip_prefix(PREFIX).and_then(|encoded| STANDARD.decode(encoded).ok());
        let bytes: Option<[u8; 32]> = bytes.and_then(|bytes| bytes.try_into().ok());
        let key = bytes.and_then(|bytes| VerifyingKey::from_bytes(&bytes).ok()).filter(|key| !key.is_weak());
        key.map(|key| Self(key.to_bytes())).ok_or_else(|| KeyError::Public(text.chars().take(100).collect()))
    }
}

impl Serialize for PublicKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PublicKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A private key. It is never printed, and is wiped from memory when dropped.
pub struct PrivateKey(SigningKey);

impl fmt::Debug for PrivateKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PrivateKey([redacted])")
    }
}

impl PrivateKey {
    /// Generates a key.
    ///
    /// # Errors
    /// Returns an error if the system has no random numbers.
    pub fn generate() -> Result<Self, KeyError> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(|error| KeyError::Random(error.to_string()))?;
        Ok(Self(SigningKey::from_bytes(&seed)))
    }

    /// Reads a key from a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, contains no key of this kind, is accessible to other users,
    /// is owned by another user, or is in a directory that other users can change.
    pub fn load(path: &Path, checker: &Checker) -> Result<Self, KeyError> {
        use std::os::unix::fs::MetadataExt as _;
        let unreadable = |error: io::Error| KeyError::Unreadable { path: path.to_owned(), reason: error.to_string() };
        let file = files::open(path).map_err(unreadable)?;
        let about = file.metadata().map_err(unreadable)?;
        if about.mode() & 0o077 != 0 {
            return Err(KeyError::Open { path: path.to_owned(), mode: about.mode() & 0o7777 });
        }
        checker.check_file(&file, path, OwnershipRule::Trusted).map_err(|error| match error {
            CheckError::Exposed(exposure) => KeyError::Exposed(exposure),
            other => unreadable(other.into()),
        })?;
        let mut text = Vec::new();
        file.take(MAX_FILE as u64 + 1).read_to_end(&mut text).map_err(unreadable)?;
        let text = std::str::from_utf8(&text).ok().filter(|text| text.len() <= MAX_FILE);
        let key = text.and_then(|text| SigningKey::from_pkcs8_pem(text).ok());
        key.map(Self).ok_or_else(|| KeyError::Private(path.to_owned()))
    }

    /// Writes the key to a new file that only its owner can access.
    ///
    /// # Errors
    /// Returns an error if the file exists or cannot be written; no file is left.
    pub fn save(&self, path: &Path) -> Result<(), KeyError> {
        // Version 1 of PKCS#8, without the public key, since older programs do not support version 2.
        let bytes = KeypairBytes { secret_key: self.0.to_bytes(), public_key: None };
        let text = bytes.to_pkcs8_pem(LineEnding::LF).map_err(|error| KeyError::Random(error.to_string()))?;
        let unwritten = |error: io::Error| KeyError::Unwritten { path: path.to_owned(), reason: error.to_string() };
        let mut file = match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(KeyError::Taken(path.to_owned()));
            }
            opened => opened.map_err(unwritten)?,
        };
        let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
        if written.is_err() {
            let _ = fs::remove_file(path);
        }
        written.map_err(unwritten)
    }

    /// Returns the public key.
    #[must_use]
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key().to_bytes())
    }

    /// Signs a message.
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.0.sign(message).to_bytes()
    }
}

/// Error of a key operation.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum KeyError {
    /// A text is not a public key.
    #[error(
        "'{0}' is not a public key of the form 'ed25519:' and 32 bytes in base64, as shown by `marotte provider keygen`"
    )]
    Public(String),
    /// A file does not contain a private key.
    #[error("'{}' does not contain an Ed25519 private key (PKCS#8, PEM): create one with `marotte provider keygen`", .0.display())]
    Private(PathBuf),
    /// Other users can read the file.
    #[error("The private key '{}' is accessible to other users (mode {mode:04o}): run `chmod 600`, or create another key if others may have read it", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// Its permissions.
        mode: u32,
    },
    /// Other users can change the file.
    #[error(transparent)]
    Exposed(#[from] Exposure),
    /// The file cannot be read.
    #[error("Could not read the private key '{}': {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The file already exists.
    #[error("The file '{}' already exists: keys are never overwritten", .0.display())]
    Taken(PathBuf),
    /// The file cannot be written.
    #[error("Could not write the private key '{}': {reason}", path.display())]
    Unwritten {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// No key could be generated.
    #[error("Could not generate a key: {0}")]
    Random(String),
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn private_key_round_trips_and_is_private_to_its_owner() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("key.pem");
        let key = PrivateKey::generate().unwrap();
        key.save(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(fs::read_to_string(&path).unwrap().starts_with("-----BEGIN PRIVATE KEY-----\n"));
        let again = PrivateKey::load(&path, &Checker::default()).unwrap();
        assert_eq!(again.public(), key.public());
        let public: PublicKey = key.public().to_string().parse().unwrap();
        let signature = again.sign(b"message");
        assert!(public.has_signed(b"message", &signature));
        assert!(!public.has_signed(b"messagf", &signature));
        assert!(!PrivateKey::generate().unwrap().public().has_signed(b"message", &signature));
        assert_eq!(key.save(&path).unwrap_err(), KeyError::Taken(path.clone()));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        assert!(PrivateKey::load(&path, &Checker::default()).unwrap_err().to_string().contains("mode 0640"));
        assert_eq!(format!("{key:?}"), "PrivateKey([redacted])");
    }

    #[test]
    fn private_key_of_openssl_is_read() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("key.pem");
        // RFC 8410, section 10.3.
        let text = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n-----END PRIVATE KEY-----\n";
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        let key = PrivateKey::load(&path, &Checker::default()).unwrap();
        assert_eq!(key.public().to_string(), "ed25519:Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=");
        let copy = directory.path().join("copy.pem");
        key.save(&copy).unwrap();
        assert_eq!(fs::read_to_string(copy).unwrap(), text);
        fs::write(&path, "no key").unwrap();
        assert_eq!(PrivateKey::load(&path, &Checker::default()).unwrap_err(), KeyError::Private(path));
    }

    #[test]
    fn invalid_public_key_is_rejected() {
        let weak = format!("ed25519:{}", STANDARD.encode([0; 32]));
        for wrong in ["", "ed25519:", "ed25519:AAAA", "Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=", &weak] {
            assert_eq!(wrong.parse::<PublicKey>(), Err(KeyError::Public(wrong.to_owned())));
        }
    }
}
