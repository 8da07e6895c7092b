//! State of the journal of a run in progress: temporary names, the log of changes, and directories to be synced.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use rustix::fs::{Mode, OFlags, Stat};
use rustix::io::Errno;

use super::line::{JournalLine, PathBytes, RunStart, VERSION};
use super::pending::PendingNote;
use super::run::{RunLog, SavedContent};
use super::sync_timer::SyncTimer;
use super::{history, now};
use crate::config::{ChangeHook, Durable, KeepRuns, RuntimeConfig};
use crate::paths::{OpenDirectory, PathTarget};
use crate::system::transfer::Transfer;

/// Maximum number of directories that wait to be synced; each uses a file descriptor.
const MAX_UNSYNCED: usize = 64;

/// Data for recovery and undo.
#[derive(Debug)]
pub(super) struct JournalState {
    state: PathBuf,
    run: String,
    note: Option<PendingNote>,
    begin: RunStart,
    keep: KeepRuns,
    next_run_number_floor: u64,
    /// The number of the run, once it has a journal.
    number: Option<u64>,
    log: Option<RunLog>,
    is_complete: bool,
    durable: Durable,
    /// Directories that have changed; with `durable = run`, one for each filesystem.
    unsynced: Vec<(u64, Arc<OpenDirectory>)>,
    lost: Option<Errno>,
    effects: u32,
    after_change: Option<ChangeHook>,
    sync_timer: SyncTimer,
}

impl JournalState {
    /// Creates the journal of a run for a root. Nothing is written until the first entry.
    pub(super) fn new(
        config: &RuntimeConfig,
        run: String,
        root: Vec<u8>,
        undoes: Option<u64>,
        sync_timer: SyncTimer,
    ) -> Self {
        Self {
            state: config.state.clone(),
            run,
            note: None,
            begin: RunStart { version: VERSION, time: now(), root: PathBytes(root), undoes },
            keep: config.keep,
            next_run_number_floor: config.next_run_number_floor,
            number: None,
            log: None,
            is_complete: true,
            durable: config.durable,
            unsynced: Vec::new(),
            lost: None,
            effects: 0,
            after_change: config.after_change.clone(),
            sync_timer,
        }
    }

    /// Returns the number of the run: that of its journal, or the next free number.
    pub(super) fn run_number(&self) -> u64 {
        self.number.unwrap_or_else(|| history::next(&self.state, self.next_run_number_floor))
    }

    /// Returns the number of this run, creating its journal if necessary.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be created.
    pub(super) fn number(&mut self) -> io::Result<u64> {
        self.log().map(|log| log.number())
    }

    /// Records an operation before it is performed.
    ///
    /// # Errors
    /// Returns an error if the entry cannot be written; the operation must not be performed.
    pub(super) fn note(&mut self, line: &JournalLine) -> io::Result<()> {
        if self.keep.runs > 0 { self.log()?.append(line) } else { Ok(()) }
    }

    /// Saves the content of a regular file that is about to be replaced or removed.
    ///
    /// # Errors
    /// Returns an error if there is no space left, or if the file cannot be read for a reason other than missing
    /// permission.
    pub(super) fn save(
        &mut self,
        target: &PathTarget,
        stat: &Stat,
        transfer: &mut Transfer,
    ) -> io::Result<SavedContent> {
        let limit = self.keep.bytes;
        self.log()?.save(target, stat, limit, transfer)
    }

    /// Turns saved data that is a hard link into a copy, since the file itself is about to be written in place.
    ///
    /// # Errors
    /// Returns an error if the data cannot be copied.
    pub(super) fn detach(&mut self, number: u32, transfer: &mut Transfer) -> io::Result<()> {
        self.log()?.detach(number, transfer)
    }

    /// Marks the run as incomplete: a requested operation failed.
    pub(super) fn mark_incomplete(&mut self) {
        self.is_complete = false;
    }

    /// Creates and records a temporary name in a directory of this system.
    ///
    /// # Errors
    /// Returns an error if the name cannot be recorded; it must not be used.
    pub(super) fn temporary(&mut self, directory: &[u8]) -> io::Result<String> {
        let note = match &mut self.note {
            Some(note) => note,
            none => none.insert(PendingNote::open(&self.state, &self.run)?),
        };
        note.temporary(&self.run, directory)
    }

    /// Records that a temporary name is no longer in use.
    pub(super) fn forget_temp(&mut self) {
        if let Some(note) = &mut self.note {
            note.forget_temp();
        }
    }

    /// Counts a change of the system.
    pub(super) fn effect(&mut self) {
        self.effects += 1;
        if let Some(ChangeHook(hook)) = &self.after_change {
            hook(self.effects);
        }
    }

    /// Records that entries of a directory have changed.
    pub(super) fn touched(&mut self, directory: &Arc<OpenDirectory>) {
        let key = match self.durable {
            Durable::Off => return,
            Durable::File => directory.hash(),
            Durable::Run => rustix::fs::fstat(directory).map_or(0, |stat| stat.st_dev),
        };
        if self.unsynced.iter().any(|(known, _)| *known == key) {
            return;
        }
        if self.unsynced.len() >= MAX_UNSYNCED {
            self.sync();
        }
        self.unsynced.push((key, Arc::clone(directory)));
    }

    /// Syncs the journal and the changed directories to disk: before commands that may rely on them, and at the
    /// end. Failures are reported by [`JournalState::finish`].
    pub(super) fn sync(&mut self) {
        if let Some(Err(failed)) = self.log.as_mut().map(RunLog::sync) {
            self.lost = Some(Errno::from_io_error(&failed).unwrap_or(Errno::IO));
        }
        for (_, directory) in std::mem::take(&mut self.unsynced) {
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
            // A directory that was removed or cannot be read contains no changes of this run.
            let Ok(handle) = rustix::fs::openat(&directory, ".", flags, Mode::empty()) else { continue };
            let synced = self.sync_timer.measure(|| match self.durable {
                Durable::Run => rustix::fs::syncfs(&handle),
                Durable::File | Durable::Off => rustix::fs::fsync(&handle),
            });
            match synced {
                // Some filesystems do not support this for directories.
                Ok(()) | Err(Errno::INVAL) => {}
                Err(errno) => self.lost = Some(errno),
            }
        }
    }

    /// Ends the run: removes the list of temporary names and prunes the oldest kept runs.
    ///
    /// # Errors
    /// Returns an error if written data may not survive a power failure.
    pub(super) fn finish(&mut self) -> Result<(), Errno> {
        if let Some(log) = &mut self.log {
            let end = JournalLine::End { time: now(), complete: self.is_complete };
            if let Err(failed) = log.append(&end) {
                self.lost = Some(Errno::from_io_error(&failed).unwrap_or(Errno::IO));
            }
        }
        self.sync();
        if let Some(note) = self.note.take() {
            note.remove();
        }
        if self.log.take().is_some() {
            history::prune(&self.state, self.keep);
        }
        self.lost.take().map_or(Ok(()), Err)
    }

    fn log(&mut self) -> io::Result<&mut RunLog> {
        match &mut self.log {
            Some(log) => Ok(log),
            none => {
                let number = history::next(&self.state, self.next_run_number_floor);
                let (begin, timer) = (self.begin.clone(), self.sync_timer.clone());
                let log = RunLog::create(&self.state, number, begin, self.durable, timer)?;
                self.number = Some(log.number());
                Ok(none.insert(log))
            }
        }
    }
}

impl Drop for JournalState {
    fn drop(&mut self) {
        // Failures are reported by an explicit call of `finish`.
        let _ = self.finish();
    }
}
