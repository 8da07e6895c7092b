//! Owns what must be known after a crash: temporary names are noted before they exist and removed by the next run, by exact
//! name, never by looking for them. It also counts effects, and makes folders survive a power cut.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rustix::fs::{AtFlags, FlockOperation, Mode, OFlags};
use rustix::io::Errno;
use rustix::process::Signal;

use crate::config::Durable;
use crate::paths::{Folder, Paths, Purpose};

/// What temporary names begin with; tools that run the files of a folder leave such names alone.
const PREFIX: &str = ".marotte-";

/// A note longer than this begins anew once nothing is pending.
const NOTE_LIMIT: u64 = 64 << 10;

/// As many folders wait to be synced; each is a file descriptor.
const MAX_UNSYNCED: usize = 64;

/// What must be known after a crash.
#[derive(Debug)]
pub(crate) struct Journal {
    state: PathBuf,
    run: String,
    count: u32,
    note: Option<Note>,
    durable: Durable,
    /// Folders that have changed, or with `durable = run` one of each filesystem.
    unsynced: Vec<(u64, Rc<Folder>)>,
    lost: Option<Errno>,
    effects: u32,
    kill_after: Option<u32>,
}

#[derive(Debug)]
struct Note {
    file: File,
    path: PathBuf,
    length: u64,
    pending: u32,
}

impl Journal {
    /// Makes the journal of a run; nothing is written before it is needed.
    pub(crate) fn new(state: PathBuf, durable: Durable, kill_after: Option<u32>) -> Self {
        Self {
            state,
            run: run_id(),
            count: 0,
            note: None,
            durable,
            unsynced: Vec::new(),
            lost: None,
            effects: 0,
            kill_after,
        }
    }

    /// Returns where things are kept between runs.
    pub(crate) fn state(&self) -> &Path {
        &self.state
    }

    /// Returns a number that no other run has.
    pub(crate) fn run(&self) -> &str {
        &self.run
    }

    /// Returns when files are made to survive.
    pub(crate) fn durable(&self) -> Durable {
        self.durable
    }

    /// Makes a temporary name in a folder of this machine, and notes it.
    ///
    /// # Errors
    /// It could not be noted, so it must not be used.
    pub(crate) fn temporary(&mut self, folder: &[u8]) -> io::Result<String> {
        if self.note.is_none() {
            self.note = Some(self.open_note()?);
        }
        self.count += 1;
        let name = format!("{PREFIX}{}-{}", self.run, self.count);
        let mut line = folder.to_vec();
        line.push(b'/');
        line.extend_from_slice(name.as_bytes());
        line.push(0);
        let Some(note) = &mut self.note else { return Ok(name) };
        note.file.write_all(&line)?;
        note.length += line.len() as u64;
        note.pending += 1;
        Ok(name)
    }

    /// A temporary name is no more.
    pub(crate) fn settle(&mut self) {
        if let Some(note) = &mut self.note {
            note.pending = note.pending.saturating_sub(1);
            if note.pending == 0 && note.length > NOTE_LIMIT && note.file.set_len(0).is_ok() {
                note.length = 0;
            }
        }
    }

    /// Something has been changed. The test hook ends the process here as a power cut would.
    pub(crate) fn effect(&mut self) {
        self.effects += 1;
        if self.kill_after == Some(self.effects) {
            // The result does not matter: if it fails, the test that asked for it does.
            let _ = rustix::process::kill_process(rustix::process::getpid(), Signal::KILL);
        }
    }

    /// Names of a folder have changed.
    pub(crate) fn touched(&mut self, folder: &Rc<Folder>) {
        let key = match self.durable {
            Durable::Off => return,
            Durable::File => folder.hash(),
            Durable::Run => rustix::fs::fstat(folder).map_or(0, |stat| stat.st_dev),
        };
        if self.unsynced.iter().any(|(known, _)| *known == key) {
            return;
        }
        if self.unsynced.len() >= MAX_UNSYNCED {
            self.sync();
        }
        self.unsynced.push((key, Rc::clone(folder)));
    }

    /// Makes the changed folders survive a power cut: before a command that may rely on them, and at the end. A failure is
    /// told by [`Journal::finish`].
    pub(crate) fn sync(&mut self) {
        for (_, folder) in std::mem::take(&mut self.unsynced) {
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
            // A folder that is gone, or that may not be read, has nothing of ours to keep.
            let Ok(handle) = rustix::fs::openat(&folder, ".", flags, Mode::empty()) else { continue };
            let synced = match self.durable {
                Durable::Run => rustix::fs::syncfs(&handle),
                Durable::File | Durable::Off => rustix::fs::fsync(&handle),
            };
            match synced {
                // Not every filesystem has it for folders.
                Ok(()) | Err(Errno::INVAL) => {}
                Err(errno) => self.lost = Some(errno),
            }
        }
    }

