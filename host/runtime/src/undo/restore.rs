//! Restoring the previous state of a path.

use std::fs::File;
use std::io;
use std::sync::Arc;

use rustix::fs::{FileType, Stat};
use thiserror::Error;
use transaction::provider::{ComponentMessage, Level};

use super::expected::place;
use super::{UndoAction, UndoConflict, UndoOutcome, UndoRun, has_state, shown};
use crate::bindings::marotte::provider::errors::Error;
use crate::bindings::marotte::provider::fs_write::Attrs;
use crate::error::describe;
use crate::gate::{PermittedPath, PermittedTree};
use crate::journal::line::{FileKind, FileState, PathBytes};
use crate::paths::{self, PathTarget};
use crate::system::body::ResolvedBody;
use crate::system::digest::Algorithm;
use crate::system::look;
use crate::system::remove::list;
use crate::system::sparse::SparseReader;
use crate::system::writer::Writer;

/// Maximum number of names to list in a message.
const MAX_NAMES: usize = 3;

/// Why the previous content of a file cannot be restored.
#[derive(Debug, Error)]
enum SavedError {
    #[error("it was neither a file, a directory nor a symbolic link")]
    Special,
    #[error("its content was not saved")]
    NotSaved,
    #[error("its content cannot be read from {path}: {error}")]
    Unreadable { path: String, error: io::Error },
    #[error("its saved content in {0} was modified")]
    Changed(String),
}

