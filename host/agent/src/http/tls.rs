//! Configuration of TLS: the trusted authorities, their revocation lists, and the certificate of the node.

use std::sync::Arc;

use engine::settings::types::RevocationCheck;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, CertificateRevocationListDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};

use crate::error::AgentError;

/// The servers that are trusted.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ServerTrust<'a> {
    /// Any: to retrieve the certificate of the authority, which is verified by its fingerprint or trusted on first use.
    Any,
    /// Those with a certificate of these authorities.
    Authorities {
        /// The certificates of the authorities (PEM).
        certificates: &'a str,
        /// Their revocation lists (PEM); `None` before they are retrieved.
        revocations: Option<&'a str>,
        /// The certificates that must not be revoked.
        check: RevocationCheck,
    },
}

/// The certificate and key of the node (PEM).
#[derive(Clone, Copy)]
pub(crate) struct ClientIdentity<'a> {
    pub(crate) certificate: &'a str,
    pub(crate) key: &'a str,
}

/// Creates the configuration of connections.
///
/// # Errors
/// Returns an error if a text is not valid PEM, or the key does not belong to the certificate.
pub(crate) fn client_config(
    trust: ServerTrust<'_>,
    identity: Option<ClientIdentity<'_>>,
) -> Result<ClientConfig, AgentError> {
    let failed = |error: &dyn std::fmt::Display| AgentError::Tls(error.to_string());
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| failed(&error))?;
    let verifier: Arc<dyn ServerCertVerifier> = match trust {
        ServerTrust::Any => Arc::new(AnyServer(provider)),
        ServerTrust::Authorities { certificates, revocations, check } => {
            verifier(certificates, revocations, check, provider)?
        }
    };
    let builder = builder.dangerous().with_custom_certificate_verifier(verifier);
    let mut config = match identity {
        None => builder.with_no_client_auth(),
        Some(identity) => {
            let chain = CertificateDer::pem_slice_iter(identity.certificate.as_bytes()).collect::<Result<_, _>>();
            let key = PrivateKeyDer::from_pem_slice(identity.key.as_bytes()).map_err(|error| failed(&error))?;
            builder
                .with_client_auth_cert(chain.map_err(|error| failed(&error))?, key)
                .map_err(|error| failed(&error))?
        }
    };
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(config)
}

/// Returns the verifier of a server's certificate, including its name, validity and revocation.
fn verifier(
    certificates: &str,
    revocations: Option<&str>,
    check: RevocationCheck,
    provider: Arc<CryptoProvider>,
) -> Result<Arc<dyn ServerCertVerifier>, AgentError> {
    let failed = |error: &dyn std::fmt::Display| AgentError::Tls(error.to_string());
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(certificates.as_bytes()) {
        let certificate = certificate.map_err(|error| failed(&error))?;
        roots.add(certificate).map_err(|error| failed(&error))?;
    }
    let mut builder = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider);
    if let (Some(text), true) = (revocations, check != RevocationCheck::Off) {
        let lists = CertificateRevocationListDer::pem_slice_iter(text.as_bytes()).collect::<Result<Vec<_>, _>>();
        builder = builder.with_crls(lists.map_err(|error| failed(&error))?).enforce_revocation_expiration();
        if check == RevocationCheck::Leaf {
            builder = builder.only_check_end_entity_revocation();
        }
    }
    builder.build().map(|verifier| verifier as Arc<dyn ServerCertVerifier>).map_err(|error| failed(&error))
}

/// Accepts the certificate of any server.
#[derive(Debug)]
struct AnyServer(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyServer {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
