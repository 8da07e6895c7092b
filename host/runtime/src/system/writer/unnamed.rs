//! Owns files that are not yet where they are to be: written without a name where the filesystem has such files, else under a
//! temporary one, and given their name when they are whole.

use std::fs::File;
use std::io::{self, Write as _};

use rustix::fs::{AtFlags, FallocateFlags, FileType, Mode, OFlags, RenameFlags, Stat};
use rustix::io::Errno;

use super::{FILE_MODE, Writer, link_open, rename};
use crate::bindings::marotte::provider::errors::Error;
use crate::bindings::marotte::provider::fs_write::Attrs;
use crate::config::Durable;
use crate::error;
use crate::paths::Target;
use crate::system::body::Content;
use crate::system::transfer::Transfer;
use crate::system::{Machine, attributes, labels};

/// From this size on, room is asked for before anything is written.
const RESERVE: u64 = 1 << 20;

/// A file that is not yet where it is to be.
pub(super) struct Unnamed {
    pub(super) file: File,
    name: Option<Target>,
}

impl Writer<'_> {
    /// Writes a file that has no name yet, with everything it needs.
    pub(super) fn new_file(
        &mut self,
        path: &str,
        target: &Target,
        content: &Content,
        attrs: &Attrs,
        old: Option<&Stat>,
    ) -> Result<Unnamed, Error> {
        let mut file = self.unnamed(path, target)?;
        let filled = fill(&mut file.file, content, &mut self.machine.transfer);
        match filled.and_then(|()| self.dress(path, target, &file, attrs, old)) {
            Ok(()) => Ok(file),
            Err(failed) => {
                self.machine.drop_unnamed(&file);
                Err(error::io("write", path, &failed))
            }
        }
    }

    /// Gives a file that is written its owner, label and mode, and makes it survive.
    pub(super) fn dress(
        &mut self,
        path: &str,
        target: &Target,
        file: &Unnamed,
        attrs: &Attrs,
        old: Option<&Stat>,
    ) -> io::Result<()> {
        if let Some(label) = self.label_for(target, attrs, old, FileType::RegularFile) {
            self.labelled(path, labels::set_open(&file.file, &label), &label);
        }
        attributes::apply(&file.file, &attributes::inherited(attrs, old), Some(FILE_MODE))?;
        self.make_durable(&file.file)
    }

    /// Makes what is in a file survive a power cut, where it is wanted at once.
    pub(super) fn make_durable(&self, file: &File) -> io::Result<()> {
        let is_durable = self.machine.journal.durable() == Durable::File;
        if is_durable && !attributes::is_volatile(file) { file.sync_all() } else { Ok(()) }
    }

    /// Makes a file that has no name yet, beside a place.
    pub(super) fn unnamed(&mut self, path: &str, target: &Target) -> Result<Unnamed, Error> {
        let flags = OFlags::RDWR | OFlags::CLOEXEC;
        let mode = Mode::RUSR | Mode::WUSR;
        match rustix::fs::openat(&target.folder, ".", flags | OFlags::TMPFILE, mode) {
            Ok(handle) => Ok(Unnamed { file: handle.into(), name: None }),
            // Not every filesystem, and no old kernel, has files without a name.
            Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::NOENT | Errno::INVAL) => {
                let name = self.temporary(path, target)?;
                let flags = flags | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW;
                match rustix::fs::openat(&name.folder, &*name.name, flags, mode) {
                    Ok(handle) => Ok(Unnamed { file: handle.into(), name: Some(name) }),
                    Err(errno) => {
                        self.machine.journal.settle();
                        Err(error::system("write", path, errno))
                    }
                }
            }
            Err(errno) => Err(error::system("write", path, errno)),
        }
    }

    /// Gives a finished file its name, at once.
    pub(super) fn place(&mut self, path: &str, target: &Target, file: &Unnamed, replaces: bool) -> Result<(), Errno> {
        if file.name.is_none() && !replaces {
            match file.link(target) {
                // Something has come there meanwhile.
                Err(Errno::EXIST) => {}
                other => return other,
            }
        }
        let temporary = match &file.name {
            Some(name) => name.clone(),
            None => {
                let name = self.temporary(path, target).map_err(|_| Errno::IO)?;
                if let Err(errno) = file.link(&name) {
                    self.machine.journal.settle();
                    return Err(errno);
                }
                name
            }
        };
        let renamed = rename(&temporary, target);
        if renamed.is_err() {
            let _ = rustix::fs::unlinkat(&temporary.folder, &*temporary.name, AtFlags::empty());
        }
        self.machine.journal.settle();
        renamed
    }
}

impl Machine {
    /// A file goes that will not be needed.
    pub(super) fn drop_unnamed(&mut self, file: &Unnamed) {
        if let Some(name) = &file.name {
            let _ = rustix::fs::unlinkat(&name.folder, &*name.name, AtFlags::empty());
            self.journal.settle();
        }
    }
}

impl Unnamed {
    pub(super) fn link(&self, target: &Target) -> Result<(), Errno> {
        if let Some(name) = &self.name {
            return rustix::fs::renameat_with(
                &name.folder,
                &*name.name,
                &target.folder,
                &*target.name,
                RenameFlags::NOREPLACE,
            );
        }
        link_open(&self.file, &target.folder, &target.name)
    }
}

fn fill(file: &mut File, content: &Content, transfer: &mut Transfer) -> io::Result<()> {
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
