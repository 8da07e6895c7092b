//! The lock file: the providers in use, their sources and digests. Other providers do not run.

use std::fs::{DirBuilder, File};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use ownership::{Checker, Exposure};
use rustix::fs::FlockOperation;
use rustix::io::Errno;
use semver::{Version, VersionReq};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::artifact::Artifact;
use crate::digest::Digest;
use crate::signature::Signature;
use files::TextError;

/// The version of the file that this program writes. It reads all earlier versions; version 1 has no clear text of the
/// grants.
const VERSION: u32 = 2;

/// Comment at the beginning of the file.
const HEADER: &str = "# The providers in use and their digests. `marotte provider` writes this file; keep it under version \
                      control.\n";

/// Maximum size of a lock.
const MAX_LOCK: usize = 16 << 20;

/// A lock: `providers.lock`. The providers are sorted by name and unique.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LockFile {
    entries: Vec<LockedProvider>,
}

/// A locked provider.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LockedProvider {
    /// `namespace/name`
    pub name: String,
    /// Its version.
    pub version: Version,
    /// The requested versions; an update stays within this range.
    pub requirement: VersionReq,
    /// Its source.
    pub source: String,
    /// The digest of the manifest of its artifact.
    pub artifact: Digest,
    /// The digest of the component.
    pub component: Digest,
    /// The digest of its schema.
    pub schema: Digest,
    /// The digest of the requested grants.
    pub grants: Digest,
    /// The requested grants in clear text, for reviews of the file. Only the digest is authoritative, since the text can
    /// differ between versions of this program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<String>,
    /// The signature with which it was accepted; `None` if it was accepted unsigned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed: Option<Signature>,
}

