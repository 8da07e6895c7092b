//! Record of the provider versions and grants that were accepted on this system. Unlike the lock, the record
//! never comes from another system, so a changed lock alone can neither downgrade a provider nor extend its
//! grants.

use std::path::{Path, PathBuf};

use marotte_contract::grants::{Grant, Grants, beyond};
use marotte_contract::package::Package;
use ownership::{Checker, Exposure};
use semver::Version;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::digest::Digest;
use crate::lock::{LockFile, LockGuard, LockedProvider};
use files::TextError;

/// The version of the file that this program writes.
const VERSION: u32 = 1;

/// Comment at the beginning of the file.
const HEADER: &str =
    "# The versions and grants of providers that were accepted on this system. `marotte provider` writes this file.\n";

/// Maximum size of the file.
const MAX_RECORD: usize = 64 << 20;

/// The record of a system: `accepted.toml` in the store.
#[derive(Debug, Clone, PartialEq)]
pub struct AcceptedProviders {
    path: PathBuf,
    acceptances: Vec<Acceptance>,
}

/// An accepted version of a provider with its grants. While the lock is being changed, a provider can have two
/// entries, the earlier and the new one, so that a concurrent run finds either.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Acceptance {
    name: String,
    version: Version,
    /// The digest of the requested grants, as in the lock: two artifacts of the same version can request
    /// different grants.
    #[serde(alias = "asked")]
    requested: Digest,
    /// Grants beyond the manifest's, as text: attribute defaults that occur in grants, and types of other
    /// packages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    implied: Vec<String>,
    #[serde(default)]
    grants: Grants,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordToml {
    version: u32,
    #[serde(default, rename = "provider")]
    providers: Vec<Acceptance>,
}

/// Reason why an entry of the lock is not accepted on this system.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AcceptanceError {
    /// No version was accepted.
    #[error(
        "The provider '{name}' {version} is in the lock, but was not accepted on this system: review and accept its \
         grants with `marotte provider add`"
    )]
    New {
        /// The provider.
        name: String,
        /// Its version.
        version: Version,
    },
    /// A newer version was accepted.
    #[error(
        "The provider '{name}' {version} of the lock is older than {accepted}, which was accepted on this system: `marotte provider add \
         --downgrade` accepts the versions of the lock"
    )]
    Older {
        /// The provider.
        name: String,
        /// The version of the lock.
        version: Version,
        /// The version that was accepted.
        accepted: Version,
    },
    /// The provider requests more grants.
    #[error(
        "The provider '{name}' {version} in the lock requests grants that were not accepted on this system: {}. \
         Review and accept them with `marotte provider add`",
        grants.join(", ")
    )]
    Wider {
        /// The provider.
        name: String,
        /// The version of the lock.
        version: Version,
        /// The grants that were not accepted.
        grants: Vec<String>,
    },
}

