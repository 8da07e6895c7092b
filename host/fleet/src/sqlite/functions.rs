//! Functions that statements use: JSON as PostgreSQL compares it, regular expressions, packed documents.

use std::sync::Arc;

use fancy_regex::Regex;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::{ToSql, Value, ValueRef};
use rusqlite::{Connection, Error};
use serde_json::Value as Json;

use crate::fact_path;
use crate::json;
use crate::regex;
use crate::time::Time;

type Fault = Box<dyn std::error::Error + Send + Sync>;

/// The largest document after unpacking, in bytes.
const UNPACKED: usize = 1 << 30;

/// Adds the functions to a connection.
pub(super) fn add(connection: &Connection) -> rusqlite::Result<()> {
    add_json(connection)?;
    add_values(connection)?;
    add_paths(connection)?;
    define(connection, "matches", 2, |context| {
        let Some(text) = text(context, 0)? else { return Ok(None) };
        let pattern = pattern(context, 1)?;
        Ok(Some(pattern.is_match(&text).map_err(fault)?))
    })?;
    define(connection, "unpack", 1, |context| match context.get_raw(0) {
        ValueRef::Blob(packed) => unpack(packed).map(Some).map_err(fault),
        _ => Ok(None),
    })?;
    define(connection, "json_time", 1, |context| Ok(context.get::<Option<i64>>(0)?.map(|time| Time(time).to_json())))?;
    define(connection, "to_char", 2, |context| {
        let Some(time) = context.get::<Option<i64>>(0)? else { return Ok(None) };
        crate::format::to_char(Time(time), &context.get::<String>(1)?).map(Some).map_err(fault)
    })
}

/// Adds a function whose result depends on its arguments alone.
fn define<T: ToSql>(
    connection: &Connection,
    name: &str,
    arguments: i32,
    function: impl Fn(&Context<'_>) -> rusqlite::Result<T> + Send + 'static,
) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_INNOCUOUS;
    connection.create_scalar_function(name, arguments, flags, move |context| function(context))
}

/// Functions that compare and select JSON values.
fn add_json(connection: &Connection) -> rusqlite::Result<()> {
    define(connection, "json_key", 1, |context| Ok(json_value(context, 0)?.map(|value| json::key(&value))))?;
    define(connection, "json_contains", 2, |context| {
        let (document, value) = (json_value(context, 0)?, cached_json(context, 1)?);
        Ok(document.map(|document| json::contains(&document, &value)))
    })?;
    define(connection, "json_has", 2, |context| {
        let (document, value) = (json_value(context, 0)?, cached_json(context, 1)?);
        Ok(document.map(|document| json::contains_member(&document, &value)))
    })?;
    define(connection, "json_at", 2, |context| {
        let (document, path) = (json_value(context, 0)?, cached_json(context, 1)?);
        let path = path.as_array().map(Vec::as_slice).unwrap_or_default();
        Ok(document.and_then(|document| json::at(&document, path).map(Json::to_string)))
    })?;
    define(connection, "json_at_texts", 2, |context| {
        let (document, path) = (json_value(context, 0)?, cached_json(context, 1)?);
        let path = path.as_array().into_iter().flatten().filter_map(Json::as_str);
        Ok(document.and_then(|document| json::at_texts(&document, path).map(Json::to_string)))
    })?;
    define(connection, "json_at_encoded", 2, |context| {
        let Some(path) = text(context, 1)? else { return Ok(None) };
        let path = fact_path::decode(&path);
        let document = json_value(context, 0)?;
        Ok(document.and_then(|document| json::at(&document, &path[1..]).map(Json::to_string)))
    })
}

/// Functions that convert JSON values.
fn add_values(connection: &Connection) -> rusqlite::Result<()> {
    define(connection, "json_text", 1, |context| Ok(json_value(context, 0)?.as_ref().and_then(json::text)))?;
    define(connection, "json_kind", 1, |context| Ok(json_value(context, 0)?.map(|value| json::kind(&value))))?;
    define(connection, "json_number", 1, |context| {
        let Some(value) = json_value(context, 0)? else { return Ok(Value::Null) };
        let number: Json = match &value {
            Json::String(text) => serde_json::from_str(text.trim()).unwrap_or(Json::Null),
            other => other.clone(),
        };
        match (number.as_i64(), number.as_f64()) {
            _ if value.is_null() => Ok(Value::Null),
            (Some(integer), _) => Ok(Value::Integer(integer)),
            (None, Some(real)) => Ok(Value::Real(real)),
            _ => Err(fault(format!("{value} is not a number"))),
        }
    })?;
    define(connection, "parameter_matches", 3, |context| {
        let (name, pattern) = (pattern(context, 1)?, pattern(context, 2)?);
        let Some(Json::Object(members)) = json_value(context, 0)? else { return Ok(false) };
        for (member, value) in &members {
            let is_found = name.is_match(member).map_err(fault)?;
            if is_found && pattern.is_match(&json::canonical(value)).map_err(fault)? {
                return Ok(true);
            }
        }
        Ok(false)
    })
}

