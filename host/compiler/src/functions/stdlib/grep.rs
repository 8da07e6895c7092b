//! `grep`: elements of an array that match a regular expression.

use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::{legacy, pattern, ruby_values};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "grep",
    "Returns the strings in an array that match a regular expression, given as a string.",
    &[Overload::legacy(|call| {
        let (subject, regex) = subject_and_regex(call)?;
        let mut found = Vec::new();
        match &subject {
            Value::Array(elements) => {
                for element in elements.iter() {
                    if matches(&regex, element)? {
                        found.push(element.clone());
                    }
                }
            }
            // Puppet: the elements of a hash are pairs, which never match.
            Value::Hash(_) => {}
            other => return Err(ruby_values::no_method("grep", other)),
        }
        Ok(found.into())
    })],
);

/// Returns the first argument, and the second one as a regular expression.
pub(super) fn subject_and_regex(call: &FunctionCall<'_, '_>) -> Result<(Value, datatype::Regex), EvalError> {
    let arguments = legacy::arguments(call)?;
    match arguments.as_slice() {
        [subject, source] => Ok((subject.clone(), pattern::compiled(legacy::text(source)?)?)),
        _ => {
            let (name, given) = (call.name(), arguments.len());
            Err(EvalError::new(format!("{name}(): Wrong number of arguments given {given} for 2")))
        }
    }
}

/// Returns whether a value is a string that matches a regular expression.
pub(super) fn matches(regex: &datatype::Regex, value: &Value) -> Result<bool, EvalError> {
    match value {
        Value::String(text) => regex.is_match(text).map_err(pattern::fault),
        _ => Ok(false),
    }
}
