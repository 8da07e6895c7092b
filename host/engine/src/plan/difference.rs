//! Textual differences between planned and current state.

use catalog::Catalog;
use catalog::diff::diff;
use transaction::Log;

use super::PlannedChange;
use report::catalog_diff::to_text;

/// Returns the difference between two catalogs; `None` if they are equal.
pub(crate) fn of_catalogs(planned: &Catalog, now: &Catalog) -> Option<String> {
    let found = diff(planned, now);
    (!found.is_empty()).then(|| to_text(&found, false).trim_end().to_owned())
}

/// Returns the difference between planned and current changes, one per line, each followed by the difference of contents
/// that a log message of the resource contains; `None` if they are equal.
pub(crate) fn of_events(planned: &[PlannedChange], now: &[PlannedChange], logs: &[Log]) -> Option<String> {
    let find = |list: &[PlannedChange], change: &PlannedChange| {
        list.iter().find(|other| (&other.resource, &other.property) == (&change.resource, &change.property)).cloned()
    };
    let mut lines = Vec::new();
    for change in planned {
        match find(now, change) {
            Some(other) if other == *change => {}
            Some(other) => {
                lines.push(format!("  {}: planned {}, now {}", change.place(), change.describe(), other.describe()));
                lines.extend(difference_of(&other, logs));
            }
            None => lines.push(format!("  {}: planned {}, now nothing", change.place(), change.describe())),
        }
    }
    for change in now.iter().filter(|change| find(planned, change).is_none()) {
        lines.push(format!("  {}: planned nothing, now {}", change.place(), change.describe()));
        lines.extend(difference_of(change, logs));
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Returns the lines of the difference of contents in the log that belongs to a change.
fn difference_of(change: &PlannedChange, logs: &[Log]) -> Vec<String> {
    let is_of_change = |log: &&Log| {
        let is_of_resource = log.resource.as_ref().is_some_and(|resource| resource.to_string() == change.resource);
        let is_of_property = || log.source.as_deref().is_some_and(|source| source.ends_with(&*change.property));
        log.message.starts_with("\n---") && is_of_resource && is_of_property()
    };
    let difference = logs.iter().find(is_of_change).map_or("", |log| &log.message);
    difference.lines().skip(1).map(|line| format!("    {line}")).collect()
}
