//! Parsing and generation of JSON, like Ruby's library.

use std::fmt::Write as _;

use thiserror::Error;

use crate::Data;
use crate::number::float_text;

/// Maximum nesting depth of JSON, as in Ruby.
const MAXIMUM_DEPTH: usize = 100;

/// Remaining stack size below which a new segment is allocated, and the size of a segment.
const RED_ZONE: usize = 256 * 1024;
const SEGMENT: usize = 2 * 1024 * 1024;

/// Layout of JSON. The fields are named like Ruby's options.
#[derive(Clone, Debug)]
pub struct JsonLayout {
    /// The indentation of one level.
    pub indent: String,
    /// The text after a colon.
    pub space: String,
    /// The text before a colon.
    pub space_before: String,
    /// The separator of the entries of an object.
    pub object_nl: String,
    /// The separator of the elements of an array.
    pub array_nl: String,
    /// Whether `NaN` and infinite numbers are allowed.
    pub allows_nan: bool,
    /// Maximum nesting depth of arrays and objects.
    pub max_nesting: usize,
    /// Maximum number of bytes: the rest is dropped, and the caller rejects the result.
    pub limit: usize,
}

impl JsonLayout {
    /// Returns the layout without white space.
    #[must_use]
    pub fn compact() -> Self {
        let none = String::new;
        Self {
            indent: none(),
            space: none(),
            space_before: none(),
            object_nl: none(),
            array_nl: none(),
            allows_nan: false,
            max_nesting: MAXIMUM_DEPTH,
            limit: usize::MAX,
        }
    }

    /// Returns the multi-line layout of `JSON.pretty_generate`.
    #[must_use]
    pub fn pretty() -> Self {
        let line = || "\n".to_owned();
        Self { indent: "  ".to_owned(), space: " ".to_owned(), object_nl: line(), array_nl: line(), ..Self::compact() }
    }
}

/// Error of parsing or generating JSON. Displays as Ruby's message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JsonError {
    /// The text ends too early.
    #[error("unexpected end of input")]
    End,
    /// The rest of the text begins with an unexpected token.
    #[error("unexpected token at '{0}'")]
    Token(String),
    /// An escape sequence is an unpaired surrogate, for which Ruby would create an invalid string.
    #[error("unpaired surrogate at '\\u{0:04x}'")]
    Surrogate(u32),
    /// Arrays and objects are nested more deeply than this.
    #[error("nesting of {0} is too deep")]
    TooDeep(usize),
    /// A number is infinite or NaN. Contains the number as Ruby prints it.
    #[error("{0} not allowed in JSON")]
    NotFinite(String),
}

/// Formats data as JSON without white space.
///
/// # Errors
/// Returns an error if the data is nested too deeply or contains an infinite number or NaN.
pub fn compact(data: &Data) -> Result<String, JsonError> {
    write(data, &JsonLayout::compact())
}

/// Formats data as multi-line JSON, like `JSON.pretty_generate`.
///
/// # Errors
/// Returns the same errors as [`compact`].
pub fn pretty(data: &Data) -> Result<String, JsonError> {
    write(data, &JsonLayout::pretty())
}

/// Formats data as JSON with a layout.
///
/// # Errors
/// Returns the same errors as [`compact`], subject to the layout's options.
pub fn write(data: &Data, layout: &JsonLayout) -> Result<String, JsonError> {
    let mut text = String::new();
    append(data, layout, 0, &mut text)?;
    Ok(text)
}

fn append(data: &Data, layout: &JsonLayout, depth: usize, text: &mut String) -> Result<(), JsonError> {
    if text.len() > layout.limit {
        return Ok(());
    }
    match data {
        Data::Nil => text.push_str("null"),
        Data::Boolean(value) => text.push_str(if *value { "true" } else { "false" }),
        Data::Integer(number) => text.push_str(&number.to_string()),
        Data::Float(number) if !number.is_finite() && !layout.allows_nan => {
            return Err(JsonError::NotFinite(float_text(*number)));
        }
        Data::Float(number) => text.push_str(&float_text(*number)),
        Data::Array(_) | Data::Hash(_) if depth >= layout.max_nesting => {
            return Err(JsonError::TooDeep(depth));
        }
        Data::Array(_) | Data::Hash(_) => {
            stacker::maybe_grow(RED_ZONE, SEGMENT, || append_collection(data, layout, depth, text))?;
        }
        Data::Shared(_, inner) => append(inner, layout, depth, text)?,
        other => write_string(&plain(other), text),
    }
    Ok(())
}

