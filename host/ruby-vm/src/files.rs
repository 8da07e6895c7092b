//! An interface to the files that Ruby code can read, and the table of open files.

use std::collections::BTreeMap;
use std::hash::{Hash as _, Hasher as _};
use std::io;
use std::rc::Rc;
use std::time::SystemTime;

use crate::access::FileAccess;
use crate::vm::Channel;

/// Read access to files, given by absolute paths without `.` and `..`.
pub trait RubyFiles: Send {
    /// Returns whether a path belongs to these files. The caller is asked about all others; if it does not answer such
    /// questions, they cannot be read, and nothing can be written.
    fn covers(&self, _path: &str) -> bool {
        true
    }

    /// Returns the content of a file.
    ///
    /// # Errors
    /// Returns an error if the file does not exist, is not a regular file or may not be read.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;

    /// Returns the kind, size and modification time of a file. A symbolic link at the end of the path is followed if `follow`
    /// is set.
    ///
    /// # Errors
    /// Returns an error if there is no such file or it may not be read.
    fn status(&self, path: &str, follow: bool) -> io::Result<FileStatus>;

    /// Returns the names in a directory, sorted.
    ///
    /// # Errors
    /// Returns an error if there is no such directory or it may not be read.
    fn names(&self, path: &str) -> io::Result<Vec<String>>;

    /// Returns the target of a symbolic link.
    ///
    /// # Errors
    /// Returns an error if there is no such link or it may not be read.
    fn target(&self, path: &str) -> io::Result<String>;
}

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link that was not followed.
    Symlink,
}

/// Kind, size and modification time of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileStatus {
    /// The kind.
    pub kind: FileKind,
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

    fn status(&self, path: &str, _follow: bool) -> io::Result<FileStatus> {
        let status = |kind, size| FileStatus { kind, size, modified: SystemTime::UNIX_EPOCH };
        if let Some(content) = self.0.get(path) {
            return Ok(status(FileKind::File, content.len() as u64));
        }
        let below = format!("{}/", path.trim_end_matches('/'));
        let has_files = self.0.keys().any(|file| file.starts_with(&below));
        if has_files { Ok(status(FileKind::Directory, 0)) } else { Err(io::ErrorKind::NotFound.into()) }
    }

    fn target(&self, path: &str) -> io::Result<String> {
        self.status(path, false)?;
        Err(io::ErrorKind::InvalidInput.into())
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
    access: FileAccess,
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
    /// How the content can be changed; it is written when the file is closed.
    writing: Option<Writing>,
}

/// The state of a file that is open for writing.
#[derive(Clone, Copy)]
struct Writing {
    /// Whether everything is written at the end.
    appends: bool,
    /// Whether the content differs from that of the file.
    is_changed: bool,
}

/// How a file is opened.
#[derive(Clone, Copy, Default)]
pub(crate) struct OpenMode {
    /// Whether it can be written.
    pub(crate) writes: bool,
    /// Whether it is created if it does not exist.
    pub(crate) creates: bool,
    /// Whether it must not exist.
    pub(crate) is_exclusive: bool,
    /// Whether its content is removed.
    pub(crate) truncates: bool,
    /// Whether everything is written at the end.
    pub(crate) appends: bool,
}

impl FileTable {
    /// Returns a table without open files.
    pub(crate) fn new(files: Box<dyn RubyFiles>) -> Self {
        Self { access: FileAccess { files, caller: None }, open: BTreeMap::new(), line: Vec::new() }
    }

    /// Connects the table with the calling thread, which answers questions about other files.
    pub(crate) fn connect(&mut self, caller: &Rc<Channel>) {
        self.access.caller = Some(Rc::clone(caller));
    }

    /// Returns the access to files that are not open.
    pub(crate) fn access(&self) -> &FileAccess {
        &self.access
    }

    /// Opens a file or directory and returns its descriptor.
    pub(crate) fn open(&mut self, path: &str, mode: OpenMode) -> io::Result<u32> {
        if self.open.len() >= MAXIMUM_OPEN {
            return Err(io::Error::other("too many open files"));
        }
        let file = match mode.writes || mode.creates || mode.truncates {
            true => self.open_for_writing(path, mode)?,
            false => self.open_for_reading(path)?,
        };
        let descriptor = (ROOT + 1..).find(|number| !self.open.contains_key(number)).unwrap_or(ROOT + 1);
        self.open.insert(descriptor, file);
        Ok(descriptor)
    }

