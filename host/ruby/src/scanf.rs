//! `String#scanf`: values parsed from text by a format.

use std::str::Chars;

use crate::bignum::Bignum;
use crate::number::{integer, leading_float};

/// A value parsed by [`scanf`].
#[derive(Clone, Debug, PartialEq)]
pub enum Scanned {
    /// An integer of any size.
    Integer(Bignum),
    /// A float.
    Float(f64),
    /// A word or characters.
    String(String),
}

/// Parses values until the text does not match the format, like Ruby's gem scanf.
#[must_use]
pub fn scanf(data: &str, format: &str) -> Vec<Scanned> {
    let mut values = Vec::new();
    let mut data = data;
    let mut format = format.trim_start().chars();
    while !format.as_str().is_empty() {
        let item = Item::read(&mut format);
        let keeps_blanks = matches!(item.kind, Kind::Characters | Kind::Set { .. }) && !item.is_after_blank;
        let text = if keeps_blanks { data } else { data.trim_start() };
        let Some(length) = item.length(text) else { break };
        let (found, rest) = text.split_at(length);
        if !item.is_skipped {
            values.extend(item.value(found));
        }
        data = rest;
        if data.is_empty() {
            break;
        }
    }
    values
}

/// A part of a format.
struct Item {
    kind: Kind,
    /// Maximum number of characters.
    width: usize,
    /// Whether the value is omitted from the result.
    is_skipped: bool,
    /// Whether white space precedes it in the format.
    is_after_blank: bool,
}

/// What a part of a format matches.
enum Kind {
    /// This text.
    Literal(String),
    /// An integer in base 10.
    Decimal,
    /// An integer with a prefix for its base.
    Integer,
    /// An integer in base 8.
    Octal,
    /// An integer in base 16.
    Hexadecimal,
    Float,
    Word,
    Characters,
    /// Characters inside or outside a set.
    Set {
        members: Vec<(char, char)>,
        is_negated: bool,
    },
}

impl Item {
    /// Parses the next part of a format.
    fn read(format: &mut Chars<'_>) -> Self {
        let before = format.as_str();
        *format = before.trim_start().chars();
        let is_after_blank = format.as_str().len() < before.len();
        let text = format.as_str();
        let item = |kind, width, is_skipped| Self { kind, width, is_skipped, is_after_blank };
        let Some(specifier) = text.strip_prefix('%') else {
            let end = text.find(|letter: char| letter == '%' || letter.is_whitespace()).unwrap_or(text.len());
            *format = text[end..].chars();
            return item(Kind::Literal(text[..end].to_owned()), usize::MAX, true);
        };
        let (is_skipped, specifier) = specifier.strip_prefix('*').map_or((false, specifier), |rest| (true, rest));
        let end = specifier.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(specifier.len());
        let (digits, rest) = specifier.split_at(end);
        let width = digits.parse().unwrap_or(usize::MAX);
        let mut letters = rest.chars();
        let kind = match letters.next() {
            Some('d' | 'u') => Kind::Decimal,
            Some('i') => Kind::Integer,
            Some('o') => Kind::Octal,
            Some('x' | 'X') => Kind::Hexadecimal,
            Some('f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A') => Kind::Float,
            Some('s') => Kind::Word,
            Some('c') => Kind::Characters,
            Some('[') => match set(letters.as_str()) {
                Some((kind, rest)) => {
                    letters = rest.chars();
                    kind
                }
                None => Kind::Literal("%[".to_owned()),
            },
            Some('%') => Kind::Literal("%".to_owned()),
            other => Kind::Literal(format!("%{}", other.map(String::from).unwrap_or_default())),
        };
        *format = letters;
        let is_skipped = is_skipped || matches!(kind, Kind::Literal(_));
        let width = match kind {
            Kind::Characters if digits.is_empty() => 1,
            _ => width,
        };
        item(kind, width, is_skipped)
    }

    /// Returns the number of bytes that match this part; `None` if the text does not match.
    fn length(&self, text: &str) -> Option<usize> {
        let end = text.char_indices().nth(self.width).map_or(text.len(), |(end, _)| end);
        let text = &text[..end];
        let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
        let sign = text.len() - unsigned.len();
        let run = |text: &str, is_member: &dyn Fn(char) -> bool| {
            let length = text.find(|letter| !is_member(letter)).unwrap_or(text.len());
            (length > 0).then_some(length)
        };
        let digits = |text: &str, base: u32| run(text, &|letter| letter.is_digit(base));
        let prefixed = || {
            let hexadecimal = unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X"));
            hexadecimal.and_then(|text| digits(text, 16)).map(|length| sign + 2 + length)
        };
        match &self.kind {
            Kind::Literal(literal) => text.starts_with(literal.as_str()).then_some(literal.len()),
            Kind::Decimal => digits(unsigned, 10).map(|length| sign + length),
            Kind::Octal => digits(unsigned, 8).map(|length| sign + length),
            Kind::Hexadecimal => prefixed().or_else(|| digits(unsigned, 16).map(|length| sign + length)),
            Kind::Integer => prefixed().or_else(|| {
                let base = if unsigned.starts_with('0') { 8 } else { 10 };
                digits(unsigned, base).map(|length| sign + length)
            }),
            Kind::Float => float(unsigned).map(|length| sign + length),
            Kind::Word => run(text, &|letter| !letter.is_whitespace()),
            Kind::Characters => (!text.is_empty()).then_some(text.len()),
            Kind::Set { members, is_negated } => {
                run(text, &|letter| members.iter().any(|(from, to)| (*from..=*to).contains(&letter)) != *is_negated)
            }
        }
    }

