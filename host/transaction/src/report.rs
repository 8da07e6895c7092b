//! Report of a run with its metrics. It contains all data of the transaction that Puppet's report format 12 requires.
//! Serialisation is implemented elsewhere.

use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, SystemTime};

use catalog::Catalog;

use crate::{EventStatus, Log, MissingDependency, Status, TransactionStore};

/// Overall outcome of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunOutcome {
    /// A resource failed, or nothing could be applied.
    Failed,
    /// Resources were changed, and none failed.
    Changed,
    /// Nothing was changed.
    Unchanged,
}

impl fmt::Display for RunOutcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Failed => "failed",
            Self::Changed => "changed",
            Self::Unchanged => "unchanged",
        })
    }
}

/// Results of a run.
#[derive(Debug, Clone)]
pub struct Report {
    /// The catalog with titles, tags, positions and containers of the resources. Most attributes have been removed.
    pub catalog: Catalog,
    /// Start time of the run.
    pub time: SystemTime,
    /// Duration of the run.
    pub duration: Duration,
    /// Whether the run was a noop run.
    pub noop: bool,
    /// Whether the catalog was applied. False if a cycle or a failed check before the run prevented it.
    pub transaction_completed: bool,
    /// Reason why nothing was applied; follows "Failed to apply catalog: ".
    pub error: Option<String>,
    /// Number of resources not evaluated because the run was interrupted.
    pub canceled: usize,
    /// Log messages of the run, without those of the preparation.
    pub logs: Vec<Log>,
    /// Statuses of the evaluated resources in catalog order. Classes, defined types and stages have none.
    pub statuses: Vec<Status>,
    /// State to be stored for the next run.
    pub store: TransactionStore,
    /// Dependencies that the catalog does not declare.
    pub missing_dependencies: Vec<MissingDependency>,
}

/// Metrics of a report.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Metrics {
    /// Number of resources.
    pub total: usize,
    /// Number of skipped resources.
    pub skipped: usize,
    /// Number of failed resources.
    pub failed: usize,
    /// Number of resources whose refresh failed.
    pub failed_to_restart: usize,
    /// Number of refreshed resources.
    pub restarted: usize,
    /// Number of changed resources.
    pub changed: usize,
    /// Number of resources that were out of sync.
    pub out_of_sync: usize,
    /// Number of resources with corrective changes.
    pub corrective_change: usize,
    /// Number of changes.
    pub changes: usize,
    /// Number of events.
    pub events: usize,
    /// Number of successful events.
    pub successes: usize,
    /// Number of failed events.
    pub failures: usize,
    /// Number of noop events.
    pub noops: usize,
    /// Number of audit events.
    pub audits: usize,
    /// Evaluation time by type, in lower case.
    pub times: BTreeMap<String, Duration>,
}

impl Report {
    /// Returns the metrics.
    #[must_use]
    pub fn metrics(&self) -> Metrics {
        let mut metrics = Metrics { total: self.statuses.len(), ..Metrics::default() };
        for status in &self.statuses {
            metrics.skipped += usize::from(status.skipped);
            metrics.failed += usize::from(status.failed);
            metrics.failed_to_restart += usize::from(status.failed_to_restart);
            metrics.restarted += usize::from(status.restarted);
            metrics.changed += usize::from(status.changed);
            metrics.out_of_sync += usize::from(status.out_of_sync);
            metrics.corrective_change += usize::from(status.corrective_change);
            metrics.changes += status.change_count as usize;
            metrics.events += status.events.len();
            for event in &status.events {
                match event.status {
                    EventStatus::Success => metrics.successes += 1,
                    EventStatus::Failure => metrics.failures += 1,
                    EventStatus::Noop => metrics.noops += 1,
                    EventStatus::Audit => metrics.audits += 1,
                }
            }
            if let Some(time) = status.evaluation_time {
                let type_name = &*self.catalog.get(status.resource).reference.type_name;
                match metrics.times.get_mut(type_name) {
                    Some(sum) => *sum += time,
                    None => {
                        metrics.times.insert(type_name.to_owned(), time);
                    }
                }
            }
        }
        metrics.times = metrics.times.into_iter().map(|(name, time)| (name.to_lowercase(), time)).collect();
        metrics
    }

    /// Returns the overall outcome.
    #[must_use]
    pub fn outcome(&self) -> RunOutcome {
        if !self.transaction_completed || self.is_interrupted() || self.has_failures() {
            RunOutcome::Failed
        } else if self.has_changes() {
            RunOutcome::Changed
        } else {
            RunOutcome::Unchanged
        }
    }

    /// Returns whether the run was interrupted before it had evaluated all resources.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.canceled > 0
    }

    /// Returns whether a resource or its refresh failed: exit code 4 of `--detailed-exitcodes`.
    #[must_use]
    pub fn has_failures(&self) -> bool {
        self.statuses.iter().any(|status| status.failed || status.failed_to_restart)
    }

    /// Returns whether any resource was changed: exit code 2 of `--detailed-exitcodes`.
    #[must_use]
    pub fn has_changes(&self) -> bool {
        self.statuses.iter().any(|status| status.change_count > 0)
    }

    /// Returns whether any change was corrective.
    #[must_use]
    pub fn has_corrective_changes(&self) -> bool {
        self.statuses.iter().any(|status| status.corrective_change)
    }

    /// Returns whether changes were omitted because of noop.
    #[must_use]
    pub fn noop_pending(&self) -> bool {
        self.statuses.iter().flat_map(|status| &status.events).any(|event| event.status == EventStatus::Noop)
    }
}
