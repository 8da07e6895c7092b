//! Counts of events.

use serde_json::Value as Json;

use super::entity::{Entity, shown};
use super::paging::{clojure, unknown};
use super::select::{Comparison, Counts, Summary};
use super::{Page, QueryError, Summaries, build, check, operators, totals};

/// The counts.
const COUNTS: [&str; 4] = ["failures", "skips", "successes", "noops"];

/// Reads a query for counts.
pub(super) fn read(condition: Option<&Json>, page: &Page, summaries: &Summaries) -> Result<Counts, QueryError> {
    let name = summaries.summarize_by.as_deref().unwrap_or_default();
    one(name, condition, page, summaries)
}

/// Reads a query for the totals of one or more summaries.
pub(super) fn totals(condition: Option<&Json>, page: &Page, summaries: &Summaries) -> Result<Vec<Counts>, QueryError> {
    let names = summaries.summarize_by.as_deref().unwrap_or_default();
    let counts: Result<Vec<Counts>, QueryError> =
        names.split(',').map(|name| one(name, condition, page, summaries)).collect();
    match counts {
        Err(error) if !error.is_late() => Err(error),
        counts => condition.map_or(Ok(()), totals::check).and(counts),
    }
}

fn one(name: &str, condition: Option<&Json>, page: &Page, summaries: &Summaries) -> Result<Counts, QueryError> {
    let summary = Summary::named(name)
        .ok_or_else(|| QueryError::usage(format!("Unsupported value for 'summarize_by': '{name}'")))?;
    let names: Vec<&'static str> = COUNTS.iter().chain(summary.fields()).copied().collect();
    let order = |(name, is_descending): &(String, bool)| {
        let found = names.iter().find(|known| *known == name).ok_or_else(|| unknown(name, &names))?;
        Ok((*found, *is_descending))
    };
    let order = page.order_by.iter().map(order).collect::<Result<_, QueryError>>()?;
    let limit = summaries.counts_filter.as_ref().map(counts_filter).transpose()?;
    let Some(events) = Entity::named("events") else { return Err(QueryError::usage("There are no events")) };
    if let Some(condition) = condition {
        check::check(Some(events), condition)?;
        operators::check(events, condition)?;
    }
    let is_by_node = match summaries.count_by.as_deref() {
        None | Some("resource") => false,
        Some("certname") => true,
        Some(other) => return Err(QueryError::usage(format!("Unsupported value for 'count_by': '{other}'"))),
    };
    let filter = condition.map(|condition| build::filter(events, condition)).transpose()?.flatten();
    Ok(Counts { summary, is_by_node, filter, limit, order, slice: (page.limit, page.offset) })
}

/// Reads a condition for a count.
fn counts_filter(filter: &Json) -> Result<(&'static str, Comparison, i64), QueryError> {
    let parts = filter.as_array().map(Vec::as_slice).unwrap_or_default();
    let Some((operator, arguments)) = parts.split_first() else {
        return Err(QueryError::usage(format!(
            "{} is not well-formed: queries must contain at least one operator",
            clojure(filter)
        )));
    };
    let operator = shown(operator).to_lowercase();
    let Some(comparison) = Comparison::named(&operator) else {
        return Err(QueryError::usage(format!(
            "{} is not well-formed: query operator '{operator}' is unknown",
            clojure(filter)
        )));
    };
    let [name, value] = arguments else {
        let count = arguments.len();
        return Err(QueryError::usage(format!("{operator} requires exactly two arguments, but {count} were supplied")));
    };
    let name = shown(name);
    let Some(name) = COUNTS.into_iter().find(|count| *count == name) else {
        return Err(QueryError::usage(match comparison {
            Comparison::Equal => format!("{name} is not a queryable object for event counts"),
            _ => format!("{operator} operator does not support object '{name}' for event counts"),
        }));
    };
    let Some(value) = value.as_i64() else {
        return Err(QueryError::usage(format!("Value {value} must be a number for {operator} comparison.")));
    };
    Ok((name, comparison, value))
}
