//! Detection of changes in a project.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context as _, Result};

/// Directories and files made by tools.
const GENERATED: [&str; 5] = ["target", "node_modules", ".venv", ".git", "__pycache__"];

/// Detects changes of the files of a project by their modification times.
#[derive(Debug)]
pub struct ProjectWatcher {
    directory: PathBuf,
    seen: Option<BTreeMap<PathBuf, SystemTime>>,
}

impl ProjectWatcher {
    /// Watches a project.
    #[must_use]
    pub fn new(directory: &Path) -> Self {
        Self { directory: directory.to_path_buf(), seen: None }
    }

    /// Returns whether the project has changed since the last call; `true` for the first call.
    ///
    /// # Errors
    /// Returns an error if a directory cannot be read.
    pub fn has_changed(&mut self) -> Result<bool> {
        let now = times(&self.directory)?;
        let has_changed = self.seen.as_ref() != Some(&now);
        self.seen = Some(now);
        Ok(has_changed)
    }
}

/// Returns the modification time of each file of a project.
fn times(directory: &Path) -> Result<BTreeMap<PathBuf, SystemTime>> {
    let mut times = BTreeMap::new();
    let mut directories = vec![directory.to_path_buf()];
    while let Some(directory) = directories.pop() {
        let entries = fs::read_dir(&directory).with_context(|| format!("Could not read '{}'", directory.display()))?;
        for entry in entries.flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            // A file that was removed during the scan is noticed by the next scan.
            let Ok(metadata) = entry.metadata() else { continue };
            if metadata.is_dir() {
                let is_generated = GENERATED.iter().any(|known| name == *known);
                directories.extend((!is_generated).then_some(path));
            } else if let Ok(time) = metadata.modified() {
                times.insert(path, time);
            }
        }
    }
    Ok(times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_files_are_not_changes() {
        let directory = tempfile::tempdir().unwrap();
        let mut watcher = ProjectWatcher::new(directory.path());
        assert!(watcher.has_changed().unwrap() && !watcher.has_changed().unwrap());
        fs::create_dir_all(directory.path().join("target")).unwrap();
        fs::write(directory.path().join("target/a.wasm"), "").unwrap();
        assert!(!watcher.has_changed().unwrap());
        fs::write(directory.path().join("lib.rs"), "").unwrap();
        assert!(watcher.has_changed().unwrap());
    }
}
