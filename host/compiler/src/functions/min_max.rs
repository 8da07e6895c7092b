//! Implementation shared by `max` and `min`: comparison of arbitrary values and selection of the result.

use std::cmp::Ordering;

use value::{EvalError, Value};

use crate::evaluator::FunctionCall;
use crate::functions::ruby_values;

/// Returns whether an ordering relative to the best value so far makes a value the new best.
type Comparison = fn(Ordering) -> bool;

/// Returns the best of the arguments.
pub(super) fn of_arguments(call: &mut FunctionCall<'_, '_>, is_better: Comparison) -> Result<Value, EvalError> {
    best(call, call.arguments, is_better)
}

/// Returns the best of the elements of the first argument.
pub(super) fn of_elements(call: &mut FunctionCall<'_, '_>, is_better: Comparison) -> Result<Value, EvalError> {
    best(call, call.elements(0), is_better)
}

fn best(call: &mut FunctionCall<'_, '_>, values: &[Value], is_better: Comparison) -> Result<Value, EvalError> {
    let has_block = call.block.is_some();
    if values.is_empty() && !has_block {
        return Err(EvalError::new(format!("{}(): Wrong number of arguments need at least one", call.name())));
    }
    let is = |kind: fn(&Value) -> bool| values.iter().all(kind);
    let are_numbers = is(|value| matches!(value, Value::Integer(_) | Value::Float(_)));
    let are_strings = is(|value| matches!(value, Value::String(_)));
    let mut values = values.iter();
    let Some(mut best) = values.next() else {
        return Ok(Value::Undef);
    };
    for value in values {
        let order = if has_block {
            let answer = call.turn(&[value.clone(), best.clone()])?;
            ruby_values::verdict(&answer, value, best)?
        } else if are_numbers {
            ruby_values::compare(value, best).ok_or_else(|| ruby_values::incomparable(value, best))?
        } else {
            as_text(call, value, best, are_strings)
        };
        if is_better(order) {
            best = value;
        }
    }
    Ok(best.clone())
}

/// Compares values by their text, or numerically if both texts are numbers.
fn as_text(call: &mut FunctionCall<'_, '_>, left: &Value, right: &Value, are_strings: bool) -> Ordering {
    let (left, right) = (left.ruby(), right.ruby());
    let is_number = is_number(&left) && is_number(&right);
    let (from, to) = if is_number { ("String", "Numeric") } else { ("Any", "String") };
    if is_number || !are_strings {
        let name = call.name();
        let key = format!("{name}_function_{to}_coerce_{from}");
        let warning = format!(
            "The {name}() function's auto conversion of {from} to {to} is deprecated - change to convert input before \
             calling, or use lambda"
        );
        call.evaluator.warn_once(&key, warning, None);
    }
    if is_number {
        let numbers = ruby::number::leading_float(&left).partial_cmp(&ruby::number::leading_float(&right));
        return numbers.unwrap_or(Ordering::Equal);
    }
    left.as_bytes().cmp(right.as_bytes())
}

/// Returns whether Puppet treats a text as a number here: digits with an optional minus sign, and optionally one more
/// group of digits.
fn is_number(text: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let magnitude = text.strip_prefix('-').unwrap_or(text);
    match magnitude.split_once(['.', '_', 'e', 'E']) {
        Some((whole, rest)) => is_digits(whole) && is_digits(rest),
        None => is_digits(magnitude),
    }
}
