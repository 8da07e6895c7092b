//! `concat`: concatenates arrays.

use value::{EvalError, Value, check_size};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "concat",
    "Appends the elements of other arrays, and values that are not arrays, to an array.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let given = arguments.len();
        if given < 2 {
            return Err(EvalError::new(format!("concat(): Wrong number of arguments given ({given} for < 2)")));
        }
        if arguments[0].as_array().is_none() {
            return Err(EvalError::new("concat(): Requires array to work with"));
        }
        let mut list = Vec::new();
        for argument in arguments {
            match argument {
                Value::Array(elements) => list.extend_from_slice(&elements),
                other => list.push(other),
            }
            check_size(list.len())?;
        }
        Ok(Value::from(list))
    })],
);
