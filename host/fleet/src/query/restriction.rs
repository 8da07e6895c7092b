//! Adds conditions to queries: from the path of a request, and that nodes are active.

use serde_json::{Value as Json, json};

/// Adds a condition to a query, below `extract` and `from`.
pub(crate) fn with_condition(query: Option<Json>, condition: &Json) -> Json {
    let Some(query) = query.filter(|query| !query.is_null()) else { return condition.clone() };
    let parts = query.as_array().map(Vec::as_slice).unwrap_or_default();
    let is_named =
        |part: &Json, names: &[&str]| part.get(0).and_then(Json::as_str).is_some_and(|name| names.contains(&name));
    let (keep, ends): (usize, &[&str]) = match parts.first().and_then(Json::as_str) {
        Some("extract") if parts.len() >= 2 => (2, &["group_by"]),
        Some("from") if parts.len() >= 2 => (2, &["limit", "offset", "order_by"]),
        _ => return json!(["and", query, condition]),
    };
    let (head, rest) = parts.split_at(keep);
    let (found, rest) = match rest {
        [first, rest @ ..] if !is_named(first, ends) => (Some(first.clone()), rest),
        rest => (None, rest),
    };
    head.iter().cloned().chain([with_condition(found, condition)]).chain(rest.iter().cloned()).collect()
}

/// Adds the condition that nodes are active, unless the query has one about that.
pub(crate) fn with_active_nodes(query: Option<Json>) -> Option<Json> {
    match &query {
        Some(query) if mentions_state(query) => Some(query.clone()),
        _ => Some(with_condition(query, &json!(["=", "node_state", "active"]))),
    }
}

/// Returns whether a query has a condition about active nodes.
fn mentions_state(query: &Json) -> bool {
    let Json::Array(parts) = query else { return false };
    let is_state = match parts.as_slice() {
        [operator, field, _] if operator == "=" => *field == json!(["node", "active"]) || field == "node_state",
        _ => false,
    };
    is_state || parts.iter().skip(1).any(mentions_state)
}
