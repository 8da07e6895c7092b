//! Verification of installed providers: the bytes match the lock, and the policy accepts signer and grants. Every use of a
//! provider goes through this module.

use std::path::PathBuf;

use marotte_contract::manifest::Manifest;
use marotte_contract::package::{PackageError, seek_documents};
use marotte_contract::schema::PackageSchema;
use semver::Version;
use thiserror::Error;

use crate::accepted::{AcceptanceError, AcceptedProviders};
use crate::artifact::{Artifact, grants_digest};
use crate::digest::Digest;
use crate::lock::LockedProvider;
use crate::policy::{Policy, PolicyError};
use crate::source::{ArtifactSource, FetchedArtifact, SourceError};
use crate::store::ProviderStore;

/// Why a provider of the lock may not run.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// It is not there.
    #[error(
        "The provider '{name}' {version} is in the lock, but not installed: `marotte provider add` fetches what the lock has"
    )]
    Missing {
        /// The provider.
        name: String,
        /// Its version.
        version: String,
    },
    /// It is not what the lock has.
    #[error("The provider '{name}' ({}) is not what the lock has: {what} is {found}, where {expected} was expected", file.display())]
    Differs {
        /// The provider.
        name: String,
        /// Where it is.
        file: PathBuf,
        /// What differs.
        what: &'static str,
        /// What the lock says.
        expected: String,
        /// The actual value.
        found: String,
    },
    /// It can't be read, or can't be run here.
    #[error("The provider '{name}': {fault}")]
    Source {
        /// The provider.
        name: String,
        /// The cause. It is part of the message, not the source of the error.
        fault: Box<SourceError>,
    },
    /// The policy does not take it.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// It was not accepted on this machine.
    #[error(transparent)]
    Accepted(#[from] AcceptanceError),
}

/// A provider of the lock in the store.
struct Installed<'a> {
    entry: &'a LockedProvider,
    store: &'a ProviderStore,
}

impl Installed<'_> {
    fn missing(&self) -> VerifyError {
        VerifyError::Missing { name: self.entry.name.clone(), version: self.entry.version.to_string() }
    }

    fn fault(&self, fault: SourceError) -> VerifyError {
        VerifyError::Source { name: self.entry.name.clone(), fault: Box::new(fault) }
    }

    fn unreadable(&self, error: PackageError) -> VerifyError {
        self.fault(error.into())
    }

    fn expect(&self, what: &'static str, expected: &dyn ToString, found: &dyn ToString) -> Result<(), VerifyError> {
        let (expected, found) = (expected.to_string(), found.to_string());
        if expected == found {
            return Ok(());
        }
        let (name, file) = (self.entry.name.clone(), self.store.path(&self.entry.component));
        Err(VerifyError::Differs { name, file, what, expected, found })
    }
}

/// Reads what a provider of the lock says about itself, and makes sure that it is what the lock has. That is enough to know of which types
/// it is; the rest of it is not read, and before it runs it goes through [`verify`].
///
/// # Errors
/// It is not there, can't be read, or says something else than the lock.
pub fn read_metadata(entry: &LockedProvider, store: &ProviderStore) -> Result<(PackageSchema, Manifest), VerifyError> {
    let it = Installed { entry, store };
    let file = store.open(&entry.component).map_err(|error| it.fault(error))?.ok_or_else(|| it.missing())?;
    let documents = seek_documents(&entry.name, file).map_err(|error| it.unreadable(error))?;
    it.expect("the digest of its schema", &entry.schema, &Digest::of(documents.schema.as_bytes()))?;
    it.expect("the digest of its grants", &entry.grants, &grants_digest(&documents.manifest))?;
    let (schema, manifest) = documents.read(&entry.name).map_err(|error| it.unreadable(error))?;
    it.expect("its name", &entry.name, &manifest.package.name)?;
    it.expect("its version", &entry.version, &manifest.package.version)?;
    Ok((schema, manifest))
}

/// Reads a provider of the lock from the store, and makes sure that it may run.
///
/// # Errors
/// It is not there, is not what the lock says, the policy does not take it, or it was not accepted on this machine.
pub fn verify(
    entry: &LockedProvider,
    store: &ProviderStore,
    policy: &Policy,
    accepted: &AcceptedProviders,
) -> Result<Artifact, VerifyError> {
    let artifact = inspect(entry, store, policy)?;
    accepted.check(entry, artifact.package())?;
    Ok(artifact)
}

/// Does what [`verify`] does, whether it was accepted on this machine or not: for commands that show it to have it accepted.
///
/// # Errors
/// It is not there, is not what the lock says, or the policy does not take it.
pub fn inspect(entry: &LockedProvider, store: &ProviderStore, policy: &Policy) -> Result<Artifact, VerifyError> {
    let it = Installed { entry, store };
    let bytes = store.read(&entry.component).map_err(|error| it.fault(error))?.ok_or_else(|| it.missing())?;
    it.expect("the digest of the component", &entry.component, &Digest::of(&bytes))?;
    let artifact = Artifact::of(&entry.name, bytes).map_err(|error| it.unreadable(error))?;
    it.expect("its name", &entry.name, &artifact.name())?;
    it.expect("its version", &entry.version, &artifact.package().manifest.package.version)?;
    it.expect("the digest of its manifest", &entry.artifact, &artifact.digest())?;
    it.expect("the digest of its schema", &entry.schema, &artifact.schema_digest())?;
    it.expect("the digest of its grants", &entry.grants, &artifact.grants_digest())?;
    if !entry.requirement.matches(&entry.version) {
        it.expect("its version", &entry.requirement, &entry.version)?;
    }
    policy.check_source(&entry.source)?;
    policy.check_signer(&artifact, entry.signed.as_slice())?;
    policy.check_grants(artifact.package())?;
    artifact.package().check_version().map_err(|error| it.unreadable(error))?;
    Ok(artifact)
}

/// A provider of the lock as a source of its own: it stays as it is while others are chosen.
#[derive(Debug)]
pub struct LockedSource {
    entry: LockedProvider,
    artifact: Artifact,
}

impl LockedSource {
    /// Takes a provider of the lock from the store.
    ///
    /// # Errors
    /// It may not run.
    pub fn new(
        entry: &LockedProvider,
        store: &ProviderStore,
        policy: &Policy,
        accepted: &AcceptedProviders,
    ) -> Result<Self, VerifyError> {
        Ok(Self { entry: entry.clone(), artifact: verify(entry, store, policy, accepted)? })
    }
}

impl ArtifactSource for LockedSource {
    fn describe(&self) -> String {
        self.entry.source.clone()
    }

    fn versions(&self, name: &str) -> Result<Vec<Version>, SourceError> {
        Ok(if name == self.entry.name { vec![self.entry.version.clone()] } else { Vec::new() })
    }

    fn fetch(&self, name: &str, version: &Version) -> Result<FetchedArtifact, SourceError> {
        if name == self.entry.name && *version == self.entry.version {
            let signatures = self.entry.signed.iter().cloned().collect();
            return Ok(FetchedArtifact { artifact: self.artifact.clone(), signatures });
        }
        Err(SourceError::Missing { place: self.describe(), name: name.to_owned(), version: version.clone() })
    }
}

#[cfg(test)]
mod tests;
