//! Record of the files that contain secrets, written in this run or, according to a list in the state directory, in
//! earlier runs. The list contains paths and inodes and nothing derived from a secret.

use std::collections::BTreeMap;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};
use rustix::fs::{AtFlags, StatxFlags};
use serde::{Deserialize, Serialize};

use crate::journal::line::PathBytes;
use crate::paths::PathTarget;

/// Name of the list in the state directory. Each line contains one change as JSON.
const FILE: &str = "secret-files";

/// An inode: device, number and creation time, which distinguishes a reused number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Inode {
    device: (u32, u32),
    number: u64,
    born: (i64, u32),
}

impl Inode {
    /// Returns the inode at a location, or `None` if nothing exists there.
    pub(crate) fn at(target: &PathTarget) -> Option<Self> {
        let flags = StatxFlags::INO | StatxFlags::BTIME;
        let stat = rustix::fs::statx(&target.directory, &*target.name, AtFlags::SYMLINK_NOFOLLOW, flags).ok()?;
        Some(Self {
            device: (stat.stx_dev_major, stat.stx_dev_minor),
            number: stat.stx_ino,
            born: (stat.stx_btime.tv_sec, stat.stx_btime.tv_nsec),
        })
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Add { path: PathBytes, inode: Option<Inode> },
    Remove { path: PathBytes },
}

/// The files that contain secrets, and the components that have used secrets in this run. Clones refer to the same
/// record.
#[derive(Debug, Clone)]
pub(crate) struct SecretPaths(Arc<Mutex<Places>>);

#[derive(Debug)]
struct Places {
    state: PathBuf,
    is_loaded: bool,
    output: Option<File>,
    paths: BTreeMap<Vec<u8>, Option<Inode>>,
    /// Number of paths for each inode.
    inodes: FxHashMap<Inode, u32>,
    users: FxHashSet<String>,
    digest_key: Option<[u8; 32]>,
}

impl SecretPaths {
    /// Creates the record of a state directory. Nothing is read until first use.
    pub(crate) fn new(state: &Path) -> Self {
        Self(Arc::new(Mutex::new(Places {
            state: state.to_owned(),
            is_loaded: false,
            output: None,
            paths: BTreeMap::new(),
            inodes: FxHashMap::default(),
            users: FxHashSet::default(),
            digest_key: None,
        })))
    }

    /// Returns whether a secret was written to the file with this path or inode. Neither function is called if the
    /// list is empty.
    ///
    /// # Errors
    /// Returns an error if the list cannot be read.
    pub(crate) fn contain(
        &self,
        path: impl FnOnce() -> Vec<u8>,
        inode: impl FnOnce() -> Option<Inode>,
    ) -> io::Result<bool> {
        let mut places = self.lock();
        places.load()?;
        if places.paths.is_empty() {
            return Ok(false);
        }
        Ok(places.paths.contains_key(&path()) || inode().is_some_and(|inode| places.inodes.contains_key(&inode)))
    }

    /// Adds a file or replaces its inode.
    ///
    /// # Errors
    /// Returns an error if the list cannot be read or written.
    pub(crate) fn add(&self, path: &[u8], inode: Option<Inode>) -> io::Result<()> {
        let mut places = self.lock();
        places.load()?;
        if places.paths.get(path) == Some(&inode) {
            return Ok(());
        }
        places.append(&Line::Add { path: PathBytes(path.to_vec()), inode })?;
        places.insert(path.to_vec(), inode);
        Ok(())
    }

    /// Removes a file whose content was replaced by one without secrets, or which was temporary.
    ///
    /// # Errors
    /// Returns an error if the list cannot be read or written.
    pub(crate) fn remove(&self, path: &[u8]) -> io::Result<()> {
        let mut places = self.lock();
        places.load()?;
        if !places.paths.contains_key(path) {
            return Ok(());
        }
        places.append(&Line::Remove { path: PathBytes(path.to_vec()) })?;
        places.delete(path);
        Ok(())
    }

    /// Adds the new paths of a file, or of all files in a directory, that is about to be renamed. The old paths
    /// remain until a later write without secrets removes them.
    ///
    /// # Errors
    /// Returns an error if the list cannot be read or written.
    pub(crate) fn add_renamed(&self, from: &[u8], to: &[u8]) -> io::Result<()> {
        let moved: Vec<(Vec<u8>, Option<Inode>)> = {
            let mut places = self.lock();
            places.load()?;
            let within = |path: &[u8]| {
                let rest = path.strip_prefix(from)?;
                (rest.is_empty() || rest.starts_with(b"/")).then(|| [to, rest].concat())
            };
            places.paths.iter().filter_map(|(path, inode)| Some((within(path)?, *inode))).collect()
        };
        moved.into_iter().try_for_each(|(path, inode)| self.add(&path, inode))
    }

    /// Records that the component of a package has written a secret to a file or passed one to a command.
    pub(crate) fn note_use(&self, package: &str) {
        let mut places = self.lock();
        if !places.users.contains(package) {
            places.users.insert(package.to_owned());
        }
    }

    /// Returns whether the component of a package has written a secret to a file or passed one to a command in this
    /// run.
    pub(crate) fn has_used(&self, package: &str) -> bool {
        self.lock().users.contains(package)
    }

