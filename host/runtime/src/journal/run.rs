//! Directory of a run in progress: its journal and the contents replaced by its writes. A line is appended before
//! its effect but not synced, so it survives a killed process; syncing to disk happens in batches.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::fd::AsFd as _;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, FlockOperation, Mode, OFlags, Stat};
use rustix::io::Errno;

use super::line::{self, JournalLine, RunStart};
use super::sync_timer::SyncTimer;
use super::{history, writers};
use crate::config::Durable;
use crate::paths::PathTarget;
use crate::system::digest::Algorithm;
use crate::system::sparse::SparseReader;
use crate::system::transfer::{Transfer, TransferEnd};
use crate::system::{files, metadata, writer};

/// Number of lines that are synced together.
const BATCH: u32 = 64;

/// Journal of a run in progress.
#[derive(Debug)]
pub(super) struct RunLog {
    number: u64,
    directory: PathBuf,
    file: File,
    saved: File,
    count: u32,
    bytes: u64,
    unsynced: u32,
    durable: Durable,
    sync_timer: SyncTimer,
}

/// Result of saving content that is about to be replaced or removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SavedContent {
    /// The content is saved under this number and has this digest.
    Saved(u32, String),
    /// The content is not saved, for this reason.
    Lost(String),
}

impl RunLog {
    /// Creates the directory of a run under this number or the next free one.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be created.
    pub(super) fn create(
        state: &Path,
        mut number: u64,
        begin: RunStart,
        durable: Durable,
        sync_timer: SyncTimer,
    ) -> io::Result<Self> {
        let runs = history::directory(state);
        let private = |path: &Path| fs::DirBuilder::new().mode(0o700).create(path);
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&runs)?;
        let directory = loop {
            let directory = runs.join(number.to_string());
            match private(&directory) {
                // Another run started at the same time.
                Err(taken) if taken.kind() == io::ErrorKind::AlreadyExists => number += 1,
                other => break other.map(|()| directory)?,
            }
        };
        private(&directory.join("saved"))?;
        let saved = File::open(directory.join("saved"))?;
        let path = directory.join("journal");
        let file = OpenOptions::new().append(true).create_new(true).mode(0o600).open(path)?;
        rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive)?;
        let mut run = Self { number, directory, file, saved, count: 0, bytes: 0, unsynced: 0, durable, sync_timer };
        run.append(&JournalLine::Begin(begin))?;
        Ok(run)
    }

    /// Returns the number of the run.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Appends a line.
    ///
    /// # Errors
    /// Returns an error if the line cannot be written; its effect must not be performed.
    pub(super) fn append(&mut self, line: &JournalLine) -> io::Result<()> {
        self.file.write_all(&line::encode(line)?)?;
        self.unsynced += 1;
        if self.unsynced >= BATCH { self.sync() } else { Ok(()) }
    }

    /// Syncs the lines to disk if files are synced individually (`durable = file`).
    ///
    /// # Errors
    /// Returns an error if the lines may not survive a power failure.
    pub(super) fn sync(&mut self) -> io::Result<()> {
        if self.unsynced == 0 || self.durable != Durable::File {
            return Ok(());
        }
        self.unsynced = 0;
        self.sync_timer.measure(|| self.file.sync_data())
    }

    /// Saves the content of a regular file by a hard link, since files are never written in place. Saves a copy
    /// without metadata if no link is possible, if the file would grant privileges as long as it is kept (suid,
    /// sgid, capabilities), or if a process that has the file open could change the saved content.
    ///
    /// # Errors
    /// Returns an error if there is no space left, or if the file cannot be read for a reason other than missing
    /// permission.
    pub(super) fn save(
        &mut self,
        target: &PathTarget,
        stat: &Stat,
        limit: u64,
        transfer: &mut Transfer,
    ) -> io::Result<SavedContent> {
        let size = u64::try_from(stat.st_size).unwrap_or(0);
        if self.bytes.saturating_add(size) > limit {
            return Ok(SavedContent::Lost(format!("it is larger than undo_keep allows for a run, {limit} bytes")));
        }
        let number = self.count + 1;
        let name = number.to_string();
        // A single descriptor is used throughout, since the name can refer to another file later.
        let mut file = match files::open_at(target) {
            Ok(opened) => opened.file,
            Err(Errno::ACCESS) => return Ok(SavedContent::Lost("it may not be read".into())),
            Err(errno) => return Err(errno.into()),
        };
        if !writer::is_same(stat, &file)? {
            return Err(Errno::AGAIN.into());
        }
        let grants_privileges =
            stat.st_mode & (Mode::SUID | Mode::SGID).as_raw_mode() != 0 || metadata::has_capabilities(&file);
        let linked = match grants_privileges || writers::may_have_writers(&file) {
            true => Err(Errno::PERM),
            false => writer::link_open(&file, &self.saved, name.as_bytes()),
        };
        match linked {
            Ok(()) => {}
            Err(Errno::PERM | Errno::ACCESS | Errno::XDEV | Errno::MLINK | Errno::OPNOTSUPP | Errno::NOSYS) => {
                match self.copy(&file, &name, transfer) {
                    Err(failed) if is_timeout(&failed) => return self.give_up(&name, &failed),
                    other => other?,
                }
                file = files::open_raw(self.saved.as_fd(), name.as_bytes())?;
            }
            Err(errno) => return Err(errno.into()),
        }
        self.count = number;
        self.bytes = self.bytes.saturating_add(size);
        let digest = match Algorithm::SHA256.digest(&mut SparseReader::new(&file), transfer) {
            Err(failed) if is_timeout(&failed) => {
                self.bytes = self.bytes.saturating_sub(size);
                return self.give_up(&name, &failed);
            }
            other => other?,
        };
        Ok(SavedContent::Saved(number, digest))
    }

    /// Removes content that took too long to save.
    fn give_up(&self, name: &str, failed: &io::Error) -> io::Result<SavedContent> {
        rustix::fs::unlinkat(&self.saved, name, AtFlags::empty())?;
        Ok(SavedContent::Lost(failed.to_string()))
    }

    /// Turns saved data that is a hard link into a copy, since the file itself is about to be written in place.
    ///
    /// # Errors
    /// Returns an error if the data cannot be copied.
    pub(super) fn detach(&mut self, number: u32, transfer: &mut Transfer) -> io::Result<()> {
        let path = self.directory.join("saved").join(number.to_string());
        let copy = path.with_extension("copy");
        let to = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&copy)?;
        transfer.begin().copy_file(&File::open(&path)?, &to)?;
        to.sync_all()?;
        fs::rename(copy, path)
    }

    fn copy(&self, file: &File, name: &str, transfer: &mut Transfer) -> io::Result<()> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let mode = Mode::RUSR | Mode::WUSR;
        let copy = File::from(rustix::fs::openat(&self.saved, name, flags, mode)?);
        transfer.begin().copy_file(file, &copy)?;
        if self.durable == Durable::File { self.sync_timer.measure(|| copy.sync_data()) } else { Ok(()) }
    }
}

