//! The configuration of TLS: the server's certificate, the certificates that clients may have, and those of the upstream server.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result};
use engine::Stamps;
use ownership::{Checker, OwnershipRule};
use rustls::client::WebPkiServerVerifier;
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, CertificateRevocationListDer, PrivateKeyDer};
use rustls::server::{NoServerSessionStorage, WebPkiClientVerifier};
use rustls::{ClientConfig, RootCertStore, ServerConfig};

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

/// The content of the files.
struct TlsMaterial {
    chain: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
    authorities: Arc<RootCertStore>,
    /// `None` if there is no file.
    revocations: Option<Vec<CertificateRevocationListDer<'static>>>,
    provider: Arc<CryptoProvider>,
}

/// The configurations for connections of clients and to the upstream server.
#[derive(Clone)]
struct Configurations {
    server: Arc<ServerConfig>,
    client: Arc<ClientConfig>,
}

impl TlsFiles {
    /// Returns the versions of the files.
    fn stamps(&self) -> Stamps {
        let stamps = Stamps::default();
        [&self.certificate, &self.key, &self.authorities, &self.revocations].iter().for_each(|path| stamps.note(path));
        stamps
    }

    /// Reads the files.
    fn load(&self, checker: &Checker) -> Result<Configurations> {
        let material = self.material(checker)?;
        let unusable = || format!("{} cannot be used", self.certificate.display());
        Ok(Configurations {
            server: Arc::new(material.server().with_context(unusable)?),
            client: Arc::new(material.client().with_context(unusable)?),
        })
    }

    /// Returns the configuration with which this system is a client.
    ///
    /// # Errors
    /// Returns an error that names the file if one is missing or invalid, or other users can change it.
    pub(crate) fn client(&self, checker: &Checker) -> Result<Arc<ClientConfig>> {
        self.material(checker)?.client().map(Arc::new)
    }

    fn material(&self, checker: &Checker) -> Result<TlsMaterial> {
        let mut authorities = RootCertStore::empty();
        for certificate in objects(&self.authorities, checker)? {
            authorities.add(certificate).with_context(|| invalid(&self.authorities))?;
        }
        let revocations = match self.revocations.exists() {
            true => Some(objects(&self.revocations, checker)?),
            false => None,
        };
        let key = read(&self.key, checker)?;
        Ok(TlsMaterial {
            chain: objects(&self.certificate, checker)?,
            key: PrivateKeyDer::from_pem_slice(&key).with_context(|| invalid(&self.key))?,
            authorities: Arc::new(authorities),
            revocations,
            provider: Arc::new(rustls::crypto::ring::default_provider()),
        })
    }
}

fn read(path: &Path, checker: &Checker) -> Result<Vec<u8>> {
    checker.read(path, OwnershipRule::Trusted).with_context(|| format!("Could not read {}", path.display()))
}

fn invalid(path: &Path) -> String {
    format!("{} is not valid", path.display())
}

/// Reads the objects of a kind in a file.
fn objects<T: PemObject>(path: &Path, checker: &Checker) -> Result<Vec<T>> {
    let text = read(path, checker)?;
    T::pem_slice_iter(&text).collect::<Result<_, _>>().with_context(|| invalid(path))
}

const UNUSABLE_LISTS: &str = "the certificates of the authorities or the revocation lists are not valid";
const OTHER_KEY: &str = "the private key is that of another certificate";

impl TlsMaterial {
    fn server(&self) -> Result<ServerConfig> {
        let roots = Arc::clone(&self.authorities);
        // Clients without a certificate can request one.
        let verifier = WebPkiClientVerifier::builder_with_provider(roots, Arc::clone(&self.provider));
        let verifier = match self.revocations.clone() {
            Some(lists) => verifier.with_crls(lists).enforce_revocation_expiration(),
            None => verifier,
        };
        let mut config = ServerConfig::builder_with_provider(Arc::clone(&self.provider))
            .with_safe_default_protocol_versions()?
            .with_client_cert_verifier(verifier.allow_unauthenticated().build().context(UNUSABLE_LISTS)?)
            .with_single_cert(self.chain.clone(), self.key.clone_key())
            .context(OTHER_KEY)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        // A resumed session would not compare the certificate with the revocation lists again.
        config.session_storage = Arc::new(NoServerSessionStorage {});
        config.send_tls13_tickets = 0;
        Ok(config)
    }

    /// Returns the configuration with which this server is a client of another one.
    fn client(&self) -> Result<ClientConfig> {
        let roots = Arc::clone(&self.authorities);
        let verifier = WebPkiServerVerifier::builder_with_provider(roots, Arc::clone(&self.provider));
        let verifier = match self.revocations.clone() {
            Some(lists) => verifier.with_crls(lists).enforce_revocation_expiration(),
            None => verifier,
        };
        let mut config = ClientConfig::builder_with_provider(Arc::clone(&self.provider))
            .with_safe_default_protocol_versions()?
            .with_webpki_verifier(verifier.build().context(UNUSABLE_LISTS)?)
            .with_client_auth_cert(self.chain.clone(), self.key.clone_key())
            .context(OTHER_KEY)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(config)
    }
}

/// The current configuration, which is read again when a file has changed.
pub(crate) struct TlsConfig {
    files: TlsFiles,
    checker: Arc<Checker>,
    current: Mutex<(Stamps, Configurations)>,
}

impl TlsConfig {
    /// Reads the files.
    ///
    /// # Errors
    /// Returns an error that names the file if one is missing or invalid, or other users can change it.
    pub(crate) fn new(files: TlsFiles, checker: Arc<Checker>) -> Result<Self> {
        let stamps = files.stamps();
        let configurations = files.load(&checker)?;
        Ok(Self { files, checker, current: Mutex::new((stamps, configurations)) })
    }

    /// Returns the configuration for a new connection, and the reason why changed files cannot be used.
    pub(crate) fn current(&self) -> (Arc<ServerConfig>, Option<anyhow::Error>) {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let mut error = None;
        if !current.0.are_current() {
            let stamps = self.files.stamps();
            match self.files.load(&self.checker) {
                Ok(configurations) => current.1 = configurations,
                Err(reason) => error = Some(reason),
            }
            current.0 = stamps;
        }
        (Arc::clone(&current.1.server), error)
    }

    /// Returns the configuration for connections to the upstream server.
    pub(crate) fn of_upstream(&self) -> Arc<ClientConfig> {
        // The files were read for the request that is forwarded.
        Arc::clone(&self.current.lock().unwrap_or_else(PoisonError::into_inner).1.client)
    }
}
