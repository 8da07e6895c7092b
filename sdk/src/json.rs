//! JSON: parsing into values, and formatting like Ruby, so that files are identical to those written by Puppet.
//! Keys keep their order and numbers all their digits. Values without a JSON form, such as secrets, are rejected.

use std::fmt::{self, Write as _};

use crate::{Error, Result, Value};

/// Name of the type of integers that do not fit into 64 bits, in [`Value::Other`].
const LONG: &str = "Integer";

/// Maximum nesting depth, as in Ruby.
const MAX_DEPTH: usize = 100;

/// Parses a JSON text.
///
/// # Errors
/// Returns an error with the line if the text is not valid JSON.
pub fn parse(text: &str) -> Result<Value> {
    let mut reader = Reader { text, at: 0 };
    let invalid = |error: SyntaxError| Error::invalid(error.to_string());
    let value = reader.value(0).map_err(invalid)?;
    reader.space();
    if reader.at == text.len() { Ok(value) } else { Err(invalid(reader.unexpected())) }
}

/// A syntax error and its position.
enum SyntaxError {
    Unexpected { character: char, line: usize },
    End { line: usize },
    TooDeep(usize),
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected { character, line } => {
                write!(formatter, "unexpected '{}' in line {line}", character.escape_default())
            }
            Self::End { line } => write!(formatter, "unexpected end in line {line}"),
            Self::TooDeep(depth) => write!(formatter, "nesting of {depth} is too deep"),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn unexpected(&self) -> SyntaxError {
        let line = self.text[..self.at].matches('\n').count() + 1;
        match self.rest().chars().next() {
            Some(character) => SyntaxError::Unexpected { character, line },
            None => SyntaxError::End { line },
        }
    }

