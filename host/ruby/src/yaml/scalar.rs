//! Types of plain scalars by the rules of Psych: null, booleans, numbers in several bases, dates and times, symbols. All others
//! are strings.

use jiff::civil::Date;

use crate::number::{leading_float, leading_integer, to_float};

/// The type and value of a plain scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scalar<'t> {
    Null,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    /// The text itself.
    String,
    /// `:name`
    Symbol(&'t str),
    /// A date or time. Psych rejects it if its class is not allowed; otherwise an invalid date or time is a string.
    Date {
        class: &'static str,
        is_valid: bool,
    },
    /// An integer that does not fit into 64 bits.
    TooBig,
}

impl<'t> Scalar<'t> {
    /// Determines the type of a text.
    pub(super) fn of(text: &'t str) -> Self {
        if text.is_empty() {
            return Self::Null;
        }
        if is_word(text) {
            return Self::word(text);
        }
        let lower = text.to_ascii_lowercase();
        match lower.as_str() {
            ".inf" | "+.inf" => return Self::Float(f64::INFINITY),
            "-.inf" => return Self::Float(f64::NEG_INFINITY),
            ".nan" => return Self::Float(f64::NAN),
            _ => {}
        }
        if let Some(date) = time(text).or_else(|| date(text)) {
            return date;
        }
        if let Some(name) = text.strip_prefix(':').filter(|name| !name.is_empty()) {
            let unquoted = |quote: char| name.strip_prefix(quote)?.strip_suffix(quote);
            let inner = unquoted('"').or_else(|| unquoted('\''));
            return Self::Symbol(inner.map_or(name, |inner| inner.strip_prefix(':').unwrap_or(inner)));
        }
        sexagesimal(text).or_else(|| decimal(text)).or_else(|| integer(text)).unwrap_or(Self::String)
    }

    fn word(text: &str) -> Self {
        match text.to_ascii_lowercase().as_str() {
            "~" | "null" => Self::Null,
            "yes" | "true" | "on" => Self::Boolean(true),
            "no" | "false" | "off" => Self::Boolean(false),
            _ => Self::String,
        }
    }
}

/// Returns whether the first or second character is a letter or another character that does not occur in numbers.
fn is_word(text: &str) -> bool {
    let is_of_words =
        |letter: char| letter.is_alphabetic() || letter.is_whitespace() || "_!@#$%^&*(){}<>|/\\~;=".contains(letter);
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return false };
    let may_be_skipped = !first.is_ascii_digit() && !matches!(first, '.' | ':' | '-');
    is_of_words(first) || (may_be_skipped && letters.next().is_some_and(is_of_words)) || text.contains('\n')
}

/// Parses a number of digits at the beginning of a text, and returns it with the rest of the text.
fn digits(text: &str, least: usize, most: usize) -> Option<(u32, &str)> {
    let count = text.bytes().take(most).take_while(u8::is_ascii_digit).count();
    let number = text[..count].parse().ok().filter(|_| count >= least)?;
    Some((number, &text[count..]))
}

/// Parses a date `YYYY-MM-DD`.
fn date(text: &str) -> Option<Scalar<'_>> {
    let (year, rest) = digits(text, 4, 4)?;
    let (month, rest) = digits(rest.strip_prefix('-')?, 1, 2)?;
    let (day, rest) = digits(rest.strip_prefix('-')?, 1, 2)?;
    let narrow = |number: u32| i8::try_from(number).unwrap_or(0);
    let is_valid = Date::new(i16::try_from(year).unwrap_or(0), narrow(month), narrow(day)).is_ok();
    (rest.is_empty() && month <= 12 && day <= 31).then_some(Scalar::Date { class: "Date", is_valid })
}

/// Parses a time `YYYY-MM-DD hh:mm:ss` with an optional fraction and zone. It is valid if `Time.utc` accepts it.
fn time(text: &str) -> Option<Scalar<'_>> {
    let (_, rest) = digits(text.strip_prefix('-').unwrap_or(text), 4, 4)?;
    let (month, rest) = digits(rest.strip_prefix('-')?, 1, 2)?;
    let (day, rest) = digits(rest.strip_prefix('-')?, 1, 2)?;
    let time = rest.strip_prefix(['T', 't']).unwrap_or_else(|| rest.trim_start());
    if time.len() == rest.len() {
        return None;
    }
    let (hour, rest) = digits(time, 1, 2)?;
    let (minute, rest) = digits(rest.strip_prefix(':')?, 2, 2)?;
    let (second, rest) = digits(rest.strip_prefix(':')?, 2, 2)?;
    let rest = match rest.strip_prefix('.') {
        Some(fraction) => fraction.trim_start_matches(|digit: char| digit.is_ascii_digit()),
        None => rest,
    };
    let zone = rest.trim_start();
    let is_zone = match zone.strip_prefix(['+', '-']) {
        Some(offset) => {
            let (_, rest) = digits(offset, 1, 2)?;
            let rest = rest.strip_prefix(':').unwrap_or(rest);
            rest.is_empty() || digits(rest, 2, 2)?.1.is_empty()
        }
        None => zone == "Z" || rest.is_empty(),
    };
    let is_hour = hour < 24 || hour == 24 && minute == 0 && second == 0;
    let is_valid = (1..=12).contains(&month) && (1..=31).contains(&day) && is_hour && minute < 60 && second <= 60;
    is_zone.then_some(Scalar::Date { class: "Time", is_valid })
}

