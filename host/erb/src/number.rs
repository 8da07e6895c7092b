//! Formatting of floats, and lenient (`to_i`) and strict (`Integer()`) parsing of numbers.

/// Formats a float like Ruby: `1.0`, `0.0001`, `1.0e-05`, `1.0e+16`.
#[must_use]
pub fn float_text(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    let magnitude = value.abs();
    // Ruby pads with zeros up to 15 digits, and uses an exponent for larger numbers.
    if value == 0.0 || (1e-4..1e15).contains(&magnitude) || value.fract() != 0.0 && magnitude >= 1e-4 {
        let text = value.to_string();
        return if text.contains('.') { text } else { text + ".0" };
    }
    let text = format!("{value:e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let point = if digits.contains('.') { "" } else { ".0" };
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |rest| ('-', rest));
    format!("{digits}{point}e{sign}{exponent:0>2}")
}

/// Parses the integer at the beginning of a text: 0 if the text does not begin with an integer, `None` if it
/// is too large.
pub(crate) fn leading_integer(text: &str, radix: u32) -> Option<i64> {
    let text = text.trim_start();
    let (is_negative, body) = signed(text);
    let body = prefix(body).filter(|(known, _)| *known == radix).map_or(body, |(_, body)| body);
    let mut number: i64 = 0;
    let mut letters = body.chars().peekable();
    let mut is_first = true;
    while let Some(letter) = letters.next() {
        if letter == '_' && !is_first && letters.peek().is_some_and(|next| next.is_digit(radix)) {
            continue;
        }
        let Some(digit) = letter.to_digit(radix) else { break };
        is_first = false;
        let digit = i64::from(digit);
        let digit = if is_negative { -digit } else { digit };
        number = number.checked_mul(i64::from(radix))?.checked_add(digit)?;
    }
    Some(number)
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

/// Parses an integer that is the whole text; `None` if it is not one, an error if it is too large.
pub(crate) fn integer(text: &str, radix: Option<u32>) -> Option<Result<i64, ()>> {
    let (is_negative, body) = signed(text.trim());
    let (radix, digits) = match (prefix(body), radix) {
        (Some((known, digits)), None) => (known, digits),
        (Some((known, digits)), Some(radix)) if known == radix => (radix, digits),
        (_, radix) => (radix.unwrap_or(10), body),
    };
    let is_spaced = !digits.starts_with('_') && !digits.ends_with('_') && !digits.contains("__");
    if digits.is_empty() || !is_spaced || !digits.chars().all(|letter| letter.is_digit(radix) || letter == '_') {
        return None;
    }
    let sign = if is_negative { "-" } else { "" };
    Some(i64::from_str_radix(&(sign.to_owned() + &digits.replace('_', "")), radix).map_err(|_| ()))
}

/// Parses a float that is the whole text.
pub(crate) fn float(text: &str) -> Option<f64> {
    let text = text.trim();
    let (_, body) = signed(text);
    let is_spaced = !body.starts_with('_') && !body.ends_with('_') && !body.contains("__");
    let is_plain =
        body.chars().all(|letter| letter.is_ascii_digit() || matches!(letter, '.' | 'e' | 'E' | '+' | '-' | '_'));
    let has_digits = body.starts_with(|letter: char| letter.is_ascii_digit()) || body.starts_with('.');
    let has_fraction = !body.ends_with('.') && !body.contains(".e") && !body.contains(".E");
    if let Some(Ok(number)) = prefix(body).and_then(|_| integer(text, None)) {
        return Some(crate::compare::float(number));
    }
    if is_spaced && is_plain && has_digits && has_fraction { text.replace('_', "").parse().ok() } else { None }
}

fn is_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r')
}

fn signed(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(body) => (true, body),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// Returns the base of a prefix and the text after the prefix.
fn prefix(body: &str) -> Option<(u32, &str)> {
    let radix = match body.get(..2)? {
        "0x" | "0X" => 16,
        "0b" | "0B" => 2,
        "0o" | "0O" => 8,
        first if first.starts_with('0') => return Some((8, &body[1..])),
        _ => return None,
    };
    Some((radix, &body[2..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_print_as_in_ruby() {
        let printed = [1.0, -2.5, 1e20, 1e-5, 1.5e-7, 1e15, 1e16, 0.0001].map(float_text);
        let expected = ["1.0", "-2.5", "1.0e+20", "1.0e-05", "1.5e-07", "1.0e+15", "1.0e+16", "0.0001"];
        assert_eq!(printed, expected);
    }

    #[test]
    fn numbers_are_read_as_in_ruby() {
        assert_eq!(leading_integer(" 12_3abc", 10), Some(123));
        assert_eq!(leading_integer("-0x1F", 16), Some(-31));
        assert_eq!(leading_integer("x", 10), Some(0));
        assert_eq!(leading_integer("99999999999999999999", 10), None);
        assert_eq!(integer("0x1f", None), Some(Ok(31)));
        assert_eq!(integer("017", None), Some(Ok(15)));
        assert_eq!(integer("1__0", None), None);
        assert_eq!(integer("99999999999999999999", None), Some(Err(())));
        assert_eq!(float("1_0.5e1"), Some(105.0));
        assert_eq!(float("1."), None);
        assert!((leading_float("1.5.3") - 1.5).abs() < f64::EPSILON);
        assert!((leading_float(&("0.".to_owned() + &"1_1".repeat(1_000_000))) - 1.0 / 9.0).abs() < f64::EPSILON);
        assert!(leading_float("\u{a0}1").abs() < f64::EPSILON);
    }
}
