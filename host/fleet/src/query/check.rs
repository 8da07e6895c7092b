//! Checks the names in a query before it is read: fields, subqueries and their entities.

use serde_json::Value as Json;

use super::QueryError;
use super::entity::{Entity, shown};
use super::fault::{list, not_queryable};
use super::field;

/// Functions that can be extracted.
pub(super) const FUNCTIONS: [&str; 7] = ["sum", "avg", "min", "max", "count", "to_string", "jsonb_typeof"];

/// Operators other than subqueries.
const OPERATORS: [&str; 15] = [
    "from", "in", "extract", "subquery", "and", "or", "not", "function", "group_by", "null?", "=", ">", "<", ">=", "<=",
];

/// Maximum nesting depth of a query.
const DEPTH: usize = 200;

/// Checks a query in the context of an entity; `None` stands for an unknown one.
pub(super) fn check(entity: Option<&'static Entity>, query: &Json) -> Result<(), QueryError> {
    check_at(entity, query, 0)
}

fn check_at(entity: Option<&'static Entity>, query: &Json, depth: usize) -> Result<(), QueryError> {
    let mut errors = Vec::new();
    visit(entity, query, depth, &mut errors)?;
    if errors.is_empty() { Ok(()) } else { Err(QueryError::Names(errors)) }
}

