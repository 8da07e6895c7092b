//! The files of an environment: read from a directory, with a check of each entry.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use ownership::{Checker, OwnershipRule};
use serde::{Deserialize, Serialize};

use super::EnvironmentError;
use super::entry_check::{EntryCheck, EntryKind, check_link};
use crate::digest::Digest;
use crate::file_error::FileError;

/// Directories and files that are not part of an environment: data of version control systems, and the record of a deployment by
/// r10k, which contains the time.
const IGNORED: [&str; 4] = [".git", ".hg", ".svn", ".r10k-deploy.json"];

/// A file, directory or link of an environment. Owner, time and permissions are not part of it, except whether a file is
/// executable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TreeEntry {
    /// A directory.
    Directory,
    /// A file.
    File(FileContent),
    /// A symbolic link with its target.
    Link(String),
}

/// The content of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileContent {
    /// The digest of the bytes.
    pub digest: Digest,
    /// Whether the owner may execute the file.
    pub is_executable: bool,
    /// The bytes, unless only their digest is needed.
    pub bytes: Option<Vec<u8>>,
}

impl FileContent {
    /// Returns whether two files have the same bytes and are both executable or not.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        (self.digest, self.is_executable) == (other.digest, other.is_executable)
    }
}

/// The entries of an environment by their path relative to its directory. A directory precedes its entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EnvironmentTree {
    pub(super) entries: BTreeMap<String, TreeEntry>,
    /// The values that were encrypted for their readers.
    pub(super) sealed: Option<SealedValues>,
}

/// Values of an environment that were encrypted for the nodes that may read them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealedValues {
    /// The number of files with such values.
    pub files: usize,
    /// The number of values.
    pub values: usize,
    /// The number of certificates for which at least one value was encrypted.
    pub readers: usize,
}

impl EnvironmentTree {
    /// Reads a directory.
    ///
    /// # Errors
    /// Returns an error that names the entry if one is neither a file, a directory nor a link within the environment, has a name
    /// that is not UTF-8, can be changed by all users, or cannot be read, and if the environment exceeds a limit.
    pub fn read(directory: &Path, checker: &Checker) -> Result<Self, EnvironmentError> {
        let root = directory.canonicalize().map_err(|error| FileError::unreadable(directory, &error))?;
        checker.check_directory(&root, OwnershipRule::Code)?;
        let mut reader = TreeReader { root, checker, check: EntryCheck::default(), tree: Self::default() };
        reader.directory("")?;
        Ok(reader.tree)
    }

    /// Returns the entries by their paths.
    #[must_use]
    pub fn entries(&self) -> &BTreeMap<String, TreeEntry> {
        &self.entries
    }

    /// Replaces the contents of files, whose values were encrypted for their readers. Paths that are not files are ignored.
    pub fn seal(&mut self, contents: BTreeMap<String, Vec<u8>>, sealed: SealedValues) {
        for (path, bytes) in contents {
            if let Some(TreeEntry::File(file)) = self.entries.get_mut(&path) {
                *file = FileContent { digest: Digest::of(&bytes), bytes: Some(bytes), ..*file };
            }
        }
        self.sealed = Some(sealed);
    }

    /// Returns the values that were encrypted for their readers.
    #[must_use]
    pub fn sealed(&self) -> Option<SealedValues> {
        self.sealed
    }

    /// Returns the bytes of a file, if it exists.
    #[must_use]
    pub fn bytes(&self, path: &str) -> Option<&[u8]> {
        match self.entries.get(path) {
            Some(TreeEntry::File(FileContent { bytes: Some(bytes), .. })) => Some(bytes),
            _ => None,
        }
    }

    /// Returns the names of the directories in a directory.
    pub(super) fn directories<'t>(&'t self, parent: &str) -> impl Iterator<Item = &'t str> {
        let prefix = format!("{parent}/");
        self.entries.iter().filter_map(move |(path, entry)| {
            let name = path.strip_prefix(&prefix)?;
            (*entry == TreeEntry::Directory && !name.contains('/')).then_some(name)
        })
    }
}

/// Reads a directory and the directories in it.
struct TreeReader<'c> {
    root: PathBuf,
    checker: &'c Checker,
    check: EntryCheck,
    tree: EnvironmentTree,
}

impl TreeReader<'_> {
    /// Reads the directory with a path relative to the root.
    fn directory(&mut self, path: &str) -> Result<(), EnvironmentError> {
        let directory = self.root.join(path);
        let unreadable = |error| FileError::unreadable(&directory, &error);
        for entry in fs::read_dir(&directory).map_err(unreadable)? {
            let name = entry.map_err(unreadable)?.file_name();
            let full = directory.join(&name);
            let Some(name) = name.to_str() else {
                return Err(EnvironmentError::entry(full, "its name is not UTF-8"));
            };
            if !IGNORED.contains(&name) {
                let relative = if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
                self.entry(relative, &full)?;
            }
        }
        Ok(())
    }

    fn entry(&mut self, path: String, full: &Path) -> Result<(), EnvironmentError> {
        let unreadable = |error| FileError::unreadable(full, &error);
        let found = fs::symlink_metadata(full).map_err(unreadable)?;
        let kind = found.file_type();
        if kind.is_dir() {
            self.checker.check_directory(full, OwnershipRule::Code)?;
            self.check.accept(&path, EntryKind::Directory)?;
            self.tree.entries.insert(path.clone(), TreeEntry::Directory);
            return self.directory(&path);
        }
        let entry = if kind.is_symlink() {
            let target = fs::read_link(full).map_err(unreadable)?;
            let target = target.to_str().ok_or_else(|| EnvironmentError::entry(full, "its target is not UTF-8"))?;
            self.check.accept(&path, EntryKind::Link)?;
            check_link(&path, target).map_err(|error| named(error, full))?;
            TreeEntry::Link(target.to_owned())
        } else if kind.is_file() {
            self.check.accept(&path, EntryKind::File(found.len()))?;
            TreeEntry::File(self.file(full, found.len())?)
        } else {
            return Err(EnvironmentError::entry(full, format!("it is {}", special(kind))));
        };
        self.tree.entries.insert(path, entry);
        Ok(())
    }

    fn file(&self, full: &Path, size: u64) -> Result<FileContent, EnvironmentError> {
        let unreadable = |error| FileError::unreadable(full, &error);
        let file = self.checker.open(full, OwnershipRule::Code)?;
        let opened = file.metadata().map_err(unreadable)?;
        if !opened.is_file() {
            return Err(EnvironmentError::entry(full, "it was replaced while it was read"));
        }
        let mut bytes = Vec::new();
        file.take(size.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 != size {
            return Err(EnvironmentError::entry(full, "it changed while it was read"));
        }
        let is_executable = opened.permissions().mode() & 0o100 != 0;
        Ok(FileContent { digest: Digest::of(&bytes), is_executable, bytes: Some(bytes) })
    }
}

/// Returns the error about an entry with the complete path.
fn named(error: EnvironmentError, full: &Path) -> EnvironmentError {
    match error {
        EnvironmentError::Entry { reason, .. } => EnvironmentError::entry(full, reason),
        other => other,
    }
}

fn special(kind: fs::FileType) -> &'static str {
    match kind {
        kind if kind.is_socket() => "a socket",
        kind if kind.is_fifo() => "a pipe",
        kind if kind.is_block_device() || kind.is_char_device() => "a device",
        _ => "neither a file, a directory nor a symbolic link",
    }
}
