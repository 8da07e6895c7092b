//! Identities of a Puppet fleet: private keys, certificate requests, certificates, revocation lists, and the
//! directory of a certificate authority in the layout of puppetserver.
//!
//! An [`Authority`] reads and writes the directory `ca/` of puppetserver, so that a certificate authority is migrated
//! by copying this directory. It can be migrated back if its key is RSA: puppetserver signs with no other kind.
//! Nothing here opens a socket or prints.

mod authority;
mod autosign;
mod certificate;
mod certname;
mod error;
mod extension;
mod key;
mod name;
mod oid;
mod pem;
mod request;
mod revocation;
mod serial;
mod signature;
mod signer;
mod time;

pub use authority::{
    Authority, AuthorityError, AuthorityOptions, CERTIFICATE_TTL, DuplicateState, SignOptions, Token, TokenOptions,
    TokenUse,
};
pub use autosign::{Autosign, Glob};
pub use certificate::Certificate;
pub use certname::{Certname, CertnameError};
pub use error::X509Error;
pub use key::PrivateKey;
pub use oid::{is_short_name, short_name};
pub use request::{Request, RequestOptions};
pub use revocation::{Revocation, RevocationList};
pub use serial::{Serial, SerialError};
pub use signature::Signature;
pub use signer::ContentSigner;
