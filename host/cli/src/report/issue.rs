//! Owns what is said of reports that can't be written.

/// The report of a run is lost.
pub(super) fn not_saved(error: &anyhow::Error) -> String {
    format!("Could not save last run local report: {error:#}")
}
