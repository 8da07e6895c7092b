//! Reads a checked query: JSON arrays to typed conditions and columns.

mod comparison;
mod subquery;

use serde_json::Value as Json;

use super::QueryError;
use super::entity::{Entity, Field, Kind};
use super::field::{self, Part};
use super::select::{Column, ColumnValue, Comparison, Filter, Function, Parameter, Place, Select};

pub(super) use subquery::clauses;

/// The field about the latest report of a node, which is no column.
const LATEST_REPORT: &str = "latest_report?";

/// Reads a query of an entity.
pub(super) fn select(entity: &'static Entity, query: Option<&Json>) -> Result<Select, QueryError> {
    let mut select = Select::all(entity);
    match query {
        Some(Json::Array(parts)) if parts.first().is_some_and(|name| name == "extract") => {
            subquery::extract(&mut select, parts)?;
        }
        Some(query) => select.filter = filter(entity, query)?,
        None => {}
    }
    Ok(select)
}

/// A condition whose parts are read after those beside it, so that the first error is that of PuppetDB.
enum Draft<'a> {
    Built(Option<Filter>),
    Not(Box<Draft<'a>>),
    And(&'a [Json]),
    Or(&'a [Json]),
}

/// Reads a condition; `None` for one that holds always.
pub(super) fn filter(entity: &'static Entity, node: &Json) -> Result<Option<Filter>, QueryError> {
    finished(entity, draft(entity, node)?)
}

fn finished(entity: &'static Entity, draft: Draft<'_>) -> Result<Option<Filter>, QueryError> {
    match draft {
        Draft::Built(filter) => Ok(filter),
        Draft::Not(inner) => Ok(finished(entity, *inner)?.map(|inner| Filter::Not(Box::new(inner)))),
        Draft::And(parts) => join(entity, parts, Filter::And),
        Draft::Or(parts) => join(entity, parts, Filter::Or),
    }
}

fn draft<'a>(entity: &'static Entity, node: &'a Json) -> Result<Draft<'a>, QueryError> {
    let Json::Array(parts) = node else { return Err(QueryError::expression(node)) };
    let Some((name, arguments)) = parts.split_first() else {
        return Err(QueryError::usage("[] is not well-formed: queries must contain at least one operator"));
    };
    let Some(name) = name.as_str() else { return Err(QueryError::expression(node)) };
    let built = |filter| Ok(Draft::Built(filter));
    match name.to_lowercase().as_str() {
        "and" => postponed(true, arguments),
        "or" => postponed(false, arguments),
        "not" => match arguments {
            [inner] => Ok(Draft::Not(Box::new(draft(entity, inner)?))),
            _ => Err(QueryError::usage(format!(
                "'not' takes exactly one argument, but {} were supplied",
                arguments.len()
            ))),
        },
        operator @ ("=" | "~" | "<" | "<=" | ">" | ">=" | "~>") => {
            comparison::read(entity, operator, arguments).and_then(built)
        }
        "null?" => is_null(entity, arguments, node).map(Some).and_then(built),
        "in" => subquery::is_in(entity, arguments, node).map(Some).and_then(built),
        "subquery" => subquery::implicit(entity, arguments, node).map(Some).and_then(built),
        _ => Err(QueryError::expression(node)),
    }
}

fn postponed(is_and: bool, arguments: &[Json]) -> Result<Draft<'_>, QueryError> {
    match (arguments, is_and) {
        ([], _) => {
            let operator = if is_and { "and" } else { "or" };
            Err(QueryError::usage(format!("'{operator}' takes at least one argument, but none were supplied")))
        }
        (parts, true) => Ok(Draft::And(parts)),
        (parts, false) => Ok(Draft::Or(parts)),
    }
}

fn join(
    entity: &'static Entity,
    arguments: &[Json],
    joined: fn(Vec<Filter>) -> Filter,
) -> Result<Option<Filter>, QueryError> {
    // Errors that PuppetDB finds when it makes the statement come last.
    let mut late = None;
    let mut drafts = Vec::new();
    for argument in arguments {
        drafts.extend(unless_late(draft(entity, argument), &mut late)?);
    }
    let mut filters = Vec::new();
    for draft in drafts {
        filters.extend(unless_late(finished(entity, draft), &mut late)?.flatten());
    }
    match (late, filters.is_empty()) {
        (Some(error), _) => Err(error),
        (None, true) => Ok(None),
        (None, false) => Ok(Some(joined(filters))),
    }
}

/// Keeps the first error that is found late, and returns the others.
fn unless_late<T>(result: Result<T, QueryError>, late: &mut Option<QueryError>) -> Result<Option<T>, QueryError> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.is_late() => {
            late.get_or_insert(error);
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

fn is_null(entity: &'static Entity, arguments: &[Json], node: &Json) -> Result<Filter, QueryError> {
    let [Json::String(name), value] = arguments else { return Err(QueryError::expression(node)) };
    let Json::Bool(value) = value else {
        return Err(QueryError::usage(format!("'null?' needs true or false, not {value}")));
    };
    let split = field::split(name, false)?;
    let Some(field) = entity.queryable(split.first) else {
        return Err(QueryError::Names(vec![super::fault::not_queryable(
            &arguments[0],
            entity.alias,
            &entity.queryable_names(),
        )]));
    };
    if field.name == LATEST_REPORT {
        return Err(QueryError::usage(format!("'{LATEST_REPORT}' has a value in each row: only '=' is possible")));
    }
    let split = field::split(name, true)?;
    Ok(match field.kind {
        Kind::Document => Filter::DocumentIsNull(place(field, &split.parts, is_pattern_name)?, *value),
        Kind::Scalar => Filter::DocumentIsNull(Place { field, path: Vec::new(), has_digits: false }, *value),
        // The text of the value `null`.
        Kind::Serialized => {
            let is_null = Filter::Compare(field, Comparison::Equal, Parameter::Text("null".to_owned()));
            if *value { is_null } else { Filter::Not(Box::new(is_null)) }
        }
        _ => Filter::IsNull(field, *value),
    })
}

/// A pattern is a name that no document has.
fn is_pattern_name(pattern: &str) -> Result<Json, QueryError> {
    Ok(format!("match(\"{pattern}\")").into())
}

/// Returns the place of a value in a document.
fn place(
    field: &'static Field,
    parts: &[Part],
    pattern: impl Fn(&str) -> Result<Json, QueryError>,
) -> Result<Place, QueryError> {
    let mut path = Vec::new();
    for part in parts {
        match part {
            Part::Name(name) => path.push(name.as_str().into()),
            Part::Index(name, index) => path.extend([name.as_str().into(), (*index).into()]),
            Part::Match(text) => path.push(pattern(text)?),
        }
    }
    Ok(Place { field, path, has_digits: false })
}

/// Reads the columns of `extract`.
fn columns(entity: &'static Entity, columns: &Json) -> Result<Vec<Column>, QueryError> {
    match columns {
        Json::Array(columns) => columns.iter().map(|column| self::column(entity, column)).collect(),
        column => Ok(vec![self::column(entity, column)?]),
    }
}

fn column(entity: &'static Entity, column: &Json) -> Result<Column, QueryError> {
    let Json::String(name) = column else { return function(entity, column) };
    if let Some(field) = entity.field(name) {
        return Ok(Column { name: name.clone(), value: ColumnValue::Field(field) });
    }
    let split = field::split(name, true)?;
    let Some(field) = entity.field(split.first).filter(|field| field.has_parts) else {
        return Err(QueryError::expression(column));
    };
    if name.len() > 63 {
        return Err(QueryError::usage(format!(
            "Projected field name '{name}' exceeds current maximum length of 63 characters"
        )));
    }
    if split.parts.iter().any(|part| !matches!(part, Part::Name(_))) {
        return Err(QueryError::usage(format!(
            "'{name}' cannot be extracted: only names without indices and patterns can"
        )));
    }
    let place = place(field, &split.parts, is_pattern_name)?;
    Ok(Column { name: name.clone(), value: ColumnValue::Document(place) })
}

fn function(entity: &'static Entity, call: &Json) -> Result<Column, QueryError> {
    let parts: Vec<&Json> = call.as_array().into_iter().flatten().skip(1).collect();
    let Some((Json::String(name), arguments)) = parts.split_first().map(|(name, rest)| (*name, rest)) else {
        return Err(QueryError::expression(call));
    };
    let field = |argument: &Json| {
        let found = argument.as_str().and_then(|name| entity.queryable(name)).filter(|field| field.is_projectable);
        found.ok_or_else(|| QueryError::usage(format!("field {argument} is not a valid queryable field")))
    };
    let wrong = || {
        let count = arguments.len();
        QueryError::usage(format!("wrong number of arguments ({count}) provided for function {name}"))
    };
    let value = match (Function::named(name), arguments) {
        (Some(Function::Count), []) => ColumnValue::Function(Function::Count, None),
        (Some(function), [argument]) => {
            ColumnValue::Function(function, Some(function_field(function, field(argument)?)?))
        }
        (Some(_), _) => return Err(wrong()),
        (None, [argument, format]) if name == "to_string" => {
            let (field, Some(format)) = (field(argument)?, format.as_str()) else { return Err(wrong()) };
            if field.kind != Kind::Time {
                return Err(QueryError::usage(format!(
                    "'to_string' needs a field that is a time, not '{}'",
                    field.name
                )));
            }
            crate::format::check(format).map_err(QueryError::Usage)?;
            ColumnValue::ToString(field, format.to_owned())
        }
        _ if name == "to_string" => return Err(wrong()),
        _ => return Err(QueryError::usage(format!("The function '{name}' cannot be extracted"))),
    };
    Ok(Column { name: name.clone(), value })
}

/// Checks that a function can be applied to a field.
fn function_field(function: Function, field: &'static Field) -> Result<&'static Field, QueryError> {
    let is_possible = match function {
        Function::Count => true,
        Function::Average | Function::Sum => matches!(field.kind, Kind::Number | Kind::Scalar),
        Function::Minimum | Function::Maximum => {
            matches!(field.kind, Kind::Number | Kind::Scalar | Kind::Text | Kind::Time | Kind::EncodedPath)
        }
    };
    match is_possible {
        true => Ok(field),
        false => Err(QueryError::usage(format!("field \"{}\" must be a numeric type", field.name))),
    }
}
