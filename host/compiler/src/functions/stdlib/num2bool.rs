//! `num2bool`: converts a number to a boolean.

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "num2bool",
    "Returns whether a number, or a numeric string, is at least 1.",
    &[Overload::legacy(|call| {
        let [number] = legacy::exactly(call)?;
        is_positive(&number).map(Value::Boolean)
    })],
);

/// Returns whether a number is positive after truncation.
pub(super) fn is_positive(value: &Value) -> Result<bool, EvalError> {
    Ok(match value {
        Value::Integer(number) => *number > 0,
        Value::Float(number) => *number >= 1.0,
        Value::String(text) => match ruby::number::float(text) {
            Some(number) => number >= 1.0,
            None => {
                let shown = value.inspect();
                let what = format!("num2bool(): '{text}' does not look like a number");
                return Err(EvalError::new(format!("{what}: invalid value for Float(): {shown}")));
            }
        },
        // Puppet: other values are converted to text that isn't a number.
        _ => false,
    })
}
