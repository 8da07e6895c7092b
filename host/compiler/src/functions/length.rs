//! `length`: length of a value.

use value::Value;

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "length",
    "Returns the number of characters in a string, elements in an array, entries in a hash, or bytes in a binary value.",
    &[
        Overload::new("Collection $arg", |call| Ok(length(call.argument(0)))),
        Overload::new("String $arg", |call| Ok(length(call.argument(0)))),
        Overload::new("Binary $arg", |call| Ok(length(call.argument(0)))),
    ],
);

/// Returns the length of a value.
pub(super) fn length(value: &Value) -> Value {
    Value::from(match value {
        Value::Array(elements) => elements.len(),
        Value::Hash(hash) => hash.len(),
        Value::String(text) => text.chars().count(),
        Value::Binary(bytes) => bytes.len(),
        _ => 0,
    })
}
