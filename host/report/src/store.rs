//! Stored reports: `NODE/MINUTE-RUN.yaml` in the report directory. Puppet's file names contain only the
//! minute, so a second run in the same minute replaces the report of the first; here they also contain the
//! run number.

use std::cmp::Reverse;
use std::ffi::OsStr;
use std::fs::{self, DirEntry, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context as _, Result, bail};
use runtime::KeepRuns;

use super::header::ReportHeader;
use super::{replace_with, time};

/// The length of the part of a file that contains its header.
const BEGINNING: u64 = 4096;

/// The directory of reports.
#[derive(Debug, Clone)]
pub struct ReportStore {
    directory: PathBuf,
}

/// A stored report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredReport {
    /// The run number.
    pub run: u64,
    /// The file.
    pub path: PathBuf,
}

impl ReportStore {
    /// Returns the store in a directory.
    pub fn new(directory: PathBuf) -> Self {
        Self { directory }
    }

    /// Returns the stored reports, oldest run first.
    pub fn all(&self) -> Vec<StoredReport> {
        let mut kept: Vec<StoredReport> =
            self.files().map(|(run, file)| StoredReport { run, path: file.path() }).collect();
        kept.sort_by_key(|kept| kept.run);
        kept
    }

    /// Returns the run numbers and files of the stored reports, in no order.
    fn files(&self) -> impl Iterator<Item = (u64, DirEntry)> {
        let nodes = fs::read_dir(&self.directory).into_iter().flatten().flatten();
        let files = nodes.flat_map(|node| fs::read_dir(node.path()).into_iter().flatten().flatten());
        files.filter_map(|file| Some((number(&file.file_name())?, file)))
    }

    /// Returns the number of the last run with a report.
    pub fn last(&self) -> Option<u64> {
        self.files().map(|(run, _)| run).max()
    }

    /// Finds the report of a run, or that of the last run if no number is given.
    ///
    /// # Errors
    /// Returns an error if the report does not exist.
    pub fn find(&self, run: Option<u64>) -> Result<StoredReport> {
        let mut all = self.all();
        let found = match run {
            None => all.pop(),
            Some(run) => all.into_iter().find(|kept| kept.run == run),
        };
        match (found, run) {
            (Some(found), _) => Ok(found),
            (None, Some(run)) => bail!("There is no report of run {run}"),
            (None, None) => bail!("There is no report in '{}'", self.directory.display()),
        }
    }

    /// Stores a report: as a hard link to the file that already contains it if possible, otherwise as a new file.
    ///
    /// # Errors
    /// Returns an error if the report cannot be written.
    pub fn keep(
        &self,
        head: &ReportHeader,
        began: SystemTime,
        written: Option<&Path>,
        write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
    ) -> Result<()> {
        let name = format!("{}-{}.yaml", time::minute(began), head.run);
        let path = self.directory.join(files::escaped_name(&head.host)).join(name);
        let is_linked = |written: &Path| files::prepare(&path).and_then(|()| fs::hard_link(written, &path)).is_ok();
        if written.is_some_and(is_linked) { Ok(()) } else { replace_with(&path, write) }
    }

    /// Removes the oldest reports until the limits are met; the newest one is kept. Each is removed atomically, so a
    /// killed run leaves no partial report.
    pub fn prune(&self, keep: KeepRuns) {
        let mut kept: Vec<(u64, DirEntry)> = self.files().collect();
        kept.sort_by_key(|(run, _)| Reverse(*run));
        let (mut runs, mut bytes) = (0, 0_u64);
        for (_, file) in kept {
            runs += 1;
            bytes = bytes.saturating_add(file.metadata().map_or(0, |found| found.len()));
            if runs > 1 && (runs > keep.runs || bytes > keep.bytes) {
                // If removal fails, the next run tries again.
                let _ = fs::remove_file(file.path());
            }
        }
    }
}

impl StoredReport {
    /// Reads only the header.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or was not written by this program.
    pub fn head(&self) -> Result<ReportHeader> {
        let mut bytes = Vec::new();
        let file = File::open(&self.path).with_context(|| format!("Could not read '{}'", self.path.display()))?;
        file.take(BEGINNING).read_to_end(&mut bytes)?;
        ReportHeader::find(&String::from_utf8_lossy(&bytes))
            .with_context(|| format!("'{}' is damaged: its header is missing", self.path.display()))
    }
}

/// Returns the run number in a file name.
fn number(file: &OsStr) -> Option<u64> {
    let (minute, number) = file.to_str()?.strip_suffix(".yaml")?.split_once('-')?;
    minute.bytes().all(|byte| byte.is_ascii_digit()).then(|| number.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, UNIX_EPOCH};

    fn head(run: u64) -> ReportHeader {
        ReportHeader {
            run,
            host: "../n".into(),
            time: "t".into(),
            status: "changed".into(),
            noop: false,
            changes: 1,
            pending: 0,
            failures: 0,
            duration: 0.5,
            protections: None,
            interrupted: false,
        }
    }

    #[test]
    fn prune_removes_the_oldest_reports() {
        let scratch = tempfile::tempdir().unwrap();
        let store = ReportStore::new(scratch.path().join("reports"));
        for run in 9..=12 {
            let document = format!("---\n{}{}\n", head(run).line(), "x".repeat(1000));
            // Even if the clock goes backwards, only the run number determines the order.
            let began = UNIX_EPOCH + Duration::from_secs(1_795_171_802 - run * 100);
            store.keep(&head(run), began, None, |out| out.write_all(document.as_bytes())).unwrap();
        }
        let runs = || store.all().iter().map(|kept| kept.run).collect::<Vec<u64>>();
        assert_eq!(runs(), [9, 10, 11, 12]);
        assert!(scratch.path().join("reports/..%2fn").is_dir());
        assert_eq!(store.find(Some(10)).unwrap().head().unwrap(), head(10));
        store.prune(KeepRuns { runs: 3, bytes: 1 << 20 });
        assert_eq!(runs(), [10, 11, 12]);
        store.prune(KeepRuns { runs: 3, bytes: 1 });
        assert_eq!(runs(), [12]);
        assert_eq!(store.find(None).unwrap().run, 12);
        assert_eq!(store.find(Some(3)).unwrap_err().to_string(), "There is no report of run 3");
    }

    #[test]
    fn other_files_are_ignored() {
        for name in ["202611201050.yaml", "draft", "x-1.yaml", "202611201050-1.draft"] {
            assert_eq!(number(OsStr::new(name)), None, "{name}");
        }
        assert_eq!(number(OsStr::new("202611201050-17.yaml")), Some(17));
    }
}
