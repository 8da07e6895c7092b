//! Records of nodes on disk: one JSON file for each, which only its owner can read.

use std::fs::{self, DirBuilder};
use std::io::{self, ErrorKind};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use anyhow::{Context as _, Result};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::CatalogComparison;

/// The largest number of records; the oldest are removed.
const RECORDS: usize = 50_000;

/// The largest size of a record that is read.
const SIZE: usize = 4 << 20;

/// The directory of the records of nodes, one for each.
#[derive(Debug)]
pub struct NodeRecords {
    directory: PathBuf,
    /// The largest number of records.
    limit: usize,
    /// The number of records; `None` before the first one is written. Held while a record is written.
    count: Mutex<Option<usize>>,
}

impl NodeRecords {
    /// Returns the records in a directory, which need not exist.
    #[must_use]
    pub fn new(directory: PathBuf) -> Self {
        Self { directory, limit: RECORDS, count: Mutex::default() }
    }

    /// Replaces the record of a node by the result of a function, which receives the previous record.
    ///
    /// # Errors
    /// Returns an error if the record cannot be read or written.
    pub fn update<T: Serialize + DeserializeOwned>(
        &self,
        node: &str,
        change: impl FnOnce(Option<T>) -> T,
    ) -> Result<()> {
        let name = format!("{}.json", files::escaped_name(&node.to_ascii_lowercase()));
        let file = self.directory.join(&name);
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        let known = *count.get_or_insert_with(|| self.files().len());
        let previous = match files::read_file(&file, SIZE) {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            // A damaged record is replaced.
            read => serde_json::from_slice(&read.with_context(|| unreadable(&file))?).ok(),
        };
        let is_new = !file.exists();
        let text = serde_json::to_vec(&change(previous))?;
        write(&self.directory, &name, &text).with_context(|| format!("Could not write '{}'", file.display()))?;
        *count = Some(known + usize::from(is_new));
        if is_new && known + 1 > self.limit {
            *count = Some(self.prune());
        }
        Ok(())
    }

    /// Returns all records in the order of the names of their files. Damaged ones are left out.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub fn all<T: DeserializeOwned>(&self) -> Result<Vec<T>> {
        let mut records = Vec::new();
        for file in self.files() {
            match files::read_file(&file, SIZE) {
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                read => records.extend(serde_json::from_slice(&read.with_context(|| unreadable(&file))?)),
            }
        }
        Ok(records)
    }

    fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.directory).into_iter().flatten().flatten();
        let is_record = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            name.ends_with(".json") && !name.starts_with('.')
        };
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_record).collect();
        files.sort();
        files
    }

    /// Removes the oldest records above nine tenths of the limit. Returns the number of the others.
    fn prune(&self) -> usize {
        let changed =
            |path: &PathBuf| path.metadata().and_then(|found| found.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        let mut files: Vec<(SystemTime, PathBuf)> =
            self.files().into_iter().map(|path| (changed(&path), path)).collect();
        files.sort();
        let kept = self.limit - self.limit / 10;
        for (_, path) in &files[..files.len().saturating_sub(kept)] {
            // Another process can have removed it.
            let _ = fs::remove_file(path);
        }
        files.len().min(kept)
    }
}

fn unreadable(file: &Path) -> String {
    format!("Could not read '{}'", file.display())
}

/// Replaces a file in a directory that only its owner can use.
fn write(directory: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    create(directory)?;
    files::replace_in(directory, name, files::PRIVATE, bytes)
}

/// Creates a directory that only its owner can use, and those above it as usual.
fn create(directory: &Path) -> io::Result<()> {
    if directory.is_dir() {
        return Ok(());
    }
    directory.parent().map_or(Ok(()), fs::create_dir_all)?;
    DirBuilder::new().recursive(true).mode(0o700).create(directory)
}

/// Numbers of comparisons since the first one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComparisonCounts {
    /// Comparisons that were made.
    pub compared: u64,
    /// Catalogs that were not compared, since too many waited.
    pub dropped: u64,
    /// Catalogs that were not compared, since they were not in rich JSON.
    pub skipped: u64,
}

/// The comparisons of a server.
#[derive(Debug)]
pub struct ComparisonStore {
    directory: PathBuf,
    records: NodeRecords,
}

impl ComparisonStore {
    const COUNTS: &str = "counts.json";

    /// Returns the store in a directory, which need not exist.
    #[must_use]
    pub fn new(directory: PathBuf) -> Self {
        Self { records: NodeRecords::new(directory.join("nodes")), directory }
    }

    /// Replaces the last comparison of a node.
    ///
    /// # Errors
    /// Returns an error if the record cannot be written.
    pub fn add(&self, comparison: CatalogComparison) -> Result<()> {
        let node = comparison.node.clone();
        create(&self.directory).with_context(|| format!("Could not create '{}'", self.directory.display()))?;
        self.records.update(&node, |_: Option<CatalogComparison>| comparison)
    }

    /// Returns the last comparison of each node, in the order of their names.
    ///
    /// # Errors
    /// Returns an error if a record cannot be read.
    pub fn all(&self) -> Result<Vec<CatalogComparison>> {
        self.records.all()
    }

    /// Returns the numbers of comparisons.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn counts(&self) -> Result<ComparisonCounts> {
        let file = self.directory.join(Self::COUNTS);
        match files::read_file(&file, SIZE) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(ComparisonCounts::default()),
            read => Ok(serde_json::from_slice(&read.with_context(|| unreadable(&file))?).unwrap_or_default()),
        }
    }

    /// Replaces the numbers of comparisons.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn set_counts(&self, counts: ComparisonCounts) -> Result<()> {
        let text = serde_json::to_vec(&counts)?;
        write(&self.directory, Self::COUNTS, &text)
            .with_context(|| format!("Could not write '{}'", self.directory.join(Self::COUNTS).display()))
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn records_are_private_and_survive() {
        let directory = tempfile::tempdir().unwrap();
        let records = NodeRecords::new(directory.path().join("a/nodes"));
        records.update("Web1", |previous: Option<u32>| previous.unwrap_or_default() + 1).unwrap();
        records.update("web1", |previous: Option<u32>| previous.unwrap_or_default() + 1).unwrap();
        assert_eq!(NodeRecords::new(directory.path().join("a/nodes")).all::<u32>().unwrap(), [2]);
        let mode = |name: &str| directory.path().join(name).metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!((mode("a/nodes"), mode("a/nodes/web1.json")), (0o700, 0o600));
    }

    #[test]
    fn oldest_records_are_removed_above_the_limit() {
        let directory = tempfile::tempdir().unwrap();
        let records = NodeRecords { limit: 10, ..NodeRecords::new(directory.path().join("nodes")) };
        for number in 0..25 {
            records.update(&format!("n{number:02}"), |_| number).unwrap();
        }
        let left: Vec<i32> = records.all().unwrap();
        assert!(left.len() <= 10 && left.contains(&24), "{left:?}");
    }

    #[test]
    fn damaged_record_is_replaced() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("n1.json"), "{").unwrap();
        let records = NodeRecords::new(directory.path().to_owned());
        assert!(records.all::<u32>().unwrap().is_empty());
        records.update("n1", |previous: Option<u32>| previous.map_or(7, |_| 0)).unwrap();
        assert_eq!(records.all::<u32>().unwrap(), [7]);
    }
}
