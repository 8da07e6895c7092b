//! Entries of a bucket: a digest with the path and the time of a backup.

use std::fs;
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// A stored content and one of its original paths.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BucketEntry {
    pub(super) path: String,
    /// The time of the last backup from this path.
    pub(super) time: SystemTime,
    pub(super) digest: String,
}

/// Adds the entries of a bucket. `depth` is the number of directories above each digest.
///
/// # Errors
/// Returns an error if the bucket cannot be read.
pub(super) fn walk(directory: &Path, depth: usize, found: &mut Vec<BucketEntry>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let path = entry.path();
        if depth > 0 {
            if entry.file_type()?.is_dir() {
                walk(&path, depth - 1, found)?;
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
