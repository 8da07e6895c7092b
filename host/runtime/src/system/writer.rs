//! The writer, which makes all changes of the system. Each change is recorded in the journal, with the replaced
//! data saved, then made, then reported to the access log. Contents appear atomically. Permission was checked
//! before: each path comes with a permit of the gate. Changes of several steps use one descriptor, so that no other
//! object can take the name in between.

mod descriptor;
mod temp_file;

use std::fs::File;
use std::io::{self, Seek as _};
use std::os::fd::OwnedFd;

use rustix::fs::{AtFlags, FallocateFlags, FileType, Mode, OFlags, RenameFlags, Stat};
use rustix::io::Errno;
use transaction::provider::{ComponentMessage, Level};

use crate::access_log::WriteKind;
use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::bindings::marotte::provider::fs_write::Attrs;
use crate::error;
use crate::gate::PermittedPath;
use crate::journal::SavedContent;
use crate::journal::line::{self, FileKind, FileState, JournalLine, PathBytes};
use crate::paths::{self, PathTarget};
use crate::system::attributes::{self, DIRECTORY_MODE, FILE_MODE};
use crate::system::body::ResolvedBody;
use crate::system::digest::Algorithm;
use crate::system::metadata::{self, Metadata, MetadataError};
use crate::system::transfer::Transfer;
use crate::system::write::{removal, replacement};
use crate::system::{HostState, files, labels, look};
pub(crate) use descriptor::{is_same, link_open};
use descriptor::{open_new_directory, open_new_link, open_path};
use temp_file::TempFile;

/// Digest recorded for contents that could not be read.
const UNKNOWN: &str = "unknown";

/// Function that writes contents to a file using a buffer.
pub(crate) type FillContent<'f> = dyn FnMut(&mut File, &mut Transfer) -> Result<(), Error> + 'f;

/// A file created by the writer under a temporary name, with its open descriptor.
pub(crate) struct TempName {
    place: PathTarget,
    file: File,
}

impl TempName {
    /// Returns the location of the temporary name.
    pub(crate) fn place(&self) -> &PathTarget {
        &self.place
    }
}

/// Writer that changes the system on behalf of one resource.
pub(crate) struct Writer<'a> {
    pub(crate) machine: &'a mut HostState,
    /// The row of the resource, if it is part of this run.
    pub(crate) row: Option<u32>,
    /// The resource reference (`File[/x]`).
    pub(crate) resource: String,
    /// Whether source and destination are the same object.
    is_same: bool,
    origin: Origin,
}

/// Source of the metadata of a written file beyond its attributes.
enum Origin {
    /// The replaced file; a mode among the attributes removes the access control list.
    Replaced,
    /// The journal; `None` if it is not recorded, which leaves the metadata unchanged.
    Journal(Option<Metadata>),
}

impl<'a> Writer<'a> {
    /// Creates a writer.
    pub(crate) fn new(machine: &'a mut HostState, row: Option<u32>, resource: String) -> Self {
        Self { machine, row, resource, is_same: false, origin: Origin::Replaced }
    }

    /// Creates a writer that restores files with the metadata recorded in a journal.
    pub(crate) fn restoring(machine: &'a mut HostState, resource: String, metadata: Option<Metadata>) -> Self {
        Self { origin: Origin::Journal(metadata), ..Self::new(machine, None, resource) }
    }
}

