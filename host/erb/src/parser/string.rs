//! Strings and regular expressions with escapes and interpolation, and word lists.

use super::literal::plain;
use super::{Parser, text};
use crate::error::TemplateError;
use crate::syntax_tree::{Expr, ExprKind, TextPart};

impl Parser<'_> {
    /// Parses a string in quotes and adjacent strings, which are concatenated.
    pub(super) fn quoted(&mut self) -> Result<ExprKind, TemplateError> {
        let mut parts = Vec::new();
        while let Some(quote) = self.bump() {
            parts.extend(self.parts(None, quote, quote == '"')?);
            let start = self.at;
            self.skip_blanks();
            if !matches!(self.peek(), Some('\'' | '"')) {
                self.at = start;
                break;
            }
        }
        Ok(string(joined(parts)))
    }

    /// Parses a character literal: `?a`.
    pub(super) fn letter(&mut self) -> Result<ExprKind, TemplateError> {
        self.at += 1;
        let mut letter = String::new();
        match self.bump() {
            Some('\\') => self.escape(&mut letter)?,
            Some(plain) if !plain.is_whitespace() => letter.push(plain),
            _ => return Err(self.unexpected()),
        }
        Ok(ExprKind::String(text(&letter)))
    }

    /// Parses a literal that starts with a percent sign: `%w(a b)`, `%q{…}`, `%r{…}`, `%(…)`.
    pub(super) fn percent_literal(&mut self) -> Result<ExprKind, TemplateError> {
        self.at += 1;
        let kind = match self.peek() {
            Some(letter) if letter.is_ascii_alphabetic() => {
                self.at += 1;
                letter
            }
            _ => 'Q',
        };
        let Some(open) = self.bump().filter(|open| !open.is_alphanumeric() && !open.is_whitespace()) else {
            return Err(self.unexpected());
        };
        let close = match open {
            '(' => ')',
            '[' => ']',
            '{' => '}',
            '<' => '>',
            other => other,
        };
        let nesting = (open != close).then_some(open);
        Ok(match kind {
            'Q' => string(self.parts(nesting, close, true)?),
            'q' => string(self.parts(nesting, close, false)?),
            'r' => self.regexp(open, close)?,
            's' => ExprKind::Symbol(plain(&self.parts(nesting, close, false)?).unwrap_or_else(|| text(""))),
            'w' | 'W' | 'i' | 'I' => {
                let line = self.line();
                let parts = self.parts(nesting, close, false)?;
                let words = plain(&parts).unwrap_or_else(|| text(""));
                if kind.is_ascii_uppercase() && words.contains("#{") {
                    return Err(self.unsupported("interpolation in a list of words is"));
                }
                let node = |word: &str| match kind {
                    'w' | 'W' => ExprKind::String(text(word)),
                    _ => ExprKind::Symbol(text(word)),
                };
                ExprKind::Array(words.split_whitespace().map(|word| Expr { kind: node(word), line }).collect())
            }
            'x' => return Err(self.unsupported("commands are")),
            _ => return Err(self.unexpected()),
        })
    }

    /// Parses a regular expression after its opening delimiter, including the options.
    pub(super) fn regexp(&mut self, open: char, close: char) -> Result<ExprKind, TemplateError> {
        let mut parts = Vec::new();
        let mut source = String::new();
        let mut depth = 0_usize;
        loop {
            let Some(letter) = self.peek() else { return Err(self.fault("unterminated regular expression")) };
            if letter == close && depth == 0 {
                self.at += letter.len_utf8();
                break;
            }
            if self.starts_with("#{") {
                self.interpolation(&mut parts, &mut source)?;
                continue;
            }
            self.at += letter.len_utf8();
            if letter == '\\' {
                // Escapes are passed to the regular expression, except that of the delimiter.
                let Some(next) = self.bump() else { continue };
                if next != '/' {
                    source.push('\\');
                }
                source.push(next);
                continue;
            }
            if open != close && letter == open {
                depth += 1;
            } else if letter == close {
                depth -= 1;
            }
            source.push(letter);
        }
        if !source.is_empty() {
            parts.push(TextPart::Text(text(&source)));
        }
        let rest = self.rest();
        let options = &rest[..rest.find(|letter: char| !letter.is_ascii_lowercase()).unwrap_or(rest.len())];
        if let Some(unknown) = options.chars().find(|letter| !matches!(letter, 'i' | 'm' | 'x' | 'o' | 'u')) {
            return Err(self.fault(format!("unknown regexp option - {unknown}")));
        }
        self.at += options.len();
        Ok(ExprKind::Regexp(parts, text(options)))
    }

    /// Parses the text up to a closing delimiter. A pair of `nesting` and closing delimiters within the text is part
    /// of it.
    pub(super) fn parts(
        &mut self,
        nesting: Option<char>,
        close: char,
        is_double: bool,
    ) -> Result<Vec<TextPart>, TemplateError> {
        let start = self.line();
        let mut parts = Vec::new();
        let mut literal = String::new();
        let mut depth = 0_usize;
        let is_special = |letter: char| matches!(letter, '\\' | '#') || letter == close || Some(letter) == nesting;
        loop {
            let rest = self.rest();
            let plain = &rest[..rest.find(is_special).unwrap_or(rest.len())];
            literal.push_str(plain);
            self.at += plain.len();
            let Some(letter) = self.peek() else {
                return Err(TemplateError::syntax(start, "unterminated string meets end of file"));
            };
            if letter == close && depth == 0 {
                self.at += letter.len_utf8();
                break;
            }
            if is_double && self.starts_with("#{") {
                self.interpolation(&mut parts, &mut literal)?;
                continue;
            }
            if is_double
                && (self.starts_with("#@") || self.starts_with("#$"))
                && self.short_interpolation(&mut parts, &mut literal)
            {
                continue;
            }
            self.at += letter.len_utf8();
            match letter {
                '\\' if is_double => self.escape(&mut literal)?,
                '\\' => match self.bump() {
                    Some(next) if next == close || next == '\\' || Some(next) == nesting => literal.push(next),
                    Some(next) => literal.extend(['\\', next]),
                    None => {}
                },
                other => {
                    if Some(other) == nesting {
                        depth += 1;
                    } else if other == close {
                        depth -= 1;
                    }
                    literal.push(other);
                }
            }
        }
        if !literal.is_empty() {
            parts.push(TextPart::Text(text(&literal)));
        }
        Ok(parts)
    }

    /// Parses `#{code}`.
    fn interpolation(&mut self, parts: &mut Vec<TextPart>, literal: &mut String) -> Result<(), TemplateError> {
        self.at += 2;
        if !literal.is_empty() {
            parts.push(TextPart::Text(text(literal)));
            literal.clear();
        }
        let code = self.nested(|parser| parser.bracketed(|parser| parser.statements(&[])))?;
        self.expect("}")?;
        parts.push(TextPart::Code(code));
        Ok(())
    }

    /// Parses `#@name`. Returns whether there is one.
    fn short_interpolation(&mut self, parts: &mut Vec<TextPart>, literal: &mut String) -> bool {
        let start = self.at;
        let line = self.line();
        let is_instance = self.starts_with("#@");
        self.at += 2;
        let Some(name) = self.word().filter(|_| is_instance).map(text) else {
            self.at = start;
            return false;
        };
        if !literal.is_empty() {
            parts.push(TextPart::Text(text(literal)));
            literal.clear();
        }
        parts.push(TextPart::Code(Expr { kind: ExprKind::Instance(name), line }));
        true
    }

    /// Parses an escape in double quotes, after the backslash.
    fn escape(&mut self, literal: &mut String) -> Result<(), TemplateError> {
        let Some(letter) = self.bump() else { return Ok(()) };
        literal.push(match letter {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            's' => ' ',
            'e' => '\u{1b}',
            'a' => '\u{7}',
            'b' => '\u{8}',
            'v' => '\u{b}',
            'f' => '\u{c}',
            '\n' => return Ok(()),
            'u' if self.take("{") => {
                let end = self.rest().find('}').unwrap_or(0);
                let codes = &self.rest()[..end];
                for code in codes.split_whitespace() {
                    literal.push(self.code_point(code, 16)?);
                }
                self.at += end + 1;
                return Ok(());
            }
            'u' => self.numeric_escape(4, 4, 16)?,
            'x' => self.numeric_escape(1, 2, 16)?,
            '0'..='7' => {
                self.at -= 1;
                self.numeric_escape(1, 3, 8)?
            }
            'c' | 'C' | 'M' => return Err(self.unsupported("escape sequences of control characters are")),
            other => other,
        });
        Ok(())
    }

    fn numeric_escape(&mut self, least: usize, most: usize, radix: u32) -> Result<char, TemplateError> {
        let rest = self.rest();
        let length = rest.chars().take(most).take_while(|letter| letter.is_digit(radix)).count();
        if length < least {
            return Err(self.fault("invalid escape"));
        }
        let letter = self.code_point(&rest[..length], radix)?;
        self.at += length;
        Ok(letter)
    }

    fn code_point(&self, digits: &str, radix: u32) -> Result<char, TemplateError> {
        let number = u32::from_str_radix(digits, radix).ok();
        number.and_then(char::from_u32).ok_or_else(|| self.fault("invalid escape"))
    }
}

/// Joins adjacent texts.
fn joined(parts: Vec<TextPart>) -> Vec<TextPart> {
    let mut joined: Vec<TextPart> = Vec::with_capacity(parts.len());
    for part in parts {
        match (joined.last_mut(), part) {
            (Some(TextPart::Text(before)), TextPart::Text(after)) => *before = text(&format!("{before}{after}")),
            (_, part) => joined.push(part),
        }
    }
    joined
}

fn string(parts: Vec<TextPart>) -> ExprKind {
    match plain(&parts) {
        Some(only) => ExprKind::String(only),
        None => ExprKind::Interpolated(parts),
    }
}
