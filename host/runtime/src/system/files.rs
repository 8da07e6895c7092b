//! The part of the import `fs-read` that accesses single paths: stat, read, digest. See `compare` for comparisons
//! and `walk` for directory trees. Only regular files are opened.

use std::fs::{self, File};
use std::io::Read as _;
use std::os::fd::{AsFd as _, BorrowedFd};
use std::os::unix::fs::{FileExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;

use rustix::fs::{FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::bindings::marotte::provider::fs_types::{Kind, Metadata, Part, Place, Want};
use crate::error;
use crate::path_text;
use crate::paths::{self, PathTarget, Paths, Purpose};
use crate::system::metadata::acl_group;
use crate::system::{CallContext, HostState, LookMode, digest, source};

/// Flags for reading: opening objects other than regular files neither blocks nor makes them the controlling
/// terminal.
const READ_FLAGS: OFlags =
    OFlags::RDONLY.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC).union(OFlags::NONBLOCK).union(OFlags::NOCTTY);

/// Maximum number of bytes read of a file that the host itself needs.
const MAX_OWN: u64 = 64 << 20;

/// Maximum and minimum number of bytes of a single read.
const MAX_READ: u32 = 64 << 20;
const MIN_READ: usize = 4096;

/// An open regular file.
pub(crate) struct OpenFile {
    pub(crate) file: File,
    pub(crate) size: u64,
    pub(crate) stat: Option<Stat>,
    /// Whether a secret was written to the file.
    pub(crate) secret: bool,
}

impl CallContext<'_> {
    /// `fs-read.stat`
    pub(crate) fn stat(&mut self, places: &[Place], follow: bool, want: Want) -> Vec<Result<Option<Metadata>, Error>> {
        places.iter().map(|place| self.stat_one(place, follow, want)).collect()
    }

    fn stat_one(&mut self, place: &Place, follow: bool, want: Want) -> Result<Option<Metadata>, Error> {
        if source::is_url(&place.path) {
            return self.stat_source(place, follow, want);
        }
        let Some(found) = found_or_none(self.find(place, LookMode::Stat))? else { return Ok(None) };
        let system = |errno| error::system("look at", &place.path, errno);
        let Some(mut stat) = paths::stat(&found.target).map_err(system)? else { return Ok(None) };
        let mut target = found.target;
        if follow && FileType::from_raw_mode(stat.st_mode) == FileType::Symlink {
            let Some(followed) = found_or_none(self.follow(place, LookMode::Stat))? else { return Ok(None) };
            target = followed.target;
            let Some(target_stat) = paths::stat(&target).map_err(system)? else { return Ok(None) };
            stat = target_stat;
        }
        let mut metadata = metadata(&stat);
        if want.contains(Want::TARGET) && metadata.kind == Kind::Symlink {
            metadata.target = Some(link_text(&target, &place.path)?);
        }
        if want.contains(Want::SELINUX) {
            let HostState { labels, paths, .. } = &*self.machine;
            metadata.selinux = labels.found(paths, &target);
            metadata.selinux_default = labels.default_for(paths, &target, FileType::from_raw_mode(stat.st_mode));
        }
        if want.contains(Want::ACL) && matches!(metadata.kind, Kind::File | Kind::Directory) {
            metadata.acl_group = acl_group(&target).map_err(system)?;
        }
        Ok(Some(metadata))
    }

    fn stat_source(&mut self, place: &Place, follow: bool, want: Want) -> Result<Option<Metadata>, Error> {
        let Some(path) = found_or_none(self.source(place))? else { return Ok(None) };
        let found = if follow { fs::metadata(&path) } else { fs::symlink_metadata(&path) };
        match found {
            Ok(found) => {
                let mut metadata = metadata_of_source(&found);
                if want.contains(Want::TARGET) && metadata.kind == Kind::Symlink {
                    metadata.target = fs::read_link(&path).ok().map(|target| target.to_string_lossy().into_owned());
                }
                Ok(Some(metadata))
            }
            Err(failed) if failed.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(failed) => Err(error::io("look at", &place.path, &failed)),
        }
    }

    /// Opens a regular file for reading. A symbolic link at the end is followed if the grants cover its target.
    ///
    /// # Errors
    /// Returns an error if the file does not exist, is not a regular file, or access is refused.
    pub(crate) fn open(&mut self, place: &Place) -> Result<OpenFile, Error> {
        if source::is_url(&place.path) {
            let path = self.source(place)?;
            return open_source(&path).map_err(|failed| error::io("read", &place.path, &failed))?.regular(&place.path);
        }
        let mut target = self.find(place, LookMode::Read)?.target;
        let opened = match open_at(&target) {
            Err(Errno::LOOP) => {
                target = self.follow(place, LookMode::Read)?.target;
                open_at(&target)
            }
            other => other,
        };
        let opened = opened.map_err(|errno| error::system("read", &place.path, errno))?.regular(&place.path)?;
        Ok(OpenFile { secret: self.holds_secret(&target)?, ..opened })
    }

    /// `fs-read.read`
    pub(crate) fn read(&mut self, place: &Place, offset: u64, limit: u32) -> Result<Vec<u8>, Error> {
        let opened = self.open(place)?;
        self.check_secret(&place.path, opened.secret)?;
        let limit = limit.min(MAX_READ) as usize;
        read_piece(&opened, offset, limit).map_err(|failed| error::io("read", &place.path, &failed))
    }

    /// `fs-read.read-text`
    pub(crate) fn read_text(&mut self, place: &Place, limit: u32) -> Result<String, Error> {
        let limit = limit.min(MAX_READ - 1);
        let bytes = self.read(place, 0, limit + 1)?;
        if bytes.len() > limit as usize {
            return Err(error::error(
                Code::Io,
                format!("Could not read {}: it has more than {limit} bytes", place.path),
            ));
        }
        String::from_utf8(bytes)
            .map_err(|_| error::error(Code::Io, format!("Could not read {}: it is not UTF-8", place.path)))
    }

    /// `fs-read.digest`
    pub(crate) fn digest(&mut self, bodies: Vec<Vec<Part>>, algorithm: &str) -> Vec<Result<String, Error>> {
        bodies.into_iter().map(|body| self.digest_one(body, algorithm)).collect()
    }

    fn digest_one(&mut self, body: Vec<Part>, algorithm: &str) -> Result<String, Error> {
        let algorithm = digest::Algorithm::from_name(algorithm)?;
        let content = self.content(body)?;
        self.digest_for_component(algorithm, &content)
    }
}

