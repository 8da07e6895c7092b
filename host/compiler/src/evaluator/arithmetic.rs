//! Arithmetic on numbers, numeric strings, timestamps and timespans; and `+`, `-`, `<<` on arrays and hashes.

use std::sync::Arc;

use datatype::{Timespan, Timestamp};
use syntax::ast::{Binary, BinaryOperator, Expression};
use value::{EvalError, Hash, Strict, Value, check_size};

use super::Evaluator;
use crate::issue;

impl<'a> Evaluator<'a> {
    /// Evaluates an arithmetic operator.
    pub(super) fn calculate(
        &mut self,
        left: Value,
        right: Value,
        binary: &'a Binary,
        expression: &'a Expression,
    ) -> Result<Value, EvalError> {
        let operator = binary.operator;
        let is_collection = matches!(left, Value::Array(_) | Value::Hash(_));
        match (operator, &left) {
            (BinaryOperator::Add, _) if is_collection => return concatenated(&left, right),
            (BinaryOperator::Add, Value::Uri(uri)) => return joined_uri(uri, &right),
            (BinaryOperator::Add, Value::Binary(bytes)) => return joined_bytes(bytes, &right),
            (BinaryOperator::Subtract, _) if is_collection => return Ok(without(&left, &right)),
            (BinaryOperator::LeftShift, Value::Array(elements)) => {
                return Ok(elements.iter().cloned().chain([right]).collect());
            }
            (BinaryOperator::LeftShift, Value::Hash(_)) => {
                let label = issue::value_label(&left);
                return Err(issue::operator_not_applicable("<<", &label, binary.left.position()).into());
            }
            _ => {}
        }
        let left = self.numeric(left, &binary.left)?;
        let right = self.numeric(right, &binary.right)?;
        match (left, right) {
            (Value::Integer(left), Value::Integer(right)) => integers(left, right, binary, expression),
            (left @ (Value::Timespan(_) | Value::Timestamp(_)), right) => times(&left, &right, binary, expression),
            (left, right @ (Value::Timespan(_) | Value::Timestamp(_))) => {
                // Puppet evaluates commutative operators as operators of the time value.
                match (operator, &right) {
                    (BinaryOperator::Add, _) | (BinaryOperator::Multiply, Value::Timespan(_)) => {
                        times(&right, &left, binary, expression)
                    }
                    (BinaryOperator::Subtract, Value::Timespan(_)) => match seconds(&left) {
                        Some(span) => times(&Value::Timespan(Arc::new(span)), &right, binary, expression),
                        None => Err(inapplicable(&left, binary)),
                    },
                    _ => Err(inapplicable_when(&left, &right, binary)),
                }
            }
            (left @ Value::SemVer(_), right) | (left, right @ Value::SemVer(_)) => Err(version(&left, &right, binary)),
            (left, right) => floats(&left, &right, binary),
        }
    }

    /// Returns a numeric operand. A numeric string is converted, with a warning.
    fn numeric(&mut self, value: Value, operand: &'a Expression) -> Result<Value, EvalError> {
        match value {
            // Puppet: versions are accepted as numbers, but no arithmetic is defined for them.
            Value::Integer(_) | Value::Float(_) | Value::Timespan(_) | Value::Timestamp(_) | Value::SemVer(_) => {
                Ok(value)
            }
            Value::String(ref text) => match parse_number(text) {
                Some(number) => {
                    self.coerced(text, &number, operand)?;
                    Ok(number)
                }
                None => Err(issue::not_numeric(text, operand.position()).into()),
            },
            Value::SemVerRange(_) | Value::Uri(_) => Err(issue::not_numeric(&value.text(), operand.position()).into()),
            other => Err(issue::not_numeric(&other.ruby(), operand.position()).into()),
        }
    }

    fn coerced(&mut self, text: &str, number: &Value, operand: &'a Expression) -> Result<(), EvalError> {
        let warning = || issue::numeric_coercion(text, &number.text(), operand.position());
        match self.settings().strict {
            _ if self.is_puppet3() => {}
            Strict::Off => {}
            Strict::Warning => self.log_diagnostic(warning()),
            Strict::Error => return Err(issue::as_error(warning()).into()),
        }
        Ok(())
    }

