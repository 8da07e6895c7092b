//! `match`: matches a string against a pattern.

use datatype::{Regex, Type};
use value::{EvalError, Value, class_name};

use crate::evaluator::{Evaluator, Function, Overload};
use crate::functions::pattern;

pub(super) const FUNCTION: Function = Function::new(
    "match",
    "Returns an array of the match of a regular expression in a string and its groups; `undef` if it does not match. \
     The pattern is a regular expression, its text, a `Regexp` or `Pattern` type, or an array of patterns, of which the \
     first matching one is used. For an array of strings, returns an array of the results.",
    &[
        Overload::new("String $string, Variant[Any, Type] $pattern", |call| {
            let (text, pattern) = (call.text(0), call.argument(1));
            matched(call.evaluator, text, pattern)
        }),
        Overload::new("Array[String] $string, Variant[Any, Type] $pattern", |call| {
            let strings = call.elements(0).iter().filter_map(Value::as_str);
            let pattern = call.argument(1);
            strings.map(|text| matched(call.evaluator, text, pattern)).collect()
        }),
    ],
);

fn matched(evaluator: &mut Evaluator<'_>, text: &str, pattern: &Value) -> Result<Value, EvalError> {
    match pattern {
        Value::String(source) => by_regex(text, &pattern::of_text(evaluator, source)?),
        Value::Regexp(regex) => by_regex(text, regex),
        Value::Array(_) => {
            let mut patterns = Vec::new();
            pattern.flatten_into(&mut patterns);
            first(patterns.iter().map(|pattern| matched(evaluator, text, pattern)))
        }
        Value::Type(data_type) => by_type(text, data_type),
        other => Err(unsuitable(other)),
    }
}

fn by_type(text: &str, data_type: &Type) -> Result<Value, EvalError> {
    match data_type {
        Type::Alias(alias) => alias.target().map_or(Ok(Value::Undef), |target| by_type(text, &target)),
        Type::Variant(types) => first(types.iter().map(|data_type| by_type(text, data_type))),
        Type::Pattern(regexes) => first(regexes.iter().map(|regex| by_regex(text, regex))),
        Type::Regexp(Some(regex)) => by_regex(text, regex),
        Type::Regexp(None) => Err(EvalError::new("Given Regexp Type has no regular expression")),
        other => Err(unsuitable(&Value::from(other.clone()))),
    }
}

fn by_regex(text: &str, regex: &Regex) -> Result<Value, EvalError> {
    let Some(found) = regex.captures_at(text, 0).map_err(pattern::fault)? else {
        return Ok(Value::Undef);
    };
    Ok((0..found.len()).map(|group| found.text(group, text).map_or(Value::Undef, Value::from)).collect())
}

/// Returns the first result that is a match.
fn first(mut results: impl Iterator<Item = Result<Value, EvalError>>) -> Result<Value, EvalError> {
    results.find(|result| !matches!(result, Ok(Value::Undef))).unwrap_or(Ok(Value::Undef))
}

fn unsuitable(pattern: &Value) -> EvalError {
    let class = class_name(pattern);
    EvalError::new(format!(
        "match() expects pattern of T, where T is String, Regexp, Regexp[r], Pattern[p], or Array[T]. Got {class}"
    ))
}
