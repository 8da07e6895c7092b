//! Revocation lists.

use std::time::Duration;

use der::Decode as _;
use jiff::Timestamp;
use x509_cert::Version;
use x509_cert::crl::{CertificateList, RevokedCert, TbsCertList};
use x509_cert::ext::pkix::CrlReason;

use crate::certificate::Certificate;
use crate::error::X509Error;
use crate::extension;
use crate::key::PrivateKey;
use crate::oid;
use crate::pem;
use crate::serial::Serial;
use crate::signature;
use crate::signer::SigningKey;
use crate::time;

/// List of the revoked certificates of an authority.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevocationList {
    der: Vec<u8>,
    content: TbsCertList,
    next_update: Option<Timestamp>,
}

/// Entry of a new revocation list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revocation {
    /// The serial number of the certificate.
    pub serial: Serial,
    /// The time of the revocation.
    pub time: Timestamp,
}

/// The validity of a list in puppetserver: five years.
const VALIDITY: Duration = Duration::from_secs(157_680_000);

const WHAT: &str = "revocation list";

impl RevocationList {
    /// Parses all revocation lists of a PEM text.
    ///
    /// # Errors
    /// Returns an error if the text has no revocation list, or one is malformed.
    pub fn all_from_pem(text: &str) -> Result<Vec<Self>, X509Error> {
        pem::all_labelled(text, &["X509 CRL"])?.iter().map(|bytes| Self::from_der(bytes)).collect()
    }

    /// Parses a revocation list. Its signature is not verified; see [`RevocationList::is_signed_by`].
    ///
    /// # Errors
    /// Returns an error if the list is malformed.
    pub fn from_der(bytes: &[u8]) -> Result<Self, X509Error> {
        let content = CertificateList::from_der(bytes).map_err(X509Error::der(WHAT))?.tbs_cert_list;
        let next_update = content.next_update.map(time::from_x509).transpose()?;
        Ok(Self { der: bytes.to_vec(), content, next_update })
    }

    /// Creates a list of an authority. It begins a day before `now`, as that of `puppetserver ca setup`, and ends after
    /// five years; the reason of each entry is `keyCompromise`, as in puppetserver.
    ///
    /// # Errors
    /// Returns an error if the list cannot be encoded or signed.
    pub fn create(
        issuer: &Certificate,
        key: &PrivateKey,
        number: u64,
        revoked: &[Revocation],
        now: Timestamp,
    ) -> Result<Self, X509Error> {
        let entries = revoked.iter().map(entry).collect::<Result<_, _>>()?;
        Self::issue(issuer, key, number, entries, now)
    }

    /// Creates the next version of this list, with more entries.
    pub(crate) fn successor(
        &self,
        issuer: &Certificate,
        key: &dyn SigningKey,
        revoked: &[Revocation],
        now: Timestamp,
    ) -> Result<Self, X509Error> {
        let mut entries = self.content.revoked_certificates.clone().unwrap_or_default();
        for revocation in revoked {
            entries.push(entry(revocation)?);
        }
        let number = self.number().map_or(0, |number| number.saturating_add(1));
        Self::issue(issuer, key, number, entries, now)
    }

    fn issue(
        issuer: &Certificate,
        key: &dyn SigningKey,
        number: u64,
        entries: Vec<RevokedCert>,
        now: Timestamp,
    ) -> Result<Self, X509Error> {
        let extensions = vec![
            extension::authority_key_identifier(&issuer.key_identifier())?,
            extension::new(oid::CRL_NUMBER, false, &number)?,
        ];
        let content = TbsCertList {
            version: Version::V2,
            signature: key.algorithm(),
            issuer: issuer.subject_name().clone(),
            this_update: time::to_x509(time::yesterday(now))?,
            next_update: Some(time::to_x509(time::after(now, VALIDITY))?),
            // An empty list is not permitted.
            revoked_certificates: Some(entries).filter(|entries| !entries.is_empty()),
            crl_extensions: Some(extensions),
        };
        Self::from_der(&signature::sign(WHAT, &content, key)?)
    }

    /// Returns the list as PEM.
    #[must_use]
    pub fn to_pem(&self) -> String {
        pem::encode("X509 CRL", &self.der)
    }

    /// Returns the list as DER.
    #[must_use]
    pub fn to_der(&self) -> &[u8] {
        &self.der
    }

    /// Returns the subject of the authority.
    #[must_use]
    pub fn issuer(&self) -> String {
        self.content.issuer.to_string()
    }

    /// Returns the number of the list, which increases with every version. `None` if the list has none.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        let extensions = self.content.crl_extensions.as_deref().unwrap_or_default();
        let number = extension::find(extensions, oid::CRL_NUMBER)?;
        u64::from_der(number.extn_value.as_bytes()).ok()
    }

    /// Returns the time by which there will be a new list. `None` if the list has no such time.
    #[must_use]
    pub fn next_update(&self) -> Option<Timestamp> {
        self.next_update
    }

    /// Returns the serial numbers of the revoked certificates.
    #[must_use]
    pub fn revoked(&self) -> Vec<Serial> {
        self.entries().map(|entry| Serial::from(&entry.serial_number)).collect()
    }

    /// Returns whether the list contains a serial number.
    #[must_use]
    pub fn contains(&self, serial: &Serial) -> bool {
        self.entries().any(|entry| Serial::from(&entry.serial_number) == *serial)
    }

    fn entries(&self) -> impl Iterator<Item = &RevokedCert> {
        self.content.revoked_certificates.iter().flatten()
    }

    /// Returns whether this list was signed with the key of a certificate, whose subject is its issuer.
    #[must_use]
    pub fn is_signed_by(&self, issuer: &Certificate) -> bool {
        self.content.issuer == *issuer.subject_name() && signature::verify(WHAT, &self.der, issuer.public_key()).is_ok()
    }
}

fn entry(revocation: &Revocation) -> Result<RevokedCert, X509Error> {
    Ok(RevokedCert {
        serial_number: revocation.serial.to_x509()?,
        revocation_date: time::to_x509(revocation.time)?,
        crl_entry_extensions: Some(vec![extension::new(oid::REASON_CODE, false, &CrlReason::KeyCompromise)?]),
    })
}
