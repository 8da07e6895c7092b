//! Enveloped messages, and their decryption.

use aes::cipher::block_padding::Pkcs7;
use aes::cipher::{BlockModeDecrypt as _, KeyIvInit as _};
use cms::cert::IssuerAndSerialNumber;
use cms::content_info::ContentInfo;
use cms::enveloped_data::{
    EnvelopedData, KeyAgreeRecipientIdentifier, KeyAgreeRecipientInfo, RecipientIdentifier, RecipientInfo,
};
use der::{Decode as _, Encode as _};
use identity::Certificate;
use zeroize::Zeroizing;

use crate::error::DecryptError;
use crate::key::{DecryptionKey, identifier};
use crate::key_wrap;
use crate::oid;
use crate::text::Part;

/// An encrypted value: the message in `ENC[PKCS7,…]`.
#[derive(Debug)]
pub struct EncryptedMessage {
    enveloped: EnvelopedData,
}

/// The key of the content, encrypted for one recipient.
struct EncryptedKey<'m> {
    /// How the message names the recipient, unless by an identifier of the key.
    recipient: Option<&'m IssuerAndSerialNumber>,
    /// The parameters of a key agreement; `None` for a key that was encrypted with RSA.
    agreement: Option<&'m KeyAgreeRecipientInfo>,
    bytes: &'m [u8],
}

impl EncryptedMessage {
    /// Parses the message of an encrypted part of a text.
    ///
    /// # Errors
    /// Returns an error if the method is not PKCS7, or the message is malformed.
    pub fn parse(method: &str, content: &str) -> Result<Self, DecryptError> {
        if !method.eq_ignore_ascii_case("PKCS7") {
            return Err(DecryptError::Method(method.to_owned()));
        }
        Self::from_der(&datatype::base64::decode_lenient(content))
    }

    /// Parses the message of a part of a text; `None` if the part is plain text.
    ///
    /// # Errors
    /// Returns an error if the method is not PKCS7, or the message is malformed.
    pub fn of_part(part: &Part<'_>) -> Result<Option<Self>, DecryptError> {
        match part {
            Part::Plain(_) => Ok(None),
            Part::Encrypted { method, content, .. } => Self::parse(method, content).map(Some),
        }
    }

    /// Parses a message.
    ///
    /// # Errors
    /// Returns an error if it is malformed, or not enveloped.
    pub fn from_der(message: &[u8]) -> Result<Self, DecryptError> {
        let info = ContentInfo::from_der(message)?;
        if info.content_type != oid::ENVELOPED_DATA {
            return Err(DecryptError::NotEnveloped);
        }
        Ok(Self { enveloped: EnvelopedData::from_der(&info.content.to_der()?)? })
    }

    /// Returns whether a certificate is that of a recipient.
    #[must_use]
    pub fn names(&self, certificate: &Certificate) -> bool {
        let name = identifier(certificate);
        self.keys().any(|encrypted| encrypted.recipient == Some(&name))
    }

    /// Returns the number of recipients.
    #[must_use]
    pub fn recipients(&self) -> usize {
        self.keys().count()
    }

    /// Decrypts the content.
    ///
    /// # Errors
    /// Returns an error if the key is not that of a recipient, or the message is damaged.
    pub fn decrypt(&self, key: &DecryptionKey) -> Result<Zeroizing<Vec<u8>>, DecryptError> {
        let length = self.key_length()?;
        if let Some(encrypted) = self.keys().find(|encrypted| key.is_named(encrypted.recipient))
            && let Some(secret) = Opener::new(key).key(&encrypted)
        {
            return self.content(&secret);
        }
        // Other recipients are tried if the certificate is not known, or was renewed since the value was encrypted.
        let mut opener = Opener::new(key);
        for encrypted in self.keys() {
            // A key for another recipient can have a valid padding by chance.
            let Some(secret) = opener.key(&encrypted).filter(|secret| secret.len() == length) else { continue };
            let Ok(content) = self.content(&secret) else { continue };
            if let Some(recipient) = encrypted.recipient {
                key.learn(recipient);
            }
            return Ok(content);
        }
        Err(DecryptError::OtherKey)
    }

