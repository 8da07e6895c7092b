//! Restoration of locked providers that are missing or damaged in the store, or not accepted on this system.

use anyhow::{Result, bail};
use registry::accepted::AcceptanceError;
use registry::installed::{VerifyError, inspect};
use registry::{Artifact, LockedProvider};

use super::{Installation, ProviderOffer, open_source};

/// A provider of the lock file.
pub struct RestoredProvider {
    /// Its entry of the lock file.
    pub entry: LockedProvider,
    /// The component in the store.
    pub artifact: Artifact,
    /// Whether it was fetched, since the store did not contain it or its content was damaged.
    pub is_fetched: bool,
}

impl Installation {
    /// Finds all locked providers in the store; fetches those that are missing or damaged.
    ///
    /// # Errors
    /// Returns an error if the policy rejects a provider, or its source does not have the locked bytes.
    pub fn restore(&self) -> Result<Vec<RestoredProvider>> {
        self.lock.entries().iter().map(|entry| self.restored(entry.clone())).collect()
    }

    /// Returns the restored providers that were not accepted on this system: the lock file may come from another
    /// system.
    ///
    /// # Errors
    /// Returns an error if a provider is older than the version accepted on this system, unless `may_downgrade`.
    pub fn unaccepted<'a>(&self, all: &'a [RestoredProvider], may_downgrade: bool) -> Result<Vec<ProviderOffer<'a>>> {
        let mut offers = Vec::new();
        for RestoredProvider { entry, artifact, .. } in all {
            match self.accepted.check(entry, artifact.package()) {
                Ok(()) => continue,
                Err(older @ AcceptanceError::Older { .. }) if !may_downgrade => return Err(older.into()),
                Err(_) => {}
            }
            // The first version is accepted by a policy that limits the grants of its namespace.
            let is_first = self.accepted.floor(&entry.name).is_none();
            let is_granted = is_first && self.policy.has_maximum(&entry.name);
            offers.push(ProviderOffer { entry, package: artifact.package(), is_granted });
        }
        Ok(offers)
    }

    /// Records that the offered providers were accepted.
    ///
    /// # Errors
    /// Returns an error if the record cannot be written.
    pub fn accept(&mut self, offers: &[ProviderOffer<'_>]) -> Result<()> {
        self.accepted.accept(offers.iter().map(|offer| (offer.entry, offer.package)), &self.changes)?;
        Ok(self.accepted.settle(&self.lock, &self.changes)?)
    }

    /// Removes components from the store that are not in the lock file.
    ///
    /// # Errors
    /// Returns an error if a file cannot be removed.
    pub fn remove_unlocked(&self) -> Result<()> {
        Ok(self.files.store.sweep(&self.lock, &self.changes)?)
    }

    /// Finds a locked provider in the store, or fetches it from its source.
    fn restored(&self, entry: LockedProvider) -> Result<RestoredProvider> {
        match inspect(&entry, &self.files.store, &self.policy) {
            Ok(artifact) => return Ok(RestoredProvider { entry, artifact, is_fetched: false }),
            Err(VerifyError::Missing { .. } | VerifyError::Differs { .. } | VerifyError::Source { .. }) => {}
            Err(refused) => return Err(refused.into()),
        }
        let fetched = open_source(&entry.source, &self.network, &self.policy)?.fetch(&entry.name, &entry.version)?;
        let found = fetched.artifact.digest();
        if found != entry.artifact {
            let (name, version, source) = (&entry.name, &entry.version, &entry.source);
            bail!(
                "The provider '{name}' {version} in '{source}' differs from the lock file: its manifest has the digest {found}, \
                 expected {}",
                entry.artifact
            );
        }
        self.files.store.put(&fetched, &self.changes)?;
        let artifact = inspect(&entry, &self.files.store, &self.policy)?;
        Ok(RestoredProvider { entry, artifact, is_fetched: true })
    }
}
