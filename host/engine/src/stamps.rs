//! Versions of files and directories, by which a change of them is noticed.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rustc_hash::FxHashMap;
use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, Mode, OFlags, StatxFlags, makedev, open, statx};

/// The clock with which file systems record changes can be this much behind: a file that changed more recently may change again
/// without a visible difference.
const UNCERTAIN: Duration = Duration::from_millis(50);

/// The versions of the files and directories that were read.
#[derive(Debug, Default)]
pub struct Stamps(Mutex<NotedStamps>);

#[derive(Debug, Default)]
struct NotedStamps {
    by_path: FxHashMap<PathBuf, Stamp>,
    /// By directory, which is opened once for all paths in it.
    in_directories: FxHashMap<PathBuf, FxHashMap<PathBuf, Stamp>>,
    /// When the last check began, and its result.
    last_check: Option<(Instant, bool)>,
}

/// The version of a file or directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stamp {
    /// There is nothing at the path.
    Missing,
    /// Device, inode, size and time of the last change.
    Known(u64, u64, u64, Duration),
    /// It has changed so recently that another change might not be noticed.
    Uncertain,
}

impl Stamp {
    fn of(path: &Path) -> Self {
        path.metadata().map_or(Self::Missing, |found| Self::of_metadata(&found))
    }

    /// Returns the version of a file or directory, given by its path in an open directory.
    fn of_path_in(directory: &OwnedFd, path: &Path) -> Self {
        let found = statx(directory, path, AtFlags::EMPTY_PATH, StatxFlags::BASIC_STATS);
        found.map_or(Self::Missing, |found| {
            let device = makedev(found.stx_dev_major, found.stx_dev_minor);
            Self::new(device, found.stx_ino, found.stx_size, found.stx_ctime.tv_sec, found.stx_ctime.tv_nsec)
        })
    }

    /// Returns the version of a file or directory with this metadata.
    #[must_use]
    pub fn of_metadata(found: &Metadata) -> Self {
        let nanoseconds = u32::try_from(found.ctime_nsec()).unwrap_or(0);
        Self::new(found.dev(), found.ino(), found.size(), found.ctime(), nanoseconds)
    }

    fn new(device: u64, inode: u64, size: u64, seconds: i64, nanoseconds: u32) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let changed = Duration::new(u64::try_from(seconds).unwrap_or(0), nanoseconds);
        match changed + UNCERTAIN > now {
            true => Self::Uncertain,
            false => Self::Known(device, inode, size, changed),
        }
    }

    /// Returns whether a file with this version has certainly not changed if its version is now `current`.
    #[must_use]
    pub fn is_same(self, current: Self) -> bool {
        self != Self::Uncertain && self == current
    }
}

impl Stamps {
    /// Notes the version of a file or directory that is about to be read, unless it is known already.
    pub fn note(&self, path: &Path) {
        if !self.noted().by_path.contains_key(path) {
            let stamp = Stamp::of(path);
            self.noted().by_path.entry(path.to_owned()).or_insert(stamp);
        }
    }

    /// Notes the version of a file or directory that is about to be read, given by its path in a directory; an empty path
    /// is the directory itself. To check many paths in one directory takes less time than to check as many paths by
    /// [`Stamps::note`].
    pub fn note_in(&self, directory: &Path, path: &Path) {
        let stamp = match path.as_os_str().is_empty() {
            true => Stamp::of(directory),
            false => Stamp::of(&directory.join(path)),
        };
        let mut noted = self.noted();
        let in_directory = noted.in_directories.entry(directory.to_owned()).or_default();
        in_directory.entry(path.to_owned()).or_insert(stamp);
    }

    /// Notes the directory in which a path is searched for.
    pub(crate) fn note_parent(&self, path: &Path) {
        self.note(path.parent().unwrap_or(path));
    }

    /// Returns whether all that was noted has certainly not changed. One check is for all threads that waited when it began.
    #[must_use]
    pub fn are_current(&self) -> bool {
        let called = Instant::now();
        let mut noted = self.noted();
        if let Some((_, result)) = noted.last_check.filter(|(begun, _)| *begun > called) {
            return result;
        }
        let begun = Instant::now();
        let result = noted.by_path.iter().all(|(path, noted)| noted.is_same(Stamp::of(path)))
            && noted.in_directories.iter().all(|(directory, paths)| are_same_in(directory, paths));
        noted.last_check = Some((begun, result));
        result
    }

    fn noted(&self) -> MutexGuard<'_, NotedStamps> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns whether files in a directory have certainly not changed.
fn are_same_in(directory: &Path, paths: &FxHashMap<PathBuf, Stamp>) -> bool {
    match open(directory, OFlags::PATH | OFlags::CLOEXEC, Mode::empty()) {
        Ok(directory) => paths.iter().all(|(path, noted)| noted.is_same(Stamp::of_path_in(&directory, path))),
        Err(_) => paths.values().all(|noted| *noted == Stamp::Missing),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::thread;

    use super::*;

    #[test]
    fn changes_of_noted_paths_are_noticed() {
        let directory = tempfile::tempdir().unwrap();
        let (file, missing) = (directory.path().join("a.pp"), directory.path().join("sub/b.pp"));
        fs::write(&file, "class a { }").unwrap();
        let noted = || {
            let stamps = Stamps::default();
            stamps.note(&file);
            stamps.note_parent(&missing);
            stamps
        };
        assert!(!noted().are_current(), "the file has just been written");
        thread::sleep(UNCERTAIN * 2);
        let stamps = noted();
        assert!(stamps.are_current());
        fs::write(&file, "class b { }").unwrap();
        assert!(!stamps.are_current());
        thread::sleep(UNCERTAIN * 2);
        let stamps = noted();
        fs::create_dir(directory.path().join("sub")).unwrap();
        assert!(!stamps.are_current(), "a directory that was missing exists");
    }

    #[test]
    fn changes_of_paths_in_noted_directories_are_noticed() {
        let root = tempfile::tempdir().unwrap();
        let directory = root.path().join("lib");
        fs::create_dir_all(directory.join("facter")).unwrap();
        fs::write(directory.join("facter/a.rb"), "1").unwrap();
        let noted = || {
            thread::sleep(UNCERTAIN * 2);
            let stamps = Stamps::default();
            for path in ["", "facter", "facter/a.rb", "facter/missing.rb"] {
                stamps.note_in(&directory, Path::new(path));
            }
            stamps
        };
        let stamps = noted();
        assert!(stamps.are_current());
        fs::write(directory.join("facter/a.rb"), "2").unwrap();
        assert!(!stamps.are_current());
        let stamps = noted();
        assert!(stamps.are_current());
        fs::write(directory.join("facter/missing.rb"), "").unwrap();
        assert!(!stamps.are_current(), "a file that was missing exists");
        let stamps = noted();
        fs::write(directory.join("b.rb"), "").unwrap();
        assert!(!stamps.are_current(), "the directory has another file");
        let stamps = noted();
        fs::rename(&directory, root.path().join("other")).unwrap();
        assert!(!stamps.are_current(), "the directory has another name");
    }
}
