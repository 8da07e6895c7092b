//! Verification of a node's identity: key, certificate, chain of authorities, validity and revocation.

use std::fmt;
use std::sync::Arc;

use engine::settings::types::RevocationCheck;
use identity::{Certificate, RevocationList};
use jiff::Timestamp;
use rustls::ClientConfig;
use sha2::{Digest as _, Sha256};

use super::files::IdentityFiles;
use crate::error::AgentError;
use crate::http::{ClientIdentity, ServerTrust, client_config};

/// The maximum number of authorities between a certificate and a root.
const MAX_CHAIN: usize = 8;

/// The identity of a node, whose key, certificate and authorities belong together.
pub struct VerifiedIdentity {
    certname: String,
    /// The certificate of the node and its authorities up to the root.
    chain: Vec<Certificate>,
    client_config: Arc<ClientConfig>,
}

impl VerifiedIdentity {
    /// Reads and verifies the files of a node.
    ///
    /// # Errors
    /// Returns an error if a file is missing or invalid, other users can change it, key and certificate do not belong
    /// together, or the certificate was not signed by an authority, is revoked, or is not valid now.
    pub fn load(files: &IdentityFiles, revocation: RevocationCheck) -> Result<Self, AgentError> {
        let name = files.certname.to_string();
        let text = |path: &std::path::Path| {
            files.read(path)?.ok_or_else(|| AgentError::file(path)(std::io::ErrorKind::NotFound.into()))
        };
        let (key_text, authorities_text) = (text(&files.key)?, text(&files.authorities)?);
        let certificate_text = text(&files.certificate)?;
        let key = files.load_key()?.ok_or_else(|| AgentError::file(&files.key)(std::io::ErrorKind::NotFound.into()))?;
        let certificate =
            Certificate::from_pem(&certificate_text).map_err(AgentError::certificate(&files.certificate))?;
        if !certificate.matches(&key)? {
            return Err(AgentError::KeyMismatch { name, hint: "; 'marotte ssl clean' removes both" });
        }
        let authorities =
            Certificate::all_from_pem(&authorities_text).map_err(AgentError::certificate(&files.authorities))?;
        let chain = chain(certificate, &authorities, &name)?;
        for certificate in &chain {
            check_validity(certificate)?;
        }
        let revocations = match revocation {
            RevocationCheck::Off => None,
            RevocationCheck::Chain | RevocationCheck::Leaf => Some(text(&files.revocations)?),
        };
        if let Some(text) = &revocations {
            let lists = RevocationList::all_from_pem(text).map_err(AgentError::certificate(&files.revocations))?;
            check_revocation(&chain, &lists, revocation)?;
        }
        let trust = ServerTrust::Authorities {
            certificates: &authorities_text,
            revocations: revocations.as_deref(),
            check: revocation,
        };
        let identity = ClientIdentity { certificate: &certificate_text, key: &key_text };
        Ok(Self { certname: name, chain, client_config: Arc::new(client_config(trust, Some(identity))?) })
    }

    /// Returns the name of the node.
    #[must_use]
    pub fn certname(&self) -> &str {
        &self.certname
    }

    /// Returns the certificate of the node and its authorities up to the root.
    #[must_use]
    pub fn chain(&self) -> &[Certificate] {
        &self.chain
    }

    pub(crate) fn client_config(&self) -> Arc<ClientConfig> {
        Arc::clone(&self.client_config)
    }
}

impl fmt::Debug for VerifiedIdentity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("VerifiedIdentity").field("certname", &self.certname).finish_non_exhaustive()
    }
}

/// Returns the chain of a certificate up to a root.
fn chain(certificate: Certificate, authorities: &[Certificate], name: &str) -> Result<Vec<Certificate>, AgentError> {
    let mut chain = vec![certificate];
    for _ in 0..MAX_CHAIN {
        let last = chain.last().ok_or_else(|| AgentError::UnknownIssuer(name.to_owned()))?;
        if chain.len() > 1 && last.is_signed_by(last) {
            return Ok(chain);
        }
        let issuer = authorities.iter().find(|authority| authority.is_authority() && last.is_signed_by(authority));
        let issuer = issuer.cloned().ok_or_else(|| AgentError::UnknownIssuer(last.subject()))?;
        chain.push(issuer);
    }
    Err(AgentError::UnknownIssuer(name.to_owned()))
}

fn check_validity(certificate: &Certificate) -> Result<(), AgentError> {
    let now = Timestamp::now();
    let (begin, end) = (certificate.not_before(), certificate.not_after());
    let reason = match () {
        () if now < begin => format!("is not valid before {begin}"),
        () if now > end => format!("expired at {end}; 'marotte ssl clean' and a new request replace it"),
        () => return Ok(()),
    };
    Err(AgentError::Validity { name: certificate.subject(), reason })
}

/// Checks that no certificate of a chain is in the list of its issuer. Expired lists are checked when a server is
/// verified.
fn check_revocation(chain: &[Certificate], lists: &[RevocationList], check: RevocationCheck) -> Result<(), AgentError> {
    let checked = if check == RevocationCheck::Leaf { 1 } else { chain.len() };
    for (certificate, issuer) in chain.iter().zip(chain.iter().skip(1)).take(checked) {
        let mut of_issuer = lists.iter().filter(|list| list.is_signed_by(issuer));
        if of_issuer.any(|list| list.contains(&certificate.serial())) {
            return Err(AgentError::Revoked(certificate.subject()));
        }
    }
    Ok(())
}

/// Returns a digest in the form of fingerprints: pairs of hexadecimal digits, separated by colons.
pub(super) fn fingerprint(bytes: &[u8]) -> String {
    let pairs: Vec<String> = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02X}")).collect();
    pairs.join(":")
}
