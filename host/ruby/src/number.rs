//! Formatting of floats, and lenient (`to_i`, `to_f`) and strict (`Integer()`, `Float()`) parsing of numbers.

use std::fmt::Write as _;

use crate::bignum::Bignum;

/// Maximum number of digits of an integer in a string.
const MAXIMUM_DIGITS: usize = 4096;

/// Formats a float like Ruby: `1.0`, `0.0001`, `1.0e-05`, `1.0e+16`.
#[must_use]
pub fn float_text(value: f64) -> String {
    let mut text = String::new();
    push_float(&mut text, value);
    text
}

/// Appends a float to a text, as [`float_text`] formats it.
pub fn push_float(text: &mut String, value: f64) {
    if !value.is_finite() {
        text.push_str(if value.is_nan() {
            "NaN"
        } else if value > 0.0 {
            "Infinity"
        } else {
            "-Infinity"
        });
        return;
    }
    let (start, magnitude) = (text.len(), value.abs());
    // Ruby pads with zeros up to 15 digits, and uses an exponent for larger numbers.
    let is_plain = value == 0.0 || (1e-4..1e15).contains(&magnitude) || value.fract() != 0.0 && magnitude >= 1e-4;
    // Writing to a String cannot fail.
    let _ = if is_plain { write!(text, "{value}") } else { write!(text, "{value:e}") };
    let exponent = text[start..].find('e').map(|at| start + at);
    if let Some(exponent) = exponent {
        let digits = exponent + 1 + usize::from(text[exponent + 1..].starts_with('-'));
        if text.len() == digits + 1 {
            text.insert(digits, '0');
        }
        if digits == exponent + 1 {
            text.insert(digits, '+');
        }
    }
    let end = exponent.unwrap_or(text.len());
    if !text[start..end].contains('.') {
        text.insert_str(end, ".0");
    }
}

/// Parses the integer at the beginning of a text like `to_i`: with white space and a sign before it, a prefix of the base,
/// and single underscores between digits. Returns 0 if the text does not begin with an integer.
#[must_use]
pub fn leading_integer(text: &str, base: u32) -> Bignum {
    let text = text.trim_start_matches(is_space);
    let (is_negative, body) = signed(text).unwrap_or((false, ""));
    let is_digit = |letter: Option<&char>| letter.is_some_and(|letter| letter.is_digit(base));
    let body = match prefix(body) {
        Some(known) if known == base && is_digit(body.chars().nth(2).as_ref()) => &body[2..],
        _ => body,
    };
    let mut digits = String::new();
    let mut letters = body.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            letter if letter.is_digit(base) && digits.len() < MAXIMUM_DIGITS => digits.push(letter),
            '_' if !digits.is_empty() && is_digit(letters.peek()) => {}
            _ => break,
        }
    }
    Bignum::parse(is_negative, &digits, base).unwrap_or_else(|| Bignum::from(0))
}

/// Parses the float at the beginning of a text like `to_f`; 0 if the text does not begin with a number.
#[must_use]
pub fn leading_float(text: &str) -> f64 {
    let text = text.trim_start_matches(is_space);
    let bytes = text.as_bytes();
    let run = |from: usize| {
        let is_part = |at: usize| match bytes[at] {
            b'0'..=b'9' => true,
            b'_' => at > from && bytes[at - 1].is_ascii_digit() && bytes.get(at + 1).is_some_and(u8::is_ascii_digit),
            _ => false,
        };
        (from..bytes.len()).take_while(|at| is_part(*at)).count()
    };
    let sign = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let mut end = sign + run(sign);
    let is_fraction = bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
    if end == sign && !is_fraction {
        return 0.0;
    }
    if is_fraction {
        end += 1 + run(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if bytes.get(end + 1 + sign).is_some_and(u8::is_ascii_digit) {
            end += 1 + sign + run(end + 1 + sign);
        }
    }
    text[..end].replace('_', "").parse().unwrap_or(0.0)
}

/// Parses a text like `Integer()`: with white space around it, a sign, a prefix of the base, and single underscores between
/// digits. A given base must agree with the prefix. Returns `None` if the text is not an integer.
#[must_use]
pub fn integer(text: &str, base: Option<u32>) -> Option<Bignum> {
    let (is_negative, body) = signed(text.trim_matches(is_space))?;
    let (base, digits) = match (base, prefix(body)) {
        (None, Some(prefix)) => (prefix, &body[2..]),
        (Some(base), Some(prefix)) if base == prefix => (base, &body[2..]),
        (None, None) if body.len() > 1 && body.starts_with('0') => (8, body),
        (base, _) => (base.unwrap_or(10), body),
    };
    let digits = without_underscores(digits, |letter| letter.is_digit(base))?;
    if digits.is_empty() || digits.len() > MAXIMUM_DIGITS {
        return None;
    }
    Bignum::parse(is_negative, &digits, base)
}

/// Parses a text like `Float()`: `1`, `.5`, `1e3`, `1_000.5`, `0x1.8p1`, with white space around it. Returns `None` if the
/// text is not a number.
#[must_use]
pub fn float(text: &str) -> Option<f64> {
    let (is_negative, body) = signed(text.trim_matches(is_space))?;
    let magnitude = match body.strip_prefix("0x").or_else(|| body.strip_prefix("0X")) {
        Some(digits) => hexadecimal(digits)?,
        None => decimal(&without_underscores(body, |letter| letter.is_ascii_digit())?)?,
    };
    Some(if is_negative { -magnitude } else { magnitude })
}

/// Converts an integer to a float like `to_f`.
#[expect(clippy::cast_precision_loss, reason = "Ruby also rounds")]
#[must_use]
pub fn to_float(number: i64) -> f64 {
    number as f64
}

fn is_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r')
}