    fn keys(&self) -> impl Iterator<Item = EncryptedKey<'_>> {
        self.enveloped.recip_infos.0.iter().flat_map(|recipient| match recipient {
            RecipientInfo::Ktri(transport) => {
                let recipient = match &transport.rid {
                    RecipientIdentifier::IssuerAndSerialNumber(name) => Some(name),
                    RecipientIdentifier::SubjectKeyIdentifier(_) => None,
                };
                vec![EncryptedKey { recipient, agreement: None, bytes: transport.enc_key.as_bytes() }]
            }
            RecipientInfo::Kari(agreement) => {
                let keys = agreement.recipient_enc_keys.iter().map(|encrypted| EncryptedKey {
                    recipient: match &encrypted.rid {
                        KeyAgreeRecipientIdentifier::IssuerAndSerialNumber(name) => Some(name),
                        KeyAgreeRecipientIdentifier::RKeyId(_) => None,
                    },
                    agreement: Some(agreement),
                    bytes: encrypted.enc_key.as_bytes(),
                });
                keys.collect()
            }
            RecipientInfo::Kekri(_) | RecipientInfo::Pwri(_) | RecipientInfo::Ori(_) => Vec::new(),
        })
    }

    /// Returns the length of the key of the content.
    fn key_length(&self) -> Result<usize, DecryptError> {
        match self.enveloped.encrypted_content.content_enc_alg.oid {
            oid::AES_128_CBC => Ok(16),
            oid::AES_192_CBC => Ok(24),
            oid::AES_256_CBC => Ok(32),
            other => Err(DecryptError::Cipher(other.to_string())),
        }
    }

    fn content(&self, secret: &[u8]) -> Result<Zeroizing<Vec<u8>>, DecryptError> {
        let algorithm = &self.enveloped.encrypted_content.content_enc_alg;
        let vector = algorithm.parameters.as_ref().map(|vector| vector.value()).unwrap_or_default();
        let content = self.enveloped.encrypted_content.encrypted_content.as_ref();
        let content = content.map(|content| content.as_bytes()).unwrap_or_default();
        macro_rules! decrypted {
            ($cipher:ty) => {
                cbc::Decryptor::<$cipher>::new_from_slices(secret, vector)
                    .ok()
                    .and_then(|decryptor| decryptor.decrypt_padded_vec::<Pkcs7>(content).ok())
            };
        }
        let plain = match self.key_length()? {
            16 => decrypted!(aes::Aes128),
            24 => decrypted!(aes::Aes192),
            _ => decrypted!(aes::Aes256),
        };
        plain.map(Zeroizing::new).ok_or(DecryptError::Content)
    }
}

/// Decrypts the keys of one message for one private key. The secret of a key agreement is computed once for all its recipients.
struct Opener<'m, 'k> {
    key: &'k DecryptionKey,
    agreed: Option<(&'m KeyAgreeRecipientInfo, Option<Zeroizing<Vec<u8>>>)>,
}

impl<'m, 'k> Opener<'m, 'k> {
    fn new(key: &'k DecryptionKey) -> Self {
        Self { key, agreed: None }
    }

    fn key(&mut self, encrypted: &EncryptedKey<'m>) -> Option<Zeroizing<Vec<u8>>> {
        let Some(agreement) = encrypted.agreement else { return self.key.transported(encrypted.bytes) };
        let is_known = matches!(&self.agreed, Some((known, _)) if std::ptr::eq(*known, agreement));
        if !is_known {
            self.agreed = Some((agreement, self.key.agreed(agreement)));
        }
        let (_, wrapping) = self.agreed.as_ref()?;
        key_wrap::unwrap(wrapping.as_ref()?, encrypted.bytes)
    }
}

#[cfg(test)]
mod tests;