fn append_collection(data: &Data, layout: &JsonLayout, depth: usize, text: &mut String) -> Result<(), JsonError> {
    match data {
        Data::Array(list) => {
            text.push('[');
            for (index, element) in list.iter().enumerate() {
                separate(index, layout, &layout.array_nl, depth + 1, text);
                append(element, layout, depth + 1, text)?;
            }
            if list.is_empty() {
                text.push_str(&layout.array_nl);
            }
            break_line(layout, &layout.array_nl, depth, text);
            text.push(']');
        }
        Data::Hash(entries) => {
            text.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                separate(index, layout, &layout.object_nl, depth + 1, text);
                write_string(&plain(key), text);
                text.extend([&*layout.space_before, ":", &*layout.space]);
                append(value, layout, depth + 1, text)?;
            }
            break_line(layout, &layout.object_nl, depth, text);
            text.push('}');
        }
        other => append(other, layout, depth, text)?,
    }
    Ok(())
}

fn separate(index: usize, layout: &JsonLayout, line: &str, depth: usize, text: &mut String) {
    if index > 0 {
        text.push(',');
    }
    start_line(layout, line, depth, text);
}

/// Starts the line of a closing bracket in multi-line layouts.
fn break_line(layout: &JsonLayout, line: &str, depth: usize, text: &mut String) {
    if !line.is_empty() {
        start_line(layout, line, depth, text);
    }
}

fn start_line(layout: &JsonLayout, line: &str, depth: usize, text: &mut String) {
    text.push_str(line);
    for _ in 0..depth {
        if text.len() > layout.limit {
            return;
        }
        text.push_str(&layout.indent);
    }
}

/// Formats a value that is written as a JSON string, like `to_s`.
fn plain(data: &Data) -> String {
    match data {
        Data::Nil => String::new(),
        Data::Boolean(value) => value.to_string(),
        Data::Integer(number) => number.to_string(),
        Data::Float(number) => float_text(*number),
        Data::Symbol(text) | Data::String(text) => text.clone(),
        Data::Regexp(source) => format!("(?-mix:{source})"),
        Data::Sensitive(_) => "Sensitive [value redacted]".to_owned(),
        Data::Foreign(foreign) => foreign.text.clone(),
        Data::Shared(_, inner) => plain(inner),
        Data::Array(_) | Data::Hash(_) => compact(data).unwrap_or_default(),
    }
}

