//! Assignments of variables: parsing, and changes of the value that keep quotes and spacing.

use crate::scan::{Unterminated, line_end, skip_blanks, word_end};
use crate::words::{Piece, joined, unquoted};
use crate::{ArrayType, Quoting};

/// An assignment in a line of its own, or followed by a semicolon.
#[derive(Debug, Clone)]
pub(crate) struct Assignment {
    pub(crate) name: String,
    indent: String,
    /// `export` and the space after it.
    export: String,
    value: RawValue,
    tail: String,
}

/// A value as written in the file.
#[derive(Debug, Clone)]
enum RawValue {
    One(Vec<Piece>),
    /// The elements of an array, and the text around them: one more than there are elements.
    Array(Vec<Vec<Piece>>, Vec<String>),
}

/// How to write values.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    pub(crate) quoted: Quoting,
    pub(crate) array: ArrayType,
}

impl Assignment {
    /// Creates an assignment of an empty text.
    pub(crate) fn new(name: &str) -> Self {
        let empty = String::new();
        let (name, indent, tail) = (name.to_owned(), empty.clone(), "\n".to_owned());
        Self { name, indent, export: empty, value: RawValue::One(Vec::new()), tail }
    }

    /// Parses the assignment at an offset, and returns the offset after it. Returns `None` for anything else, and for an
    /// assignment that is only a part of a command.
    pub(crate) fn parse(text: &str, start: usize) -> Result<Option<(Self, usize)>, Unterminated> {
        let begin = skip_blanks(text, start);
        let exported = text[begin..].strip_prefix("export").map(|_| skip_blanks(text, begin + 6));
        let exported = exported.filter(|name| *name > begin + 6);
        let from = exported.unwrap_or(begin);
        let length = name_length(&text[from..]);
        let equals = from + length;
        if length == 0 || !text[equals..].starts_with('=') {
            return Ok(None);
        }
        let Some((value, end)) = RawValue::parse(text, equals + 1)? else { return Ok(None) };
        let Some(after) = tail_end(text, end) else { return Ok(None) };
        let assignment = Self {
            name: text[from..equals].to_owned(),
            indent: text[start..begin].to_owned(),
            export: text[begin..from].to_owned(),
            value,
            tail: text[end..after].to_owned(),
        };
        Ok(Some((assignment, after)))
    }

    pub(crate) fn is_exported(&self) -> bool {
        !self.export.is_empty()
    }

    pub(crate) fn export(&mut self, is_exported: bool) {
        if is_exported != self.is_exported() {
            self.export = if is_exported { "export ".to_owned() } else { String::new() };
        }
    }

    /// Ends the line, if it is the last one of a file without a line feed at its end.
    pub(crate) fn end_line(&mut self) {
        if !self.tail.ends_with(['\n', ';']) {
            self.tail.push('\n');
        }
    }

    /// Returns the text of the assignment.
    pub(crate) fn pieces(&self) -> Vec<Piece> {
        let mut pieces = vec![Piece::from(format!("{}{}{}=", self.indent, self.export, self.name))];
        match &self.value {
            RawValue::One(value) => pieces.extend(value.iter().cloned()),
            RawValue::Array(elements, around) => {
                for (index, text) in around.iter().enumerate() {
                    pieces.push(text.as_str().into());
                    pieces.extend(elements.get(index).into_iter().flatten().cloned());
                }
            }
        }
        pieces.push(self.tail.as_str().into());
        pieces
    }

    /// Returns the value, or the elements of an array: these with their quotes, as Puppet shows them.
    pub(crate) fn values(&self) -> Vec<String> {
        match &self.value {
            RawValue::One(value) => vec![unquoted(&joined(value)).to_owned()],
            RawValue::Array(elements, _) => elements.iter().map(joined).collect(),
        }
    }

    /// Returns the words of the value, or the elements of an array without quotes.
    pub(crate) fn words(&self) -> Vec<String> {
        match &self.value {
            RawValue::One(value) => {
                // A line continuation separates words.
                let text = unquoted(&joined(value)).replace("\\\n", " ");
                text.split_whitespace().map(str::to_owned).collect()
            }
            RawValue::Array(elements, _) => {
                elements.iter().map(|element| unquoted(&joined(element)).to_owned()).collect()
            }
        }
    }

    /// Returns whether the value is an array.
    pub(crate) fn is_array(&self) -> bool {
        matches!(self.value, RawValue::Array(..))
    }

    /// Sets the value.
    pub(crate) fn set(&mut self, values: &[Piece], style: Style) {
        let is_array = style.array == ArrayType::Array || (style.array == ArrayType::Auto && self.is_array());
        self.value = if is_array {
            self.value.with_elements(values, style.quoted)
        } else {
            RawValue::One(self.value.with_words(values, style.quoted))
        };
    }
}

impl RawValue {
    fn parse(text: &str, start: usize) -> Result<Option<(Self, usize)>, Unterminated> {
        if !text[start..].starts_with('(') {
            let end = word_end(text, start)?;
            return Ok(Some((Self::One(vec![text[start..end].into()]), end)));
        }
        let (mut elements, mut around, mut last) = (Vec::new(), Vec::new(), start);
        let mut at = start + 1;
        loop {
            at = text.len() - text[at..].trim_start_matches([' ', '\t', '\n']).len();
            if text[at..].starts_with(')') {
                around.push(text[last..=at].to_owned());
                return Ok(Some((Self::Array(elements, around), at + 1)));
            }
            let end = word_end(text, at)?;
            if at == text.len() {
                return Err(Unterminated(start));
            }
            // An array with comments or other syntax is not managed.
            if end == at || text[at..].starts_with('#') {
                return Ok(None);
            }
            around.push(text[last..at].to_owned());
            elements.push(vec![text[at..end].into()]);
            (at, last) = (end, end);
        }
    }

