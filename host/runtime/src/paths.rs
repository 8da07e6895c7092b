//! Path resolution: every path is resolved below the handle of a root directory, including absolute links and `..`,
//! and never outside it. Only the parent is resolved here; callers access the last component by name relative to
//! the handle of the parent, without following it.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::hash::{Hash as _, Hasher as _};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};
use rustix::fs::{AtFlags, FileType, Mode, OFlags, ResolveFlags};
use rustix::io::Errno;
use thiserror::Error;

use crate::path_text;

/// Flags for directory handles, which can only be used to look up names.
const DIRECTORY: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// Maximum number of symbolic links, as in the kernel.
const MAX_LINKS: u32 = 40;

/// Maximum number of cached handles; each uses a file descriptor.
const MAX_CACHED: usize = 200;

/// An open directory.
#[derive(Debug)]
pub(crate) struct OpenDirectory {
    handle: OwnedFd,
    real: Box<[u8]>,
    hash: u64,
}

impl OpenDirectory {
    fn new(handle: OwnedFd, real: Vec<u8>) -> Arc<Self> {
        Arc::new(Self { handle, hash: hash_of(&real), real: real.into() })
    }

    /// Returns a hash of the resolved path.
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the path below the root, without symbolic links.
    pub(crate) fn real(&self) -> &[u8] {
        &self.real
    }
}

impl AsFd for OpenDirectory {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.handle.as_fd()
    }
}

/// A location: a name in an open directory. The name `.` refers to the directory itself.
#[derive(Debug, Clone)]
pub(crate) struct PathTarget {
    pub(crate) directory: Arc<OpenDirectory>,
    pub(crate) name: Box<[u8]>,
}

impl PathTarget {
    /// Returns the path below the root. No component except the last one is a symbolic link.
    pub(crate) fn real(&self) -> Vec<u8> {
        join(self.directory.real(), &self.name)
    }

    /// Returns whether the location is the directory itself.
    pub(crate) fn is_directory(&self) -> bool {
        &*self.name == b"."
    }
}

/// A location from the journal of a run, recorded as a resolved path. Only [`Paths::locate_journaled`] creates one.
#[derive(Debug)]
pub(crate) struct JournaledPath(PathTarget);

impl JournaledPath {
    /// Returns the location.
    pub(crate) fn target(&self) -> &PathTarget {
        &self.0
    }
}

/// Reason why a path cannot be resolved.
#[derive(Debug, Clone, Error)]
pub(crate) enum PathError {
    #[error("the path must be absolute")]
    Relative,
    #[error("the path contains a zero byte")]
    Zero,
    /// A parent directory is missing.
    #[error("No such file or directory")]
    Missing(Option<Arc<MissingPath>>),
    #[error(
        "the symbolic link '{link}' is controlled by {controller} and leads to an object of another user; name the path that it leads \
         to, or move the link to a directory that root alone can change"
    )]
    Unsafe {
        /// The link.
        link: String,
        /// The user who controls the link.
        controller: Controller,
    },
    #[error("{}", crate::error::describe(*.0))]
    System(Errno),
}

impl From<Errno> for PathError {
    fn from(errno: Errno) -> Self {
        match errno {
            Errno::NOENT => Self::Missing(None),
            other => Self::System(other),
        }
    }
}

/// A user other than root and the current user who can create a symbolic link in a directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Controller {
    /// The owner of the directory, or of the link.
    User(u32),
    /// Any user: the directory is writable by all of them and has no sticky bit.
    Anyone,
}

impl fmt::Display for Controller {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User(uid) => write!(formatter, "the user with the ID {uid}"),
            Self::Anyone => formatter.write_str("any user"),
        }
    }
}

/// Missing part of a path.
#[derive(Debug)]
pub(crate) struct MissingPath {
    /// The first missing directory.
    pub(crate) first: PathTarget,
    /// The location that the path would have if the directories existed.
    pub(crate) whole: PathTarget,
}

/// Purpose of a path resolution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Read access: directories found earlier in the same batch are reused.
    Read,
    /// Change of the object: resolved without cache; symbolic links controlled by another user are followed only to
    /// objects of that user.
    Write,
}

