//! Signatures for another process, which does not know the key and is not trusted: only certificates that it could also request
//! are signed.

use der::Decode as _;
use x509_cert::TbsCertificate;
use x509_cert::crl::TbsCertList;
use x509_cert::ext::Extension;
use x509_cert::ext::pkix::BasicConstraints;

use super::{Authority, AuthorityError};
use crate::certificate::Certificate;
use crate::error::X509Error;
use crate::extension;
use crate::name;
use crate::oid;
use crate::signer::SigningKey as _;

impl Authority {
    /// Signs the content of a certificate of a node, or of the revocation list of this authority. A certificate with the extension
    /// `pp_cli_auth` is signed only if the present certificate of the node has it too, with the same key.
    ///
    /// # Errors
    /// Returns an error if the content is something else, or cannot be signed.
    pub fn sign_content(&self, content: &[u8]) -> Result<Vec<u8>, AuthorityError> {
        if let Ok(certificate) = TbsCertificate::from_der(content) {
            self.check_node_certificate(&certificate)?;
        } else {
            let refused = |_| X509Error::Content("it is neither a certificate nor a revocation list");
            let list = TbsCertList::from_der(content).map_err(refused)?;
            if list.issuer != *self.certificate.subject_name() {
                return Err(X509Error::Content("the issuer is another one").into());
            }
        }
        Ok(self.key.signature(content)?)
    }

    fn check_node_certificate(&self, content: &TbsCertificate) -> Result<(), AuthorityError> {
        let refused = |reason| Err(X509Error::Content(reason).into());
        let extensions = content.extensions.as_deref().unwrap_or_default();
        extension::check_unique(extensions)?;
        if content.issuer != *self.certificate.subject_name() {
            return refused("the issuer is another one");
        }
        if !is_end_entity(extensions) {
            return refused("it is the certificate of an authority");
        }
        let certname = name::certname(&content.subject)?;
        if !certname.is_hostname() || content.subject == *self.certificate.subject_name() {
            return refused("its subject is not the name of a node");
        }
        if !is_administrator(extensions) {
            return Ok(());
        }
        let is_same = |present: &Certificate| {
            present.is_signed_by(&self.certificate)
                && *present.public_key() == content.subject_public_key_info
                && is_administrator(present.raw_extensions())
        };
        match self.certificate(&certname)?.filter(is_same) {
            Some(present) if !self.is_revoked(&present)? => Ok(()),
            _ => refused("it would make its holder an administrator of the authority"),
        }
    }
}

fn is_administrator(extensions: &[Extension]) -> bool {
    extension::find(extensions, oid::PUPPET_CLI_AUTH).is_some()
}

/// Returns whether extensions state that a certificate is not that of an authority.
fn is_end_entity(extensions: &[Extension]) -> bool {
    let constraints = extension::find(extensions, oid::BASIC_CONSTRAINTS)
        .and_then(|extension| BasicConstraints::from_der(extension.extn_value.as_bytes()).ok());
    constraints.is_some_and(|constraints| !constraints.ca)
}