    fn space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start_matches([' ', '\t', '\r', '\n']).len();
    }

    fn take(&mut self, word: &str) -> bool {
        let is_there = self.rest().starts_with(word);
        self.at += if is_there { word.len() } else { 0 };
        is_there
    }

    fn expect(&mut self, word: &str) -> Result<(), SyntaxError> {
        self.space();
        if self.take(word) { Ok(()) } else { Err(self.unexpected()) }
    }

    fn value(&mut self, depth: usize) -> Result<Value, SyntaxError> {
        if depth > MAX_DEPTH {
            return Err(SyntaxError::TooDeep(depth));
        }
        self.space();
        match self.rest().bytes().next() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => self.string().map(Value::Text),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ if self.take("null") => Ok(Value::Undef),
            _ if self.take("true") => Ok(Value::Boolean(true)),
            _ if self.take("false") => Ok(Value::Boolean(false)),
            _ => Err(self.unexpected()),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, SyntaxError> {
        let mut entries: Vec<(Value, Value)> = Vec::new();
        self.expect("{")?;
        self.space();
        if self.take("}") {
            return Ok(Value::Hash(entries));
        }
        loop {
            self.space();
            let key = self.string().map(Value::Text)?;
            self.expect(":")?;
            let value = self.value(depth + 1)?;
            match entries.iter_mut().find(|(known, _)| *known == key) {
                Some((_, known)) => *known = value,
                None => entries.push((key, value)),
            }
            self.space();
            if !self.take(",") {
                self.expect("}")?;
                return Ok(Value::Hash(entries));
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Value, SyntaxError> {
        let mut elements = Vec::new();
        self.expect("[")?;
        self.space();
        if self.take("]") {
            return Ok(Value::Array(elements));
        }
        loop {
            elements.push(self.value(depth + 1)?);
            self.space();
            if !self.take(",") {
                self.expect("]")?;
                return Ok(Value::Array(elements));
            }
        }
    }

    fn string(&mut self) -> Result<String, SyntaxError> {
        self.expect("\"")?;
        let mut string = String::new();
        loop {
            let Some(character) = self.rest().chars().next().filter(|character| !character.is_control()) else {
                return Err(self.unexpected());
            };
            self.at += character.len_utf8();
            match character {
                '"' => return Ok(string),
                '\\' => string.push(self.escape()?),
                character => string.push(character),
            }
        }
    }

    fn escape(&mut self) -> Result<char, SyntaxError> {
        let Some(character) = self.rest().chars().next() else { return Err(self.unexpected()) };
        self.at += character.len_utf8();
        Ok(match character {
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let first = self.unit()?;
                let second = if (0xd800..0xdc00).contains(&first) && self.take("\\u") { self.unit()? } else { 0 };
                let units = [first, second];
                let units = if second == 0 { &units[..1] } else { &units[..] };
                char::decode_utf16(units.iter().copied())
                    .next()
                    .and_then(Result::ok)
                    .unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            other => other,
        })
    }

    fn unit(&mut self) -> Result<u16, SyntaxError> {
        let digits = self.rest().get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let unit = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()).ok_or_else(|| self.unexpected())?;
        self.at += 4;
        Ok(unit)
    }

    fn number(&mut self) -> Result<Value, SyntaxError> {
        let length = self.rest().bytes().take_while(|byte| byte.is_ascii_digit() || b"+-.eE".contains(byte)).count();
        let written = &self.rest()[..length];
        let digits = written.strip_prefix('-').unwrap_or(written);
        let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit());
        let is_padded = digits.len() > 1 && digits.starts_with('0') && digits.as_bytes()[1].is_ascii_digit();
        let number = match (is_padded || digits.starts_with('.') || digits.is_empty(), is_whole) {
            (true, _) => None,
            (false, true) => {
                let long = || Value::Other(LONG.to_owned(), written.to_owned());
                Some(written.parse().map_or_else(|_| long(), Value::Integer))
            }
            (false, false) if digits.contains(".e") || digits.contains(".E") || digits.ends_with('.') => None,
            (false, false) => written.parse().ok().filter(|number: &f64| number.is_finite()).map(Value::Float),
        };
        let number = number.ok_or_else(|| self.unexpected())?;
        self.at += length;
        Ok(number)
    }
}

/// Formats a value on one line.
///
/// # Errors
/// Returns an error if the value has no JSON form.
pub fn compact(value: &Value) -> Result<String> {
    let mut text = String::new();
    write(&mut text, value, None)?;
    Ok(text)
}

/// Formats a value with one line for each element.
///
/// # Errors
/// Returns an error if the value has no JSON form.
pub fn pretty(value: &Value) -> Result<String> {
    let mut text = String::new();
    write(&mut text, value, Some(0))?;
    Ok(text)
}

fn write(text: &mut String, value: &Value, depth: Option<usize>) -> Result<()> {
    match value {
        Value::Undef => text.push_str("null"),
        Value::Boolean(boolean) => text.push_str(if *boolean { "true" } else { "false" }),
        Value::Integer(number) => text.push_str(&number.to_string()),
        Value::Float(number) if number.is_finite() => text.push_str(&float(*number)),
        Value::Text(string) => quote(text, string),
        Value::Other(kind, digits) if kind == LONG => text.push_str(digits),
        Value::Array(elements) => enclose(text, ['[', ']'], elements, depth, &mut write)?,
        Value::Hash(entries) => enclose(text, ['{', '}'], entries, depth, &mut |text, (key, value), depth| {
            match key {
                Value::Text(key) => quote(text, key),
                Value::Integer(key) => quote(text, &key.to_string()),
                other => return Err(unknown(other)),
            }
            text.push_str(if depth.is_some() { ": " } else { ":" });
            write(text, value, depth)
        })?,
        other => return Err(unknown(other)),
    }
    Ok(())
}

fn unknown(value: &Value) -> Error {
    Error::invalid(format!("JSON cannot represent a value of the type {}", value.type_name()))
}

/// Function that writes an element, indented to a depth if there is one.
type Writer<'a, T> = dyn FnMut(&mut String, &T, Option<usize>) -> Result<()> + 'a;

fn enclose<T>(
    text: &mut String,
    ends: [char; 2],
    elements: &[T],
    depth: Option<usize>,
    write: &mut Writer<'_, T>,
) -> Result<()> {
    let line = |text: &mut String, depth: Option<usize>| {
        if let Some(depth) = depth {
            text.push('\n');
            text.push_str(&"  ".repeat(depth));
        }
    };
    let inner = depth.map(|depth| depth + 1);
    text.push(ends[0]);
    for (at, element) in elements.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        line(text, inner);
        write(text, element, inner)?;
    }
    // Ruby puts a closing bracket on a line of its own even without elements; an empty array gets one more
    // newline.
    if elements.is_empty() && depth.is_some() && ends[0] == '[' {
        text.push('\n');
    }
    line(text, depth);
    text.push(ends[1]);
    Ok(())
}

