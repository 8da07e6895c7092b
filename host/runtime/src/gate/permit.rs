//! Permits: proofs that the gate has allowed a change. [`Gate`] alone makes them, and [`Writer`](crate::system::writer::Writer)
//! accepts no place without one. A permit carries the descriptor of the directory that the gate was asked about, so the place
//! cannot become another one between the check and the change.

use std::ops::Deref;

use rustix::fs::FileType;
use rustix::io::Errno;

use super::{Caller, Effect, Gate, GateRefusal, Phase, ResolvedPath};
use crate::paths::{self, JournaledPath, PathTarget};
use crate::rows::RowView;
use crate::system::remove::list;

/// A value that a change may use: the gate has checked it.
#[derive(Debug, Clone)]
pub(crate) struct PermittedPath<T>(T);

impl<T> Deref for PermittedPath<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// A place that may be changed together with everything below it.
#[derive(Debug, Clone)]
pub(crate) struct PermittedTree(PermittedPath<PathTarget>);

impl PermittedTree {
    /// Returns the place itself.
    pub(crate) fn place(&self) -> &PermittedPath<PathTarget> {
        &self.0
    }

    /// Returns the entries of the directory, in the order of their names; none where the place is not a directory. A symbolic link is not
    /// followed.
    ///
    /// # Errors
    /// The place does not exist, or the directory cannot be read.
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
    /// Permits a provider to change a place.
    ///
    /// # Errors
    /// Phase or grants do not cover it.
    pub(crate) fn permit_write(
        &self,
        caller: &Caller,
        phase: Phase,
        place: &ResolvedPath<'_>,
    ) -> Result<PermittedPath<PathTarget>, GateRefusal> {
        self.check(caller, phase, Effect::Write(place))?;
        Ok(PermittedPath(place.target.clone()))
    }

    /// Permits a provider to change a place and everything below it: the grants have to cover any name in it as well.
    ///
    /// # Errors
    /// Phase or grants do not cover it.
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
        let below = ResolvedPath { path: &format!("{}/*", place.path), target: &target, ..*place };
        self.check(caller, phase, Effect::Write(&below))?;
        Ok(PermittedTree(permitted))
    }

    /// Permits a provider to keep the previous content of a permitted place beside it, under its name with a suffix.
    ///
    /// # Errors
    /// Phase or grants do not cover the suffix.
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

    /// Permits a provider to make a file under a temporary name in the directory for temporary files.
    ///
    /// # Errors
    /// Nothing may be written in this phase.
    pub(crate) fn permit_temporary(
        &self,
        caller: &Caller,
        phase: Phase,
        directory: PathTarget,
    ) -> Result<PermittedPath<PathTarget>, GateRefusal> {
        self.check(caller, phase, Effect::Call(&super::import::FS_STAGE))?;
        Ok(PermittedPath(directory))
    }

    /// Permits an undo to restore a place that the journal of a run names, and everything below it.
    ///
    /// # Errors
    /// This is a dry run.
    pub(crate) fn permit_undo(&self, place: &JournaledPath) -> Result<PermittedTree, GateRefusal> {
        if self.is_noop() {
            return Err(GateRefusal("nothing is written in a noop run".into()));
        }
        Ok(PermittedTree(PermittedPath(place.target().clone())))
    }
}
