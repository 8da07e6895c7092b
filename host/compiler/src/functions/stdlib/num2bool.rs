//! `num2bool`: a number as a boolean.

use crate::eval_error::EvalError;
use crate::function::{Function, Overload};
use crate::functions::legacy;
use crate::value::Value;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "num2bool",
    "Returns true for a number from 1 on, or a string that is one, and false for a lesser one.",
    &[Overload::new(legacy::PARAMETERS, |call| {
        let [number] = legacy::exactly(call)?;
        is_positive(&number).map(Value::Boolean)
    })],
);

/// Returns whether there is something above zero before the point.
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
        // Puppet: all else is taken as text, which begins with no number.
        _ => false,
    })
}