fn quote(text: &mut String, string: &str) {
    text.push('"');
    for character in string.chars() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            character if character < ' ' => {
                let _ = write!(text, "\\u{:04x}", u32::from(character));
            }
            character => text.push(character),
        }
    }
    text.push('"');
}

/// Formats a number like Ruby, with an exponent for very small and very large numbers.
fn float(number: f64) -> String {
    let shortest = format!("{number:e}");
    let (digits, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if number == 0.0 || (-4..16).contains(&exponent) {
        return format!("{number:?}");
    }
    let point = if digits.contains('.') { "" } else { ".0" };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}{point}e{sign}{:02}", exponent.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parsed_values_are_formatted_like_ruby() {
        let text = r#" {"b": [1, -0, 123456789012345678901234567890, 1.0, 1e20, 1.5E-7, 0.0001], "a": {}, "c": [], "b2": "\u00e9\n\u0001\ud83d\ude00\/\"" } "#;
        let written = r#"{"b":[1,0,123456789012345678901234567890,1.0,1.0e+20,1.5e-07,0.0001],"a":{},"c":[],"b2":"é\n\u0001😀/\""}"#;
        assert_eq!(compact(&parse(text).unwrap()).unwrap(), written);
    }

    #[test]
    fn pretty_format_has_one_line_per_element() {
        let value = parse(r#"{"a":[1,{"b":null}],"c":{},"d":[]}"#).unwrap();
        let written =
            "{\n  \"a\": [\n    1,\n    {\n      \"b\": null\n    }\n  ],\n  \"c\": {\n  },\n  \"d\": [\n\n  ]\n}";
        assert_eq!(pretty(&value).unwrap(), written);
    }

    #[test]
    fn invalid_json_is_rejected_with_its_line() {
        let refused = |text: &str| parse(text).unwrap_err().message;
        assert_eq!(refused("{\n\"a\": x}"), "unexpected 'x' in line 2");
        assert_eq!(refused("[1"), "unexpected end in line 1");
        for text in ["", "01", "1.", ".5", "-", "[1,]", "{\"a\":1,}", "\"\n\"", "\"\\u12\"", "1 2", "nul", "NaN"] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(refused(&"[".repeat(200)).contains("too deep"));
    }

    #[test]
    fn value_without_json_form_is_rejected() {
        let refused = |value: Value| compact(&value).unwrap_err().message;
        assert_eq!(
            refused(Value::Secret(crate::Secret::from_token(1))),
            "JSON cannot represent a value of the type Sensitive"
        );
        assert_eq!(refused(vec![Value::Float(f64::NAN)].into()), "JSON cannot represent a value of the type Float");
        assert_eq!(
            refused(Value::Hash(vec![(Value::Undef, Value::Undef)])),
            "JSON cannot represent a value of the type Undef"
        );
        let numbered = Value::Hash(vec![(Value::Integer(1), "x".into())]);
        assert_eq!(compact(&numbered).unwrap(), "{\"1\":\"x\"}");
    }
}
