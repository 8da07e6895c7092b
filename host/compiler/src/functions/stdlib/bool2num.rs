//! `bool2num`: converts a boolean to 1 or 0.

use value::{EvalError, Value};

use super::str2bool::boolean;
use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "bool2num",
    "Converts a boolean, or a string accepted by `str2bool`, to 1 for true or 0 for false.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        match arguments.first() {
            None => Err(EvalError::new("bool2num(): Wrong number of arguments given (0 for 1)")),
            Some(value) => Ok(Value::Integer(i64::from(boolean(value)?))),
        }
    })],
);
