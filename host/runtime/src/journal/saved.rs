//! Previous files that a run has saved, as an undo finds them.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use super::history;
use crate::paths::{PathTarget, Paths, Purpose};
use crate::system::transfer::Transfer;

/// The extension of the copy of a file while the file itself is renamed back.
const COPY: &str = "restored";

/// The files that a run has saved, by number.
#[derive(Debug)]
pub(crate) struct SavedFiles {
    directory: PathBuf,
}

/// A copy of a saved file, to take its place.
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

    /// Returns the path of the content that is saved under a number. An undo that was killed between its two renames has left the copy alone.
    pub(crate) fn content(&self, number: u32) -> PathBuf {
        let path = self.directory.join(number.to_string());
        let copy = path.with_extension(COPY);
        if !path.exists() && copy.exists() { copy } else { path }
    }

    /// Returns the place of the file that is saved under a number.
    pub(crate) fn place(&self, number: u32) -> Option<PathTarget> {
        Paths::open(&self.directory).ok()?.locate(&format!("/{number}"), Purpose::Read).ok()
    }

    /// Copies the content that is saved under a number, before the file is renamed back.
    ///
    /// # Errors
    /// It cannot be copied.
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
    /// Puts the copy in the place of the file, if that has been renamed back, and removes it otherwise.
    ///
    /// # Errors
    /// It cannot be renamed or removed.
    pub(crate) fn finish(self, is_back: bool) -> io::Result<()> {
        if is_back { fs::rename(self.path, self.original) } else { fs::remove_file(self.path) }
    }
}
