//! Messages about reports that cannot be written or passed on, with Puppet's wording where it exists.

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