/// The resolver. All resolved paths are relative to its root.
#[derive(Debug)]
pub(crate) struct Paths {
    root: Arc<OpenDirectory>,
    /// Path of the root on this system, without trailing slash; empty for `/`.
    prefix: Box<[u8]>,
    has_openat2: Cell<bool>,
    euid: u32,
    cache: RefCell<FxHashMap<Box<[u8]>, Cached>>,
}

#[derive(Debug, Clone)]
enum Cached {
    Found(Arc<OpenDirectory>),
    Missing(Arc<MissingPath>),
}

impl Paths {
    /// Opens the root.
    ///
    /// # Errors
    /// Returns an error if the root is not a directory or cannot be opened.
    pub(crate) fn open(root: &Path) -> Result<Self, Errno> {
        let handle = rustix::fs::open(root, DIRECTORY, Mode::empty())?;
        let real = std::fs::canonicalize(root).map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))?;
        let prefix = match real.as_os_str().as_bytes() {
            b"/" => Box::default(),
            other => other.into(),
        };
        Ok(Self {
            root: OpenDirectory::new(handle, b"/".to_vec()),
            prefix,
            has_openat2: Cell::new(true),
            euid: rustix::process::geteuid().as_raw(),
            cache: RefCell::default(),
        })
    }

    /// Returns whether the root is `/`.
    pub(crate) fn is_system_root(&self) -> bool {
        self.prefix.is_empty()
    }

    /// Returns the path on this system for a path below the root.
    pub(crate) fn on_system(&self, real: &[u8]) -> Vec<u8> {
        if self.prefix.is_empty() {
            return real.to_vec();
        }
        let mut whole = self.prefix.to_vec();
        if real != b"/" {
            whole.extend_from_slice(real);
        }
        whole
    }

    /// Clears the cache of directories: at the start of a batch, and when directories or symbolic links may have
    /// changed.
    pub(crate) fn forget(&self) {
        self.cache.borrow_mut().clear();
    }

    /// Returns the location of a path. A symbolic link at the end is not followed.
    ///
    /// # Errors
    /// Returns an error if the path is not absolute, or if a parent is missing or not a directory.
    pub(crate) fn locate(&self, path: &str, purpose: Purpose) -> Result<PathTarget, PathError> {
        self.locate_bytes(&bytes(path)?, purpose)
    }

    fn locate_bytes(&self, path: &[u8], purpose: Purpose) -> Result<PathTarget, PathError> {
        let (parent, name) = split(path);
        match self.directory(parent, purpose) {
            Ok(directory) => Ok(PathTarget { directory, name: name.into() }),
            Err(PathError::Missing(Some(missing))) => {
                let mut whole = missing.whole.clone();
                whole.name = join(&whole.name, name).into();
                Err(PathError::Missing(Some(Arc::new(MissingPath { first: missing.first.clone(), whole }))))
            }
            Err(other) => Err(other),
        }
    }

    /// Returns the location of a path, following all symbolic links, including one at the end.
    ///
    /// # Errors
    /// Returns the same errors as [`Paths::locate`], and an error if the path does not exist.
    pub(crate) fn follow(&self, path: &str, purpose: Purpose) -> Result<PathTarget, PathError> {
        let path = bytes(path)?;
        let real = match self.open_within(&path, OFlags::PATH | OFlags::CLOEXEC, purpose) {
            Some(found) => found?.1,
            None => self.walk(&path, Last::Anything, purpose)?.1,
        };
        // The resolved parent contains no links, so this finds the same location or a newer one, but nothing
        // outside the root.
        self.locate_bytes(&real, purpose)
    }

    /// Returns the location of a resolved path in a journal, which need not be UTF-8; `None` if its parent does not
    /// exist or contains a symbolic link now.
    ///
    /// # Errors
    /// Returns an error if a parent directory cannot be entered.
    pub(crate) fn locate_journaled(&self, real: &[u8]) -> Result<Option<JournaledPath>, PathError> {
        let Some(at) = real.iter().rposition(|byte| *byte == b'/') else { return Err(PathError::Relative) };
        let (parent, name) = (&real[..at], &real[at + 1..]);
        match self.walk(parent, Last::Directory, Purpose::Write) {
            Ok((handle, parent)) => {
                let target = PathTarget { directory: OpenDirectory::new(handle, parent), name: name.into() };
                Ok((target.real() == real).then_some(JournaledPath(target)))
            }
            Err(PathError::Missing(_) | PathError::System(Errno::NOTDIR)) => Ok(None),
            Err(failed) => Err(failed),
        }
    }

    fn directory(&self, path: &[u8], purpose: Purpose) -> Result<Arc<OpenDirectory>, PathError> {
        if path.is_empty() {
            return Ok(Arc::clone(&self.root));
        }
        if purpose == Purpose::Read
            && let Some(found) = self.cache.borrow().get(path)
        {
            return match found {
                Cached::Found(directory) => Ok(Arc::clone(directory)),
                Cached::Missing(missing) => Err(PathError::Missing(Some(Arc::clone(missing)))),
            };
        }
        let found = match self.open_directory(path, purpose) {
            Ok(directory) => Cached::Found(directory),
            Err(PathError::Missing(_)) => match self.first_missing(path, purpose) {
                Some(missing) => Cached::Missing(Arc::new(missing)),
                None => return Err(PathError::Missing(None)),
            },
            Err(other) => return Err(other),
        };
        if purpose == Purpose::Read {
            let mut cache = self.cache.borrow_mut();
            if cache.len() >= MAX_CACHED {
                cache.clear();
            }
            cache.insert(path.into(), found.clone());
        }
        match found {
            Cached::Found(directory) => Ok(directory),
            Cached::Missing(missing) => Err(PathError::Missing(Some(missing))),
        }
    }

    /// Resolves a path in the kernel. Returns `None` if the kernel cannot, or if the owners of symbolic links must
    /// be checked.
    fn open_within(
        &self,
        path: &[u8],
        flags: OFlags,
        purpose: Purpose,
    ) -> Option<Result<(OwnedFd, Vec<u8>), PathError>> {
        if !self.has_openat2.get() || purpose == Purpose::Write {
            return None;
        }
        let resolve = ResolveFlags::IN_ROOT | ResolveFlags::NO_MAGICLINKS;
        // EAGAIN: a component was renamed during the lookup. The fallback walk is not affected.
        for _ in 0..4 {
            match rustix::fs::openat2(&self.root, path, flags, Mode::empty(), resolve) {
                Ok(handle) => return self.real_of(&handle).map(|real| Ok((handle, real))),
                Err(Errno::AGAIN) => {}
                Err(Errno::NOSYS | Errno::PERM) => {
                    self.has_openat2.set(false);
                    return None;
                }
                // A magic link such as /proc/self/exe: `walk` resolves its text.
                Err(Errno::LOOP) => return None,
                Err(errno) => return Some(Err(errno.into())),
            }
        }
        None
    }

    /// Returns the path of a handle according to the kernel; `None` if /proc is not mounted or the directory was
    /// removed.
    fn real_of(&self, handle: &OwnedFd) -> Option<Vec<u8>> {
        use std::io::Write as _;
        use std::os::fd::AsRawFd as _;

        let mut link = [0_u8; 32];
        let mut rest = &mut link[..];
        write!(rest, "/proc/self/fd/{}", handle.as_raw_fd()).ok()?;
        let length = 32 - rest.len();
        let mut buffer = [0_u8; 4096];
        let read = rustix::fs::readlinkat_raw(rustix::fs::CWD, &link[..length], &mut buffer[..]).ok()?;
        let below = buffer[..read].strip_prefix(&*self.prefix)?;
        match below {
            b"" => Some(b"/".to_vec()),
            [b'/', ..] if !below.ends_with(b" (deleted)") => Some(below.to_vec()),
            _ => None,
        }
    }

    /// Finds the first missing component of a path, so that its creation invalidates the result.
    fn first_missing(&self, path: &[u8], purpose: Purpose) -> Option<MissingPath> {
        let mut path = trimmed(path);
        let mut rest: Vec<&[u8]> = Vec::new();
        while let Some((parent, name)) = parted(path) {
            path = trimmed(parent);
            match name {
                // A `..` after a missing component cannot be resolved.
                b".." => return None,
                b"." => continue,
                name => rest.insert(0, name),
            }
            match self.open_directory(path, purpose) {
                Ok(directory) => {
                    let first = PathTarget { directory: Arc::clone(&directory), name: name.into() };
                    return Some(MissingPath { first, whole: PathTarget { directory, name: rest.join(&b'/').into() } });
                }
                Err(PathError::Missing(_)) => {}
                Err(_) => return None,
            }
        }
        None
    }

    fn open_directory(&self, path: &[u8], purpose: Purpose) -> Result<Arc<OpenDirectory>, PathError> {
        if path.is_empty() {
            return Ok(Arc::clone(&self.root));
        }
        let (handle, real) = match self.open_within(path, DIRECTORY, purpose) {
            Some(opened) => opened?,
            None => self.walk(path, Last::Directory, purpose)?,
        };
        Ok(OpenDirectory::new(handle, real))
    }

    /// Resolves a path component by component, with the rules of the kernel for a changed root.
    fn walk(&self, path: &[u8], last: Last, purpose: Purpose) -> Result<(OwnedFd, Vec<u8>), PathError> {
        Walk { paths: self, purpose, stack: Vec::new(), links: 0, suspects: Vec::new() }.run(path, last)
    }
}

