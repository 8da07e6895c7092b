//! The environments that were pulled to this system: `NAME` is a link to `.pulled/NAME/sha256-HEX`. A process that is killed leaves
//! the previous environment or the new one.

mod unpack;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, DirBuilder, File};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use files::{Durability, TextError};
use ownership::{Checker, OwnershipRule};
use rustix::fs::FlockOperation;
use rustix::io::Errno;
use serde::{Deserialize, Serialize};

use super::local::{PULLED, current, digest_of, tree_name, tree_path};
use super::{
    Channel, EnvironmentError, EnvironmentManifest, EnvironmentReference, FetchedChannel, FetchedEnvironment,
    is_environment_name,
};
use crate::digest::Digest;
use crate::file_error::FileError;
use crate::key::PublicKey;
use crate::repository::Repository;

/// The number of versions of an environment that are kept, with the current one.
const KEPT: usize = 3;

/// The record of the versions of an environment.
const STATE: &str = "state.json";

/// Maximum size of a record.
const MAX_STATE: usize = 8 << 20;

/// The file that a process locks.
const HELD: &str = ".held";

/// The directory of compressed layers.
const LAYERS: &str = "layers";

/// An incomplete tree, and a new link.
const DRAFT: &str = ".draft";
const LINK: &str = ".link";

/// A tree that is being removed.
const REMOVED: &str = ".removed";

/// The origin of a version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VersionOrigin {
    /// The reference that was pulled.
    pub reference: String,
    /// The trusted signer; `None` if the artifact is accepted unsigned.
    pub signer: Option<PublicKey>,
    /// The serial of the channel that selected the version.
    pub serial: Option<u64>,
}

/// A version of an environment on this system.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PulledVersion {
    /// The manifest.
    pub manifest: EnvironmentManifest,
    /// The origin.
    pub origin: VersionOrigin,
    /// The time when it was pulled, in seconds since 1970.
    pub time: u64,
}

/// The last channel with a name that was applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct AppliedChannel {
    serial: u64,
    digest: Digest,
}

/// The record of an environment.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct EnvironmentState {
    /// The kept versions; the one that was pulled last is the first.
    versions: Vec<PulledVersion>,
    /// Applied channels by name.
    #[serde(default)]
    channels: BTreeMap<String, AppliedChannel>,
}

/// An environment on this system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PulledEnvironment {
    /// The name.
    pub name: String,
    /// The path of the link.
    pub path: PathBuf,
    /// The digest of the current version.
    pub current: Option<Digest>,
    /// The kept versions; the one that was pulled last is the first.
    pub versions: Vec<PulledVersion>,
    /// The serials of applied channels by name.
    pub channels: BTreeMap<String, u64>,
}

/// The result of a pull.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PullOutcome {
    /// The version was already the current one.
    Unchanged,
    /// The version replaced the given one, if there was one.
    Replaced(Option<Digest>),
}

/// The pulled environments in a directory of environments.
#[derive(Debug, Clone)]
pub struct EnvironmentStore<'c> {
    directory: PathBuf,
    checker: &'c Checker,
}

/// Exclusive access of a process to the pulled environments in a directory. The kernel ends it even if the process is killed.
#[derive(Debug)]
pub struct StoreGuard<'s> {
    store: &'s EnvironmentStore<'s>,
    _held: File,
}

impl<'c> EnvironmentStore<'c> {
    /// Creates a store for a directory of environments, which need not exist.
    #[must_use]
    pub fn new(directory: PathBuf, checker: &'c Checker) -> Self {
        Self { directory, checker }
    }

