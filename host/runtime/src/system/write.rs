//! The import `fs-write` except removal: path resolution, permission and backup. The [`Writer`] makes the change.

use rustix::fs::{FileType, Stat};
use rustix::io::Errno;

use crate::access_log::WriteKind;
use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::bindings::marotte::provider::fs_types::Body;
use crate::bindings::marotte::provider::fs_write::Attrs;
use crate::error;
use crate::gate::{Effect, PermittedPath, PermittedTree, Phase};
use crate::grants::command::StagedPath;
use crate::path_text;
use crate::paths::{self, PathError, PathTarget, Purpose};
use crate::system::writer::{TempName, Writer, existing};
use crate::system::{CallContext, attributes, metadata};

/// A staged file, which can be validated before it is committed.
pub(crate) struct StagedFile {
    temporary: TempName,
    /// The path that it is committed to.
    destination: Option<(String, PathTarget)>,
    /// Whether a secret was written to it.
    secret: bool,
}

impl StagedFile {
    /// Returns the temporary name of the file.
    pub(crate) fn temporary(&self) -> &TempName {
        &self.temporary
    }
}

impl CallContext<'_> {
    /// Returns the permit to change a path.
    ///
    /// # Errors
    /// Returns an error if the change is refused or a parent directory is missing.
    pub(crate) fn writable(&self, doing: &str, path: &str) -> Result<PermittedPath<PathTarget>, Error> {
        match self.machine.paths.locate(path, Purpose::Write) {
            Ok(target) => self.permit(path, &target, false),
            Err(failed) => {
                if let PathError::Missing(Some(missing)) = &failed {
                    self.permit(path, &missing.whole, false)?;
                }
                Err(error::path(doing, path, &failed))
            }
        }
    }

    /// Returns the permit to change a resolved path.
    ///
    /// # Errors
    /// Returns an error if the change is refused.
    fn permit(&self, path: &str, target: &PathTarget, followed: bool) -> Result<PermittedPath<PathTarget>, Error> {
        let row = self.writing().and_then(|row| self.rows.find(row));
        let place = self.place(path, target, followed, row);
        Ok(self.machine.gate.permit_write(self.caller, self.phase, &place)?)
    }

    /// Returns the permit to change a path and everything below it.
    ///
    /// # Errors
    /// Returns an error if the change is refused.
    pub(crate) fn permit_tree(&self, path: &str, target: &PathTarget) -> Result<PermittedTree, Error> {
        let row = self.writing().and_then(|row| self.rows.find(row));
        let place = self.place(path, target, false, row);
        Ok(self.machine.gate.permit_tree(self.caller, self.phase, &place)?)
    }

    /// Checks whether owner, group and mode of a writable path may be set. Values that the object has already or
    /// gets by default are permitted.
    fn check_attrs(
        &self,
        path: &str,
        target: &PathTarget,
        followed: bool,
        attrs: &Attrs,
        old: Option<&Stat>,
    ) -> Result<(), Error> {
        let row = self.writing().and_then(|row| self.rows.find(row));
        let place = self.place(path, target, followed, row);
        if attributes::changes_owner(target, attrs, old).map_err(|errno| error::system("change", path, errno))? {
            self.machine.gate.check(self.caller, self.phase, Effect::Chown(&place))?;
        }
        if attributes::has_suid_or_sgid(attrs) {
            self.machine.gate.check(self.caller, self.phase, Effect::Suid(&place))?;
        }
        Ok(())
    }

    /// Checks that the content of a file with capabilities may be changed: the new content would run with the
    /// capabilities, as with the suid bit.
    fn check_capabilities(&self, path: &str, target: &PathTarget, old: Option<&Stat>) -> Result<(), Error> {
        if !old.is_some_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile)
            || !metadata::has_capabilities_at(target)
        {
            return Ok(());
        }
        let row = self.writing().and_then(|row| self.rows.find(row));
        let place = self.place(path, target, false, row);
        Ok(self.machine.gate.check(self.caller, self.phase, Effect::Suid(&place))?)
    }

    /// Returns a writer for the resource in the write phase.
    pub(crate) fn writer(&mut self) -> Writer<'_> {
        let row = self.writing();
        let resource = self.resource(row.unwrap_or(0));
        Writer::new(self.machine, row, resource)
    }

    /// Checks whether a file may be written with these attributes, and returns the status of the existing file.
    ///
    /// # Errors
    /// Returns an error if the change is refused, if the path is a directory, or if a parent directory is missing.
    pub(crate) fn replaceable(
        &mut self,
        path: &str,
        attrs: &Attrs,
    ) -> Result<(PermittedPath<PathTarget>, Option<Stat>), Error> {
        let target = self.writable("write", path)?;
        let old = existing(&target, path)?;
        self.check_attrs(path, &target, false, &attributes::inherited(attrs, old.as_ref()), old.as_ref())?;
        self.check_capabilities(path, &target, old.as_ref())?;
        Ok((target, old))
    }

    /// `fs-write.write`
    pub(crate) fn write(&mut self, path: &str, body: Body, attrs: &Attrs, backup: Option<&str>) -> Result<(), Error> {
        let (target, old) = self.replaceable(path, attrs)?;
        let content = self.content(body)?;
        self.back_up(path, &target, old.as_ref(), backup)?;
        self.note_secret(&target, content.secret)?;
        self.writer().write_file(path, &target, &content, attrs)?;
        self.settle_secret(&target, content.secret)
    }

    /// `fs-write.stage`
    pub(crate) fn stage(&mut self, path: Option<&str>, body: Body, attrs: &Attrs) -> Result<StagedFile, Error> {
        let (shown, target) = match path {
            Some(path) => (path, self.writable("write", path)?),
            None => ("a temporary file", self.temporary_place()?),
        };
        let content = self.content(body)?;
        let old = if path.is_some() { existing(&target, shown)? } else { None };
        self.check_attrs(shown, &target, false, &attributes::inherited(attrs, old.as_ref()), old.as_ref())?;
        self.check_capabilities(shown, &target, old.as_ref())?;
        let temporary = self.writer().stage(shown, &target, &content, attrs, old.as_ref())?;
        let destination = path.map(|path| (path.to_owned(), (*target).clone()));
        let staged = StagedFile { temporary, destination, secret: content.secret };
        if let Err(unlisted) = self.note_secret(staged.temporary.place(), staged.secret) {
            self.discard(&staged);
            return Err(unlisted);
        }
        Ok(staged)
    }

    /// `fs-write.staged.path`: the path as seen by commands.
    pub(crate) fn staged_path(&self, staged: &StagedFile) -> String {
        let place = staged.temporary.place().real();
        // In a sandbox, the root of commands is the tree.
        let path = match self.machine.commands.isolation {
            Some(_) => place,
            None => self.machine.paths.on_system(&place),
        };
        String::from_utf8_lossy(&path).into_owned()
    }

    /// Returns the staged files of the component with their destinations.
    pub(crate) fn staged_paths(&self) -> Vec<StagedPath> {
        let staged = self.staged.iter().flatten();
        let place = |staged: &StagedFile| StagedPath {
            path: self.staged_path(staged),
            destination: staged.destination.as_ref().map(|(path, _)| path.clone()),
        };
        staged.map(place).collect()
    }

    /// Returns the number of the staged file at a path, as seen by commands.
    pub(crate) fn staged_number(&self, path: &str) -> Option<u32> {
        let is_there =
            |staged: &Option<StagedFile>| staged.as_ref().is_some_and(|staged| self.staged_path(staged) == path);
        self.staged.iter().position(is_there).and_then(|number| u32::try_from(number).ok())
    }

    /// `fs-write.staged.commit`
    pub(crate) fn commit(&mut self, staged: &mut StagedFile, backup: Option<&str>) -> Result<(), Error> {
        let Some((path, target)) = staged.destination.take() else {
            return Err(error::error(Code::Invalid, "this file was staged without a path, or is already committed"));
        };
        let target = self.permit(&path, &target, false)?;
        let old = existing(&target, &path)?;
        self.back_up(&path, &target, old.as_ref(), backup)?;
        self.note_secret(&target, staged.secret)?;
        self.writer().commit(&path, &staged.temporary, &target)?;
        self.settle_secret(&target, staged.secret)?;
        self.settle_secret(staged.temporary.place(), false)
    }

    /// Removes a staged file that was not committed.
    pub(crate) fn discard(&mut self, staged: &StagedFile) {
        self.machine.discard(&staged.temporary);
        // A remaining entry in the list refers to no file.
        let _ = self.settle_secret(staged.temporary.place(), false);
    }

    /// `fs-write.make-directory`
    pub(crate) fn make_directory(&mut self, path: &str, attrs: &Attrs, parents: bool) -> Result<(), Error> {
        if parents {
            for above in ancestors(path) {
                let target = match self.machine.paths.locate(above, Purpose::Write) {
                    Ok(target) => target,
                    Err(failed) => return Err(error::path("make the directory", above, &failed)),
                };
                if paths::stat(&target).map_err(|errno| error::system("make the directory", above, errno))?.is_none() {
                    let target = self.permit(above, &target, false)?;
                    self.check_attrs(above, &target, false, attrs, None)?;
                    self.writer().make_directory(above, &target, &Attrs { mtime_ns: None, ..attrs.clone() })?;
                }
            }
        }
        let target = self.writable("make the directory", path)?;
        self.check_attrs(path, &target, false, attrs, None)?;
        self.writer().make_directory(path, &target, attrs)
    }

    /// `fs-write.make-symlink`: atomically replaces another symbolic link; other objects are not replaced.
    pub(crate) fn make_symlink(&mut self, to: &str, path: &str, attrs: &Attrs) -> Result<(), Error> {
        let target = self.writable("make the link", path)?;
        self.check_attrs(path, &target, false, attrs, None)?;
        let Some(to) = path_text::decode(to) else {
            return Err(error::error(
                Code::Invalid,
                format!("Could not make the link {path}: its target contains a zero byte"),
            ));
        };
        self.writer().make_link(path, &target, &to, attrs)
    }

    /// `fs-write.set-attrs`
    pub(crate) fn set_attrs(&mut self, path: &str, attrs: &Attrs, follow: bool) -> Result<(), Error> {
        let system = |errno| error::system("change", path, errno);
        let mut target = self.writable("change", path)?;
        let mut stat = paths::stat(&target).map_err(system)?.ok_or_else(|| system(Errno::NOENT))?;
        let followed = follow && FileType::from_raw_mode(stat.st_mode) == FileType::Symlink;
        if followed {
            let end = self.machine.paths.follow(path, Purpose::Write);
            target = self.permit(path, &end.map_err(|failed| error::path("change", path, &failed))?, true)?;
            stat = paths::stat(&target).map_err(system)?.ok_or_else(|| system(Errno::NOENT))?;
        }
        self.check_attrs(path, &target, followed, attrs, Some(&stat))?;
        self.writer().set_attrs(path, &target, attrs)
    }

    /// `fs-write.rename`
    pub(crate) fn rename(&mut self, source: &str, path: &str) -> Result<(), Error> {
        let from = self.writable("rename", source)?;
        let target = self.writable("rename to", path)?;
        self.note_renamed(&from, &target)?;
        self.writer().rename(source, &from, &target)
    }

    /// Returns the row of the resource in the write phase.
    pub(crate) fn writing(&self) -> Option<u32> {
        match self.phase {
            Phase::Write(writing) => Some(writing.row()),
            Phase::Catalog | Phase::Read => None,
        }
    }

    /// Returns the permit to create a file without a specified path.
    fn temporary_place(&self) -> Result<PermittedPath<PathTarget>, Error> {
        let directory = self
            .machine
            .paths
            .locate("/tmp/.", Purpose::Write)
            .map_err(|failed| error::path("write a temporary file in", "/tmp", &failed))?;
        Ok(self.machine.gate.permit_temporary(self.caller, self.phase, directory)?)
    }
}

/// Returns the kind of write for the replacement of an object.
pub(crate) fn replacement(old: Option<&Stat>) -> WriteKind {
    match old.map(|stat| FileType::from_raw_mode(stat.st_mode)) {
        None => WriteKind::Created,
        Some(FileType::RegularFile) => WriteKind::Content,
        Some(FileType::Symlink) => WriteKind::ReplacedLink,
        Some(_) => WriteKind::Replaced,
    }
}

/// Returns the kind of write for the removal of an object.
pub(crate) fn removal(old: Option<&Stat>) -> WriteKind {
    match old.map(|stat| FileType::from_raw_mode(stat.st_mode)) {
        Some(FileType::Symlink) => WriteKind::ReplacedLink,
        _ => WriteKind::Replaced,
    }
}

/// Returns the parent directories of a path, topmost first.
fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    let path = path.trim_end_matches('/');
    path.char_indices().skip(1).filter(|(_, c)| *c == '/').map(|(end, _)| &path[..end])
}