    /// Returns the random key for digests of secrets, shared by all workers of a run.
    ///
    /// # Errors
    /// Returns an error if the system cannot provide random numbers.
    pub(crate) fn digest_key(&self) -> io::Result<[u8; 32]> {
        let mut places = self.lock();
        if let Some(key) = places.digest_key {
            return Ok(key);
        }
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(io::Error::other)?;
        Ok(*places.digest_key.insert(key))
    }

    /// Locks the record. A poisoned lock is ignored: each change is a single call and cannot be incomplete.
    fn lock(&self) -> MutexGuard<'_, Places> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Places {
    fn load(&mut self) -> io::Result<()> {
        if self.is_loaded {
            return Ok(());
        }
        match std::fs::read(self.state.join(FILE)) {
            Ok(text) => {
                // A killed run may leave an incomplete last line; it has not written the file named there.
                let lines = text.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n"));
                for line in lines {
                    match serde_json::from_slice(line).map_err(io::Error::from)? {
                        Line::Add { path, inode } => self.insert(path.0, inode),
                        Line::Remove { path } => self.delete(&path.0),
                    }
                }
            }
            Err(failed) if failed.kind() == io::ErrorKind::NotFound => {}
            Err(failed) => return Err(failed),
        }
        self.is_loaded = true;
        Ok(())
    }

    /// Appends a line. The first append of a run replaces the list by one without obsolete lines.
    fn append(&mut self, line: &Line) -> io::Result<()> {
        if self.output.is_none() {
            DirBuilder::new().recursive(true).mode(0o700).create(&self.state)?;
            let (path, next) = (self.state.join(FILE), self.state.join(format!("{FILE}.{}", std::process::id())));
            let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&next)?;
            for (path, inode) in &self.paths {
                write_line(&mut file, &Line::Add { path: PathBytes(path.clone()), inode: *inode })?;
            }
            file.sync_data()?;
            std::fs::rename(&next, &path)?;
            self.output = Some(file);
        }
        self.output.as_mut().map_or(Ok(()), |file| write_line(file, line))
    }

    fn insert(&mut self, path: Vec<u8>, inode: Option<Inode>) {
        self.delete(&path);
        if let Some(inode) = inode {
            *self.inodes.entry(inode).or_default() += 1;
        }
        self.paths.insert(path, inode);
    }

    fn delete(&mut self, path: &[u8]) {
        let Some(Some(inode)) = self.paths.remove(path) else { return };
        if let Some(count) = self.inodes.get_mut(&inode) {
            *count -= 1;
            if *count == 0 {
                self.inodes.remove(&inode);
            }
        }
    }
}

fn write_line(file: &mut File, line: &Line) -> io::Result<()> {
    let mut bytes = serde_json::to_vec(line)?;
    bytes.push(b'\n');
    file.write_all(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inode(number: u64) -> Option<Inode> {
        Some(Inode { device: (1, 2), number, born: (3, 4) })
    }

    #[test]
    fn secret_paths_are_found_by_path_and_inode_in_the_next_run() {
        let state = tempfile::tempdir().unwrap();
        let first = SecretPaths::new(state.path());
        first.add(b"/a", inode(1)).unwrap();
        first.add(b"/b", inode(2)).unwrap();
        first.remove(b"/b").unwrap();
        for places in [first, SecretPaths::new(state.path())] {
            let contain = |path: &[u8], found: Option<Inode>| places.contain(|| path.to_vec(), || found).unwrap();
            assert!(contain(b"/a", None) && contain(b"/a", inode(9)) && contain(b"/other-name", inode(1)));
            assert!(!contain(b"/b", inode(2)) && !contain(b"/c", None));
        }
    }

    #[test]
    fn secret_paths_follow_a_rename_of_their_directory() {
        let state = tempfile::tempdir().unwrap();
        let places = SecretPaths::new(state.path());
        places.add(b"/d/a", None).unwrap();
        places.add(b"/dx", None).unwrap();
        places.add_renamed(b"/d", b"/e").unwrap();
        let contain = |path: &[u8]| places.contain(|| path.to_vec(), || None).unwrap();
        assert!(contain(b"/e/a") && contain(b"/d/a") && !contain(b"/ex"));
    }

    #[test]
    fn digest_key_is_shared_by_workers_and_differs_between_runs() {
        let state = tempfile::tempdir().unwrap();
        let places = SecretPaths::new(state.path());
        assert_eq!(places.digest_key().unwrap(), places.clone().digest_key().unwrap());
        assert_ne!(places.digest_key().unwrap(), SecretPaths::new(state.path()).digest_key().unwrap());
    }

    #[test]
    fn secret_paths_cannot_be_read_by_other_users() {
        use std::os::unix::fs::PermissionsExt as _;
        let state = tempfile::tempdir().unwrap();
        SecretPaths::new(state.path()).add(b"/a", None).unwrap();
        let mode = std::fs::metadata(state.path().join(FILE)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn secret_paths_skip_a_truncated_line_and_reject_a_damaged_one() {
        let state = tempfile::tempdir().unwrap();
        SecretPaths::new(state.path()).add(b"/a", None).unwrap();
        let path = state.path().join(FILE);
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"{\"add\":{\"pa").unwrap();
        assert!(SecretPaths::new(state.path()).contain(|| b"/a".to_vec(), || None).unwrap());
        file.write_all(b"\n").unwrap();
        assert!(SecretPaths::new(state.path()).contain(|| b"/a".to_vec(), || None).is_err());
    }
}