    /// Returns the pulled environments, sorted by name.
    ///
    /// # Errors
    /// Returns an error if a record cannot be read, or other users can change it.
    pub fn environments(&self) -> Result<Vec<PulledEnvironment>, EnvironmentError> {
        let pulled = self.directory.join(PULLED);
        let entries = match fs::read_dir(&pulled) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(|error| FileError::unreadable(&pulled, &error))?,
        };
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let names: BTreeSet<String> = names.filter(|name| is_environment_name(name)).collect();
        names.iter().filter_map(|name| self.find(name).transpose()).collect()
    }

    /// Returns a pulled environment.
    ///
    /// # Errors
    /// Returns an error if its record cannot be read, or other users can change it.
    pub fn find(&self, name: &str) -> Result<Option<PulledEnvironment>, EnvironmentError> {
        let path = self.directory.join(name);
        let current = current(&path).map(|tree| tree.digest);
        let EnvironmentState { versions, channels } = self.state(name)?;
        let channels = channels.into_iter().map(|(name, applied)| (name, applied.serial)).collect();
        let found = PulledEnvironment { name: name.to_owned(), path, current, versions, channels };
        Ok((current.is_some() || !found.versions.is_empty()).then_some(found))
    }

    /// Returns the directory with the tree of a version.
    #[must_use]
    pub fn tree(&self, name: &str, digest: &Digest) -> PathBuf {
        self.directory.join(tree_path(name, digest))
    }

    /// Waits for exclusive access; `wait` is called if another process has it.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be created, or other users can change it.
    pub fn lock(&self, wait: impl FnOnce()) -> Result<StoreGuard<'_>, EnvironmentError> {
        let directory = self.directory.join(PULLED);
        let unwritten = |error: io::Error| FileError::unwritten(&directory, &error);
        create(&directory).map_err(unwritten)?;
        self.checker.check_directory(&directory, OwnershipRule::Trusted)?;
        // Any process that can open a file can lock it, so only the owner can open this one.
        let mut options = File::options();
        options.write(true).create(true).truncate(false).mode(0o600);
        let held = options.open(directory.join(HELD)).map_err(unwritten)?;
        let locked = match rustix::fs::flock(&held, FlockOperation::NonBlockingLockExclusive) {
            Err(Errno::WOULDBLOCK) => {
                wait();
                rustix::fs::flock(&held, FlockOperation::LockExclusive)
            }
            locked => locked,
        };
        locked.map_err(|error| unwritten(error.into()))?;
        Ok(StoreGuard { store: self, _held: held })
    }

    fn home(&self, name: &str) -> PathBuf {
        self.directory.join(PULLED).join(name)
    }

    fn state(&self, name: &str) -> Result<EnvironmentState, EnvironmentError> {
        let path = self.home(name).join(STATE);
        let unreadable = |reason: String| FileError::unreadable(path.clone(), &reason);
        let text = files::read_trusted(&path, MAX_STATE, self.checker).map_err(|error| match error {
            TextError::Exposed(exposure) => EnvironmentError::Check(exposure.into()),
            TextError::Unreadable(reason) => unreadable(reason).into(),
        })?;
        let state = text.map(|text| serde_json::from_str(&text)).transpose();
        Ok(state.map_err(|error| unreadable(error.to_string()))?.unwrap_or_default())
    }
}

