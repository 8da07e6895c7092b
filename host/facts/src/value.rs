//! Construction of and access to values of facts.

use catalog::Value;
use serde_json::Value as Json;
use thiserror::Error;

/// Builds a hash of the entries that have a value.
pub(crate) fn hash<const N: usize>(entries: [(&str, Option<Value>); N]) -> Value {
    Value::Hash(entries.into_iter().filter_map(|(key, value)| Some((key.into(), value?))).collect())
}

/// Builds a hash; `None` if it has no entries.
pub(crate) fn filled<const N: usize>(entries: [(&str, Option<Value>); N]) -> Option<Value> {
    Some(hash(entries)).filter(|value| !matches!(value, Value::Hash(entries) if entries.is_empty()))
}

/// Converts a number, such as a number of bytes, to an integer.
pub(crate) fn integer(number: u64) -> Value {
    Value::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}

/// Follows keys into nested hashes.
pub(crate) fn dig<'a>(value: &'a Value, keys: &[&str]) -> Option<&'a Value> {
    keys.iter().try_fold(value, |value, key| entry(value, key))
}

/// Returns the entry of a hash.
pub(crate) fn entry<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    entries(value).find(|(name, _)| *name == key).map(|(_, value)| value)
}

/// Iterates over the entries of a hash whose keys are strings.
pub(crate) fn entries(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let entries = match value {
        Value::Hash(entries) => entries.as_slice(),
        _ => &[],
    };
    entries.iter().filter_map(|(key, value)| Some((key.as_str()?, value)))
}

/// Sorts the keys of hashes and nested hashes, as Facter does for output. Hashes within arrays are unchanged.
#[must_use]
pub fn sorted(value: Value) -> Value {
    match value {
        Value::Hash(mut entries) => {
            entries.sort_by(|(a, _), (b, _)| a.as_str().cmp(&b.as_str()));
            Value::Hash(entries.into_iter().map(|(key, value)| (key, sorted(value))).collect())
        }
        other => other,
    }
}

/// Reason why a text cannot be parsed as data.
#[derive(Debug, Error)]
pub enum DataError {
    /// It is not JSON, for this reason.
    #[error("{0}")]
    Json(String),
    /// It is not YAML, for this reason.
    #[error("{0}")]
    Yaml(String),
}

/// Parses JSON.
///
/// # Errors
/// Returns an error if the text is not valid JSON.
pub fn of_json(text: &str) -> Result<Value, DataError> {
    let parsed: Json = serde_json::from_str(text).map_err(|error| DataError::Json(catalog::json_fault(&error)))?;
    Ok(Value::from(&parsed))
}
