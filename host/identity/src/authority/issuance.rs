//! Issue and renewal of certificates.

use std::time::Duration;

use der::asn1::Utf8StringRef;
use spki::SubjectPublicKeyInfoOwned;
use x509_cert::ext::Extension;

use super::policy::{self, SignOptions};
use super::{Authority, AuthorityError, DuplicateState, inventory};
use crate::certificate::{Certificate, CertificateDraft};
use crate::certname::Certname;
use crate::error::X509Error;
use crate::extension;
use crate::name;
use crate::oid;
use crate::request::Request;
use crate::time;

/// Variable part of a new certificate.
struct NodeContent {
    certname: Certname,
    public_key: SubjectPublicKeyInfoOwned,
    extensions: Vec<Extension>,
}

impl Authority {
    /// Signs the waiting request of a node and removes the request.
    ///
    /// # Errors
    /// Returns an error if there is no request, the request is not permitted, or the node has a certificate that is not
    /// revoked.
    pub fn sign(&self, certname: &Certname, options: &SignOptions) -> Result<Certificate, AuthorityError> {
        let _lock = self.directory.lock()?;
        let request = self.directory.request(certname)?;
        let request = request.ok_or_else(|| AuthorityError::NoRequest(certname.clone()))?;
        // The file may have been written by hand.
        if request.certname() != certname {
            return Err(AuthorityError::NoRequest(certname.clone()));
        }
        self.sign_locked(&request, options)
    }

    /// Signs a request that need not be waiting. A waiting request of the same name is removed.
    ///
    /// # Errors
    /// Returns an error if the request is not permitted, or the node has a certificate that is not revoked.
    pub fn sign_request(&self, request: &Request, options: &SignOptions) -> Result<Certificate, AuthorityError> {
        let _lock = self.directory.lock()?;
        self.sign_locked(request, options)
    }

    fn sign_locked(&self, request: &Request, options: &SignOptions) -> Result<Certificate, AuthorityError> {
        policy::check(request, options)?;
        let certname = request.certname();
        if self.has_valid_certificate(certname)? {
            return Err(AuthorityError::Duplicate { certname: certname.clone(), state: DuplicateState::Signed });
        }
        let content = NodeContent {
            certname: certname.clone(),
            public_key: request.public_key().clone(),
            extensions: self.extensions(request, options)?,
        };
        let renewable = options.renewable_ttl.filter(|_| request.supports_renewal());
        let certificate = self.issue(content, renewable.unwrap_or(options.ttl))?;
        self.directory.remove_request(certname)?;
        Ok(certificate)
    }

    fn extensions(&self, request: &Request, options: &SignOptions) -> Result<Vec<Extension>, X509Error> {
        let mut extensions = extension::of_node(request.public_key(), &self.certificate.key_identifier())?;
        extensions.extend(policy::puppet_extensions(request));
        if options.is_ca_client {
            let value = Utf8StringRef::new("true").map_err(X509Error::der("extension"))?;
            extensions.push(extension::new(oid::PUPPET_CLI_AUTH, false, &value)?);
        }
        let own = format!("DNS:{}", request.certname());
        let mut names = request.alternative_names().to_vec();
        if !names.contains(&own) {
            names.push(own);
        }
        extensions.push(extension::subject_alt_name(&names)?);
        Ok(extensions)
    }

    /// Issues a certificate with the subject, key and extensions of a node's present certificate, which remains valid.
    ///
    /// # Errors
    /// Returns an error if this authority did not issue the present certificate, or it is revoked or has expired.
    pub fn renew(&self, present: &Certificate, ttl: Duration) -> Result<Certificate, AuthorityError> {
        let _lock = self.directory.lock()?;
        let subject = present.subject();
        if !present.is_signed_by(&self.certificate) || present.is_authority() {
            return Err(AuthorityError::ForeignCertificate(subject));
        }
        if self.is_revoked(present)? {
            return Err(AuthorityError::RevokedCertificate(subject));
        }
        if !(present.not_before()..=present.not_after()).contains(&self.now()) {
            return Err(AuthorityError::ExpiredCertificate(subject));
        }
        let content = NodeContent {
            certname: present.certname()?,
            public_key: present.public_key().clone(),
            extensions: present.raw_extensions().to_vec(),
        };
        self.issue(content, ttl)
    }

    /// The next serial number is written before the certificate, so that none is used twice if the process is killed.
    fn issue(&self, content: NodeContent, ttl: Duration) -> Result<Certificate, AuthorityError> {
        let NodeContent { certname, public_key, extensions } = content;
        let now = self.now();
        let serial = self.directory.serial()?;
        self.directory.write_serial(&serial.successor())?;
        let draft = CertificateDraft {
            serial,
            issuer: self.certificate.subject_name().clone(),
            subject: name::common(certname.as_ref())?,
            not_before: time::yesterday(now),
            not_after: time::after(now, ttl).min(self.certificate.not_after()),
            public_key,
            extensions,
        };
        let certificate = Certificate::issue(draft, &self.key)?;
        self.directory.append_to_inventory(&inventory::line(&certificate))?;
        self.directory.write_certificate(&certname, &certificate)?;
        Ok(certificate)
    }
}
