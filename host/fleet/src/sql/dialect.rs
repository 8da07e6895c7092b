//! What databases differ in.

use serde_json::Value as Json;

use crate::query::QueryError;
use crate::query::entity::{Fragment, Kind};
use crate::query::select::{Comparison, Function, Parameter};

/// The SQL of a database. Operands are expressions; those named `pattern`, `path` and `value` are parameters.
pub(crate) trait Dialect {
    /// Returns the place of a parameter, counted from 1.
    fn placeholder(&self, number: usize, parameter: &Parameter) -> String;

    /// Checks a regular expression, unless the database reports a wrong one itself.
    fn check_pattern(&self, pattern: &str) -> Result<(), QueryError>;

    /// Returns a part of a statement.
    fn fragment(&self, fragment: Fragment) -> &'static str;

    /// Returns the clauses for a part of the rows, with a leading blank.
    fn limit(&self, limit: Option<u64>, offset: Option<u64>) -> String;

    /// Returns an expression that orders and compares as values of a kind do.
    fn order_key(&self, kind: Kind, operand: &str) -> String;

    /// Returns whether a text matches a regular expression.
    fn matches(&self, text: &str, pattern: &str) -> String;

    /// Returns whether an array of texts has a text.
    fn has_text(&self, texts: &str, value: &str) -> String;

    /// Returns whether an array of texts has a text that matches a regular expression.
    fn has_match(&self, texts: &str, pattern: &str) -> String;

    /// Returns whether JSON values compare.
    fn json_compare(&self, left: &str, comparison: Comparison, value: &str) -> String;

    /// Returns whether a document contains a value.
    fn json_contains(&self, document: &str, value: &str) -> String;

    /// Returns the same for a value in a document: an array does not contain a scalar.
    fn json_has(&self, member: &str, value: &str) -> String;

    /// Returns the value at a path of names and indices, whose parameters are added.
    fn json_at(&self, document: &str, path: &[Json], parameters: &mut Vec<Parameter>) -> String;

    /// Returns the value at a path whose digits are names or indices.
    fn json_at_texts(&self, document: &str, path: &str) -> String;

    /// Returns the value of the current row of `fact` at the path of the current row of `fact_path`.
    fn fact_at_path(&self) -> &'static str;

    /// Returns a JSON value as text, without quotes.
    fn json_text(&self, json: &str) -> String;

    /// Returns the name of the kind of a JSON value.
    fn json_kind(&self, json: &str) -> String;

    /// Returns a JSON value as a number; other values are an error.
    fn json_number(&self, json: &str) -> String;

    /// Returns the result of a function, which is a number, as a column of the rows.
    fn number_column(&self, function: Function, operand: &str) -> String;

    /// Returns whether a parameter of a resource, whose name matches a pattern, matches another one.
    fn parameter_matches(&self, parameters: &str, name_pattern: &str, pattern: &str) -> String;

    /// Returns whether the path of a value is a path.
    fn path_is(&self, operand: &str, path: &str) -> String;

    /// Returns whether the path of a value matches patterns for its parts.
    fn path_matches(&self, operand: &str, patterns: &str) -> String;

    /// Returns the path of a value as one text.
    fn path_encoded(&self, operand: &str) -> String;

    /// Returns a time as text of a format.
    fn to_char(&self, time: &str, format: &str) -> String;
}
