//! `stdlib::end_with`: tests whether a string ends with another.

use value::Value;

use super::start_with::any;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::end_with",
    "Returns whether a string ends with another string, or with any string in an array.",
    &[Overload::new("String $test_string, Variant[String[1],Array[String[1],1]] $suffixes", |call| {
        Ok(Value::Boolean(any(call, |text, suffix| text.ends_with(suffix))))
    })],
)
.returning("Boolean");
