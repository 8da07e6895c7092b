//! `scanf`: values read from text by a template.

use std::str::Chars;

use crate::eval_error::EvalError;
use crate::function::{Function, FunctionCall, Overload};
use crate::functions::ruby;
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "scanf",
    "Reads values from a string by a template and returns them in an array, as many as there are before something does not \
     fit: `%d`, `%i`, `%o`, `%x` integers, `%f` a float, `%s` a word, `%c` characters, `%[a-z]` characters of a set. A number \
     before the letter says how many characters to read at most; with `*` a value is read and left out. A block gets the \
     array and returns the result of the call.",
    &[Overload::new("String $data, String $format, Callable &$block?", |call: &mut FunctionCall<'_, '_>| {
        let values = Value::from(scan(call.text(0), call.text(1))?);
        if call.block.is_some() { call.invoke(&[values]) } else { Ok(values) }
    })],
);

fn scan(data: &str, format: &str) -> Result<Vec<Value>, EvalError> {
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
            values.extend(item.value(found)?);
        }
        data = rest;
        if data.is_empty() {
            break;
        }
    }
    Ok(values)
}

/// One part of a template.
struct Item {
    kind: Kind,
    /// How many characters it takes at most.
    width: usize,
    /// Whether its value is left out.
    is_skipped: bool,
    /// Whether white space was before it in the template.
    is_after_blank: bool,
}

/// What a part of a template stands for.
enum Kind {
    /// Text that must be there.
    Literal(String),
    /// An integer in base 10.
    Decimal,
    /// An integer whose prefix says its base.
    Integer,
    /// An integer in base 8.
    Octal,
    /// An integer in base 16.
    Hexadecimal,
    Float,
    Word,
    Characters,
    /// Characters in a set, or those not in it.
    Set {
        members: Vec<(char, char)>,
        is_negated: bool,
    },
}

impl Item {
    /// Reads the next part of a template.
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

    /// Returns how many bytes of a text belong to this part; `None` if it does not fit.
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
    fn value(&self, found: &str) -> Result<Option<Value>, EvalError> {
        let plain = found.trim_start_matches(['+', '-']);
        let in_base = |base| {
            let digits = if base == 16 { plain.strip_prefix("0x").or_else(|| plain.strip_prefix("0X")) } else { None };
            super::bignum::Bignum::parse(found.starts_with('-'), digits.unwrap_or(plain), base)
        };
        let number = match &self.kind {
            Kind::Literal(_) => return Ok(None),
            Kind::Word | Kind::Characters | Kind::Set { .. } => return Ok(Some(Value::from(found))),
            Kind::Float => return Ok(Some(Value::Float(ruby::leading_float(found)))),
            Kind::Decimal => in_base(10),
            Kind::Octal => in_base(8),
            Kind::Hexadecimal => in_base(16),
            Kind::Integer => ruby::integer(found, None),
        };
        number.map(|number| ruby::integer_value(&number)).transpose()
    }
}

/// Returns the length of an unsigned float: digits, or digits around a point and then perhaps an exponent.
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

/// Reads a set of characters up to its closing bracket.
fn set(text: &str) -> Option<(Kind, &str)> {
    let (is_negated, members) = text.strip_prefix('^').map_or((false, text), |rest| (true, rest));
    // A bracket that comes first is a member.
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
        scan(data, format).map(|values| Value::from(values).inspect()).unwrap_or_default()
    }

    // There is no recording of these: the Ruby that runs Puppet here has no library for it.
    #[test]
    fn values_are_read_until_one_does_not_fit() {
        assert_eq!(scanned("42 abc", "%d %s"), r#"[42, "abc"]"#);
        assert_eq!(scanned("abc", "%d"), "[]");
        assert_eq!(scanned("12 0x1f 017", "%d %x %o"), "[12, 31, 15]");
        assert_eq!(scanned("0x1f 017 -9", "%i%i%i"), "[31, 15, -9]");
        assert_eq!(scanned("12345", "%2d%3d"), "[12, 345]");
        assert_eq!(scanned("12345", "%*2d%d"), "[345]");
        assert_eq!(scanned("abc123", "%[a-z]%d"), r#"["abc", 123]"#);
        assert_eq!(scanned("a]b", "%[]a]"), r#"["a]"]"#);
        assert_eq!(scanned("abc123", "%[^0-9]%d"), r#"["abc", 123]"#);
        assert_eq!(scanned("x:b", "a:%s"), "[]");
        assert_eq!(scanned("a:b", "a:%s"), r#"["b"]"#);
        assert_eq!(scanned("3.14 1.5e3", "%f %f"), "[3.14, 1500.0]");
        assert_eq!(scanned("hello world", "%5c"), r#"["hello"]"#);
        assert_eq!(scanned("50%", "%d%%"), "[50]");
        assert_eq!(scanned("1,2", "%d,%d,%d"), "[1, 2]");
        assert_eq!(scanned("99999999999999999999", "%d"), "");
    }
}
