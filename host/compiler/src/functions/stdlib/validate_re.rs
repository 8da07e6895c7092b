//! `validate_re`: fails for text that does not match a regular expression.

use value::{EvalError, Value, class_name};

use super::checks;
use crate::evaluator::{Function, Overload};
use crate::functions::{legacy, pattern};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "validate_re",
    "Fails unless a string matches a regular expression, or any in an array, given as strings. The third argument is \
     the message. Deprecated: use data types of parameters instead.",
    &[Overload::new(checks::PARAMETERS, |call| checks::validate(call, "Pattern[]", check))],
);

pub(super) fn check(arguments: &[Value]) -> Result<(), EvalError> {
    let given = arguments.len();
    let ([subject, expressions] | [subject, expressions, _]) = arguments else {
        return Err(EvalError::new(format!("validate_re(): wrong number of arguments ({given}; must be 2 or 3)")));
    };
    let Value::String(text) = subject else {
        let class = class_name(subject);
        return Err(EvalError::new(format!("validate_re(): input needs to be a String, not a {class}")));
    };
    let mut flat = Vec::new();
    expressions.flatten_into(&mut flat);
    for expression in &flat {
        let regex = match expression {
            Value::Regexp(regex) => datatype::Regex::clone(regex),
            other => pattern::compiled(legacy::text(other)?)?,
        };
        if regex.captures_at(text, 0).map_err(pattern::fault)?.is_some() {
            return Ok(());
        }
    }
    Err(EvalError::new(match arguments.get(2) {
        Some(message) if message.is_true() => message.ruby().to_string(),
        _ => format!("validate_re(): {} does not match {}", subject.inspect(), expressions.inspect()),
    }))
}
