//! Comparisons of a field with a value.

use serde_json::Value as Json;

use super::place;
use crate::fact_path;
use crate::json;
use crate::query::QueryError;
use crate::query::entity::{Entity, Field, Kind, shown};
use crate::query::fault::not_queryable;
use crate::query::field::{self, Part};
use crate::query::operators;
use crate::query::paging::clojure;
use crate::query::select::{Comparison, DocumentTest, Filter, Parameter, Select};
use crate::time::Time;

/// Reads a comparison; `None` for one that holds always.
pub(super) fn read(entity: &'static Entity, operator: &str, arguments: &[Json]) -> Result<Option<Filter>, QueryError> {
    let [subject, value] = arguments else {
        return Err(QueryError::usage(format!("{operator} requires exactly two arguments")));
    };
    match subject {
        Json::Array(pair) => read_pair(entity, operator, pair, value),
        Json::String(name) => read_field(entity, operator, name, value),
        _ => Err(QueryError::usage(format!("Invalid {operator} clause"))),
    }
}

/// Reads a comparison of `["fact", NAME]`, `["parameter", NAME]`, `["node", "active"]` or a function.
fn read_pair(
    entity: &'static Entity,
    operator: &str,
    pair: &[Json],
    value: &Json,
) -> Result<Option<Filter>, QueryError> {
    let names: Vec<&str> = pair.iter().map(|part| part.as_str().unwrap_or_default()).collect();
    match names.as_slice() {
        ["node", "active"] if operator == "=" => {
            about_nodes(entity, "node")?;
            Ok(Some(Filter::Active(!matches!(value, Json::Null | Json::Bool(false)))))
        }
        ["parameter", name] if entity.field("parameters").is_some() => match operator {
            "=" => Ok(Some(Filter::ResourceParameter((*name).to_owned(), value.clone()))),
            "~" => {
                let text = json::canonical(value);
                Ok(Some(Filter::ResourceParameterMatches((*name).to_owned(), text)))
            }
            _ => Err(QueryError::usage(format!("The operator '{operator}' does not support parameters"))),
        },
        ["fact", name] if entity.field("certname").is_some() => fact(entity, operator, name, value).map(Some),
        ["function", "jsonb_typeof", name] if operator == "=" => {
            let field = entity.queryable(name).filter(|field| field.kind == Kind::Scalar);
            match (field, value.as_str()) {
                (Some(field), Some(kind)) => Ok(Some(Filter::ScalarKind(field, kind.to_owned()))),
                _ => Err(QueryError::usage(format!("field {name:?} is not a valid queryable field"))),
            }
        }
        ["function", name, ..] => {
            Err(QueryError::usage(format!("The function '{name}' cannot be compared with a value")))
        }
        _ => Err(QueryError::expression(&Json::Array(pair.to_vec()))),
    }
}

/// Returns the condition that a node has a fact.
fn fact(entity: &'static Entity, operator: &str, name: &str, value: &Json) -> Result<Filter, QueryError> {
    facts(entity, name, &Json::Array(vec![operator.into(), "value".into(), value.clone()]))
}

/// Leaves out the condition that the value of a fact has the kind of the compared one.
fn without_kind(filter: Filter) -> Filter {
    match filter {
        Filter::And(filters) => Filter::And(
            filters.into_iter().filter(|filter| !matches!(filter, Filter::ScalarKind(..))).map(without_kind).collect(),
        ),
        other => other,
    }
}

/// Returns the condition that a node has a fact that fulfils a condition.
pub(super) fn facts(entity: &'static Entity, name: &str, condition: &Json) -> Result<Filter, QueryError> {
    let (Some(facts), Some(certname)) = (Entity::named("facts"), entity.field("certname")) else {
        return Err(QueryError::expression(condition));
    };
    let name = Json::Array(vec!["=".into(), "name".into(), name.into()]);
    let mut select = Select::all(facts);
    select.columns.retain(|column| column.name == "certname");
    select.filter = super::filter(facts, &Json::Array(vec!["and".into(), name, condition.clone()]))?;
    select.filter = select.filter.map(without_kind);
    Ok(Filter::In(vec![certname], Box::new(select)))
}

