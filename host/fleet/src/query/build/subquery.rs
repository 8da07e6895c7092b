//! `in`, `from`, `extract` and `subquery`.

use serde_json::Value as Json;

use super::comparison::{facts, path_parts};
use super::{columns, filter};
use crate::fact_path;
use crate::query::entity::{Entity, Field, Kind, shown};
use crate::query::fault::{list, not_queryable};
use crate::query::select::{Column, ColumnValue, Filter, Order, Parameter, Select, Slice};
use crate::query::{QueryError, paging};

/// Reads `["extract", COLUMNS, CONDITION?, ["group_by", …]?]` into a query.
pub(super) fn extract(select: &mut Select, parts: &[Json]) -> Result<(), QueryError> {
    let (found, rest) = match parts {
        [_, found, rest @ ..] if rest.len() <= 2 => (found, rest),
        _ => return Err(QueryError::expression(&parts.to_vec().into())),
    };
    let is_group = |part: &Json| part.get(0).is_some_and(|name| name == "group_by");
    let (condition, group) = match rest {
        [] => (None, None),
        [group] if is_group(group) => (None, Some(group)),
        [condition] => (Some(condition), None),
        [condition, group, ..] if is_group(group) => (Some(condition), Some(group)),
        [_, other, ..] => return Err(QueryError::expression(other)),
    };
    let named = columns(select.entity, found)?;
    // Without columns, all of them.
    if !named.is_empty() {
        select.columns = unique(named);
    }
    // A row of names is one value: the name.
    if select.entity.is_single_value && select.columns.iter().any(is_function) {
        select.columns.retain(|column| !is_function(column));
        if select.columns.is_empty() {
            let name = select.entity.alias;
            return Err(QueryError::usage(format!("Functions cannot be applied to rows of '{name}' alone")));
        }
    }
    if let Some(condition) = condition.filter(|condition| !condition.is_null()) {
        select.filter = filter(select.entity, condition)?;
    }
    if let Some(group) = group {
        select.groups = groups(select, group)?;
    }
    check_groups(select)
}

/// Keeps the last of columns with the same name, as a row has each name once.
fn unique(columns: Vec<Column>) -> Vec<Column> {
    let is_last = |index: usize| columns[index + 1..].iter().all(|later| later.name != columns[index].name);
    let kept: Vec<bool> = (0..columns.len()).map(is_last).collect();
    columns.into_iter().zip(kept).filter_map(|(column, is_kept)| is_kept.then_some(column)).collect()
}

/// Reads the names of the columns of `group_by`.
fn groups(select: &Select, group: &Json) -> Result<Vec<String>, QueryError> {
    let mut names = Vec::new();
    for part in group.as_array().into_iter().flatten().skip(1) {
        let name = match part {
            Json::Array(call) if call.first().is_some_and(|name| name == "function") => call.get(1),
            other => Some(other),
        };
        let name = name.and_then(Json::as_str).ok_or_else(|| QueryError::expression(group))?;
        let is_column = select.columns.iter().any(|column| column.name == name);
        if !is_column && select.entity.field(name).is_none() {
            return Err(QueryError::usage(format!("{name:?} is niether a valid column name nor function name")));
        }
        names.push(name.to_owned());
    }
    Ok(names)
}

/// Checks that each column has one value for a group of rows.
fn check_groups(select: &Select) -> Result<(), QueryError> {
    if select.groups.is_empty() && !select.columns.iter().any(is_function) {
        return Ok(());
    }
    match select.columns.iter().find(|column| !is_function(column) && !select.groups.contains(&column.name)) {
        Some(column) => Err(QueryError::usage(format!("The field '{}' must be in 'group_by'", column.name))),
        None => Ok(()),
    }
}

fn is_function(column: &Column) -> bool {
    matches!(column.value, ColumnValue::Function(..))
}

/// Reads `["in", FIELDS, …]`.
pub(super) fn is_in(entity: &'static Entity, arguments: &[Json], node: &Json) -> Result<Filter, QueryError> {
    let [names, Json::Array(source)] = arguments else { return Err(QueryError::expression(node)) };
    let head: Vec<&str> = source.iter().map(|part| part.as_str().unwrap_or_default()).collect();
    if let ["array", ..] = head.as_slice() {
        return match source.as_slice() {
            [_, Json::Array(values)] => one_of(entity, names, values),
            _ => Err(QueryError::usage("Operator array requires a vector argument")),
        };
    }
    let fields = fields(entity, names)?;
    let select = match (head.as_slice(), source.as_slice()) {
        (["from", name, ..], [_, _, rest @ ..]) => from(name, rest)?,
        (["extract", ..], [_, columns, Json::Array(inner)]) => selected(columns, inner)?,
        _ => return Err(QueryError::expression(node)),
    };
    compare(fields, select)
}