    /// Ends the run: nothing is pending, so no note is left.
    ///
    /// # Errors
    /// What was written may not survive a power cut.
    pub(crate) fn finish(&mut self) -> Result<(), Errno> {
        self.sync();
        if let Some(note) = self.note.take() {
            // A note that stays is read by the next run and does no harm.
            let _ = fs::remove_file(note.path);
        }
        self.lost.take().map_or(Ok(()), Err)
    }

    /// Removes what runs that died have left behind. Called once, by the first that writes something.
    pub(crate) fn recover(&self) {
        let Ok(entries) = fs::read_dir(self.notes()) else { return };
        let Ok(machine) = Paths::open(Path::new("/")) else { return };
        for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
            // One that cannot be read stays for a run that can.
            let _ = recover_note(&path, &machine);
        }
    }

    fn notes(&self) -> PathBuf {
        self.state.join("pending")
    }

    fn open_note(&self) -> io::Result<Note> {
        let folder = self.notes();
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
        self.recover();
        let path = folder.join(&self.run);
        let file = OpenOptions::new().append(true).create_new(true).mode(0o600).open(&path)?;
        rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive)?;
        Ok(Note { file, path, length: 0, pending: 0 })
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // Whoever wants to know calls finish.
        let _ = self.finish();
    }
}

/// The lock of a run that lives is held: its names are not ours to remove.
fn recover_note(path: &Path, machine: &Paths) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).custom_flags(OFlags::NOFOLLOW.bits() as i32).open(path)?;
    rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive)?;
    let mut names = Vec::new();
    file.read_to_end(&mut names)?;
    for name in names.split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
        let base = Path::new(OsStr::from_bytes(name)).file_name().and_then(OsStr::to_str);
        if !base.is_some_and(is_temporary) {
            continue;
        }
        let Ok(name) = std::str::from_utf8(name) else { continue };
        if let Ok(target) = machine.locate(name, Purpose::Write) {
            // Nothing there is the usual case: the run died after it had settled the name.
            let _ = rustix::fs::unlinkat(&target.folder, &*target.name, AtFlags::empty());
        }
    }
    fs::remove_file(path)
}

/// Tells whether a name is one that a journal made: nothing else is ever removed.
fn is_temporary(name: &str) -> bool {
    let Some((run, count)) = name.strip_prefix(PREFIX).and_then(|rest| rest.split_once('-')) else { return false };
    run.len() == 16
        && run.bytes().all(|byte| byte.is_ascii_hexdigit())
        && !count.is_empty()
        && count.bytes().all(|byte| byte.is_ascii_digit())
}

fn run_id() -> String {
    let mut bytes = [0_u8; 8];
    if File::open("/dev/urandom").and_then(|mut file| file.read_exact(&mut bytes)).is_err() {
        // Without it, the process and the time are as unique as the lock on the note needs.
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let mixed = u64::from(std::process::id()) << 40 ^ u64::try_from(now.as_nanos()).unwrap_or(u64::MAX);
        bytes = mixed.to_ne_bytes();
    }
    format!("{:016x}", u64::from_ne_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_run_that_died_are_removed_by_exact_name() {
        let scratch = tempfile::tempdir().unwrap();
        let state = scratch.path().join("state");
        let target = scratch.path().join("etc");
        fs::create_dir(&target).unwrap();
        let mut journal = Journal::new(state.clone(), Durable::Off, None);
        let name = journal.temporary(target.as_os_str().as_bytes()).unwrap();
        fs::write(target.join(&name), "half").unwrap();
        fs::write(target.join(".marotte-bystander"), "mine").unwrap();

        let alive = Journal::new(state.clone(), Durable::Off, None);
        alive.recover();
        assert!(target.join(&name).exists(), "the run that noted it lives");

        // What a killed process leaves: the note, without its lock.
        let note = journal.note.take().unwrap();
        drop(note.file);
        alive.recover();
        assert!(!target.join(&name).exists());
        assert!(target.join(".marotte-bystander").exists());
        assert_eq!(fs::read_dir(state.join("pending")).unwrap().count(), 0);
    }

    #[test]
    fn only_own_names_are_own() {
        assert!(is_temporary(".marotte-0123456789abcdef-1"));
        for other in [".marotte-0123456789abcdef-", ".marotte-xyz-1", "passwd", ".marotte-0123456789abcdef-1x"] {
            assert!(!is_temporary(other), "{other}");
        }
    }
}
