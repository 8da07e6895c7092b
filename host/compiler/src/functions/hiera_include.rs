//! `hiera_include`: includes classes listed in the data, as in Hiera 3.

use value::{EvalError, Value};

use super::hiera_lookup::{looked_up, overloads};
use crate::evaluator::{Function, FunctionCall, Overload};
use crate::issue;

pub(super) const FUNCTION: Function = Function::new(
    "hiera_include",
    "Includes all classes listed in the data under a key. Deprecated in favor of `lookup('key', Array[String], \
     'unique').include`.",
    overloads!("unique", included),
);

fn included(call: &mut FunctionCall<'_, '_>, arguments: &[Value], value: Value) -> Result<Value, EvalError> {
    let is_empty = match &value {
        Value::Undef => {
            return Err(issue::no_data_item(&arguments.first().map(Value::text).unwrap_or_default()));
        }
        Value::Array(names) => names.is_empty(),
        Value::Hash(names) => names.is_empty(),
        other => other.as_str().is_some_and(str::is_empty),
    };
    if is_empty {
        return Ok(Value::Undef);
    }
    call.evaluator.call_function("include", &[value], None, call.span)
}
