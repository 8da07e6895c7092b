//! Values of settings: comparison, and the part of them that is Sensitive.

use marotte_sdk::prelude::*;

/// One of the desired values, or an element of a desired array.
#[derive(Debug, Clone, PartialEq, AttributeValue)]
pub struct Setting(pub Value);

/// Returns a value with its Sensitive texts, which are compared with the file.
///
/// # Errors
/// Returns an error if the component may not read the secret.
pub(crate) fn revealed(system: &impl ReadSystem, value: &Value) -> Result<Value> {
    Ok(match value {
        Value::Secret(secret) => Value::Text(system.reveal(*secret)?),
        Value::Array(elements) => {
            Value::Array(elements.iter().map(|element| revealed(system, element)).collect::<Result<_>>()?)
        }
        Value::Hash(entries) => {
            let entry = |(key, value): &(Value, Value)| Ok((key.clone(), revealed(system, value)?));
            Value::Hash(entries.iter().map(entry).collect::<Result<_>>()?)
        }
        other => other.clone(),
    })
}

/// Returns whether a value contains a Sensitive text.
pub(crate) fn is_secret(value: &Value) -> bool {
    match value {
        Value::Secret(_) => true,
        Value::Array(elements) => elements.iter().any(is_secret),
        Value::Hash(entries) => entries.iter().any(|(_, value)| is_secret(value)),
        _ => false,
    }
}

/// Compares values: numbers by their value, and hashes without order.
pub(crate) fn is_equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => is_equal_list(one, other),
        (Value::Hash(one), Value::Hash(other)) => {
            let has = |(key, value): &(Value, Value)| {
                other.iter().any(|(name, known)| key_text(name) == key_text(key) && is_equal(value, known))
            };
            one.len() == other.len() && one.iter().all(has)
        }
        #[expect(clippy::cast_precision_loss, reason = "Ruby compares integers and floating-point numbers like this")]
        (Value::Integer(integer), Value::Float(float)) | (Value::Float(float), Value::Integer(integer)) => {
            *integer as f64 == *float
        }
        (one, other) => one == other,
    }
}

/// Compares arrays.
pub(crate) fn is_equal_list(one: &[Value], other: &[Value]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_equal(one, other))
}

/// Returns the number in a text; `None` if it is not one.
pub(crate) fn number(digits: &str) -> Option<Value> {
    let float = || digits.parse().ok().filter(|number: &f64| number.is_finite()).map(Value::Float);
    digits.parse().ok().map(Value::Integer).or_else(float)
}

/// Returns the text of a key of a hash, which can be a number.
pub(crate) fn key_text(key: &Value) -> String {
    Text::printed(key.clone()).ok().and_then(|text| text.clear().map(str::to_owned)).unwrap_or_default()
}

/// Returns the elements of arrays in an array, at any depth.
pub(crate) fn flattened(values: &[Value]) -> Vec<Value> {
    let flat = |value: &Value| match value {
        Value::Array(elements) => flattened(elements),
        other => vec![other.clone()],
    };
    values.iter().flat_map(flat).collect()
}