    /// Returns an array with these elements. An element in the file keeps its quotes.
    fn with_elements(&self, values: &[Piece], quoted: Quoting) -> Self {
        let (old, around) = match self {
            Self::One(_) => (&[][..], &[][..]),
            Self::Array(old, around) => (old.as_slice(), around.as_slice()),
        };
        let element = |value: &Piece| {
            let mut kept = old.iter().filter(|_| quoted == Quoting::Auto);
            let kept = kept.find(|old| unquoted(&joined(*old)) == value.text);
            kept.cloned().unwrap_or_else(|| in_quotes(vec![value.clone()], quotes(&value.text, "", quoted)))
        };
        let elements: Vec<_> = values.iter().map(element).collect();
        let (open, close) = match around {
            [open, .., close] => (open.as_str(), close.as_str()),
            _ => ("(", ")"),
        };
        let between = |index: usize| around.get(index).filter(|_| index + 1 < around.len()).map_or(" ", String::as_str);
        let inner = (1..elements.len()).map(|index| between(index).to_owned());
        let around = if elements.is_empty() {
            vec!["()".to_owned()]
        } else {
            std::iter::once(open.to_owned()).chain(inner).chain([close.to_owned()]).collect()
        };
        Self::Array(elements, around)
    }

    /// Returns one text with these words. The space between words in the file is kept if the quotes are the same.
    fn with_words(&self, values: &[Piece], quoted: Quoting) -> Vec<Piece> {
        let old = match self {
            Self::One(old) => joined(old),
            Self::Array(..) => String::new(),
        };
        let all = values.iter().map(|value| value.text.as_str()).collect::<Vec<_>>().join(" ");
        let quote = quotes(&all, &old, quoted);
        let is_quote_kept = !quote.is_empty() && old.starts_with(quote) && unquoted(&old).len() + 2 == old.len();
        let around = if values.len() > 1 && is_quote_kept { spaces(unquoted(&old)) } else { Vec::new() };
        let space = |index: usize, default: &'static str| around.get(index).cloned().unwrap_or_else(|| default.into());
        let last = around.last().filter(|_| around.len() > 1).cloned().unwrap_or_default();
        let mut pieces = vec![Piece::from(space(0, ""))];
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                let kept = if index + 1 < around.len() { space(index, " ") } else { " ".to_owned() };
                pieces.push(kept.into());
            }
            pieces.push(value.clone());
        }
        pieces.push(last.into());
        in_quotes(pieces, quote)
    }
}

/// Returns the quotes for a value: the quotes in the file, or double quotes if the value needs them.
fn quotes(value: &str, old: &str, quoted: Quoting) -> &'static str {
    let is_quoted = unquoted(old).len() < old.len();
    match quoted {
        Quoting::Double => "\"",
        Quoting::Single => "'",
        Quoting::None => "",
        Quoting::Auto if is_quoted && old.starts_with('"') => "\"",
        Quoting::Auto if is_quoted => "'",
        Quoting::Auto if value.contains(|letter: char| "|&;()<>".contains(letter) || letter.is_ascii_whitespace()) => {
            "\""
        }
        Quoting::Auto => "",
    }
}

fn in_quotes(mut pieces: Vec<Piece>, quote: &str) -> Vec<Piece> {
    if !quote.is_empty() {
        pieces.insert(0, quote.into());
        pieces.push(quote.into());
    }
    pieces
}

/// Returns the space around the words of a text: one more than there are words. A line continuation counts as space.
fn spaces(text: &str) -> Vec<String> {
    let mut spaces = vec![String::new()];
    let mut is_in_word = false;
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let length = if text[at..].starts_with("\\\n") { 2 } else { letter.len_utf8() };
        let is_space = (length == 2 && letter == '\\') || letter.is_ascii_whitespace();
        if is_space {
            if is_in_word {
                spaces.push(String::new());
            }
            if let Some(space) = spaces.last_mut() {
                space.push_str(&text[at..at + length]);
            }
        }
        is_in_word = !is_space;
        at += length;
    }
    if is_in_word {
        spaces.push(String::new());
    }
    spaces
}

/// Returns the length of the name at the beginning of a text.
pub(crate) fn name_length(text: &str) -> usize {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    let length = text.find(|letter: char| !is_part(letter)).unwrap_or(text.len());
    if text.starts_with('-') { 0 } else { length }
}

/// Returns the offset after the semicolon or line that ends a statement; `None` if the statement continues.
pub(crate) fn tail_end(text: &str, start: usize) -> Option<usize> {
    let end = skip_blanks(text, start);
    match text.as_bytes().get(end) {
        None => Some(end),
        Some(b'\n') => Some(end + 1),
        Some(b';') if !text[end..].starts_with(";;") => Some(end + 1),
        Some(b'#') if end > start => Some(line_end(text, end)),
        Some(_) => None,
    }
}
