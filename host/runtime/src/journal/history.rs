//! Kept runs: `undo/NUMBER/{journal,saved}` below the state directory. Reads their journals and removes the oldest
//! runs when the limits are exceeded.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::FlockOperation;
use thiserror::Error;

use super::line::{self, JournalLine, RunStart, VERSION};
use crate::config::KeepRuns;

/// A run as recorded in its journal.
#[derive(Debug, Clone)]
pub(crate) struct JournaledRun {
    /// The number of the run.
    pub(crate) number: u64,
    /// The header.
    pub(crate) begin: RunStart,
    /// The other lines, up to the first unreadable one.
    pub(crate) lines: Vec<JournalLine>,
    /// Number of the first unreadable line if other lines follow it. A truncated last line had no effect.
    pub(crate) damaged: Option<usize>,
}

/// Reason why a run cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum HistoryError {
    /// The run does not exist.
    #[error("There is no run {0}")]
    Unknown(u64),
    /// The journal is damaged or cannot be read.
    #[error("The journal of run {number} cannot be read: {reason}")]
    Unreadable {
        /// The run.
        number: u64,
        /// The reason.
        reason: String,
    },
}

impl JournaledRun {
    /// Returns whether the run completed all requested operations.
    pub(crate) fn is_complete(&self) -> bool {
        matches!(self.lines.last(), Some(JournalLine::End { complete: true, .. }))
    }
}

/// Name of the directory of kept runs in the state directory.
pub(crate) const DIRECTORY: &str = "undo";

/// Returns the directory of kept runs.
pub(crate) fn directory(state: &Path) -> PathBuf {
    state.join(DIRECTORY)
}

/// Returns the directory of the contents that a run replaced.
pub(crate) fn saved(state: &Path, number: u64) -> PathBuf {
    directory(state).join(number.to_string()).join("saved")
}

/// Returns the numbers of the kept runs, oldest first.
pub(crate) fn numbers(state: &Path) -> Vec<u64> {
    let entries = fs::read_dir(directory(state)).into_iter().flatten().flatten();
    let mut numbers: Vec<u64> = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    numbers.sort_unstable();
    numbers
}

/// Returns the number of the next run, which is at least `least`.
pub(crate) fn next(state: &Path, least: u64) -> u64 {
    numbers(state).last().map_or(1, |last| last + 1).max(least)
}

/// Reads the journal of a run.
///
/// # Errors
/// Returns an error if there is no journal or its header cannot be read.
pub(crate) fn read(state: &Path, number: u64) -> Result<JournaledRun, HistoryError> {
    let unreadable = |reason: String| HistoryError::Unreadable { number, reason };
    let bytes = match fs::read(directory(state).join(number.to_string()).join("journal")) {
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => return Err(HistoryError::Unknown(number)),
        other => other.map_err(|failed| unreadable(failed.to_string()))?,
    };
    if !bytes.contains(&b'\n') {
        // The run ended before it made a change.
        return Err(HistoryError::Unknown(number));
    }
    let mut pieces = bytes.split_inclusive(|byte| *byte == b'\n').map(parse_line).enumerate();
    let Some((_, Some(JournalLine::Begin(begin)))) = pieces.next() else {
        return Err(unreadable("its first line is damaged".into()));
    };
    if begin.version != VERSION {
        return Err(unreadable(format!("it has version {}; this program reads version {VERSION}", begin.version)));
    }
    let mut run = JournaledRun { number, begin, lines: Vec::new(), damaged: None };
    while let Some((at, piece)) = pieces.next() {
        match piece {
            Some(line) => run.lines.push(line),
            None => {
                run.damaged = pieces.next().map(|_| at + 1);
                break;
            }
        }
    }
    Ok(run)
}

/// Returns whether a run has ended, or has no journal. Only the last line is decoded.
pub(crate) fn has_ended(state: &Path, number: u64) -> bool {
    let Ok(bytes) = fs::read(directory(state).join(number.to_string()).join("journal")) else { return true };
    let last = bytes.split_inclusive(|byte| *byte == b'\n').next_back();
    matches!(last.and_then(parse_line), Some(JournalLine::End { .. }))
}

fn parse_line(piece: &[u8]) -> Option<JournalLine> {
    line::decode(piece.strip_suffix(b"\n")?)
}

/// Returns for each run whether its changes are in effect. A complete undo ends that, and is itself in effect until
/// it is undone.
pub(crate) fn in_effect(runs: &[JournaledRun]) -> BTreeMap<u64, bool> {
    let undoes: BTreeMap<u64, u64> = runs.iter().filter_map(|run| Some((run.number, run.begin.undoes?))).collect();
    let mut states: BTreeMap<u64, bool> = runs.iter().map(|run| (run.number, true)).collect();
    for run in runs.iter().filter(|run| run.is_complete()) {
        let (mut target, mut state) = (run.begin.undoes, false);
        while let Some(number) = target {
            if let Some(known) = states.get_mut(&number) {
                *known = state;
            }
            // Undoing an undo restores the effect of the original run.
            target = undoes.get(&number).copied();
            state = !state;
        }
    }
    states
}

