//! Requests that wait to be signed.

use super::{Authority, AuthorityError, DuplicateState, TokenUse};
use crate::certname::Certname;
use crate::request::Request;

impl Authority {
    /// Stores a request until it is signed. A [token](Authority::create_token) in it is used up.
    ///
    /// # Errors
    /// Returns an error if the name is not a hostname, another request of this name is waiting, or the node has a
    /// certificate. A revoked one has to be [cleaned](Authority::clean) first, so that a node whose certificate was revoked
    /// does not receive another one from an authority that signs requests automatically.
    pub fn save_request(&self, request: &Request) -> Result<TokenUse, AuthorityError> {
        let _lock = self.directory.lock()?;
        let certname = request.certname();
        let state = match self.directory.certificate(certname)? {
            Some(certificate) if self.is_revoked(&certificate)? => Some(DuplicateState::Revoked),
            Some(_) => Some(DuplicateState::Signed),
            None => self.directory.has_request(certname)?.then_some(DuplicateState::Requested),
        };
        match state {
            Some(state) => Err(AuthorityError::Duplicate { certname: certname.clone(), state }),
            None => {
                // A waiting request can be read by anyone.
                let used = self.use_token(request)?;
                self.directory.write_request(request)?;
                Ok(used)
            }
        }
    }

    /// Returns all waiting requests, ordered by name.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be read, or a request is not valid; see [`Request::from_der`].
    pub fn requests(&self) -> Result<Vec<Request>, AuthorityError> {
        let names = self.requested_names()?;
        names.iter().filter_map(|name| self.directory.request(name).transpose()).collect()
    }

    /// Returns the names of all waiting requests, including those that are not valid.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be read.
    pub fn requested_names(&self) -> Result<Vec<Certname>, AuthorityError> {
        self.directory.requested_names()
    }

    /// Returns the waiting request of a node. `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if the name is not a hostname, or the request is not valid.
    pub fn request(&self, certname: &Certname) -> Result<Option<Request>, AuthorityError> {
        self.directory.request(certname)
    }

    /// Deletes the waiting request of a node.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub fn delete_request(&self, certname: &Certname) -> Result<(), AuthorityError> {
        let _lock = self.directory.lock()?;
        let existed = self.directory.remove_request(certname)?;
        if existed { Ok(()) } else { Err(AuthorityError::NoRequest(certname.clone())) }
    }

    /// Deletes the certificate and the waiting request of a node. The certificate remains valid; [`Authority::clean`] revokes
    /// it. Returns whether there was one of them.
    ///
    /// # Errors
    /// Returns an error if the name is not a hostname, or a file cannot be deleted.
    pub fn delete(&self, certname: &Certname) -> Result<bool, AuthorityError> {
        let _lock = self.directory.lock()?;
        let had_certificate = self.directory.remove_certificate(certname)?;
        Ok(self.directory.remove_request(certname)? || had_certificate)
    }

    pub(super) fn has_valid_certificate(&self, certname: &Certname) -> Result<bool, AuthorityError> {
        let Some(certificate) = self.directory.certificate(certname)? else { return Ok(false) };
        Ok(!self.is_revoked(&certificate)?)
    }
}
