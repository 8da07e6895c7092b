//! Certificate requests (PKCS#10), as Puppet's agents send them.

mod draft;

use std::collections::{BTreeMap, BTreeSet};

use const_oid::ObjectIdentifier;
use der::{Decode as _, Sequence, Tagged as _};
use ring::digest;
use spki::{AlgorithmIdentifierOwned, SubjectPublicKeyInfoOwned};
use x509_cert::attr::{Attribute, Attributes};
use x509_cert::ext::Extension;
use x509_cert::name::Name;

pub use draft::RequestOptions;

use crate::certname::Certname;
use crate::error::X509Error;
use crate::extension;
use crate::key::PrivateKey;
use crate::name;
use crate::oid;
use crate::pem;
use crate::signature;

/// Certificate request with a valid signature of its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    der: Vec<u8>,
    certname: Certname,
    public_key: SubjectPublicKeyInfoOwned,
    attributes: Vec<Attribute>,
    extensions: Vec<Extension>,
    alternative_names: Vec<String>,
}

/// Signed content of a request. The version is a plain number, since `puppetserver ca generate` writes version 2,
/// which does not exist.
#[derive(Sequence)]
struct RequestInfo {
    version: u8,
    subject: Name,
    public_key: SubjectPublicKeyInfoOwned,
    #[asn1(context_specific = "0", tag_mode = "IMPLICIT", optional = "true")]
    attributes: Option<Attributes>,
}

#[derive(Sequence)]
struct SignedRequest {
    info: RequestInfo,
    algorithm: AlgorithmIdentifierOwned,
    signature: der::asn1::BitString,
}

const WHAT: &str = "certificate request";
const LABELS: [&str; 2] = ["CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"];

impl Request {
    /// Parses the first request of a PEM text.
    ///
    /// # Errors
    /// Returns an error if the text has no valid request; see [`Request::from_der`].
    pub fn from_pem(text: &str) -> Result<Self, X509Error> {
        Self::from_der(&pem::first_labelled(text, &LABELS)?)
    }

    /// Parses a request and verifies its signature.
    ///
    /// # Errors
    /// Returns an error if the request is malformed or has an attribute or extension twice, its common name is not a certname,
    /// its key is not P-256, P-384 or RSA of at least 2048 bits, or its signature is invalid or uses SHA-1.
    pub fn from_der(bytes: &[u8]) -> Result<Self, X509Error> {
        let info = SignedRequest::from_der(bytes).map_err(X509Error::der(WHAT))?.info;
        signature::verify(WHAT, bytes, &info.public_key).map_err(|error| match error {
            X509Error::Signature => X509Error::RequestSignature,
            other => other,
        })?;
        let certname = name::certname(&info.subject)?;
        let attributes: Vec<_> = info.attributes.unwrap_or_default().iter().cloned().collect();
        check_unique(&attributes)?;
        let extensions = requested_extensions(&attributes)?;
        extension::check_unique(&extensions)?;
        let alternative_names = extension::alternative_names(&extensions)?;
        Ok(Self {
            der: bytes.to_vec(),
            certname,
            public_key: info.public_key,
            attributes,
            extensions,
            alternative_names,
        })
    }

    /// Creates a request as `puppet ssl submit_request` does.
    ///
    /// # Errors
    /// Returns an error if an option is not valid.
    pub fn create(key: &PrivateKey, certname: &Certname, options: &RequestOptions) -> Result<Self, X509Error> {
        let info = draft::info(key, certname, options)?;
        Self::from_der(&signature::sign(WHAT, &info, key)?)
    }

    /// Returns the name of the node.
    #[must_use]
    pub fn certname(&self) -> &Certname {
        &self.certname
    }

    /// Returns the requested alternative names as texts such as `DNS:web` and `IP:192.0.2.1`.
    #[must_use]
    pub fn alternative_names(&self) -> &[String] {
        &self.alternative_names
    }

    /// Returns the attributes by dotted object identifier, without the requested extensions. These are the
    /// `custom_attributes` of Puppet's `csr_attributes.yaml`.
    #[must_use]
    pub fn attributes(&self) -> BTreeMap<String, String> {
        let custom = self.attributes.iter().filter(|attribute| !is_extension_request(attribute.oid));
        let texts = custom.filter_map(|attribute| {
            let value = attribute.values.iter().next()?;
            let text = name::text(value.tag(), value.value());
            Some((attribute.oid.to_string(), text.unwrap_or_else(|| String::from_utf8_lossy(value.value()).into())))
        });
        texts.collect()
    }

