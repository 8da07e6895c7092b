//! Undo: reads the journal of a run backwards and restores the previous state of each path that is still in the
//! state that the run left, using the same writer as all changes. Objects modified since are refused and listed;
//! commands are only reported. An undo is itself a run that can be undone.

mod conflict;
mod expected;
mod kept;
mod restore;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use thiserror::Error;

pub use self::conflict::UndoConflict;
use self::expected::ExpectedStates;
pub use self::kept::{KeptJournal, KeptRun, SavedContent, kept_runs, last_run, saved_contents, unfinished_run};
use crate::config::RuntimeConfig;
use crate::error;
use crate::journal::history::{self, HistoryError, JournaledRun};
use crate::journal::line::{self, FileState, JournalLine, PathBytes};
use crate::journal::saved::SavedFiles;
use crate::system::HostState;

/// Parameters of an undo.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UndoRequest {
    /// The run to undo; by default the last run that is in effect and is not an undo itself.
    pub run: Option<u64>,
    /// Report the steps without performing them.
    pub noop: bool,
    /// Also restore objects modified since the run.
    pub force: bool,
}

/// Result of undoing one change or command of the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndoStep {
    /// The resource that caused the change.
    pub resource: String,
    /// The path, or the command.
    pub subject: String,
    /// The result.
    pub outcome: UndoOutcome,
}

/// Result of undoing a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UndoOutcome {
    /// The change was undone, or would be in a dry run.
    Undone(UndoAction),
    /// The path was not restored because it was modified since the run.
    Refused(UndoConflict),
    /// The change could not be undone, for this reason.
    Failed(String),
    /// A command, whose effects are unknown.
    Command,
    /// Additional information.
    Remark(String),
}

/// Way in which a change is undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UndoAction {
    /// An object created by the run is removed.
    Removed,
    /// An object replaced or removed by the run is restored.
    PutBack,
    /// Owner and mode are restored.
    Attributes,
    /// An object renamed by the run is moved back from this path.
    MovedBack(String),
}

/// Result of an undo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndoResult {
    /// The run that was undone.
    pub run: u64,
    /// The number of the undo itself; `None` for a dry run.
    pub number: Option<u64>,
    /// The damaged line of the journal: changes after it are not undone.
    pub damaged: Option<usize>,
}

/// Reason why an undo failed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum UndoError {
    /// The run does not exist or its journal cannot be read.
    #[error("{0}")]
    History(String),
    /// No run is in effect.
    #[error("No run in {} can be undone", .0.display())]
    Nothing(PathBuf),
    /// The root of the run cannot be used.
    #[error("the root {} cannot be used: {reason}", path.display())]
    Root {
        /// The root.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The journal of the undo cannot be written or may not survive a power failure.
    #[error("The journal of the undo cannot be written to {}: {reason}", path.display())]
    Journal {
        /// The state directory.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
}

impl From<HistoryError> for UndoError {
    fn from(error: HistoryError) -> Self {
        Self::History(error.to_string())
    }
}

/// Returns the number of the next run, which is at least `least`.
#[must_use]
pub fn next_run(state: &Path, least: u64) -> u64 {
    history::next(state, least)
}

/// Undoes a run and reports each step. Uses root, state directory, durability and retention of the configuration.
///
/// # Errors
/// Returns an error if the undo cannot be started, or if it may not survive a power failure.
pub fn undo(
    config: &RuntimeConfig,
    request: &UndoRequest,
    report: &mut dyn FnMut(&UndoStep),
) -> Result<UndoResult, UndoError> {
    let state = &config.state;
    let unwritable = |reason: String| UndoError::Journal { path: state.clone(), reason };
    let number = request.run.or_else(|| last_run(&kept_runs(state)).map(|run| run.number));
    let number = number.ok_or_else(|| UndoError::Nothing(state.clone()))?;
    let run = history::read(state, number)?;
    let machine = HostState::new(config, Some(number))
        .map_err(|errno| UndoError::Root { path: config.root.clone(), reason: error::describe(errno) })?;
    let (damaged, windows) = (run.damaged, kept::windows(state, &run));
    let mut undoing = UndoRun {
        machine,
        saved: SavedFiles::of_run(state, number),
        windows,
        request: *request,
        abandoned: BTreeSet::new(),
        expected: ExpectedStates::default(),
        report,
    };
    let own = match request.noop || config.keep.runs == 0 {
        true => None,
        false => Some(undoing.machine.journal.number().map_err(|failed| unwritable(failed.to_string()))?),
    };
    if !request.noop {
        undoing.machine.journal.recover();
    }
    undoing.run(&run);
    if damaged.is_some() {
        undoing.machine.journal.mark_incomplete();
    }
    let finished = undoing.machine.journal.finish();
    finished.map_err(|errno| unwritable(error::describe(errno)))?;
    Ok(UndoResult { run: number, number: own, damaged })
}

/// An undo in progress.
struct UndoRun<'a> {
    machine: HostState,
    /// The files that the run replaced.
    saved: SavedFiles,
    /// Time ranges of commands. Files that the commands left in a directory of the run are removed with the
    /// directory.
    windows: Vec<(u64, u64)>,
    request: UndoRequest,
    /// Paths whose restoration was refused or failed; earlier changes of these paths are not undone either.
    abandoned: BTreeSet<PathBytes>,
    expected: ExpectedStates,
    report: &'a mut dyn FnMut(&UndoStep),
}