fn is_timeout(failed: &io::Error) -> bool {
    matches!(TransferEnd::of(failed), Some(TransferEnd::TimedOut(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::{self, Paths, Purpose};

    #[test]
    fn replaced_file_is_not_saved_under_the_metadata_of_another() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("file");
        fs::write(&file, "previous content").unwrap();
        let paths = Paths::open(directory.path()).unwrap();
        let target = paths.locate("/file", Purpose::Write).unwrap();
        let stat = paths::stat(&target).unwrap().unwrap();
        let begin = RunStart { version: 1, time: 0, root: line::PathBytes(b"/".to_vec()), undoes: None };
        let mut run =
            RunLog::create(&directory.path().join("state"), 1, begin, Durable::Off, SyncTimer::default()).unwrap();
        let mut transfer = Transfer::new(std::time::Duration::from_secs(9), std::sync::Arc::default());
        let saved = run.save(&target, &stat, 1 << 20, &mut transfer).unwrap();
        assert!(matches!(saved, SavedContent::Saved(1, _)), "{saved:?}");
        // Both files exist at the same time so that they do not share an inode number.
        fs::write(directory.path().join("other"), "content of another file").unwrap();
        fs::rename(directory.path().join("other"), &file).unwrap();
        let refused = run.save(&target, &stat, 1 << 20, &mut transfer).unwrap_err();
        assert_eq!(refused.raw_os_error(), Some(Errno::AGAIN.raw_os_error()));
        assert_eq!(fs::read_dir(run.directory.join("saved")).unwrap().count(), 1);
    }
}
