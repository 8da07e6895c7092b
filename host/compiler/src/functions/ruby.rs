//! What Ruby makes of values, as far as results and error texts show it: classes, numbers in strings, joined arrays. Only
//! what more than one function needs.

use std::cmp::Ordering;

pub(super) use erb::leading_float;

use super::bignum::Bignum;
use crate::eval_error::EvalError;
use crate::value::{MAXIMUM_TEXT, Value};

/// How many digits a number may have in a string.
const MAXIMUM_DIGITS: usize = 4096;

/// Returns the name of the class of a value.
pub(crate) fn class(value: &Value) -> String {
    match value {
        Value::Undef => "NilClass".to_owned(),
        Value::Default => "Symbol".to_owned(),
        Value::Boolean(true) => "TrueClass".to_owned(),
        Value::Boolean(false) => "FalseClass".to_owned(),
        Value::Integer(_) => "Integer".to_owned(),
        Value::Float(_) => "Float".to_owned(),
        Value::String(_) => "String".to_owned(),
        Value::Array(_) => "Array".to_owned(),
        Value::Hash(_) => "Hash".to_owned(),
        Value::Regexp(_) => "Regexp".to_owned(),
        Value::Type(data_type) => format!("Puppet::Pops::Types::P{}Type", data_type.simple_name()),
        Value::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive".to_owned(),
        Value::Binary(_) => "Puppet::Pops::Types::PBinaryType::Binary".to_owned(),
        Value::Timestamp(_) => "Puppet::Pops::Time::Timestamp".to_owned(),
        Value::Timespan(_) => "Puppet::Pops::Time::Timespan".to_owned(),
        Value::SemVer(_) => "SemanticPuppet::Version".to_owned(),
        Value::SemVerRange(_) => "SemanticPuppet::VersionRange".to_owned(),
        Value::Uri(_) => "URI::Generic".to_owned(),
        Value::Iterator(_) => "Puppet::Pops::Types::Iterator".to_owned(),
        Value::Deferred(_) => "Puppet::DataTypes::Deferred".to_owned(),
        Value::Reference(_) => "Puppet::Resource".to_owned(),
        Value::Object(_) | Value::Collector(_) => "Object".to_owned(),
    }
}

/// Returns a value as the subject of a failed conversion: the few that are the only one of their class by themselves.
pub(crate) fn noun(value: &Value) -> String {
    match value {
        Value::Undef => "nil".to_owned(),
        Value::Boolean(value) => value.to_string(),
        other => class(other),
    }
}

/// Returns the fault of a call of a method that a value has not.
pub(super) fn no_method(method: &str, value: &Value) -> EvalError {
    let (shown, class) = (value.inspect(), class(value));
    EvalError::new(format!("undefined method `{method}' for {shown}:{class}"))
}

/// Returns the fault for a number that is too big for the language.
pub(super) fn out_of_range(number: &Bignum) -> EvalError {
    let (bound, digits) =
        if number.is_negative { ("min", format!("..{}", number.complement(16))) } else { ("max", number.digits(16)) };
    EvalError::new(format!("Use of a Ruby Integer outside of Puppet Integer {bound} range, got '0x{digits}'"))
}

/// Returns a number as a value, if it is not too big for the language.
pub(super) fn integer_value(number: &Bignum) -> Result<Value, EvalError> {
    number.to_i64().map(Value::Integer).ok_or_else(|| out_of_range(number))
}

/// Reads an integer as Ruby's `Integer()` does: with sign, a prefix that says the base, single underscores between digits
/// and white space around. A base that is given must agree with the prefix.
pub(super) fn integer(text: &str, base: Option<u32>) -> Option<Bignum> {
    let (is_negative, body) = signed(text.trim_matches(is_space))?;
    let prefix = match body.get(..2) {
        Some("0x" | "0X") => Some(16),
        Some("0b" | "0B") => Some(2),
        Some("0o" | "0O") => Some(8),
        Some("0d" | "0D") => Some(10),
        _ => None,
    };
    let (base, digits) = match (base, prefix) {
        (None, Some(prefix)) => (prefix, &body[2..]),
        (Some(base), Some(prefix)) if base == prefix => (base, &body[2..]),
        (None, None) if body.len() > 1 && body.starts_with('0') => (8, body),
        (base, _) => (base.unwrap_or(10), body),
    };
    let digits = without_underscores(digits)?;
    if digits.is_empty() || digits.len() > MAXIMUM_DIGITS {
        return None;
    }
    Bignum::parse(is_negative, &digits, base)
}

/// Reads a float as Ruby's `Float()` does: `1`, `.5`, `1e3`, `1_000.5`, `0x1.8p1`, with white space around.
pub(super) fn float(text: &str) -> Option<f64> {
    let (is_negative, body) = signed(text.trim_matches(is_space))?;
    let body = without_underscores(body)?;
    let magnitude = match body.strip_prefix("0x").or_else(|| body.strip_prefix("0X")) {
        Some(digits) => hexadecimal(digits)?,
        None => decimal(&body)?,
    };
    Some(if is_negative { -magnitude } else { magnitude })
}

