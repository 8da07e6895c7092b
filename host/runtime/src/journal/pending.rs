//! Temporary names: each is noted before it exists, and removed by the next run if this one dies, by exact name, never by
//! looking for such names.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, FlockOperation, OFlags};

use crate::paths::{Paths, Purpose};

/// What temporary names begin with; tools that run the files of a directory leave such names alone.
const PREFIX: &str = ".marotte-";

/// A note longer than this begins again once nothing is pending.
const NOTE_LIMIT: u64 = 64 << 10;

/// The note of a run that lives.
#[derive(Debug)]
pub(super) struct PendingNote {
    file: File,
    path: PathBuf,
    length: u64,
    pending: u32,
    count: u32,
}

impl PendingNote {
    /// Opens the file of temporary names of a run, after removing temporary files of killed runs.
    ///
    /// # Errors
    /// It can't be made.
    pub(super) fn open(state: &Path, run: &str) -> io::Result<Self> {
        let directory = directory(state);
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&directory)?;
        recover(state);
        let path = directory.join(run);
        let file = OpenOptions::new().append(true).create_new(true).mode(0o600).open(&path)?;
        rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive)?;
        Ok(Self { file, path, length: 0, pending: 0, count: 0 })
    }

    /// Makes a temporary name in a directory of this machine.
    ///
    /// # Errors
    /// It could not be noted, so it must not be used.
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

    /// A temporary name is no more.
    pub(super) fn forget_temp(&mut self) {
        self.pending = self.pending.saturating_sub(1);
        if self.pending == 0 && self.length > NOTE_LIMIT && self.file.set_len(0).is_ok() {
            self.length = 0;
        }
    }

    /// Nothing is pending any more.
    pub(super) fn remove(self) {
        // A note that stays is read by the next run and does no harm.
        let _ = fs::remove_file(self.path);
    }
}

/// Removes temporary files of killed runs.
pub(super) fn recover(state: &Path) {
    let Ok(entries) = fs::read_dir(directory(state)) else { return };
    let Ok(machine) = Paths::open(Path::new("/")) else { return };
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        // One that cannot be read stays for a run that can.
        let _ = recover_note(&path, &machine);
    }
}

/// The directory of the notes of temporary names, in the directory of state.
pub(super) const DIRECTORY: &str = "pending";

fn directory(state: &Path) -> PathBuf {
    state.join(DIRECTORY)
}

/// The lock of a run that lives is held: its names are not ours to remove.
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
            // Nothing there is the usual case: the run died after it had settled the name.
            if rustix::fs::unlinkat(&target.directory, &*target.name, AtFlags::empty()).is_err() {
                let _ = rustix::fs::unlinkat(&target.directory, &*target.name, AtFlags::REMOVEDIR);
            }
        }
    }
    fs::remove_file(path)
}

/// Returns whether a name is one that a journal made: nothing else is ever removed.
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
    fn names_of_a_run_that_died_are_removed_by_exact_name() {
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
        assert!(target.join(&name).exists(), "the run that noted it lives");

        // What a killed process leaves: the note, without its lock.
        drop(note);
        recover(&state);
        assert!(!target.join(&name).exists());
        assert!(target.join(".marotte-bystander").exists());
        assert_eq!(fs::read_dir(state.join("pending")).unwrap().count(), 0);
    }

    #[test]
    fn only_own_names_are_own() {
        assert!(is_temporary(".marotte-0123456789abcdef-1"));
        for other in [".marotte-0123456789abcdef-", ".marotte-xyz-1", "passwd", ".marotte-0123456789abcdef-1x"] {
            assert!(!is_temporary(other), "{other}");
        }
    }
}
