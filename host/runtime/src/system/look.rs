//! File states as recorded in a journal.

use std::os::fd::AsFd as _;

use rustix::fs::{FileType, Stat};
use rustix::io::Errno;

use crate::journal::line::{FileKind, FileState, PathBytes};
use crate::paths::{self, PathTarget};
use crate::system::digest::Algorithm;
use crate::system::metadata::Metadata;
use crate::system::sparse::SparseReader;
use crate::system::transfer::{Transfer, TransferEnd};
use crate::system::{files, labels};

/// Returns the state of an object without the content of a file.
///
/// # Errors
/// Returns an error if the target of a symbolic link or the metadata cannot be read.
pub(crate) fn state_of(target: &PathTarget, stat: &Stat) -> Result<FileState, Errno> {
    let kind = match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => FileKind::File { digest: None, saved: None },
        FileType::Directory => FileKind::Directory,
        FileType::Symlink => {
            let to = rustix::fs::readlinkat(&target.directory, &*target.name, Vec::new())?;
            FileKind::Link { to: PathBytes(to.into_bytes()) }
        }
        _ => FileKind::Special,
    };
    let metadata = match Metadata::of(target, stat) {
        Ok(metadata) => Some(metadata),
        // Values of attributes in the namespace `user` require permission to read the file.
        Err(failed) if failed.errno() == Errno::ACCESS => None,
        Err(failed) => return Err(failed.errno()),
    };
    Ok(FileState { label: labels::of(target), mtime_ns: Some(mtime(stat)), metadata, ..state(stat, kind) })
}

/// Returns the state of an object, including the digest of a file.
///
/// # Errors
/// Returns an error if the object cannot be read.
pub(crate) fn full_state(target: &PathTarget, transfer: &mut Transfer) -> Result<Option<FileState>, Errno> {
    let Some(stat) = paths::stat(target)? else { return Ok(None) };
    let mut state = state_of(target, &stat)?;
    if let FileKind::File { digest, .. } = &mut state.kind {
        let file = files::open_raw(target.directory.as_fd(), &target.name)?;
        let read = Algorithm::SHA256.digest(&mut SparseReader::new(&file), transfer);
        *digest = Some(read.map_err(|failed| match TransferEnd::of(&failed) {
            Some(TransferEnd::TimedOut(_)) => Errno::TIMEDOUT,
            Some(TransferEnd::Interrupted) => Errno::CANCELED,
            None => Errno::from_io_error(&failed).unwrap_or(Errno::IO),
        })?);
    }
    Ok(Some(state))
}

/// Returns a state with owner and mode of an object.
pub(crate) fn state(stat: &Stat, kind: FileKind) -> FileState {
    let mode = stat.st_mode & 0o7777;
    FileState { kind, mode, uid: stat.st_uid, gid: stat.st_gid, label: None, mtime_ns: None, metadata: None }
}

#[expect(clippy::unnecessary_cast, reason = "the fields differ from platform to platform")]
fn mtime(stat: &Stat) -> i64 {
    (stat.st_mtime as i64).saturating_mul(1_000_000_000).saturating_add(stat.st_mtime_nsec as i64)
}
