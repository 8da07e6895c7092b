//! Values encrypted by hiera-eyaml. `ENC[PKCS7,…]` is an enveloped message for the owner of an RSA key; its content is
//! encrypted with AES. Other encryption methods are rejected with an error that names them.

use std::sync::Arc;

use aes::cipher::block_padding::Pkcs7;
use aes::cipher::{BlockModeDecrypt as _, KeyIvInit as _};
use cms::content_info::ContentInfo;
use cms::enveloped_data::{EnvelopedData, RecipientInfo};
use rsa::pkcs1::DecodeRsaPrivateKey as _;
use rsa::pkcs8::DecodePrivateKey as _;
use rsa::pkcs8::der::{Decode as _, Encode as _};
use rsa::{Pkcs1v15Encrypt, RsaPrivateKey};
use thiserror::Error;
use value::{EvalError, FileLocation, Hash, ReadError, Value};

use crate::issue;
use crate::lookup::Lookup;

/// Default path of the private key.
const DEFAULT_KEY: &str = "./keys/private_key.pkcs7.pem";

const ENVELOPED_DATA: &str = "1.2.840.113549.1.7.3";
const AES_128_CBC: &str = "2.16.840.1.101.3.4.1.2";
const AES_192_CBC: &str = "2.16.840.1.101.3.4.1.22";
const AES_256_CBC: &str = "2.16.840.1.101.3.4.1.42";

