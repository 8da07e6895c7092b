//! `join`: joins elements to a string.

use value::Value;

use crate::evaluator::{Function, Overload};
use crate::functions::ruby_values;

pub(super) const FUNCTION: Function = Function::new(
    "join",
    "Joins the elements of an array, including nested arrays, to a string, separated by a delimiter.",
    &[Overload::new("Array $arg, String $delimiter?", |call| {
        Ok(Value::from(ruby_values::join(call.elements(0), call.text(1))))
    })],
);
