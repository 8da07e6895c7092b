//! Creation of an authority.

use std::path::Path;
use std::time::Duration;

use der::Encode as _;
use jiff::Timestamp;

use super::directory::Directory;
use super::{Authority, AuthorityError, CERTIFICATE_TTL, inventory};
use crate::certificate::{Certificate, CertificateDraft};
use crate::error::X509Error;
use crate::extension;
use crate::key::PrivateKey;
use crate::name;
use crate::revocation::RevocationList;
use crate::serial::Serial;
use crate::time;

/// Contents of a new authority.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthorityOptions {
    /// The common name, such as `Puppet CA: puppet.example.com`.
    pub name: String,
    /// The validity of the certificate of the authority, Puppet's setting `ca_ttl`.
    pub ttl: Duration,
}

impl AuthorityOptions {
    /// Returns the options for a name and five years of validity.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ttl: CERTIFICATE_TTL }
    }
}

impl Authority {
    /// Creates an authority with a self-signed certificate and a new key for P-256. puppetserver signs only with RSA
    /// keys; for a directory that it can use, see [`Authority::create_with_key`].
    ///
    /// # Errors
    /// Returns an error if the directory already contains a key or certificate of an authority, or cannot be written.
    pub fn create(path: &Path, options: &AuthorityOptions) -> Result<Self, AuthorityError> {
        Self::create_with_key(path, options, &PrivateKey::generate()?)
    }

    /// Creates an authority with a self-signed certificate and this key.
    ///
    /// # Errors
    /// Returns an error if the directory already contains a key or certificate of an authority, or cannot be written.
    pub fn create_with_key(path: &Path, options: &AuthorityOptions, key: &PrivateKey) -> Result<Self, AuthorityError> {
        let directory = Directory::new(path);
        directory.create()?;
        let lock = directory.lock()?;
        for path in [directory.key_path(), directory.bundle_path(), directory.inventory_path()] {
            if path.try_exists().map_err(AuthorityError::io(&path))? {
                return Err(AuthorityError::AuthorityExists(path));
            }
        }
        let now = Timestamp::now();
        let certificate = self_signed(key, options, now)?;
        let list = RevocationList::create(&certificate, key, 0, &[], now)?;
        directory.write_serial(&certificate.serial().successor())?;
        directory.append_to_inventory(&inventory::line(&certificate))?;
        directory.write_public_key(&key.public_key()?.to_der().map_err(X509Error::der("public key"))?)?;
        directory.write_lists(&[list])?;
        directory.write_bundle(&certificate)?;
        directory.write_key(key)?;
        drop(lock);
        Self::open(path)
    }
}

fn self_signed(key: &PrivateKey, options: &AuthorityOptions, now: Timestamp) -> Result<Certificate, X509Error> {
    let name = name::common(&options.name)?;
    let public_key = key.public_key()?;
    let draft = CertificateDraft {
        serial: Serial::from(1),
        issuer: name.clone(),
        subject: name,
        not_before: time::yesterday(now),
        not_after: time::after(now, options.ttl),
        extensions: extension::of_authority(&public_key)?,
        public_key,
    };
    Certificate::issue(draft, key)
}
