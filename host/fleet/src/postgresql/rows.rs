//! Values of parameters and rows.

use std::borrow::Cow;

use bytes::BytesMut;
use postgres::IsolationLevel;
use postgres::error::SqlState;
use postgres::fallible_iterator::FallibleIterator as _;
use postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use super::dialect::Postgres;
use super::pool::Session;
use crate::query::select::Parameter;
use crate::query::{Query, QueryError};
use crate::rows::{self, Cell};
use crate::sql::{Statement, compile, compile_total};
use crate::store::{Rows, StoreError};

type Fault = Box<dyn std::error::Error + Sync + Send>;

/// The largest number of parameters of a statement.
const PARAMETERS: usize = u16::MAX as usize;

/// The number of rows that are received after the last one that is needed; if there are more, the query is cancelled.
const REST: usize = 100;

/// Errors of queries whose values have other types.
const WRONG: [SqlState; 6] = [
    SqlState::UNDEFINED_FUNCTION,
    SqlState::DATATYPE_MISMATCH,
    SqlState::GROUPING_ERROR,
    SqlState::CANNOT_COERCE,
    SqlState::AMBIGUOUS_FUNCTION,
    SqlState::INDETERMINATE_DATATYPE,
];

impl Parameter {
    fn kind(&self) -> Type {
        match self {
            Self::Text(_) => Type::TEXT,
            Self::Integer(_) | Self::Time(_) => Type::INT8,
            Self::Real(_) => Type::FLOAT8,
            Self::Boolean(_) => Type::BOOL,
            Self::Json(_) => Type::JSONB,
        }
    }
}

