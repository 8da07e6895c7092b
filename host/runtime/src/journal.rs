//! Journal for recovery and undo: temporary names are recorded before they exist, each change is recorded before it happens, and
//! replaced data is saved. It also counts effects and syncs directories.

pub(crate) mod history;
pub(crate) mod line;
mod pending;
mod run;
pub(crate) mod saved;
mod state;
mod writers;

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use rustix::fs::Stat;
use rustix::io::Errno;

use self::line::JournalLine;
pub(crate) use self::run::SavedContent;
use self::state::JournalState;
use crate::config::{Durable, RuntimeConfig};
use crate::paths::{OpenDirectory, PathTarget};
use crate::secret_places::SecretPlaces;
use crate::system::bucket;
use crate::system::transfer::Transfer;

/// The directories in the directory of state whose content decides what a run or an undo does to the system.
pub const STATE_DIRECTORIES: [&str; 3] = [history::DIRECTORY, pending::DIRECTORY, bucket::DIRECTORY];

/// The journal of a run. All who change something for the run share it; a copy is the same journal.
#[derive(Debug, Clone)]
pub(crate) struct Journal {
    state: Arc<Path>,
    run: Arc<str>,
    durable: Durable,
    is_enabled: bool,
    book: Arc<Mutex<JournalState>>,
    secret_places: SecretPlaces,
}

impl Journal {
    /// Makes the journal of a run below a root; nothing is written before it is needed.
    pub(crate) fn new(config: &RuntimeConfig, root: Vec<u8>, undoes: Option<u64>) -> Self {
        let run = run_id();
        Self {
            state: config.state.as_path().into(),
            run: run.as_str().into(),
            durable: config.durable,
            is_enabled: config.keep.runs > 0,
            book: Arc::new(Mutex::new(JournalState::new(config, run, root, undoes))),
            secret_places: SecretPlaces::new(&config.state),
        }
    }

    /// Returns where things are kept between runs.
    pub(crate) fn state(&self) -> &Path {
        &self.state
    }

    /// Returns the record of the files that hold secrets, which is the same for all copies of the journal.
    pub(crate) fn secret_places(&self) -> &SecretPlaces {
        &self.secret_places
    }

    /// Returns a number that no other run has.
    pub(crate) fn run(&self) -> &str {
        &self.run
    }

    /// Returns the number of the run: that of its journal, or the one that it would have.
    pub(crate) fn run_number(&self) -> u64 {
        self.book().run_number()
    }

    /// Returns when files are made to survive.
    pub(crate) fn durable(&self) -> Durable {
        self.durable
    }

    /// Returns whether runs are kept at all.
    pub(crate) fn is_enabled(&self) -> bool {
        self.is_enabled
    }

    /// Returns the number under which this run is kept, and begins to keep it.
    ///
    /// # Errors
    /// It can't be.
    pub(crate) fn number(&self) -> io::Result<u64> {
        self.book().number()
    }

    /// Records an operation before it happens.
    ///
    /// # Errors
    /// It could not be written, so it must not happen.
    pub(crate) fn note(&self, line: &JournalLine) -> io::Result<()> {
        self.book().note(line)
    }

    /// Keeps the contents of a regular file that is about to go.
    ///
    /// # Errors
    /// There is no room for them, or they can't be read for another reason than who we are.
    pub(crate) fn save(&self, target: &PathTarget, stat: &Stat, transfer: &mut Transfer) -> io::Result<SavedContent> {
        self.book().save(target, stat, transfer)
    }

    /// Turns saved data that is a hard link into a copy, since the file itself is about to be written in place.
    ///
    /// # Errors
    /// It can't be copied.
    pub(crate) fn detach(&self, number: u32, transfer: &mut Transfer) -> io::Result<()> {
        self.book().detach(number, transfer)
    }

    /// Something that was asked for could not be done.
    pub(crate) fn mark_incomplete(&self) {
        self.book().mark_incomplete();
    }

    /// Makes a temporary name in a directory of this machine, and notes it.
    ///
    /// # Errors
    /// It could not be noted, so it must not be used.
    pub(crate) fn temporary(&self, directory: &[u8]) -> io::Result<String> {
        self.book().temporary(directory)
    }

    /// A temporary name is no more.
    pub(crate) fn forget_temp(&self) {
        self.book().forget_temp();
    }

    /// Something has been changed. The test hook ends the process here as a power cut would.
    pub(crate) fn effect(&self) {
        self.book().effect();
    }

    /// Names of a directory have changed.
    pub(crate) fn touched(&self, directory: &Arc<OpenDirectory>) {
        if self.durable != Durable::Off {
            self.book().touched(directory);
        }
    }

    /// Syncs the journal and the changed directories to disk: before a command that may rely on them, and at the end.
    /// [`Journal::finish`] reports failures.
    pub(crate) fn sync(&self) {
        self.book().sync();
    }

    /// Ends the run: nothing is pending, so no note is left, and the oldest runs that are kept may go.
    ///
    /// # Errors
    /// Written data may not survive a power failure.
    pub(crate) fn finish(&self) -> Result<(), Errno> {
        self.book().finish()
    }

    /// Removes temporary files of killed runs. Called once, before the first write.
    pub(crate) fn recover(&self) {
        pending::recover(&self.state);
    }

    /// A panic elsewhere leaves the journal as it is: each line of it is whole.
    fn book(&self) -> MutexGuard<'_, JournalState> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the time in nanoseconds since 1970, as journals have it.
pub(crate) fn now() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

fn run_id() -> String {
    let mut bytes = [0_u8; 8];
    if File::open("/dev/urandom").and_then(|mut file| file.read_exact(&mut bytes)).is_err() {
        // Without it, the process and the time are as unique as the lock on the note needs.
        bytes = (u64::from(std::process::id()) << 40 ^ now()).to_ne_bytes();
    }
    format!("{:016x}", u64::from_ne_bytes(bytes))
}
