//! The figures of a run in the text format of Prometheus, for node_exporter's textfile collector.

use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use transaction::{Metrics, Report, RunOutcome};

use super::CompletedRun;

/// The name of the file; node_exporter reads files that end with `.prom`.
pub(crate) const FILE: &str = "marotte.prom";

/// node_exporter runs as another user.
pub(crate) const MODE: u32 = 0o644;

/// Returns the figures of a run that ended at this time.
pub(crate) fn text(completed: &CompletedRun, end: SystemTime) -> String {
    let run = &completed.run;
    let figures = run.transaction.as_ref().map(Report::metrics).unwrap_or_default();
    let end = end.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let mut page = Page::default();
    page.gauge("timestamp_seconds", "Time at which the last run ended, in seconds since 1970.", end);
    page.gauge("duration_seconds", "Duration of the last run.", completed.header.duration);
    page.gauge("number", "Number of the last run, as in 'marotte report'.", run.number);
    page.gauge("noop", "Whether the last run was a dry run.", u8::from(run.noop));
    page.header("status", "Status of the last run: 1 for the status of the run, 0 for others.");
    for status in [RunOutcome::Failed, RunOutcome::Changed, RunOutcome::Unchanged] {
        page.labelled("status", &status.to_string(), usize::from(run.outcome() == status));
    }
    page.resources(&figures);
    page.gauge("changes", "Number of changes made by the last run.", figures.changes);
    page.gauge("pending_changes", "Number of changes that the last run would have made without noop.", figures.noops);
    page.gauge("failures", "Number of changes of the last run that failed.", figures.failures);
    let help = "Whether the last run applied the last good catalog because the manifests do not compile.";
    page.gauge("cached_catalog", help, u8::from(run.is_cached));
    let help = "Whether the last run applied an earlier commit because the repository could not be fetched.";
    page.gauge("fetch_failed", help, u8::from(run.is_outdated));
    page.text
}

/// A file that is being written.
#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    fn header(&mut self, name: &str, help: &str) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "# HELP marotte_last_run_{name} {help}\n# TYPE marotte_last_run_{name} gauge");
    }

    fn resources(&mut self, figures: &Metrics) {
        self.header("resources", "Number of resources of the last run by status; a resource can have several.");
        for (status, count) in [
            ("total", figures.total),
            ("changed", figures.changed),
            ("corrective_change", figures.corrective_change),
            ("failed", figures.failed),
            ("failed_to_restart", figures.failed_to_restart),
            ("out_of_sync", figures.out_of_sync),
            ("restarted", figures.restarted),
            ("skipped", figures.skipped),
        ] {
            self.labelled("resources", status, count);
        }
    }

    fn gauge(&mut self, name: &str, help: &str, value: impl std::fmt::Display) {
        self.header(name, help);
        let _ = writeln!(self.text, "marotte_last_run_{name} {value}");
    }

    fn labelled(&mut self, name: &str, status: &str, value: usize) {
        let _ = writeln!(self.text, "marotte_last_run_{name}{{status=\"{status}\"}} {value}");
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::RunRecord;

    #[test]
    fn metrics_of_a_run_without_catalog_have_the_status_failed() {
        let mut run = RunRecord::begin(7, "n".into(), "production".into(), true);
        run.is_outdated = true;
        let text = text(&run.complete(Vec::new()), UNIX_EPOCH + Duration::from_secs(1_700_000_000));
        for line in [
            "# HELP marotte_last_run_timestamp_seconds Time at which the last run ended, in seconds since 1970.",
            "# TYPE marotte_last_run_timestamp_seconds gauge",
            "marotte_last_run_timestamp_seconds 1700000000",
            "marotte_last_run_number 7",
            "marotte_last_run_noop 1",
            "marotte_last_run_status{status=\"failed\"} 1",
            "marotte_last_run_status{status=\"changed\"} 0",
            "marotte_last_run_resources{status=\"total\"} 0",
            "marotte_last_run_fetch_failed 1",
        ] {
            assert!(text.lines().any(|known| known == line), "no {line:?} in\n{text}");
        }
        // Each metric has one HELP and one TYPE before its values.
        for line in text.lines() {
            let name =
                line.trim_start_matches("# HELP ").trim_start_matches("# TYPE ").split([' ', '{']).next().unwrap();
            let count =
                |prefix: &str| text.lines().filter(|line| line.starts_with(&format!("{prefix}{name} "))).count();
            assert_eq!((count("# HELP "), count("# TYPE ")), (1, 1), "{name}");
        }
        assert!(text.ends_with('\n'));
    }
}
