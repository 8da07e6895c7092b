//! `join`: elements as one string.

use crate::function::{Function, Overload};
use crate::functions::ruby;
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "join",
    "Joins the elements of an array, those of arrays inside it included, to one string, with a delimiter between them.",
    &[Overload::new("Array $arg, String $delimiter?", |call| {
        Ok(Value::from(ruby::join(call.elements(0), call.text(1))))
    })],
);
