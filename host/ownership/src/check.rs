//! Checks of files and directories, including opening them, with a cache of accepted directories.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read as _};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf, absolute};
use std::sync::{Mutex, PoisonError};

use rustix::fs::{FileType, OFlags, Stat};

use crate::error::{CheckError, Exposure};
use crate::rule::{OwnershipRule, PathPosition};
use crate::walk::{PathWalk, WalkEnd, attributes};

/// Checks files and directories before they are used, unless the setting `strict_permissions` is off.
#[derive(Debug)]
pub struct Checker {
    is_strict: bool,
    user: u32,
    /// Directories that were accepted for code, since a run reads thousands of files in a few hundred
    /// directories.
    accepted: Mutex<HashSet<PathBuf>>,
}

impl Default for Checker {
    fn default() -> Self {
        Self::new(true)
    }
}

impl PartialEq for Checker {
    fn eq(&self, other: &Self) -> bool {
        self.is_strict == other.is_strict
    }
}

impl Checker {
    /// Creates a checker. If it is not strict, it accepts everything.
    #[must_use]
    pub fn new(is_strict: bool) -> Self {
        Self { is_strict, user: rustix::process::geteuid().as_raw(), accepted: Mutex::default() }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or other users can change it.
    pub fn read(&self, path: &Path, rule: OwnershipRule) -> Result<Vec<u8>, CheckError> {
        let mut file = self.open(path, rule)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| CheckError::io(path, error))?;
        Ok(bytes)
    }

