//! Operations on values with Ruby's semantics and errors, shared by several functions.

use std::cmp::Ordering;

use ruby::bignum::Bignum;
use value::{EvalError, MAXIMUM_TEXT, Value, class_name};

/// Returns Ruby's error for a method that is undefined for a value.
pub(super) fn no_method(method: &str, value: &Value) -> EvalError {
    let (shown, class) = (value.inspect(), class_name(value));
    EvalError::new(format!("undefined method `{method}' for {shown}:{class}"))
}

/// Returns the error for an integer that exceeds 64 bits.
pub(super) fn out_of_range(number: &Bignum) -> EvalError {
    let (bound, digits) =
        if number.is_negative { ("min", format!("..{}", number.complement(16))) } else { ("max", number.digits(16)) };
    EvalError::new(format!("Use of a Ruby Integer outside of Puppet Integer {bound} range, got '0x{digits}'"))
}

/// Converts an integer to a value, or returns an error if it exceeds 64 bits.
pub(super) fn integer_value(number: &Bignum) -> Result<Value, EvalError> {
    number.to_i64().map(Value::Integer).ok_or_else(|| out_of_range(number))
}

/// Joins the elements of an array as Ruby does: nested arrays use the same separator.
pub(super) fn join(elements: &[Value], separator: &str) -> String {
    let mut text = String::new();
    append(elements, separator, &mut text);
    text
}

fn append(elements: &[Value], separator: &str, text: &mut String) {
    for (index, element) in elements.iter().enumerate() {
        // A result that is too long is rejected when the function returns.
        if text.len() > MAXIMUM_TEXT {
            return;
        }
        if index > 0 {
            text.push_str(separator);
        }
        match element {
            Value::String(string) => text.push_str(string),
            Value::Array(elements) => append(elements, separator, text),
            other => text.push_str(&other.ruby()),
        }
    }
}

/// Compares two values as Ruby's `<=>` does; `None` if they cannot be compared.
pub(super) fn compare(left: &Value, right: &Value) -> Option<Ordering> {
    match (left, right) {
        (Value::String(left), Value::String(right)) => Some(left.as_bytes().cmp(right.as_bytes())),
        (Value::Integer(left), Value::Integer(right)) => Some(left.cmp(right)),
        (Value::Integer(_) | Value::Float(_), Value::Integer(_) | Value::Float(_)) => {
            number(left)?.partial_cmp(&number(right)?)
        }
        (Value::Array(left), Value::Array(right)) => {
            for (left, right) in left.iter().zip(right.iter()) {
                let order = compare(left, right)?;
                if order.is_ne() {
                    return Some(order);
                }
            }
            Some(left.len().cmp(&right.len()))
        }
        (Value::Timestamp(left), Value::Timestamp(right)) => Some(left.cmp(right)),
        (Value::Timespan(left), Value::Timespan(right)) => Some(left.cmp(right)),
        (Value::SemVer(left), Value::SemVer(right)) => Some(left.precedence(right)),
        (Value::Timestamp(left), _) => left.to_float().partial_cmp(&number(right)?),
        (Value::Timespan(left), _) => left.to_float().partial_cmp(&number(right)?),
        _ => (left == right).then_some(Ordering::Equal),
    }
}

/// Returns a number as a float.
pub(super) fn number(value: &Value) -> Option<f64> {
    #[expect(
        clippy::cast_precision_loss,
        reason = "Ruby compares the exact values, but numbers in manifests are rarely large enough to differ"
    )]
    match value {
        Value::Integer(number) => Some(*number as f64),
        Value::Float(number) => Some(*number),
        _ => None,
    }
}

/// Returns the error for two values that cannot be compared.
pub(super) fn incomparable(left: &Value, right: &Value) -> EvalError {
    let right = match right {
        Value::Undef | Value::Boolean(_) | Value::Integer(_) | Value::Float(_) | Value::Default => right.inspect(),
        other => class_name(other),
    };
    EvalError::new(format!("comparison of {} with {right} failed", class_name(left)))
}

/// Converts the result of a comparison block: the sign of a number.
pub(super) fn verdict(answer: &Value, left: &Value, right: &Value) -> Result<Ordering, EvalError> {
    match answer {
        Value::Undef => Err(incomparable(left, right)),
        Value::Integer(number) => Ok(number.cmp(&0)),
        Value::Float(number) => Ok(number.partial_cmp(&0.0).unwrap_or(Ordering::Equal)),
        Value::String(_) => Err(incomparable(answer, &Value::Integer(0))),
        other => Err(EvalError::new(format!("undefined method `>' for {}:{}", other.inspect(), class_name(other)))),
    }
}