/// The field that all versions of the file have.
#[derive(Deserialize)]
struct LockVersions {
    version: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LockToml {
    version: u32,
    #[serde(default, rename = "provider")]
    providers: Vec<LockedProvider>,
}

/// Error of reading or writing the lock.
#[derive(Debug, Error)]
pub enum LockError {
    /// Other users can change the lock.
    #[error(transparent)]
    Exposed(#[from] Exposure),
    /// The lock cannot be read.
    #[error("Could not read the lock '{}': {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The lock cannot be written.
    #[error("Could not write the lock '{}': {reason}", path.display())]
    Unwritten {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
}

impl LockedProvider {
    /// Creates the entry of an artifact.
    ///
    /// # Errors
    /// Returns an error if the version is not valid.
    pub fn of(
        artifact: &Artifact,
        requirement: VersionReq,
        source: String,
        signed: Option<Signature>,
    ) -> Result<Self, semver::Error> {
        Ok(Self {
            name: artifact.name().to_owned(),
            version: artifact.version()?,
            requirement,
            source,
            artifact: artifact.digest(),
            component: artifact.component_digest(),
            schema: artifact.schema_digest(),
            grants: artifact.grants_digest(),
            requests: requests(artifact),
            signed,
        })
    }

    /// Returns whether the clear text of the grants, if there is one, is that of the artifact.
    #[must_use]
    pub fn has_requests_of(&self, artifact: &Artifact) -> bool {
        self.requests.is_empty() || self.requests == requests(artifact)
    }
}

/// Returns the requested grants of an artifact in clear text.
fn requests(artifact: &Artifact) -> Vec<String> {
    artifact.package().requested_grants().iter().map(ToString::to_string).collect()
}

impl LockFile {
    /// Reads a lock. A missing file is an empty lock.
    ///
    /// # Errors
    /// Returns an error if the lock cannot be read or is not valid, other users can change it, or a later
    /// version of this program wrote it.
    pub fn load(path: &Path, checker: &Checker) -> Result<Self, LockError> {
        let unreadable = |reason: String| LockError::Unreadable { path: path.to_owned(), reason };
        let text = files::read_trusted(path, MAX_LOCK, checker).map_err(|error| match error {
            TextError::Exposed(exposure) => LockError::Exposed(exposure),
            TextError::Unreadable(reason) => unreadable(reason),
        })?;
        let Some(text) = text else { return Ok(Self::default()) };
        let form: LockVersions = toml::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
        if form.version == 0 || form.version > VERSION {
            let reason = format!("it has version {}, this program reads 1 to {VERSION}: update marotte", form.version);
            return Err(unreadable(reason));
        }
        let written: LockToml = toml::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
        let mut lock = Self { entries: written.providers };
        lock.entries.sort_by(|one, other| one.name.cmp(&other.name));
        if let Some([twice, _]) = lock.entries.array_windows().find(|[one, other]| one.name == other.name) {
            return Err(unreadable(format!("the provider '{}' is listed twice: remove one of the blocks", twice.name)));
        }
        Ok(lock)
    }

    /// Writes the lock; the guard excludes other writers.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written; then it is unchanged.
    pub fn save(&self, changes: &LockGuard) -> Result<(), LockError> {
        let written = LockToml { version: VERSION, providers: self.entries.clone() };
        let path = &changes.path;
        let unwritten = |reason: String| LockError::Unwritten { path: path.clone(), reason };
        let text = toml::to_string(&written).map_err(|error| unwritten(error.to_string()))?;
        files::replace_preserving(path, format!("{HEADER}{text}").as_bytes())
            .map_err(|error| unwritten(error.to_string()))
    }

    /// Returns the providers by name.
    #[must_use]
    pub fn entries(&self) -> &[LockedProvider] {
        &self.entries
    }

    /// Returns the entry of a provider.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&LockedProvider> {
        self.entries.iter().find(|entry| entry.name == name)
    }

    /// Adds a provider, replacing an entry of the same name.
    pub fn put(&mut self, entry: LockedProvider) {
        match self.entries.binary_search_by(|known| known.name.cmp(&entry.name)) {
            Ok(place) => self.entries[place] = entry,
            Err(place) => self.entries.insert(place, entry),
        }
    }

    /// Sets the clear text of a provider's grants.
    pub fn set_requests(&mut self, artifact: &Artifact) {
        let entry = self.entries.iter_mut().find(|entry| entry.name == artifact.name());
        if let Some(entry) = entry.filter(|entry| entry.artifact == artifact.digest()) {
            entry.requests = requests(artifact);
        }
    }

    /// Removes a provider.
    pub fn remove(&mut self, name: &str) -> Option<LockedProvider> {
        let place = self.entries.iter().position(|entry| entry.name == name)?;
        Some(self.entries.remove(place))
    }
}

/// Exclusive access of a process to lock, store and policy. The kernel ends it even if the process is killed.
#[derive(Debug)]
pub struct LockGuard {
    path: PathBuf,
    /// The canonical path.
    place: PathBuf,
    _held: File,
}

impl LockGuard {
    /// Waits for exclusive access to the lock with this path and everything that belongs to it; `wait` is
    /// called if another process has it.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be created, or no file in it can be locked.
    pub fn begin(path: &Path, wait: impl FnOnce()) -> Result<Self, LockError> {
        let directory = path.parent().unwrap_or(Path::new("/"));
        let locked = DirBuilder::new().recursive(true).mode(0o755).create(directory).and_then(|()| {
            let place = directory.canonicalize()?.join(path.file_name().unwrap_or_default());
            // Any process that can open a file can lock it, so only the owner can open this one.
            let mut options = File::options();
            let held =
                options.write(true).create(true).truncate(false).mode(0o600).open(path.with_extension("held"))?;
            match rustix::fs::flock(&held, FlockOperation::NonBlockingLockExclusive) {
                Err(Errno::WOULDBLOCK) => {
                    wait();
                    rustix::fs::flock(&held, FlockOperation::LockExclusive)?;
                }
                locked => locked?,
            }
            Ok((place, held))
        });
        match locked {
            Ok((place, held)) => Ok(Self { path: path.to_owned(), place, _held: held }),
            Err(error) => Err(LockError::Unwritten { path: path.to_owned(), reason: error.to_string() }),
        }
    }