    fn open_for_reading(&self, path: &str) -> io::Result<OpenFile> {
        let status = self.access.status(path, true)?;
        let (content, names) = match status.kind {
            FileKind::Directory => (Vec::new(), self.access.names(path)?),
            FileKind::File | FileKind::Symlink => (self.access.read(path)?, Vec::new()),
        };
        Ok(OpenFile { path: path.to_owned(), status, content, names, position: 0, writing: None })
    }

    fn open_for_writing(&self, path: &str, mode: OpenMode) -> io::Result<OpenFile> {
        self.access.check_writable(path)?;
        let (status, content, is_changed) = match self.access.status(path, true) {
            Ok(status) if status.kind == FileKind::Directory => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(_) if mode.creates && mode.is_exclusive => return Err(io::ErrorKind::AlreadyExists.into()),
            Ok(status) if mode.truncates => (status, Vec::new(), true),
            Ok(status) => (status, self.access.read(path)?, false),
            Err(error) if mode.creates && error.kind() == io::ErrorKind::NotFound => {
                let status = FileStatus { kind: FileKind::File, size: 0, modified: SystemTime::now() };
                (status, Vec::new(), true)
            }
            Err(error) => return Err(error),
        };
        let writing = mode.writes.then_some(Writing { appends: mode.appends, is_changed });
        let file = OpenFile { path: path.to_owned(), status, content, names: Vec::new(), position: 0, writing };
        if is_changed {
            // Other code can see the new file at once, and an error is raised where the file is opened.
            self.access.write(path, &file.content)?;
        }
        Ok(OpenFile { writing: writing.map(|writing| Writing { is_changed: false, ..writing }), ..file })
    }

    /// Returns an open file.
    pub(crate) fn get(&mut self, descriptor: u32) -> Option<&mut OpenFile> {
        self.open.get_mut(&descriptor)
    }

    /// Writes a changed file.
    pub(crate) fn flush(&mut self, descriptor: u32) -> io::Result<()> {
        let Some(file) = self.open.get_mut(&descriptor) else { return Ok(()) };
        match &mut file.writing {
            Some(writing) if writing.is_changed => {
                writing.is_changed = false;
                self.access.write(&file.path, &file.content)
            }
            _ => Ok(()),
        }
    }

    /// Writes the changed files that code has not closed at the end of a call.
    pub(crate) fn flush_all(&mut self) {
        let descriptors: Vec<u32> = self.open.keys().copied().collect();
        for descriptor in descriptors {
            // There is no code that could receive the error; the caller has answered the question with it.
            let _ = self.flush(descriptor);
        }
    }

    /// Closes a file and writes its changes. Returns whether it was open.
    pub(crate) fn close(&mut self, descriptor: u32) -> io::Result<bool> {
        let flushed = self.flush(descriptor);
        let was_open = self.open.remove(&descriptor).is_some();
        flushed.map(|()| was_open)
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

impl OpenFile {
    /// Writes bytes at a position, or at the end of a file that is open for appending. Returns the position after them;
    /// `None` if the file cannot be written.
    pub(crate) fn write_at(&mut self, position: u64, bytes: &[u8]) -> Option<u64> {
        let writing = self.writing.as_mut()?;
        let begin = if writing.appends { self.content.len() } else { usize::try_from(position).ok()? };
        let end = begin.checked_add(bytes.len()).filter(|end| *end <= MAXIMUM_FILE)?;
        if self.content.len() < end {
            self.content.resize(end, 0);
        }
        self.content[begin..end].copy_from_slice(bytes);
        writing.is_changed = true;
        Some(end as u64)
    }

    /// Sets the size. Returns whether the file can be written.
    pub(crate) fn resize(&mut self, size: u64) -> bool {
        let size = usize::try_from(size).ok().filter(|size| *size <= MAXIMUM_FILE);
        let (Some(writing), Some(size)) = (&mut self.writing, size) else { return false };
        self.content.resize(size, 0);
        writing.is_changed = true;
        true
    }

    /// Returns whether the file can be written.
    pub(crate) fn is_writable(&self) -> bool {
        self.writing.is_some()
    }
}

/// The largest file that can be written, in bytes.
const MAXIMUM_FILE: usize = 256 << 20;

/// Returns a number for a path that identifies the file.
pub(crate) fn inode(path: &str) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    path.hash(&mut hasher);
    hasher.finish()
}
