//! Temporary files: written without a name where the filesystem supports it, otherwise under a temporary name, and
//! moved to their path when they are complete.

use std::fs::File;
use std::io::{self, Write as _};

use rustix::fs::{AtFlags, FallocateFlags, FileType, Mode, OFlags, RenameFlags, Stat};
use rustix::io::Errno;

use super::{FILE_MODE, Origin, Writer, link_open, rename};
use crate::bindings::marotte::provider::errors::Error;
use crate::bindings::marotte::provider::fs_write::Attrs;
use crate::config::Durable;
use crate::error;
use crate::paths::PathTarget;
use crate::system::body::ResolvedBody;
use crate::system::metadata::{self, Metadata};
use crate::system::transfer::Transfer;
use crate::system::{HostState, attributes, labels};

/// Minimum size of files for which space is reserved before writing.
const RESERVE: u64 = 1 << 20;

/// A file that has not been moved to its path yet.
pub(super) struct TempFile {
    pub(super) file: File,
    name: Option<PathTarget>,
    /// The metadata to be set; `None` to keep that of a new file.
    pub(super) metadata: Option<Metadata>,
    /// Whether the metadata has been set completely.
    pub(super) has_metadata: bool,
}

impl Writer<'_> {
    /// Creates a temporary file with content, attributes and metadata.
    pub(super) fn new_file(
        &mut self,
        path: &str,
        target: &PathTarget,
        content: &ResolvedBody,
        attrs: &Attrs,
        old: Option<&Stat>,
    ) -> Result<TempFile, Error> {
        let mut file = self.prepare(path, target, attrs, old)?;
        let filled = fill(&mut file.file, content, &mut self.machine.transfer)
            .map_err(|failed| error::io("write", path, &failed));
        match filled.and_then(|()| self.apply_attributes(path, target, &file, attrs, old)) {
            Ok(()) => Ok(file),
            Err(failed) => {
                self.machine.drop_unnamed(&file);
                Err(failed)
            }
        }
    }

    /// Creates an empty temporary file and sets its metadata, except owner, label, mode and capabilities.
    pub(super) fn prepare(
        &mut self,
        path: &str,
        target: &PathTarget,
        attrs: &Attrs,
        old: Option<&Stat>,
    ) -> Result<TempFile, Error> {
        let metadata = self.metadata_for(path, target, attrs, old)?;
        let (file, name) = self.unnamed(path, target)?;
        let mut file = TempFile { file, name, metadata, has_metadata: false };
        let set = match &file.metadata {
            Some(metadata) => metadata.set_new(&file.file).map_err(|lost| lost.error(path)),
            // Removes the list inherited from the default access control list of the directory.
            None if attrs.mode.is_some() => {
                metadata::remove_acl(&file.file).map(|()| true).map_err(|errno| error::system("write", path, errno))
            }
            None => Ok(true),
        };
        match set {
            Ok(is_all) => {
                file.has_metadata = is_all;
                Ok(file)
            }
            Err(failed) => {
                self.machine.drop_unnamed(&file);
                Err(failed)
            }
        }
    }

    /// Returns the metadata of a file to be written: that of the journal or of the replaced file, without the
    /// access control list if a mode is specified. `None` for a file that replaces none.
    ///
    /// # Errors
    /// Returns an error if the metadata cannot be read, or if the existing file cannot be replaced.
    pub(super) fn metadata_for(
        &self,
        path: &str,
        target: &PathTarget,
        attrs: &Attrs,
        old: Option<&Stat>,
    ) -> Result<Option<Metadata>, Error> {
        let found = match old.filter(|old| FileType::from_raw_mode(old.st_mode) == FileType::RegularFile) {
            Some(old) => Some(Metadata::of(target, old).map_err(|lost| lost.error(path))?),
            None => None,
        };
        if let Some(found) = &found {
            found.check_replaceable(path)?;
        }
        Ok(match &self.origin {
            Origin::Journal(Some(metadata)) => Some(metadata.clone()),
            Origin::Journal(None) | Origin::Replaced if attrs.mode.is_some() => found.map(Metadata::without_acl),
            Origin::Journal(None) | Origin::Replaced => found,
        })
    }

    /// Sets owner, label, mode and metadata of a written file, by default those of the replaced file, and then
    /// syncs it.
    pub(super) fn apply_attributes(
        &mut self,
        path: &str,
        target: &PathTarget,
        file: &TempFile,
        attrs: &Attrs,
        old: Option<&Stat>,
    ) -> Result<(), Error> {
        let system = |errno| error::system("write", path, errno);
        if let Some(label) = self.label_for(target, attrs, old, FileType::RegularFile) {
            self.labelled(path, labels::set_open(&file.file, &label), &label);
        }
        attributes::apply(&file.file, &attributes::inherited(attrs, old), Some(FILE_MODE)).map_err(system)?;
        if let Some(metadata) = file.metadata.as_ref().filter(|_| !file.has_metadata) {
            metadata.set(&file.file).map_err(|lost| lost.error(path))?;
        }
        self.make_durable(&file.file).map_err(|failed| error::io("write", path, &failed))
    }

    /// Syncs a file to disk if each file is to be synced.
    pub(super) fn make_durable(&self, file: &File) -> io::Result<()> {
        let journal = &self.machine.journal;
        if journal.durable() != Durable::File || attributes::is_volatile(file) {
            return Ok(());
        }
        journal.sync_timer().measure(|| file.sync_all())
    }

    /// Creates an unnamed file in the directory of a path, or a file under a temporary name if unnamed files are
    /// not supported.
    fn unnamed(&mut self, path: &str, target: &PathTarget) -> Result<(File, Option<PathTarget>), Error> {
        let flags = OFlags::RDWR | OFlags::CLOEXEC;
        let mode = Mode::RUSR | Mode::WUSR;
        match rustix::fs::openat(&target.directory, ".", flags | OFlags::TMPFILE, mode) {
            Ok(handle) => Ok((handle.into(), None)),
            // Some filesystems and old kernels do not support O_TMPFILE.
            Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::NOENT | Errno::INVAL) => {
                let name = self.temporary(path, target)?;
                let flags = flags | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW;
                match rustix::fs::openat(&name.directory, &*name.name, flags, mode) {
                    Ok(handle) => Ok((handle.into(), Some(name))),
                    Err(errno) => {
                        self.machine.journal.forget_temp();
                        Err(error::system("write", path, errno))
                    }
                }
            }
            Err(errno) => Err(error::system("write", path, errno)),
        }
    }

    /// Moves a finished file to its path atomically.
    pub(super) fn place(
        &mut self,
        path: &str,
        target: &PathTarget,
        file: &TempFile,
        replaces: bool,
    ) -> Result<(), Errno> {
        if file.name.is_none() && !replaces {
            match file.link(target) {
                // Another process created the name.
                Err(Errno::EXIST) => {}
                other => return other,
            }
        }
        let temporary = match &file.name {
            Some(name) => name.clone(),
            None => {
                let name = self.temporary(path, target).map_err(|_| Errno::IO)?;
                if let Err(errno) = file.link(&name) {
                    self.machine.journal.forget_temp();
                    return Err(errno);
                }
                name
            }
        };
        let renamed = rename(&temporary, target);
        if renamed.is_err() {
            let _ = rustix::fs::unlinkat(&temporary.directory, &*temporary.name, AtFlags::empty());
        }
        self.machine.journal.forget_temp();
        renamed
    }
}