fn write_string(string: &str, text: &mut String) {
    text.push('"');
    for letter in string.chars() {
        match letter {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            '\r' => text.push_str("\\r"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            control if u32::from(control) < 0x20 => {
                // Writing to a string does not fail.
                let _ = write!(text, "\\u{:04x}", u32::from(control));
            }
            other => text.push(other),
        }
    }
    text.push('"');
}

/// Parses JSON.
///
/// # Errors
/// Returns an error if the text is not valid JSON.
pub fn parse(text: &str) -> Result<Data, JsonError> {
    let mut reader = Reader { text, at: 0 };
    let data = reader.value(0)?;
    reader.skip_space();
    if reader.at < text.len() { Err(reader.unexpected()) } else { Ok(data) }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// Skips white space and comments, which Ruby accepts in JSON.
    fn skip_space(&mut self) {
        loop {
            self.at += self.rest().len() - self.rest().trim_start_matches([' ', '\t', '\r', '\n']).len();
            let rest = self.rest();
            let length = if rest.starts_with("//") {
                rest.find('\n')
            } else {
                rest.strip_prefix("/*").and_then(|rest| rest.find("*/")).map(|at| at + 4)
            };
            match length {
                Some(length) => self.at += length,
                None => return,
            }
        }
    }

    fn take(&mut self, token: &str) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn unexpected(&self) -> JsonError {
        match self.rest() {
            "" => JsonError::End,
            rest => JsonError::Token(rest.to_owned()),
        }
    }

    fn value(&mut self, depth: usize) -> Result<Data, JsonError> {
        if depth > MAXIMUM_DEPTH {
            return Err(JsonError::TooDeep(depth));
        }
        self.skip_space();
        if self.take("{") {
            let mut entries: Vec<(Data, Data)> = Vec::new();
            while !self.take("}") {
                if !entries.is_empty() && !self.take(",") {
                    return Err(self.unexpected());
                }
                self.skip_space();
                let key = self.string()?;
                if !self.take(":") {
                    return Err(self.unexpected());
                }
                entries.push((Data::String(key), self.value(depth + 1)?));
            }
            return Ok(Data::Hash(entries));
        }
        if self.take("[") {
            let mut list = Vec::new();
            while !self.take("]") {
                if !list.is_empty() && !self.take(",") {
                    return Err(self.unexpected());
                }
                list.push(self.value(depth + 1)?);
            }
            return Ok(Data::Array(list));
        }
        for (word, value) in [("null", Data::Nil), ("true", Data::Boolean(true)), ("false", Data::Boolean(false))] {
            if self.take(word) {
                return Ok(value);
            }
        }
        if self.rest().starts_with('"') { self.string().map(Data::String) } else { self.number() }
    }

    fn number(&mut self) -> Result<Data, JsonError> {
        let rest = self.rest();
        let is_part = |letter: char| letter.is_ascii_digit() || matches!(letter, '-' | '+' | '.' | 'e' | 'E');
        let length = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        let word = &rest[..length];
        let number = match word.contains(['.', 'e', 'E']) {
            true => word.parse().ok().map(Data::Float),
            false => word.parse().ok().map(Data::Integer),
        };
        match number.filter(|_| is_number(word)) {
            Some(number) => {
                self.at += length;
                Ok(number)
            }
            None => Err(self.unexpected()),
        }
    }

    fn string(&mut self) -> Result<String, JsonError> {
        let start = self.at;
        if !self.rest().starts_with('"') {
            return Err(self.unexpected());
        }
        self.at += 1;
        let mut string = String::new();
        loop {
            let Some(letter) = self.rest().chars().next() else {
                self.at = start;
                return Err(self.unexpected());
            };
            self.at += letter.len_utf8();
            match letter {
                '"' => return Ok(string),
                '\\' => {
                    let Some(escape) = self.rest().chars().next() else { return Err(self.unexpected()) };
                    self.at += escape.len_utf8();
                    string.push(match escape {
                        'n' => '\n',
                        't' => '\t',
                        'r' => '\r',
                        'b' => '\u{8}',
                        'f' => '\u{c}',
                        'u' => self.code_point()?,
                        other => other,
                    });
                }
                control if u32::from(control) < 0x20 => {
                    self.at = start;
                    return Err(self.unexpected());
                }
                other => string.push(other),
            }
        }
    }

    fn code_point(&mut self) -> Result<char, JsonError> {
        let first = self.unit()?;
        let mut code = first;
        if (0xd800..0xdc00).contains(&first) && self.rest().starts_with("\\u") {
            self.at += 2;
            // Ruby uses only the lower bits of the second surrogate.
            code = 0x10000 + ((first - 0xd800) << 10) + (self.unit()? & 0x3ff);
        }
        char::from_u32(code).ok_or(JsonError::Surrogate(first))
    }

    fn unit(&mut self) -> Result<u32, JsonError> {
        let digits = self.rest().get(..4).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        match code {
            Some(code) => {
                self.at += 4;
                Ok(code)
            }
            None => Err(self.unexpected()),
        }
    }
}

/// Returns whether a word is a JSON number.
fn is_number(word: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let body = word.strip_prefix('-').unwrap_or(word);
    let (mantissa, exponent) = body.split_once(['e', 'E']).map_or((body, None), |(body, digits)| (body, Some(digits)));
    let (whole, fraction) = mantissa.split_once('.').map_or((mantissa, None), |(whole, part)| (whole, Some(part)));
    is_digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(is_digits)
        && exponent.is_none_or(|digits| is_digits(digits.strip_prefix(['-', '+']).unwrap_or(digits)))
}
