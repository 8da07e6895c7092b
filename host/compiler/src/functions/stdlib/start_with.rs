//! `stdlib::start_with`: tests whether a string begins with another.

use value::Value;

use crate::evaluator::{Function, FunctionCall, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::start_with",
    "Returns whether a string begins with another string, or with any string in an array.",
    &[Overload::new("String $test_string, Variant[String[1],Array[String[1],1]] $prefixes", |call| {
        Ok(Value::Boolean(any(call, |text, prefix| text.starts_with(prefix))))
    })],
)
.returning("Boolean");

/// Returns whether the predicate is true for the first argument and the second one, or any element of the second.
pub(super) fn any(call: &FunctionCall<'_, '_>, holds: impl Fn(&str, &str) -> bool) -> bool {
    let mut parts = Vec::new();
    call.argument(1).flatten_into(&mut parts);
    parts.iter().filter_map(Value::as_str).any(|part| holds(call.text(0), part))
}
