//! Checks the operators in a query before it is read: the number of their arguments, and the fields that have them.
//!
//! PuppetDB checks these in the whole query first, so that they are reported before wrong values.

use serde_json::Value as Json;

use super::QueryError;
use super::entity::{Entity, Field, Kind, shown};
use super::field;
use super::paging::clojure;

const COMPARISONS: [&str; 7] = ["=", "~", "<", "<=", ">", ">=", "~>"];

/// Checks the operators of a query of an entity.
pub(super) fn check(entity: &'static Entity, query: &Json) -> Result<(), QueryError> {
    let Json::Array(parts) = query else { return Ok(()) };
    let Some((Json::String(name), arguments)) = parts.split_first() else { return Ok(()) };
    let name = name.to_lowercase();
    match (name.as_str(), arguments) {
        ("and" | "or" | "not", parts) => parts.iter().try_for_each(|part| check(entity, part)),
        ("extract", [_, rest @ ..]) => rest.iter().try_for_each(|part| check(entity, part)),
        ("in", [_, source]) => check_source(source),
        ("subquery", [Json::String(name), query]) => {
            Entity::subquery(name).map_or(Ok(()), |foreign| check(foreign, query))?;
            match entity.relationship(name) {
                Some(_) => Ok(()),
                None => Err(QueryError::usage(format!("No implicit relationship for entity '{name}'"))),
            }
        }
        (operator, arguments) if COMPARISONS.contains(&operator) => comparison(entity, operator, arguments),
        _ => Ok(()),
    }
}

/// Checks the query of `["from", ENTITY, QUERY]` or `["extract", COLUMNS, ["select_ENTITY", QUERY]]`.
fn check_source(source: &Json) -> Result<(), QueryError> {
    match source.as_array().map(Vec::as_slice).unwrap_or_default() {
        [from, Json::String(name), rest @ ..] if from == "from" => {
            let foreign = Entity::subquery(&name.replace('-', "_"));
            foreign.map_or(Ok(()), |foreign| rest.iter().try_for_each(|part| check(foreign, part)))
        }
        [extract, _, Json::Array(inner)] if extract == "extract" => match inner.as_slice() {
            [Json::String(name), query] => {
                let foreign = name.strip_prefix("select_").and_then(Entity::subquery);
                foreign.map_or(Ok(()), |foreign| check(foreign, query))
            }
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

fn comparison(entity: &'static Entity, operator: &str, arguments: &[Json]) -> Result<(), QueryError> {
    let [subject, value] = arguments else {
        return Err(QueryError::usage(format!("{operator} requires exactly two arguments")));
    };
    if let Json::Array(pair) = subject {
        return check_pair(operator, pair, value);
    }
    let Some(name) = subject.as_str().filter(|name| *name != "node_state") else { return Ok(()) };
    let name = if name == "tag" && entity.queryable("tag").is_some() { "tags" } else { name };
    let found = entity.queryable(name);
    match operator {
        "~>" if !found.is_some_and(|field| matches!(field.kind, Kind::Path | Kind::EncodedPath)) => {
            Err(QueryError::usage(format!("Query operator ~> is not allowed on field {name}")))
        }
        "<" | "<=" | ">" | ">=" if found.is_some_and(|field| !is_ordered(field)) => {
            Err(QueryError::usage(format!("Query operators >,>=,<,<= are not allowed on field {name}")))
        }
        "=" if value.is_string() && found.is_some_and(|field| field.kind == Kind::Number) => {
            let value = shown(value);
            Err(QueryError::usage(format!("Argument \"{value}\" is incompatible with numeric field \"{name}\".")))
        }
        "~" if value.is_object() => Err(invalid(operator)),
        "<" | "<=" | ">" | ">=" if value.is_object() && has_place(entity, name) => Err(invalid(operator)),
        _ => Ok(()),
    }
}

/// Checks a comparison of `["fact", NAME]` and similar subjects.
fn check_pair(operator: &str, pair: &[Json], value: &Json) -> Result<(), QueryError> {
    if operator == "~>" {
        let pair = clojure(&Json::Array(pair.to_vec()));
        return Err(QueryError::usage(format!("Query operator ~> is not allowed on field {pair}")));
    }
    let is_text = matches!(value, Json::String(_) | Json::Bool(_));
    let is_possible = value.is_number() && operator != "~" || is_text && ["=", "~"].contains(&operator);
    if pair.first().is_some_and(|kind| kind == "fact") && !is_possible {
        let value = shown(value);
        return Err(QueryError::usage(format!("Operator '{operator}' not allowed on value '{value}'")));
    }
    Ok(())
}

fn is_ordered(field: &Field) -> bool {
    match field.kind {
        // PuppetDB does not know that this is a time.
        Kind::Time => field.name != "deactivated",
        kind => matches!(kind, Kind::Number | Kind::Scalar),
    }
}

/// Returns whether a name is that of a value in a document.
fn has_place(entity: &Entity, name: &str) -> bool {
    let split = field::split(name, true).ok();
    split.is_some_and(|split| entity.queryable(split.first).is_some_and(|field| field.has_parts))
}

/// Returns the error for a value that an operator never has.
pub(super) fn invalid(operator: &str) -> QueryError {
    QueryError::usage(format!("Invalid {operator} clause"))
}
