//! Files of a node's identity, with Puppet's names: its key, certificate and certificate request, and the certificates
//! and revocation lists of the authorities.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use engine::Settings;
use files::Durability;
use identity::{Certificate, Certname, PrivateKey, Request};
use ownership::{Checker, OwnershipRule};

use crate::error::AgentError;

/// Mode of the private key, as in Puppet.
const KEY_MODE: u32 = 0o640;

/// Mode of the other files.
const PUBLIC_MODE: u32 = 0o644;

/// Paths of the files of an identity.
#[derive(Debug, Clone)]
pub struct IdentityFiles {
    /// The name of the node.
    pub certname: Certname,
    /// The private key of the node.
    pub key: PathBuf,
    /// The public key, which only other programs use.
    pub public_key: PathBuf,
    /// The certificate of the node.
    pub certificate: PathBuf,
    /// The certificate request, until it is signed.
    pub request: PathBuf,
    /// The certificates of the authorities.
    pub authorities: PathBuf,
    /// The revocation lists of the authorities.
    pub revocations: PathBuf,
    checker: Arc<Checker>,
}

/// A certificate request that was sent.
#[derive(Debug)]
pub struct CertificateRequestFile {
    /// The request.
    pub request: Request,
    /// The file.
    pub path: PathBuf,
}

impl IdentityFiles {
    /// Returns the files of a node according to the settings.
    #[must_use]
    pub fn new(settings: &Settings, certname: Certname) -> Self {
        let name = format!("{certname}.pem");
        Self {
            key: settings.privatekeydir.join(&name),
            public_key: settings.ssldir.join("public_keys").join(&name),
            certificate: settings.certdir.join(&name),
            request: settings.requestdir.join(&name),
            authorities: settings.localcacert.value.clone(),
            revocations: settings.hostcrl.value.clone(),
            checker: Arc::clone(&settings.checker),
            certname,
        }
    }

    /// Returns the private key; `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, other users can change it, or it is not a key.
    pub fn load_key(&self) -> Result<Option<PrivateKey>, AgentError> {
        let text = self.read(&self.key)?;
        text.map(|text| PrivateKey::from_pem(&text).map_err(AgentError::certificate(&self.key))).transpose()
    }

    /// Returns the certificate of the node; `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, other users can change it, or it is not a certificate.
    pub fn load_certificate(&self) -> Result<Option<Certificate>, AgentError> {
        let text = self.read(&self.certificate)?;
        text.map(|text| Certificate::from_pem(&text).map_err(AgentError::certificate(&self.certificate))).transpose()
    }

    /// Returns the certificate request that was sent; `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, other users can change it, or it is not a request.
    pub fn load_request(&self) -> Result<Option<CertificateRequestFile>, AgentError> {
        let Some(text) = self.read(&self.request)? else { return Ok(None) };
        let request = Request::from_pem(&text).map_err(AgentError::certificate(&self.request))?;
        Ok(Some(CertificateRequestFile { request, path: self.request.clone() }))
    }

    /// Removes files and returns the removed ones with Puppet's names. The files of the authorities are included if
    /// `with_authorities` is set.
    ///
    /// # Errors
    /// Returns an error if a file cannot be removed.
    pub fn clean(&self, with_authorities: bool) -> Result<Vec<(&'static str, &Path)>, AgentError> {
        let own = [
            ("private key", &self.key),
            ("public key", &self.public_key),
            ("certificate request", &self.request),
            ("certificate", &self.certificate),
        ];
        let of_authorities = [("local CA certificate", &self.authorities), ("local CRL", &self.revocations)];
        let mut removed = Vec::new();
        for (name, path) in own.into_iter().chain(of_authorities.into_iter().filter(|_| with_authorities)) {
            match fs::remove_file(path) {
                Ok(()) => removed.push((name, path.as_path())),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(AgentError::file(path)(error)),
            }
        }
        Ok(removed)
    }

    /// Returns whether the revocation lists were written longer ago than an interval.
    pub(super) fn are_revocations_older_than(&self, interval: Duration) -> bool {
        let written = fs::metadata(&self.revocations).and_then(|metadata| metadata.modified());
        // A time in the future, after the clock was set back, does not postpone the next retrieval.
        written.ok().is_none_or(|time| time.elapsed().ok().is_none_or(|age| age >= interval))
    }

    /// Reads a text file; `None` if it does not exist.
    pub(super) fn read(&self, path: &Path) -> Result<Option<String>, AgentError> {
        match self.checker.read(path, OwnershipRule::Trusted) {
            Err(error) if error.is_missing() => Ok(None),
            Err(error) => Err(error.into()),
            Ok(bytes) => match String::from_utf8(bytes) {
                Ok(text) => Ok(Some(text)),
                Err(_) => {
                    Err(AgentError::file(path)(std::io::Error::new(ErrorKind::InvalidData, "it is not a text file")))
                }
            },
        }
    }

    pub(super) fn write_key(&self, key: &PrivateKey) -> Result<(), AgentError> {
        write(&self.key, KEY_MODE, key.to_pem().as_bytes())
    }

    pub(super) fn write(&self, path: &Path, text: &str) -> Result<(), AgentError> {
        write(path, PUBLIC_MODE, text.as_bytes())
    }
}

fn write(path: &Path, mode: u32, bytes: &[u8]) -> Result<(), AgentError> {
    files::keep(path, mode, Durability::Fsync, |out| out.write_all(bytes)).map_err(AgentError::file(path))
}
