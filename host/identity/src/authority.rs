//! Certificate authority: the directory `ca/` of puppetserver.
//!
//! The certificate and key of the authority are read once. Everything else is read for each call, since other processes
//! may change it; each change holds an exclusive lock on the file `.lock`.

mod creation;
mod directory;
mod error;
mod inventory;
mod issuance;
mod policy;
mod requests;
mod revocation;
mod signing;
#[cfg(test)]
mod tests;
mod tokens;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

pub use creation::AuthorityOptions;
pub use error::{AuthorityError, DuplicateState};
pub use policy::SignOptions;
pub use tokens::{Token, TokenOptions, TokenUse};

use crate::certificate::Certificate;
use crate::certname::Certname;
use crate::revocation::RevocationList;
use crate::signer::{AuthorityKey, ContentSigner};
use directory::Directory;

/// Puppet's default for the validity of certificates: five years.
pub const CERTIFICATE_TTL: Duration = Duration::from_secs(157_680_000);

/// Certificate authority in a directory with the layout of puppetserver.
#[derive(Debug)]
pub struct Authority {
    directory: Directory,
    /// The certificate that matches the key: in a chain, the first one.
    certificate: Certificate,
    key: AuthorityKey,
    clock: fn() -> Timestamp,
}

impl Authority {
    /// Opens the directory of an authority, which may have been written by puppetserver.
    ///
    /// # Errors
    /// Returns an error if `ca_crt.pem` or `ca_key.pem` cannot be read, or no certificate matches the key.
    pub fn open(path: &Path) -> Result<Self, AuthorityError> {
        let directory = Directory::new(path);
        let key = directory.key()?;
        for certificate in directory.bundle()? {
            if certificate.matches(&key)? {
                return Ok(Self { directory, certificate, key: AuthorityKey::Own(key), clock: Timestamp::now });
            }
        }
        Err(AuthorityError::NoMatchingCertificate(path.to_owned()))
    }

    /// Opens the directory of an authority whose key this process does not read: `signer` signs with it. The certificate of the
    /// authority is the first one in `ca_crt.pem`.
    ///
    /// # Errors
    /// Returns an error if `ca_crt.pem` cannot be read, or its key is of an unsupported kind.
    pub fn open_with_signer(path: &Path, signer: Arc<dyn ContentSigner>) -> Result<Self, AuthorityError> {
        let directory = Directory::new(path);
        let certificate = directory.bundle()?.into_iter().next();
        let certificate = certificate.ok_or_else(|| AuthorityError::NoMatchingCertificate(path.to_owned()))?;
        let key = AuthorityKey::foreign(certificate.public_key(), signer)?;
        Ok(Self { directory, certificate, key, clock: Timestamp::now })
    }

    /// Replaces the clock, which is the system's by default.
    #[must_use]
    pub fn with_clock(self, clock: fn() -> Timestamp) -> Self {
        Self { clock, ..self }
    }

    /// Returns the certificate that issues certificates: in a chain, not the root.
    #[must_use]
    pub fn own_certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// Returns the certificate of a node. `None` if there is none in `signed/`.
    ///
    /// # Errors
    /// Returns an error if the name is not a hostname, or the certificate cannot be read.
    pub fn certificate(&self, certname: &Certname) -> Result<Option<Certificate>, AuthorityError> {
        self.directory.certificate(certname)
    }

    /// Returns all certificates in `signed/`, ordered by name.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be read, or a certificate is malformed.
    pub fn certificates(&self) -> Result<Vec<Certificate>, AuthorityError> {
        let names = self.directory.signed_names()?;
        names.iter().filter_map(|name| self.directory.certificate(name).transpose()).collect()
    }

    /// Returns the certificates of the authority as PEM, which nodes need: the content of `ca_crt.pem`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn certificate_bundle_pem(&self) -> Result<String, AuthorityError> {
        self.directory.bundle_pem()
    }

    /// Returns the revocation lists of the authority as PEM, which nodes need: the content of `ca_crl.pem`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn revocation_lists_pem(&self) -> Result<String, AuthorityError> {
        self.directory.revocation_lists_pem()
    }

    /// Returns the revocation list of the certificate that issues certificates.
    ///
    /// # Errors
    /// Returns an error if `ca_crl.pem` cannot be read or does not contain the list.
    pub fn revocation_list(&self) -> Result<RevocationList, AuthorityError> {
        let lists = self.directory.revocation_lists()?;
        let own = lists.into_iter().find(|list| list.is_signed_by(&self.certificate));
        own.ok_or_else(|| AuthorityError::NoRevocationList(self.certificate.subject()))
    }

    /// Returns whether a certificate is revoked. False for a certificate with another issuer.
    ///
    /// # Errors
    /// Returns an error if the revocation list cannot be read.
    pub fn is_revoked(&self, certificate: &Certificate) -> Result<bool, AuthorityError> {
        Ok(self.is_issuer_of(certificate) && self.revocation_list()?.contains(&certificate.serial()))
    }

    fn is_issuer_of(&self, certificate: &Certificate) -> bool {
        certificate.issuer_name() == self.certificate.subject_name()
    }

    fn now(&self) -> Timestamp {
        (self.clock)()
    }
}