impl Writer<'_> {
    /// Writes a file, replacing the existing object unless it is a directory.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written; the previous object is unchanged.
    pub(crate) fn write_file(
        &mut self,
        path: &str,
        target: &PermittedPath<PathTarget>,
        content: &ResolvedBody,
        attrs: &Attrs,
    ) -> Result<(), Error> {
        let old = existing(target, path)?;
        let file = self.new_file(path, target, content, attrs, old.as_ref())?;
        self.put(path, target, &file, content, old)
    }

    /// Writes a file from a stream, replacing the existing object unless it is a directory. An incomplete stream
    /// leaves no file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written or the stream failed; the previous object is unchanged.
    pub(crate) fn write_stream(
        &mut self,
        path: &str,
        target: &PermittedPath<PathTarget>,
        attrs: &Attrs,
        fill: &mut FillContent<'_>,
    ) -> Result<(), Error> {
        let old = existing(target, path)?;
        let io = |failed: io::Error| error::io("write", path, &failed);
        let mut file = self.prepare(path, target, attrs, old.as_ref())?;
        let filled = fill(&mut file.file, &mut self.machine.transfer).and_then(|()| {
            // Reading may have taken long, so the current state applies.
            let old = existing(target, path)?;
            let metadata = self.metadata_for(path, target, attrs, old.as_ref())?;
            (file.metadata, file.has_metadata) = (metadata, false);
            self.apply_attributes(path, target, &file, attrs, old.as_ref())?;
            let length = file.file.metadata().map_err(io)?.len();
            Ok((old, ResolvedBody::of_file(file.file.try_clone().map_err(io)?, length, path.to_owned())))
        });
        match filled {
            Ok((old, content)) => self.put(path, target, &file, &content, old),
            Err(failed) => {
                self.machine.drop_unnamed(&file);
                Err(failed)
            }
        }
    }

    /// Replaces the content of a staged file from a stream.
    ///
    /// # Errors
    /// Returns an error if the stream failed or the content cannot be written; the file is empty then.
    pub(crate) fn refill(&mut self, path: &str, staged: &TempName, fill: &mut FillContent<'_>) -> Result<(), Error> {
        let io = |failed: io::Error| error::io("write", path, &failed);
        let mut file = staged.file.try_clone().map_err(io)?;
        file.rewind().and_then(|()| file.set_len(0)).map_err(io)?;
        let filled = fill(&mut file, &mut self.machine.transfer).and_then(|()| self.make_durable(&file).map_err(io));
        if filled.is_err() {
            file.set_len(0).map_err(io)?;
        }
        filled
    }

    /// Moves a complete file to its path.
    fn put(
        &mut self,
        path: &str,
        target: &PathTarget,
        file: &TempFile,
        content: &ResolvedBody,
        old: Option<Stat>,
    ) -> Result<(), Error> {
        let metadata = || file.metadata.clone().or_else(|| Metadata::of_open(&file.file).ok());
        let found = rustix::fs::fstat(&file.file).map(|stat| (stat, metadata()));
        let noted = self.note_file(path, target, old.as_ref(), Some(content), found);
        let before = match noted {
            Ok(before) => before,
            Err(failed) => {
                self.machine.drop_unnamed(file);
                return Err(failed);
            }
        };
        match self.place(path, target, file, old.is_some()) {
            Err(Errno::BUSY) => self.write_in_place(path, target, content, before)?,
            other => other.map_err(|errno| error::system("write", path, errno))?,
        }
        self.wrote("write", target, replacement(old.as_ref()));
        Ok(())
    }

    /// Writes a file under a temporary name in the directory of a path, and returns the temporary name.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(crate) fn stage(
        &mut self,
        path: &str,
        target: &PermittedPath<PathTarget>,
        content: &ResolvedBody,
        attrs: &Attrs,
        old: Option<&Stat>,
    ) -> Result<TempName, Error> {
        let file = self.new_file(path, target, content, attrs, old)?;
        let temporary = self.temporary(path, target)?;
        if let Err(errno) = file.link(&temporary) {
            self.machine.journal.forget_temp();
            return Err(error::system("write", path, errno));
        }
        Ok(TempName { place: temporary, file: file.file })
    }

    /// Moves a staged file to its path.
    ///
    /// # Errors
    /// Returns an error if the file cannot be renamed; the previous object is unchanged.
    pub(crate) fn commit(
        &mut self,
        path: &str,
        staged: &TempName,
        target: &PermittedPath<PathTarget>,
    ) -> Result<(), Error> {
        let system = |errno| error::system("write", path, errno);
        let from = staged.place();
        let old = existing(target, path)?;
        let content = match files::open_at(from) {
            Ok(opened) => Some(ResolvedBody::of_file(opened.file, opened.size, path.to_owned())),
            // A file can be renamed without permission to read it.
            Err(Errno::ACCESS) => None,
            Err(errno) => return Err(system(errno)),
        };
        let found = paths::stat(from)
            .and_then(|stat| stat.ok_or(Errno::NOENT))
            .map(|stat| (stat, Metadata::of(from, &stat).ok()));
        let before = self.note_file(path, target, old.as_ref(), content.as_ref(), found)?;
        match (rename(from, target), &content) {
            (Ok(()), _) => self.machine.journal.forget_temp(),
            (Err(Errno::BUSY), Some(content)) => {
                self.write_in_place(path, target, content, before)?;
                self.machine.discard(staged);
            }
            (Err(errno), _) => return Err(system(errno)),
        }
        self.wrote("write", target, replacement(old.as_ref()));
        Ok(())
    }

    /// Renames a saved file back to its path, recording the given state. Returns `false` if it cannot be renamed;
    /// nothing has changed then.
    ///
    /// # Errors
    /// Returns an error if the replaced file cannot be saved or the change cannot be recorded.
    pub(crate) fn rename_back(
        &mut self,
        path: &str,
        target: &PermittedPath<PathTarget>,
        saved: &PathTarget,
        state: FileState,
    ) -> Result<bool, Error> {
        let old = existing(target, path)?;
        let before = self.before(path, target, old.as_ref())?;
        self.note(path, target, before, Some(state))?;
        if rename(saved, target).is_err() {
            return Ok(false);
        }
        self.wrote("write", target, replacement(old.as_ref()));
        Ok(true)
    }

    /// Creates a directory at a path that does not exist.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be created; nothing is left at the path.
    pub(crate) fn make_directory(
        &mut self,
        path: &str,
        target: &PermittedPath<PathTarget>,
        attrs: &Attrs,
    ) -> Result<(), Error> {
        let system = |errno| error::system("make the directory", path, errno);
        let (uid, gid) = attributes::owner_in(&target.directory, attrs).map_err(system)?;
        let mode = attrs.mode.unwrap_or(DIRECTORY_MODE) & 0o7777;
        let (label, metadata) = (attrs.selinux.clone(), self.recorded());
        let after = FileState { kind: FileKind::Directory, mode, uid, gid, label, mtime_ns: None, metadata };
        self.note(path, target, None, Some(after))?;
        // The directory gets its final name after owner and mode are set.
        let temporary = self.temporary(path, target)?;
        let label = self.label_for(target, attrs, None, FileType::Directory);
        let made = rustix::fs::mkdirat(&temporary.directory, &*temporary.name, Mode::RWXU)
            .and_then(|()| open_new_directory(&temporary))
            .map_err(system)
            .and_then(|handle| {
                if let Some(label) = &label {
                    self.labelled(path, labels::set_open(&handle, label), label);
                }
                // Before others have access to it.
                self.set_metadata(path, &handle, attrs)?;
                attributes::apply(&handle, attrs, Some(DIRECTORY_MODE)).map_err(system)
            })
            .and_then(|()| rename_to_free(&temporary, target).map_err(system));
        if made.is_err() {
            let _ = rustix::fs::unlinkat(&temporary.directory, &*temporary.name, AtFlags::REMOVEDIR);
        }
        self.machine.journal.forget_temp();
        made?;
        self.machine.paths.forget();
        self.wrote("make directory", target, WriteKind::Created);
        Ok(())
    }

    /// Creates a symbolic link. Atomically replaces another symbolic link; other objects are not replaced.
    ///
    /// # Errors
    /// Returns an error if the link cannot be created; the previous object is unchanged.
    pub(crate) fn make_link(
        &mut self,
        path: &str,
        target: &PermittedPath<PathTarget>,
        to: &[u8],
        attrs: &Attrs,
    ) -> Result<(), Error> {
        let system = |errno| error::system("make the link", path, errno);
        let old = paths::stat(target).map_err(system)?;
        if old.is_some_and(|stat| FileType::from_raw_mode(stat.st_mode) != FileType::Symlink) {
            return Err(system(Errno::EXIST));
        }
        let before = self.before(path, target, old.as_ref())?;
        let (uid, gid) = attributes::owner_in(&target.directory, attrs).map_err(system)?;
        let kind = FileKind::Link { to: PathBytes(to.to_vec()) };
        let after =
            FileState { kind, mode: 0o777, uid, gid, label: attrs.selinux.clone(), mtime_ns: None, metadata: None };
        self.note(path, target, before, Some(after))?;
        let label = self.label_for(target, attrs, old.as_ref(), FileType::Symlink);
        let is_plain = attrs.uid.is_none() && attrs.gid.is_none() && attrs.selinux.is_none() && label.is_none();
        if old.is_none() && is_plain {
            rustix::fs::symlinkat(to, &target.directory, &*target.name).map_err(system)?;
        } else {
            let temporary = self.temporary(path, target)?;
            let made = rustix::fs::symlinkat(to, &temporary.directory, &*temporary.name)
                .and_then(|()| open_new_link(&temporary, to))
                .and_then(|handle| {
                    if let Some(label) = &label {
                        self.labelled(path, labels::set_open(&handle, label), label);
                    }
                    attributes::apply_to_link(&handle, attrs)
                })
                .and_then(
                    |()| if old.is_none() { rename_to_free(&temporary, target) } else { rename(&temporary, target) },
                );
            if made.is_err() {
                let _ = rustix::fs::unlinkat(&temporary.directory, &*temporary.name, AtFlags::empty());
            }
            self.machine.journal.forget_temp();
            made.map_err(system)?;
        }
        self.machine.paths.forget();
        self.wrote("make link", target, replacement(old.as_ref()));
        Ok(())
    }

    /// Sets owner, label, mode and times of an existing object.
    ///
    /// # Errors
    /// Returns an error if the attributes cannot be set or the object does not exist.
    pub(crate) fn set_attrs(
        &mut self,
        path: &str,
        target: &PermittedPath<PathTarget>,
        attrs: &Attrs,
    ) -> Result<(), Error> {
        let system = |errno| error::system("change", path, errno);
        let stat = paths::stat(target).map_err(system)?.ok_or_else(|| system(Errno::NOENT))?;
        if attributes::may_be_anothers(&stat, &target.directory).map_err(system)? {
            let reason = "it has other hard links, and other users can create hard links in its directory";
            return Err(error::error(Code::Refused, format!("Could not change {path}: {reason}")));
        }
        let before = look::state_of(target, &stat).map_err(system)?;
        let after = FileState {
            mode: attributes::mode_after(&stat, attrs),
            uid: attrs.uid.unwrap_or(before.uid),
            gid: attrs.gid.unwrap_or(before.gid),
            label: attrs.selinux.clone().or_else(|| before.label.clone()),
            metadata: self.recorded().or_else(|| Some(before.metadata.as_ref()?.after(attrs, &stat))),
            ..before.clone()
        };
        self.note(path, target, Some(before), Some(after))?;
        let handle = open_path(target).map_err(system)?;
        if !is_same(&stat, &handle).map_err(system)? {
            return Err(system(Errno::AGAIN));
        }
        if FileType::from_raw_mode(stat.st_mode) == FileType::Symlink {
            attributes::apply_to_link(&handle, attrs).map_err(system)?;
        } else {
            if let Origin::Journal(Some(metadata)) = &self.origin {
                metadata.set_acl(&handle).map_err(|lost| lost.error(path))?;
            }
            attributes::apply(&handle, attrs, None).map_err(system)?;
            self.set_metadata(path, &handle, attrs)?;
        }
        self.notify_readers("change", target, WriteKind::Content);
        self.machine.journal.effect();
        Ok(())
    }

    /// Sets the metadata of an open file or directory: before owner and mode for a new object, after them for an
    /// existing one.
    fn set_metadata(&self, path: &str, handle: &OwnedFd, attrs: &Attrs) -> Result<(), Error> {
        match &self.origin {
            Origin::Journal(Some(metadata)) => metadata.set(handle).map_err(|lost| lost.error(path)),
            Origin::Replaced if attrs.mode.is_some() => {
                metadata::remove_acl(handle).map_err(|errno| error::system("change", path, errno))
            }
            Origin::Journal(None) | Origin::Replaced => Ok(()),
        }
    }

    /// Returns the metadata from the journal that is restored.
    fn recorded(&self) -> Option<Metadata> {
        match &self.origin {
            Origin::Journal(metadata) => metadata.clone(),
            Origin::Replaced => None,
        }
    }

    /// Renames an object, replacing the one at the destination.
    ///
    /// # Errors
    /// Returns an error if the object cannot be renamed; nothing has changed then.
    pub(crate) fn rename(
        &mut self,
        path: &str,
        from: &PermittedPath<PathTarget>,
        target: &PermittedPath<PathTarget>,
    ) -> Result<(), Error> {
        let system = |errno| error::system("rename", path, errno);
        let moved = paths::stat(from).map_err(system)?;
        let old = paths::stat(target).map_err(system)?;
        let replaced = self.before(path, target, old.as_ref())?;
        let (place, to) = (PathBytes(from.real()), PathBytes(target.real()));
        let line = line::JournalRename { resource: self.resource.clone(), path: place, to, replaced };
        self.append(path, &JournalLine::Rename(line))?;
        rename(from, target).map_err(system)?;
        self.machine.paths.forget();
        self.notify_readers("move away", from, removal(moved.as_ref()));
        self.machine.journal.touched(&from.directory);
        self.wrote("move to", target, replacement(old.as_ref()));
        Ok(())
    }

    /// Removes an object; a directory only if it is empty.
    ///
    /// # Errors
    /// Returns an error if the object cannot be removed or does not exist.
    pub(crate) fn remove(&mut self, path: &str, target: &PermittedPath<PathTarget>) -> Result<(), Error> {
        let system = |errno| error::system("remove", path, errno);
        let stat = paths::stat(target).map_err(system)?.ok_or_else(|| system(Errno::NOENT))?;
        let is_directory = FileType::from_raw_mode(stat.st_mode) == FileType::Directory;
        let before = self.before(path, target, Some(&stat))?;
        self.note(path, target, before, None)?;
        let flags = if is_directory { AtFlags::REMOVEDIR } else { AtFlags::empty() };
        rustix::fs::unlinkat(&target.directory, &*target.name, flags).map_err(system)?;
        self.machine.paths.forget();
        self.wrote("remove", target, removal(Some(&stat)));
        Ok(())
    }

    /// Creates a hard link to a regular file at a path that does not exist, or a copy if no link is possible.
    ///
    /// # Errors
    /// Returns an error if neither is possible.
    pub(crate) fn keep_backup(
        &mut self,
        path: &str,
        target: &PermittedPath<PathTarget>,
        backup: &PermittedPath<PathTarget>,
    ) -> Result<(), Error> {
        let failed = |failed: io::Error| error::io("back up", path, &failed);
        let after = match self.machine.journal.is_enabled() {
            true => look::full_state(target, &mut self.machine.transfer)
                .map_err(|errno| error::system("back up", path, errno))?,
            false => None,
        };
        self.note(path, backup, None, after)?;
        match open_path(target).and_then(|handle| link_open(&handle, &backup.directory, &backup.name)) {
            Err(Errno::PERM | Errno::OPNOTSUPP | Errno::XDEV | Errno::MLINK | Errno::NOSYS) => {
                copy_to(target, backup, &mut self.machine.transfer).map_err(failed)?;
            }
            other => other.map_err(|errno| failed(errno.into()))?,
        }
        self.wrote("write", backup, WriteKind::Created);
        Ok(())
    }

    /// Records a command that may change anything; the journal is synced, since the command may rely on earlier
    /// changes.
    ///
    /// # Errors
    /// Returns an error if the command cannot be recorded.
    pub(crate) fn note_command(&mut self, command: String) -> Result<(), Error> {
        let line = line::JournalCommand { resource: self.resource.clone(), command, time: crate::journal::now() };
        self.append("the command", &JournalLine::Command(line))
    }

    /// Records the end of a command. Errors are ignored here, since they do not affect the command.
    pub(crate) fn note_end_of_command(&mut self) {
        let _ = self.machine.journal.note(&JournalLine::CommandEnd { time: crate::journal::now() });
    }

    /// Logs a warning for the resource.
    pub(crate) fn warn(&mut self, text: String) {
        self.machine.log.add(ComponentMessage { level: Level::Warning, row: self.row, attribute: None, text });
    }

    /// Returns the label of an object to be created: that of the replaced object of the same type, otherwise the
    /// default of the policy.
    fn label_for(&self, target: &PathTarget, attrs: &Attrs, old: Option<&Stat>, kind: FileType) -> Option<String> {
        let HostState { labels, paths, .. } = &*self.machine;
        if attrs.selinux.is_some() {
            return None;
        }
        match old {
            Some(old) if FileType::from_raw_mode(old.st_mode) == kind => labels.found(paths, target),
            _ => labels.default_for(paths, target, kind),
        }
    }

    /// Logs that an object did not get its default label, which is not an error.
    fn labelled(&mut self, path: &str, outcome: Result<(), Errno>, label: &str) {
        if let Err(errno) = outcome {
            self.warn(format!("Failed to set SELinux context {label} on {path}: {}", error::describe(errno)));
        }
    }

    /// Reports a changed name to its readers. Called exactly once for each change of a name.
    fn wrote(&mut self, effect: &'static str, target: &PathTarget, change: WriteKind) {
        if crate::access_log::is_identity(&target.real()) {
            self.machine.identity.borrow_mut().forget();
        }
        self.notify_readers(effect, target, change);
        self.machine.journal.touched(&target.directory);
        self.machine.journal.effect();
    }

    /// Reports an effect to the readers of a path and to the trace.
    fn notify_readers(&mut self, effect: &'static str, target: &PathTarget, change: WriteKind) {
        self.machine.record.wrote(target, change);
        if !std::mem::take(&mut self.is_same) {
            self.machine.record.overlapped(target, change);
        }
        if self.machine.trace.is_some() {
            let path = String::from_utf8_lossy(&target.real()).into_owned();
            self.machine.trace(effect, || self.resource.clone(), &path);
        }
    }

    /// Records the replacement of a file in the journal, and returns the previous state.
    fn note_file(
        &mut self,
        path: &str,
        target: &PathTarget,
        old: Option<&Stat>,
        content: Option<&ResolvedBody>,
        new: Result<(Stat, Option<Metadata>), Errno>,
    ) -> Result<Option<FileState>, Error> {
        if !self.machine.journal.is_enabled() {
            return Ok(None);
        }
        let io = |failed: io::Error| error::io("write", path, &failed);
        let before = self.before(path, target, old)?;
        let digest = match content {
            Some(content) => Algorithm::SHA256.digest(&mut content.reader(), &mut self.machine.transfer).map_err(io)?,
            None => UNKNOWN.to_owned(),
        };
        let (stat, metadata) = new.map_err(|errno| error::system("write", path, errno))?;
        let kind = FileKind::File { digest: Some(digest), saved: None };
        let after = FileState { metadata, ..look::state(&stat, kind) };
        self.note(path, target, before.clone(), Some(after))?;
        Ok(before)
    }

    /// Records the object to be replaced and saves the content of a file.
    fn before(&mut self, path: &str, target: &PathTarget, old: Option<&Stat>) -> Result<Option<FileState>, Error> {
        let Some(stat) = old.filter(|_| self.machine.journal.is_enabled()) else { return Ok(None) };
        let mut state = look::state_of(target, stat).map_err(|errno| error::system("keep", path, errno))?;
        if let FileKind::File { digest, saved } = &mut state.kind {
            let kept = self.machine.save(target, stat).map_err(|failed| self.unsaved(path, &failed))?;
            match kept {
                SavedContent::Saved(number, found) => (*digest, *saved) = (Some(found), Some(number)),
                SavedContent::Lost(reason) => {
                    *digest = Some(UNKNOWN.to_owned());
                    self.warn(format!("The content of {path} was not saved, so the change cannot be undone: {reason}"));
                }
            }
        }
        Ok(Some(state))
    }

    fn note(
        &mut self,
        path: &str,
        target: &PathTarget,
        before: Option<FileState>,
        after: Option<FileState>,
    ) -> Result<(), Error> {
        self.is_same = matches!((&before, &after), (Some(before), Some(after)) if before.agrees_with(after));
        let place = PathBytes(target.real());
        let change = line::JournalChange { resource: self.resource.clone(), path: place, before, after };
        self.append(path, &JournalLine::Change(change))
    }

    fn append(&mut self, path: &str, line: &JournalLine) -> Result<(), Error> {
        self.machine.journal.note(line).map_err(|failed| self.unsaved(path, &failed))
    }

    fn unsaved(&self, path: &str, failed: &io::Error) -> Error {
        let state = self.machine.journal.state().display();
        let message = format!("Could not write {path}: the replaced file cannot be saved in {state}: {failed}");
        error::error(Code::Io, message)
    }

    /// Writes a mount point, such as /etc/hosts in a container, which cannot be replaced. The previous content is
    /// copied first, and space is reserved before truncating.
    fn write_in_place(
        &mut self,
        path: &str,
        target: &PathTarget,
        content: &ResolvedBody,
        before: Option<FileState>,
    ) -> Result<(), Error> {
        let io = |failed: io::Error| error::io("write", path, &failed);
        if let Some(before) = before {
            if let FileKind::File { saved: Some(number), .. } = before.kind {
                self.machine
                    .journal
                    .detach(number, &mut self.machine.transfer)
                    .map_err(|failed| self.unsaved(path, &failed))?;
            }
            let digest = Algorithm::SHA256.digest(&mut content.reader(), &mut self.machine.transfer).map_err(io)?;
            let kind = FileKind::File { digest: Some(digest), saved: None };
            self.note(path, target, Some(before.clone()), Some(FileState { kind, ..before }))?;
        }
        let flags = OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let handle = rustix::fs::openat(&target.directory, &*target.name, flags, Mode::empty())
            .map_err(|errno| error::system("write", path, errno))?;
        let metadata = Metadata::of_open(&handle).map_err(|lost| lost.error(path))?;
        let mut file = File::from(handle);
        match rustix::fs::fallocate(&file, FallocateFlags::KEEP_SIZE, 0, content.size().max(1)) {
            Ok(()) | Err(Errno::OPNOTSUPP) => {}
            Err(errno) => return Err(error::system("write", path, errno)),
        }
        self.machine.transfer.begin().copy(&mut content.reader(), &mut file).map_err(io)?;
        file.set_len(content.size()).map_err(io)?;
        // The kernel removes the capabilities of a file when it is written.
        metadata.set(&file).map_err(|lost| lost.error(path))?;
        self.machine.journal.sync_timer().measure(|| file.sync_all()).map_err(io)?;
        self.warn(format!("{path} is a mount point, so it was written in place instead of atomically"));
        Ok(())
    }

    /// Creates a temporary name next to a path; the caller removes it from the list.
    fn temporary(&mut self, path: &str, target: &PathTarget) -> Result<PathTarget, Error> {
        let directory = self.machine.paths.on_system(target.directory.real());
        let name = self.machine.journal.temporary(&directory).map_err(|failed| {
            let state = self.machine.journal.state().display();
            error::error(Code::Io, format!("Could not write {path}: it cannot be recorded in {state}: {failed}"))
        })?;
        Ok(PathTarget { directory: target.directory.clone(), name: name.into_bytes().into() })
    }
}

