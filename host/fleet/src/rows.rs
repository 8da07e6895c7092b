//! Rows of a query as JSON.

use std::borrow::Cow;

use serde_json::Value as Json;

use crate::fact_path;
use crate::sql::{Output, Shape, Statement};
use crate::time::Time;

/// A value that a database returned.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell<'a> {
    Null,
    Boolean(bool),
    Integer(i64),
    Real(f64),
    Text(Cow<'a, str>),
    /// The text of a JSON value.
    Json(Cow<'a, str>),
}

/// Appends a row. `cell` returns the value of the column with an index.
///
/// # Errors
/// Returns the error of `cell`.
pub(crate) fn write<'a, E>(
    compiled: &Statement,
    cell: impl Fn(usize) -> Result<Cell<'a>, E>,
    text: &mut String,
) -> Result<(), E> {
    if compiled.shape == Shape::Value {
        push(cell(0)?, compiled.columns[0].1, text);
        return Ok(());
    }
    text.push('{');
    for (index, (name, output)) in compiled.columns.iter().enumerate() {
        let name = match (compiled.shape, name.as_str()) {
            (Shape::Object | Shape::Value, name) => name,
            (Shape::Subject(_), "failures" | "skips" | "successes" | "noops") => name,
            // The subject is written below.
            (Shape::Subject(_), _) => continue,
        };
        push_name(name, text);
        push(cell(index)?, *output, text);
        text.push(',');
    }
    if let Shape::Subject(summary) = compiled.shape {
        push_name("subject_type", text);
        text.push_str(&format!("\"{}\",", summary.name()));
        push_name("subject", text);
        text.push('{');
        for (index, (name, output)) in compiled.columns.iter().enumerate() {
            if summary.fields().contains(&name.as_str()) {
                push_name(if name.ends_with("_type") { "type" } else { "title" }, text);
                push(cell(index)?, *output, text);
                text.push(',');
            }
        }
        close(text);
        text.push(',');
    }
    close(text);
    Ok(())
}

/// Replaces the last comma by a bracket.
fn close(text: &mut String) {
    if text.ends_with(',') {
        text.pop();
    }
    text.push('}');
}

fn push_name(name: &str, text: &mut String) {
    text.push_str(&Json::from(name).to_string());
    text.push(':');
}

fn push(value: Cell<'_>, output: Output, text: &mut String) {
    let json = match (output, value) {
        (_, Cell::Json(json)) | (Output::Json, Cell::Text(json)) => {
            text.push_str(&json);
            return;
        }
        (_, Cell::Null) => Json::Null,
        (_, Cell::Boolean(value)) => value.into(),
        (Output::Boolean, Cell::Integer(number)) => (number != 0).into(),
        (Output::Time, Cell::Integer(number)) => Time(number).to_string().into(),
        (_, Cell::Integer(number)) => number.into(),
        (_, Cell::Real(number)) => number.into(),
        (Output::EncodedPath, Cell::Text(path)) => fact_path::decode(&path).into(),
        (_, Cell::Text(text)) => text.into_owned().into(),
    };
    text.push_str(&json.to_string());
}
