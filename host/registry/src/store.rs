//! Store of installed components, by digest, in an OCI layout. It can contain several versions of a provider;
//! the lock decides which one is used.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{ErrorKind, Read as _};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use marotte_contract::package::MAX_COMPONENT;
use ownership::Checker;
use semver::Version;
use serde::Deserialize;

use crate::accepted::{AcceptedProviders, RecordError};
use crate::artifact::Descriptor;
use crate::digest::Digest;
use crate::file_error::FileError;
use crate::layout::OciLayout;
use crate::lock::{LockFile, LockGuard};
use crate::repository::{PublishError, Repository as _, publish};
use crate::source::{FetchedArtifact, SourceError};

/// The file with the path of the lock to which a store belongs.
const OWNER: &str = "lock";

/// Maximum length of the path.
const MAX_OWNER: usize = 4 << 10;

/// Manifests referenced by the index, directly or through nested indexes.
#[derive(Deserialize)]
struct ResolvedManifest {
    config: Option<Descriptor>,
    #[serde(default)]
    layers: Vec<Descriptor>,
    #[serde(default)]
    manifests: Vec<Descriptor>,
}

/// A store.
#[derive(Debug, Clone)]
pub struct ProviderStore {
    directory: PathBuf,
}

impl ProviderStore {
    /// Creates a store for a directory, which is created on the first use.
    #[must_use]
    pub fn new(directory: PathBuf) -> Self {
        Self { directory }
    }

    /// Reads the record of providers accepted on this system.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, or other users can change it.
    pub fn accepted(&self, checker: &Checker) -> Result<AcceptedProviders, RecordError> {
        AcceptedProviders::load(&self.directory, checker)
    }

    /// Returns the path of a component, whether it exists or not.
    #[must_use]
    pub fn path(&self, component: &Digest) -> PathBuf {
        self.directory.join("blobs/sha256").join(component.hex())
    }

    /// Reads a component without verifying it; `None` if it does not exist.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn read(&self, component: &Digest) -> Result<Option<Vec<u8>>, SourceError> {
        let Some(file) = self.open(component)? else { return Ok(None) };
        let mut bytes = Vec::new();
        match file.take(MAX_COMPONENT as u64 + 1).read_to_end(&mut bytes) {
            Ok(_) => Ok(Some(bytes)),
            Err(error) => Err(FileError::unreadable(self.path(component), &error).into()),
        }
    }

    /// Opens a component without verifying it; `None` if it does not exist.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened.
    pub fn open(&self, component: &Digest) -> Result<Option<File>, SourceError> {
        let path = self.path(component);
        match files::open(&path) {
            Ok(file) => Ok(Some(file)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(FileError::unreadable(path, &error).into()),
        }
    }

    /// Checks that the store belongs to this lock, since components that one lock does not need may be used by
    /// another.
    ///
    /// # Errors
    /// Returns an error if the store belongs to another existing lock, or the directory has other content.
    pub fn check_owner(&self, changes: &LockGuard) -> Result<(), SourceError> {
        let mark = self.directory.join(OWNER);
        let malformed = |reason: String| SourceError::Malformed { place: self.directory.display().to_string(), reason };
        let remedy = "choose another store with the setting provider_store";
        match files::read_file(&mark, MAX_OWNER) {
            Ok(owner) => {
                let owner = Path::new(OsStr::from_bytes(&owner));
                if owner == changes.place() || !owner.exists() {
                    return Ok(());
                }
                let owner = owner.display();
                Err(malformed(format!(
                    "it is the store of the lock '{owner}', whose providers would be removed: {remedy}"
                )))
            }
            Err(error) if error.kind() != ErrorKind::NotFound => Err(FileError::unreadable(mark, &error).into()),
            // A process may have been interrupted before it added anything.
            Err(_) if !self.directory.exists() || OciLayout::make(&self.directory)?.manifests()?.is_empty() => Ok(()),
            Err(_) => Err(malformed(format!("it is an OCI layout that is not a store of this program: {remedy}"))),
        }
    }

    /// Adds an artifact. A different one with the same name and version is removed from the index; its blobs stay until
    /// [`Self::sweep`].
    ///
    /// # Errors
    /// Returns an error if the store cannot be written; the previous content is unchanged.
    pub fn put(&self, fetched: &FetchedArtifact, changes: &LockGuard) -> Result<(), PublishError> {
        self.check_owner(changes)?;
        let layout = OciLayout::make(&self.directory)?;
        layout.write(Path::new(OWNER), changes.place().as_os_str().as_bytes())?;
        let artifact = &fetched.artifact;
        let tag = artifact.package().manifest.package.version.clone();
        // The blobs of an existing artifact may be damaged, so it is published again.
        layout.forget(|name, known| name == artifact.name() && known == tag)?;
        publish(&layout, fetched)?;
        Ok(())
    }

    /// Removes all versions of a provider from the index; their blobs stay until [`Self::sweep`].
    ///
    /// # Errors
    /// Returns an error if the store cannot be written; the previous content is unchanged.
    pub fn remove(&self, name: &str, changes: &LockGuard) -> Result<(), SourceError> {
        if !self.directory.exists() {
            return Ok(());
        }
        self.check_owner(changes)?;
        OciLayout::make(&self.directory)?.forget(|known, _| known == name)
    }

    /// Returns the installed versions of a provider.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub fn versions(&self, name: &str) -> Result<Vec<Version>, SourceError> {
        match self.directory.exists() {
            true => crate::source::ArtifactSource::versions(&OciLayout::open(&self.directory)?, name),
            false => Ok(Vec::new()),
        }
    }

    /// Removes blobs to which neither the index nor the lock refers, including those left by interrupted
    /// processes.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read or written.
    pub fn sweep(&self, lock: &LockFile, changes: &LockGuard) -> Result<(), SourceError> {
        if !self.directory.exists() {
            return Ok(());
        }
        self.check_owner(changes)?;
        let layout = OciLayout::make(&self.directory)?;
        let mut referenced: BTreeSet<Digest> = lock.entries().iter().map(|entry| entry.component).collect();
        let mut left = layout.manifests()?;
        while let Some(manifest) = left.pop() {
            if !referenced.insert(manifest.digest) {
                continue;
            }
            // An unreadable manifest refers to nothing; the error is reported on use.
            let read = layout.blob("", &manifest).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
            if let Some(ResolvedManifest { config, layers, manifests }) = read {
                referenced.extend(config.into_iter().chain(layers).map(|blob| blob.digest));
                left.extend(manifests);
            }
        }
        let directory = self.directory.join("blobs/sha256");
        if !directory.exists() {
            return Ok(());
        }
        for entry in fs::read_dir(&directory).map_err(|error| FileError::unwritten(&directory, &error))?.flatten() {
            let digest = entry.file_name().to_str().and_then(Digest::from_hex);
            if !digest.is_some_and(|digest| referenced.contains(&digest)) {
                fs::remove_file(entry.path()).map_err(|error| FileError::unwritten(entry.path(), &error))?;
            }
        }
        Ok(())
    }
}