/// Reads the available bytes up to a limit.
fn read_piece(opened: &OpenFile, offset: u64, limit: usize) -> std::io::Result<Vec<u8>> {
    // The size of files generated by the kernel, as in /proc, is unknown before reading.
    let expected = usize::try_from(opened.size.saturating_sub(offset)).unwrap_or(limit);
    let mut bytes = Vec::new();
    let mut filled = 0;
    while filled < limit {
        if filled == bytes.len() {
            let wanted = bytes.len().saturating_mul(2).max(expected.saturating_add(1)).max(MIN_READ);
            bytes.resize(wanted.min(limit), 0);
        }
        match opened.file.read_at(&mut bytes[filled..], offset + filled as u64) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(failed) if failed.kind() == std::io::ErrorKind::Interrupted => {}
            Err(failed) => return Err(failed),
        }
    }
    bytes.truncate(filled);
    Ok(bytes)
}

/// Converts the error for a missing object to `None`.
fn found_or_none<T>(found: Result<T, Error>) -> Result<Option<T>, Error> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(missing) if missing.code == Code::NotFound => Ok(None),
        Err(failed) => Err(failed),
    }
}

/// Reads a small text file that the host itself needs, without checking grants.
pub(crate) fn text_of(paths: &Paths, path: &str) -> Option<String> {
    let target = paths.follow(path, Purpose::Read).ok()?;
    let opened = open_at(&target).ok()?;
    let mut bytes = Vec::new();
    opened.file.take(MAX_OWN).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Opens the object at a path without following a final symbolic link.
pub(crate) fn open_at(target: &PathTarget) -> Result<OpenFile, Errno> {
    let file = open_raw(target.directory.as_fd(), &target.name)?;
    let stat = rustix::fs::fstat(&file)?;
    Ok(OpenFile { file, size: u64::try_from(stat.st_size).unwrap_or(0), stat: Some(stat), secret: false })
}

/// Opens an object like [`open_at`], without reading its metadata.
pub(crate) fn open_raw(directory: BorrowedFd<'_>, name: &[u8]) -> Result<File, Errno> {
    Ok(rustix::fs::openat(directory, name, READ_FLAGS, Mode::empty())?.into())
}

fn open_source(path: &Path) -> std::io::Result<OpenFile> {
    let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits();
    let file = fs::OpenOptions::new().read(true).custom_flags(flags.cast_signed()).open(path)?;
    let stat = rustix::fs::fstat(&file)?;
    Ok(OpenFile { file, size: u64::try_from(stat.st_size).unwrap_or(0), stat: Some(stat), secret: false })
}

impl OpenFile {
    fn regular(self, path: &str) -> Result<Self, Error> {
        let mode = self.stat.as_ref().map_or(0, |stat| stat.st_mode);
        match FileType::from_raw_mode(mode) {
            FileType::RegularFile => Ok(self),
            FileType::Directory => Err(error::system("read", path, Errno::ISDIR)),
            _ => Err(error::error(Code::Io, format!("Could not read {path}: it is not a regular file"))),
        }
    }
}

/// Reads the target of a symbolic link.
pub(crate) fn link_text(target: &PathTarget, path: &str) -> Result<String, Error> {
    let text = rustix::fs::readlinkat(&target.directory, &*target.name, Vec::new())
        .map_err(|errno| error::system("read the link", path, errno))?;
    Ok(path_text::encode(text.as_bytes()))
}

/// Converts a file type.
pub(crate) fn kind(file_type: FileType) -> Kind {
    match file_type {
        FileType::Directory => Kind::Directory,
        FileType::Symlink => Kind::Symlink,
        FileType::BlockDevice => Kind::BlockDevice,
        FileType::CharacterDevice => Kind::CharDevice,
        FileType::Fifo => Kind::Fifo,
        FileType::Socket => Kind::Socket,
        FileType::RegularFile | FileType::Unknown => Kind::File,
    }
}

#[expect(clippy::unnecessary_cast, reason = "the fields differ from platform to platform")]
fn metadata(stat: &Stat) -> Metadata {
    Metadata {
        kind: kind(FileType::from_raw_mode(stat.st_mode)),
        size: u64::try_from(stat.st_size).unwrap_or(0),
        mode: stat.st_mode & 0o7777,
        uid: stat.st_uid,
        gid: stat.st_gid,
        atime_ns: nanoseconds(stat.st_atime as i64, stat.st_atime_nsec as i64),
        mtime_ns: nanoseconds(stat.st_mtime as i64, stat.st_mtime_nsec as i64),
        ctime_ns: nanoseconds(stat.st_ctime as i64, stat.st_ctime_nsec as i64),
        target: None,
        selinux: None,
        selinux_default: None,
        acl_group: None,
    }
}

fn metadata_of_source(found: &fs::Metadata) -> Metadata {
    Metadata {
        kind: kind(FileType::from_raw_mode(found.mode())),
        size: found.size(),
        mode: found.mode() & 0o7777,
        uid: found.uid(),
        gid: found.gid(),
        atime_ns: nanoseconds(found.atime(), found.atime_nsec()),
        mtime_ns: nanoseconds(found.mtime(), found.mtime_nsec()),
        ctime_ns: nanoseconds(found.ctime(), found.ctime_nsec()),
        target: None,
        selinux: None,
        selinux_default: None,
        acl_group: None,
    }
}

fn nanoseconds(seconds: i64, nanoseconds: i64) -> i64 {
    seconds.saturating_mul(1_000_000_000).saturating_add(nanoseconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_without_a_size_are_read_to_their_end() {
        let opened = open_source(Path::new("/proc/self/smaps")).unwrap();
        assert_eq!(opened.size, 0);
        let bytes = read_piece(&opened, 0, 1 << 20).unwrap();
        assert!(bytes.len() > MIN_READ, "{} bytes", bytes.len());
        assert_eq!(read_piece(&opened, 0, 5000).unwrap().len(), 5000);
        assert_eq!(read_piece(&opened, 1 << 40, 5000).unwrap(), [0; 0]);
    }

    #[test]
    fn read_returns_the_requested_range() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x");
        let text: Vec<u8> = (0..10_000_u32).map(|number| (number % 251) as u8).collect();
        fs::write(&path, &text).unwrap();
        let opened = open_source(&path).unwrap();
        for (offset, limit) in [(0, 10_000), (0, 20_000), (0, 4096), (9_990, 100), (10_000, 1), (3, 0)] {
            let end = (offset + limit).min(text.len());
            assert_eq!(read_piece(&opened, offset as u64, limit).unwrap(), text[offset..end], "{offset} {limit}");
        }
    }
}