/// Reason why the record cannot be used.
#[derive(Debug, Error)]
pub enum RecordError {
    /// Other users can change the record.
    #[error(transparent)]
    Exposed(#[from] Exposure),
    /// The record cannot be read.
    #[error("Could not read the record of accepted providers '{}': {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The record cannot be written.
    #[error("Could not write the record of accepted providers '{}': {reason}", path.display())]
    Unwritten {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
}

impl Acceptance {
    fn of(entry: &LockedProvider, package: &Package) -> Self {
        let grants = Grants::from(&package.manifest);
        let implied = beyond(package.requested_grants(), &grants.list()).iter().map(ToString::to_string).collect();
        Self { name: entry.name.clone(), version: entry.version.clone(), requested: entry.grants, implied, grants }
    }
}

impl AcceptedProviders {
    /// Reads the record of a store; without a file nothing was accepted.
    ///
    /// # Errors
    /// Returns an error if the record cannot be read, other users can change it, or a later version of this
    /// program wrote it.
    pub(crate) fn load(directory: &Path, checker: &Checker) -> Result<Self, RecordError> {
        let path = directory.join("accepted.toml");
        let unreadable = |reason: String| RecordError::Unreadable { path: path.clone(), reason };
        let text = match files::read_trusted(&path, MAX_RECORD, checker) {
            Ok(text) => text,
            Err(TextError::Exposed(exposure)) => return Err(exposure.into()),
            Err(TextError::Unreadable(reason)) => return Err(unreadable(reason)),
        };
        let record: RecordToml = match text {
            Some(text) => toml::from_str(&text).map_err(|error| unreadable(error.to_string()))?,
            None => RecordToml { version: VERSION, providers: Vec::new() },
        };
        if record.version != VERSION {
            return Err(unreadable(format!("it has version {}, this program reads {VERSION}", record.version)));
        }
        Ok(Self { path, acceptances: record.providers })
    }

    /// Returns the oldest version of a provider that may be used, or `None` if none was accepted.
    #[must_use]
    pub fn floor(&self, name: &str) -> Option<&Version> {
        self.of(name).map(|known| &known.version).min()
    }

    /// Returns the grants of a provider that were not accepted.
    #[must_use]
    pub fn beyond(&self, name: &str, package: &Package) -> Vec<Grant> {
        let granted: Vec<Grant> = self.of(name).flat_map(|known| known.grants.list()).collect();
        let mut more = beyond(package.requested_grants(), &granted);
        more.retain(|grant| !self.of(name).any(|known| known.implied.contains(&grant.to_string())));
        more
    }

    /// Checks that an entry of the lock is not older than the accepted version and requests no further grants.
    ///
    /// # Errors
    /// Returns an error if no version was accepted, the accepted version is newer, or the grants exceed the
    /// accepted ones.
    pub fn check(&self, entry: &LockedProvider, package: &Package) -> Result<(), AcceptanceError> {
        let (name, version) = (entry.name.clone(), entry.version.clone());
        let Some(accepted) = self.floor(&name) else { return Err(AcceptanceError::New { name, version }) };
        if version < *accepted {
            return Err(AcceptanceError::Older { name, version, accepted: accepted.clone() });
        }
        let more = self.beyond(&name, package);
        if more.is_empty() {
            return Ok(());
        }
        Err(AcceptanceError::Wider { name, version, grants: more.iter().map(ToString::to_string).collect() })
    }

    /// Records versions in addition to those accepted before, which remain valid until [`Self::settle`]. Called
    /// before the lock is saved.
    ///
    /// # Errors
    /// Returns an error if the record cannot be written.
    pub fn accept<'a>(
        &mut self,
        packages: impl IntoIterator<Item = (&'a LockedProvider, &'a Package)>,
        changes: &LockGuard,
    ) -> Result<(), RecordError> {
        let before = self.acceptances.clone();
        for (entry, package) in packages {
            let acceptance = Acceptance::of(entry, package);
            self.acceptances.retain(|known| *known != acceptance);
            self.acceptances.push(acceptance);
        }
        self.save(&before, changes)
    }

    /// Reduces the record to one version of each provider: the locked one, or else the last accepted one.
    /// Called after the lock is saved.
    ///
    /// # Errors
    /// Returns an error if the record cannot be written.
    pub fn settle(&mut self, lock: &LockFile, changes: &LockGuard) -> Result<(), RecordError> {
        let before = self.acceptances.clone();
        let is_locked = |known: &Acceptance| {
            lock.find(&known.name)
                .is_some_and(|entry| entry.version == known.version && entry.grants == known.requested)
        };
        let mut settled: Vec<Acceptance> = Vec::new();
        // An interrupted command may have recorded a version that was never locked.
        let (locked, others): (Vec<_>, Vec<_>) = self.acceptances.drain(..).rev().partition(is_locked);
        for acceptance in locked.into_iter().chain(others) {
            if settled.iter().all(|known| known.name != acceptance.name) {
                settled.push(acceptance);
            }
        }
        settled.sort_by(|one, other| one.name.cmp(&other.name));
        self.acceptances = settled;
        self.save(&before, changes)
    }

    /// Removes the grants of removed providers from the record. Their versions are kept, so the lock alone
    /// cannot downgrade them.
    ///
    /// # Errors
    /// Returns an error if the record cannot be written.
    pub fn withdraw(&mut self, names: &[String], changes: &LockGuard) -> Result<(), RecordError> {
        let before = self.acceptances.clone();
        for known in self.acceptances.iter_mut().filter(|known| names.contains(&known.name)) {
            (known.grants, known.implied) = (Grants::default(), Vec::new());
        }
        self.save(&before, changes)
    }

    fn of(&self, name: &str) -> impl Iterator<Item = &Acceptance> {
        self.acceptances.iter().filter(move |known| known.name == name)
    }

    /// Requires the lock guard, so that no other process writes at the same time.
    fn save(&self, before: &[Acceptance], _changes: &LockGuard) -> Result<(), RecordError> {
        if self.acceptances == before {
            return Ok(());
        }
        let record = RecordToml { version: VERSION, providers: self.acceptances.clone() };
        let unwritten = |reason: String| RecordError::Unwritten { path: self.path.clone(), reason };
        let text = toml::to_string(&record).map_err(|error| unwritten(error.to_string()))?;
        files::replace_preserving(&self.path, format!("{HEADER}{text}").as_bytes())
            .map_err(|error| unwritten(error.to_string()))
    }
}