    /// Returns an integer index. A numeric string is converted, with a warning.
    pub(super) fn index(&mut self, value: &Value, key: &'a Expression) -> Result<Value, EvalError> {
        self.numeric(value.clone(), key)
    }

    /// Evaluates `-x`.
    pub(super) fn negate(
        &mut self,
        value: &Value,
        operand: &'a Expression,
        expression: &'a Expression,
    ) -> Result<Value, EvalError> {
        match self.numeric(value.clone(), expression)? {
            Value::Integer(number) => number.checked_neg().map(Value::Integer).ok_or_else(|| {
                let label = issue::expression_label(expression);
                issue::overflow(&label, -i128::from(number), expression.position()).into()
            }),
            Value::Float(number) => Ok(Value::Float(-number)),
            Value::Timespan(span) => Ok(Value::Timespan(Arc::new(span.negated()))),
            Value::SemVer(_) => Err(EvalError::new(issue::VERSION_IS_NO_FLOAT)),
            other => {
                let label = issue::value_label(&other);
                Err(issue::operator_not_applicable("-", &label, operand.position()).into())
            }
        }
    }
}

/// Parses a number: decimal, hexadecimal with `0x`, octal with `0`, or a float.
#[must_use]
pub(crate) fn parse_number(text: &str) -> Option<Value> {
    let blank = |letter: char| letter == ' ' || letter == '\t';
    let text = text.strip_prefix("::").unwrap_or(text).trim_matches(blank);
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start_matches(blank)),
        None => (false, text.strip_prefix('+').map_or(text, |rest| rest.trim_start_matches(blank))),
    };
    let integer = |digits: &str, radix| {
        let number = i128::from_str_radix(digits, radix).ok()?;
        i64::try_from(if is_negative { -number } else { number }).ok().map(Value::Integer)
    };
    let is_plain = |digits: &str, radix| !digits.is_empty() && digits.chars().all(|letter| letter.is_digit(radix));
    if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        return is_plain(hex, 16).then(|| integer(hex, 16)).flatten();
    }
    if is_plain(digits, 10) {
        let radix = if digits.len() > 1 && digits.starts_with('0') { 8 } else { 10 };
        return integer(digits, radix);
    }
    float(digits).map(|number| Value::Float(if is_negative { -number } else { number }))
}

/// Parses a float such as `1.5`, `1e3` or `1.5e-3`.
fn float(digits: &str) -> Option<f64> {
    let (mantissa, exponent) = match digits.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix('-').unwrap_or(exponent))),
        None => (digits, None),
    };
    let (whole, fraction) = mantissa.split_once('.').map_or((mantissa, None), |(whole, part)| (whole, Some(part)));
    let is_plain = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_plain(whole) || !fraction.is_none_or(is_plain) || !exponent.is_none_or(is_plain) {
        return None;
    }
    // Puppet: zero with an exponent is not a number.
    let is_zero = whole.bytes().chain(fraction.unwrap_or("").bytes()).all(|byte| byte == b'0');
    if is_zero && exponent.is_some() {
        return None;
    }
    digits.parse().ok().filter(|number: &f64| number.is_finite())
}

fn integers(left: i64, right: i64, binary: &Binary, expression: &Expression) -> Result<Value, EvalError> {
    let (a, b) = (i128::from(left), i128::from(right));
    let result = match binary.operator {
        BinaryOperator::Add => a + b,
        BinaryOperator::Subtract => a - b,
        BinaryOperator::Multiply => a * b,
        BinaryOperator::Divide | BinaryOperator::Modulo if b == 0 => {
            return Err(issue::division_by_zero(binary.right.position()).into());
        }
        // Rounds towards negative infinity, as Ruby does.
        BinaryOperator::Divide => a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0),
        BinaryOperator::Modulo => a - b * (a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0)),
        BinaryOperator::LeftShift => shifted(a, right),
        BinaryOperator::RightShift => shifted(a, right.saturating_neg()),
        operator => return Err(issue::unsupported_operator(operator.symbol(), expression.position()).into()),
    };
    i64::try_from(result).map(Value::Integer).map_err(|_| {
        let label = issue::expression_label(expression);
        issue::overflow(&label, result, expression.position()).into()
    })
}

