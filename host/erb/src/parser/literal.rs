//! Literals other than strings: numbers, symbols, arrays, hashes.

use super::{Parser, boxed, is_name_start, text};
use crate::error::TemplateError;
use crate::syntax_tree::{Expr, ExprKind, HashItem, TextPart};

impl Parser<'_> {
    /// Parses a number without a sign.
    pub(super) fn number(&mut self) -> Result<ExprKind, TemplateError> {
        let rest = self.rest();
        let radix = match rest.as_bytes() {
            [b'0', b'x' | b'X', ..] => Some((16, 2)),
            [b'0', b'b' | b'B', ..] => Some((2, 2)),
            [b'0', b'o' | b'O', ..] => Some((8, 2)),
            [b'0', b'0'..=b'9' | b'_', ..] => Some((8, 1)),
            _ => None,
        };
        if let Some((radix, prefix)) = radix {
            let body = &rest[prefix..];
            let length =
                body.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(body.len());
            let number = i64::from_str_radix(&body[..length].replace('_', ""), radix);
            let Ok(number) = number else {
                return Err(self.fault(format!("'{}' is not a number", &rest[..prefix + length])));
            };
            self.at += prefix + length;
            return Ok(ExprKind::Integer(number));
        }
        let is_digit = |letter: u8| letter.is_ascii_digit() || letter == b'_';
        let bytes = rest.as_bytes();
        let run = |from: usize| bytes[from..].iter().take_while(|letter| is_digit(**letter)).count();
        let mut length = run(0);
        let mut is_float = false;
        if bytes.get(length) == Some(&b'.') && bytes.get(length + 1).is_some_and(u8::is_ascii_digit) {
            is_float = true;
            length += 1 + run(length + 1);
        }
        if matches!(bytes.get(length), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(length + 1), Some(b'+' | b'-')));
            if bytes.get(length + 1 + sign).is_some_and(u8::is_ascii_digit) {
                is_float = true;
                length += 1 + sign + run(length + 1 + sign);
            }
        }
        let digits = rest[..length].replace('_', "");
        let kind = if is_float {
            digits.parse().ok().map(ExprKind::Float)
        } else {
            digits.parse().ok().map(ExprKind::Integer)
        };
        let Some(kind) = kind else {
            return Err(self.fault(format!("the number {digits} is too large: integers have 64 bits in templates")));
        };
        self.at += length;
        Ok(kind)
    }

    /// Parses `:a`, `:"a b"` or `:[]`, including the colon.
    pub(super) fn symbol(&mut self) -> Result<ExprKind, TemplateError> {
        self.at += 1;
        match self.peek() {
            Some(quote @ ('"' | '\'')) => {
                self.at += 1;
                let parts = self.parts(None, quote, quote == '"')?;
                Ok(match plain(&parts) {
                    Some(name) => ExprKind::Symbol(name),
                    None => ExprKind::InterpolatedSymbol(parts),
                })
            }
            Some('@') => {
                self.at += 1;
                let name = format!("@{}", self.word().unwrap_or_default());
                Ok(ExprKind::Symbol(text(&name)))
            }
            Some(letter) if is_name_start(letter) => {
                let mut name = self.word().unwrap_or_default().to_owned();
                if let Some(mark @ ('?' | '!' | '=')) = self.peek()
                    && !matches!(self.peek_second(), Some('=' | '~' | '>'))
                {
                    self.at += 1;
                    name.push(mark);
                }
                Ok(ExprKind::Symbol(text(&name)))
            }
            _ => Ok(ExprKind::Symbol(text(&self.method_name()?))),
        }
    }

    /// Parses the elements of a list up to the closing bracket, after the opening one.
    pub(super) fn list_until(&mut self, end: char) -> Result<Vec<Expr>, TemplateError> {
        let mut list = Vec::new();
        let mut entries = Vec::new();
        let line = self.line();
        loop {
            self.skip_separators_but_semicolons();
            if self.peek() == Some(end) {
                self.at += 1;
                break;
            }
            let line = self.line();
            if self.take("*") {
                let inner = self.expression()?;
                list.push(Expr { kind: ExprKind::Splat(boxed(inner)), line });
            } else {
                match self.entry_or_element()? {
                    Ok(entry) => entries.push(entry),
                    Err(element) => list.push(element),
                }
            }
            self.skip_separators_but_semicolons();
            if !self.take(",") && self.peek() != Some(end) {
                return Err(self.unexpected());
            }
        }
        if !entries.is_empty() {
            list.push(Expr { kind: ExprKind::Hash(entries), line });
        }
        Ok(list)
    }

    /// Parses the entries of a hash up to the closing brace, after the opening one.
    pub(super) fn hash(&mut self) -> Result<Vec<HashItem>, TemplateError> {
        let mut entries = Vec::new();
        loop {
            self.skip_separators_but_semicolons();
            if self.take("}") {
                return Ok(entries);
            }
            if self.starts_with("**") {
                self.at += 2;
                entries.push(HashItem::Splat(self.expression()?));
            } else {
                match self.entry_or_element()? {
                    Ok(entry) => entries.push(entry),
                    Err(_) => return Err(self.unexpected()),
                }
            }
            self.skip_separators_but_semicolons();
            if !self.take(",") && self.peek() != Some('}') {
                return Err(self.unexpected());
            }
        }
    }
}

/// Returns the text of a string without interpolation.
pub(super) fn plain(parts: &[TextPart]) -> Option<std::rc::Rc<str>> {
    match parts {
        [] => Some(text("")),
        [TextPart::Text(only)] => Some(only.clone()),
        _ => None,
    }
}
