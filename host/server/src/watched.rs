//! Configuration files that are read again when they change.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result, bail};
use engine::Stamps;
use ownership::{Checker, OwnershipRule};

use crate::log::ServerLog;

/// Reads the content of a file. The errors of the reader name the lines.
type Reader<T> = fn(&str, &ServerLog, &Path) -> Result<T>;

/// A configuration file. Only root and the user of the server may change it.
pub(crate) struct WatchedFile<T> {
    path: PathBuf,
    checker: Arc<Checker>,
    read: Reader<T>,
    current: Mutex<(Stamps, Arc<T>)>,
}

impl<T: Default> WatchedFile<T> {
    /// Reads a file; one that does not exist has the default value.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, other users can change it, or its content is not valid.
    pub(crate) fn open(path: PathBuf, checker: Arc<Checker>, log: &ServerLog, read: Reader<T>) -> Result<Self> {
        let stamps = stamps(&path);
        let value = load(&path, &checker, log, read)?;
        Ok(Self { path, checker, read, current: Mutex::new((stamps, Arc::new(value))) })
    }

    /// Returns the value of the current content. As long as that is not valid, the former value remains in force, and the error
    /// is logged once.
    pub(crate) fn current(&self, log: &ServerLog) -> Arc<T> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if !current.0.are_current() {
            current.0 = stamps(&self.path);
            match load(&self.path, &self.checker, log, self.read) {
                Ok(value) => current.1 = Arc::new(value),
                Err(error) => log.error(format!("{error:#}; the former configuration remains in force")),
            }
        }
        Arc::clone(&current.1)
    }
}

fn stamps(path: &Path) -> Stamps {
    let stamps = Stamps::default();
    stamps.note(path);
    stamps
}

fn load<T: Default>(path: &Path, checker: &Checker, log: &ServerLog, read: Reader<T>) -> Result<T> {
    let bytes = match checker.read(path, OwnershipRule::Trusted) {
        Err(error) if error.is_missing() => return Ok(T::default()),
        bytes => bytes?,
    };
    match String::from_utf8(bytes) {
        Ok(text) => read(&text, log, path).with_context(|| format!("Could not parse {}", path.display())),
        Err(_) => bail!("'{}' is not UTF-8", path.display()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::*;

    fn number(text: &str, _log: &ServerLog, _path: &Path) -> Result<u32> {
        Ok(text.trim().parse()?)
    }

    #[test]
    fn former_value_remains_in_force_until_the_file_is_valid() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("number");
        let (sender, messages) = mpsc::channel();
        let log = ServerLog::new(sender);
        let file = WatchedFile::open(path.clone(), Arc::new(Checker::new(false)), &log, number).unwrap();
        assert_eq!(*file.current(&log), 0);
        for (text, expected, errors) in [("1", 1, 0), ("x", 1, 1), ("2", 2, 0)] {
            fs::write(&path, text).unwrap();
            thread::sleep(Duration::from_millis(120));
            assert_eq!((*file.current(&log), *file.current(&log)), (expected, expected));
            assert_eq!(messages.try_iter().count(), errors, "{text}");
        }
        let reopened = WatchedFile::open(path.clone(), Arc::new(Checker::new(false)), &log, number).unwrap();
        assert_eq!(*reopened.current(&log), 2);
        fs::write(&path, "x").unwrap();
        assert!(WatchedFile::open(path, Arc::new(Checker::new(false)), &log, number).is_err());
    }
}