impl UndoRun<'_> {
    /// Restores the previous state of a path.
    pub(super) fn restore(
        &mut self,
        resource: &str,
        path: &PathBytes,
        now: Option<&FileState>,
        before: Option<&FileState>,
    ) -> UndoOutcome {
        let found = match place(&self.machine, &self.expected.origin(path)) {
            Ok(Some(target)) => target,
            Ok(None) if self.request.noop => return self.predict(path, now, before, None),
            Ok(None) => return UndoOutcome::Failed("its directory does not exist".into()),
            Err(error) => return UndoOutcome::Failed(error.to_string()),
        };
        if self.request.noop {
            return self.predict(path, now, before, Some(found.target()));
        }
        let found = match self.machine.gate.permit_undo(&found) {
            Ok(found) => found,
            Err(refusal) => return UndoOutcome::Failed(refusal.0),
        };
        let outcome = match before {
            None => self.remove(resource, path, &found),
            Some(before) => self.put_back(resource, path, &found, now, before),
        };
        outcome.unwrap_or_else(|outcome| outcome)
    }

    /// Moves an object back and restores the object it replaced.
    pub(super) fn move_back(
        &mut self,
        resource: &str,
        path: &PathBytes,
        to: &PathBytes,
        replaced: Option<&FileState>,
    ) -> UndoOutcome {
        let moved = UndoOutcome::Undone(UndoAction::MovedBack(to.to_string()));
        if self.request.noop {
            let state = self.expected.look(&mut self.machine, to).unwrap_or_default();
            self.expected.moved(to, path, state);
            if let Some(replaced) = replaced {
                self.expected.set(to, Some(replaced.clone()));
            }
            return moved;
        }
        let places = place(&self.machine, path).and_then(|from| Ok((from, place(&self.machine, to)?)));
        let (from, target) = match places {
            Ok((Some(from), Some(target))) => (from, target),
            Ok(_) => return UndoOutcome::Failed("its directory does not exist".into()),
            Err(error) => return UndoOutcome::Failed(error.to_string()),
        };
        let gate = &self.machine.gate;
        let (from, target) = match gate.permit_undo(&from).and_then(|from| Ok((from, gate.permit_undo(&target)?))) {
            Ok(permitted) => permitted,
            Err(refusal) => return UndoOutcome::Failed(refusal.0),
        };
        if let Err(failed) = self.writer(resource).rename(&to.to_string(), target.place(), from.place()) {
            return UndoOutcome::Failed(failed.message);
        }
        match replaced {
            None => moved,
            Some(before) => match self.put_back(resource, to, &target, None, before) {
                Ok(_) => moved,
                Err(outcome) => outcome,
            },
        }
    }

    /// Returns the expected outcome, as far as it can be predicted in a dry run.
    fn predict(
        &mut self,
        path: &PathBytes,
        now: Option<&FileState>,
        before: Option<&FileState>,
        target: Option<&PathTarget>,
    ) -> UndoOutcome {
        let checked = match (before, target) {
            (None, Some(target)) => self.check_directory(path, target),
            (None, None) => Ok(()),
            (Some(before), _) => self.saved(before).map(drop).map_err(|error| UndoOutcome::Failed(error.to_string())),
        };
        if let Err(outcome) = checked {
            return outcome;
        }
        self.expected.set(path, before.cloned());
        UndoOutcome::Undone(action(now, before))
    }

    fn remove(&mut self, resource: &str, path: &PathBytes, tree: &PermittedTree) -> Result<UndoOutcome, UndoOutcome> {
        self.check_directory(path, tree.place())?;
        self.writer(resource).remove_tree(&path.to_string(), tree).map_err(failed)?;
        Ok(UndoOutcome::Undone(UndoAction::Removed))
    }

    fn put_back(
        &mut self,
        resource: &str,
        path: &PathBytes,
        tree: &PermittedTree,
        now: Option<&FileState>,
        before: &FileState,
    ) -> Result<UndoOutcome, UndoOutcome> {
        let target = tree.place();
        let shown = path.to_string();
        let attrs = Attrs {
            mode: Some(before.mode),
            uid: Some(before.uid),
            gid: Some(before.gid),
            mtime_ns: before.mtime_ns,
            selinux: before.label.clone(),
        };
        let action = action(now, Some(before));
        if action == UndoAction::Attributes {
            let attrs = Attrs { mtime_ns: None, ..attrs };
            self.restorer(resource, before).set_attrs(&shown, target, &attrs).map_err(failed)?;
            return Ok(UndoOutcome::Undone(action));
        }
        let content = self.saved(before).map_err(|error| UndoOutcome::Failed(error.to_string()))?;
        if now.is_some_and(|now| !is_replaceable(&now.kind, &before.kind)) {
            self.writer(resource).remove_tree(&shown, tree).map_err(failed)?;
        }
        if self.rename_back(resource, path, target, before)? {
            return Ok(UndoOutcome::Undone(action));
        }
        let mut writer = self.restorer(resource, before);
        match (&before.kind, content) {
            (FileKind::File { .. }, Some(content)) => writer.write_file(&shown, target, &content, &attrs),
            (FileKind::Link { to }, _) => writer.make_link(&shown, target, &to.0, &attrs),
            _ => writer.make_directory(&shown, target, &Attrs { mtime_ns: None, ..attrs }),
        }
        .map_err(failed)?;
        Ok(UndoOutcome::Undone(action))
    }

    /// Returns number and location of a saved inode if the previous file itself was saved. A copy has different
    /// times, and often a different owner and mode.
    fn inode(&self, before: &FileState) -> Option<(u32, PathTarget)> {
        let FileKind::File { saved: Some(number), .. } = before.kind else { return None };
        let target = self.saved.place(number)?;
        let found = look::state_of(&target, &paths::stat(&target).ok()??).ok()?;
        let found = FileState { kind: before.kind.clone(), ..found };
        (found.mtime_ns == before.mtime_ns && found.agrees_with(before)).then_some((number, target))
    }

    /// Renames the saved inode back, which preserves its metadata and its other hard links. A copy replaces it
    /// among the saved files, for a later undo of the same run. Returns `false` if the inode was not saved or
    /// cannot be renamed.
    fn rename_back(
        &mut self,
        resource: &str,
        path: &PathBytes,
        target: &PermittedPath<PathTarget>,
        before: &FileState,
    ) -> Result<bool, UndoOutcome> {
        let Some((number, inode)) = self.inode(before) else { return Ok(false) };
        let lost = |lost: io::Error| UndoOutcome::Failed(format!("its saved content could not be copied: {lost}"));
        let copy = self.saved.copy(number, &mut self.machine.transfer).map_err(lost)?;
        let mut state = before.clone();
        if let FileKind::File { saved, .. } = &mut state.kind {
            *saved = None;
        }
        let is_back = self.writer(resource).rename_back(&path.to_string(), target, &inode, state).map_err(failed)?;
        copy.finish(is_back).map_err(lost)?;
        Ok(is_back)
    }

    /// Opens the saved content of a file; `None` for objects without content.
    fn saved(&mut self, before: &FileState) -> Result<Option<ResolvedBody>, SavedError> {
        let (digest, number) = match &before.kind {
            FileKind::Directory | FileKind::Link { .. } => return Ok(None),
            FileKind::Special => return Err(SavedError::Special),
            FileKind::File { digest: None, .. } => return Ok(None),
            FileKind::File { saved: None, .. } => return Err(SavedError::NotSaved),
            FileKind::File { digest: Some(digest), saved: Some(number) } => (digest, number),
        };
        let path = self.saved.content(*number);
        let unreadable = |error: io::Error| SavedError::Unreadable { path: shown(&path), error };
        let file = File::open(&path).map_err(unreadable)?;
        let found =
            Algorithm::SHA256.digest(&mut SparseReader::new(&file), &mut self.machine.transfer).map_err(unreadable)?;
        if found != *digest && self.request.force {
            let text =
                format!("The content saved in {} has been changed since; it is restored as it is now", shown(&path));
            self.machine.log.add(ComponentMessage { level: Level::Warning, row: None, attribute: None, text });
        } else if found != *digest {
            return Err(SavedError::Changed(shown(&path)));
        }
        let size = file.metadata().map_err(unreadable)?.len();
        Ok(Some(ResolvedBody::of_file(file, size, shown(&path))))
    }

    /// Checks that a directory created by the run contains only files that the run's own commands left there.
    fn check_directory(&self, path: &PathBytes, target: &PathTarget) -> Result<(), UndoOutcome> {
        let system = |errno| UndoOutcome::Failed(describe(errno));
        let Some(stat) = paths::stat(target).map_err(system)? else { return Ok(()) };
        if FileType::from_raw_mode(stat.st_mode) != FileType::Directory || self.request.force {
            return Ok(());
        }
        let directory = paths::enter(target).map_err(system)?;
        let mut foreign = Vec::new();
        for (name, _) in list(&directory, b".").map_err(system)? {
            let inner = PathTarget { directory: Arc::clone(&directory), name: name.clone().into() };
            if !self.expected.is_gone(&PathBytes(paths::join(&path.0, &name))) && !self.is_trace(&inner) {
                foreign.push(String::from_utf8_lossy(&name).into_owned());
            }
        }
        if foreign.is_empty() {
            return Ok(());
        }
        let more = if foreign.len() > MAX_NAMES { ", …" } else { "" };
        let names = foreign[..foreign.len().min(MAX_NAMES)].join(", ");
        Err(UndoOutcome::Refused(UndoConflict::NotEmpty { names: format!("{names}{more}") }))
    }

    /// Returns whether an object and everything in it were last changed while a command of the run was running.
    fn is_trace(&self, target: &PathTarget) -> bool {
        let Ok(Some(stat)) = paths::stat(target) else { return true };
        let changed = ctime(&stat);
        if !self.windows.iter().any(|(from, to)| (*from..=*to).contains(&changed)) {
            return false;
        }
        if FileType::from_raw_mode(stat.st_mode) != FileType::Directory {
            return true;
        }
        let Ok(directory) = paths::enter(target) else { return false };
        list(&directory, b".").is_ok_and(|names| {
            names
                .into_iter()
                .all(|(name, _)| self.is_trace(&PathTarget { directory: Arc::clone(&directory), name: name.into() }))
        })
    }

    fn writer(&mut self, resource: &str) -> Writer<'_> {
        Writer::new(&mut self.machine, None, resource.to_owned())
    }

    /// Returns a writer that restores the metadata of a previous state.
    fn restorer(&mut self, resource: &str, before: &FileState) -> Writer<'_> {
        Writer::restoring(&mut self.machine, resource.to_owned(), before.metadata.clone())
    }
}

