//! Contents that runs have saved for `undo`, as a part of the bucket of this system.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use runtime::SavedContent;

use super::entry::BucketEntry;

/// Returns the file of a saved content.
pub(super) fn find(state: &Path, digest: &str) -> Option<PathBuf> {
    runtime::saved_contents(state).into_iter().find(|saved| saved.digest == digest).map(|saved| saved.file)
}

/// Adds the saved contents that are not listed with the same path.
pub(super) fn add(state: &Path, entries: &mut Vec<BucketEntry>) {
    let key = |entry: &BucketEntry| (entry.path.clone(), entry.digest.clone());
    let mut known: BTreeSet<(String, String)> = entries.iter().map(key).collect();
    // The newest run first.
    for SavedContent { path, time, digest, .. } in runtime::saved_contents(state).into_iter().rev() {
        let entry = BucketEntry { path, time, digest };
        if known.insert(key(&entry)) {
            entries.push(entry);
        }
    }
}
