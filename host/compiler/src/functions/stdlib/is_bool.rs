//! `is_bool`: tests whether a value is a boolean.

use value::Value;

use super::checks;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "is_bool",
    "Returns whether a value is a boolean. Deprecated: use `=~` with a data type.",
    &[Overload::new(checks::PARAMETERS, |call| checks::test(call, "Bool", |value| matches!(value, Value::Boolean(_))))],
);
