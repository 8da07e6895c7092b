//! Conversion of strings to numbers and booleans.

/// A number of either kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Integer(i64),
    Float(f64),
}

/// Parses a number in the syntax of the language: decimal, `0x1f`, `0b11`, `017`, `1.5e3`. Nothing may
/// precede or follow it.
pub(super) fn number(text: &str) -> Option<Number> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (base, rest) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &digits[2..]),
        [b'0', b'b' | b'B', ..] => (2, &digits[2..]),
        [b'0', b'0'..=b'9', ..] => (8, &digits[1..]),
        _ => (10, digits),
    };
    if rest.chars().all(|digit| digit.is_digit(base)) {
        let magnitude = i128::from_str_radix(rest, base).ok()?;
        return i64::try_from(if is_negative { -magnitude } else { magnitude }).ok().map(Number::Integer);
    }
    // Rust also accepts `inf` and `.5`, which are not numbers here.
    let is_float = base == 10
        && digits.starts_with(|first: char| first.is_ascii_digit())
        && !digits.ends_with('.')
        && digits.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'-'));
    let value: f64 = digits.parse().ok().filter(|_| is_float)?;
    Some(Number::Float(if is_negative { -value } else { value }))
}

/// Parses a boolean: `true`, `yes`, `y`, `false`, `no` or `n`, ignoring case.
pub(super) fn boolean(text: &str) -> Option<bool> {
    let is_one_of = |words: [&str; 3]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    match (is_one_of(["true", "yes", "y"]), is_one_of(["false", "no", "n"])) {
        (false, false) => None,
        (is_true, _) => Some(is_true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_parsed() {
        for (text, expected) in
            [("42", 42), ("-42", -42), ("+7", 7), ("0x1F", 31), ("0b101", 5), ("017", 15), ("0", 0), ("-0x10", -16)]
        {
            assert_eq!(number(text), Some(Number::Integer(expected)), "{text}");
        }
        for (text, expected) in [("1.5", 1.5), ("-1.5e3", -1500.0), ("1e-2", 0.01)] {
            assert_eq!(number(text), Some(Number::Float(expected)), "{text}");
        }
        for text in [
            "",
            "-",
            "x",
            "1x",
            "0x",
            "08",
            ".5",
            "5.",
            "inf",
            "NaN",
            " 5",
            "5 ",
            "--5",
            "99999999999999999999",
            "1_000",
            "0b2",
        ] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn booleans_are_parsed() {
        assert_eq!((boolean("Yes"), boolean("n"), boolean("on"), boolean("")), (Some(true), Some(false), None, None));
    }
}
