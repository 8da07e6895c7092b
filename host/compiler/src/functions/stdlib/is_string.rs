//! `is_string`: tests whether a value is text that is not a number.

use value::Value;

use super::checks;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "is_string",
    "Returns whether a value is a string that is not a number. Deprecated: use `=~` with a data type.",
    &[Overload::new(checks::PARAMETERS, |call| checks::test(call, "String", is_text))],
);

fn is_text(value: &Value) -> bool {
    match value {
        Value::Undef => true,
        Value::String(text) => {
            let float = Value::Float(ruby::number::leading_float(text));
            **text != *float.ruby() && **text != *ruby::number::leading_integer(text, 10).to_string()
        }
        _ => false,
    }
}