fn alias(entity: Option<&'static Entity>) -> &'static str {
    entity.map_or("null", |entity| entity.alias)
}

fn visit(
    entity: Option<&'static Entity>,
    node: &Json,
    depth: usize,
    errors: &mut Vec<String>,
) -> Result<(), QueryError> {
    let Json::Array(parts) = node else { return Ok(()) };
    if depth > DEPTH {
        return Err(QueryError::usage(format!("The query is nested more than {DEPTH} levels deep")));
    }
    let names: Vec<&str> = parts.iter().map(|part| part.as_str().unwrap_or_default()).collect();
    match (names.as_slice(), parts.as_slice()) {
        (["from", name, ..], [_, _, query, ..]) => return check_at(Entity::subquery(name), query, depth + 1),
        (["extract", ..], [_, columns, Json::Array(inner)])
            if inner.len() == 2 && visit_extract(columns, inner, depth, errors)? =>
        {
            return Ok(());
        }
        (["subquery", name, _], [_, _, query]) => return check_at(Entity::subquery(name), query, depth + 1),
        _ => {}
    }
    check_fields(entity, &names, parts, errors)?;
    parts.iter().try_for_each(|part| visit(entity, part, depth + 1, errors))
}

/// Checks the extraction from a subquery; returns whether it is one.
fn visit_extract(columns: &Json, inner: &[Json], depth: usize, errors: &mut Vec<String>) -> Result<bool, QueryError> {
    let name = inner[0].as_str().unwrap_or_default();
    if let Some(entity) = name.strip_prefix("select_").and_then(Entity::subquery) {
        check_at(Some(entity), &inner[1], depth + 1)?;
        errors.extend(unknown_columns(columns, entity, &entity.queryable_names(), true, ("Can't extract", "")));
        return Ok(true);
    }
    if ["not", "group_by", "or", "and"].contains(&name) {
        return Ok(false);
    }
    let underscored = name.replace('-', "_");
    let is_known = underscored.strip_prefix("select_").and_then(Entity::subquery).is_some();
    errors.push(match is_known {
        true => format!("Unsupported subquery `{name}` - did you mean `{underscored}`?"),
        false => format!("Unsupported subquery `{}`", shown(&inner[0])),
    });
    Ok(true)
}

fn check_fields(
    entity: Option<&'static Entity>,
    names: &[&str],
    parts: &[Json],
    errors: &mut Vec<String>,
) -> Result<(), QueryError> {
    let queryable = entity.map(Entity::queryable_names).unwrap_or_default();
    match (names, parts) {
        (["=" | "~" | ">" | "<" | ">=" | "<=", name, _], [_, found, _])
            if !found.is_array() && *name != "node_state" && !is_queryable(entity, found) =>
        {
            errors.push(not_queryable(found, alias(entity), &queryable));
        }
        (["in", ..], [_, found, Json::Array(values)]) if values.len() == 2 && values[0] == "array" => {
            errors.extend(
                (!found.is_array() && !is_queryable(entity, found))
                    .then(|| not_queryable(found, alias(entity), &queryable)),
            );
        }
        (["extract", ..], [_, columns, rest @ ..]) => {
            let Some(entity) = entity else {
                let names =
                    columns_of(columns).into_iter().map(|name| format!("'{}'", shown(name))).collect::<Vec<_>>();
                errors.push(format!("Can't extract unknown 'null' field {}. Acceptable fields are ", names.join(", ")));
                return Ok(());
            };
            let unknown = unknown_columns(columns, entity, &entity.projectable_names(), true, ("Can't extract", ""));
            errors.extend(unknown.or_else(|| rest.iter().find_map(invalid_expression)));
        }
        (["in", ..], [_, found, _, ..]) => {
            let Some(entity) = entity else { return Ok(()) };
            errors.extend(unknown_columns(found, entity, &queryable, false, ("Can't match on", " for 'in'")));
        }
        _ => {}
    }
    Ok(())
}

/// Returns whether a query can refer to a field or to a value in a document.
fn is_queryable(entity: Option<&'static Entity>, name: &Json) -> bool {
    let (Some(entity), Some(name)) = (entity, name.as_str()) else { return false };
    entity.queryable(name).is_some() || is_place(entity, name)
}

fn is_place(entity: &Entity, name: &str) -> bool {
    name.split_once('.').and_then(|(first, _)| entity.field(first)).is_some_and(|field| field.has_parts)
}

fn columns_of(columns: &Json) -> Vec<&Json> {
    match columns {
        Json::Array(columns) => columns.iter().collect(),
        other => vec![other],
    }
}

/// Returns the message for columns that are no fields.
fn unknown_columns(
    columns: &Json,
    entity: &Entity,
    allowed: &[&str],
    has_places: bool,
    (action, context): (&str, &str),
) -> Option<String> {
    let is_known = |column: &&Json| match column {
        Json::String(name) => allowed.contains(&name.as_str()) || (has_places && is_column_place(entity, name)),
        Json::Array(call) => {
            call.first().is_some_and(|name| name == "function")
                && call.get(1).and_then(Json::as_str).is_some_and(|name| FUNCTIONS.contains(&name))
        }
        _ => false,
    };
    let unknown: Vec<String> = columns_of(columns).into_iter().filter(|column| !is_known(column)).map(shown).collect();
    let unknown: Vec<&str> = unknown.iter().map(String::as_str).collect();
    let noun = if unknown.len() > 1 { "fields" } else { "field" };
    (!unknown.is_empty()).then(|| {
        let alias = entity.alias;
        let (unknown, allowed) = (list(&unknown), list(allowed));
        format!("{action} unknown '{alias}' {noun} {unknown}{context}. Acceptable fields are {allowed}")
    })
}

fn is_column_place(entity: &Entity, name: &str) -> bool {
    is_place(entity, name) && field::split(name, true).is_ok()
}

/// Returns the message for an unknown operator below `extract`.
fn invalid_expression(part: &Json) -> Option<String> {
    let Json::Array(parts) = part else { return None };
    let name = parts.first().and_then(Json::as_str).unwrap_or_default();
    if ["and", "or"].contains(&name) {
        return parts.iter().find_map(invalid_expression);
    }
    let is_known = OPERATORS.contains(&name)
        || ["~", "~>"].contains(&name)
        || name.strip_prefix("select_").and_then(Entity::subquery).is_some();
    (!is_known).then(|| format!("{} is not a valid expression for \"extract\"", super::paging::clojure(part)))
}
