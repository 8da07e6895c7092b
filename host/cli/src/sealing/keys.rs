//! The private keys that decrypt the values of an environment when it is published.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context as _, Result, bail};
use eyaml::{DecryptError, DecryptionKey, EncryptedMessage, Encryption};
use hiera::EncryptedLevel;
use ownership::{Checker, OwnershipRule};
use zeroize::Zeroizing;

/// A key of the publisher, and the encryption whose random numbers are derived from it.
pub(super) struct PublisherKey {
    key: DecryptionKey,
    pub(super) encryption: Encryption,
}

/// The keys of all levels, each read once.
pub(super) struct PublisherKeys<'a> {
    given: Option<&'a Path>,
    checker: &'a Checker,
    known: BTreeMap<PathBuf, Rc<PublisherKey>>,
}

impl<'a> PublisherKeys<'a> {
    /// Creates the keys. `given` is used for all levels.
    pub(super) fn new(given: Option<&'a Path>, checker: &'a Checker) -> Self {
        Self { given, checker, known: BTreeMap::new() }
    }

    /// Returns the keys of levels.
    ///
    /// # Errors
    /// Returns an error that names the level or the file if a level has no key, or the file is not a key.
    pub(super) fn of(&mut self, levels: &[&EncryptedLevel]) -> Result<Vec<Rc<PublisherKey>>> {
        let mut paths = Vec::new();
        for level in levels {
            let path = match self.given {
                Some(path) => path.to_owned(),
                None => path_of(level)?,
            };
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        paths.into_iter().map(|path| self.key(path)).collect()
    }

    fn key(&mut self, path: PathBuf) -> Result<Rc<PublisherKey>> {
        if let Some(known) = self.known.get(&path) {
            return Ok(Rc::clone(known));
        }
        let bytes = self.checker.read(&path, OwnershipRule::Trusted).map(Zeroizing::new);
        let bytes = match bytes {
            Err(error) if error.is_missing() => {
                bail!("The key file '{}' does not exist; give the private key with --unseal-key", path.display())
            }
            bytes => bytes?,
        };
        let about = || format!("'{}' is not a private key that decrypts values", path.display());
        let key = DecryptionKey::from_pem(std::str::from_utf8(&bytes).with_context(about)?).with_context(about)?;
        let encryption = Encryption::new(&key)?;
        let key = Rc::new(PublisherKey { key, encryption });
        self.known.insert(path, Rc::clone(&key));
        Ok(key)
    }
}

impl PublisherKey {
    /// Decrypts a message with the first of several keys that can.
    ///
    /// # Errors
    /// Returns the error of the last key.
    pub(super) fn decrypt<'k>(
        keys: &'k [Rc<Self>],
        message: &EncryptedMessage,
    ) -> Result<(&'k Self, Zeroizing<Vec<u8>>), DecryptError> {
        let mut error = DecryptError::OtherKey;
        for key in keys {
            match message.decrypt(&key.key) {
                Ok(plain) => return Ok((key, plain)),
                Err(reason) => error = reason,
            }
        }
        Err(error)
    }
}

fn path_of(level: &EncryptedLevel) -> Result<PathBuf> {
    let name = &level.name;
    let Some(path) = &level.private_key else {
        bail!("The level '{name}' has no option pkcs7_private_key; give the private key with --unseal-key");
    };
    if path.contains("%{") || !path.starts_with('/') {
        bail!(
            "The option pkcs7_private_key of the level '{name}' is '{path}', which is not an absolute path without interpolations; \
             give the private key with --unseal-key"
        );
    }
    Ok(PathBuf::from(path))
}