/// Returns the condition that fields have the values of a row.
fn compare(fields: Vec<&'static Field>, select: Select) -> Result<Filter, QueryError> {
    if fields.len() != select.columns.len() {
        let (left, right) = (fields.len(), select.columns.len());
        return Err(QueryError::usage(format!("'in' compares {left} fields with {right} columns")));
    }
    for (field, column) in fields.iter().zip(&select.columns) {
        let kind = match &column.value {
            ColumnValue::Field(field) => Some(field.kind),
            ColumnValue::Document(_) => None,
            ColumnValue::Function(..) | ColumnValue::ToString(..) => Some(Kind::Json),
        };
        let is_path = |kind: Kind| matches!(kind, Kind::Path | Kind::EncodedPath);
        let is_same = match (field.kind, kind) {
            // The text of a value, such as the name of a node in a fact.
            (Kind::Text, Some(Kind::Scalar)) | (Kind::Scalar, Some(Kind::Text)) => true,
            (left, Some(right)) => left == right || is_path(left) && is_path(right),
            (_, None) => false,
        };
        if !is_same {
            return Err(QueryError::Columns { field: field.name.to_owned(), column: column.name.clone() });
        }
    }
    Ok(Filter::In(fields, Box::new(select)))
}

fn fields(entity: &'static Entity, names: &Json) -> Result<Vec<&'static Field>, QueryError> {
    let found = |name: &Json| {
        let field = name.as_str().and_then(|name| entity.queryable(name));
        field.ok_or_else(|| {
            let (alias, name, known) = (entity.alias, shown(name), list(&entity.queryable_names()));
            QueryError::Names(vec![format!(
                "Can't match on unknown '{alias}' field '{name}' for 'in'. Acceptable fields are {known}"
            )])
        })
    };
    match names {
        Json::Array(names) => names.iter().map(found).collect(),
        name => Ok(vec![found(name)?]),
    }
}

/// Reads `["in", FIELD, ["array", VALUES]]`.
fn one_of(entity: &'static Entity, name: &Json, values: &[Json]) -> Result<Filter, QueryError> {
    if let Json::Array(pair) = name
        && let [first, Json::String(fact)] = pair.as_slice()
        && first == "fact"
    {
        let kinds: std::collections::BTreeSet<&str> = values.iter().map(crate::json::kind).collect();
        if kinds.len() != 1 {
            return Err(QueryError::usage("All values in array must be the same type."));
        }
        return facts(entity, fact, &serde_json::json!(["in", "value", ["array", values]]));
    }
    let Some(field) = name.as_str().and_then(|name| entity.queryable(name)) else {
        return Err(QueryError::Names(vec![not_queryable(name, entity.alias, &entity.queryable_names())]));
    };
    if field.name == super::LATEST_REPORT {
        return Err(QueryError::usage(format!("'{}' cannot be compared with a list", field.name)));
    }
    match field.kind {
        Kind::Texts => Err(QueryError::usage("Operator in...array is not supported on array types")),
        Kind::Scalar => Ok(Filter::ScalarOneOf(field, values.to_vec())),
        Kind::Path => {
            values.iter().try_for_each(|path| path_parts(path).map(drop))?;
            Ok(Filter::PathOneOf(field, values.to_vec()))
        }
        Kind::Document | Kind::Json => Err(mismatch(entity, field, &values.to_vec().into())),
        _ => Ok(Filter::OneOf(
            field,
            values.iter().map(|value| parameter(entity, field, value)).collect::<Result<_, QueryError>>()?,
        )),
    }
}

fn mismatch(entity: &Entity, field: &Field, value: &Json) -> QueryError {
    QueryError::Type {
        operator: "in".to_owned(),
        field: field.name.to_owned(),
        entity: entity.alias.to_owned(),
        value: value.to_string(),
    }
}

/// Returns a value of an array as the parameter of a statement.
fn parameter(entity: &Entity, field: &Field, value: &Json) -> Result<Option<Parameter>, QueryError> {
    let found = match (field.kind, value) {
        // As PuppetDB, which compares the texts of all values.
        (Kind::Text, value) => Ok(Parameter::Text(shown(value))),
        // A text that is no time is `NULL` there.
        (Kind::Time, Json::String(text)) => return Ok(text.parse().ok().map(Parameter::Time)),
        (Kind::Number, Json::Number(number)) if number.is_i64() => {
            Ok(Parameter::Integer(number.as_i64().unwrap_or_default()))
        }
        (Kind::Boolean, Json::Bool(value)) => Ok(Parameter::Boolean(*value)),
        (Kind::EncodedPath, path) => Ok(Parameter::Text(fact_path::encode(path_parts(path)?))),
        (_, other) => Err(mismatch(entity, field, other)),
    };
    found.map(Some)
}

/// Reads `["from", ENTITY, QUERY?, CLAUSES …]` as a source of values.
fn from(name: &str, rest: &[Json]) -> Result<Select, QueryError> {
    let name = name.replace('-', "_");
    let Some(entity) = Entity::subquery(&name) else {
        return Err(QueryError::usage(format!("Invalid entity '{name}' in query")));
    };
    let (query, rest) = match rest {
        [query, rest @ ..] if !is_clause(query) => (Some(query), rest),
        rest => (None, rest),
    };
    let query = query.map(|query| super::super::reports::restricted(entity, query));
    let mut select = super::select(entity, query.as_ref())?;
    select.slice = clauses(entity, rest)?;
    Ok(select)
}

/// Reads the query of `["extract", COLUMNS, ["select_ENTITY", QUERY]]`.
fn selected(found: &Json, inner: &[Json]) -> Result<Select, QueryError> {
    let name = inner.first().and_then(Json::as_str).unwrap_or_default();
    let Some(entity) = name.strip_prefix("select_").and_then(Entity::subquery) else {
        return Err(QueryError::Names(vec![format!("Unsupported subquery `{name}`")]));
    };
    let query = match inner {
        [_] => None,
        [_, query] => Some(query),
        [_, _, other, ..] => return Err(QueryError::expression(other)),
        [] => return Err(QueryError::expression(found)),
    };
    let mut select = Select::all(entity);
    let query = super::super::reports::condition(entity, query);
    select.filter = query.map(|query| filter(entity, &query)).transpose()?.flatten();
    select.columns = columns(entity, found)?;
    Ok(select)
}

/// Reads `["subquery", ENTITY, CONDITION]`.
pub(super) fn implicit(entity: &'static Entity, arguments: &[Json], node: &Json) -> Result<Filter, QueryError> {
    let [Json::String(name), condition] = arguments else { return Err(QueryError::expression(node)) };
    let (Some(relationship), Some(foreign)) = (entity.relationship(name), Entity::subquery(name)) else {
        return Err(QueryError::usage(format!("No implicit relationship for entity '{name}'")));
    };
    let mut select = Select::all(foreign);
    let condition = Some(condition).filter(|condition| **condition != Json::Array(Vec::new()));
    let condition = super::super::reports::condition(foreign, condition);
    select.filter = condition.map(|condition| filter(foreign, &condition)).transpose()?.flatten();
    let names = |names: &[&str]| Json::from(names.iter().map(|name| Json::from(*name)).collect::<Vec<_>>());
    select.columns = columns(foreign, &names(relationship.foreign))?;
    compare(fields(entity, &names(relationship.local))?, select)
}

fn is_clause(part: &Json) -> bool {
    let name = part.get(0).and_then(Json::as_str).unwrap_or_default();
    ["limit", "offset", "order_by"].contains(&name)
}

/// Reads the clauses after the condition of `from`.
pub(in super::super) fn clauses(entity: &'static Entity, parts: &[Json]) -> Result<Slice, QueryError> {
    let mut slice = Slice::default();
    for (index, part) in parts.iter().enumerate() {
        let name = part.get(0).and_then(Json::as_str).filter(|_| is_clause(part));
        let Some(name) = name else { return Err(QueryError::expression(part)) };
        if parts[..index].iter().any(|earlier| earlier.get(0).is_some_and(|earlier| earlier == name)) {
            return Err(QueryError::usage(format!("Multiple '{name}' clauses are not permitted")));
        }
        let Some(value) = part.get(1).filter(|value| !value.is_null()) else {
            return Err(QueryError::usage(format!("Received '{name}' clause without an argument")));
        };
        match name {
            "limit" => slice.limit = Some(paging::limit(value)?),
            "offset" => slice.offset = Some(paging::offset(value)?),
            _ => slice.order = orders(entity, value)?,
        }
    }
    Ok(slice)
}

/// Reads `["order_by", [NAME, [NAME, "desc"], …]]`.
fn orders(entity: &'static Entity, value: &Json) -> Result<Vec<Order>, QueryError> {
    let Json::Array(fields) = value else { return Err(QueryError::expression(value)) };
    let order = |part: &Json| {
        let (name, way) = match part {
            Json::Array(pair) => (pair.first().unwrap_or(&Json::Null), pair.get(1)),
            name => (name, None),
        };
        let is_descending = match way.map(|way| way.as_str().unwrap_or_default()) {
            None | Some("asc") => false,
            Some("desc") => true,
            Some(_) => return Err(QueryError::expression(part)),
        };
        paging::order(entity, &shown(name), is_descending)
    };
    fields.iter().map(order).collect()
}
