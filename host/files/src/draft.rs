//! The new content of a file, under another name until it is complete.

use std::fs::File;
use std::io;
use std::os::fd::BorrowedFd;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, FlockOperation, Mode, OFlags};
use rustix::io::Errno;

/// The maximum number of attempts to create a draft.
const ATTEMPTS: usize = 1000;

/// A new file next to the one that it replaces. It is locked, so that several processes can replace one file at once: each has a
/// draft of its own. The draft of a killed process is not locked, and the next one removes it.
pub(crate) struct Draft<'d> {
    directory: BorrowedFd<'d>,
    path: PathBuf,
    target: PathBuf,
    file: File,
    is_placed: bool,
}

impl<'d> Draft<'d> {
    /// Creates the draft of a file, whose path is relative to a directory. An existing file of its name is never written, as it may
    /// belong to another user.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created.
    pub(crate) fn of(directory: BorrowedFd<'d>, target: &Path, mode: u32) -> io::Result<Self> {
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let mut number = 0;
        for _ in 0..ATTEMPTS {
            let path = target.with_file_name(match number {
                0 => format!(".{name}.draft"),
                _ => format!(".{name}.{number}.draft"),
            });
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            match rustix::fs::openat(directory, &path, flags, Mode::from_raw_mode(mode)) {
                Ok(file) => {
                    // A process that found the file before it was locked may have locked it in order to remove it.
                    if is_free(&file) && rustix::fs::fstat(&file)?.st_nlink > 0 {
                        let (target, file) = (target.to_owned(), File::from(file));
                        return Ok(Self { directory, path, target, file, is_placed: false });
                    }
                }
                Err(Errno::EXIST) => number += usize::from(!remove_unused(directory, &path)?),
                Err(error) => return Err(error.into()),
            }
        }
        Err(Errno::AGAIN.into())
    }

    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Replaces the file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be replaced.
    pub(crate) fn place(mut self) -> io::Result<()> {
        rustix::fs::renameat(self.directory, &self.path, self.directory, &self.target)?;
        self.is_placed = true;
        Ok(())
    }
}

impl Drop for Draft<'_> {
    fn drop(&mut self) {
        if !self.is_placed {
            let _ = rustix::fs::unlinkat(self.directory, &self.path, AtFlags::empty());
        }
    }
}

/// Removes the draft of a killed process, or another object with its name. Returns false if a process uses the draft.
fn remove_unused(directory: BorrowedFd<'_>, path: &Path) -> io::Result<bool> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    // The lock is held until the file is removed.
    let found = rustix::fs::openat(directory, path, flags, Mode::empty());
    match &found {
        Err(Errno::NOENT) => return Ok(true),
        // A symbolic link is never a draft.
        Err(_) => {}
        Ok(found) if !is_free(found) => return Ok(false),
        Ok(found) => {
            let (found, named) =
                (rustix::fs::fstat(found)?, rustix::fs::statat(directory, path, AtFlags::SYMLINK_NOFOLLOW));
            if !named.is_ok_and(|named| (named.st_dev, named.st_ino) == (found.st_dev, found.st_ino)) {
                // It has been placed, and the name is that of another draft.
                return Ok(true);
            }
        }
    }
    match rustix::fs::unlinkat(directory, path, AtFlags::empty()) {
        Err(Errno::NOENT) | Ok(()) => Ok(true),
        Err(error) => Err(error.into()),
    }
}

/// Locks a file. File systems without locks have no file in use.
fn is_free(file: impl std::os::fd::AsFd) -> bool {
    rustix::fs::flock(file, FlockOperation::NonBlockingLockExclusive) != Err(Errno::WOULDBLOCK)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write as _;

    use rustix::fs::CWD;

    use super::*;

    #[test]
    fn each_process_has_a_draft_of_its_own() {
        let directory = tempfile::tempdir().unwrap();
        let target = directory.path().join("file");
        let one = Draft::of(CWD, &target, 0o644).unwrap();
        let other = Draft::of(CWD, &target, 0o644).unwrap();
        one.file().write_all(b"one").unwrap();
        other.file().write_all(b"other").unwrap();
        one.place().unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"one");
        other.place().unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"other");
        drop(Draft::of(CWD, &target, 0o644).unwrap());
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn file_is_complete_however_many_replace_it() {
        let directory = tempfile::tempdir().unwrap();
        let target = directory.path().join("file");
        std::thread::scope(|scope| {
            for letter in b'a'..b'e' {
                let target = &target;
                scope.spawn(move || {
                    for _ in 0..200 {
                        let draft = Draft::of(CWD, target, 0o644).unwrap();
                        draft.file().write_all(&[letter; 1000]).unwrap();
                        draft.file().write_all(&[letter; 1000]).unwrap();
                        draft.place().unwrap();
                        let found = fs::read(target).unwrap();
                        assert!(found.len() == 2000 && found.iter().all(|byte| *byte == found[0]));
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }
}
