//! Reading a bucket: `8/c/7/d/a/1/b/2/HEX/{contents,paths}`.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context as _, Result, bail};
use runtime::Transfer;

/// The number of digits of a SHA-256, and the number of digits that are directories.
const DIGITS: usize = 64;
const DIRECTORIES: usize = 8;

/// A bucket.
pub(super) struct Bucket {
    /// The directory.
    pub(super) directory: PathBuf,
}

/// A stored content and one of its original paths.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BucketEntry {
    pub(super) path: String,
    /// The time of the last backup from this path.
    pub(super) time: SystemTime,
    pub(super) digest: String,
}

impl Bucket {
    /// Returns the bucket in a directory.
    pub(super) fn new(directory: PathBuf) -> Self {
        Self { directory }
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
        if !path.is_file() {
            bail!("File not found");
        }
        Ok(path)
    }

    /// Lists the stored contents by path and time.
    ///
    /// # Errors
    /// Returns an error if the bucket cannot be read.
    pub(super) fn list(&self) -> Result<Vec<BucketEntry>> {
        let mut found = Vec::new();
        match walk(&self.directory, 0, &mut found) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            walked => walked.with_context(|| format!("Could not read '{}'", self.directory.display()))?,
        }
        found.sort();
        Ok(found)
    }
}

fn walk(directory: &Path, depth: usize, found: &mut Vec<BucketEntry>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let path = entry.path();
        if depth < DIRECTORIES {
            if entry.file_type()?.is_dir() {
                walk(&path, depth + 1, found)?;
            }
            continue;
        }
        // An interrupted backup has no list of paths yet.
        let list = path.join("paths");
        let Ok(metadata) = fs::metadata(&list) else { continue };
        let (time, digest) = (metadata.modified()?, entry.file_name().to_string_lossy().into_owned());
        let places = String::from_utf8_lossy(&fs::read(&list)?).into_owned();
        found.extend(places.lines().map(|path| BucketEntry { path: path.to_owned(), time, digest: digest.clone() }));
    }
    Ok(())
}
