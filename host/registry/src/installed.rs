//! Verification of installed providers: the bytes match the lock, and the policy accepts signer and grants.
//! Every use of a provider goes through this module.

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

/// Reason why a locked provider cannot be run.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// The provider is not installed.
    #[error(
        "The provider '{name}' {version} is in the lock, but not installed: install the locked providers with `marotte provider add`"
    )]
    Missing {
        /// The provider.
        name: String,
        /// Its version.
        version: String,
    },
    /// The installed provider differs from the lock.
    #[error("The provider '{name}' ({}) differs from the lock: {what} is {found}, expected {expected}", file.display())]
    Differs {
        /// The provider.
        name: String,
        /// Its path.
        file: PathBuf,
        /// The differing property.
        what: &'static str,
        /// The expected value, from the lock.
        expected: String,
        /// The actual value.
        found: String,
    },
    /// The provider cannot be read, or is not supported.
    #[error("The provider '{name}': {fault}")]
    Source {
        /// The provider.
        name: String,
        /// The cause. It is part of the message, not the source of the error.
        fault: Box<SourceError>,
    },
    /// The policy does not accept the provider.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// The provider was not accepted on this system.
    #[error(transparent)]
    Accepted(#[from] AcceptanceError),
}

/// A locked provider in the store.
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

/// Reads the schema and manifest of a locked provider and checks that they match the lock. The rest of the
/// component is not read; [`verify`] checks it before the component is run.
///
/// # Errors
/// Returns an error if the provider is not installed, cannot be read, or differs from the lock.
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

/// Reads a locked provider from the store and checks that it can be run.
///
/// # Errors
/// Returns an error if the provider is not installed or differs from the lock, the policy does not accept it,
/// or it was not accepted on this system.
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

/// Does the checks of [`verify`] except whether the provider was accepted on this system; for commands that
/// present it for acceptance.
///
/// # Errors
/// Returns an error if the provider is not installed or differs from the lock, or the policy does not accept
/// it.
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

/// A locked provider as a source for the resolver, with its locked version only.
#[derive(Debug)]
pub struct LockedSource {
    entry: LockedProvider,
    artifact: Artifact,
}

impl LockedSource {
    /// Creates the source of a locked provider.
    ///
    /// # Errors
    /// Returns an error if the provider cannot be run.
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