impl StoreGuard<'_> {
    /// Checks that a channel is not older than the applied one.
    ///
    /// # Errors
    /// Returns an error if it is, or has the serial of the applied one with other content.
    pub fn check_channel(&self, fetched: &FetchedChannel) -> Result<(), EnvironmentError> {
        let Channel { environment, channel, serial: offered, .. } = fetched.channel.clone();
        let Some(applied) = self.store.state(&environment)?.channels.get(&channel).copied() else { return Ok(()) };
        if offered < applied.serial {
            return Err(EnvironmentError::Older { environment, channel, offered, applied: applied.serial });
        }
        if offered == applied.serial && fetched.digest != applied.digest {
            let (serial, applied, offered) = (offered, applied.digest, fetched.digest);
            return Err(EnvironmentError::Ambiguous { environment, channel, serial, applied, offered });
        }
        Ok(())
    }

    /// Makes a version the current one, after its signatures and those of `channel`, which selected it, were verified.
    ///
    /// # Errors
    /// Returns an error if the version cannot be fetched or is not valid, if the path of the environment is used otherwise, or a
    /// file cannot be written; then the previous version is the current one.
    pub fn install(
        &self,
        from: (&dyn Repository, &EnvironmentReference),
        fetched: &FetchedEnvironment,
        channel: Option<&FetchedChannel>,
        origin: VersionOrigin,
    ) -> Result<PullOutcome, EnvironmentError> {
        let manifest = &fetched.manifest;
        let (name, digest) = (manifest.name.as_str(), manifest.digest);
        let path = self.store.directory.join(name);
        let previous = current(&path).map(|tree| tree.digest);
        if previous.is_none() && fs::symlink_metadata(&path).is_ok() {
            return Err(EnvironmentError::Foreign { path, name: name.to_owned() });
        }
        let home = self.store.home(name);
        let unwritten = |error: io::Error| FileError::unwritten(&home, &error);
        create(&home).map_err(unwritten)?;
        self.store.checker.check_directory(&home, OwnershipRule::Trusted)?;
        for left in [DRAFT, LINK, REMOVED] {
            remove(&home.join(left)).map_err(unwritten)?;
        }
        let tree = home.join(tree_name(&digest));
        if !tree.is_dir() {
            let draft = home.join(DRAFT);
            unpack::unpack(manifest, from, &home.join(LAYERS), &draft)?;
            rename_synced(&draft, &tree).map_err(unwritten)?;
        }
        let state = self.record(fetched, channel, origin)?;
        if previous != Some(digest) {
            self.switch(name, &digest).map_err(|error| FileError::unwritten(&path, &error))?;
        }
        sweep(&home, &state).map_err(unwritten)?;
        Ok(if previous == Some(digest) { PullOutcome::Unchanged } else { PullOutcome::Replaced(previous) })
    }

    /// Adds a version to the record.
    fn record(
        &self,
        fetched: &FetchedEnvironment,
        channel: Option<&FetchedChannel>,
        origin: VersionOrigin,
    ) -> Result<EnvironmentState, EnvironmentError> {
        let manifest = &fetched.manifest;
        let before = self.store.state(&manifest.name)?;
        let mut state = before.clone();
        if let Some(FetchedChannel { channel, digest, .. }) = channel {
            let applied = AppliedChannel { serial: channel.serial, digest: *digest };
            state.channels.insert(channel.channel.clone(), applied);
        }
        let is_first = |known: &PulledVersion| known.manifest == *manifest && known.origin == origin;
        if !state.versions.first().is_some_and(is_first) {
            let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
            state.versions.retain(|known| known.manifest.digest != manifest.digest);
            state.versions.insert(0, PulledVersion { manifest: manifest.clone(), origin, time });
            state.versions.truncate(KEPT);
        }
        if state != before {
            let path = self.store.home(&manifest.name).join(STATE);
            let text = crate::artifact::to_json(&state);
            let written = files::replace(&path, 0o644, Durability::Fsync, |out| out.write_all(&text));
            written.map_err(|error| FileError::unwritten(&path, &error))?;
        }
        Ok(state)
    }

    /// Replaces the link of an environment.
    fn switch(&self, name: &str, digest: &Digest) -> io::Result<()> {
        let link = self.store.home(name).join(LINK);
        symlink(tree_path(name, digest), &link)?;
        fs::rename(&link, self.store.directory.join(name))?;
        File::open(&self.store.directory)?.sync_all()
    }
}

/// Removes trees and layers of versions that are not kept.
fn sweep(home: &Path, state: &EnvironmentState) -> io::Result<()> {
    let trees: BTreeSet<Digest> = state.versions.iter().map(|version| version.manifest.digest).collect();
    for entry in fs::read_dir(home)?.flatten() {
        let digest = entry.file_name().to_str().and_then(digest_of);
        if digest.is_some_and(|digest| !trees.contains(&digest)) {
            // The name of a tree is that of a complete one.
            let removed = home.join(REMOVED);
            fs::rename(entry.path(), &removed)?;
            fs::remove_dir_all(&removed)?;
        }
    }
    let layers = state.versions.iter().flat_map(|version| &version.manifest.layers);
    let layers: BTreeSet<String> = layers.map(|layer| layer.digest.hex()).collect();
    for entry in fs::read_dir(home.join(LAYERS)).into_iter().flatten().flatten() {
        if !entry.file_name().to_str().is_some_and(|name| layers.contains(name)) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Renames a directory after its content was written to the disk.
fn rename_synced(from: &Path, to: &Path) -> io::Result<()> {
    let directory = File::open(from)?;
    rustix::fs::syncfs(&directory)?;
    fs::rename(from, to)?;
    File::open(to.parent().unwrap_or(Path::new("/")))?.sync_all()
}

/// Creates a directory that all users can read.
fn create(directory: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o755).create(directory)
}

/// Removes a file or directory, if it exists.
fn remove(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
        Ok(found) if found.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
    }
}
