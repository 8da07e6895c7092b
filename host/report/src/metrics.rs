//! Metrics of a report with Puppet's groups, names and labels, and Ruby's number format.

use ruby::number::float_text;
use transaction::Report;

use super::RunRecord;

/// A group of metrics.
#[derive(Debug, PartialEq)]
pub(crate) struct Metric {
    /// The name of the group: `resources`, `time`, `changes`, `events`.
    pub name: &'static str,
    /// The values by name.
    pub values: Vec<(String, MetricValue)>,
}

/// A value of a metric.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum MetricValue {
    /// A count.
    Count(usize),
    /// A duration in seconds.
    Seconds(f64),
}

impl MetricValue {
    /// Returns whether the value is zero.
    pub(crate) fn is_zero(self) -> bool {
        match self {
            Self::Count(count) => count == 0,
            Self::Seconds(seconds) => seconds == 0.0,
        }
    }

    /// Formats the value as in Ruby.
    pub(crate) fn text(self) -> String {
        match self {
            Self::Count(count) => count.to_string(),
            Self::Seconds(seconds) => float_text(seconds),
        }
    }
}

/// Returns the metrics of a run in the order of Puppet's reports.
pub(crate) fn metrics(run: &RunRecord) -> [Metric; 4] {
    let figures = run.transaction.as_ref().map(Report::metrics).unwrap_or_default();
    let counts = |name, counts: &[(&str, usize)]| Metric {
        name,
        values: counts.iter().map(|(name, count)| ((*name).to_owned(), MetricValue::Count(*count))).collect(),
    };
    let mut time: Vec<(String, MetricValue)> =
        figures.times.iter().map(|(name, time)| (name.clone(), MetricValue::Seconds(time.as_secs_f64()))).collect();
    let mut spent = |name: &str, spent: Option<std::time::Duration>| {
        time.extend(spent.map(|spent| (name.to_owned(), MetricValue::Seconds(spent.as_secs_f64()))));
    };
    spent("config_retrieval", run.compiling);
    if let Some(report) = run.transaction.as_ref().filter(|report| report.transaction_completed) {
        spent("transaction_evaluation", Some(report.duration));
        spent("catalog_application", Some(run.preparing + report.duration));
    }
    spent("total", Some(run.total));
    let mut events = vec![("total", figures.events), ("failure", figures.failures), ("success", figures.successes)];
    // As in Puppet, these are included only if they are not zero.
    events.extend([("noop", figures.noops), ("audit", figures.audits)].into_iter().filter(|(_, count)| *count > 0));
    [
        counts(
            "resources",
            &[
                ("total", figures.total),
                ("skipped", figures.skipped),
                ("failed", figures.failed),
                ("failed_to_restart", figures.failed_to_restart),
                ("restarted", figures.restarted),
                ("changed", figures.changed),
                ("out_of_sync", figures.out_of_sync),
                ("scheduled", 0),
                ("corrective_change", figures.corrective_change),
            ],
        ),
        Metric { name: "time", values: time },
        counts("changes", &[("total", figures.changes)]),
        counts("events", &events),
    ]
}

/// Returns the label of a name: `Out of sync` for `out_of_sync`.
pub(crate) fn label(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters.map(|letter| if letter == '_' { ' ' } else { letter })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_readable() {
        assert_eq!(label("failed_to_restart"), "Failed to restart");
        assert_eq!(label("concat_file"), "Concat file");
    }
}
