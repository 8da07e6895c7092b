//! Values in the wire format: JSON where it can represent them, otherwise Puppet's rich data, objects with
//! `__ptype` and `__pvalue`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Number, Value as Json, json};

use super::CatalogFormatError;
use crate::{Deferred, Object, Sensitive, Value};

const TYPE: &str = "__ptype";
const VALUE: &str = "__pvalue";

/// Maximum nesting depth of values: serde_json reads at most 128 levels, and a value may need two.
const MAX_DEPTH: usize = 60;

/// Writes a value.
///
/// # Errors
/// Returns an error if the value is nested too deeply, or contains a number that JSON cannot represent.
pub fn to_json(value: &Value) -> Result<Json, CatalogFormatError> {
    write_at(value, 0)
}

fn write_at(value: &Value, depth: usize) -> Result<Json, CatalogFormatError> {
    if depth > MAX_DEPTH {
        return Err(CatalogFormatError::Depth);
    }
    let write = |value: &Value| write_at(value, depth + 1);
    Ok(match value {
        Value::Undef => Json::Null,
        Value::Default => json!({ TYPE: "Default" }),
        Value::Boolean(value) => Json::Bool(*value),
        Value::Integer(number) => json!(number),
        Value::Float(number) => Json::Number(Number::from_f64(*number).ok_or(CatalogFormatError::Number(*number))?),
        Value::String(text) => Json::String(text.clone()),
        Value::Binary(bytes) => rich("Binary", Json::String(STANDARD.encode(bytes))),
        Value::Regexp(pattern) => rich("Regexp", Json::String(pattern.clone())),
        Value::Reference(reference) => Json::String(reference.to_string()),
        Value::Array(elements) => Json::Array(elements.iter().map(write).collect::<Result<_, _>>()?),
        Value::Hash(entries) => return write_hash(entries, write),
        Value::Sensitive(secret) => rich("Sensitive", write(secret.reveal())?),
        Value::Deferred(call) => {
            let mut object = json!({ TYPE: "Deferred", "name": call.name });
            if let Some(arguments) = &call.arguments {
                object["arguments"] = Json::Array(arguments.iter().map(write).collect::<Result<_, _>>()?);
            }
            object
        }
        Value::Object(object) => {
            let mut written = Map::new();
            written.insert(TYPE.to_owned(), json!(object.type_name));
            for (name, value) in &object.fields {
                written.insert(name.clone(), write(value)?);
            }
            Json::Object(written)
        }
        Value::Other(kind, text) => rich(kind, Json::String(text.clone())),
    })
}

/// Returns whether [`to_json`] can write a value, without writing it.
///
/// # Errors
/// Returns the errors of [`to_json`].
pub(super) fn check(value: &Value) -> Result<(), CatalogFormatError> {
    check_at(value, 0)
}

