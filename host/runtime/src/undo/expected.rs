//! States of paths: the current ones or, in a dry run, the states after the steps reported so far.

use std::collections::BTreeMap;

use rustix::io::Errno;
use thiserror::Error;

use crate::journal::line::{FileState, PathBytes};
use crate::paths::{JournaledPath, PathError};
use crate::system::{HostState, look};

/// Reason why the state of a path is unknown.
#[derive(Debug, Error)]
pub(super) enum LookError {
    /// A parent directory cannot be entered.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The system refuses access.
    #[error("{}", crate::error::describe(*.0))]
    System(Errno),
}

/// Results of a dry run so far; empty in a real undo.
#[derive(Debug, Default)]
pub(super) struct ExpectedStates {
    states: BTreeMap<PathBytes, Option<FileState>>,
    /// Renames that were undone, as pairs of old and new path.
    moves: Vec<(PathBytes, PathBytes)>,
}

impl ExpectedStates {
    /// Returns the state of a path.
    ///
    /// # Errors
    /// Returns an error if the state cannot be read.
    pub(super) fn look(&self, machine: &mut HostState, path: &PathBytes) -> Result<Option<FileState>, LookError> {
        if let Some(state) = self.states.get(path) {
            return Ok(state.clone());
        }
        let path = self.origin(path);
        if let Some(state) = self.states.get(&path) {
            return Ok(state.clone());
        }
        let Some(target) = place(machine, &path)? else { return Ok(None) };
        look::full_state(target.target(), &mut machine.transfer).map_err(LookError::System)
    }

    /// Records the state that a path would have.
    pub(super) fn set(&mut self, path: &PathBytes, state: Option<FileState>) {
        self.states.insert(path.clone(), state);
    }

    /// Records that an object would be moved.
    pub(super) fn moved(&mut self, from: &PathBytes, to: &PathBytes, state: Option<FileState>) {
        self.moves.push((from.clone(), to.clone()));
        self.states.insert(from.clone(), None);
        self.states.insert(to.clone(), state);
    }

    /// Returns whether the path would have been removed.
    pub(super) fn is_gone(&self, path: &PathBytes) -> bool {
        matches!(self.states.get(path), Some(None))
    }

    /// Returns the current path of the object that would be at a path.
    pub(super) fn origin(&self, path: &PathBytes) -> PathBytes {
        let mut path = path.clone();
        for (from, to) in self.moves.iter().rev() {
            if let Some(rest) = path.0.strip_prefix(&*to.0).filter(|rest| rest.is_empty() || rest.starts_with(b"/")) {
                path = PathBytes([&from.0, rest].concat());
            }
        }
        path
    }
}

/// Returns the location of a path in the journal; `None` if its parent does not exist.
///
/// # Errors
/// Returns an error if a parent directory cannot be entered.
pub(super) fn place(machine: &HostState, path: &PathBytes) -> Result<Option<JournaledPath>, LookError> {
    Ok(machine.paths.locate_journaled(&path.0)?)
}