fn read_field(entity: &'static Entity, operator: &str, name: &str, value: &Json) -> Result<Option<Filter>, QueryError> {
    if name == "node_state" && operator == "=" {
        let filter = node_state(value)?;
        return about_nodes(entity, name).map(|()| filter);
    }
    if (operator, name) == ("=", "type") && value == "any" {
        return Ok(None);
    }
    // The tags of a resource are in lower case.
    if name == "tag" && entity.queryable("tag").is_some() {
        return match value.as_str() {
            Some(tag) => read_field(entity, operator, "tags", &tag.to_lowercase().into()),
            None => read_field(entity, operator, "tags", value),
        };
    }
    if operator == "~>" {
        return path_pattern(entity, name, value).map(Some);
    }
    if (operator, name) == ("=", "latest_report?") {
        return latest_report(entity, value).map(Some);
    }
    let split = field::split(name, true)?;
    let field = entity.queryable(split.first).filter(|field| split.parts.is_empty() || field.has_parts);
    let Some(field) = field else {
        let names = entity.queryable_names();
        return Err(QueryError::Names(vec![not_queryable(&name.into(), entity.alias, &names)]));
    };
    let test = FieldTest { entity, operator, field, value };
    // Facts are compared with `null` as with other values.
    let is_fact = ["facts", "trusted"].contains(&field.name);
    if value.is_null() && operator == "=" && !is_fact {
        return Ok(Some(match field.kind {
            Kind::Scalar | Kind::Document => {
                Filter::DocumentIsNull(place(field, &split.parts, super::is_pattern_name)?, true)
            }
            _ => Filter::IsNull(field, true),
        }));
    }
    // As in SQL, neither the condition nor its opposite holds.
    if value.is_null() && operator == "~" && matches!(field.kind, Kind::Text) {
        return Ok(Some(Filter::MatchesNull(field)));
    }
    test.read(&split.parts).map(Some)
}

/// Checks that the rows of an entity belong to nodes.
fn about_nodes(entity: &'static Entity, name: &str) -> Result<(), QueryError> {
    match entity.field("certname") {
        Some(_) => Ok(()),
        None => Err(QueryError::Names(vec![not_queryable(&name.into(), entity.alias, &entity.queryable_names())])),
    }
}

fn node_state(value: &Json) -> Result<Option<Filter>, QueryError> {
    match shown(value).to_lowercase().as_str() {
        "active" => Ok(Some(Filter::Active(true))),
        "inactive" => Ok(Some(Filter::Active(false))),
        "any" => Ok(None),
        other => Err(QueryError::usage(format!("No matching clause: {other}"))),
    }
}

fn latest_report(entity: &'static Entity, value: &Json) -> Result<Filter, QueryError> {
    if entity.field("latest_report?").is_none() {
        let name = entity.alias;
        return Err(QueryError::usage(format!("Field 'latest_report?' not supported on endpoint ':{name}'")));
    }
    match value {
        Json::Bool(false) | Json::Null => Ok(Filter::Not(Box::new(Filter::LatestReport))),
        _ => Ok(Filter::LatestReport),
    }
}

fn path_pattern(entity: &'static Entity, name: &str, value: &Json) -> Result<Filter, QueryError> {
    let field = entity.queryable(name).filter(|field| matches!(field.kind, Kind::Path | Kind::EncodedPath));
    let Some(field) = field else {
        return Err(QueryError::usage(format!("Query operator ~> is not allowed on field {name}")));
    };
    let parts = path_parts(value)?;
    if field.kind == Kind::EncodedPath {
        return Ok(Filter::Matches(field, fact_path::pattern(parts)));
    }
    Ok(Filter::PathMatches(field, value.clone()))
}

/// Returns the names and indices of a path.
pub(super) fn path_parts(value: &Json) -> Result<&[Json], QueryError> {
    let is_part = |part: &Json| part.is_string() || part.is_i64() || part.is_u64();
    match value {
        Json::Array(parts) if parts.iter().all(is_part) => Ok(parts),
        other => Err(QueryError::usage(format!("Path array element wasn't string or integer in {other}"))),
    }
}

/// A comparison of a field with a value.
struct FieldTest<'a> {
    entity: &'static Entity,
    operator: &'a str,
    field: &'static Field,
    value: &'a Json,
}