/// Returns how a state is restored. If type and content are unchanged, only owner and mode are restored.
fn action(now: Option<&FileState>, before: Option<&FileState>) -> UndoAction {
    let Some(before) = before else { return UndoAction::Removed };
    let is_same = now.is_some_and(|now| {
        let (label, metadata) = (now.label.clone(), now.metadata.clone());
        let as_now = FileState { mode: now.mode, uid: now.uid, gid: now.gid, label, metadata, ..before.clone() };
        has_state(Some(now), Some(&as_now))
    });
    if is_same { UndoAction::Attributes } else { UndoAction::PutBack }
}

/// Returns whether an object can be replaced directly by a previous one.
fn is_replaceable(now: &FileKind, before: &FileKind) -> bool {
    match before {
        FileKind::File { .. } => *now != FileKind::Directory,
        FileKind::Link { .. } => matches!(now, FileKind::Link { .. }),
        FileKind::Directory | FileKind::Special => false,
    }
}

fn failed(error: Error) -> UndoOutcome {
    UndoOutcome::Failed(error.message)
}

#[expect(clippy::unnecessary_cast, reason = "the fields differ from platform to platform")]
fn ctime(stat: &Stat) -> u64 {
    let nanoseconds = (stat.st_ctime as i64).saturating_mul(1_000_000_000).saturating_add(stat.st_ctime_nsec as i64);
    u64::try_from(nanoseconds).unwrap_or(0)
}
