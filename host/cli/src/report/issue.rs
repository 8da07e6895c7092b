//! Owns what is said of reports that can't be written or handed on. Puppet's words where it has them.

/// The report of a run is lost.
pub(super) fn not_saved(error: &anyhow::Error) -> String {
    format!("Could not save last run local report: {error:#}")
}

/// A processor of reports has failed.
pub(super) fn processor_failed(name: &str, error: &anyhow::Error) -> String {
    format!("Report {name} failed: {error:#}")
}

/// A host has not taken a report.
pub(super) fn not_submitted(url: &str, status: u16, reason: &str) -> String {
    format!("Unable to submit report to {url} [{status}] {reason}")
}