    /// Returns the canonical path of the lock.
    pub(crate) fn place(&self) -> &Path {
        &self.place
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;
    use crate::key::PrivateKey;

    fn entry(name: &str) -> LockedProvider {
        let digest = Digest::of(name.as_bytes());
        LockedProvider {
            name: name.to_owned(),
            version: Version::new(1, 2, 3),
            requirement: "^1".parse().unwrap(),
            source: "/srv/mirror".into(),
            artifact: digest,
            component: digest,
            schema: digest,
            grants: digest,
            requests: vec!["write /etc/motd".into()],
            signed: None,
        }
    }

    #[test]
    fn lock_round_trips() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("conf/providers.lock");
        assert_eq!(LockFile::load(&path, &Checker::default()).unwrap(), LockFile::default());
        let mut lock = LockFile::default();
        let signed = Signature::make(&PrivateKey::generate().unwrap(), &Digest::of(b"b/b"));
        lock.put(LockedProvider { signed: Some(signed), ..entry("b/b") });
        lock.put(entry("a/a"));
        lock.put(LockedProvider { version: Version::new(2, 0, 0), ..entry("a/a") });
        let changes = LockGuard::begin(&path, || ()).unwrap();
        lock.save(&changes).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let first = text.find("\"a/a\"").unwrap();
        assert!(text.contains("version = 2\n") && first < text.find("\"b/b\"").unwrap(), "{text}");
        assert_eq!(LockFile::load(&path, &Checker::default()).unwrap(), lock);
        assert_eq!(lock.find("a/a").unwrap().version, Version::new(2, 0, 0));
        assert!(lock.remove("a/a").is_some() && lock.remove("a/a").is_none());
    }

    #[test]
    fn lock_without_clear_text_of_grants_is_read() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("providers.lock");
        let mut lock = LockFile::default();
        lock.put(entry("a/a"));
        lock.save(&LockGuard::begin(&path, || ()).unwrap()).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("requests = [\"write /etc/motd\"]\n"), "{text}");
        let old = text.replace("version = 2\n", "version = 1\n").replace("requests = [\"write /etc/motd\"]\n", "");
        fs::write(&path, old).unwrap();
        let read = LockFile::load(&path, &Checker::default()).unwrap();
        assert_eq!(read.entries(), [LockedProvider { requests: Vec::new(), ..entry("a/a") }]);
    }

    #[test]
    fn invalid_lock_is_rejected() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("providers.lock");
        let mut lock = LockFile::default();
        lock.put(entry("a/a"));
        lock.save(&LockGuard::begin(&path, || ()).unwrap()).unwrap();
        let good = fs::read_to_string(&path).unwrap();
        let block = good.split_once("[[provider]]").unwrap().1;
        for (wrong, message) in [
            (good.replace("version = 2\n", "version = 3\n"), "update marotte"),
            (good.replace("version = 2\n", "version = 3\ncolour = 'red'\n"), "update marotte"),
            (good.replace("version = 2\n", "version = 0\n"), "update marotte"),
            (good.replace("source =", "sauce ="), "sauce"),
            (good.replace("sha256:", "sha512:"), "is not a digest"),
            (good.replace("version = \"1.2.3\"", "version = \"one\""), "version"),
            (format!("{good}[[provider]]{block}"), "twice"),
            (good.replace("component", "x"), "x"),
        ] {
            fs::write(&path, wrong).unwrap();
            let refused = LockFile::load(&path, &Checker::default()).unwrap_err().to_string();
            assert!(refused.contains(message) && refused.contains("providers.lock"), "{refused}");
        }
    }

    #[test]
    fn lock_guard_waits_for_another_process() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("providers.lock");
        let first = LockGuard::begin(&path, || unreachable!("the lock is free")).unwrap();
        let mode = fs::metadata(directory.path().join("providers.held")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "other users cannot take the lock");
        let (send, receive) = mpsc::channel();
        let second = path.clone();
        let waiting = std::thread::spawn(move || {
            let changes = LockGuard::begin(&second, || send.send("waits").unwrap()).unwrap();
            send.send("has it").unwrap();
            drop(changes);
        });
        assert_eq!(receive.recv().unwrap(), "waits");
        assert!(receive.recv_timeout(Duration::from_millis(50)).is_err());
        drop(first);
        assert_eq!(receive.recv().unwrap(), "has it");
        waiting.join().unwrap();
    }
}
