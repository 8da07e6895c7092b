//! Events of reports.

use std::collections::BTreeSet;

use crate::json::canonical;
use crate::model::ReportEvent;

/// The numbers of events by status, which are columns of a report.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct EventCounts {
    pub(crate) failures: i64,
    pub(crate) skips: i64,
    pub(crate) successes: i64,
    pub(crate) noops: i64,
}

impl EventCounts {
    pub(crate) fn of(events: &[&ReportEvent]) -> Self {
        let count = |status: &str| events.iter().filter(|event| event.status == status).count() as i64;
        Self { failures: count("failure"), skips: count("skipped"), successes: count("success"), noops: count("noop") }
    }
}

/// Returns the events without repetitions.
pub(crate) fn unique_events(events: &[ReportEvent]) -> Vec<&ReportEvent> {
    let mut known = BTreeSet::new();
    let mut is_new = |event: &ReportEvent| {
        let ReportEvent { status, timestamp, resource, property, message, name, file, line, .. } = event;
        let values = (canonical(&event.old_value), canonical(&event.new_value));
        known.insert((
            status.clone(),
            *timestamp,
            resource.clone(),
            property.clone(),
            values,
            message.clone(),
            name.clone(),
            file.clone(),
            *line,
        ))
    };
    events.iter().filter(|event| is_new(event)).collect()
}
