//! Content of new requests.

use der::asn1::{Any, PrintableStringRef, SetOfVec, Utf8StringRef};
use x509_cert::attr::Attribute;

use super::{RequestInfo, is_extension_request};
use crate::certname::Certname;
use crate::error::X509Error;
use crate::extension;
use crate::key::PrivateKey;
use crate::name;
use crate::oid;

/// Contents of a request other than the name and key: Puppet's setting `dns_alt_names` and its file
/// `csr_attributes.yaml`. Object identifiers are dotted or one of Puppet's short names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RequestOptions {
    /// Alternative names with the prefix `DNS:`, which is the default, or `IP:`. If there are any, the certname is
    /// added.
    pub alternative_names: Vec<String>,
    /// Attributes, which are not part of the certificate (`custom_attributes`).
    pub attributes: Vec<(String, String)>,
    /// Extensions for the certificate (`extension_requests`).
    pub extensions: Vec<(String, String)>,
}

/// Returns the content of a request.
pub(super) fn info(key: &PrivateKey, certname: &Certname, options: &RequestOptions) -> Result<RequestInfo, X509Error> {
    let mut attributes = Vec::new();
    for (oid, value) in &options.attributes {
        attributes.push(custom_attribute(oid, value)?);
    }
    if let Some(request) = extension_request(certname, options)? {
        attributes.push(request);
    }
    let attributes = SetOfVec::try_from(attributes).map_err(X509Error::der("attribute"))?;
    Ok(RequestInfo {
        version: 0,
        subject: name::common(certname.as_ref())?,
        public_key: key.public_key()?,
        attributes: Some(attributes),
    })
}

/// Puppet writes every value as `PrintableString`. Here, a value with characters that this type does not permit is a
/// `UTF8String`, which Puppet reads too.
fn custom_attribute(name: &str, value: &str) -> Result<Attribute, X509Error> {
    let oid = oid::parse(name)?;
    if is_extension_request(oid) {
        return Err(X509Error::ReservedAttribute(name.to_owned()));
    }
    let value = match PrintableStringRef::new(value) {
        Ok(printable) => Any::from(printable),
        Err(_) => Any::from(Utf8StringRef::new(value).map_err(X509Error::der("attribute"))?),
    };
    let values = SetOfVec::try_from(vec![value]).map_err(X509Error::der("attribute"))?;
    Ok(Attribute { oid, values })
}

fn extension_request(certname: &Certname, options: &RequestOptions) -> Result<Option<Attribute>, X509Error> {
    let mut extensions = Vec::new();
    for (name, value) in &options.extensions {
        let oid = oid::parse(name)?;
        if oid == oid::SUBJECT_ALT_NAME {
            return Err(X509Error::ReservedExtension(name.clone()));
        }
        let value = Utf8StringRef::new(value).map_err(X509Error::der("extension"))?;
        extensions.push(extension::new(oid, false, &value)?);
    }
    if !options.alternative_names.is_empty() {
        extensions.push(extension::subject_alt_name(&alternative_names(certname, options))?);
    }
    if extensions.is_empty() {
        return Ok(None);
    }
    let value = Any::encode_from(&extensions).map_err(X509Error::der("extension request"))?;
    let values = SetOfVec::try_from(vec![value]).map_err(X509Error::der("extension request"))?;
    Ok(Some(Attribute { oid: oid::EXTENSION_REQUEST, values }))
}

/// Puppet sorts the names and removes duplicates.
fn alternative_names(certname: &Certname, options: &RequestOptions) -> Vec<String> {
    let own = certname.to_string();
    let names = options.alternative_names.iter().map(|name| name.trim()).chain([&*own]);
    let is_typed = |name: &str| name.starts_with("DNS:") || name.starts_with("IP:");
    let mut names: Vec<_> =
        names.map(|name| if is_typed(name) { name.to_owned() } else { format!("DNS:{name}") }).collect();
    names.sort();
    names.dedup();
    names
}