/// Parses the integer at the beginning of a text; 0 if the text does not begin with an integer.
pub(super) fn leading_integer(text: &str) -> Bignum {
    let text = text.trim_start_matches(is_space);
    let (is_negative, body) = signed(text).unwrap_or((false, ""));
    let mut digits = String::new();
    let mut letters = body.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '0'..='9' if digits.len() < MAXIMUM_DIGITS => digits.push(letter),
            '_' if !digits.is_empty() && letters.peek().is_some_and(char::is_ascii_digit) => {}
            _ => break,
        }
    }
    Bignum::parse(is_negative, &digits, 10).unwrap_or_else(|| Bignum::from(0))
}

fn is_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r')
}

/// Takes off a sign; `None` if there is a second one.
fn signed(text: &str) -> Option<(bool, &str)> {
    let (is_negative, body) = match text.strip_prefix('-') {
        Some(body) => (true, body),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    (!body.starts_with(['+', '-', '_'])).then_some((is_negative, body))
}

/// Takes the underscores out, each of which must be between two digits.
fn without_underscores(text: &str) -> Option<String> {
    let is_digit = |letter: Option<&u8>| letter.is_some_and(u8::is_ascii_hexdigit);
    let bytes = text.as_bytes();
    let is_proper = |index: usize| index > 0 && is_digit(bytes.get(index - 1)) && is_digit(bytes.get(index + 1));
    bytes.iter().enumerate().all(|(index, byte)| *byte != b'_' || is_proper(index)).then(|| text.replace('_', ""))
}

fn decimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(index) => (&text[..index], Some(&text[index + 1..])),
        None => (text, None),
    };
    let is_plain = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_mantissa = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole.is_empty() || is_plain(whole)) && is_plain(fraction),
        None => is_plain(mantissa),
    };
    let is_exponent = exponent.is_none_or(|exponent| is_plain(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)));
    // Rust reads the same notation, and rounds in the same way.
    if is_mantissa && is_exponent { text.parse().ok() } else { None }
}

fn hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = match text.find(['p', 'P']) {
        Some(index) => (&text[..index], text[index + 1..].parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((_, "")) => return None,
        Some(parts) => parts,
        None => (mantissa, ""),
    };
    if whole.is_empty() {
        return None;
    }
    let mut value = 0.0_f64;
    for digit in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(digit.to_digit(16)?);
    }
    let places = i32::try_from(fraction.len()).ok()?.checked_mul(4)?;
    Some(value * 2.0_f64.powi(exponent.checked_sub(places)?))
}

/// Joins the elements of an array like Ruby: nested arrays use the same separator.
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
    #[expect(clippy::cast_precision_loss, reason = "Ruby compares the exact values; nothing in a manifest is that big")]
    match value {
        Value::Integer(number) => Some(*number as f64),
        Value::Float(number) => Some(*number),
        _ => None,
    }
}

/// Returns the fault of two values that cannot be compared.
pub(super) fn incomparable(left: &Value, right: &Value) -> EvalError {
    let right = match right {
        Value::Undef | Value::Boolean(_) | Value::Integer(_) | Value::Float(_) | Value::Default => right.inspect(),
        other => class(other),
    };
    EvalError::new(format!("comparison of {} with {right} failed", class(left)))
}

/// Returns what a block says about the order of two values: a number, of which the sign counts.
pub(super) fn verdict(answer: &Value, left: &Value, right: &Value) -> Result<Ordering, EvalError> {
    match answer {
        Value::Undef => Err(incomparable(left, right)),
        Value::Integer(number) => Ok(number.cmp(&0)),
        Value::Float(number) => Ok(number.partial_cmp(&0.0).unwrap_or(Ordering::Equal)),
        Value::String(_) => Err(incomparable(answer, &Value::Integer(0))),
        other => Err(EvalError::new(format!("undefined method `>' for {}:{}", other.inspect(), class(other)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_read_as_in_ruby() {
        let read = |text, base| integer(text, base).and_then(|number| number.to_i64());
        assert_eq!(read(" 0x1F\n", None), Some(31));
        assert_eq!(read("-0b11", None), Some(-3));
        assert_eq!(read("017", None), Some(15));
        assert_eq!(read("0", None), Some(0));
        assert_eq!(read("1_000", None), Some(1000));
        assert_eq!(read("0_7", None), Some(7));
        assert_eq!(read("017", Some(10)), Some(17));
        assert_eq!(read("0xff", Some(16)), Some(255));
        for (text, base) in [
            ("08", None),
            ("0x", None),
            ("1__0", None),
            ("_1", None),
            ("1_", None),
            ("", None),
            ("--1", None),
            ("0xff", Some(8)),
        ] {
            assert_eq!(read(text, base), None, "{text}");
        }
    }

    #[test]
    fn floats_are_read_as_in_ruby() {
        assert_eq!(float(" -1_0.5e1 "), Some(-105.0));
        assert_eq!(float(".5"), Some(0.5));
        assert_eq!(float("0x1.8p1"), Some(3.0));
        assert_eq!(float("0x1A"), Some(26.0));
        assert_eq!(float("1e400"), Some(f64::INFINITY));
        for text in ["", "1.", "1e", "x", "1__0", "inf", "0x", "1.5.5"] {
            assert_eq!(float(text), None, "{text}");
        }
        assert!((leading_float("1e1x") - 10.0).abs() < f64::EPSILON);
        assert!((leading_float("1.5.3") - 1.5).abs() < f64::EPSILON);
        assert!((leading_float("-2e") + 2.0).abs() < f64::EPSILON);
        assert_eq!(leading_integer("12_3abc").to_i64(), Some(123));
        assert_eq!(leading_integer("x").to_i64(), Some(0));
    }
}
