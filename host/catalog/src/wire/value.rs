//! Values in the wire format: JSON where it can represent them, otherwise Puppet's rich data, objects with
//! `__ptype` and `__pvalue`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::{Map, Value as Json};

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
    check(value)?;
    serde_json::to_value(WireValue(value)).map_err(|error| CatalogFormatError::Json(error.to_string()))
}

/// A value that passed [`check`], in the wire format.
pub(super) struct WireValue<'a>(pub(super) &'a Value);

impl Serialize for WireValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Undef => serializer.serialize_unit(),
            Value::Default => object(serializer, "Default", |_| Ok(())),
            Value::Boolean(value) => serializer.serialize_bool(*value),
            Value::Integer(number) => serializer.serialize_i64(*number),
            Value::Float(number) => serializer.serialize_f64(*number),
            Value::String(text) => serializer.serialize_str(text),
            Value::Binary(bytes) => rich(serializer, "Binary", &STANDARD.encode(bytes)),
            Value::Regexp(pattern) => rich(serializer, "Regexp", pattern),
            Value::Reference(reference) => serializer.collect_str(reference),
            Value::Array(elements) => serializer.collect_seq(elements.iter().map(WireValue)),
            Value::Hash(entries) => serialize_hash(entries, serializer),
            Value::Sensitive(secret) => rich(serializer, "Sensitive", &WireValue(secret.reveal())),
            Value::Deferred(call) => object(serializer, "Deferred", |map| {
                map.serialize_entry("name", &call.name)?;
                match &call.arguments {
                    Some(arguments) => {
                        let arguments: Vec<WireValue<'_>> = arguments.iter().map(WireValue).collect();
                        map.serialize_entry("arguments", &arguments)
                    }
                    None => Ok(()),
                }
            }),
            Value::Object(written) => object(serializer, &written.type_name, |map| {
                written.fields.iter().try_for_each(|(name, value)| map.serialize_entry(name, &WireValue(value)))
            }),
            Value::Other(other) => rich(serializer, &other.type_name, &other.text),
        }
    }
}

/// Writes an object of rich data.
fn object<S: Serializer>(
    serializer: S,
    kind: &str,
    write: impl FnOnce(&mut S::SerializeMap) -> Result<(), S::Error>,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry(TYPE, kind)?;
    write(&mut map)?;
    map.end()
}

/// Writes rich data with one value.
fn rich<S: Serializer>(serializer: S, kind: &str, value: &(impl Serialize + ?Sized)) -> Result<S::Ok, S::Error> {
    object(serializer, kind, |map| map.serialize_entry(VALUE, value))
}

/// A hash becomes a JSON object if all its keys are strings and none of them is the rich data marker.
fn serialize_hash<S: Serializer>(entries: &[(Value, Value)], serializer: S) -> Result<S::Ok, S::Error> {
    if entries.iter().all(|(key, _)| key.as_str().is_some_and(|key| key != TYPE)) {
        return serializer
            .collect_map(entries.iter().map(|(key, value)| (key.as_str().unwrap_or_default(), WireValue(value))));
    }
    let flat: Vec<WireValue<'_>> = entries.iter().flat_map(|(key, value)| [WireValue(key), WireValue(value)]).collect();
    rich(serializer, "Hash", &flat)
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
        | Value::Other(_) => Ok(()),
    }
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
        Json::String(text) => Value::String(text.as_str().into()),
        Json::Array(elements) => Value::Array(elements.iter().map(read).collect::<Result<_, _>>()?),
        Json::Object(object) => match object.get(TYPE) {
            Some(kind) => return read_rich(kind.as_str().ok_or(CatalogFormatError::Field(TYPE))?, object, read),
            None => {
                let entries: Result<_, CatalogFormatError> =
                    object.iter().map(|(key, value)| Ok((Value::String(key.as_str().into()), read(value)?))).collect();
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
        "Timestamp" | "Timespan" | "SemVer" | "SemVerRange" | "URI" => Value::other(kind, text()?),
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
