//! Reasons why a value cannot be decrypted or encrypted.

use thiserror::Error;

/// Reason why a text is not a private key that decrypts values.
#[derive(Debug, Error)]
pub enum KeyError {
    /// It is neither an RSA key nor another supported key.
    #[error("it is neither an RSA key nor a key for P-256 or P-384: {0}")]
    Unknown(#[from] identity::X509Error),
    /// Its structure is damaged.
    #[error("it cannot be decoded: {0}")]
    Malformed(#[from] rsa::pkcs8::Error),
    /// Its number is not that of a key on the curve.
    #[error("it is not a valid key for an elliptic curve")]
    Curve,
}

/// Reason why a value cannot be decrypted.
#[derive(Debug, Error)]
pub enum DecryptError {
    /// The value was encrypted by a plugin of hiera-eyaml.
    #[error("the encryption method '{0}' is not supported; only PKCS7 is")]
    Method(String),
    /// The message is not valid.
    #[error("the message cannot be read: {0}")]
    UnreadableMessage(#[from] der::Error),
    /// The message is of another kind, such as a signed one.
    #[error("the message is not enveloped")]
    NotEnveloped,
    /// No recipient of the message has the key.
    #[error("the message was encrypted for another key")]
    OtherKey,
    /// The cipher is not supported; contains its object identifier.
    #[error("the cipher '{0}' is not supported; only AES in CBC mode is")]
    Cipher(String),
    /// The content is damaged.
    #[error("bad decrypt")]
    Content,
}

/// Reason why a value cannot be encrypted.
#[derive(Debug, Error)]
pub enum EncryptError {
    /// A certificate has an unsupported key.
    #[error("the key of the certificate '{subject}' cannot receive values; keys are RSA, P-256 or P-384")]
    Key {
        /// The subject of the certificate.
        subject: String,
    },
    /// A message cannot be encoded.
    #[error("the message cannot be encoded: {0}")]
    Encoding(#[from] der::Error),
    /// The key of the content cannot be encrypted, for example since an RSA key is too short.
    #[error("the key cannot be encrypted for the certificate '{subject}'")]
    Recipient {
        /// The subject of the certificate.
        subject: String,
    },
    /// The private key cannot be encoded.
    #[error("the private key cannot be encoded")]
    PrivateKey,
}