impl FieldTest<'_> {
    fn read(&self, parts: &[Part]) -> Result<Filter, QueryError> {
        self.check()?;
        let (field, value) = (self.field, self.value);
        match (self.operator, field.kind) {
            ("~", Kind::Texts) => Ok(Filter::HasMatch(field, self.pattern(value)?)),
            (_, Kind::Texts) => Ok(Filter::HasText(field, value.as_str().ok_or_else(|| self.mismatch())?.to_owned())),
            (_, Kind::Document) if !field.has_parts => Err(self.mismatch()),
            (_, Kind::Document) => self.document(parts),
            ("~", Kind::Scalar) => Ok(Filter::ScalarMatches(field, self.pattern(value)?)),
            ("~", Kind::Text | Kind::Serialized | Kind::EncodedPath) => {
                Ok(Filter::Matches(field, self.pattern(&self.serialized())?))
            }
            (_, Kind::Scalar) => self.scalar(),
            ("=", Kind::Path) => Ok(Filter::PathOneOf(field, vec![path_parts(value)?.to_vec().into()])),
            ("=", Kind::EncodedPath) => {
                let path = fact_path::encode(path_parts(value)?);
                Ok(Filter::Compare(field, Comparison::Equal, Parameter::Text(path)))
            }
            (operator, _) => match Comparison::named(operator) {
                Some(comparison) => Ok(Filter::Compare(field, comparison, self.parameter(&self.serialized())?)),
                None => Err(self.mismatch()),
            },
        }
    }

    /// Checks that the operator exists for the field and the value is one.
    fn check(&self) -> Result<(), QueryError> {
        let Self { field, value, operator, .. } = self;
        let is_value = match value {
            Json::Array(values) => values.iter().all(|value| value.is_string() || value.is_i64()),
            Json::Object(_) | Json::Null => match field.kind {
                Kind::Document | Kind::Time | Kind::Path | Kind::EncodedPath => true,
                Kind::Number => *operator != "=",
                Kind::Scalar => *operator != "~",
                _ => false,
            },
            _ => true,
        };
        if is_value { Ok(()) } else { Err(operators::invalid(operator)) }
    }

    fn mismatch(&self) -> QueryError {
        QueryError::Type {
            operator: self.operator.to_owned(),
            field: self.field.name.to_owned(),
            entity: self.entity.alias.to_owned(),
            value: self.value.to_string(),
        }
    }

    fn incompatible(&self) -> QueryError {
        let operator = self.operator;
        let value = match self.value {
            value @ (Json::Object(_) | Json::Array(_)) => clojure(value),
            value => shown(value),
        };
        QueryError::usage(format!("Argument \"{value}\" and operator \"{operator}\" have incompatible types."))
    }

    /// Returns a pattern given as text.
    fn pattern(&self, value: &Json) -> Result<String, QueryError> {
        Ok(value.as_str().ok_or_else(|| self.mismatch())?.to_owned())
    }

    /// Returns the value as it is stored: values of events are JSON.
    fn serialized(&self) -> Json {
        match self.field.kind {
            Kind::Serialized => json::canonical(self.value).into(),
            _ => self.value.clone(),
        }
    }

    fn scalar(&self) -> Result<Filter, QueryError> {
        let (field, value) = (self.field, self.value);
        let comparison = Comparison::named(self.operator).ok_or_else(|| self.mismatch())?;
        if comparison != Comparison::Equal && !value.is_number() {
            return Err(self.incompatible());
        }
        let compared = Filter::Scalar(field, comparison, value.clone());
        match field.name {
            "value" if !value.is_array() => {
                Ok(Filter::And(vec![Filter::ScalarKind(field, json::kind(value).to_owned()), compared]))
            }
            _ => Ok(compared),
        }
    }

    fn parameter(&self, value: &Json) -> Result<Parameter, QueryError> {
        match (self.field.kind, value) {
            (Kind::Text | Kind::Serialized, Json::String(text)) => Ok(Parameter::Text(text.clone())),
            (Kind::Boolean, Json::Bool(value)) => Ok(Parameter::Boolean(*value)),
            (Kind::Time, Json::String(text)) => Ok(Parameter::Time(text.parse()?)),
            (Kind::Time, Json::Number(number)) if number.is_i64() => {
                Ok(Parameter::Time(Time(number.as_i64().unwrap_or_default())))
            }
            (Kind::Time, other) => Err(crate::TimeError(shown(other)).into()),
            (Kind::Number, Json::Number(number)) => Ok(match number.as_i64() {
                Some(integer) => Parameter::Integer(integer),
                None => Parameter::Real(number.as_f64().unwrap_or_default()),
            }),
            (Kind::Number, _) if self.operator != "=" => Err(self.incompatible()),
            _ => Err(self.mismatch()),
        }
    }

    fn document(&self, parts: &[Part]) -> Result<Filter, QueryError> {
        let test = match (self.operator, Comparison::named(self.operator)) {
            ("~", _) => DocumentTest::Matches(shown(self.value)),
            ("=", _) if parts.iter().all(|part| matches!(part, Part::Name(_))) => {
                DocumentTest::Contains(self.value.clone())
            }
            (_, Some(comparison)) => DocumentTest::Compare(comparison, self.value.clone()),
            _ => return Err(self.mismatch()),
        };
        if parts.iter().any(|part| matches!(part, Part::Match(_))) {
            return self.matching(parts, test);
        }
        let mut place = place(self.field, parts, super::is_pattern_name)?;
        // Digits are names or indices then.
        let is_index = |part: &Json| part.as_str().is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_digit()));
        if let DocumentTest::Contains(value) = &test
            && place.path.iter().any(is_index)
        {
            place.has_digits = true;
            return Ok(Filter::Document(place, DocumentTest::Compare(Comparison::Equal, value.clone())));
        }
        Ok(Filter::Document(place, test))
    }

    /// Returns the condition for all paths of facts that match a pattern.
    fn matching(&self, parts: &[Part], test: DocumentTest) -> Result<Filter, QueryError> {
        if !["facts", "trusted"].contains(&self.field.name) {
            return Err(QueryError::usage(format!("'match' is not supported in '{}'", self.field.name)));
        }
        let mut patterns: Vec<String> = Vec::new();
        if self.field.name == "trusted" {
            patterns.push("trusted".to_owned());
        }
        for part in parts {
            match part {
                Part::Name(text) | Part::Match(text) => patterns.push(text.clone()),
                Part::Index(name, index) => patterns.extend([name.clone(), index.to_string()]),
            }
        }
        let test = match test {
            DocumentTest::Contains(value) => DocumentTest::Compare(Comparison::Equal, value),
            other => other,
        };
        Ok(Filter::FactsMatching(patterns.join("#~"), test))
    }
}