impl UndoRun<'_> {
    fn run(&mut self, run: &JournaledRun) {
        for line in run.lines.iter().rev() {
            match line {
                JournalLine::Change(change) => self.undo_change(change),
                JournalLine::Rename(rename) => self.undo_rename(rename),
                JournalLine::Command(command) => {
                    self.report_step(&command.resource, &command.command, UndoOutcome::Command)
                }
                JournalLine::Begin(_) | JournalLine::CommandEnd { .. } | JournalLine::End { .. } => {}
            }
        }
    }

    fn undo_change(&mut self, change: &line::JournalChange) {
        let line::JournalChange { resource, path, before, after } = change;
        if self.abandoned.contains(path) {
            return;
        }
        let outcome = match self.expected.look(&mut self.machine, path) {
            Err(error) => UndoOutcome::Failed(error.to_string()),
            // The run ended before this change, or the change has already been undone.
            Ok(now) if !has_state(now.as_ref(), after.as_ref()) && has_state(now.as_ref(), before.as_ref()) => return,
            Ok(now) => match UndoConflict::of(now.as_ref(), after.as_ref()) {
                Some(reason)
                    if !self.request.force && !is_partly_applied(now.as_ref(), before.as_ref(), after.as_ref()) =>
                {
                    UndoOutcome::Refused(reason)
                }
                _ => self.restore(resource, path, now.as_ref(), before.as_ref()),
            },
        };
        self.conclude(resource, path, outcome);
    }

    fn undo_rename(&mut self, rename: &line::JournalRename) {
        let line::JournalRename { resource, path, to, replaced } = rename;
        if self.abandoned.contains(path) || self.abandoned.contains(to) {
            return;
        }
        let found = self.expected.look(&mut self.machine, path);
        let states = found.and_then(|from| Ok((from, self.expected.look(&mut self.machine, to)?)));
        let outcome = match states {
            Err(error) => UndoOutcome::Failed(error.to_string()),
            Ok((Some(_), there)) if has_state(there.as_ref(), replaced.as_ref()) => return,
            Ok((Some(_), _)) => UndoOutcome::Refused(UndoConflict::Present),
            Ok((None, None)) => UndoOutcome::Refused(UndoConflict::Moved { to: to.to_string() }),
            Ok((None, Some(_))) => self.move_back(resource, path, to, replaced.as_ref()),
        };
        self.conclude(resource, path, outcome);
    }

    fn conclude(&mut self, resource: &str, path: &PathBytes, outcome: UndoOutcome) {
        if matches!(outcome, UndoOutcome::Refused(_) | UndoOutcome::Failed(_)) {
            self.abandoned.insert(path.clone());
            self.machine.journal.mark_incomplete();
        }
        self.report_step(resource, &path.to_string(), outcome);
    }

    fn report_step(&mut self, resource: &str, subject: &str, outcome: UndoOutcome) {
        (self.report)(&UndoStep { resource: resource.to_owned(), subject: subject.to_owned(), outcome });
        for message in self.machine.log.take() {
            let (resource, subject) = (resource.to_owned(), subject.to_owned());
            (self.report)(&UndoStep { resource, subject, outcome: UndoOutcome::Remark(message.text) });
        }
    }
}

/// Returns whether the object at a path has the recorded state.
fn has_state(now: Option<&FileState>, recorded: Option<&FileState>) -> bool {
    match (now, recorded) {
        (None, None) => true,
        (Some(now), Some(recorded)) => now.agrees_with(recorded),
        _ => false,
    }
}

/// Returns whether a run was interrupted after it had set some of owner, group, mode and label.
fn is_partly_applied(now: Option<&FileState>, before: Option<&FileState>, after: Option<&FileState>) -> bool {
    let (Some(now), Some(before), Some(after)) = (now, before, after) else { return false };
    let same = |state: &FileState| {
        let as_now = FileState {
            mode: now.mode,
            uid: now.uid,
            gid: now.gid,
            label: now.label.clone(),
            metadata: now.metadata.clone(),
            ..state.clone()
        };
        now.agrees_with(&as_now)
    };
    // Changing the owner clears suid and sgid.
    let modes = [before.mode, before.mode & !0o6000, after.mode];
    same(before)
        && same(after)
        && modes.contains(&now.mode)
        && [before.uid, after.uid].contains(&now.uid)
        && [before.gid, after.gid].contains(&now.gid)
}

/// Formats a directory for messages.
fn shown(path: &Path) -> String {
    path.display().to_string()
}
