//! Reasons why a key, request, certificate or revocation list cannot be used.

use thiserror::Error;

use crate::certname::CertnameError;

/// Reason why a key, request, certificate or revocation list cannot be read or created.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum X509Error {
    /// The text contains no PEM block of the expected kind.
    #[error("The text contains no PEM block '{0}'")]
    NoPem(&'static str),
    /// A PEM block is malformed.
    #[error("The text contains a malformed PEM block")]
    Pem,
    /// The data is not the expected DER structure.
    #[error("The {what} is malformed: {source}")]
    Der {
        /// The expected structure, such as `certificate`.
        what: &'static str,
        /// The error of the decoder.
        source: der::Error,
    },
    /// The private key is encrypted.
    #[error("The private key is encrypted; decrypt it with `openssl pkey`")]
    EncryptedKey,
    /// The private key is of an unsupported kind, or its parts do not belong together.
    #[error("The private key cannot be used: {0}")]
    PrivateKey(String),
    /// The public key is of an unsupported algorithm or curve; contains its object identifier.
    #[error("The key algorithm '{0}' is not supported; use RSA, P-256 or P-384")]
    KeyAlgorithm(String),
    /// The RSA key is too short or too long.
    #[error("The RSA key has {0} bits; 2048 to 8192 bits are supported")]
    RsaKeySize(usize),
    /// The signature algorithm is not supported; contains its name or object identifier.
    #[error("The signature algorithm '{0}' is not supported; use SHA-256, SHA-384 or SHA-512")]
    SignatureAlgorithm(String),
    /// The signature of a request was made with another key.
    #[error("CSR contains a public key that does not correspond to the signing key")]
    RequestSignature,
    /// The signature does not match the content and the public key.
    #[error("The signature is invalid")]
    Signature,
    /// The signature could not be created.
    #[error("The signature could not be created")]
    Signing,
    /// The process with the key of the authority did not sign; contains the reason.
    #[error("The signing process failed: {0}")]
    Signer(String),
    /// The content may not be signed for another process; contains the reason.
    #[error("This content is not signed for another process: {0}")]
    Content(&'static str),
    /// The subject does not have exactly one common name.
    #[error("The subject '{0}' does not have exactly one common name")]
    CommonName(String),
    /// The common name is not a certname.
    #[error(transparent)]
    Certname(#[from] CertnameError),
    /// An extension is requested twice; contains its object identifier.
    #[error("The extension '{0}' is present twice")]
    DuplicateExtension(String),
    /// An attribute is present twice; contains its object identifier.
    #[error("The attribute '{0}' is present twice")]
    DuplicateAttribute(String),
    /// A name is neither a dotted object identifier nor one of Puppet's short names.
    #[error("'{0}' is not an object identifier")]
    ObjectIdentifier(String),
    /// An attribute has a special meaning in requests.
    #[error("Cannot specify CSR attribute {0}: conflicts with internally used CSR attribute")]
    ReservedAttribute(String),
    /// An extension has a special meaning in requests.
    #[error("Cannot specify CSR extension request {0}: conflicts with internally used extension request")]
    ReservedExtension(String),
    /// An alternative name is not a DNS name or IP address.
    #[error("'{0}' is not a DNS name or IP address")]
    AlternativeName(String),
    /// A time cannot be represented in a certificate.
    #[error("The time '{0}' cannot be represented in a certificate")]
    Time(String),
}

impl X509Error {
    pub(crate) fn der(what: &'static str) -> impl Fn(der::Error) -> Self {
        move |source| Self::Der { what, source }
    }
}
