//! `is_integer`: tests whether a value is an integer, or text that contains one.

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "is_integer",
    "Returns whether a value is an integer, or a string that contains a decimal integer.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let [value] = arguments.as_slice() else {
            let given = arguments.len();
            return Err(EvalError::new(format!("is_integer(): Wrong number of arguments given {given} for 1")));
        };
        Ok(Value::Boolean(is_integer(value)))
    })],
);

/// Returns whether a value is an integer, or a string that contains one.
pub(super) fn is_integer(value: &Value) -> bool {
    match value {
        Value::Integer(_) => true,
        Value::String(text) => text.split_terminator('\n').any(is_decimal),
        _ => false,
    }
}

/// Returns whether a line is an integer without leading zeros.
pub(super) fn is_decimal(line: &str) -> bool {
    let digits = line.strip_prefix('-').unwrap_or(line);
    digits == "0" || !digits.is_empty() && !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit())
}