impl HostState {
    /// Removes a temporary file.
    pub(super) fn drop_unnamed(&mut self, file: &TempFile) {
        if let Some(name) = &file.name {
            let _ = rustix::fs::unlinkat(&name.directory, &*name.name, AtFlags::empty());
            self.journal.forget_temp();
        }
    }
}

impl TempFile {
    pub(super) fn link(&self, target: &PathTarget) -> Result<(), Errno> {
        if let Some(name) = &self.name {
            return rustix::fs::renameat_with(
                &name.directory,
                &*name.name,
                &target.directory,
                &*target.name,
                RenameFlags::NOREPLACE,
            );
        }
        link_open(&self.file, &target.directory, &target.name)
    }
}

fn fill(file: &mut File, content: &ResolvedBody, transfer: &mut Transfer) -> io::Result<()> {
    if content.size() >= RESERVE && !content.is_sparse()? {
        match rustix::fs::fallocate(&*file, FallocateFlags::KEEP_SIZE, 0, content.size()) {
            Ok(()) | Err(Errno::OPNOTSUPP) => {}
            Err(errno) => return Err(errno.into()),
        }
    }
    if let Some(bytes) = content.as_bytes() {
        return file.write_all(bytes);
    }
    match content.as_file() {
        Some((source, _)) => transfer.begin().copy_file(source, file),
        None => transfer.begin().copy(&mut content.reader(), file),
    }
}
