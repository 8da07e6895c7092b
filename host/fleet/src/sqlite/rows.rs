//! Rows of a query as JSON.

use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Connection, Row, ToSql};
use serde_json::Value as Json;

use super::dialect::Sqlite;
use crate::fact_path;
use crate::query::Query;
use crate::query::select::Parameter;
use crate::sql::{Output, Shape, Statement, compile, compile_total};
use crate::store::{Rows, StoreError};
use crate::time::Time;

impl ToSql for Parameter {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Self::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Self::Integer(number) => ToSqlOutput::Owned(Value::Integer(*number)),
            Self::Real(number) => ToSqlOutput::Owned(Value::Real(*number)),
            Self::Boolean(value) => ToSqlOutput::Owned(Value::Integer((*value).into())),
            Self::Time(time) => ToSqlOutput::Owned(Value::Integer(time.0)),
            Self::Json(value) => ToSqlOutput::Owned(Value::Text(value.to_string())),
        })
    }
}

/// Calls a function for each row of a query.
pub(super) fn send(
    connection: &Connection,
    query: &Query,
    total: &mut dyn FnMut(u64),
    rows: Rows<'_>,
) -> Result<(), StoreError> {
    // Rows and their number are of the same state.
    let transaction = connection.unchecked_transaction()?;
    if query.has_total {
        let compiled = compile_total(query, &Sqlite);
        let parameters = rusqlite::params_from_iter(&compiled.parameters);
        let count: i64 = transaction.query_row(&compiled.sql, parameters, |row| row.get(0))?;
        total(count.unsigned_abs());
    }
    let compiled = compile(query, &Sqlite, true);
    // Values are compared while the statement runs: an error before is one of the database.
    let prepared = transaction.prepare(&compiled.sql);
    let mut statement = prepared.map_err(|error| StoreError::Database(error.into()))?;
    let mut found = statement.query(rusqlite::params_from_iter(&compiled.parameters))?;
    let mut text = String::new();
    while let Some(row) = found.next()? {
        text.clear();
        write(&compiled, row, &mut text)?;
        if rows(&text).is_break() {
            break;
        }
    }
    Ok(())
}

fn write(compiled: &Statement, row: &Row<'_>, text: &mut String) -> rusqlite::Result<()> {
    if compiled.shape == Shape::Value {
        push(row.get_ref(0)?, compiled.columns[0].1, text);
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
        push(row.get_ref(index)?, *output, text);
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
                push(row.get_ref(index)?, *output, text);
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

fn push(value: ValueRef<'_>, output: Output, text: &mut String) {
    let json = match (output, value) {
        (_, ValueRef::Null | ValueRef::Blob(_)) => Json::Null,
        (Output::Boolean, ValueRef::Integer(number)) => (number != 0).into(),
        (Output::Time, ValueRef::Integer(number)) => Time(number).to_string().into(),
        (_, ValueRef::Integer(number)) => number.into(),
        (_, ValueRef::Real(number)) => number.into(),
        (Output::Json, ValueRef::Text(json)) => {
            text.push_str(&String::from_utf8_lossy(json));
            return;
        }
        (Output::EncodedPath, ValueRef::Text(path)) => fact_path::decode(&String::from_utf8_lossy(path)).into(),
        (_, ValueRef::Text(text)) => String::from_utf8_lossy(text).into(),
    };
    text.push_str(&json.to_string());
}
