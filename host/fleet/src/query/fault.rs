//! Errors of queries, with PuppetDB's messages where it has one.

use serde_json::Value as Json;
use thiserror::Error;

use super::entity::shown;
use crate::pql::PqlError;
use crate::time::TimeError;

/// A query cannot be answered.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum QueryError {
    /// The text is not JSON.
    #[error("Json parse error at line {line}, column {column}:\n\n{text}\n{marker}^\n\n{reason}")]
    Json {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The text of the line.
        text: String,
        /// Blanks up to the column.
        marker: String,
        /// The reason.
        reason: String,
    },
    /// There is more than one query.
    #[error("Only one query may be sent in a request. Found JSON ({0}) after the query {1}")]
    MoreQueries(String, String),
    /// The text is not PQL.
    #[error(transparent)]
    Pql(#[from] PqlError),
    /// A text is not a time.
    #[error(transparent)]
    Time(#[from] TimeError),
    /// Fields or subqueries are unknown: one message in each line.
    #[error("{}", .0.join("\n"))]
    Names(Vec<String>),
    /// An operator, a function or a parameter is used in a wrong way.
    #[error("{0}")]
    Usage(String),
    /// A part of the query is no expression.
    #[error("{0} is not a valid expression of the query language")]
    Expression(String),
    /// The value does not have the type of the field.
    #[error("The value {value} cannot be compared with '{field}' of '{entity}' by the operator '{operator}'")]
    Type {
        /// The operator.
        operator: String,
        /// The field.
        field: String,
        /// The entity.
        entity: String,
        /// The value.
        value: String,
    },
    /// A field cannot be compared with a column of another query.
    #[error("'in' cannot compare '{field}' with '{column}', which is of another type")]
    Columns {
        /// The field.
        field: String,
        /// The column.
        column: String,
    },
    /// A regular expression is not valid.
    #[error("ERROR: invalid regular expression: {0}")]
    Regex(String),
}

impl QueryError {
    pub(crate) fn usage(text: impl Into<String>) -> Self {
        Self::Usage(text.into())
    }

    pub(crate) fn expression(part: &Json) -> Self {
        Self::Expression(part.to_string())
    }

    /// Returns whether PuppetDB finds this error after the others, when it makes the statement.
    pub(crate) fn is_late(&self) -> bool {
        matches!(self, Self::Type { .. } | Self::Expression(_) | Self::Columns { .. })
    }

    pub(crate) fn json(error: &serde_json::Error, text: &str) -> Self {
        let (line, column) = (error.line(), error.column().max(1));
        let found = text.lines().nth(line.saturating_sub(1)).unwrap_or_default().to_owned();
        Self::Json { line, column, text: found, marker: " ".repeat(column - 1), reason: error.to_string() }
    }
}

/// Returns names in quotes: `'a', 'b', and 'c'`.
pub(super) fn list(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    match quoted.split_last() {
        Some((last, rest)) if rest.len() > 1 => format!("{}, and {last}", rest.join(", ")),
        _ => quoted.join(" and "),
    }
}

/// Returns the message that a field cannot be queried.
pub(super) fn not_queryable(field: &Json, alias: &str, names: &[&str]) -> String {
    let field = shown(field);
    if names.is_empty() {
        return format!("'{field}' is not a queryable object for {alias}. Entity {alias} has no queryable objects");
    }
    format!("'{field}' is not a queryable object for {alias}. Known queryable objects are {}", list(names))
}
