//! The statuses of resources: what became of each in a run, kept small, since most of them say that nothing happened.

use std::time::Duration;

use catalog::ResourceIndex;

use crate::{Event, EventStatus};

/// What became of a resource.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "one claim for each mark of Puppet's report")]
pub struct Status {
    /// The resource, in the report's catalog.
    pub resource: ResourceIndex,
    /// The provider that managed it.
    pub provider: Option<std::sync::Arc<str>>,
    /// When its turn began, since the beginning of the run.
    pub started: Duration,
    /// How long it took; `None` if it was skipped.
    pub evaluation_time: Option<Duration>,
    /// It was left out: by tags, by a failed dependency, by an interruption.
    pub skipped: bool,
    /// Something failed.
    pub failed: bool,
    /// Its refresh failed.
    pub failed_to_restart: bool,
    /// It was refreshed.
    pub restarted: bool,
    /// It was changed.
    pub changed: bool,
    /// It was not as desired.
    pub out_of_sync: bool,
    /// The number of changes.
    pub change_count: u32,
    /// The number of attributes, and of other things, that were not as desired.
    pub out_of_sync_count: u32,
    /// It was changed back to what an earlier run had set.
    pub corrective_change: bool,
    /// What happened.
    pub events: Vec<Event>,
}

impl Status {
    /// Makes the status of a resource to which nothing happened yet.
    #[must_use]
    pub fn new(resource: ResourceIndex, started: Duration) -> Self {
        Self {
            resource,
            provider: None,
            started,
            evaluation_time: None,
            skipped: false,
            failed: false,
            failed_to_restart: false,
            restarted: false,
            changed: false,
            out_of_sync: false,
            change_count: 0,
            out_of_sync_count: 0,
            corrective_change: false,
            events: vec![],
        }
    }

    /// Records an event.
    pub fn record(&mut self, event: Event) {
        match event.status {
            EventStatus::Failure => self.failed = true,
            EventStatus::Success => {
                self.changed = true;
                self.change_count += 1;
            }
            EventStatus::Noop | EventStatus::Audit => {}
        }
        if event.status != EventStatus::Audit {
            self.out_of_sync = true;
            self.out_of_sync_count += 1;
        }
        self.corrective_change |= event.corrective_change;
        self.events.push(event);
    }
}
