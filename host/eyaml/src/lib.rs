//! Values encrypted as by hiera-eyaml: `ENC[PKCS7,…]` in a text is an enveloped message (RFC 5652) for the owners of one or several
//! keys. RSA keys receive the key of the content by key transport, as in hiera-eyaml; keys for P-256 and P-384 by key agreement
//! (RFC 5753). The content is encrypted with AES. The crate has no I/O.

mod agreement;
mod encryption;
mod error;
mod key;
mod key_wrap;
mod message;
mod oid;
mod recipient;
mod text;

pub use encryption::{Encryption, ValuePlace};
pub use error::{DecryptError, EncryptError, KeyError};
pub use key::DecryptionKey;
pub use message::EncryptedMessage;
pub use recipient::Recipient;
pub use text::{Part, is_encrypted, parts};
