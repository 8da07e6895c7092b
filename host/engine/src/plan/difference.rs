//! Textual differences between planned and current state.

use catalog::Catalog;
use catalog::diff::diff;

use super::PlannedChange;
use report::catalog_diff::to_text;

/// Returns the difference between two catalogs; `None` if they are equal.
pub(crate) fn of_catalogs(planned: &Catalog, now: &Catalog) -> Option<String> {
    let found = diff(planned, now);
    (!found.is_empty()).then(|| to_text(&found, false).trim_end().to_owned())
}

/// Returns the difference between planned and current changes, one per line; `None` if they are equal.
pub(crate) fn of_events(planned: &[PlannedChange], now: &[PlannedChange]) -> Option<String> {
    let find = |list: &[PlannedChange], change: &PlannedChange| {
        list.iter().find(|other| (&other.resource, &other.property) == (&change.resource, &change.property)).cloned()
    };
    let mut lines = Vec::new();
    for change in planned {
        match find(now, change) {
            Some(other) if other == *change => {}
            Some(other) => {
                lines.push(format!("  {}: planned {}, now {}", change.place(), change.describe(), other.describe()))
            }
            None => lines.push(format!("  {}: planned {}, now nothing", change.place(), change.describe())),
        }
    }
    for change in now.iter().filter(|change| find(planned, change).is_none()) {
        lines.push(format!("  {}: planned nothing, now {}", change.place(), change.describe()));
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}
