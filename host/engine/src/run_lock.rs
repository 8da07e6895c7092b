//! The lock that keeps two runs of one state directory apart. The kernel lets it go when a run ends, however it ends, so that
//! none is ever left behind.

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

/// How long a lock whose process has ended is waited for: until it executes its program, a child of a killed run has a copy of the
/// locked descriptor.
const RELEASE: Duration = Duration::from_secs(2);

/// The time between two attempts to take such a lock.
const RELEASE_PAUSE: Duration = Duration::from_millis(5);

/// Held as long as a run lasts.
#[derive(Debug)]
pub struct RunLock {
    /// `None` if no lock file can be created.
    _file: Option<File>,
}

impl RunLock {
    /// Takes the lock or waits for it, according to the settings `waitforlock` and `maxwaitforlock`. If the lock file cannot be
    /// created, logs a warning and continues: a run that cannot write its state cannot change the system either.
    ///
    /// # Errors
    /// Another run has it, or other users can change it.
    pub fn take(settings: &Settings, logger: &mut dyn Logger) -> Result<Self> {
        let path = &settings.agent_catalog_run_lockfile;
        let file = match open(path) {
            // The directory is created if necessary; another process may have created it first.
            Ok(file) => settings.checker.check_file(&file, path, OwnershipRule::Trusted).map(|()| file)?,
            Err(error) => {
                let message =
                    format!("Could not lock '{}', so that another run may meet this one: {error}", path.display());
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

/// The file is the owner's, and no link is followed to it: its content is overwritten.
fn open(path: &Path) -> io::Result<File> {
    if let Some(directory) = path.parent() {
        DirBuilder::new().recursive(true).mode(0o750).create(directory)?;
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).mode(0o600);
    options.custom_flags(rustix::fs::OFlags::NOFOLLOW.bits().cast_signed()).open(path)
}

/// Writes the holder into the file for the messages of other runs. Only the flock matters, not the text.
fn sign(mut file: File) -> File {
    let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
    file
}

/// Returns the process ID that is written in the lock file.
fn process(path: &Path) -> Option<i32> {
    fs::read_to_string(path).ok()?.trim().parse().ok()
}

/// Returns whether the lock file names a process that does not exist.
fn has_ended(path: &Path) -> bool {
    process(path).and_then(Pid::from_raw).is_some_and(|process| test_kill_process(process) == Err(Errno::SRCH))
}

fn holder(path: &Path) -> String {
    match process(path) {
        Some(process) => format!("process {process} has {}", path.display()),
        None => format!("{} is locked", path.display()),
    }
}
