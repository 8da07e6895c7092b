//! Temporary names: each is recorded before it is created. If the run is killed, the next run removes exactly the
//! recorded names and never searches for them.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, FlockOperation, OFlags};

use crate::paths::{Paths, Purpose};

/// Prefix of temporary names. Tools that run all files of a directory ignore such names.
const PREFIX: &str = ".marotte-";

/// A longer list is truncated as soon as no temporary name is in use.
const NOTE_LIMIT: u64 = 64 << 10;

/// List of temporary names of a run in progress.
#[derive(Debug)]
pub(super) struct PendingNote {
    file: File,
    path: PathBuf,
    length: u64,
    pending: u32,
    count: u32,
}

impl PendingNote {
    /// Opens the list of temporary names of a run, after removing temporary files of killed runs.
    ///
    /// # Errors
    /// Returns an error if the list cannot be created.
    pub(super) fn open(state: &Path, run: &str) -> io::Result<Self> {
        let directory = directory(state);
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&directory)?;
        recover(state);
        let path = directory.join(run);
        let file = OpenOptions::new().append(true).create_new(true).mode(0o600).open(&path)?;
        rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive)?;
        Ok(Self { file, path, length: 0, pending: 0, count: 0 })
    }

    /// Creates and records a temporary name in a directory of this system.
    ///
    /// # Errors
    /// Returns an error if the name cannot be recorded; it must not be used.
    pub(super) fn temporary(&mut self, run: &str, directory: &[u8]) -> io::Result<String> {
        self.count += 1;
        let name = format!("{PREFIX}{run}-{}", self.count);
        let mut line = directory.to_vec();
        line.push(b'/');
        line.extend_from_slice(name.as_bytes());
        line.push(0);
        self.file.write_all(&line)?;
        self.length += line.len() as u64;
        self.pending += 1;
        Ok(name)
    }

    /// Records that a temporary name is no longer in use.
    pub(super) fn forget_temp(&mut self) {
        self.pending = self.pending.saturating_sub(1);
        if self.pending == 0 && self.length > NOTE_LIMIT && self.file.set_len(0).is_ok() {
            self.length = 0;
        }
    }

    /// Removes the list; no temporary name is in use any more.
    pub(super) fn remove(self) {
        // A remaining list is harmless: the next run reads and removes it.
        let _ = fs::remove_file(self.path);
    }
}

/// Removes temporary files of killed runs.
pub(super) fn recover(state: &Path) {
    let Ok(entries) = fs::read_dir(directory(state)) else { return };
    let Ok(machine) = Paths::open(Path::new("/")) else { return };
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        // An unreadable list is left for a run that can read it.
        let _ = recover_note(&path, &machine);
    }
}

/// Name of the directory of the lists of temporary names in the state directory.
pub(super) const DIRECTORY: &str = "pending";

fn directory(state: &Path) -> PathBuf {
    state.join(DIRECTORY)
}

/// Removes the temporary files in a list, unless its run is in progress and holds the lock.
fn recover_note(path: &Path, machine: &Paths) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).custom_flags(OFlags::NOFOLLOW.bits() as i32).open(path)?;
    rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive)?;
    let mut names = Vec::new();
    file.read_to_end(&mut names)?;
    for name in names.split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
        let base = Path::new(OsStr::from_bytes(name)).file_name().and_then(OsStr::to_str);
        if !base.is_some_and(is_temporary) {
            continue;
        }
        let Ok(name) = std::str::from_utf8(name) else { continue };
        if let Ok(target) = machine.locate(name, Purpose::Write) {
            // Usually the file does not exist: the run ended after it had renamed or removed it.
            if rustix::fs::unlinkat(&target.directory, &*target.name, AtFlags::empty()).is_err() {
                let _ = rustix::fs::unlinkat(&target.directory, &*target.name, AtFlags::REMOVEDIR);
            }
        }
    }
    fs::remove_file(path)
}

/// Returns whether a name has the form of a generated temporary name. Other names are never removed.
fn is_temporary(name: &str) -> bool {
    let Some((run, count)) = name.strip_prefix(PREFIX).and_then(|rest| rest.split_once('-')) else { return false };
    run.len() == 16
        && run.bytes().all(|byte| byte.is_ascii_hexdigit())
        && !count.is_empty()
        && count.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_files_of_a_killed_run_are_removed_by_exact_name() {
        let scratch = tempfile::tempdir().unwrap();
        let state = scratch.path().join("state");
        let target = scratch.path().join("etc");
        fs::create_dir(&target).unwrap();
        let run = "0123456789abcdef";
        let mut note = PendingNote::open(&state, run).unwrap();
        let name = note.temporary(run, target.as_os_str().as_bytes()).unwrap();
        fs::write(target.join(&name), "half").unwrap();
        fs::write(target.join(".marotte-bystander"), "mine").unwrap();

        recover(&state);
        assert!(target.join(&name).exists(), "the run is in progress");

        // A killed process leaves the list without a lock.
        drop(note);
        recover(&state);
        assert!(!target.join(&name).exists());
        assert!(target.join(".marotte-bystander").exists());
        assert_eq!(fs::read_dir(state.join("pending")).unwrap().count(), 0);
    }

    #[test]
    fn only_generated_names_are_temporary() {
        assert!(is_temporary(".marotte-0123456789abcdef-1"));
        for other in [".marotte-0123456789abcdef-", ".marotte-xyz-1", "passwd", ".marotte-0123456789abcdef-1x"] {
            assert!(!is_temporary(other), "{other}");
        }
    }
}