    /// Returns the challenge password, which programs for automatic signing use as a token. `None` if the request
    /// has none.
    #[must_use]
    pub fn challenge_password(&self) -> Option<String> {
        self.attributes().remove(&oid::CHALLENGE_PASSWORD.to_string())
    }

    /// The attribute of requests of agents that renew their certificates, with the value `true`.
    pub const RENEWAL_ATTRIBUTE: &str = "1.3.6.1.4.1.34380.1.3.2";

    /// Returns whether the agent renews its certificate before it ends.
    #[must_use]
    pub fn supports_renewal(&self) -> bool {
        self.attributes().get(Self::RENEWAL_ATTRIBUTE).is_some_and(|value| value == "true")
    }

    /// Returns the requested extensions by dotted object identifier, without the alternative names. Values are
    /// decoded as Puppet does.
    #[must_use]
    pub fn extensions(&self) -> BTreeMap<String, String> {
        let others = self.extensions.iter().filter(|extension| extension.extn_id != oid::SUBJECT_ALT_NAME);
        let text = |extension: &Extension| name::extension_text(extension.extn_value.as_bytes());
        others.map(|extension| (extension.extn_id.to_string(), text(extension))).collect()
    }

    /// Returns the public key.
    #[must_use]
    pub fn public_key(&self) -> &SubjectPublicKeyInfoOwned {
        &self.public_key
    }

    /// Returns the SHA-256 digest of the request as Puppet prints it: pairs of upper-case digits separated by `:`.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        fingerprint(&self.der)
    }

    /// Returns the request as PEM.
    #[must_use]
    pub fn to_pem(&self) -> String {
        pem::encode("CERTIFICATE REQUEST", &self.der)
    }

    /// Returns the request as DER.
    #[must_use]
    pub fn to_der(&self) -> &[u8] {
        &self.der
    }

    pub(crate) fn raw_extensions(&self) -> &[Extension] {
        &self.extensions
    }
}

/// Returns the SHA-256 digest in Puppet's form.
pub(crate) fn fingerprint(bytes: &[u8]) -> String {
    let digest = digest::digest(&digest::SHA256, bytes);
    let pairs: Vec<_> = digest.as_ref().iter().map(|byte| format!("{byte:02X}")).collect();
    pairs.join(":")
}

fn is_extension_request(oid: ObjectIdentifier) -> bool {
    [oid::EXTENSION_REQUEST, oid::MS_EXTENSION_REQUEST].contains(&oid)
}

/// Checks that no attribute other than the extension requests is present twice: a token would be one of several.
fn check_unique(attributes: &[Attribute]) -> Result<(), X509Error> {
    let mut known = BTreeSet::new();
    let mut custom = attributes.iter().map(|attribute| attribute.oid).filter(|oid| !is_extension_request(*oid));
    match custom.find(|oid| !known.insert(*oid)) {
        Some(oid) => Err(X509Error::DuplicateAttribute(oid.to_string())),
        None => Ok(()),
    }
}

/// Returns the extensions of all extension requests, of which there is usually one.
fn requested_extensions(attributes: &[Attribute]) -> Result<Vec<Extension>, X509Error> {
    let mut found = Vec::new();
    for attribute in attributes.iter().filter(|attribute| is_extension_request(attribute.oid)) {
        for value in attribute.values.iter() {
            found.extend(value.decode_as::<Vec<Extension>>().map_err(X509Error::der("extension request"))?);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_rejects_duplicate_attributes() {
        let (key, name) = (PrivateKey::generate().unwrap(), "web".parse().unwrap());
        let create = |attributes: &[(&str, &str)]| {
            let attributes = attributes.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            Request::create(&key, &name, &RequestOptions { attributes, ..RequestOptions::default() })
        };
        let (token, other) = (("challengePassword", "a"), ("1.2.840.113549.1.9.7", "b"));
        let error = create(&[token, other]).unwrap_err();
        assert_eq!(error, X509Error::DuplicateAttribute("1.2.840.113549.1.9.7".to_owned()));
        assert_eq!(create(&[token]).unwrap().challenge_password().as_deref(), Some("a"));
    }
}
