//! The file with the process ID of an agent in the background, which also prevents a second one.

use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, OFlags};
use rustix::io::Errno;

use crate::error::AgentError;

/// The file, locked and removed when this value is dropped.
#[derive(Debug)]
pub struct PidFile {
    path: PathBuf,
    _file: File,
}

impl PidFile {
    /// Creates the file, or takes over that of a process that has ended. Returns `None` if another process has it.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn create(path: &Path) -> Result<Option<Self>, AgentError> {
        let failed = || AgentError::file(path);
        files::prepare(path).map_err(failed())?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false).mode(0o644);
        // The content is overwritten, so that a link is not followed.
        let mut file = options.custom_flags(OFlags::NOFOLLOW.bits().cast_signed()).open(path).map_err(failed())?;
        match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Err(Errno::WOULDBLOCK) => return Ok(None),
            locked => locked.map_err(|error| failed()(error.into()))?,
        }
        let written = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
        written.map_err(failed())?;
        Ok(Some(Self { path: path.to_owned(), _file: file }))
    }
}

impl Drop for PidFile {
    fn drop(&mut self) {
        // A remaining file is taken over, since it is not locked.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pid_file_excludes_a_second_process_until_it_is_dropped() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("run/agent.pid");
        let first = PidFile::create(&path).unwrap().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap().trim(), std::process::id().to_string());
        assert!(PidFile::create(&path).unwrap().is_none());
        drop(first);
        assert!(!path.exists());
        fs::write(&path, "1\n").unwrap();
        assert!(PidFile::create(&path).unwrap().is_some());
    }
}
