//! `stdlib::start_with`: whether text begins with another.

use crate::function::{Function, FunctionCall, Overload};
use crate::value::Value;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::start_with",
    "Returns whether a string begins with another, or with one of an array of strings.",
    &[Overload::new("String $test_string, Variant[String[1],Array[String[1],1]] $prefixes", |call| {
        Ok(Value::Boolean(any(call, |text, prefix| text.starts_with(prefix))))
    })],
)
.returning("Boolean");

/// Returns whether the first argument has something to do with the second, or with one of its elements.
pub(super) fn any(call: &FunctionCall<'_, '_>, holds: impl Fn(&str, &str) -> bool) -> bool {
    let mut parts = Vec::new();
    call.argument(1).flatten_into(&mut parts);
    parts.iter().filter_map(Value::as_str).any(|part| holds(call.text(0), part))
}
