//! `any2bool`: converts any value to a boolean.

use value::{EvalError, Value};

use super::num2bool::is_positive;
use super::str2bool::boolean;
use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "any2bool",
    "Converts a value to a boolean: numbers and numeric strings as `num2bool` does, other strings as `str2bool` does; \
     all other values are true.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        Ok(Value::Boolean(match arguments.first() {
            None => return Err(EvalError::new("any2bool(): Wrong number of arguments given (0 for 1)")),
            Some(Value::Boolean(value)) => *value,
            Some(number @ (Value::Integer(_) | Value::Float(_))) => is_positive(number)?,
            Some(text @ Value::String(string)) => match ruby::number::float(string) {
                Some(_) => is_positive(text)?,
                None => boolean(text)?,
            },
            Some(_) => true,
        }))
    })],
);