/// Required type of the last component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    Directory,
    Anything,
}

struct Walk<'a> {
    paths: &'a Paths,
    purpose: Purpose,
    /// Handles and names of the directories from the root to the current one.
    stack: Vec<(OwnedFd, Vec<u8>)>,
    links: u32,
    /// Symbolic links controlled by other users that were followed, with these users.
    suspects: Vec<(Vec<u8>, Controller)>,
}

impl Walk<'_> {
    fn run(mut self, path: &[u8], last: Last) -> Result<(OwnedFd, Vec<u8>), PathError> {
        let mut ahead = components(path);
        let mut end: Option<OwnedFd> = None;
        while let Some(component) = ahead.pop() {
            if component == b".." {
                self.stack.pop();
                continue;
            }
            let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let handle = rustix::fs::openat(self.here(), &*component, flags, Mode::empty())?;
            let stat = rustix::fs::fstat(&handle)?;
            match FileType::from_raw_mode(stat.st_mode) {
                FileType::Symlink => {
                    self.links += 1;
                    if self.links > MAX_LINKS {
                        return Err(PathError::System(Errno::LOOP));
                    }
                    let target = rustix::fs::readlinkat(&handle, "", Vec::new())?.into_bytes();
                    self.attribute(&component, stat.st_uid)?;
                    if target.first() == Some(&b'/') {
                        self.stack.clear();
                    }
                    ahead.extend(components(&target));
                }
                FileType::Directory => self.stack.push((handle, component)),
                _ if ahead.is_empty() && last == Last::Anything => {
                    self.stack.push((handle, component));
                    end = self.stack.last().map(|(handle, _)| handle.try_clone()).transpose().map_err(io)?;
                }
                _ => return Err(PathError::System(Errno::NOTDIR)),
            }
        }
        self.trust()?;
        let real = self.real();
        let handle = match end {
            Some(handle) => handle,
            None => self.here().as_fd().try_clone_to_owned().map_err(io)?,
        };
        Ok((handle, real))
    }

    fn here(&self) -> BorrowedFd<'_> {
        self.stack.last().map_or_else(|| self.paths.root.as_fd(), |(handle, _)| handle.as_fd())
    }

    fn real(&self) -> Vec<u8> {
        if self.stack.is_empty() {
            return b"/".to_vec();
        }
        self.stack.iter().flat_map(|(_, name)| std::iter::once(&b'/').chain(name)).copied().collect()
    }

    /// Records the user who controls a symbolic link in the current directory, unless it is root or the current
    /// user. The owner of the directory can move any link into it, so even a link owned by root is not trusted
    /// there; the same applies to all users in a world-writable directory without sticky bit. Otherwise the owner
    /// of the link controls it.
    fn attribute(&mut self, component: &[u8], link_owner: u32) -> Result<(), PathError> {
        if self.purpose != Purpose::Write {
            return Ok(());
        }
        let is_other = |uid: u32| uid != 0 && uid != self.paths.euid;
        let directory = rustix::fs::fstat(self.here())?;
        let (all_write, sticky) = (Mode::WOTH.as_raw_mode(), Mode::SVTX.as_raw_mode());
        let controller = if directory.st_mode & (all_write | sticky) == all_write {
            Some(Controller::Anyone)
        } else {
            [directory.st_uid, link_owner].into_iter().find(|uid| is_other(*uid)).map(Controller::User)
        };
        if let Some(controller) = controller {
            self.suspects.push((join(&self.real(), component), controller));
        }
        Ok(())
    }

    /// Checks that symbolic links controlled by another user lead only to objects of that user.
    fn trust(&self) -> Result<(), PathError> {
        if self.suspects.is_empty() {
            return Ok(());
        }
        let here = rustix::fs::fstat(self.here())?.st_uid;
        match self.suspects.iter().find(|(_, controller)| *controller != Controller::User(here)) {
            None => Ok(()),
            Some((link, controller)) => {
                let link = String::from_utf8_lossy(link).into_owned();
                Err(PathError::Unsafe { link, controller: *controller })
            }
        }
    }
}

