//! Texts of double-quoted strings and heredocs, and the code between `${` and `}` in them.

use super::escape::{EscapeWarning, Escapes, unescape};
use super::heredoc::Body;
use super::{Context, Lexer, leading_quote, puppet3};
use crate::issue;
use crate::token::{Token, TokenFlags, TokenKind};

/// An open `${`.
pub(super) struct Interpolation {
    /// The number of open braces outside.
    braces: i32,
    /// The index of its first token.
    first: usize,
    /// The start of the `${`.
    lo: usize,
    /// The style of the enclosing text.
    style: Style,
}

/// The style of a text with interpolations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// A double-quoted string, possibly in code within a heredoc.
    Quoted,
    /// The text of a heredoc.
    Heredoc,
}

/// The end of a piece of text.
enum End {
    Text(usize),
    Interpolation(usize),
    Variable(usize, usize),
    Unclosed,
}

impl Context {
    fn escapes(&self, style: Style) -> Escapes {
        self.heredoc(style).map_or(Escapes::ALL, |body| body.escapes)
    }

    /// Returns the heredoc being read if the style is that of a heredoc.
    fn heredoc(&self, style: Style) -> Option<&Body> {
        self.body.as_ref().filter(|_| style == Style::Heredoc)
    }
}

impl Lexer<'_> {
    /// Reads a piece of text from `from` on, and the variables and pieces after it, up to the next `${` or the end.
    ///
    /// The first token starts at `lo`; `kind` distinguishes the first piece of a string from later ones.
    pub(super) fn string_text(&mut self, style: Style, mut kind: TokenKind, mut lo: usize, mut from: usize) {
        loop {
            match self.text_end(style, from) {
                End::Text(end) => {
                    let whole = if kind == TokenKind::StringStart { TokenKind::String } else { TokenKind::StringEnd };
                    let quote = usize::from(style == Style::Quoted);
                    self.position = end + quote;
                    self.push_text(style, whole, lo, end + quote);
                    self.leave_string();
                    return;
                }
                End::Interpolation(dollar) => {
                    self.string_start.get_or_insert(self.tokens.list.len());
                    self.push_text(style, kind, lo, dollar);
                    let first = self.tokens.list.len();
                    self.interpolations.push(Interpolation { braces: self.context.braces, first, lo: dollar, style });
                    self.context.braces += 1;
                    self.position = dollar + 2;
                    return;
                }
                End::Variable(dollar, end) => {
                    self.string_start.get_or_insert(self.tokens.list.len());
                    self.push_text(style, kind, lo, dollar);
                    // Not with `push`: the token before the string still determines the meaning of '/'.
                    self.tokens.list.push(Token {
                        lo: dollar as u32,
                        hi: end as u32,
                        kind: TokenKind::Variable,
                        flags: TokenFlags::NONE,
                    });
                    (kind, lo, from) = (TokenKind::StringMiddle, end, end);
                }
                End::Unclosed => {
                    self.unclosed_string(lo, from);
                    return;
                }
            }
        }
    }

    fn variable_end(&self, bytes: &[u8], from: usize) -> Option<usize> {
        let end = variable_end(bytes, from)?;
        Some(if self.is_puppet3 { puppet3::variable_end(bytes, end) } else { end })
    }

    /// Finds the end of the piece of text that starts at `from`.
    fn text_end(&self, style: Style, from: usize) -> End {
        let bytes = &self.text.as_bytes()[..self.context.limit];
        let quoted = style == Style::Quoted;
        let escaped = self.context.escapes(style).has(Escapes::DOLLAR);
        let quote_at = |at: usize| {
            let is_quote = quoted && bytes.get(at) == Some(&b'"');
            if is_quote { leading_quote(&bytes[at..], |rest| matches!(rest.first(), Some(b'"' | b'$'))) } else { 0 }
        };
        let mut at = from + quote_at(from);
        while at < bytes.len() {
            match bytes[at] {
                b'\\' if escaped => at += 1,
                b'"' if quoted => return End::Text(at),
                b'$' if bytes.get(at + 1) == Some(&b'{') => return End::Interpolation(at),
                b'$' => match self.variable_end(bytes, at + 1) {
                    Some(end) => return End::Variable(at, end),
                    None => at += quote_at(at + 1),
                },
                _ => {}
            }
            at += 1;
        }
        if quoted { End::Unclosed } else { End::Text(bytes.len()) }
    }

    /// Adds a text token with escapes replaced and the margin removed.
    pub(super) fn push_text(&mut self, style: Style, kind: TokenKind, lo: usize, hi: usize) {
        let mut flags = if self.first_on_line { TokenFlags::FIRST } else { TokenFlags::NONE };
        if style == Style::Heredoc {
            flags = flags.with(TokenFlags::HEREDOC);
        }
        let token = Token { lo: lo as u32, hi: hi as u32, kind, flags };
        let inner = token.inner();
        let start = inner.start;
        let piece = &self.text[inner];
        let margin = self.context.heredoc(style).and_then(|body| body.without_margin(self.text, start, piece));
        let plain = margin.as_deref().unwrap_or(piece);
        if !plain.contains('\\') {
            match margin {
                Some(text) => self.push_cooked(kind, lo, hi, flags, text),
                None => self.push_flagged(kind, lo, hi, flags),
            }
            return;
        }
        let source = self.source;
        let warnings = &mut self.tokens.warnings;
        let unescaped = unescape(plain, self.context.escapes(style), |warning, at| {
            warnings.push(match warning {
                EscapeWarning::BadUnicode => issue::illegal_unicode_escape_kept(source, start + at),
                EscapeWarning::Unknown(character) => issue::unrecognized_escape(source, start + at, character),
            });
        });
        match unescaped {
            Ok(text) => self.push_cooked(kind, lo, hi, flags, text),
            Err(_) => {
                self.push_flagged(kind, lo, hi, flags);
                self.reject(hi, hi, issue::illegal_unicode_escape(self.source, start, hi));
            }
        }
    }

    fn unclosed_string(&mut self, lo: usize, from: usize) {
        let limit = self.context.limit;
        // Puppet repeats the search for the end after each `$` that starts no variable, and reports the last
        // position.
        let (quote, from) = match last_dollar(&self.text[from..limit]) {
            Some(dollar) => ("''".to_owned(), from + dollar + 1),
            None if self.text[lo..].starts_with('"') => ("'\"'".to_owned(), from),
            None => (self.quoted_last_token(), from),
        };
        self.reject(lo, limit, issue::unclosed_quote(self.source, &quote, from, limit, lo));
        self.leave_string();
        self.position = limit;
    }

    fn quoted_last_token(&self) -> String {
        let last = self.tokens.list.last().map_or("", |token| &self.text[token.lo as usize..token.hi as usize]);
        format!("'{}'", last.strip_prefix('$').unwrap_or(last))
    }

    /// Ends the innermost interpolation if the brace just read closes it, and continues with the text.
    pub(super) fn end_interpolation(&mut self) -> bool {
        if self.interpolations.len() == self.context.interpolations {
            return false;
        }
        let Some(open) = self.interpolations.pop_if(|open| open.braces == self.context.braces) else { return false };
        self.context.after = Some(TokenKind::BraceEnd);
        self.make_variable(open.first);
        if self.context.body.is_some() && self.context.jump.take().is_some() {
            // The outer heredoc would read the text of the inner one again.
            let at = self.position;
            self.reject(at, at, issue::heredoc_in_heredoc(self.source, open.lo, at));
        }
        self.string_text(open.style, TokenKind::StringMiddle, self.position, self.position);
        true
    }

    /// Converts the first token of an interpolation to a variable if it is a word followed by `.`, `[` or nothing.
    fn make_variable(&mut self, first: usize) {
        if let Some((first, rest)) = self.tokens.list[first..].split_first_mut()
            && rest.first().is_none_or(|next| matches!(next.kind, TokenKind::Dot | TokenKind::Bracket))
            && (matches!(first.kind, TokenKind::Name | TokenKind::Word | TokenKind::Number)
                || first.kind.is_keyword()
                || self.is_puppet3 && first.kind == TokenKind::TypeName)
        {
            first.kind = TokenKind::Variable;
        }
    }

    /// Ends interpolations that are still open at the end of the context's text.
    pub(super) fn end_unclosed_interpolations(&mut self) {
        while self.interpolations.len() > self.context.interpolations {
            let limit = self.context.limit;
            let Some(open) = self.interpolations.pop() else { return };
            if open.style == Style::Heredoc {
                // Puppet accepts the end of the heredoc as the end of the code.
                self.make_variable(open.first);
                self.push_flagged(TokenKind::StringEnd, limit, limit, TokenFlags::HEREDOC);
            } else if !self.has_rejected_rest() {
                let diagnostic = issue::unclosed_quote(self.source, "''", limit, limit, open.lo);
                self.reject(limit, limit, diagnostic);
            }
        }
    }
}

/// Returns the offset of the last unescaped `$`.
fn last_dollar(text: &str) -> Option<usize> {
    let mut last = None;
    let mut letters = text.bytes().enumerate();
    while let Some((at, letter)) = letters.next() {
        match letter {
            b'\\' => drop(letters.next()),
            b'$' => last = Some(at),
            _ => {}
        }
    }
    last
}

/// Returns the end of the variable name that starts at `from`.
fn variable_end(bytes: &[u8], from: usize) -> Option<usize> {
    let word = |at: usize| bytes[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let mut at = if bytes[from..].starts_with(b"::") { from + 2 } else { from };
    let mut length = word(at);
    if length == 0 {
        return None;
    }
    loop {
        at += length;
        if !bytes[at..].starts_with(b"::") {
            return Some(at);
        }
        length = word(at + 2);
        if length == 0 {
            return Some(at);
        }
        length += 2;
    }
}
