//! Tokens of a Puppetfile: words, strings, symbols, brackets. Everything else is Ruby code.

use syntax::{Diagnostic, SourceFile, Span};

use super::issue;

/// A token.
#[derive(Debug, PartialEq)]
pub(super) struct RubyToken {
    pub(super) kind: RubyTokenKind,
    pub(super) span: Span,
}

/// The kind of token.
#[derive(Debug, PartialEq)]
pub(super) enum RubyTokenKind {
    /// `mod`, `true`
    Word(String),
    /// `'a'` or `"a"`
    Text(String),
    /// `:a`
    Symbol(String),
    /// `a:`
    Key(String),
    Arrow,
    Comma,
    Open(char),
    Close(char),
    /// The end of a line, or `;`.
    End,
    /// A character that does not occur in data.
    Other,
}

/// Splits a file into tokens, without comments.
pub(super) fn tokens(source: &SourceFile) -> Result<Vec<RubyToken>, Box<Diagnostic>> {
    let text = source.text();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let rest = &text[at..];
        if letter == '#' {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        if letter != '\n' && letter.is_whitespace() {
            at += letter.len_utf8();
            continue;
        }
        let (kind, length) = token(source, at)?;
        tokens.push(RubyToken { kind, span: source.span(at, at + length) });
        at += length;
    }
    Ok(tokens)
}

fn token(source: &SourceFile, at: usize) -> Result<(RubyTokenKind, usize), Box<Diagnostic>> {
    let rest = &source.text()[at..];
    let letter = rest.chars().next().unwrap_or_default();
    match letter {
        '\n' | ';' => Ok((RubyTokenKind::End, 1)),
        ',' => Ok((RubyTokenKind::Comma, 1)),
        '(' | '{' => Ok((RubyTokenKind::Open(letter), 1)),
        ')' | '}' => Ok((RubyTokenKind::Close(letter), 1)),
        '=' if rest.starts_with("=>") => Ok((RubyTokenKind::Arrow, 2)),
        '\'' | '"' => {
            let (text, length) = text(source, at, letter)?;
            // A string directly followed by a colon is a key.
            let is_key = rest[length..].starts_with(':') && !rest[length..].starts_with("::");
            Ok(if is_key { (RubyTokenKind::Key(text), length + 1) } else { (RubyTokenKind::Text(text), length) })
        }
        ':' => match word(&rest[1..]) {
            0 => Ok((RubyTokenKind::Other, 1)),
            length => Ok((RubyTokenKind::Symbol(rest[1..=length].to_owned()), length + 1)),
        },
        _ => match word(rest) {
            0 => Ok((RubyTokenKind::Other, letter.len_utf8())),
            length if rest[length..].starts_with(':') && !rest[length..].starts_with("::") => {
                Ok((RubyTokenKind::Key(rest[..length].to_owned()), length + 1))
            }
            length => Ok((RubyTokenKind::Word(rest[..length].to_owned()), length)),
        },
    }
}

/// Returns the length of the word at the beginning of a text.
fn word(text: &str) -> usize {
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        return 0;
    }
    text.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(text.len())
}

/// Parses a string and returns its value and its length in the file.
fn text(source: &SourceFile, at: usize, quote: char) -> Result<(String, usize), Box<Diagnostic>> {
    let rest = &source.text()[at..];
    let mut text = String::new();
    let mut letters = rest.char_indices().skip(1).peekable();
    while let Some((index, letter)) = letters.next() {
        let next = letters.peek().map(|(_, letter)| *letter);
        match (letter, next) {
            (_, _) if letter == quote => return Ok((text, index + 1)),
            ('\\', Some(escaped)) if escaped == '\\' || escaped == quote => {
                text.push(escaped);
                letters.next();
            }
            // Other escapes only have a meaning in double quotes.
            ('\\', Some(_)) if quote == '"' => {
                return Err(issue::not_data(source, source.span(at + index, at + index + 1)));
            }
            ('#', Some('{' | '@' | '$')) if quote == '"' => {
                let end = rest[index..].find(['}', '"', '\n']).map_or(2, |length| length + 1);
                return Err(issue::not_data(source, source.span(at + index, at + index + end)));
            }
            _ => text.push(letter),
        }
    }
    Err(issue::unterminated_string(source.span(at, at + 1)))
}
