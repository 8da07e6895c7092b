//! Order, limit and offset of rows.

use serde_json::Value as Json;

use super::QueryError;
use super::entity::{Entity, shown};
use super::select::Order;

/// Which rows of a query are returned, and in which order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    /// Fields and whether their order is descending.
    pub order_by: Vec<(String, bool)>,
    /// The maximum number of rows.
    pub limit: Option<u64>,
    /// The number of rows that are left out.
    pub offset: Option<u64>,
    /// Whether the number of all rows is counted.
    pub include_total: bool,
}

impl Page {
    /// Reads the parameter `order_by`: `[{"field": NAME, "order": "desc"}, …]`.
    ///
    /// # Errors
    /// Returns an error if the text has another form.
    pub fn order_by(text: &str) -> Result<Vec<(String, bool)>, QueryError> {
        let wrong = |rest: &str| QueryError::usage(format!("Illegal value '{text}' {rest}"));
        let value: Json =
            serde_json::from_str(text).map_err(|_| wrong("for :order_by; expected a JSON array of maps."))?;
        Self::orders(&value)
    }

    /// Reads such an array.
    ///
    /// # Errors
    /// Returns an error if the value has another form.
    pub fn orders(value: &Json) -> Result<Vec<(String, bool)>, QueryError> {
        let wrong = |value: &Json, rest: &str| QueryError::usage(format!("Illegal value '{}' {rest}", clojure(value)));
        let expected = "for :order_by; expected an array of maps.";
        let fields = match value {
            Json::Null => return Ok(Vec::new()),
            Json::Array(fields) if fields.iter().all(Json::is_object) => fields,
            other => return Err(wrong(other, expected)),
        };
        let unknown = |field: &Json| {
            let name = field.as_object()?.keys().find(|name| !["field", "order"].contains(&name.as_str()))?;
            Some(wrong(field, &format!("in :order_by; unknown key '{name}'.")))
        };
        if let Some(error) = fields.iter().find_map(unknown) {
            return Err(error);
        }
        let order = |field: &Json| {
            let Some(name) = field.get("field") else {
                return Err(wrong(field, "in :order_by; missing required key field."));
            };
            let way = field.get("order").unwrap_or(&Json::Null);
            let is_descending = match way.as_str().map(str::to_lowercase).as_deref() {
                None if way.is_null() => false,
                Some("asc") => false,
                Some("desc") => true,
                _ => return Err(wrong(field, "in :order_by; 'order' must be either 'asc' or 'desc'")),
            };
            Ok((shown(name), is_descending))
        };
        fields.iter().map(order).collect()
    }
}

/// Reads a limit.
///
/// # Errors
/// Returns an error if it is no positive integer.
pub(crate) fn limit(value: &Json) -> Result<u64, QueryError> {
    integer(value).filter(|limit| *limit > 0).ok_or_else(|| {
        let value = shown(value);
        QueryError::usage(format!("Illegal value '{value}' for :limit; expected a positive non-zero integer."))
    })
}

/// Reads an offset.
///
/// # Errors
/// Returns an error if it is negative or no integer.
pub(crate) fn offset(value: &Json) -> Result<u64, QueryError> {
    integer(value).ok_or_else(|| {
        let value = shown(value);
        QueryError::usage(format!("Illegal value '{value}' for :offset; expected a non-negative integer."))
    })
}

fn integer(value: &Json) -> Option<u64> {
    let number = match value {
        Json::String(text) => text.parse().ok(),
        other => other.as_u64(),
    };
    // Larger numbers do not fit into the statement.
    number.filter(|number| i64::try_from(*number).is_ok())
}

/// Returns the field that rows are ordered by.
pub(super) fn order(entity: &'static Entity, name: &str, is_descending: bool) -> Result<Order, QueryError> {
    let field = entity.queryable(name).ok_or_else(|| {
        let names = entity.fields.iter().filter(|field| field.is_queryable).map(|field| field.name);
        unknown(name, &names.collect::<Vec<_>>())
    })?;
    if !field.is_projectable && field.name != "depth" {
        return Err(QueryError::usage(format!("Rows cannot be ordered by '{name}'")));
    }
    Ok(Order { field, is_descending })
}

/// Returns the error for a field that rows cannot be ordered by.
pub(super) fn unknown(name: &str, names: &[&str]) -> QueryError {
    let names = names.join("', '");
    QueryError::usage(format!("Unrecognized column '{name}' specified in :order_by; Supported columns are '{names}'"))
}

/// Returns a value in Clojure's notation, which PuppetDB's messages have.
pub(crate) fn clojure(value: &Json) -> String {
    match value {
        Json::Object(members) => {
            let members: Vec<String> =
                members.iter().map(|(name, value)| format!(":{name} {}", clojure(value))).collect();
            format!("{{{}}}", members.join(", "))
        }
        Json::Array(values) => format!("[{}]", values.iter().map(clojure).collect::<Vec<_>>().join(" ")),
        Json::Null => "nil".to_owned(),
        other => other.to_string(),
    }
}
