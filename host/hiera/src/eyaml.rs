//! Values encrypted by hiera-eyaml, and sealed values of published environments. `ENC[PKCS7,…]` is decrypted with the private key of
//! the level, or with that of this system, if the value was encrypted for its certificate.

use std::rc::Rc;
use std::sync::Arc;

use ::eyaml::{DecryptError, DecryptionKey, EncryptedMessage, KeyError, Part, is_encrypted, parts};
use identity::{Certificate, X509Error};
use thiserror::Error;
use value::{EvalError, FileLocation, Hash, ReadError, Value};
use zeroize::Zeroizing;

use crate::issue;
use crate::lookup::Lookup;

/// Default path of the private key.
const DEFAULT_KEY: &str = "./keys/private_key.pkcs7.pem";

/// Why an encrypted value cannot be decrypted.
#[derive(Debug, Error)]
enum ValueError {
    #[error(transparent)]
    Message(#[from] DecryptError),
    #[error("the option 'pkcs7_private_key_env_var' is not supported; name a file with 'pkcs7_private_key'")]
    KeyInEnvironment,
    #[error("the key file '{0}' does not exist")]
    NoKey(Arc<str>),
    #[error("the value is sealed for other nodes, and the key file '{0}' does not exist")]
    OtherNodes(Arc<str>),
    #[error("the value is sealed for other nodes, and was not encrypted for the key '{0}'")]
    OtherKeys(Arc<str>),
    #[error(transparent)]
    UnreadableKey(#[from] ReadError),
    #[error("'{path}' does not contain a key: {reason}")]
    NotAKey { path: Arc<str>, reason: KeyError },
    #[error("'{path}' does not contain a certificate: {reason}")]
    NotACertificate { path: String, reason: X509Error },
    #[error("the content is not UTF-8")]
    NotText,
}

impl ValueError {
    /// Returns whether another system may be able to decrypt the value.
    fn is_for_others(&self) -> bool {
        matches!(self, Self::OtherNodes(_) | Self::OtherKeys(_))
    }
}

impl Lookup<'_> {
    /// Returns a value with all its strings decrypted and interpolated.
    ///
    /// # Errors
    /// Returns an error that names the key if a string cannot be decrypted or interpolated.
    pub fn decrypted(&mut self, value: &Value, options: &Hash, key: &str) -> Result<Value, EvalError> {
        match value {
            Value::String(text) if is_encrypted(text) => {
                let plain = self.decrypted_text(text, options).map_err(|reason| {
                    let path = options.text("path").map(Value::text).unwrap_or_default();
                    let error = issue::not_decrypted(text, key, &path, &reason);
                    if reason.is_for_others() { error.with_hint(issue::PUBLISH_AGAIN) } else { error }
                })?;
                self.interpolate(&plain.into(), true)
            }
            Value::Array(elements) => elements
                .iter()
                .map(|element| self.decrypted(element, options, key))
                .collect::<Result<Value, EvalError>>(),
            Value::Hash(entries) => {
                let mut hash = Hash::with_capacity(entries.len());
                for (name, value) in &**entries {
                    let name = self.interpolate(name, true)?;
                    hash.insert(name, self.decrypted(value, options, key)?);
                }
                Ok(hash.into())
            }
            other => self.interpolate(other, true),
        }
    }

    fn decrypted_text(&mut self, text: &str, options: &Hash) -> Result<String, ValueError> {
        let mut plain = String::new();
        for part in parts(text) {
            match (part, EncryptedMessage::of_part(&part)?) {
                (_, Some(message)) => {
                    let bytes = self.content(&message, options)?;
                    plain.push_str(std::str::from_utf8(&bytes).map_err(|_| ValueError::NotText)?);
                }
                (Part::Plain(text) | Part::Encrypted { text, .. }, None) => plain.push_str(text),
            }
        }
        let chomped = plain.strip_suffix('\n').map(|text| text.strip_suffix('\r').unwrap_or(text));
        Ok(chomped.map(str::to_owned).unwrap_or(plain))
    }

    fn content(&mut self, message: &EncryptedMessage, options: &Hash) -> Result<Zeroizing<Vec<u8>>, ValueError> {
        let certificate = self.own_certificate()?;
        // A server with the key of the level can be a recipient, too: its own key is selected without a search.
        if certificate.as_ref().is_some_and(|certificate| message.names(certificate))
            && let Some(own) = self.own_key(certificate.as_deref())?
        {
            return Ok(message.decrypt(&own)?);
        }
        if options.text("pkcs7_private_key_env_var").is_some() {
            return Err(ValueError::KeyInEnvironment);
        }
        let path = options.text("pkcs7_private_key").map_or_else(|| DEFAULT_KEY.into(), Value::text);
        let of_level = if path.starts_with('/') { self.key(&path, None)? } else { None };
        if let Some(key) = &of_level {
            match message.decrypt(key) {
                // The certificate may have been renewed.
                Err(DecryptError::OtherKey) => {}
                content => return Ok(content?),
            }
        }
        let Some(own) = self.own_key(certificate.as_deref())? else {
            return Err(if of_level.is_some() { DecryptError::OtherKey.into() } else { ValueError::NoKey(path) });
        };
        match message.decrypt(&own) {
            Err(DecryptError::OtherKey) if of_level.is_some() => Err(ValueError::OtherKeys(path)),
            Err(DecryptError::OtherKey) => Err(ValueError::OtherNodes(path)),
            content => Ok(content?),
        }
    }

    /// Returns the certificate of this system, if it has one.
    fn own_certificate(&mut self) -> Result<Option<Rc<Certificate>>, ValueError> {
        if let Some(known) = &self.state().certificate {
            return Ok(known.clone());
        }
        let mut found = None;
        if let Some(path) = self.host.settings().hostcert.clone()
            && let Some(text) = self.host.world().text(FileLocation::Anywhere, &path)?
        {
            let certificate = Certificate::from_pem(&text.text);
            let certificate = certificate.map_err(|reason| ValueError::NotACertificate { path, reason })?;
            found = Some(Rc::new(certificate));
        }
        self.state().certificate = Some(found.clone());
        Ok(found)
    }

    fn own_key(&mut self, certificate: Option<&Certificate>) -> Result<Option<Rc<DecryptionKey>>, ValueError> {
        let Some(path) = self.host.settings().hostprivkey.clone() else { return Ok(None) };
        self.key(&path.into(), certificate)
    }

    /// Returns the private key in a file, if the file exists.
    fn key(
        &mut self,
        path: &Arc<str>,
        certificate: Option<&Certificate>,
    ) -> Result<Option<Rc<DecryptionKey>>, ValueError> {
        if let Some(known) = self.state().keys.get(path) {
            return Ok(known.clone());
        }
        let mut found = None;
        if let Some(text) = self.host.world().text(FileLocation::Anywhere, path)? {
            let text = Zeroizing::new(text.text);
            let not_a_key = |reason| ValueError::NotAKey { path: Arc::clone(path), reason };
            let key = DecryptionKey::from_pem(&text).map_err(not_a_key)?;
            found = Some(Rc::new(match certificate {
                Some(certificate) => key.with_certificate(certificate),
                None => key,
            }));
        }
        self.state().keys.insert(Arc::clone(path), found.clone());
        Ok(found)
    }
}
