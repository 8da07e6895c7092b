//! TLS of connections, with rustls.

use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{ResolvesClientCert, WebPkiServerVerifier, verify_server_name};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use thiserror::Error as ThisError;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// How the certificate of a server is verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verification {
    /// It is not: the connection is private, but the server can be another one.
    Nothing,
    /// An authority issued it.
    Authority,
    /// An authority issued it for the name of the host.
    AuthorityAndName,
}

/// Files in PEM format.
#[derive(Debug, Default)]
pub(super) struct TlsFiles {
    /// Certificates of authorities; `system` for those of the system.
    pub(super) authorities: Option<PathBuf>,
    /// The certificate of the client.
    pub(super) certificate: Option<PathBuf>,
    /// Its key.
    pub(super) key: Option<PathBuf>,
}

/// Certificates or a key cannot be used.
#[derive(Debug, ThisError)]
pub enum TlsError {
    /// A file is missing or not in PEM format.
    #[error("The file '{}' cannot be used for TLS: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A parameter of the URL is missing.
    #[error("The URL of the database needs the parameter '{0}'")]
    Missing(&'static str),
    /// rustls refuses the configuration.
    #[error("TLS cannot be used: {0}")]
    Configuration(#[from] Error),
    /// The authorities cannot be used.
    #[error("The authorities for TLS cannot be used: {0}")]
    Authorities(#[source] rustls::client::VerifierBuilderError),
}

/// Opens connections with TLS.
#[derive(Debug, Clone)]
pub(super) struct Tls(Arc<ClientConfig>);

/// Reads certificates and keys.
///
/// # Errors
/// Returns an error if a file cannot be read, or a file is needed that is not given.
pub(super) fn configure(verification: Verification, files: &TlsFiles) -> Result<Tls, TlsError> {
    let provider = Arc::new(ring::default_provider());
    let roots = files.authorities.as_deref().map(authorities).transpose()?;
    let web = match (&roots, verification) {
        (Some(roots), Verification::Authority | Verification::AuthorityAndName) => Some(verifier(roots, &provider)?),
        (None, Verification::Authority | Verification::AuthorityAndName) => {
            return Err(TlsError::Missing("sslrootcert"));
        }
        (_, Verification::Nothing) => None,
    };
    let verifier =
        ServerVerifier { verification, web, trusted: roots.unwrap_or_default(), provider: Arc::clone(&provider) };
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier));
    let config = match (&files.certificate, &files.key) {
        (None, None) => builder.with_client_cert_resolver(Arc::new(NoCertificate)),
        (Some(certificate), Some(key)) => {
            let private = PrivateKeyDer::from_pem_file(key).map_err(|error| fault(key, &error))?;
            builder.with_client_auth_cert(certificates(certificate)?, private)?
        }
        (Some(_), None) => return Err(TlsError::Missing("sslkey")),
        (None, Some(_)) => return Err(TlsError::Missing("sslcert")),
    };
    Ok(Tls(Arc::new(config)))
}

fn fault(path: &Path, error: &dyn std::error::Error) -> TlsError {
    TlsError::File { path: path.to_owned(), reason: error.to_string() }
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let read = CertificateDer::pem_file_iter(path).and_then(|found| found.collect::<Result<Vec<_>, _>>());
    match read {
        Ok(found) if found.is_empty() => {
            Err(TlsError::File { path: path.to_owned(), reason: "there is no certificate in it".to_owned() })
        }
        Ok(found) => Ok(found),
        Err(error) => Err(fault(path, &error)),
    }
}

fn authorities(path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    match path.to_str() {
        Some("system") => Ok(rustls_native_certs::load_native_certs().certs),
        _ => certificates(path),
    }
}

fn verifier(
    authorities: &[CertificateDer<'static>],
    provider: &Arc<CryptoProvider>,
) -> Result<Arc<WebPkiServerVerifier>, TlsError> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(authorities.iter().cloned());
    WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::clone(provider))
        .build()
        .map_err(TlsError::Authorities)
}

/// The client has no certificate.
#[derive(Debug)]
struct NoCertificate;

impl ResolvesClientCert for NoCertificate {
    fn resolve(&self, _: &[&[u8]], _: &[SignatureScheme]) -> Option<Arc<rustls::sign::CertifiedKey>> {
        None
    }

    fn has_certs(&self) -> bool {
        false
    }
}

/// Verifies servers as the parameter `sslmode` requires.
#[derive(Debug)]
struct ServerVerifier {
    verification: Verification,
    web: Option<Arc<WebPkiServerVerifier>>,
    /// A server's own certificate can be in the file of authorities.
    trusted: Vec<CertificateDer<'static>>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for ServerVerifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(web) = &self.web else { return Ok(ServerCertVerified::assertion()) };
        if self.trusted.contains(certificate) {
            if self.verification == Verification::AuthorityAndName {
                verify_server_name(&ParsedCertificate::try_from(certificate)?, name)?;
            }
            return Ok(ServerCertVerified::assertion());
        }
        match web.verify_server_cert(certificate, intermediates, name, ocsp, now) {
            // The name is verified after everything else.
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if self.verification == Verification::Authority => Ok(ServerCertVerified::assertion()),
            other => other,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

impl<S> MakeTlsConnect<S> for Tls
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = Encrypted<S>;
    type TlsConnect = Connect;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> Result<Connect, io::Error> {
        Ok(Connect { config: Arc::clone(&self.0), host: host.to_owned() })
    }
}

/// Opens one connection.
pub(super) struct Connect {
    config: Arc<ClientConfig>,
    /// Empty for a Unix socket, which has no TLS.
    host: String,
}

impl<S> TlsConnect<S> for Connect
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = Encrypted<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Encrypted<S>, io::Error>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        let connector = tokio_rustls::TlsConnector::from(self.config);
        Box::pin(async move {
            let name = ServerName::try_from(self.host).map_err(io::Error::other)?;
            Ok(Encrypted(connector.connect(name, stream).await?))
        })
    }
}

/// An encrypted connection.
pub(super) struct Encrypted<S>(tokio_rustls::client::TlsStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Encrypted<S> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Encrypted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Encrypted<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
