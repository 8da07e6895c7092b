//! `is_array`: tests whether a value is an array.

use super::checks;
use crate::function::{Function, Overload};
use crate::value::Value;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "is_array",
    "Returns whether a value is an array. Deprecated: use `=~` with a data type.",
    &[Overload::new(checks::PARAMETERS, |call| checks::test(call, "Array", |value| matches!(value, Value::Array(_))))],
);
