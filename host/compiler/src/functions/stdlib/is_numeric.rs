//! `is_numeric`: tests whether a value is a number, or text that contains one.

use value::Value;

use super::checks;
use super::is_integer::is_decimal;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "is_numeric",
    "Returns whether a value is a number, or a string that contains a decimal number. Deprecated: use `=~` with a data \
     type.",
    &[Overload::new(checks::PARAMETERS, |call| checks::test_single(call, "Numeric", is_numeric))],
);

fn is_numeric(value: &Value) -> bool {
    match value {
        // Puppet: versions and times are instances of Ruby's `Numeric`.
        Value::Integer(_) | Value::Float(_) | Value::SemVer(_) | Value::Timestamp(_) | Value::Timespan(_) => true,
        Value::String(text) => text.split_terminator('\n').any(is_number),
        _ => false,
    }
}

fn is_number(line: &str) -> bool {
    let is_plain = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let (mantissa, exponent) = match line.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (line, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    is_decimal(whole)
        && fraction.is_none_or(is_plain)
        && exponent.is_none_or(|digits| is_plain(digits.strip_prefix('-').unwrap_or(digits)))
}