/// Functions for paths of facts.
fn add_paths(connection: &Connection) -> rusqlite::Result<()> {
    define(connection, "fact_leaves", 2, |context| {
        let name = context.get::<String>(0)?;
        let Some(value) = json_value(context, 1)? else { return Ok(None) };
        let mut found = Vec::new();
        fact_path::leaves(&value, &mut |leaf| {
            let path: Vec<Json> = [Json::from(name.as_str())].into_iter().chain(leaf.path).collect();
            // As texts, so that the kinds of the values are kept.
            found.push(json::object([
                ("path", Json::from(path).to_string().into()),
                ("value", leaf.value.to_string().into()),
            ]));
        });
        Ok(Some(Json::from(found).to_string()))
    })?;
    define(connection, "path_matches", 2, |context| {
        let Some(Json::Array(path)) = json_value(context, 0)? else { return Ok(false) };
        let patterns = context.get_or_create_aux(1, |value| -> Result<Vec<(Json, Regex)>, Fault> {
            let patterns: Vec<Json> = serde_json::from_str(value.as_str()?)?;
            let compiled = |part: Json| {
                let text = json::text(&part).unwrap_or_default();
                Ok((part, regex::compile(&text)?))
            };
            patterns.into_iter().map(compiled).collect()
        })?;
        fact_path::matches(&path, &patterns).map_err(fault)
    })?;
    define(connection, "path_encoded", 1, |context| {
        let path = json_value(context, 0)?;
        Ok(path.and_then(|path| path.as_array().map(|path| fact_path::encode(path))))
    })?;
    define(connection, "path_key", 1, |context| {
        let path = json_value(context, 0)?;
        let key = |path: &Vec<Json>| {
            let parts: Vec<String> = path.iter().map(|part| json::text(part).unwrap_or_default()).collect();
            parts.join("\0").into_bytes()
        };
        Ok(path.and_then(|path| path.as_array().map(key)))
    })
}

/// Compresses a document.
pub(super) fn pack(text: &str) -> std::io::Result<Vec<u8>> {
    zstd::bulk::compress(text.as_bytes(), 3)
}

fn unpack(packed: &[u8]) -> Result<String, Fault> {
    use std::io::Read as _;
    let mut text = String::new();
    let mut reader = zstd::Decoder::new(packed)?.take(UNPACKED as u64);
    reader.read_to_string(&mut text)?;
    Ok(text)
}

fn fault(error: impl Into<Fault>) -> Error {
    Error::UserFunctionError(error.into())
}

fn text(context: &Context<'_>, index: usize) -> rusqlite::Result<Option<String>> {
    match context.get_raw(index) {
        ValueRef::Text(text) => Ok(Some(String::from_utf8_lossy(text).into_owned())),
        ValueRef::Integer(number) => Ok(Some(number.to_string())),
        _ => Ok(None),
    }
}

fn json_value(context: &Context<'_>, index: usize) -> rusqlite::Result<Option<Json>> {
    match context.get_raw(index) {
        ValueRef::Text(text) => serde_json::from_slice(text).map(Some).map_err(fault),
        _ => Ok(None),
    }
}

/// Returns a parameter, which is parsed once for a statement.
fn cached_json(context: &Context<'_>, index: usize) -> rusqlite::Result<Arc<Json>> {
    context
        .get_or_create_aux(index as i32, |value| -> Result<Json, Fault> { Ok(serde_json::from_str(value.as_str()?)?) })
}

/// Returns a pattern, which is compiled once for a statement.
fn pattern(context: &Context<'_>, index: usize) -> rusqlite::Result<Arc<Regex>> {
    context.get_or_create_aux(index as i32, |value| -> Result<Regex, Fault> { Ok(regex::compile(value.as_str()?)?) })
}
