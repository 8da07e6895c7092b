//! Conversion of strings, regular expressions and `Regexp` types to a compiled regular expression.

use datatype::{Regex, RegexError, Type};
use value::{EvalError, Value};

use crate::evaluator::Evaluator;

/// Returns the regular expression in a string, which is compiled once.
pub(super) fn of_text(evaluator: &mut Evaluator<'_>, source: &str) -> Result<Regex, EvalError> {
    evaluator.text_pattern(source).map_err(fault)
}

/// Compiles a regular expression.
pub(super) fn compiled(source: &str) -> Result<Regex, EvalError> {
    Regex::new(source).map_err(fault)
}

/// Returns the error for an expression that cannot be compiled or exceeds the step limit.
pub(super) fn fault(error: RegexError) -> EvalError {
    EvalError::new(error.to_string())
}

/// Returns the regular expression of a type such as `Regexp[/a/]`.
pub(super) fn of_type(data_type: &Type) -> Option<&Regex> {
    match data_type {
        Type::Regexp(regex) => regex.as_ref(),
        _ => None,
    }
}

/// Converts a pattern to a regular expression; an unparameterized `Regexp` is the empty one.
pub(super) fn regex(evaluator: &mut Evaluator<'_>, pattern: &Value) -> Result<Regex, EvalError> {
    match pattern {
        Value::Regexp(regex) => Ok(Regex::clone(regex)),
        Value::String(source) => of_text(evaluator, source),
        Value::Type(data_type) => match of_type(data_type) {
            Some(regex) => Ok(regex.clone()),
            None => compiled(""),
        },
        _ => compiled(""),
    }
}
