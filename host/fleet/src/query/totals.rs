//! Checks the conditions of totals of event counts, which have fewer operators than other queries.

use serde_json::Value as Json;

use super::QueryError;
use super::paging::clojure;

/// Fields that can be compared with a value.
const EQUAL: [&str; 14] = [
    "certname",
    "containing_class",
    "environment",
    "file",
    "latest_report?",
    "line",
    "message",
    "new_value",
    "old_value",
    "property",
    "report",
    "resource_title",
    "resource_type",
    "status",
];
/// Fields that can match a pattern.
const MATCH: [&str; 10] = [
    "certname",
    "containing_class",
    "environment",
    "file",
    "message",
    "property",
    "report",
    "resource_title",
    "resource_type",
    "status",
];
/// Fields that are ordered.
const ORDERED: [&str; 4] = ["timestamp", "run_start_time", "run_end_time", "report_receive_time"];
/// Fields that can be compared with those of a subquery.
const IN: [&str; 20] = [
    "certname",
    "configuration_version",
    "containing_class",
    "containment_path",
    "end_time",
    "environment",
    "file",
    "hash",
    "line",
    "message",
    "name",
    "new_value",
    "old_value",
    "property",
    "receive_time",
    "resource_title",
    "resource_type",
    "start_time",
    "status",
    "timestamp",
];

/// Checks a condition.
pub(super) fn check(query: &Json) -> Result<(), QueryError> {
    let parts = query.as_array().map(Vec::as_slice).unwrap_or_default();
    let Some((Json::String(name), arguments)) = parts.split_first() else { return Err(QueryError::expression(query)) };
    let operator = name.to_lowercase();
    match (operator.as_str(), arguments) {
        ("and" | "or" | "not", parts) => parts.iter().try_for_each(check),
        ("in", [Json::String(field), source]) => is_in(field, source),
        ("extract", [_, source]) => extract(source),
        ("=", [Json::String(field), _]) if EQUAL.contains(&field.as_str()) => Ok(()),
        ("~", [Json::String(field), _]) if MATCH.contains(&field.as_str()) => Ok(()),
        ("=" | "~", [field, _]) => Err(QueryError::usage(format!(
            "'{}' is not a queryable object for version 4 of the resource events API",
            super::entity::shown(field)
        ))),
        ("<" | "<=" | ">" | ">=", [Json::String(field), _]) if !ORDERED.contains(&field.as_str()) => {
            Err(QueryError::usage(format!("{operator} operator does not support object '{field}' for resource events")))
        }
        ("<" | "<=" | ">" | ">=", _) => Ok(()),
        _ => Err(unknown(query, name)),
    }
}

fn is_in(field: &str, source: &Json) -> Result<(), QueryError> {
    if !IN.contains(&field) {
        let known = IN.join(", ");
        return Err(QueryError::usage(format!(
            "Can't match on unknown event field '{field}' for 'in'. Acceptable fields are: {known}"
        )));
    }
    let name = source.get(0).and_then(Json::as_str).unwrap_or_default();
    if name != "extract" {
        return Err(QueryError::usage(format!("The subquery argument of 'in' must be an 'extract', not '{name}'")));
    }
    source.get(2).map_or_else(|| Err(QueryError::expression(source)), extract)
}

/// Checks the source of `extract`: a subquery of facts or resources.
fn extract(source: &Json) -> Result<(), QueryError> {
    let name = source.get(0).and_then(Json::as_str).unwrap_or_default();
    if ["select_facts", "select_resources"].contains(&name) {
        return source.get(1).map_or(Ok(()), check_subquery);
    }
    check(source)?;
    Err(QueryError::usage(format!("The argument to extract must be a select operator, not '{name}'")))
}

/// Checks the operators in a subquery, whose fields are those of facts or resources.
fn check_subquery(query: &Json) -> Result<(), QueryError> {
    let parts = query.as_array().map(Vec::as_slice).unwrap_or_default();
    let Some((Json::String(name), arguments)) = parts.split_first() else { return Err(QueryError::expression(query)) };
    match (name.to_lowercase().as_str(), arguments) {
        ("and" | "or" | "not", parts) => parts.iter().try_for_each(check_subquery),
        ("in" | "=" | "~" | "<" | "<=" | ">" | ">=", _) => Ok(()),
        _ => Err(unknown(query, name)),
    }
}

fn unknown(query: &Json, name: &str) -> QueryError {
    QueryError::usage(format!("{} is not well-formed: query operator '{name}' is unknown", clojure(query)))
}
