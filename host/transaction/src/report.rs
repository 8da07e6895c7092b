//! The report: what a run did, and the figures of it. It has all that Puppet's report format 12 asks of the transaction;
//! writing it down is not done here.

use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, SystemTime};

use catalog::Catalog;

use crate::{EventStatus, Log, MissingDependency, Status, TransactionStore};

/// The outcome of a run as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunOutcome {
    /// Something failed, or nothing could be applied.
    Failed,
    /// Something was changed, and nothing failed.
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

/// What a run did.
#[derive(Debug, Clone)]
pub struct Report {
    /// The catalog: titles, tags, positions and containers of the resources are there. Of attributes, little is left there.
    pub catalog: Catalog,
    /// When the run began.
    pub time: SystemTime,
    /// How long it took.
    pub duration: Duration,
    /// Whether nothing was to be changed.
    pub noop: bool,
    /// Whether the run came to its end; a cycle or a failed check before the run keeps it from beginning.
    pub transaction_completed: bool,
    /// Why nothing was applied, to be shown after "Failed to apply catalog: ".
    pub error: Option<String>,
    /// How many resources had no turn, since the run was interrupted.
    pub canceled: usize,
    /// The log of the run; preparing it is not in it.
    pub logs: Vec<Log>,
    /// A status for each resource that had a turn, in the order of the catalog. Classes, defined types and stages have none.
    pub statuses: Vec<Status>,
    /// What the next run has to know.
    pub memory: TransactionStore,
    /// Orders that the manifest forgot to declare.
    pub forgotten: Vec<MissingDependency>,
}

/// The figures of a report.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Metrics {
    /// All resources.
    pub total: usize,
    /// Those left out.
    pub skipped: usize,
    /// Those that failed.
    pub failed: usize,
    /// Those whose refresh failed.
    pub failed_to_restart: usize,
    /// Those that were refreshed.
    pub restarted: usize,
    /// Those that were changed.
    pub changed: usize,
    /// Those that were not as desired.
    pub out_of_sync: usize,
    /// Those that were changed back to what an earlier run had set.
    pub corrective_change: usize,
    /// All changes.
    pub changes: usize,
    /// All events.
    pub events: usize,
    /// Events that ended well.
    pub successes: usize,
    /// Events that ended badly.
    pub failures: usize,
    /// Events of a dry run.
    pub noops: usize,
    /// Events that only record.
    pub audits: usize,
    /// Time by type, in lower case.
    pub times: BTreeMap<String, Duration>,
}

impl Report {
    /// Returns the figures.
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

    /// Returns the outcome as a whole.
    #[must_use]
    pub fn outcome(&self) -> RunOutcome {
        if !self.transaction_completed || self.has_failures() {
            RunOutcome::Failed
        } else if self.has_changes() {
            RunOutcome::Changed
        } else {
            RunOutcome::Unchanged
        }
    }

    /// Returns whether a resource or its refresh failed: exit code 4 of `--detailed-exitcodes`.
    #[must_use]
    pub fn has_failures(&self) -> bool {
        self.statuses.iter().any(|status| status.failed || status.failed_to_restart)
    }

    /// Returns whether something was changed: exit code 2 of `--detailed-exitcodes`.
    #[must_use]
    pub fn has_changes(&self) -> bool {
        self.statuses.iter().any(|status| status.change_count > 0)
    }

    /// Returns whether something was changed back to what an earlier run had set.
    #[must_use]
    pub fn has_corrective_changes(&self) -> bool {
        self.statuses.iter().any(|status| status.corrective_change)
    }

    /// Returns whether something would have been changed, were it not for noop.
    #[must_use]
    pub fn noop_pending(&self) -> bool {
        self.statuses.iter().flat_map(|status| &status.events).any(|event| event.status == EventStatus::Noop)
    }
}