/// Why an encrypted value cannot be decrypted.
#[derive(Debug, Error)]
enum DecryptError {
    #[error("the encryption method '{0}' is not supported; only PKCS7 is")]
    Method(String),
    #[error("the option 'pkcs7_private_key_env_var' is not supported; name a file with 'pkcs7_private_key'")]
    KeyInEnvironment,
    #[error("the key file '{0}' does not exist")]
    NoKey(Arc<str>),
    #[error(transparent)]
    UnreadableKey(#[from] ReadError),
    #[error("'{path}' does not contain an RSA key: {reason}")]
    NotAKey { path: Arc<str>, reason: rsa::pkcs1::Error },
    #[error("the message cannot be read: {0}")]
    UnreadableMessage(#[from] rsa::pkcs8::der::Error),
    #[error("the message is not enveloped")]
    NotEnveloped,
    #[error("the message was encrypted for another key")]
    OtherKey,
    #[error("the cipher '{0}' is not supported; only AES in CBC mode is")]
    Cipher(String),
    #[error("bad decrypt")]
    Content,
    #[error("the content is not UTF-8")]
    NotText,
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
                    issue::not_decrypted(text, key, &path, reason)
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

    fn decrypted_text(&self, text: &str, options: &Hash) -> Result<String, DecryptError> {
        let mut key = None;
        let mut plain = String::new();
        for part in parts(text) {
            match part {
                Part::Plain(text) => plain.push_str(text),
                Part::Encrypted { method, content } => {
                    if !method.eq_ignore_ascii_case("PKCS7") {
                        return Err(DecryptError::Method(method.to_owned()));
                    }
                    let key = match &key {
                        Some(key) => key,
                        None => key.insert(self.private_key(options)?),
                    };
                    let bytes = decrypt(&datatype::base64::decode_lenient(content), key)?;
                    plain.push_str(&String::from_utf8(bytes).map_err(|_| DecryptError::NotText)?);
                }
            }
        }
        let chomped = plain.strip_suffix('\n').map(|text| text.strip_suffix('\r').unwrap_or(text));
        Ok(chomped.map(str::to_owned).unwrap_or(plain))
    }

    fn private_key(&self, options: &Hash) -> Result<RsaPrivateKey, DecryptError> {
        if options.text("pkcs7_private_key_env_var").is_some() {
            return Err(DecryptError::KeyInEnvironment);
        }
        let path = options.text("pkcs7_private_key").map_or_else(|| DEFAULT_KEY.into(), Value::text);
        let found = self.host.world().text(FileLocation::Anywhere, &path)?;
        let Some(text) = found.filter(|_| path.starts_with('/')) else { return Err(DecryptError::NoKey(path)) };
        RsaPrivateKey::from_pkcs8_pem(&text.text)
            .or_else(|_| RsaPrivateKey::from_pkcs1_pem(&text.text))
            .map_err(|reason| DecryptError::NotAKey { path, reason })
    }
}

/// A part of a text.
#[derive(Debug, PartialEq)]
enum Part<'t> {
    Plain(&'t str),
    Encrypted { method: &'t str, content: &'t str },
}

/// Returns whether a text may contain an encrypted part.
fn is_encrypted(text: &str) -> bool {
    text.split_once("ENC[").is_some_and(|(_, rest)| rest.contains(']'))
}

/// Splits a text into plain and encrypted parts. An encrypted part with invalid characters is left as plain text.
fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    let mut from = 0;
    while let Some(start) = rest[from..].find("ENC[").map(|at| from + at) {
        match encrypted(&rest[start..]) {
            Some((part, end)) => {
                if start > 0 {
                    parts.push(Part::Plain(&rest[..start]));
                }
                parts.push(part);
                rest = &rest[start + end..];
                from = 0;
            }
            None => from = start + "ENC[".len(),
        }
    }
    if !rest.is_empty() {
        parts.push(Part::Plain(rest));
    }
    parts
}

/// Parses `ENC[METHOD,content]`. Returns the part and its end offset.
fn encrypted(text: &str) -> Option<(Part<'_>, usize)> {
    let end = text.find(']')?;
    let inner = &text["ENC[".len()..end];
    let (method, content) = inner.split_once(',').unwrap_or(("PKCS7", inner));
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let is_base64 = |letter: char| letter.is_ascii_alphanumeric() || "+/ =\n".contains(letter);
    let is_right = !content.is_empty() && content.chars().all(is_base64) && method.chars().all(is_word);
    is_right.then_some((Part::Encrypted { method, content }, end + 1))
}

/// Returns the content of a message.
fn decrypt(message: &[u8], key: &RsaPrivateKey) -> Result<Vec<u8>, DecryptError> {
    let info = ContentInfo::from_der(message)?;
    if info.content_type.to_string() != ENVELOPED_DATA {
        return Err(DecryptError::NotEnveloped);
    }
    let content = info.content.to_der()?;
    let enveloped = EnvelopedData::from_der(&content)?;
    let secret = enveloped.recip_infos.0.iter().find_map(|recipient| match recipient {
        RecipientInfo::Ktri(recipient) => key.decrypt(Pkcs1v15Encrypt, recipient.enc_key.as_bytes()).ok(),
        _ => None,
    });
    let secret = secret.ok_or(DecryptError::OtherKey)?;
    let algorithm = &enveloped.encrypted_content.content_enc_alg;
    let vector = algorithm.parameters.as_ref().map(|vector| vector.value()).unwrap_or_default();
    let content = enveloped.encrypted_content.encrypted_content.as_ref();
    let content = content.map(|content| content.as_bytes()).unwrap_or_default();
    macro_rules! opened {
        ($cipher:ty) => {
            cbc::Decryptor::<$cipher>::new_from_slices(&secret, vector)
                .ok()
                .and_then(|decryptor| decryptor.decrypt_padded_vec::<Pkcs7>(content).ok())
        };
    }
    let plain = match algorithm.oid.to_string().as_str() {
        AES_128_CBC => opened!(aes::Aes128),
        AES_192_CBC => opened!(aes::Aes192),
        AES_256_CBC => opened!(aes::Aes256),
        other => return Err(DecryptError::Cipher(other.to_owned())),
    };
    plain.ok_or(DecryptError::Content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encrypted_parts_are_found() {
        assert_eq!(
            parts("a ENC[PKCS7,ab\n cd=] b ENC[ef]"),
            [
                Part::Plain("a "),
                Part::Encrypted { method: "PKCS7", content: "ab\n cd=" },
                Part::Plain(" b "),
                Part::Encrypted { method: "PKCS7", content: "ef" },
            ]
        );
        assert_eq!(parts("ENC[a.b]"), [Part::Plain("ENC[a.b]")]);
        assert!(is_encrypted("x ENC[]") && !is_encrypted("ENC["));
    }

    /// The keys and the message were created with openssl for this test only.
    #[test]
    fn message_is_only_decrypted_with_its_own_key() {
        let key = |text: &str| RsaPrivateKey::from_pkcs8_pem(text).unwrap();
        let message = datatype::base64::decode_lenient(include_str!("../tests/eyaml/message.base64"));
        let own = key(include_str!("../tests/eyaml/private_key.pkcs7.pem"));
        assert_eq!(decrypt(&message, &own).unwrap(), b"s3cret \xc3\xa9");
        let other = key(include_str!("../tests/eyaml/other_key.pkcs7.pem"));
        assert!(matches!(decrypt(&message, &other), Err(DecryptError::OtherKey)));
        assert!(matches!(decrypt(&message[1..], &own), Err(DecryptError::UnreadableMessage(_))));
    }
}
