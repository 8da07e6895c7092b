//! Queries of reports are about reports of agents, unless they mention the type of report.

use serde_json::{Value as Json, json};

use super::entity::Entity;

/// Returns a condition of an entity, restricted to reports of agents.
pub(super) fn condition(entity: &Entity, condition: Option<&Json>) -> Option<Json> {
    if !entity.has_report_type || condition.is_some_and(mentions_type) {
        return condition.cloned();
    }
    let agent = json!(["=", "type", "agent"]);
    Some(match condition {
        Some(condition) => json!(["and", condition, agent]),
        None => agent,
    })
}

/// Returns a query of an entity, with its condition restricted.
pub(super) fn restricted(entity: &Entity, query: &Json) -> Json {
    restricted_query(entity, Some(query)).unwrap_or(Json::Null)
}

/// Returns a query of an entity, with its condition restricted.
pub(super) fn restricted_query(entity: &Entity, query: Option<&Json>) -> Option<Json> {
    let parts = query.and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    let is_named = |part: &Json, name: &str| part.get(0).is_some_and(|found| found == name);
    if query.is_none_or(|query| !is_named(query, "extract")) || !entity.has_report_type {
        return condition(entity, query);
    }
    let (head, rest) = parts.split_at(parts.len().min(2));
    let (found, rest) = match rest {
        [first, rest @ ..] if !is_named(first, "group_by") => (Some(first).filter(|first| !first.is_null()), rest),
        rest => (None, rest),
    };
    Some(head.iter().cloned().chain(condition(entity, found)).chain(rest.iter().cloned()).collect())
}

/// Returns whether a condition mentions the type of reports.
fn mentions_type(condition: &Json) -> bool {
    let parts = condition.as_array().map(Vec::as_slice).unwrap_or_default();
    match parts.first().and_then(Json::as_str).unwrap_or_default() {
        "and" | "or" | "not" => parts.iter().any(mentions_type),
        "in" => {
            parts.get(1).is_some_and(|field| field == "type")
                && parts.get(2).is_some_and(|source| source.get(0).is_some_and(|name| name == "array"))
        }
        "subquery" | "extract" | "from" => false,
        _ => parts.get(1).is_some_and(|field| field == "type"),
    }
}
