//! `parsejson`: JSON as a value.

use crate::erb_template::to_value;
use crate::eval_error::EvalError;
use crate::function::{Function, FunctionCall, Overload};
use crate::functions::legacy;
use crate::value::Value;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "parsejson",
    "Returns what a string of JSON holds; the second argument where it holds nothing, or is no JSON.",
    &[Overload::new(legacy::PARAMETERS, |call| parsed(call, |text| Ok(to_value(ruby::json::parse(text)?))))],
);

/// Returns what a text holds, or the default that is the second argument.
pub(super) fn parsed(
    call: &FunctionCall<'_, '_>,
    parse: impl Fn(&str) -> Result<Value, EvalError>,
) -> Result<Value, EvalError> {
    let arguments = legacy::arguments(call)?;
    let Some(text) = arguments.first() else {
        return Err(EvalError::new("Wrong number of arguments. 1 or 2 arguments should be provided."));
    };
    let found = legacy::text(text).and_then(parse);
    or_default(found, arguments.get(1))
}

/// Returns the parsed value, or the default after an error and for `undef` and `false`.
pub(super) fn or_default(found: Result<Value, EvalError>, default: Option<&Value>) -> Result<Value, EvalError> {
    match (found, default) {
        (Ok(value), _) if value.is_true() => Ok(value),
        (Ok(_), default) => Ok(default.cloned().unwrap_or_default()),
        (Err(_), Some(default)) if default.is_true() => Ok(default.clone()),
        (Err(fault), _) => Err(fault),
    }
}
