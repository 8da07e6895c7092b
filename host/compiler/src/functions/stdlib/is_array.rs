//! `is_array`: tests whether a value is an array.

use value::Value;

use super::checks;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "is_array",
    "Returns whether a value is an array. Deprecated: use `=~` with a data type.",
    &[Overload::new(checks::PARAMETERS, |call| checks::test(call, "Array", |value| matches!(value, Value::Array(_))))],
);
