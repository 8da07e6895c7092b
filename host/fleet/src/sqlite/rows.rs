//! Rows of a query.

use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Connection, ToSql};

use super::dialect::Sqlite;
use crate::query::Query;
use crate::query::select::Parameter;
use crate::rows::{self, Cell};
use crate::sql::{compile, compile_total};
use crate::store::{Rows, StoreError};

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
        let compiled = compile_total(query, &Sqlite)?;
        let parameters = rusqlite::params_from_iter(&compiled.parameters);
        let count: i64 = transaction.query_row(&compiled.sql, parameters, |row| row.get(0))?;
        total(count.unsigned_abs());
    }
    let compiled = compile(query, &Sqlite, true)?;
    // Values are compared while the statement runs: an error before is one of the database.
    let prepared = transaction.prepare(&compiled.sql);
    let mut statement = prepared.map_err(|error| StoreError::Database(error.into()))?;
    let mut found = statement.query(rusqlite::params_from_iter(&compiled.parameters))?;
    let mut text = String::new();
    // A function over rows fails at a value in any group: no group is sent before.
    let mut held = query.has_groups().then(Vec::new);
    while let Some(row) = found.next()? {
        text.clear();
        rows::write(&compiled, |index| row.get_ref(index).map(cell), &mut text)?;
        match &mut held {
            Some(held) => held.push(text.clone()),
            None if rows(&text).is_break() => break,
            None => {}
        }
    }
    let _ended = held.into_iter().flatten().try_for_each(|row| rows(&row));
    Ok(())
}

fn cell(value: ValueRef<'_>) -> Cell<'_> {
    match value {
        ValueRef::Null | ValueRef::Blob(_) => Cell::Null,
        ValueRef::Integer(number) => Cell::Integer(number),
        ValueRef::Real(number) => Cell::Real(number),
        ValueRef::Text(text) => Cell::Text(String::from_utf8_lossy(text)),
    }
}
