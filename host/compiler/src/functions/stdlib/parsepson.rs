//! `parsepson`: parses PSON, a variant of JSON of Puppet 7 and earlier.

use value::{EvalError, Value, to_value};

use super::deprecated;
use crate::evaluator::{Function, FunctionCall, Overload};

const DEPRECATION: &str =
    "This method is deprecated. From Puppet 8, PSON is no longer natively supported. Please use JSON.parse().";

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "parsepson",
    "Parses a PSON array or object, after a deprecation warning. Returns the second argument if the string is not valid PSON.",
    &[Overload::new("String[1] $pson_string, Any $default?", |call| {
        deprecated(call, "parsepson", DEPRECATION)?;
        match (parsed(call), call.arguments.get(1)) {
            (Err(_), Some(default)) => Ok(default.clone()),
            (parsed, _) => parsed,
        }
    })],
);

fn parsed(call: &FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let text = call.text(0);
    let value = to_value(ruby::json::parse(text)?);
    // PSON has no other values at the top.
    match value {
        Value::Array(_) | Value::Hash(_) => Ok(value),
        _ => Err(EvalError::new(format!("source '{text}' not in PSON!"))),
    }
}
