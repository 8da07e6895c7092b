//! `dos2unix`: converts line ends.

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "dos2unix",
    "Returns a text with the line ends of Unix.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        match arguments.first() {
            Some(Value::String(text)) => Ok(Value::from(text.replace("\r\n", "\n"))),
            _ => Err(EvalError::new("dos2unix(): Requires string as argument")),
        }
    })],
);