fn io(error: std::io::Error) -> PathError {
    Errno::from_io_error(&error).unwrap_or(Errno::IO).into()
}

/// Returns the components of a path in reverse order, without `.` and empty components.
fn components(path: &[u8]) -> Vec<Vec<u8>> {
    path.split(|byte| *byte == b'/').rev().filter(|name| !matches!(*name, b"" | b".")).map(<[u8]>::to_vec).collect()
}

/// Returns the bytes of an absolute path.
fn bytes(path: &str) -> Result<Cow<'_, [u8]>, PathError> {
    if !path.starts_with('/') {
        return Err(PathError::Relative);
    }
    path_text::decode(path).ok_or(PathError::Zero)
}

/// Splits a path into its parent (empty for the root) and the last name. A path that ends in `.` or `..` is
/// returned entirely as the parent.
fn split(path: &[u8]) -> (&[u8], &[u8]) {
    let path = trimmed(path);
    match parted(path) {
        None => (b"", b"."),
        Some((_, b"." | b"..")) => (path, b"."),
        Some(parts) => parts,
    }
}

/// Splits a path at its last slash.
fn parted(path: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = path.iter().rposition(|byte| *byte == b'/')?;
    Some((&path[..at], &path[at + 1..]))
}

fn trimmed(path: &[u8]) -> &[u8] {
    let end = path.iter().rposition(|byte| *byte != b'/').map_or(0, |last| last + 1);
    &path[..end]
}

