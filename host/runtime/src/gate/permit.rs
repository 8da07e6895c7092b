//! Permits: proofs that the gate has allowed a change. Only [`Gate`] creates them, and
//! [`Writer`](crate::system::writer::Writer) accepts no path without one. A permit contains the file descriptor of
//! the directory that was checked, so the path cannot be redirected between check and change.

use std::ops::Deref;

use rustix::fs::FileType;
use rustix::io::Errno;

use super::{Caller, Effect, Gate, GateRefusal, Phase, ResolvedPath};
use crate::paths::{self, JournaledPath, PathTarget};
use crate::rows::RowView;
use crate::system::remove::list;

/// A value that the gate has checked and that may be used in a change.
#[derive(Debug, Clone)]
pub(crate) struct PermittedPath<T>(T);

impl<T> Deref for PermittedPath<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// A path that may be changed together with everything below it.
#[derive(Debug, Clone)]
pub(crate) struct PermittedTree(PermittedPath<PathTarget>);

impl PermittedTree {
    /// Returns the path itself.
    pub(crate) fn place(&self) -> &PermittedPath<PathTarget> {
        &self.0
    }

    /// Returns the entries of the directory in name order; empty if the path is not a directory. A symbolic link is
    /// not followed.
    ///
    /// # Errors
    /// Returns an error if the path does not exist or the directory cannot be read.
    pub(crate) fn entries(&self) -> Result<Vec<Self>, Errno> {
        let stat = paths::stat(self.place())?.ok_or(Errno::NOENT)?;
        if FileType::from_raw_mode(stat.st_mode) != FileType::Directory {
            return Ok(Vec::new());
        }
        let directory = paths::enter(self.place())?;
        let names = list(&directory, b".")?;
        let entry = |name: Vec<u8>| Self(PermittedPath(PathTarget { directory: directory.clone(), name: name.into() }));
        Ok(names.into_iter().map(|(name, _)| entry(name)).collect())
    }
}

impl Gate {
    /// Permits a provider to change a path.
    ///
    /// # Errors
    /// Returns an error if phase or grants do not cover the change.
    pub(crate) fn permit_write(
        &self,
        caller: &Caller,
        phase: Phase,
        place: &ResolvedPath<'_>,
    ) -> Result<PermittedPath<PathTarget>, GateRefusal> {
        self.check(caller, phase, Effect::Write(place))?;
        Ok(PermittedPath(place.target.clone()))
    }

    /// Permits a provider to change a path and everything below it. The grants must cover every possible name in
    /// the directory as well.
    ///
    /// # Errors
    /// Returns an error if phase or grants do not cover the change.
    pub(crate) fn permit_tree(
        &self,
        caller: &Caller,
        phase: Phase,
        place: &ResolvedPath<'_>,
    ) -> Result<PermittedTree, GateRefusal> {
        let permitted = self.permit_write(caller, phase, place)?;
        let target = PathTarget {
            directory: place.target.directory.clone(),
            name: paths::join(&place.target.name, b"*").into(),
        };
        let content = ResolvedPath { path: &format!("{}/*", place.path), target: &target, ..*place };
        self.check(caller, phase, Effect::Write(&content))?;
        Ok(PermittedTree(permitted))
    }

    /// Permits a provider to keep the previous content of a permitted path in the same directory, with a suffix
    /// added to its name.
    ///
    /// # Errors
    /// Returns an error if phase or grants do not cover the suffix.
    pub(crate) fn permit_backup(
        &self,
        caller: &Caller,
        phase: Phase,
        place: &PermittedPath<PathTarget>,
        row: Option<&RowView>,
        suffix: &str,
    ) -> Result<PermittedPath<PathTarget>, GateRefusal> {
        self.check(caller, phase, Effect::BackUp(row, suffix))?;
        let name = [&*place.name, suffix.as_bytes()].concat().into();
        Ok(PermittedPath(PathTarget { directory: place.directory.clone(), name }))
    }

    /// Permits a provider to create a temporary file in the directory for temporary files.
    ///
    /// # Errors
    /// Returns an error if nothing may be written in this phase.
    pub(crate) fn permit_temporary(
        &self,
        caller: &Caller,
        phase: Phase,
        directory: PathTarget,
    ) -> Result<PermittedPath<PathTarget>, GateRefusal> {
        self.check(caller, phase, Effect::Call(&super::import::FS_STAGE))?;
        Ok(PermittedPath(directory))
    }

    /// Permits an undo to restore a path in the journal of a run and everything below it.
    ///
    /// # Errors
    /// Returns an error in a dry run.
    pub(crate) fn permit_undo(&self, place: &JournaledPath) -> Result<PermittedTree, GateRefusal> {
        if self.is_noop() {
            return Err(GateRefusal("a dry run writes nothing".into()));
        }
        Ok(PermittedTree(PermittedPath(place.target().clone())))
    }
}