/// Shifts left, or right by a negative count. A result too large for an integer is saturated and stays out of range.
fn shifted(number: i128, count: i64) -> i128 {
    match count {
        0.. => number.saturating_mul(1_i128.checked_shl(count.min(126) as u32).unwrap_or(i128::MAX)),
        _ => number >> count.unsigned_abs().min(127),
    }
}

fn floats(left: &Value, right: &Value, binary: &Binary) -> Result<Value, EvalError> {
    let symbol = binary.operator.symbol();
    let number = |value: &Value| match value {
        Value::Integer(number) => *number as f64,
        Value::Float(number) => *number,
        _ => f64::NAN,
    };
    let (a, b) = (number(left), number(right));
    let result = match (binary.operator, left) {
        (BinaryOperator::Add, _) => a + b,
        (BinaryOperator::Subtract, _) => a - b,
        (BinaryOperator::Multiply, _) => a * b,
        (BinaryOperator::Divide, _) => a / b,
        (BinaryOperator::Modulo, Value::Integer(_)) => return Err(inapplicable_when(left, right, binary)),
        // Ruby truncates the count.
        (BinaryOperator::LeftShift, Value::Integer(left)) => return integers(*left, b as i64, binary, &binary.left),
        (BinaryOperator::RightShift, Value::Integer(left)) => return integers(*left, b as i64, binary, &binary.left),
        _ => return Err(inapplicable(left, binary)),
    };
    if result.is_infinite() {
        return Err(issue::infinite(symbol, binary.left.position()).into());
    }
    Ok(Value::Float(result))
}

/// Returns the error for arithmetic on a version.
fn version(left: &Value, right: &Value, binary: &Binary) -> EvalError {
    use BinaryOperator::{LeftShift, Modulo, RightShift};
    match (left, binary.operator, right) {
        (Value::SemVer(_), Modulo, Value::Float(_)) => inapplicable_when(left, right, binary),
        (Value::SemVer(_), ..) | (_, LeftShift | RightShift, _) | (Value::Float(_), Modulo, _) => {
            inapplicable(left, binary)
        }
        _ => EvalError::new(issue::VERSION_IS_NO_FLOAT),
    }
}

fn inapplicable(left: &Value, binary: &Binary) -> EvalError {
    let (symbol, label) = (binary.operator.symbol(), issue::value_label(left));
    issue::operator_not_applicable(symbol, &label, binary.left.position()).into()
}

fn inapplicable_when(left: &Value, right: &Value, binary: &Binary) -> EvalError {
    let (left, right) = (issue::value_label(left), issue::value_label(right));
    issue::operator_not_applicable_when(binary.operator.symbol(), &left, &right, binary.left.position()).into()
}

/// Returns a number of seconds as a timespan.
fn seconds(value: &Value) -> Option<Timespan> {
    match value {
        Value::Integer(seconds) => Some(Timespan::from_seconds(*seconds)),
        Value::Float(seconds) => Timespan::from_float(*seconds),
        Value::Timespan(span) => Some(**span),
        _ => None,
    }
}