impl ToSql for Parameter {
    fn to_sql(&self, kind: &Type, buffer: &mut BytesMut) -> Result<IsNull, Fault> {
        match self {
            Self::Text(text) => text_value(text).as_ref().to_sql(kind, buffer),
            Self::Integer(number) => number.to_sql(kind, buffer),
            Self::Time(time) => time.0.to_sql(kind, buffer),
            Self::Real(number) => number.to_sql(kind, buffer),
            Self::Boolean(value) => value.to_sql(kind, buffer),
            Self::Json(value) => JsonText(json_value(&value.to_string())).to_sql(kind, buffer),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// The text of a JSON value, for the types `json` and `jsonb`.
#[derive(Debug)]
pub(super) struct JsonText(pub(super) String);

impl ToSql for JsonText {
    fn to_sql(&self, kind: &Type, buffer: &mut BytesMut) -> Result<IsNull, Fault> {
        if *kind == Type::JSONB {
            // The version of the format.
            buffer.extend_from_slice(&[1]);
        }
        buffer.extend_from_slice(self.0.as_bytes());
        Ok(IsNull::No)
    }

    fn accepts(kind: &Type) -> bool {
        matches!(*kind, Type::JSON | Type::JSONB)
    }

    to_sql_checked!();
}

/// Returns a text that PostgreSQL can store: without zero bytes, which become the replacement character, as in PuppetDB.
pub(super) fn text_value(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { text.replace('\0', "\u{fffd}").into() } else { text.into() }
}

/// Returns the text of a JSON value that PostgreSQL can store.
pub(super) fn json_value(text: &str) -> String {
    const ZERO: &str = "\\u0000";
    let mut found = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(ZERO) {
        let (before, after) = rest.split_at(at);
        let escapes = before.bytes().rev().take_while(|byte| *byte == b'\\').count();
        found.push_str(before);
        // After an odd number of backslashes, the backslash of the escape is escaped itself.
        found.push_str(if escapes % 2 == 0 { "\u{fffd}" } else { ZERO });
        rest = &after[ZERO.len()..];
    }
    found.push_str(rest);
    found
}

impl<'a> FromSql<'a> for Cell<'a> {
    fn from_sql(kind: &Type, bytes: &'a [u8]) -> Result<Self, Fault> {
        Ok(match *kind {
            Type::BOOL => Self::Boolean(bool::from_sql(kind, bytes)?),
            Type::INT2 => Self::Integer(i16::from_sql(kind, bytes)?.into()),
            Type::INT4 => Self::Integer(i32::from_sql(kind, bytes)?.into()),
            Type::INT8 => Self::Integer(i64::from_sql(kind, bytes)?),
            Type::FLOAT8 => Self::Real(f64::from_sql(kind, bytes)?),
            Type::JSON => Self::Json(std::str::from_utf8(bytes)?.into()),
            // After the version of the format.
            Type::JSONB => Self::Json(std::str::from_utf8(bytes.get(1..).unwrap_or_default())?.into()),
            _ => Self::Text(std::str::from_utf8(bytes)?.into()),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, Fault> {
        Ok(Self::Null)
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

/// Calls a function for each row of a query. `is_begun` is set with the first row.
pub(super) fn send(
    session: &mut Session,
    query: &Query,
    total: &mut dyn FnMut(u64),
    rows: Rows<'_>,
    is_begun: &mut bool,
) -> Result<(), StoreError> {
    let compiled = compile(query, &Postgres, true)?;
    let parameters = typed(&compiled)?;
    let tls = session.tls.clone();
    // Rows and their number are of the same state.
    let level = IsolationLevel::RepeatableRead;
    let mut transaction = session.client.build_transaction().isolation_level(level).read_only(true).start()?;
    if query.has_total {
        let compiled = compile_total(query, &Postgres)?;
        let found = transaction.query_typed(&compiled.sql, &typed(&compiled)?).map_err(query_error)?;
        let count: i64 = found.first().map_or(Ok(0), |row| row.try_get(0))?;
        total(count.unsigned_abs());
    }
    let cancel = transaction.cancel_token();
    let mut found = transaction.query_typed_raw(&compiled.sql, parameters).map_err(query_error)?;
    let mut text = String::new();
    // A function over rows fails at a value in any group: no group is sent before.
    let mut held = query.has_groups().then(Vec::new);
    while let Some(row) = found.next().map_err(query_error)? {
        text.clear();
        rows::write(&compiled, |index| row.try_get(index), &mut text)?;
        if let Some(held) = &mut held {
            held.push(text.clone());
            continue;
        }
        *is_begun = true;
        if rows(&text).is_break() {
            // The rest is received before the connection is used again.
            if found.by_ref().take(REST).count().map_err(query_error)? == REST {
                session.is_cancelled = true;
                // Without it, all rows are received.
                let _cancelled = cancel.cancel_query(tls);
            }
            return Ok(());
        }
    }
    drop(found);
    transaction.commit()?;
    *is_begun |= held.as_ref().is_some_and(|held| !held.is_empty());
    let _ended = held.into_iter().flatten().try_for_each(|row| rows(&row));
    Ok(())
}

/// Returns an error of a query: one of the query itself, of its time, or of the database.
pub(super) fn query_error(error: postgres::Error) -> StoreError {
    let Some(reported) = error.as_db_error() else { return error.into() };
    let (code, message) = (reported.code(), reported.message());
    if *code == SqlState::QUERY_CANCELED {
        return StoreError::Timeout;
    }
    if *code == SqlState::INVALID_REGULAR_EXPRESSION {
        let reason = message.strip_prefix("invalid regular expression: ").unwrap_or(message);
        return QueryError::Regex(reason.to_owned()).into();
    }
    // Values of other types than the query needs, and queries that are too large.
    let is_query = WRONG.contains(code) || ["22", "54"].iter().any(|class| code.code().starts_with(class));
    if is_query { StoreError::Value(message.to_owned()) } else { error.into() }
}

/// Returns the parameters with their types, so that a statement needs one request.
fn typed(compiled: &Statement) -> Result<Vec<(&(dyn ToSql + Sync), Type)>, StoreError> {
    if compiled.parameters.len() > PARAMETERS {
        return Err(StoreError::Value(format!("It has more than {PARAMETERS} values")));
    }
    let typed = |parameter| {
        let kind = Parameter::kind(parameter);
        let parameter: &(dyn ToSql + Sync) = parameter;
        (parameter, kind)
    };
    Ok(compiled.parameters.iter().map(typed).collect())
}
