//! Certificates.

use std::collections::BTreeMap;

use der::{Decode as _, Encode as _};
use jiff::Timestamp;
use spki::SubjectPublicKeyInfoOwned;
use x509_cert::ext::Extension;
use x509_cert::ext::pkix::BasicConstraints;
use x509_cert::ext::pkix::SubjectKeyIdentifier;
use x509_cert::name::Name;
use x509_cert::serial_number::SerialNumber;
use x509_cert::time::Validity;
use x509_cert::{TbsCertificate, Version};

use crate::certname::Certname;
use crate::error::X509Error;
use crate::extension;
use crate::key::PrivateKey;
use crate::name;
use crate::oid;
use crate::pem;
use crate::request::fingerprint;
use crate::serial::Serial;
use crate::signature;
use crate::signer::SigningKey;
use crate::time;

/// Certificate of a node or of an authority.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    der: Vec<u8>,
    content: TbsCertificate,
    not_before: Timestamp,
    not_after: Timestamp,
    alternative_names: Vec<String>,
}

/// Content of a new certificate.
pub(crate) struct CertificateDraft {
    pub(crate) serial: Serial,
    pub(crate) issuer: Name,
    pub(crate) subject: Name,
    pub(crate) not_before: Timestamp,
    pub(crate) not_after: Timestamp,
    pub(crate) public_key: SubjectPublicKeyInfoOwned,
    pub(crate) extensions: Vec<Extension>,
}

const WHAT: &str = "certificate";
const LABELS: [&str; 2] = ["CERTIFICATE", "X509 CERTIFICATE"];

impl Certificate {
    /// Parses the first certificate of a PEM text.
    ///
    /// # Errors
    /// Returns an error if the text has no valid certificate.
    pub fn from_pem(text: &str) -> Result<Self, X509Error> {
        Self::from_der(&pem::first_labelled(text, &LABELS)?)
    }

    /// Parses all certificates of a PEM text.
    ///
    /// # Errors
    /// Returns an error if the text has no certificate, or one is malformed.
    pub fn all_from_pem(text: &str) -> Result<Vec<Self>, X509Error> {
        pem::all_labelled(text, &LABELS)?.iter().map(|bytes| Self::from_der(bytes)).collect()
    }

    /// Parses a certificate. Its signature is not verified; see [`Certificate::is_signed_by`].
    ///
    /// # Errors
    /// Returns an error if the certificate is malformed.
    pub fn from_der(bytes: &[u8]) -> Result<Self, X509Error> {
        let content = x509_cert::Certificate::from_der(bytes).map_err(X509Error::der(WHAT))?.tbs_certificate;
        let extensions = content.extensions.as_deref().unwrap_or_default();
        extension::check_unique(extensions)?;
        Ok(Self {
            der: bytes.to_vec(),
            not_before: time::from_x509(content.validity.not_before)?,
            not_after: time::from_x509(content.validity.not_after)?,
            alternative_names: extension::alternative_names(extensions)?,
            content,
        })
    }

    /// Creates and signs a certificate.
    pub(crate) fn issue(draft: CertificateDraft, key: &dyn SigningKey) -> Result<Self, X509Error> {
        let content = TbsCertificate {
            version: Version::V3,
            serial_number: draft.serial.to_x509()?,
            signature: key.algorithm(),
            issuer: draft.issuer,
            validity: Validity {
                not_before: time::to_x509(draft.not_before)?,
                not_after: time::to_x509(draft.not_after)?,
            },
            subject: draft.subject,
            subject_public_key_info: draft.public_key,
            issuer_unique_id: None,
            subject_unique_id: None,
            extensions: Some(draft.extensions),
        };
        Self::from_der(&signature::sign(WHAT, &content, key)?)
    }

    /// Returns the certificate as PEM.
    #[must_use]
    pub fn to_pem(&self) -> String {
        pem::encode("CERTIFICATE", &self.der)
    }

    /// Returns the certificate as DER.
    #[must_use]
    pub fn to_der(&self) -> &[u8] {
        &self.der
    }

    /// Returns the common name of the subject as a certname.
    ///
    /// # Errors
    /// Returns an error if the subject does not have exactly one common name, or it is not a certname, as in the
    /// certificates of authorities.
    pub fn certname(&self) -> Result<Certname, X509Error> {
        name::certname(&self.content.subject)
    }

