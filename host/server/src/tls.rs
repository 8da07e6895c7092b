//! The configuration of TLS: the server's certificate, and the certificates that clients may have.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result};
use engine::Stamps;
use ownership::{Checker, OwnershipRule};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, CertificateRevocationListDer, PrivateKeyDer};
use rustls::server::WebPkiClientVerifier;
use rustls::{RootCertStore, ServerConfig};

/// The files of a server's identity, all in PEM.
#[derive(Debug, Clone)]
pub struct TlsFiles {
    /// The certificate of the server.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
    /// The certificates of authorities that may have issued those of clients.
    pub authorities: PathBuf,
    /// The revocation lists of the authorities; without the file, no certificate is revoked.
    pub revocations: PathBuf,
}

impl TlsFiles {
    /// Returns the versions of the files.
    fn stamps(&self) -> Stamps {
        let stamps = Stamps::default();
        [&self.certificate, &self.key, &self.authorities, &self.revocations].iter().for_each(|path| stamps.note(path));
        stamps
    }

    /// Reads the files.
    fn load(&self, checker: &Checker) -> Result<ServerConfig> {
        let read = |path: &PathBuf| {
            checker.read(path, OwnershipRule::Trusted).with_context(|| format!("Could not read {}", path.display()))
        };
        let invalid = |path: &PathBuf| format!("{} is not valid", path.display());
        let mut roots = RootCertStore::empty();
        for certificate in CertificateDer::pem_slice_iter(&read(&self.authorities)?) {
            let certificate = certificate.with_context(|| invalid(&self.authorities))?;
            roots.add(certificate).with_context(|| invalid(&self.authorities))?;
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        // Clients without a certificate can request one.
        let verifier =
            WebPkiClientVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider)).allow_unauthenticated();
        let verifier = match self.revocations.exists() {
            true => {
                let text = read(&self.revocations)?;
                let lists = CertificateRevocationListDer::pem_slice_iter(&text).collect::<Result<Vec<_>, _>>();
                let lists = lists.with_context(|| invalid(&self.revocations))?;
                verifier.with_crls(lists).enforce_revocation_expiration()
            }
            false => verifier,
        };
        let chain = CertificateDer::pem_slice_iter(&read(&self.certificate)?).collect::<Result<Vec<_>, _>>();
        let chain = chain.with_context(|| invalid(&self.certificate))?;
        let key = PrivateKeyDer::from_pem_slice(&read(&self.key)?).with_context(|| invalid(&self.key))?;
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_client_cert_verifier(verifier.build().with_context(|| invalid(&self.revocations))?)
            .with_single_cert(chain, key)
            .with_context(|| {
                format!("{} and {} do not belong together", self.certificate.display(), self.key.display())
            })?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(config)
    }
}

/// The current configuration, which is read again when a file has changed.
pub(crate) struct TlsConfig {
    files: TlsFiles,
    checker: Arc<Checker>,
    current: Mutex<(Stamps, Arc<ServerConfig>)>,
}

impl TlsConfig {
    /// Reads the files.
    ///
    /// # Errors
    /// Returns an error that names the file if one is missing or invalid, or other users can change it.
    pub(crate) fn new(files: TlsFiles, checker: Arc<Checker>) -> Result<Self> {
        let stamps = files.stamps();
        let config = Arc::new(files.load(&checker)?);
        Ok(Self { files, checker, current: Mutex::new((stamps, config)) })
    }

    /// Returns the configuration for a new connection, and the reason why changed files cannot be used.
    pub(crate) fn current(&self) -> (Arc<ServerConfig>, Option<anyhow::Error>) {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let mut error = None;
        if !current.0.are_current() {
            let stamps = self.files.stamps();
            match self.files.load(&self.checker) {
                Ok(config) => current.1 = Arc::new(config),
                Err(reason) => error = Some(reason),
            }
            current.0 = stamps;
        }
        (Arc::clone(&current.1), error)
    }
}
