//! `bool2num`: a boolean as 1 or 0.

use super::str2bool::boolean;
use crate::eval_error::EvalError;
use crate::function::{Function, Overload};
use crate::functions::legacy;
use crate::value::Value;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "bool2num",
    "Returns 1 for true and 0 for false: a boolean, or a text that `str2bool` accepts.",
    &[Overload::new(legacy::PARAMETERS, |call| {
        let arguments = legacy::arguments(call)?;
        match arguments.first() {
            None => Err(EvalError::new("bool2num(): Wrong number of arguments given (0 for 1)")),
            Some(value) => Ok(Value::Integer(i64::from(boolean(value)?))),
        }
    })],
);
