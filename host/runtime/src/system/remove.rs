//! `fs-write.remove`, and backups requested by manifests: copies in the same directory, or contents in a
//! filebucket.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{Dir, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;
use transaction::provider::{BucketPlace, ComponentMessage, FileBucket, Level};

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::error;
use crate::gate::{PermittedPath, PermittedTree};
use crate::paths::{self, PathTarget};
use crate::system::writer::Writer;
use crate::system::{CallContext, bucket, files};

/// Maximum depth of a directory tree that is removed or saved.
const MAX_DEPTH: u32 = 256;

/// Name of the filebucket that exists without being declared.
const DEFAULT_BUCKET: &str = "puppet";

impl CallContext<'_> {
    /// `fs-write.remove`
    pub(crate) fn remove(&mut self, path: &str, recursive: bool, backup: Option<&str>) -> Result<(), Error> {
        let target = self.writable("remove", path)?;
        let system = |errno| error::system("remove", path, errno);
        if target.is_directory() {
            return Err(system(Errno::BUSY));
        }
        let stat = paths::stat(&target).map_err(system)?.ok_or_else(|| system(Errno::NOENT))?;
        let is_directory = FileType::from_raw_mode(stat.st_mode) == FileType::Directory;
        let tree = if is_directory && recursive { Some(self.permit_tree(path, &target)?) } else { None };
        self.back_up(path, &target, Some(&stat), backup)?;
        // A backup with a suffix has renamed the whole directory.
        if paths::stat(&target).map_err(system)?.is_none() {
            return Ok(());
        }
        match tree {
            Some(tree) => self.writer().remove_tree(path, &tree),
            None => self.writer().remove(path, &target),
        }
    }

    /// Backs up an object that is about to be removed or replaced, as specified by `backup`: with a suffix, or in
    /// the filebucket.
    pub(crate) fn back_up(
        &mut self,
        path: &str,
        target: &PermittedPath<PathTarget>,
        old: Option<&Stat>,
        backup: Option<&str>,
    ) -> Result<(), Error> {
        let (Some(old), Some(backup)) = (old, backup) else { return Ok(()) };
        let file_type = FileType::from_raw_mode(old.st_mode);
        if file_type == FileType::Symlink {
            return Ok(());
        }
        if backup.starts_with('.') {
            return self.keep_backup(path, target, file_type, backup);
        }
        let bucket = self.bucket(path, backup)?;
        match file_type {
            FileType::RegularFile => self.save(path, target, &bucket),
            FileType::Directory => {
                self.say(Level::Info, "Recursively backing up to filebucket".to_owned());
                self.save_tree(path, target, &bucket, 0)
            }
            _ => Ok(()),
        }
    }

    /// Returns the filebucket with a name.
    fn bucket(&self, path: &str, name: &str) -> Result<FileBucket, Error> {
        let known = self.machine.buckets.iter().find(|bucket| bucket.name == name).cloned();
        let default = (name == DEFAULT_BUCKET).then(|| FileBucket { name: name.to_owned(), place: BucketPlace::State });
        known.or(default).ok_or_else(|| {
            let message = format!("Could not back up {path}: there is no filebucket '{name}'");
            error::error(Code::NotFound, message)
        })
    }

    /// Keeps the old file under another name in the same directory: as a hard link if possible, otherwise as a
    /// copy.
    fn keep_backup(
        &mut self,
        path: &str,
        target: &PermittedPath<PathTarget>,
        file_type: FileType,
        suffix: &str,
    ) -> Result<(), Error> {
        if suffix.contains('/') || suffix.contains('\0') {
            return Err(error::error(Code::Invalid, format!("'{suffix}' is not a file name suffix")));
        }
        let row = self.writing().and_then(|row| self.rows.find(row));
        let copy = self.machine.gate.permit_backup(self.caller, self.phase, target, row, suffix)?;
        let system = |errno| error::system("back up", path, errno);
        if let Some(old) = paths::stat(&copy).map_err(system)? {
            let shown = format!("{path}{suffix}");
            let kind = match FileType::from_raw_mode(old.st_mode) {
                FileType::Directory => {
                    let message = format!("Will not remove directory backup {shown}; use a filebucket");
                    return Err(error::error(Code::Exists, message));
                }
                FileType::Symlink => "link",
                _ => "file",
            };
            self.say(Level::Info, format!("Removing old backup of type {kind}"));
            self.writer().remove(&shown, &copy)?;
        }
        self.note_renamed(target, &copy)?;
        match file_type {
            FileType::Directory => self.writer().rename(path, target, &copy),
            _ => self.writer().keep_backup(path, target, &copy),
        }
    }

    /// Saves the content of a file in a filebucket.
    fn save(&mut self, path: &str, target: &PathTarget, bucket: &FileBucket) -> Result<(), Error> {
        let opened = files::open_at(target).map_err(|errno| error::system("back up", path, errno))?;
        let is_secret = self.holds_secret(target)?;
        let machine = &mut *self.machine;
        let state = machine.journal.state().join(bucket::DIRECTORY);
        let root = PathBuf::from(OsString::from_vec(machine.paths.on_system(b"/")));
        let is_system_root = machine.paths.is_system_root();
        let digest = match &bucket.place {
            BucketPlace::Directory(directory) if is_system_root => {
                bucket::save(Path::new(directory), path, &opened.file, &mut machine.transfer)
            }
            BucketPlace::Directory(directory) => {
                bucket::save_below(&root, directory, path, &opened.file, &mut machine.transfer)
            }
            BucketPlace::State => bucket::save(&state, path, &opened.file, &mut machine.transfer),
        };
        let sum = digest.map_err(|failed| error::io("back up", path, &failed))?;
        // A digest would allow guesses of a short secret to be tested.
        let sum = if is_secret { "[redacted]" } else { sum.as_str() };
        let text = format!("Filebucketed {path} to {} with sum {sum}", bucket.name);
        self.say(Level::Info, text);
        Ok(())
    }

    fn save_tree(&mut self, path: &str, target: &PathTarget, bucket: &FileBucket, depth: u32) -> Result<(), Error> {
        let system = |errno| error::system("back up", path, errno);
        if depth > MAX_DEPTH {
            return Err(system(Errno::LOOP));
        }
        let directory = paths::enter(target).map_err(system)?;
        for (name, file_type) in list(&directory, b".").map_err(system)? {
            let inner = PathTarget { directory: Arc::clone(&directory), name: name.clone().into() };
            let shown = shown_entry(path, &name);
            match file_type {
                FileType::RegularFile => self.save(&shown, &inner, bucket)?,
                FileType::Directory => self.save_tree(&shown, &inner, bucket, depth + 1)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Logs a message for the current resource.
    pub(crate) fn say(&mut self, level: Level, text: String) {
        let row = self.writing();
        self.machine.log.add(ComponentMessage { level, row, attribute: None, text });
    }

    /// Logs a warning for the current resource.
    pub(crate) fn warn(&mut self, text: String) {
        self.say(Level::Warning, text);
    }
}

impl Writer<'_> {
    /// Removes an object, including the content of a directory. Symbolic links are removed, not followed.
    ///
    /// # Errors
    /// Returns an error if the object cannot be removed; part of its content may have been removed.
    pub(crate) fn remove_tree(&mut self, path: &str, tree: &PermittedTree) -> Result<(), Error> {
        self.remove_within(path, tree, 0)
    }

    fn remove_within(&mut self, path: &str, tree: &PermittedTree, depth: u32) -> Result<(), Error> {
        let system = |errno| error::system("remove", path, errno);
        if depth > MAX_DEPTH {
            return Err(system(Errno::LOOP));
        }
        for entry in tree.entries().map_err(system)? {
            match self.remove_within(&shown_entry(path, &entry.place().name), &entry, depth + 1) {
                // The entry was removed in the meantime.
                Err(missing) if missing.code == Code::NotFound => {}
                other => other?,
            }
        }
        self.remove(path, tree.place())
    }
}

/// Returns the path of an entry for messages; invalid UTF-8 is replaced.
pub(crate) fn shown_entry(path: &str, name: &[u8]) -> String {
    format!("{}/{}", path.trim_end_matches('/'), String::from_utf8_lossy(name))
}

/// Returns the sorted entries of a directory without following a symbolic link.
pub(crate) fn list(directory: &impl std::os::fd::AsFd, name: &[u8]) -> Result<Vec<(Vec<u8>, FileType)>, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let handle = rustix::fs::openat(directory, name, flags, Mode::empty())?;
    let mut names = Vec::new();
    for entry in Dir::read_from(&handle)? {
        let entry = entry?;
        let name = entry.file_name().to_bytes();
        if !matches!(name, b"." | b"..") {
            names.push((name.to_vec(), entry.file_type()));
        }
    }
    names.sort_by(|(left, _), (right, _)| left.cmp(right));
    Ok(names)
}