impl HostState {
    /// Removes a file under a temporary name.
    pub(crate) fn discard(&mut self, temporary: &TempName) {
        let temporary = &temporary.place;
        // On failure, the file has already been moved to its path.
        if rustix::fs::unlinkat(&temporary.directory, &*temporary.name, AtFlags::empty()).is_ok() {
            self.journal.forget_temp();
        }
    }

    fn save(&mut self, target: &PathTarget, stat: &Stat) -> io::Result<SavedContent> {
        self.journal.save(target, stat, &mut self.transfer)
    }
}

/// Returns the state of a path before a file is written there; directories are never replaced by files.
pub(crate) fn existing(target: &PathTarget, path: &str) -> Result<Option<Stat>, Error> {
    let stat = paths::stat(target).map_err(|errno| error::system("write", path, errno))?;
    match stat {
        Some(stat) if FileType::from_raw_mode(stat.st_mode) == FileType::Directory => {
            Err(error::system("write", path, Errno::ISDIR))
        }
        other => Ok(other),
    }
}

fn rename(from: &PathTarget, to: &PathTarget) -> Result<(), Errno> {
    rustix::fs::renameat(&from.directory, &*from.name, &to.directory, &*to.name)
}

/// Renames to a name that does not exist.
fn rename_to_free(from: &PathTarget, to: &PathTarget) -> Result<(), Errno> {
    let free = RenameFlags::NOREPLACE;
    match rustix::fs::renameat_with(&from.directory, &*from.name, &to.directory, &*to.name, free) {
        // Some filesystems do not support NOREPLACE; check before renaming.
        Err(Errno::INVAL | Errno::NOSYS) => match paths::stat(to)? {
            Some(_) => Err(Errno::EXIST),
            None => rename(from, to),
        },
        other => other,
    }
}

