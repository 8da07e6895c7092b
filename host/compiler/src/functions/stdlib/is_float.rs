//! `is_float`: tests whether a value is a float, or text that contains one.

use value::Value;

use super::checks;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "is_float",
    "Returns whether a value is a float, or a string that contains a float. Deprecated: use `=~` with a data type.",
    &[Overload::new(checks::PARAMETERS, |call| checks::test_single(call, "Float", is_float))],
);

fn is_float(value: &Value) -> bool {
    match value {
        Value::Float(_) => true,
        Value::String(text) => **text == *Value::Float(ruby::number::leading_float(text)).ruby(),
        _ => false,
    }
}
