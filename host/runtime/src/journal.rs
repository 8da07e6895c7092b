//! Journal for recovery and undo: temporary names are recorded before they exist, each change is recorded before it
//! happens, and replaced data is saved. It also counts effects and syncs directories.

pub(crate) mod history;
pub(crate) mod line;
mod pending;
mod run;
pub(crate) mod saved;
mod state;
mod sync_timer;
mod writers;

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use rustix::fs::Stat;
use rustix::io::Errno;

use self::line::JournalLine;
pub(crate) use self::run::SavedContent;
use self::state::JournalState;
use self::sync_timer::SyncTimer;
use crate::config::{Durable, RuntimeConfig};
use crate::paths::{OpenDirectory, PathTarget};
use crate::secret_paths::SecretPaths;
use crate::system::bucket;
use crate::system::transfer::Transfer;

/// Directories in the state directory whose content determines what a run or an undo does to the system.
pub const STATE_DIRECTORIES: [&str; 3] = [history::DIRECTORY, pending::DIRECTORY, bucket::DIRECTORY];

/// The journal of a run, shared by everything that makes changes for the run. Clones refer to the same journal.
#[derive(Debug, Clone)]
pub(crate) struct Journal {
    state: Arc<Path>,
    run: Arc<str>,
    durable: Durable,
    is_enabled: bool,
    book: Arc<Mutex<JournalState>>,
    secret_paths: SecretPaths,
    sync_timer: SyncTimer,
}

impl Journal {
    /// Creates the journal of a run for a root. Nothing is written until the first entry.
    pub(crate) fn new(config: &RuntimeConfig, root: Vec<u8>, undoes: Option<u64>) -> Self {
        let (run, sync_timer) = (run_id(), SyncTimer::default());
        let book = JournalState::new(config, run.clone(), root, undoes, sync_timer.clone());
        Self {
            state: config.state.as_path().into(),
            run: run.as_str().into(),
            durable: config.durable,
            is_enabled: config.keep.runs > 0,
            book: Arc::new(Mutex::new(book)),
            secret_paths: SecretPaths::new(&config.state),
            sync_timer,
        }
    }

    /// Returns the state directory, which persists between runs.
    pub(crate) fn state(&self) -> &Path {
        &self.state
    }

    /// Returns the record of files that contain secrets, shared by all clones of the journal.
    pub(crate) fn secret_paths(&self) -> &SecretPaths {
        &self.secret_paths
    }

    /// Returns the unique identifier of the run.
    pub(crate) fn run(&self) -> &str {
        &self.run
    }

    /// Returns the number of the run: that of its journal, or the next free number.
    pub(crate) fn run_number(&self) -> u64 {
        self.book().run_number()
    }

    /// Returns when written files are synced.
    pub(crate) fn durable(&self) -> Durable {
        self.durable
    }

    /// Returns the time that syncing took so far.
    pub(crate) fn sync_timer(&self) -> &SyncTimer {
        &self.sync_timer
    }

    /// Returns whether runs are kept for undo.
    pub(crate) fn is_enabled(&self) -> bool {
        self.is_enabled
    }

    /// Returns the number of this run, creating its journal if necessary.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be created.
    pub(crate) fn number(&self) -> io::Result<u64> {
        self.book().number()
    }

    /// Records an operation before it is performed.
    ///
    /// # Errors
    /// Returns an error if the entry cannot be written; the operation must not be performed.
    pub(crate) fn note(&self, line: &JournalLine) -> io::Result<()> {
        self.book().note(line)
    }

    /// Saves the content of a regular file that is about to be replaced or removed.
    ///
    /// # Errors
    /// Returns an error if there is no space left, or if the file cannot be read for a reason other than missing
    /// permission.
    pub(crate) fn save(&self, target: &PathTarget, stat: &Stat, transfer: &mut Transfer) -> io::Result<SavedContent> {
        self.book().save(target, stat, transfer)
    }

    /// Turns saved data that is a hard link into a copy, since the file itself is about to be written in place.
    ///
    /// # Errors
    /// Returns an error if the data cannot be copied.
    pub(crate) fn detach(&self, number: u32, transfer: &mut Transfer) -> io::Result<()> {
        self.book().detach(number, transfer)
    }

    /// Marks the run as incomplete: a requested operation failed.
    pub(crate) fn mark_incomplete(&self) {
        self.book().mark_incomplete();
    }

    /// Creates and records a temporary name in a directory of this system.
    ///
    /// # Errors
    /// Returns an error if the name cannot be recorded; it must not be used.
    pub(crate) fn temporary(&self, directory: &[u8]) -> io::Result<String> {
        self.book().temporary(directory)
    }

    /// Records that a temporary name is no longer in use.
    pub(crate) fn forget_temp(&self) {
        self.book().forget_temp();
    }

    /// Counts a change of the system. The test hook ends the process here to simulate a power failure.
    pub(crate) fn effect(&self) {
        self.book().effect();
    }

    /// Records that entries of a directory have changed.
    pub(crate) fn touched(&self, directory: &Arc<OpenDirectory>) {
        if self.durable != Durable::Off {
            self.book().touched(directory);
        }
    }

    /// Syncs the journal and the changed directories to disk: before commands that may rely on them, and at the
    /// end. Failures are reported by [`Journal::finish`].
    pub(crate) fn sync(&self) {
        self.book().sync();
    }

    /// Ends the run: removes the list of temporary names and prunes the oldest kept runs.
    ///
    /// # Errors
    /// Returns an error if written data may not survive a power failure.
    pub(crate) fn finish(&self) -> Result<(), Errno> {
        self.book().finish()
    }

    /// Removes temporary files of killed runs. Called once, before the first write.
    pub(crate) fn recover(&self) {
        pending::recover(&self.state);
    }

    /// Locks the state. A poisoned lock is ignored: a panic elsewhere leaves no incomplete entry.
    fn book(&self) -> MutexGuard<'_, JournalState> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the current time in nanoseconds since 1970, the unit of journals.
pub(crate) fn now() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

fn run_id() -> String {
    let mut bytes = [0_u8; 8];
    if getrandom::fill(&mut bytes).is_err() {
        // Fallback: the process ID and the time are sufficiently unique for the lock on the list of temporary
        // names.
        bytes = (u64::from(std::process::id()) << 40 ^ now()).to_ne_bytes();
    }
    format!("{:016x}", u64::from_ne_bytes(bytes))
}
