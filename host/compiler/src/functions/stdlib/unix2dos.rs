//! `unix2dos`: converts line ends.

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "unix2dos",
    "Returns a text with the line ends of Windows.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        match arguments.first() {
            Some(Value::String(text)) => Ok(Value::from(text.replace("\r\n", "\n").replace('\n', "\r\n"))),
            _ => Err(EvalError::new("unix2dos(): Requires string as argument")),
        }
    })],
);
