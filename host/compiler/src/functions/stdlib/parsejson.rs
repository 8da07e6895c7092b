//! `parsejson`: parses JSON.

use value::{EvalError, Value, to_value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "parsejson",
    "Parses a JSON string. Returns the second argument if the string is empty or isn't valid JSON.",
    &[Overload::legacy(|call| parsed(call, |text| Ok(to_value(ruby::json::parse(text)?))))],
);

/// Parses a string, or returns the default in the second argument.
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

/// Returns the parsed value. An error, `undef` and `false` are replaced by the default.
pub(super) fn or_default(found: Result<Value, EvalError>, default: Option<&Value>) -> Result<Value, EvalError> {
    match (found, default) {
        (Ok(value), _) if value.is_true() => Ok(value),
        (Ok(_), default) => Ok(default.cloned().unwrap_or_default()),
        (Err(_), Some(default)) if default.is_true() => Ok(default.clone()),
        (Err(fault), _) => Err(fault),
    }
}
