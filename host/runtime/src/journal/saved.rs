//! Files saved by a run, as read by an undo.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use super::history;
use crate::paths::{PathTarget, Paths, Purpose};
use crate::system::transfer::Transfer;

/// Extension of the copy of a saved file while the file itself is renamed back.
const COPY: &str = "restored";

/// The files that a run has saved, by number.
#[derive(Debug)]
pub(crate) struct SavedFiles {
    directory: PathBuf,
}

/// A copy of a saved file that replaces it.
#[derive(Debug)]
pub(crate) struct SavedCopy {
    path: PathBuf,
    original: PathBuf,
}

impl SavedFiles {
    /// Returns the files that a run has saved.
    pub(crate) fn of_run(state: &Path, run: u64) -> Self {
        Self { directory: history::saved(state, run) }
    }

    /// Returns the path of the content saved under a number. An undo that was killed between its two renames leaves
    /// only the copy.
    pub(crate) fn content(&self, number: u32) -> PathBuf {
        let path = self.directory.join(number.to_string());
        let copy = path.with_extension(COPY);
        if !path.exists() && copy.exists() { copy } else { path }
    }

    /// Returns the location of the file saved under a number.
    pub(crate) fn place(&self, number: u32) -> Option<PathTarget> {
        Paths::open(&self.directory).ok()?.locate(&format!("/{number}"), Purpose::Read).ok()
    }

    /// Copies the content saved under a number, before the file is renamed back.
    ///
    /// # Errors
    /// Returns an error if the content cannot be copied.
    pub(crate) fn copy(&self, number: u32, transfer: &mut Transfer) -> io::Result<SavedCopy> {
        let original = self.directory.join(number.to_string());
        let copy = SavedCopy { path: original.with_extension(COPY), original };
        let to = File::options().write(true).create(true).truncate(true).mode(0o600).open(&copy.path)?;
        transfer.begin().copy_file(&File::open(&copy.original)?, &to)?;
        to.sync_all()?;
        Ok(copy)
    }
}

impl SavedCopy {
    /// Replaces the saved file by the copy if the file was renamed back; otherwise removes the copy.
    ///
    /// # Errors
    /// Returns an error if the copy cannot be renamed or removed.
    pub(crate) fn finish(self, is_back: bool) -> io::Result<()> {
        if is_back { fs::rename(self.path, self.original) } else { fs::remove_file(self.path) }
    }
}
