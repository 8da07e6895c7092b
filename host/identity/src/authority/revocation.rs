//! Revocation of certificates.

use std::time::Duration;

use jiff::Timestamp;

use super::{Authority, AuthorityError, inventory};
use crate::certname::Certname;
use crate::revocation::{Revocation, RevocationList};
use crate::serial::Serial;
use crate::time;

/// A revocation list is replaced this long before its end.
const REFRESH: Duration = Duration::from_hours(30 * 24);

impl Authority {
    /// Revokes all certificates of a node that have not expired: the one in `signed/`, which remains there, and those
    /// in the inventory, such as a certificate that was renewed.
    ///
    /// # Errors
    /// Returns an error if the node has no certificate.
    pub fn revoke(&self, certname: &Certname) -> Result<(), AuthorityError> {
        let _lock = self.directory.lock()?;
        self.revoke_locked(certname)
    }

    /// Revokes the certificate with a serial number, which need not exist.
    ///
    /// # Errors
    /// Returns an error if the revocation list cannot be read or written.
    pub fn revoke_serial(&self, serial: &Serial) -> Result<(), AuthorityError> {
        let _lock = self.directory.lock()?;
        self.add_revocations(vec![serial.clone()])
    }

    /// Revokes the certificates of a node, and deletes its certificate and waiting request.
    ///
    /// # Errors
    /// Returns an error if the node has neither a certificate nor a request.
    pub fn clean(&self, certname: &Certname) -> Result<(), AuthorityError> {
        let _lock = self.directory.lock()?;
        let requested = self.directory.remove_request(certname)?;
        match self.revoke_locked(certname) {
            Err(AuthorityError::NoCertificate(_)) if requested => return Ok(()),
            result => result?,
        }
        self.directory.remove_certificate(certname)?;
        Ok(())
    }

    /// Replaces the revocation list if it ends within 30 days. Returns whether it was replaced.
    ///
    /// # Errors
    /// Returns an error if the revocation list cannot be read or written.
    pub fn refresh_revocation_list(&self) -> Result<bool, AuthorityError> {
        let _lock = self.directory.lock()?;
        let now = self.now();
        let end = self.revocation_list()?.next_update();
        if end.is_some_and(|end| end > time::after(now, REFRESH)) {
            return Ok(false);
        }
        self.replace_list(&[], now)?;
        Ok(true)
    }

    fn revoke_locked(&self, certname: &Certname) -> Result<(), AuthorityError> {
        let current = self.directory.certificate(certname)?.filter(|current| self.is_issuer_of(current));
        let mut serials = inventory::valid_serials(&self.directory.inventory()?, certname, self.now());
        serials.extend(current.map(|certificate| certificate.serial()));
        if serials.is_empty() {
            return Err(AuthorityError::NoCertificate(certname.clone()));
        }
        self.add_revocations(serials)
    }

    /// As in puppetserver, the list is not replaced if it contains all serial numbers.
    fn add_revocations(&self, mut serials: Vec<Serial>) -> Result<(), AuthorityError> {
        let list = self.revocation_list()?;
        serials.sort();
        serials.dedup();
        serials.retain(|serial| !list.contains(serial));
        if serials.is_empty() { Ok(()) } else { self.replace_list(&serials, self.now()) }
    }

    /// Replaces the list of this authority, and keeps those of the other certificates of its chain.
    fn replace_list(&self, serials: &[Serial], now: Timestamp) -> Result<(), AuthorityError> {
        let revoked: Vec<_> = serials.iter().map(|serial| Revocation { serial: serial.clone(), time: now }).collect();
        let mut lists = self.directory.revocation_lists()?;
        let is_own = |list: &RevocationList| list.is_signed_by(&self.certificate);
        let Some(own) = lists.iter_mut().find(|list| is_own(list)) else {
            return Err(AuthorityError::NoRevocationList(self.certificate.subject()));
        };
        *own = own.successor(&self.certificate, &self.key, &revoked, now)?;
        self.directory.write_lists(&lists)
    }
}
