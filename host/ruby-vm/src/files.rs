//! The files that Ruby code can read. Nothing can be written.

use std::collections::BTreeMap;
use std::hash::{Hash as _, Hasher as _};
use std::io;
use std::time::SystemTime;

/// Read access to files, given by absolute paths without `.` and `..`.
pub trait RubyFiles: Send {
    /// Returns the content of a file.
    ///
    /// # Errors
    /// Returns an error if the file does not exist, is not a regular file or may not be read.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;

    /// Returns the kind, size and modification time of a file or directory. Symbolic links are followed.
    ///
    /// # Errors
    /// Returns an error if there is no such file or it may not be read.
    fn status(&self, path: &str) -> io::Result<FileStatus>;

    /// Returns the names in a directory, sorted.
    ///
    /// # Errors
    /// Returns an error if there is no such directory or it may not be read.
    fn names(&self, path: &str) -> io::Result<Vec<String>>;
}

/// Kind, size and modification time of a file or directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileStatus {
    /// Whether it is a directory.
    pub is_directory: bool,
    /// The size in bytes.
    pub size: u64,
    /// The time of the last change.
    pub modified: SystemTime,
}

/// Files in memory below `/`, by path. Directories are implied.
pub(crate) struct MemoryFiles(BTreeMap<String, Vec<u8>>);

impl MemoryFiles {
    /// Returns files by absolute path.
    pub(crate) fn new(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        Self(files.into_iter().collect())
    }
}

impl RubyFiles for MemoryFiles {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.0.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn status(&self, path: &str) -> io::Result<FileStatus> {
        let status = |is_directory, size| FileStatus { is_directory, size, modified: SystemTime::UNIX_EPOCH };
        if let Some(content) = self.0.get(path) {
            return Ok(status(false, content.len() as u64));
        }
        let below = format!("{}/", path.trim_end_matches('/'));
        let has_files = self.0.keys().any(|file| file.starts_with(&below));
        if has_files { Ok(status(true, 0)) } else { Err(io::ErrorKind::NotFound.into()) }
    }

    fn names(&self, path: &str) -> io::Result<Vec<String>> {
        let below = format!("{}/", path.trim_end_matches('/'));
        let inner = self.0.keys().filter_map(|file| file.strip_prefix(&below));
        let mut names: Vec<String> = inner.filter_map(|rest| rest.split('/').next().map(str::to_owned)).collect();
        names.dedup();
        Ok(names)
    }
}

/// Maximum number of open files.
const MAXIMUM_OPEN: usize = 256;

/// The descriptor of the root directory, which is open from the start. Paths are relative to it.
pub(crate) const ROOT: u32 = 3;

/// The open files, by descriptor.
pub(crate) struct FileTable {
    files: Box<dyn RubyFiles>,
    open: BTreeMap<u32, OpenFile>,
    /// The unfinished line printed to standard output or standard error.
    pub(crate) line: Vec<u8>,
}

/// An open file or directory.
pub(crate) struct OpenFile {
    /// The absolute path.
    pub(crate) path: String,
    /// The status when it was opened.
    pub(crate) status: FileStatus,
    /// The content of a file.
    pub(crate) content: Vec<u8>,
    /// The names in a directory.
    pub(crate) names: Vec<String>,
    /// The position of the next byte.
    pub(crate) position: u64,
}

impl FileTable {
    /// Returns a table without open files.
    pub(crate) fn new(files: Box<dyn RubyFiles>) -> Self {
        Self { files, open: BTreeMap::new(), line: Vec::new() }
    }

    /// Opens a file or directory and returns its descriptor.
    pub(crate) fn open(&mut self, path: &str) -> io::Result<u32> {
        if self.open.len() >= MAXIMUM_OPEN {
            return Err(io::Error::other("too many open files"));
        }
        let status = self.files.status(path)?;
        let (content, names) = match status.is_directory {
            true => (Vec::new(), self.files.names(path)?),
            false => (self.files.read(path)?, Vec::new()),
        };
        let descriptor = (ROOT + 1..).find(|number| !self.open.contains_key(number)).unwrap_or(ROOT + 1);
        let file = OpenFile { path: path.to_owned(), status, content, names, position: 0 };
        self.open.insert(descriptor, file);
        Ok(descriptor)
    }

    /// Returns an open file.
    pub(crate) fn get(&mut self, descriptor: u32) -> Option<&mut OpenFile> {
        self.open.get_mut(&descriptor)
    }

    /// Closes a file. Returns whether it was open.
    pub(crate) fn close(&mut self, descriptor: u32) -> bool {
        self.open.remove(&descriptor).is_some()
    }

    /// Returns the status of a file or directory.
    pub(crate) fn status(&self, path: &str) -> io::Result<FileStatus> {
        self.files.status(path)
    }

    /// Returns the absolute path of a path relative to an open directory, without `.` and `..`. Nothing is above the
    /// root directory.
    pub(crate) fn absolute(&self, directory: u32, path: &str) -> Option<String> {
        let base = match directory {
            ROOT => "",
            other => &self.open.get(&other)?.path,
        };
        let mut parts: Vec<&str> = Vec::new();
        for part in base.split('/').chain(path.split('/')) {
            match part {
                "" | "." => {}
                ".." => drop(parts.pop()),
                name => parts.push(name),
            }
        }
        Some(format!("/{}", parts.join("/")))
    }
}

/// Returns a number for a path that identifies the file.
pub(crate) fn inode(path: &str) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    path.hash(&mut hasher);
    hasher.finish()
}