/// `1:30` and `1:30:15`: sexagesimal numbers. Psych takes the first part as hours.
fn sexagesimal(text: &str) -> Option<Scalar<'_>> {
    let parts: Vec<&str> = text.split(':').collect();
    let (first, others) = parts.split_first()?;
    let unsigned = first.strip_prefix(['+', '-']).unwrap_or(first);
    let is_first = unsigned.starts_with(|letter: char| letter.is_ascii_digit())
        && unsigned.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
    if !(1..=2).contains(&others.len()) || !is_first {
        return None;
    }
    let (last, before) = others.split_last()?;
    let (last, fraction) = last.split_once('.').map_or((*last, None), |(whole, fraction)| (whole, Some(fraction)));
    let is_part = |part: &str| {
        (1..=2).contains(&part.len()) && part.parse::<u8>().is_ok_and(|number| number < 60) && !part.starts_with('+')
    };
    let is_fraction = |fraction: &str| fraction.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
    if !before.iter().all(|part| is_part(part)) || !is_part(last) || !fraction.is_none_or(is_fraction) {
        return None;
    }
    // Psych converts the parts with `to_i` and `to_f`.
    let weighted = parts.iter().zip([3_600, 60, 1]);
    match fraction {
        None => {
            let mut values = weighted.map(|(part, weight)| leading_integer(part, 10).to_i64()?.checked_mul(weight));
            let sum = values.try_fold(0_i64, |sum, part| sum.checked_add(part?));
            Some(sum.map_or(Scalar::TooBig, Scalar::Integer))
        }
        Some(_) => Some(Scalar::Float(weighted.map(|(part, weight)| leading_float(part) * to_float(weight)).sum())),
    }
}

/// `1.5`, `.5`, `1.`, `1_000.5e+3`: the exponent must have a sign.
fn decimal(text: &str) -> Option<Scalar<'_>> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, rest) = unsigned.split_once('.')?;
    let is_whole = whole.is_empty()
        || whole.starts_with(|letter: char| letter.is_ascii_digit())
            && whole.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'_' | b','));
    let (fraction, exponent) = match rest.find(['e', 'E']) {
        Some(at) => (&rest[..at], Some(&rest[at + 1..])),
        None => (rest, None),
    };
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_exponent = |exponent: &str| {
        exponent.strip_prefix(['+', '-']).is_some_and(|digits| !digits.is_empty() && all_digits(digits))
    };
    if !is_whole || !all_digits(fraction) || !exponent.is_none_or(is_exponent) || unsigned == "." {
        return None;
    }
    let plain: String = text.chars().filter(|letter| !matches!(letter, '_' | ',')).collect();
    plain.parse().ok().map(Scalar::Float)
}

/// `0b101`, `0644`, `1_000`, `1,000`, `0x1F`.
fn integer(text: &str) -> Option<Scalar<'_>> {
    let (sign, unsigned) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let is_digit = |radix: u32| move |letter: char| letter.is_digit(radix) || matches!(letter, '_' | ',');
    let in_base = |digits: &str, radix: u32| {
        (!digits.is_empty() && digits.chars().all(is_digit(radix))).then(|| (digits.to_owned(), radix))
    };
    let (digits, radix) = match unsigned {
        "0" => ("0".to_owned(), 10),
        _ => match unsigned.strip_prefix('0') {
            Some(rest) => match (rest.strip_prefix('b'), rest.strip_prefix('x')) {
                (Some(binary), _) => in_base(binary, 2)?,
                (_, Some(hexadecimal)) => in_base(hexadecimal, 16)?,
                _ => in_base(rest, 8)?,
            },
            None => grouped(unsigned)?,
        },
    };
    let plain: String = digits.chars().filter(|letter| !matches!(letter, '_' | ',')).collect();
    if plain.is_empty() {
        return Some(if radix == 8 { Scalar::Integer(0) } else { Scalar::String });
    }
    Some(i64::from_str_radix(&format!("{sign}{plain}"), radix).map_or(Scalar::TooBig, Scalar::Integer))
}

