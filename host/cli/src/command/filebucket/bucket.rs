//! Reading a bucket, `8/c/7/d/a/1/b/2/HEX/{contents,paths}`, and the contents that runs have saved for `undo`.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use runtime::Transfer;

use super::entry::{self, BucketEntry};
use super::saved;

/// The number of digits of a SHA-256, and the number of digits that are directories.
const DIGITS: usize = 64;
const DIRECTORIES: usize = 8;

/// A bucket.
pub(super) struct Bucket {
    /// The directory.
    pub(super) directory: PathBuf,
    /// The state directory of the runs whose saved contents belong to the bucket.
    state: Option<PathBuf>,
}

impl Bucket {
    /// Returns the bucket in a directory.
    pub(super) fn new(directory: PathBuf) -> Self {
        Self { directory, state: None }
    }

    /// Returns the bucket of this system, with the contents that runs have saved.
    pub(super) fn of_runs(state: &Path) -> Self {
        Self { directory: state.join(runtime::BUCKET), state: Some(state.to_owned()) }
    }

    /// Stores the content of a file and returns its digest.
    ///
    /// # Errors
    /// Returns an error if the content cannot be read or stored.
    pub(super) fn save(&self, path: &Path, file: &File) -> io::Result<String> {
        runtime::save_in_bucket(&self.directory, &path.display().to_string(), file, &mut Transfer::default())
    }

    /// Returns the path of a stored content.
    ///
    /// # Errors
    /// Returns an error if the bucket does not contain the content, or the digest is not valid.
    pub(super) fn contents(&self, digest: &str) -> Result<PathBuf> {
        let digest = digest.strip_prefix("{sha256}").unwrap_or(digest);
        let is_digest =
            digest.len() == DIGITS && digest.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        if !is_digest {
            bail!("Invalid checksum {digest:?}");
        }
        let mut directory = self.directory.clone();
        directory.extend(digest[..DIRECTORIES].chars().map(String::from));
        let path = directory.join(digest).join("contents");
        if path.is_file() {
            return Ok(path);
        }
        self.state.as_deref().and_then(|state| saved::find(state, digest)).context("File not found")
    }

    /// Lists the stored contents by path and time.
    ///
    /// # Errors
    /// Returns an error if the bucket cannot be read.
    pub(super) fn list(&self) -> Result<Vec<BucketEntry>> {
        let mut found = Vec::new();
        match entry::walk(&self.directory, DIRECTORIES, &mut found) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            walked => walked.with_context(|| format!("Could not read '{}'", self.directory.display()))?,
        }
        if let Some(state) = &self.state {
            saved::add(state, &mut found);
        }
        found.sort();
        Ok(found)
    }
}