    /// Returns the value of the matched text.
    fn value(&self, found: &str) -> Option<Scanned> {
        let plain = found.trim_start_matches(['+', '-']);
        let in_base = |base| {
            let digits = if base == 16 { plain.strip_prefix("0x").or_else(|| plain.strip_prefix("0X")) } else { None };
            Bignum::parse(found.starts_with('-'), digits.unwrap_or(plain), base)
        };
        let number = match &self.kind {
            Kind::Literal(_) => None,
            Kind::Word | Kind::Characters | Kind::Set { .. } => return Some(Scanned::String(found.to_owned())),
            Kind::Float => return Some(Scanned::Float(leading_float(found))),
            Kind::Decimal => in_base(10),
            Kind::Octal => in_base(8),
            Kind::Hexadecimal => in_base(16),
            Kind::Integer => integer(found, None),
        };
        number.map(Scanned::Integer)
    }
}

/// Returns the length of an unsigned float: digits, or digits around a point with an optional exponent.
fn float(text: &str) -> Option<usize> {
    let digits = |text: &str| text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let whole = digits(text);
    let Some(fraction) = text[whole..].strip_prefix('.') else {
        return (whole > 0).then_some(whole);
    };
    let end = whole + 1 + digits(fraction);
    let exponent = text[end..].strip_prefix(['e', 'E']).and_then(|exponent| {
        let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let length = digits(unsigned);
        (length > 0).then_some(1 + exponent.len() - unsigned.len() + length)
    });
    Some(end + exponent.unwrap_or(0))
}

/// Parses a set of characters up to its closing bracket.
fn set(text: &str) -> Option<(Kind, &str)> {
    let (is_negated, members) = text.strip_prefix('^').map_or((false, text), |rest| (true, rest));
    // A bracket at the beginning is a member.
    let first = members.chars().next()?.len_utf8();
    let end = first + members[first..].find(']')?;
    let (members, rest) = members.split_at(end);
    let mut ranges = Vec::new();
    let mut letters = members.chars().peekable();
    while let Some(from) = letters.next() {
        let mut ahead = letters.clone();
        match (ahead.next(), ahead.next()) {
            (Some('-'), Some(to)) => {
                ranges.push((from, to));
                letters = ahead;
            }
            _ => ranges.push((from, from)),
        }
    }
    Some((Kind::Set { members: ranges, is_negated }, &rest[1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scanned(data: &str, format: &str) -> String {
        let texts = scanf(data, format).into_iter().map(|value| match value {
            Scanned::Integer(number) => number.to_string(),
            Scanned::Float(number) => crate::number::float_text(number),
            Scanned::String(text) => format!("{text:?}"),
        });
        texts.collect::<Vec<_>>().join(" ")
    }

    // Not recorded: Ruby's standard library no longer contains scanf.
    #[test]
    fn values_are_parsed_until_the_format_does_not_match() {
        for (data, format, expected) in [
            ("42 abc", "%d %s", r#"42 "abc""#),
            ("abc", "%d", ""),
            ("12 0x1f 017", "%d %x %o", "12 31 15"),
            ("0x1f 017 -9", "%i%i%i", "31 15 -9"),
            ("12345", "%2d%3d", "12 345"),
            ("12345", "%*2d%d", "345"),
            ("abc123", "%[a-z]%d", r#""abc" 123"#),
            ("a]b", "%[]a]", r#""a]""#),
            ("abc123", "%[^0-9]%d", r#""abc" 123"#),
            ("x:b", "a:%s", ""),
            ("a:b", "a:%s", r#""b""#),
            ("3.14 1.5e3", "%f %f", "3.14 1500.0"),
            ("hello world", "%5c", r#""hello""#),
            ("50%", "%d%%", "50"),
            ("1,2", "%d,%d,%d", "1 2"),
            ("99999999999999999999", "%d", "99999999999999999999"),
        ] {
            assert_eq!(scanned(data, format), expected, "{data} {format}");
        }
    }
}