fn check_at(value: &Value, depth: usize) -> Result<(), CatalogFormatError> {
    if depth > MAX_DEPTH {
        return Err(CatalogFormatError::Depth);
    }
    let check = |value: &Value| check_at(value, depth + 1);
    match value {
        Value::Float(number) if !number.is_finite() => Err(CatalogFormatError::Number(*number)),
        Value::Array(elements) => elements.iter().try_for_each(check),
        Value::Hash(entries) => entries.iter().try_for_each(|(key, value)| check(key).and_then(|()| check(value))),
        Value::Sensitive(secret) => check(secret.reveal()),
        Value::Deferred(call) => call.arguments.iter().flatten().try_for_each(check),
        Value::Object(object) => object.fields.iter().try_for_each(|(_, value)| check(value)),
        Value::Undef
        | Value::Default
        | Value::Boolean(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::String(_)
        | Value::Binary(_)
        | Value::Regexp(_)
        | Value::Reference(_)
        | Value::Other(..) => Ok(()),
    }
}

fn rich(kind: &str, value: Json) -> Json {
    json!({ TYPE: kind, VALUE: value })
}

/// A hash becomes a JSON object if all its keys are strings and none of them is the rich data marker.
fn write_hash(
    entries: &[(Value, Value)],
    write: impl Fn(&Value) -> Result<Json, CatalogFormatError>,
) -> Result<Json, CatalogFormatError> {
    if entries.iter().all(|(key, _)| key.as_str().is_some_and(|key| key != TYPE)) {
        let mut object = Map::new();
        for (key, value) in entries {
            object.insert(key.as_str().unwrap_or_default().to_owned(), write(value)?);
        }
        return Ok(Json::Object(object));
    }
    let mut flat = Vec::with_capacity(entries.len() * 2);
    for (key, value) in entries {
        flat.push(write(key)?);
        flat.push(write(value)?);
    }
    Ok(rich("Hash", Json::Array(flat)))
}

/// Reads a value.
///
/// # Errors
/// Returns an error if the value has an unsupported type, or is nested too deeply.
pub fn from_json(json: &Json) -> Result<Value, CatalogFormatError> {
    read_at(json, 0)
}

fn read_at(json: &Json, depth: usize) -> Result<Value, CatalogFormatError> {
    if depth > MAX_DEPTH {
        return Err(CatalogFormatError::Depth);
    }
    let read = |json: &Json| read_at(json, depth + 1);
    Ok(match json {
        Json::Null => Value::Undef,
        Json::Bool(value) => Value::Boolean(*value),
        Json::Number(number) => match number.as_i64() {
            Some(integer) => Value::Integer(integer),
            None => Value::Float(number.as_f64().ok_or(CatalogFormatError::Field("number"))?),
        },
        Json::String(text) => Value::String(text.clone()),
        Json::Array(elements) => Value::Array(elements.iter().map(read).collect::<Result<_, _>>()?),
        Json::Object(object) => match object.get(TYPE) {
            Some(kind) => return read_rich(kind.as_str().ok_or(CatalogFormatError::Field(TYPE))?, object, read),
            None => {
                let entries: Result<_, CatalogFormatError> =
                    object.iter().map(|(key, value)| Ok((Value::String(key.clone()), read(value)?))).collect();
                Value::Hash(entries?)
            }
        },
    })
}

fn read_rich(
    kind: &str,
    object: &Map<String, Json>,
    read: impl Fn(&Json) -> Result<Value, CatalogFormatError>,
) -> Result<Value, CatalogFormatError> {
    let text = || object.get(VALUE).and_then(Json::as_str).map(str::to_owned).ok_or(CatalogFormatError::Field(VALUE));
    Ok(match kind {
        "Default" => Value::Default,
        "Regexp" => Value::Regexp(text()?),
        "Binary" => Value::Binary(binary(&text()?).ok_or(CatalogFormatError::Field("Binary"))?),
        "Sensitive" => {
            Value::Sensitive(Sensitive::new(read(object.get(VALUE).ok_or(CatalogFormatError::Field(VALUE))?)?))
        }
        "Hash" => {
            let flat = object.get(VALUE).and_then(Json::as_array).ok_or(CatalogFormatError::Field(VALUE))?;
            let (pairs, rest) = flat.as_chunks::<2>();
            if !rest.is_empty() {
                return Err(CatalogFormatError::Field(VALUE));
            }
            let entries: Result<_, CatalogFormatError> =
                pairs.iter().map(|[key, value]| Ok((read(key)?, read(value)?))).collect();
            Value::Hash(entries?)
        }
        "Deferred" => {
            let name = object.get("name").and_then(Json::as_str).ok_or(CatalogFormatError::Field("Deferred"))?;
            let arguments = match object.get("arguments") {
                None | Some(Json::Null) => None,
                Some(arguments) => Some(read(arguments)?.elements().to_vec()),
            };
            Value::Deferred(Box::new(Deferred { name: name.to_owned(), arguments }))
        }
        "Timestamp" | "Timespan" | "SemVer" | "SemVerRange" | "URI" => Value::Other(kind.to_owned(), text()?),
        // A value of an unknown type.
        kind if object.contains_key(VALUE) => return Err(CatalogFormatError::UnknownValue(kind.to_owned())),
        kind => {
            let fields = object.iter().filter(|(name, _)| *name != TYPE);
            let fields: Result<_, CatalogFormatError> =
                fields.map(|(name, value)| Ok((name.clone(), read(value)?))).collect();
            Value::Object(Box::new(Object::new(kind.to_owned(), fields?)))
        }
    })
}
/// Decodes base64; line breaks are ignored.
fn binary(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text.replace(['\n', '\r'], "")).ok()
}
