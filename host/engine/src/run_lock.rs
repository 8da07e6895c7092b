//! The lock that prevents concurrent runs with the same state directory. The kernel releases it when a run
//! ends, even if it is killed, so it never becomes stale.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use catalog::Level;
use ownership::OwnershipRule;
use rustix::fs::FlockOperation;
use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};

use crate::log::Logger;
use crate::settings::Settings;

/// Maximum time to wait for a lock whose process has ended: a child of a killed run holds a copy of the
/// locked descriptor until it calls exec.
const RELEASE: Duration = Duration::from_secs(2);

/// Time between attempts to take such a lock.
const RELEASE_PAUSE: Duration = Duration::from_millis(5);

/// The lock, held until this value is dropped.
#[derive(Debug)]
pub struct RunLock {
    /// `None` if no lock file can be created.
    _file: Option<File>,
}

impl RunLock {
    /// Takes the lock or waits for it, according to the settings `waitforlock` and `maxwaitforlock`. If the lock
    /// file cannot be created, logs a warning and continues: a run that cannot write its state cannot change the
    /// system either.
    ///
    /// # Errors
    /// Returns an error if another run holds the lock, or other users can change the lock file.
    pub fn take(settings: &Settings, logger: &mut dyn Logger) -> Result<Self> {
        let path = &settings.agent_catalog_run_lockfile;
        let file = match open(path) {
            // The directory is created if necessary; another process may have created it first.
            Ok(file) => settings.checker.check_file(&file, path, OwnershipRule::Trusted).map(|()| file)?,
            Err(error) => {
                let message = format!("Could not lock '{}', so other runs are not excluded: {error}", path.display());
                logger.log(Level::Warning, "", &message);
                return Ok(Self { _file: None });
            }
        };
        let (pause, patience) = (*settings.waitforlock, *settings.maxwaitforlock);
        let begun = Instant::now();
        loop {
            match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => return Ok(Self { _file: Some(sign(file)) }),
                Err(Errno::WOULDBLOCK) => {}
                Err(error) => bail!("Could not lock '{}': {}", path.display(), io::Error::from(error)),
            }
            if begun.elapsed() < RELEASE && has_ended(path) {
                thread::sleep(RELEASE_PAUSE);
                continue;
            }
            if pause.is_none_or(|pause| pause.is_zero()) {
                bail!("Run of Marotte already in progress; skipping ({})", holder(path));
            }
            let pause = pause.unwrap_or_default();
            if patience.is_some_and(|patience| begun.elapsed() >= patience) {
                bail!("Exiting now because the maxwaitforlock timeout has been exceeded ({})", holder(path));
            }
            let message =
                format!("Another run is in progress ({}); will try again in {} s", holder(path), pause.as_secs());
            logger.log(Level::Info, "", &message);
            thread::sleep(pause.min(patience.unwrap_or(pause)));
        }
    }
}

/// Symbolic links are not followed, since the content of the file is overwritten.
fn open(path: &Path) -> io::Result<File> {
    if let Some(directory) = path.parent() {
        DirBuilder::new().recursive(true).mode(0o750).create(directory)?;
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).mode(0o600);
    options.custom_flags(rustix::fs::OFlags::NOFOLLOW.bits().cast_signed()).open(path)
}

/// Writes the process ID for the messages of other runs. Only the flock is authoritative. The file is not emptied first:
/// the file system would free its block and allocate it again, in each run.
fn sign(mut file: File) -> File {
    let line = format!("{}\n", std::process::id());
    let _ = file.write_all(line.as_bytes()).and_then(|()| file.set_len(line.len() as u64));
    file
}

/// Returns the process ID that is written in the lock file.
fn process(path: &Path) -> Option<i32> {
    fs::read_to_string(path).ok()?.trim().parse().ok()
}

/// Returns whether the lock file contains the ID of a process that does not exist.
fn has_ended(path: &Path) -> bool {
    process(path).and_then(Pid::from_raw).is_some_and(|process| test_kill_process(process) == Err(Errno::SRCH))
}

fn holder(path: &Path) -> String {
    match process(path) {
        Some(process) => format!("process {process} has {}", path.display()),
        None => format!("{} is locked", path.display()),
    }
}