/// Parses digits in groups, each of which ends in a digit.
fn grouped(text: &str) -> Option<(String, u32)> {
    let mut last = '_';
    for letter in text.chars() {
        match letter {
            '0'..='9' => {}
            '_' | ',' if last.is_ascii_digit() => {}
            _ => return None,
        }
        last = letter;
    }
    (last.is_ascii_digit()).then(|| (text.to_owned(), 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recorded with Psych 4.0.
    #[test]
    fn scalars_have_the_types_of_psych() {
        let cases: &[(&str, Scalar<'_>)] = &[
            ("", Scalar::Null),
            ("~", Scalar::Null),
            ("NULL", Scalar::Null),
            ("nil", Scalar::String),
            ("yes", Scalar::Boolean(true)),
            ("On", Scalar::Boolean(true)),
            ("TRUE", Scalar::Boolean(true)),
            ("off", Scalar::Boolean(false)),
            ("No", Scalar::Boolean(false)),
            ("y", Scalar::String),
            ("n", Scalar::String),
            ("0", Scalar::Integer(0)),
            ("-0", Scalar::Integer(0)),
            ("+12", Scalar::Integer(12)),
            ("0644", Scalar::Integer(420)),
            ("089", Scalar::String),
            ("0o17", Scalar::String),
            ("0x1F", Scalar::Integer(31)),
            ("-0b101", Scalar::Integer(-5)),
            ("1_000", Scalar::Integer(1000)),
            ("1,000", Scalar::Integer(1000)),
            ("1__0", Scalar::String),
            ("1_", Scalar::String),
            ("12e3", Scalar::String),
            ("1.5e3", Scalar::String),
            ("1.5e+3", Scalar::Float(1500.0)),
            ("1.", Scalar::Float(1.0)),
            (".5", Scalar::Float(0.5)),
            ("-.5", Scalar::Float(-0.5)),
            (".", Scalar::String),
            ("-", Scalar::String),
            ("1.2.3", Scalar::String),
            ("0_", Scalar::Integer(0)),
            ("1,0.5", Scalar::Float(10.5)),
            ("12:00:00.", Scalar::Float(43200.0)),
            ("2021-01-32", Scalar::String),
            ("2021-02-29", Scalar::Date { class: "Date", is_valid: false }),
            ("2024-02-29", Scalar::Date { class: "Date", is_valid: true }),
            ("2021-00-01", Scalar::Date { class: "Date", is_valid: false }),
            ("2021-01-01t1:00:00.5 +1", Scalar::Date { class: "Time", is_valid: true }),
            ("é1", Scalar::String),
            ("0777_7", Scalar::Integer(4095)),
            ("1.5E-3", Scalar::Float(0.0015)),
            ("1:05:30.25", Scalar::Float(3930.25)),
            ("+.5", Scalar::Float(0.5)),
            ("1_000.5", Scalar::Float(1000.5)),
            (".inf", Scalar::Float(f64::INFINITY)),
            ("-.INF", Scalar::Float(f64::NEG_INFINITY)),
            ("1:30", Scalar::Integer(5400)),
            ("1:30:15", Scalar::Integer(5415)),
            ("-1:30", Scalar::Integer(-1800)),
            ("1:60", Scalar::String),
            ("1:2:3:4", Scalar::String),
            ("1:30.5", Scalar::Float(5430.0)),
            ("2021-01-01", Scalar::Date { class: "Date", is_valid: true }),
            ("2021-13-01", Scalar::String),
            ("2021-1-1", Scalar::Date { class: "Date", is_valid: true }),
            ("2021-01-01 10:00:00", Scalar::Date { class: "Time", is_valid: true }),
            ("2021-01-01T10:00:00Z", Scalar::Date { class: "Time", is_valid: true }),
            ("2021-01-01 10:00", Scalar::String),
            (":sym", Scalar::Symbol("sym")),
            (":'a b'", Scalar::Symbol("a b")),
            (":", Scalar::String),
            ("::a::b", Scalar::Symbol(":a::b")),
            ("=", Scalar::String),
            ("192.0.2.1", Scalar::String),
            ("99999999999999999999", Scalar::TooBig),
        ];
        for (text, expected) in cases {
            assert_eq!(Scalar::of(text), *expected, "{text}");
        }
        assert!(matches!(Scalar::of(".nan"), Scalar::Float(number) if number.is_nan()));
    }
}