    /// Opens a file for reading.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened, or other users can change it.
    pub fn open(&self, path: &Path, rule: OwnershipRule) -> Result<File, CheckError> {
        let open = |flags: OFlags| OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path);
        if rule == OwnershipRule::Code && self.is_accepted(path) {
            match open(OFlags::NOFOLLOW) {
                // The target of a link may be outside of the accepted directory.
                Err(error) if error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error()) => {}
                opened => {
                    let file = opened.map_err(|error| CheckError::io(path, error))?;
                    let stat = rustix::fs::fstat(&file).map_err(|error| CheckError::io(path, error))?;
                    self.check_code(&stat, path)?;
                    return Ok(file);
                }
            }
        }
        let file = open(OFlags::empty()).map_err(|error| CheckError::io(path, error))?;
        self.check_file(&file, path, rule)?;
        Ok(file)
    }

    /// Opens a file that was found by listing its directory. Therefore the directory must not be writable by
    /// everybody, either.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened, or other users can change it or its directory.
    pub fn open_listed(&self, path: &Path) -> Result<File, CheckError> {
        let file = self.open(path, OwnershipRule::Code)?;
        if self.is_strict && !self.is_accepted(path) {
            self.check_directory(path.parent().unwrap_or(Path::new("/")), OwnershipRule::Code)?;
        }
        Ok(file)
    }

    /// Checks an open file and all directories above its path.
    ///
    /// # Errors
    /// Returns an error if other users can change the file, or it was replaced during the check.
    pub fn check_file(&self, file: impl AsFd, path: &Path, rule: OwnershipRule) -> Result<(), CheckError> {
        if !self.is_strict {
            return Ok(());
        }
        let opened = rustix::fs::fstat(file).map_err(|error| CheckError::io(path, error))?;
        match self.walk(path, rule)? {
            WalkEnd::HandedOver => Ok(()),
            WalkEnd::At { stat, .. } if !is_same(&stat, &opened) => Err(CheckError::Replaced(path.to_owned())),
            WalkEnd::At { is_parent_accepted, .. } => {
                self.accept_parent(path, rule, is_parent_accepted);
                Ok(())
            }
        }
    }

    /// Checks a directory and all directories above it. If it does not exist, the existing ones are checked.
    ///
    /// # Errors
    /// Returns an error if other users can change one of them, or it cannot be examined.
    pub fn check_directory(&self, path: &Path, rule: OwnershipRule) -> Result<(), CheckError> {
        if !self.is_strict {
            return Ok(());
        }
        if rule == OwnershipRule::Code && self.is_accepted_directory(path) {
            return Ok(());
        }
        match self.walk(path, rule) {
            Err(error) if error.is_missing() => Ok(()),
            Err(error) => Err(error),
            Ok(_) => {
                if rule == OwnershipRule::Code {
                    self.accept(path);
                }
                Ok(())
            }
        }
    }

    /// Checks a path that another program will open: the file and all directories above it. Other users cannot
    /// replace them afterwards.
    ///
    /// # Errors
    /// Returns an error if other users can change the file, or it cannot be examined.
    pub fn check_path(&self, path: &Path, rule: OwnershipRule) -> Result<(), CheckError> {
        if !self.is_strict {
            return Ok(());
        }
        if rule == OwnershipRule::Code && self.is_accepted(path) {
            let stat = rustix::fs::lstat(path).map_err(|error| CheckError::io(path, error))?;
            if FileType::from_raw_mode(stat.st_mode) != FileType::Symlink {
                return self.check_code(&stat, path);
            }
        }
        match self.walk(path, rule)? {
            WalkEnd::At { is_parent_accepted, .. } => self.accept_parent(path, rule, is_parent_accepted),
            WalkEnd::HandedOver => {}
        }
        Ok(())
    }

    fn walk(&self, path: &Path, rule: OwnershipRule) -> Result<WalkEnd, CheckError> {
        let path = &absolute(path).map_err(|error| CheckError::io(path, error))?;
        PathWalk { path, rule, user: self.user }.run()
    }

    fn accept_parent(&self, path: &Path, rule: OwnershipRule, is_parent_accepted: bool) {
        if let Some(parent) = path.parent().filter(|_| rule == OwnershipRule::Code && is_parent_accepted) {
            self.accept(parent);
        }
    }

    fn accept(&self, directory: &Path) {
        self.accepted.lock().unwrap_or_else(PoisonError::into_inner).insert(directory.to_owned());
    }

    /// Returns whether the directory of a file is accepted, which is always the case for a checker that is not
    /// strict.
    fn is_accepted(&self, path: &Path) -> bool {
        !self.is_strict || path.parent().is_some_and(|parent| self.is_accepted_directory(parent))
    }

    /// Returns whether a directory was accepted before, or is valid and within an accepted directory, which
    /// takes one system call instead of a walk.
    fn is_accepted_directory(&self, directory: &Path) -> bool {
        if self.accepted.lock().unwrap_or_else(PoisonError::into_inner).contains(directory) {
            return true;
        }
        if !directory.parent().is_some_and(|parent| self.is_accepted_directory(parent)) {
            return false;
        }
        let Ok(stat) = rustix::fs::lstat(directory) else { return false };
        let is_directory = FileType::from_raw_mode(stat.st_mode) == FileType::Directory;
        let is_fine = is_directory && self.check_code(&stat, directory).is_ok();
        if is_fine {
            self.accept(directory);
        }
        is_fine
    }

    fn check_code(&self, stat: &Stat, path: &Path) -> Result<(), CheckError> {
        let is_relevant = matches!(FileType::from_raw_mode(stat.st_mode), FileType::RegularFile | FileType::Directory);
        if !self.is_strict || !is_relevant {
            return Ok(());
        }
        let Some(reason) = attributes(stat).violation(OwnershipRule::Code, PathPosition::End, self.user, || true)
        else {
            return Ok(());
        };
        let place = absolute(path).unwrap_or_else(|_| path.to_owned());
        Err(Exposure { path: path.to_owned(), place, rule: OwnershipRule::Code, reason, user: self.user }.into())
    }
}

fn is_same(one: &Stat, other: &Stat) -> bool {
    (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)
}

impl From<CheckError> for io::Error {
    fn from(error: CheckError) -> Self {
        match error {
            CheckError::Io { source, .. } => source,
            other => Self::new(ErrorKind::PermissionDenied, other),
        }
    }
}

#[cfg(test)]
mod tests;