/// Evaluates an operator whose left operand is a timestamp or timespan.
fn times(left: &Value, right: &Value, binary: &Binary, expression: &Expression) -> Result<Value, EvalError> {
    let out_of_range = || {
        let label = issue::expression_label(expression);
        EvalError::from(issue::overflow(&label, i128::MAX, expression.position()))
    };
    let span = |span: Option<Timespan>| span.map(|span| Value::Timespan(Arc::new(span))).ok_or_else(out_of_range);
    let stamp =
        |stamp: Option<Timestamp>| stamp.map(|stamp| Value::Timestamp(Arc::new(stamp))).ok_or_else(out_of_range);
    match (left, binary.operator, right) {
        (Value::Timestamp(left), BinaryOperator::Subtract, Value::Timestamp(right)) => span(Some(left.since(**right))),
        (Value::Timespan(left), BinaryOperator::Add, Value::Timestamp(right)) => stamp(right.checked_add(**left)),
        (Value::Timestamp(time), operator @ (BinaryOperator::Add | BinaryOperator::Subtract), _) => {
            let Some(right) = seconds(right) else { return Err(issue::time_operand(operator, left, right)) };
            stamp(if operator == BinaryOperator::Add { time.checked_add(right) } else { time.checked_sub(right) })
        }
        (Value::Timespan(time), operator @ (BinaryOperator::Add | BinaryOperator::Subtract), _) => {
            let Some(right) = seconds(right) else { return Err(issue::time_operand(operator, left, right)) };
            span(if operator == BinaryOperator::Add { time.checked_add(right) } else { time.checked_sub(right) })
        }
        (Value::Timespan(time), _, _) => scaled(**time, right, binary),
        _ => Err(inapplicable(left, binary)),
    }
}

/// Multiplies or divides a timespan.
fn scaled(left: Timespan, right: &Value, binary: &Binary) -> Result<Value, EvalError> {
    let span = |nanoseconds: i128| Ok(Value::Timespan(Arc::new(Timespan::from_nanoseconds(nanoseconds))));
    let time = || Value::Timespan(Arc::new(left));
    let nanoseconds = left.nanoseconds();
    match (binary.operator, right) {
        (BinaryOperator::Divide | BinaryOperator::Modulo, Value::Integer(0)) => {
            Err(issue::division_by_zero(binary.right.position()).into())
        }
        (BinaryOperator::Divide, Value::Float(0.0)) => Err(issue::division_by_zero(binary.right.position()).into()),
        (BinaryOperator::Multiply, Value::Integer(factor)) => span(nanoseconds.saturating_mul(i128::from(*factor))),
        (BinaryOperator::Multiply, Value::Float(factor)) => span((nanoseconds as f64 * factor) as i128),
        (BinaryOperator::Divide, Value::Integer(divisor)) => {
            let divisor = i128::from(*divisor);
            span(nanoseconds.div_euclid(divisor) - i128::from(divisor < 0 && nanoseconds.rem_euclid(divisor) != 0))
        }
        (BinaryOperator::Divide, Value::Float(divisor)) => span((nanoseconds as f64 / divisor).floor() as i128),
        (BinaryOperator::Divide, Value::Timespan(divisor)) => {
            let quotient = nanoseconds as f64 / divisor.nanoseconds() as f64;
            if quotient.is_infinite() {
                return Err(issue::infinite(binary.operator.symbol(), binary.left.position()).into());
            }
            Ok(Value::Float(quotient))
        }
        // Puppet: the remainder is calculated in whole seconds and returned as an integer.
        (BinaryOperator::Modulo, Value::Integer(divisor)) => {
            let (seconds, divisor) = (nanoseconds.div_euclid(1_000_000_000), i128::from(*divisor));
            let remainder = seconds.rem_euclid(divisor);
            let remainder = if divisor < 0 && remainder != 0 { remainder + divisor } else { remainder };
            Ok(Value::Integer(remainder as i64))
        }
        (BinaryOperator::Modulo, Value::Float(_)) => Err(inapplicable_when(&time(), right, binary)),
        (operator @ (BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Modulo), _) => {
            Err(issue::time_operand(operator, &time(), right))
        }
        _ => Err(inapplicable(&time(), binary)),
    }
}

/// Returns `left + right` for an array or hash on the left.
fn concatenated(left: &Value, right: Value) -> Result<Value, EvalError> {
    let pairs = |hash: &Hash| hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])).collect();
    match (left, right) {
        (Value::Array(left), right) => {
            let added: Vec<Value> = match right {
                Value::Array(elements) => elements.to_vec(),
                Value::Hash(hash) => pairs(&hash),
                other => vec![other],
            };
            check_size(left.len() + added.len())?;
            Ok(left.iter().cloned().chain(added).collect())
        }
        (Value::Hash(left), Value::Hash(right)) => {
            let mut merged = Hash::clone(left);
            merged.extend(right.iter().map(|(key, value)| (key.clone(), value.clone())));
            Ok(merged.into())
        }
        (Value::Hash(left), Value::Array(right)) => {
            let mut merged = Hash::clone(left);
            merged.extend(entries(&right)?);
            Ok(merged.into())
        }
        _ => Err(EvalError::new("Can only append Array or Hash to a Hash")),
    }
}

