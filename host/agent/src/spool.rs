//! Reports that could not be sent: files in a directory, sent in the order of the runs when the server can be reached.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use files::{Durability, PRIVATE};
use runtime::KeepRuns;
use serde_json::Value as Json;

use crate::error::AgentError;
use crate::server::PuppetServer;

/// Extension of the files.
const EXTENSION: &str = "json";

/// Sends a report of an environment.
type SendReport<'s> = dyn FnMut(&str, &[u8]) -> Result<(), AgentError> + 's;

/// A directory of reports.
#[derive(Debug)]
pub struct ReportSpool {
    directory: PathBuf,
    keep: KeepRuns,
}

/// The result of sending.
#[derive(Debug, Default)]
pub struct SpoolOutcome {
    /// The number of reports that the server received.
    pub sent: usize,
    /// The number of reports that remain.
    pub kept: usize,
    /// The number of reports that were removed, since there were too many.
    pub dropped: usize,
    /// The reason why reports remain.
    pub outage: Option<AgentError>,
    /// Reports that the server refused, which are not sent again.
    pub refused: Vec<AgentError>,
}

impl ReportSpool {
    /// Returns the spool in a directory, which is created when needed. `keep` limits its size.
    #[must_use]
    pub fn new(directory: PathBuf, keep: KeepRuns) -> Self {
        Self { directory, keep }
    }

    /// Adds a report in Puppet's JSON. The oldest reports are removed if there are too many. Returns their number.
    ///
    /// # Errors
    /// Returns an error if the report cannot be written.
    pub fn add(&self, report: &[u8]) -> Result<usize, AgentError> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        // The clock may have been set back; the order is that of the names.
        let last = self.files()?.last().and_then(|path| number(path)).unwrap_or(0);
        let name = since.as_nanos().max(last + 1);
        let path = self.directory.join(format!("{name:024}.{EXTENSION}"));
        files::keep(&path, PRIVATE, Durability::Fsync, |out| out.write_all(report)).map_err(AgentError::file(&path))?;
        self.prune()
    }

    /// Sends the reports, oldest first. A report is removed when the server has received it, or refuses it.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or removed.
    pub fn send(&self, server: &PuppetServer) -> Result<SpoolOutcome, AgentError> {
        self.send_with(&mut |environment, report| server.send_report(environment, report))
    }

    fn send_with(&self, send: &mut SendReport<'_>) -> Result<SpoolOutcome, AgentError> {
        let mut outcome = SpoolOutcome::default();
        let files = self.files()?;
        for (index, path) in files.iter().enumerate() {
            let report = fs::read(path).map_err(AgentError::file(path))?;
            let json: Option<Json> = serde_json::from_slice(&report).ok();
            let environment = json.as_ref().and_then(|json| json["environment"].as_str()).unwrap_or("production");
            match send(environment, &report) {
                Ok(()) => outcome.sent += 1,
                // The same report would be refused again.
                Err(error) if matches!(error.status(), Some(400 | 404 | 406 | 413 | 415 | 422)) => {
                    outcome.refused.push(error);
                }
                Err(error) => {
                    outcome.kept = files.len() - index;
                    outcome.outage = Some(error);
                    return Ok(outcome);
                }
            }
            remove(path)?;
        }
        Ok(outcome)
    }

    /// Returns the reports, oldest first.
    fn files(&self) -> Result<Vec<PathBuf>, AgentError> {
        let entries = match fs::read_dir(&self.directory) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(AgentError::file(&self.directory))?,
        };
        let mut files: Vec<PathBuf> =
            entries.flatten().map(|entry| entry.path()).filter(|path| number(path).is_some()).collect();
        files.sort();
        Ok(files)
    }

    /// Removes the oldest reports until the limits are met; the newest one is kept.
    fn prune(&self) -> Result<usize, AgentError> {
        let (mut runs, mut bytes, mut dropped) = (0, 0_u64, 0);
        for path in self.files()?.iter().rev() {
            runs += 1;
            bytes = bytes.saturating_add(fs::metadata(path).map_or(0, |found| found.len()));
            if runs > 1 && (runs > self.keep.runs || bytes > self.keep.bytes) {
                remove(path)?;
                dropped += 1;
            }
        }
        Ok(dropped)
    }
}

/// Returns the number in the name of a report.
fn number(path: &Path) -> Option<u128> {
    path.file_name()?.to_str()?.strip_suffix(EXTENSION)?.strip_suffix('.')?.parse().ok()
}

fn remove(path: &Path) -> Result<(), AgentError> {
    fs::remove_file(path).map_err(AgentError::file(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spool(directory: &Path) -> ReportSpool {
        ReportSpool::new(directory.join("spool"), KeepRuns { runs: 3, bytes: 1 << 20 })
    }

    fn outage() -> AgentError {
        AgentError::Unreachable { address: "puppet:8140".into(), reason: "refused".into(), is_closed: false }
    }

    #[test]
    fn reports_are_sent_once_in_order_after_an_outage() {
        let directory = tempfile::tempdir().unwrap();
        let spool = spool(directory.path());
        for number in 1..=3 {
            let report = format!(r#"{{"environment":"e{number}","number":{number}}}"#);
            assert_eq!(spool.add(report.as_bytes()).unwrap(), 0);
        }
        let mut received = Vec::new();
        let mut send = |environment: &str, _: &[u8]| {
            received.push(environment.to_owned());
            if environment == "e2" { Err(outage()) } else { Ok(()) }
        };
        let outcome = spool.send_with(&mut send).unwrap();
        assert_eq!((outcome.sent, outcome.kept, outcome.outage.is_some()), (1, 2, true));
        let outcome = spool
            .send_with(&mut |environment, _| {
                received.push(environment.to_owned());
                Ok(())
            })
            .unwrap();
        assert_eq!((outcome.sent, outcome.kept), (2, 0));
        assert_eq!(received, ["e1", "e2", "e2", "e3"]);
        assert_eq!(spool.send_with(&mut |_, _| unreachable!()).unwrap().sent, 0);
    }

    #[test]
    fn refused_report_does_not_block_the_others() {
        let directory = tempfile::tempdir().unwrap();
        let spool = spool(directory.path());
        spool.add(b"not JSON").unwrap();
        spool.add(br#"{"environment":"test"}"#).unwrap();
        let outcome = spool
            .send_with(&mut |environment, _| match environment {
                "test" => Ok(()),
                _ => Err(AgentError::Response { status: 400, message: "no".into() }),
            })
            .unwrap();
        assert_eq!((outcome.sent, outcome.refused.len(), outcome.kept), (1, 1, 0));
    }

    #[test]
    fn oldest_reports_are_removed_beyond_the_limit() {
        let directory = tempfile::tempdir().unwrap();
        let spool = spool(directory.path());
        let dropped: usize = (0..5).map(|number| spool.add(format!("{number}").as_bytes()).unwrap()).sum();
        assert_eq!((dropped, spool.files().unwrap().len()), (2, 3));
    }
}