/// Removes a sign; `None` if another sign or an underscore follows.
fn signed(text: &str) -> Option<(bool, &str)> {
    let (is_negative, body) = match text.strip_prefix('-') {
        Some(body) => (true, body),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    (!body.starts_with(['+', '-', '_'])).then_some((is_negative, body))
}

/// Returns the base of a prefix of two characters.
fn prefix(body: &str) -> Option<u32> {
    match body.get(..2)? {
        "0x" | "0X" => Some(16),
        "0b" | "0B" => Some(2),
        "0o" | "0O" => Some(8),
        "0d" | "0D" => Some(10),
        _ => None,
    }
}

/// Removes underscores; `None` unless each is between two digits.
fn without_underscores(text: &str, is_digit: impl Fn(char) -> bool) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '_' {
            plain.push(letter);
        } else if !text_ends_with(&plain, &is_digit) || !letters.peek().is_some_and(|next| is_digit(*next)) {
            return None;
        }
    }
    Some(plain)
}

fn text_ends_with(text: &str, is_digit: impl Fn(char) -> bool) -> bool {
    text.chars().next_back().is_some_and(is_digit)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_print_as_in_ruby() {
        let printed = [1.0, -2.5, 1e20, 1e-5, 1.5e-7, 1e15, 1e16, 0.0001].map(float_text);
        let expected = ["1.0", "-2.5", "1.0e+20", "1.0e-05", "1.5e-07", "1.0e+15", "1.0e+16", "0.0001"];
        assert_eq!(printed, expected);
        let printed = [0.0, 8.8064e-05, 2.5e-10, -1e100, 1e15 + 0.5, f64::NEG_INFINITY].map(float_text);
        let expected = ["0.0", "8.8064e-05", "2.5e-10", "-1.0e+100", "1000000000000000.5", "-Infinity"];
        assert_eq!(printed, expected);
    }

    #[test]
    fn integers_are_parsed_as_in_ruby() {
        let read = |text, base| integer(text, base).and_then(|number| number.to_i64());
        for (text, base, expected) in [
            (" 0x1F\n", None, 31),
            ("-0b11", None, -3),
            ("017", None, 15),
            ("0", None, 0),
            ("1_000", None, 1000),
            ("0_7", None, 7),
            ("017", Some(10), 17),
            ("0xff", Some(16), 255),
            ("zz", Some(36), 1295),
        ] {
            assert_eq!(read(text, base), Some(expected), "{text}");
        }
        for (text, base) in [
            ("08", None),
            ("0x", None),
            ("1__0", None),
            ("_1", None),
            ("1_", None),
            ("", None),
            ("--1", None),
            ("0xff", Some(8)),
            ("\u{a0}1", None),
        ] {
            assert_eq!(read(text, base), None, "{text}");
        }
        let large = integer("99999999999999999999", None).unwrap();
        assert_eq!((large.to_i64(), large.to_string()), (None, "99999999999999999999".to_owned()));
    }

    #[test]
    fn floats_are_parsed_as_in_ruby() {
        assert_eq!(float(" -1_0.5e1 "), Some(-105.0));
        assert_eq!(float(".5"), Some(0.5));
        assert_eq!(float("0x1.8p1"), Some(3.0));
        assert_eq!(float("0x1A"), Some(26.0));
        assert_eq!(float("1e400"), Some(f64::INFINITY));
        for text in ["", "1.", "1e", "x", "1__0", "1_e5", "inf", "0x", "1.5.5"] {
            assert_eq!(float(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_at_the_beginning_are_parsed_as_in_ruby() {
        let read = |text, base| leading_integer(text, base).to_i64();
        assert_eq!(read(" 12_3abc", 10), Some(123));
        assert_eq!(read("-0x1F", 16), Some(-31));
        assert_eq!(read("0x", 16), Some(0));
        assert_eq!(read("x", 10), Some(0));
        assert_eq!(read("99999999999999999999", 10), None);
        let close = |text: &str, expected: f64| (leading_float(text) - expected).abs() < f64::EPSILON;
        assert!(close("1e1x", 10.0) && close("1.5.3", 1.5) && close("-2e", -2.0) && close("\u{a0}1", 0.0));
        assert!(close(&("0.".to_owned() + &"1_1".repeat(1_000_000)), 1.0 / 9.0));
    }
}