/// Returns the hash entries that an array represents: pairs, or alternating keys and values.
fn entries(elements: &[Value]) -> Result<Vec<(Value, Value)>, EvalError> {
    let pair = |element: &Value| match element.as_array() {
        Some([key]) => Some((key.clone(), Value::Undef)),
        Some([key, value]) => Some((key.clone(), value.clone())),
        _ => None,
    };
    if !elements.is_empty() && elements.iter().all(|element| matches!(element, Value::Array(_))) {
        let pairs: Option<Vec<_>> = elements.iter().map(pair).collect();
        return pairs.ok_or_else(|| EvalError::new("invalid number of elements (expected 1..2)"));
    }
    if !elements.len().is_multiple_of(2) {
        return Err(EvalError::new("odd number of arguments for Hash"));
    }
    Ok(elements.chunks(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect())
}

/// Returns `left - right` for an array or hash on the left.
#[expect(clippy::mutable_key_type, reason = "the mutable parts of a type are set before it becomes a value")]
fn without(left: &Value, right: &Value) -> Value {
    match left {
        Value::Array(elements) => {
            let removed: rustc_hash::FxHashSet<Value> = match right {
                Value::Array(elements) => elements.iter().cloned().collect(),
                Value::Hash(hash) => {
                    hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])).collect()
                }
                other => [other.clone()].into_iter().collect(),
            };
            // Ruby's `delete` treats 1 and 1.0 as equal, unlike a hash.
            let is_removed = |value: &Value| {
                removed.contains(value)
                    || match value {
                        Value::Integer(number) => removed.contains(&Value::Float(*number as f64)),
                        Value::Float(number) => {
                            removed.contains(&Value::Integer(*number as i64)) && number.fract() == 0.0
                        }
                        _ => false,
                    }
            };
            elements.iter().filter(|value| !is_removed(value)).cloned().collect()
        }
        Value::Hash(hash) => {
            let is_removed = |key: &Value| match right {
                Value::Array(keys) => keys.contains(key),
                Value::Hash(other) => other.contains(key),
                other => other == key,
            };
            let kept = hash.iter().filter(|(key, _)| !is_removed(key));
            kept.map(|(key, value)| (key.clone(), value.clone())).collect::<Hash>().into()
        }
        other => other.clone(),
    }
}

fn joined_uri(uri: &datatype::Uri, right: &Value) -> Result<Value, EvalError> {
    let reference = match right {
        Value::Uri(reference) => datatype::Uri::clone(reference),
        Value::String(text) => datatype::Uri::parse(text).map_err(|error| EvalError::new(error.to_string()))?,
        _ => return Err(EvalError::new("An URI can only be merged with an URI or String")),
    };
    Ok(Value::Uri(Arc::new(uri.join(&reference))))
}

fn joined_bytes(bytes: &[u8], right: &Value) -> Result<Value, EvalError> {
    match right {
        Value::Binary(added) => Ok(Value::Binary(bytes.iter().chain(added.iter()).copied().collect())),
        _ => Err(EvalError::new("Can only append Binary to a Binary")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_number_accepts_the_same_texts_as_puppet() {
        let number = |text| parse_number(text);
        assert_eq!(number(" 12 "), Some(Value::Integer(12)));
        assert_eq!(number("-0x1F"), Some(Value::Integer(-31)));
        assert_eq!(number("017"), Some(Value::Integer(15)));
        assert_eq!(number("- 1.5e-2"), Some(Value::Float(-0.015)));
        for text in ["", "08", "1.", ".5", "1e+3", "0e1", "ff", "1 2", "0x"] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