    /// Returns the subject, such as `CN=web.example.com`.
    #[must_use]
    pub fn subject(&self) -> String {
        self.content.subject.to_string()
    }

    /// Returns the subject of the issuer, such as `CN=Puppet CA: puppet.example.com`.
    #[must_use]
    pub fn issuer(&self) -> String {
        self.content.issuer.to_string()
    }

    /// Returns the serial number.
    #[must_use]
    pub fn serial(&self) -> Serial {
        Serial::from(&self.content.serial_number)
    }

    /// Returns the beginning of the validity.
    #[must_use]
    pub fn not_before(&self) -> Timestamp {
        self.not_before
    }

    /// Returns the end of the validity.
    #[must_use]
    pub fn not_after(&self) -> Timestamp {
        self.not_after
    }

    /// Returns the SHA-256 digest of the certificate as Puppet prints it: pairs of upper-case digits separated by `:`.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        fingerprint(&self.der)
    }

    /// Returns the alternative names as texts such as `DNS:web` and `IP:192.0.2.1`.
    #[must_use]
    pub fn alternative_names(&self) -> &[String] {
        &self.alternative_names
    }

    /// Returns the public key.
    #[must_use]
    pub fn public_key(&self) -> &SubjectPublicKeyInfoOwned {
        &self.content.subject_public_key_info
    }

    /// Returns Puppet's extensions as in `trusted.extensions`: by short name if there is one, or else by dotted object
    /// identifier. `custom_names` contains short names by object identifier, as `custom_trusted_oid_mapping.yaml` does.
    #[must_use]
    pub fn extensions(&self, custom_names: &BTreeMap<String, String>) -> BTreeMap<String, String> {
        let puppet = self.raw_extensions().iter().filter(|extension| oid::is_puppet_extension(extension.extn_id));
        let named = puppet.map(|extension| {
            let number = extension.extn_id.to_string();
            let short = oid::short_name(&number).map(str::to_owned);
            let name = short.or_else(|| custom_names.get(&number).cloned()).unwrap_or(number);
            (name, name::extension_text(extension.extn_value.as_bytes()))
        });
        named.collect()
    }

    /// Returns whether this certificate was signed with the key of another one, whose subject is its issuer. Does not
    /// check whether the other one is an authority or either is valid now.
    #[must_use]
    pub fn is_signed_by(&self, issuer: &Self) -> bool {
        self.content.issuer == issuer.content.subject && signature::verify(WHAT, &self.der, issuer.public_key()).is_ok()
    }

    /// Returns whether this is the certificate of an authority.
    #[must_use]
    pub fn is_authority(&self) -> bool {
        let constraints = extension::find(self.raw_extensions(), oid::BASIC_CONSTRAINTS)
            .and_then(|extension| BasicConstraints::from_der(extension.extn_value.as_bytes()).ok());
        constraints.is_some_and(|constraints| constraints.ca)
    }

    pub(crate) fn raw_extensions(&self) -> &[Extension] {
        self.content.extensions.as_deref().unwrap_or_default()
    }

    /// Returns the subject of the issuer as a structure, as messages contain it.
    #[must_use]
    pub fn issuer_name(&self) -> &Name {
        &self.content.issuer
    }

    /// Returns the serial number as a structure, as messages contain it.
    #[must_use]
    pub fn serial_number(&self) -> &SerialNumber {
        &self.content.serial_number
    }

    pub(crate) fn subject_name(&self) -> &Name {
        &self.content.subject
    }

    /// Returns the identifier of the key that certificates of this authority refer to.
    pub(crate) fn key_identifier(&self) -> Vec<u8> {
        let own = extension::find(self.raw_extensions(), oid::SUBJECT_KEY_IDENTIFIER)
            .and_then(|extension| SubjectKeyIdentifier::from_der(extension.extn_value.as_bytes()).ok());
        own.map_or_else(|| extension::key_identifier(self.public_key()), |own| own.0.as_bytes().to_vec())
    }

    /// Returns whether this certificate contains the public part of a key.
    ///
    /// # Errors
    /// Returns an error if a key cannot be encoded.
    pub fn matches(&self, key: &PrivateKey) -> Result<bool, X509Error> {
        let (own, other) = (self.public_key().to_der(), key.public_key()?.to_der());
        Ok(own.map_err(X509Error::der(WHAT))? == other.map_err(X509Error::der(WHAT))?)
    }
}
