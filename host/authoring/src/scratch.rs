//! Scratch trees for components: an empty system in a directory of its own, and its content.

use std::collections::BTreeMap;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::{env, process};

use anyhow::{Context as _, Result, bail};

/// Directories of a newly installed system.
const DIRECTORIES: [&str; 12] =
    ["etc", "home", "opt", "root", "run", "srv", "tmp", "usr", "usr/local", "var", "var/lib", "var/log"];

/// Directories of Marotte's own files below a root.
const OWN: [&str; 3] = ["var/lib/marotte", "var/log/marotte", "run/marotte"];

/// A directory with an empty tree, accessible only to its owner.
#[derive(Debug)]
pub struct Scratch {
    directory: PathBuf,
}

impl Scratch {
    /// Creates an empty tree.
    ///
    /// # Errors
    /// Returns an error if a directory cannot be created.
    pub fn new() -> Result<Self> {
        let scratch = Self { directory: new_directory()? };
        create_directories(&scratch.root())?;
        Ok(scratch)
    }

    /// Returns the tree's root.
    #[must_use]
    pub fn root(&self) -> PathBuf {
        self.directory.join("root")
    }

    /// Returns the state directory of runs, which is outside of the tree.
    #[must_use]
    pub fn state(&self) -> PathBuf {
        self.directory.join("state")
    }

    /// Removes the directory with its content.
    ///
    /// # Errors
    /// Returns an error if it cannot be removed completely.
    pub fn remove(&self) -> io::Result<()> {
        fs::remove_dir_all(&self.directory)
    }
}

/// Creates the directories of an empty tree.
///
/// # Errors
/// Returns an error if a directory cannot be created.
pub fn create_directories(root: &Path) -> Result<()> {
    for name in DIRECTORIES {
        let directory = root.join(name);
        fs::create_dir_all(&directory)
            .with_context(|| format!("Could not create '{}' for the test of the component", directory.display()))?;
    }
    Ok(())
}

fn new_directory() -> Result<PathBuf> {
    let base = env::temp_dir();
    for number in 0..1000 {
        let directory = base.join(format!("marotte-provider-{}-{number}", process::id()));
        if DirBuilder::new().mode(0o700).create(&directory).is_ok() {
            return Ok(directory);
        }
    }
    bail!("Could not create a directory in '{}'", base.display())
}

/// Descriptions of the files of a tree by their paths.
pub type Contents = BTreeMap<PathBuf, String>;

/// Returns a description of all files below a root by their paths in the tree: kind, mode, owner, time and content.
///
/// # Errors
/// Returns an error if a file cannot be read.
pub fn contents(root: &Path) -> Result<Contents> {
    let mut found = BTreeMap::new();
    let mut directories = vec![root.to_path_buf()];
    while let Some(directory) = directories.pop() {
        let entries = fs::read_dir(&directory).with_context(|| format!("Could not read '{}'", directory.display()))?;
        for entry in entries {
            let path = entry?.path();
            let relative = path.strip_prefix(root).unwrap_or(&path);
            if OWN.iter().any(|own| Path::new(own) == relative) {
                continue;
            }
            found.insert(Path::new("/").join(relative), describe(&path)?);
            if path.is_dir() && !path.is_symlink() {
                directories.push(path);
            }
        }
    }
    Ok(found)
}

/// Returns the mode, owner, modification time and content of a file.
fn describe(path: &Path) -> Result<String> {
    let metadata = fs::symlink_metadata(path)?;
    let content = if metadata.is_symlink() {
        fs::read_link(path)?.display().to_string()
    } else if metadata.is_file() {
        String::from_utf8_lossy(&fs::read(path)?).into_owned()
    } else {
        String::new()
    };
    let (mode, uid, gid) = (metadata.mode(), metadata.uid(), metadata.gid());
    let time = (metadata.mtime(), metadata.mtime_nsec());
    Ok(format!("{mode:o} {uid} {gid} {time:?} {content}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tree_excludes_the_state_of_runs() {
        let scratch = Scratch::new().unwrap();
        let root = scratch.root();
        fs::create_dir_all(root.join("var/lib/marotte/journal")).unwrap();
        let before = contents(&root).unwrap();
        fs::write(root.join("etc/motd"), "Hello\n").unwrap();
        let after = contents(&root).unwrap();
        let new: Vec<_> = after.keys().filter(|path| !before.contains_key(*path)).collect();
        assert_eq!(new, [Path::new("/etc/motd")]);
        assert!(!after.keys().any(|path| path.starts_with("/var/lib/marotte")));
        scratch.remove().unwrap();
        assert!(!root.exists());
    }
}
