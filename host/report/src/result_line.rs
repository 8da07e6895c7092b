//! The last line of a run: how many resources were changed, failed and skipped, and how to undo the changes.

use std::time::Duration;

use catalog::Value;
use transaction::{EventStatus, Report, Status};

use super::RunRecord;
use super::show::{seconds, undo_command};

/// The value of `ensure` of a resource that does not exist.
const ABSENT: &str = "absent";

/// The time that syncing written files takes at least to be mentioned.
const LONG_SYNC: Duration = Duration::from_secs(1);

/// Returns the line; `None` if the catalog was not applied. `undo` are the flags that select the state of the run, if its
/// changes can be undone.
pub(crate) fn result_line(run: &RunRecord, undo: Option<&str>) -> Option<String> {
    let report = run.transaction.as_ref().filter(|report| report.transaction_completed)?;
    let statuses = counted(report);
    let count = |is: fn(&Status) -> bool| statuses.iter().filter(|status| is(status)).count();
    let mut parts = if run.noop { pending(&statuses) } else { vec![(count(|status| status.changed), "changed")] };
    let failed = count(|status| status.failed || status.failed_to_restart);
    let skipped = count(|status| status.skipped);
    parts.extend([(failed, "failed"), (skipped, "skipped")].into_iter().filter(|(count, _)| *count > 0));
    let parts: Vec<String> = parts.into_iter().map(|(count, what)| format!("{count} {what}")).collect();
    let time = seconds((run.preparing + report.duration).as_secs_f64());
    let undo = undo.filter(|_| report.has_changes());
    let undo = undo.map_or_else(String::new, |flags| format!("; undo: {}", undo_command(run.number, flags)));
    Some(format!("{} of {} in {time}{undo}", parts.join(", "), statuses.len()))
}

/// Returns a message about the time that syncing each written file took; `None` if it took less than [`LONG_SYNC`].
pub(crate) fn sync_line(run: &RunRecord) -> Option<String> {
    let time = seconds(run.syncing.filter(|time| *time >= LONG_SYNC)?.as_secs_f64());
    Some(format!(
        "Syncing each written file to disk took {time}; --parallel 8 syncs several files at a time, --durable run syncs once at \
         the end of the run"
    ))
}

/// Returns the results of the resources except schedules and filebuckets, since most catalogs have these of their own
/// accord.
pub(crate) fn counted(report: &Report) -> Vec<&Status> {
    let is_counted = |status: &&Status| {
        !matches!(&*report.catalog.get(status.resource).reference.type_name, "Schedule" | "Filebucket")
    };
    report.statuses.iter().filter(is_counted).collect()
}

/// Counts the resources that a dry run would create, change and remove.
fn pending(statuses: &[&Status]) -> Vec<(usize, &'static str)> {
    let [mut created, mut changed, mut removed] = [0, 0, 0];
    for status in statuses {
        let mut events = status.events.iter().filter(|event| event.status == EventStatus::Noop).peekable();
        if events.peek().is_none() {
            continue;
        }
        match events.find(|event| event.property.as_deref() == Some("ensure")) {
            Some(event) if is_absent(event.desired_value.as_ref()) => removed += 1,
            Some(event) if is_absent(event.previous_value.as_ref()) => created += 1,
            _ => changed += 1,
        }
    }
    vec![(created, "to create"), (changed, "to change"), (removed, "to remove")]
}

fn is_absent(value: Option<&Value>) -> bool {
    value.and_then(Value::as_str) == Some(ABSENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_time_of_syncing_is_mentioned_with_the_flags_that_reduce_it() {
        let mut run = RunRecord::begin(1, "n".into(), "production".into(), false);
        let mut line = |milliseconds: Option<u64>| {
            run.syncing = milliseconds.map(Duration::from_millis);
            sync_line(&run)
        };
        assert_eq!((line(None), line(Some(999))), (None, None));
        let message = line(Some(14_123)).unwrap();
        assert!(
            message.starts_with("Syncing each written file to disk took 14.1") && message.contains("--durable run"),
            "{message}"
        );
    }
}