/// Removes the oldest runs until the limits are met. The newest run and runs in progress are kept.
pub(super) fn prune(state: &Path, keep: KeepRuns) {
    let numbers = numbers(state);
    let sizes: Vec<u64> = numbers.iter().map(|number| size(&directory(state).join(number.to_string()))).collect();
    let (mut runs, mut bytes) = (0, 0_u64);
    for (number, size) in numbers.iter().zip(sizes).rev() {
        runs += 1;
        bytes = bytes.saturating_add(size);
        if runs > 1 && (runs > keep.runs || bytes > keep.bytes) {
            remove(&directory(state).join(number.to_string()));
        }
    }
}

/// Removes a run unless it is in progress; a running process holds the lock on its journal.
fn remove(directory: &Path) {
    let Ok(file) = File::open(directory.join("journal")) else {
        // The run ended before it wrote a line.
        let _ = fs::remove_dir_all(directory);
        return;
    };
    if rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok() {
        // On failure, the next run tries again.
        let _ = fs::remove_dir_all(directory);
    }
}

fn size(directory: &Path) -> u64 {
    let of = |directory: &Path| -> u64 {
        let entries = fs::read_dir(directory).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.metadata().ok()).filter(fs::Metadata::is_file).map(|found| found.len()).sum()
    };
    of(directory) + of(&directory.join("saved"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::line::{JournalCommand, PathBytes};

    fn begin(undoes: Option<u64>) -> JournalLine {
        JournalLine::Begin(RunStart { version: VERSION, time: 1, root: PathBytes(b"/".to_vec()), undoes })
    }

    fn write(state: &Path, number: u64, lines: &[JournalLine]) {
        let path = directory(state).join(number.to_string());
        fs::create_dir_all(path.join("saved")).unwrap();
        let bytes: Vec<u8> = lines.iter().flat_map(|line| line::encode(line).unwrap()).collect();
        fs::write(path.join("journal"), bytes).unwrap();
    }

    fn command() -> JournalLine {
        JournalLine::Command(JournalCommand { resource: "Exec[a]".into(), command: "true".into(), time: 2 })
    }

    #[test]
    fn reading_stops_at_the_first_damaged_line() {
        let scratch = tempfile::tempdir().unwrap();
        let state = scratch.path();
        write(state, 1, &[begin(None), command(), command(), command()]);
        let path = directory(state).join("1/journal");
        let good = fs::read(&path).unwrap();
        assert_eq!(read(state, 1).unwrap().lines.len(), 3);
        assert_eq!(read(state, 2).unwrap_err(), HistoryError::Unknown(2));

        fs::write(&path, &good[..good.len() - 5]).unwrap();
        let cut = read(state, 1).unwrap();
        assert_eq!((cut.lines.len(), cut.damaged), (2, None), "a truncated line had no effect");

        let mut bad = good.clone();
        let third = good.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0 + 30;
        bad[third] ^= 1;
        fs::write(&path, &bad).unwrap();
        let damaged = read(state, 1).unwrap();
        assert_eq!((damaged.lines.len(), damaged.damaged), (1, Some(3)));

        fs::write(&path, &good[..20]).unwrap();
        assert_eq!(read(state, 1).unwrap_err(), HistoryError::Unknown(1), "the run made no changes");

        bad[3] ^= 1;
        fs::write(&path, &bad).unwrap();
        let message = read(state, 1).unwrap_err().to_string();
        assert_eq!(message, "The journal of run 1 cannot be read: its first line is damaged");
    }

    #[test]
    fn undone_undo_restores_the_effect_of_the_run() {
        let scratch = tempfile::tempdir().unwrap();
        let end = |complete| JournalLine::End { time: 3, complete };
        let known = |last: &[JournalLine]| {
            write(scratch.path(), 4, last);
            let runs: Vec<JournaledRun> =
                numbers(scratch.path()).into_iter().map(|number| read(scratch.path(), number).unwrap()).collect();
            in_effect(&runs).into_values().collect::<Vec<bool>>()
        };
        write(scratch.path(), 1, &[begin(None), end(true)]);
        write(scratch.path(), 2, &[begin(None), end(true)]);
        write(scratch.path(), 3, &[begin(Some(2)), end(true)]);
        assert_eq!(known(&[begin(None)]), [true, false, true, true]);
        assert_eq!(known(&[begin(Some(1)), end(false)]), [true, false, true, true], "the undo is incomplete");
        assert_eq!(known(&[begin(Some(3)), end(true)]), [true, true, false, true]);
    }

    #[test]
    fn prune_removes_the_oldest_runs_and_keeps_the_newest() {
        let scratch = tempfile::tempdir().unwrap();
        let state = scratch.path();
        for number in 1..=5 {
            write(state, number, &[begin(None)]);
            fs::write(saved(state, number).join("1"), [0; 1000]).unwrap();
        }
        let running = File::open(directory(state).join("1/journal")).unwrap();
        rustix::fs::flock(&running, FlockOperation::NonBlockingLockExclusive).unwrap();
        prune(state, KeepRuns { runs: 3, bytes: 1 << 20 });
        assert_eq!(numbers(state), [1, 3, 4, 5]);
        drop(running);
        prune(state, KeepRuns { runs: 3, bytes: 2500 });
        assert_eq!(numbers(state), [4, 5]);
        prune(state, KeepRuns { runs: 3, bytes: 1 });
        assert_eq!(numbers(state), [5]);
    }
}