fn copy_to(target: &PathTarget, destination: &PathTarget, transfer: &mut Transfer) -> io::Result<()> {
    let opened = files::open_at(target)?;
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let copy =
        File::from(rustix::fs::openat(&destination.directory, &*destination.name, flags, Mode::RUSR | Mode::WUSR)?);
    if let Err(failed) = transfer.begin().copy_file(&opened.file, &copy) {
        let _ = rustix::fs::unlinkat(&destination.directory, &*destination.name, AtFlags::empty());
        return Err(failed);
    }
    if let Some(stat) = opened.stat {
        let (uid, gid) = (rustix::fs::Uid::from_raw(stat.st_uid), rustix::fs::Gid::from_raw(stat.st_gid));
        // Changing the owner may be forbidden; the copy is then owned by the current user.
        let _ = rustix::fs::fchown(&copy, Some(uid), Some(gid));
        rustix::fs::fchmod(&copy, Mode::from_raw_mode(stat.st_mode & 0o7777))?;
    }
    if let Some(label) = labels::of(target) {
        let _ = labels::set_open(&copy, &label);
    }
    let path = String::from_utf8_lossy(&destination.name);
    let lost = |lost: MetadataError| io::Error::other(lost.error(&path).message);
    Metadata::of_open(&opened.file).and_then(|metadata| metadata.set(&copy)).map_err(lost)
}
