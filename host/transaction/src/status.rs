//! Statuses of resources: the result of each in a run. They are small, since most resources are unchanged.

use std::time::Duration;

use catalog::ResourceIndex;

use crate::{Event, EventStatus};

/// Result of a resource.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "the flags of Puppet's report")]
pub struct Status {
    /// The resource, in the report's catalog.
    pub resource: ResourceIndex,
    /// The provider that managed it.
    pub provider: Option<std::sync::Arc<str>>,
    /// Start of the evaluation, relative to the start of the run.
    pub started: Duration,
    /// Duration of the evaluation; `None` if the resource was skipped.
    pub evaluation_time: Option<Duration>,
    /// Whether the resource was skipped because of tags, a failed dependency or an interruption.
    pub skipped: bool,
    /// Whether any change failed.
    pub failed: bool,
    /// Whether the refresh failed.
    pub failed_to_restart: bool,
    /// Whether the resource was refreshed.
    pub restarted: bool,
    /// Whether the resource was changed.
    pub changed: bool,
    /// Whether the resource was out of sync.
    pub out_of_sync: bool,
    /// The number of changes.
    pub change_count: u32,
    /// The number of events other than audits.
    pub out_of_sync_count: u32,
    /// Whether any change was corrective.
    pub corrective_change: bool,
    /// Events of the resource.
    pub events: Vec<Event>,
}

impl Status {
    /// Creates a status without events.
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