/// Returns a hash of a path. Collisions cause unnecessary work but no errors.
pub(crate) fn hash_of(real: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    real.hash(&mut hasher);
    hasher.finish()
}

/// Appends a name to a path.
pub(crate) fn join(directory: &[u8], name: &[u8]) -> Vec<u8> {
    let mut path = directory.to_vec();
    if name != b"." {
        if path != b"/" {
            path.push(b'/');
        }
        path.extend_from_slice(name);
    }
    path
}

/// Opens a directory, unless it was replaced by a symbolic link.
pub(crate) fn enter(target: &PathTarget) -> Result<Arc<OpenDirectory>, Errno> {
    let handle =
        rustix::fs::openat(&target.directory, &*target.name, DIRECTORY.union(OFlags::NOFOLLOW), Mode::empty())?;
    Ok(OpenDirectory::new(handle, target.real()))
}

/// Returns the metadata of a path without following a final symbolic link.
pub(crate) fn stat(target: &PathTarget) -> Result<Option<rustix::fs::Stat>, Errno> {
    match rustix::fs::statat(&target.directory, &*target.name, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(stat) => Ok(Some(stat)),
        Err(Errno::NOENT) => Ok(None),
        Err(errno) => Err(errno),
    }
}

#[cfg(test)]
mod tests;
