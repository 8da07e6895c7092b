//! Runs that can be undone: their data, the last one, and the time ranges of their commands.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::journal::history::{self, HistoryError, JournaledRun};
use crate::journal::line::{FileKind, JournalLine};
use crate::journal::saved::SavedFiles;

/// Maximum lag, in nanoseconds, of the filesystem clock behind the system clock.
const CLOCK_LAG: u64 = 10_000_000;

/// A stored run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptRun {
    /// The number of the run.
    pub number: u64,
    /// Summary of the journal, or the reason why it cannot be read.
    pub journal: Result<KeptJournal, HistoryError>,
}

/// Summary of the journal of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptJournal {
    /// Start time.
    pub time: SystemTime,
    /// The managed root.
    pub root: PathBuf,
    /// Number of the run that this run undid.
    pub undoes: Option<u64>,
    /// Number of changes.
    pub changes: usize,
    /// Number of commands that may have changed anything.
    pub commands: usize,
    /// Whether the run finished normally.
    pub is_finished: bool,
    /// Whether the run has not been undone.
    pub is_in_effect: bool,
}

/// Returns the kept runs, oldest first.
#[must_use]
pub fn kept_runs(state: &Path) -> Vec<KeptRun> {
    let read = history::numbers(state).into_iter().map(|number| (number, history::read(state, number)));
    // A run that ended before it wrote a line changed nothing.
    let runs: Vec<_> = read.filter(|(_, run)| !matches!(run, Err(HistoryError::Unknown(_)))).collect();
    let readable: Vec<JournaledRun> = runs.iter().filter_map(|(_, run)| run.clone().ok()).collect();
    let effects = history::in_effect(&readable);
    let summarize = |run: JournaledRun| {
        let is_in_effect = effects.get(&run.number).copied().unwrap_or(true);
        summary(&run, is_in_effect)
    };
    let with_summary =
        |(number, run): (u64, Result<JournaledRun, HistoryError>)| KeptRun { number, journal: run.map(summarize) };
    runs.into_iter().map(with_summary).collect()
}

/// Returns the journal of a run that was killed before it ended; `None` if there is no such run, or it changed nothing.
#[must_use]
pub fn unfinished_run(state: &Path, number: u64) -> Option<KeptJournal> {
    if history::has_ended(state, number) {
        return None;
    }
    let journal = summary(&history::read(state, number).ok()?, true);
    (!journal.is_finished && journal.changes + journal.commands > 0).then_some(journal)
}

/// A content that a run replaced or removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedContent {
    /// The path, below the root of the run.
    pub path: String,
    /// The start of the run.
    pub time: SystemTime,
    /// The SHA-256 of the content, in hexadecimal.
    pub digest: String,
    /// The file that contains it.
    pub file: PathBuf,
}

/// Returns the contents that the kept runs have saved, oldest run first. Damaged journals are skipped.
#[must_use]
pub fn saved_contents(state: &Path) -> Vec<SavedContent> {
    let runs = history::numbers(state).into_iter().filter_map(|number| history::read(state, number).ok());
    runs.flat_map(|run| {
        let files = SavedFiles::of_run(state, run.number);
        let time = UNIX_EPOCH + Duration::from_nanos(run.begin.time);
        let saved = move |line: JournalLine| {
            let (path, before) = match line {
                JournalLine::Change(change) => (change.path, change.before?),
                JournalLine::Rename(rename) => (rename.to, rename.replaced?),
                _ => return None,
            };
            let FileKind::File { digest: Some(digest), saved: Some(number) } = before.kind else { return None };
            let file = files.content(number);
            file.is_file().then(|| SavedContent { path: path.to_string(), time, digest, file })
        };
        run.lines.into_iter().filter_map(saved)
    })
    .collect()
}

fn summary(run: &JournaledRun, is_in_effect: bool) -> KeptJournal {
    let count = |is: fn(&JournalLine) -> bool| run.lines.iter().filter(|line| is(line)).count();
    KeptJournal {
        time: UNIX_EPOCH + Duration::from_nanos(run.begin.time),
        root: PathBuf::from(run.begin.root.to_string()),
        undoes: run.begin.undoes,
        changes: count(|line| matches!(line, JournalLine::Change(_) | JournalLine::Rename(_))),
        commands: count(|line| matches!(line, JournalLine::Command(_))),
        is_finished: matches!(run.lines.last(), Some(JournalLine::End { .. })),
        is_in_effect,
    }
}

/// Returns the last run that is in effect and is not an undo itself. A run that cannot be read is not skipped.
#[must_use]
pub fn last_run(runs: &[KeptRun]) -> Option<&KeptRun> {
    runs.iter().rev().find(|run| match &run.journal {
        Ok(journal) => journal.undoes.is_none() && journal.is_in_effect,
        Err(_) => true,
    })
}

/// Returns the time ranges of commands, in nanoseconds since 1970: the commands of a run, and of later runs
/// that were undone.
pub(super) fn windows(state: &Path, run: &JournaledRun) -> Vec<(u64, u64)> {
    let runs: Vec<JournaledRun> =
        history::numbers(state).into_iter().filter_map(|number| history::read(state, number).ok()).collect();
    let effects = history::in_effect(&runs);
    let is_relevant = |other: &&JournaledRun| {
        other.number == run.number || other.number > run.number && effects.get(&other.number) == Some(&false)
    };
    let mut windows = Vec::new();
    for other in runs.iter().filter(is_relevant) {
        let mut begun = None;
        for line in &other.lines {
            match (line, begun) {
                (JournalLine::Command(command), _) => begun = Some(command.time),
                (JournalLine::CommandEnd { time }, Some(from)) => {
                    windows.push((u64::saturating_sub(from, CLOCK_LAG), *time))
                }
                _ => {}
            }
        }
    }
    windows
}
