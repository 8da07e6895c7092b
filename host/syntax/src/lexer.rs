//! Lexer. A flat loop over the tokens of logos with explicit stacks, so nesting does not recurse. All context-dependent
//! decisions are made here, so the grammar needs no lookahead: whether `[` is an access or an array, `/` a
//! regular expression or a division, `(` the start of a call, and `{` the start of a selector. The lexer
//! reports invalid text and continues after it.

mod epp;
mod escape;
mod heredoc;
mod interpolation;
mod number;
mod puppet3;
mod regex;

use std::sync::Arc;

use logos::Logos;

use crate::diagnostic::Diagnostic;
use crate::issue;
use crate::source::SourceFile;
use crate::token::{Token, TokenFlags, TokenKind};
use crate::{MAXIMUM_TEXT, Mode};

use epp::Template;
use heredoc::Body;
use interpolation::{Interpolation, Style};

/// The tokens of a source, ending with a [`TokenKind::End`].
pub(crate) struct Tokens<'s> {
    pub(crate) source: &'s SourceFile,
    pub(crate) list: Vec<Token>,
    /// The texts of tokens flagged [`TokenFlags::COOKED`], by token index, ascending.
    cooked: Vec<(u32, Arc<str>)>,
    /// The errors of tokens of kind [`TokenKind::Rejected`], in order.
    rejected: Vec<Rejection>,
    /// Warnings.
    pub(crate) warnings: Vec<Diagnostic>,
}

/// The error of a token of kind [`TokenKind::Rejected`].
struct Rejection {
    /// The index of the token.
    at: usize,
    /// The index of the first token of the enclosing string or heredoc, or of the token itself. Puppet lexes a whole
    /// string before it parses its first token, so this error precedes others in the string.
    first: usize,
    diagnostic: Diagnostic,
}

impl<'s> Tokens<'s> {
    /// Returns the text of a token: the content of a string, a variable without its `$`, the source text of
    /// any other token.
    pub(crate) fn text(&self, index: usize) -> &str {
        if let Some(text) = self.cooked(index) {
            return text;
        }
        let token = self.list[index];
        let text = self.source.text();
        match token.kind {
            TokenKind::Variable => {
                let whole = &text[token.lo as usize..token.hi as usize];
                whole.strip_prefix('$').unwrap_or(whole)
            }
            TokenKind::End => "",
            _ => &text[token.inner()],
        }
    }

    /// Returns the text of a token, shared if it differs from the source.
    pub(crate) fn shared_text(&self, index: usize) -> Arc<str> {
        self.cooked(index).map_or_else(|| self.text(index).into(), Arc::clone)
    }

    /// Returns the text of a token if it differs from the source.
    fn cooked(&self, index: usize) -> Option<&Arc<str>> {
        if !self.list[index].flags.has(TokenFlags::COOKED) {
            return None;
        }
        let found = self.cooked.binary_search_by_key(&(index as u32), |(at, _)| *at).ok()?;
        Some(&self.cooked[found].1)
    }

    /// Returns the lexer's error for a token or for the enclosing string.
    pub(crate) fn rejection(&self, index: usize) -> Option<&Diagnostic> {
        let found = self.rejected.partition_point(|rejection| rejection.at < index);
        self.rejected.get(found).filter(|rejection| rejection.first <= index).map(|rejection| &rejection.diagnostic)
    }

    /// Returns all errors of the lexer.
    pub(crate) fn rejections(&self) -> impl Iterator<Item = &Diagnostic> {
        self.rejected.iter().map(|rejection| &rejection.diagnostic)
    }
}

/// The lexer state that is replaced inside the text of a heredoc, which is lexed in place like a separate
/// text.
struct Context {
    /// Number of open braces, including braces of interpolations; negative after too many closing braces.
    braces: i32,
    /// The last token, which decides whether `/` starts a regex.
    after: Option<TokenKind>,
    /// The position to continue at after the next line break: past the texts of heredocs whose tags are on
    /// this line.
    jump: Option<usize>,
    /// One past the last byte of the text.
    limit: usize,
    /// How code ends, for a template.
    template: Template,
    /// The heredoc being read.
    body: Option<Body>,
    /// Number of interpolations that were open outside.
    interpolations: usize,
}

impl Context {
    fn new(limit: usize) -> Self {
        Self { braces: 0, after: None, jump: None, limit, template: Template::Absent, body: None, interpolations: 0 }
    }
}

struct Lexer<'s> {
    source: &'s SourceFile,
    text: &'s str,
    position: usize,
    context: Context,
    /// The contexts around that of a heredoc.
    outer: Vec<Context>,
    interpolations: Vec<Interpolation>,
    /// The first token of the outermost string or heredoc being read.
    string_start: Option<usize>,
    /// Whether the line has contained only blanks so far.
    first_on_line: bool,
    /// Whether the language is Puppet 3.
    is_puppet3: bool,
    /// The start and limit of a range without a '/' that ends a regular expression. Cached because a text can
    /// contain many slashes that start none.
    regexless: Option<(usize, usize)>,
    /// A range without line breaks that starts at the tag of the last heredoc.
    unbroken: std::ops::Range<usize>,
    /// Number of unterminated heredocs. Each of them costs a scan of the rest of the text.
    endless_heredocs: usize,
    tokens: Tokens<'s>,
}

/// Number of unterminated heredocs after which the rest of the text is skipped.
const ENDLESS_HEREDOCS: usize = 20;

/// Splits a source into tokens.
pub(crate) fn lex(source: &SourceFile, mode: Mode) -> Tokens<'_> {
    let text = source.text();
    let mut lexer = Lexer {
        source,
        text,
        position: 0,
        context: Context::new(text.len()),
        outer: Vec::new(),
        interpolations: Vec::new(),
        string_start: None,
        first_on_line: true,
        is_puppet3: mode == Mode::Language3,
        regexless: None,
        unbroken: 0..0,
        endless_heredocs: 0,
        tokens: Tokens {
            source,
            list: Vec::with_capacity(text.len() / 4 + 8),
            cooked: Vec::new(),
            rejected: Vec::new(),
            warnings: Vec::new(),
        },
    };
    if let Some(message) = issue::illegal_bom(source) {
        lexer.reject(0, text.len(), message);
        lexer.position = text.len();
    } else if mode == Mode::Epp {
        lexer.push(TokenKind::TemplateStart, 0, 0);
        lexer.template_text(false);
    }
    loop {
        lexer.code();
        if !lexer.end_of_text() {
            break;
        }
    }
    lexer.push(TokenKind::End, text.len(), text.len());
    lexer.tokens
}

impl Lexer<'_> {
    /// Reads code up to the limit of the context.
    fn code(&mut self) {
        let text = self.text;
        'restart: loop {
            let limit = self.context.limit;
            let mut raw = TokenKind::lexer(&text[..limit]);
            raw.bump(self.position.min(limit));
            while let Some(found) = raw.next() {
                let span = raw.span();
                self.position = span.end;
                match found {
                    Ok(kind) => self.token(kind, span.start, span.end),
                    Err(()) => self.unknown(span.start),
                }
                if self.position != span.end || self.context.limit != limit {
                    continue 'restart;
                }
            }
            return;
        }
    }

    /// Processes one token from logos; adjusts the position if the token turns out to be longer or shorter.
    fn token(&mut self, kind: TokenKind, lo: usize, hi: usize) {
        let (kind, hi) = if self.is_puppet3 { self.old_name(kind, lo, hi) } else { (kind, hi) };
        match kind {
            TokenKind::Newline => {
                self.first_on_line = true;
                if let Some(jump) = self.context.jump.take() {
                    self.position = jump;
                }
            }
            TokenKind::SingleQuote => self.single_quoted(lo),
            TokenKind::DoubleQuote => self.string_text(Style::Quoted, TokenKind::StringStart, lo, hi),
            TokenKind::HeredocStart => self.heredoc(lo),
            TokenKind::CommentStart => self.comment(lo),
            TokenKind::Slash => self.slash(lo),
            TokenKind::Number => self.number(lo),
            TokenKind::TypeName if self.rest(hi).starts_with("::") => {
                // Puppet reports the position after the consumed text plus one, plus two if the text began
                // with '::'.
                let at = hi + if self.text[lo..].starts_with(':') { 3 } else { 1 };
                self.reject(lo, hi + 2, issue::illegal_class_reference(self.source, lo, hi, at));
                self.position = hi + 2;
            }
            TokenKind::DoubleColon => self.reject(lo, hi, issue::illegal_fully_qualified_name(self.source, lo, hi)),
            TokenKind::Dollar => self.push(TokenKind::Variable, lo, hi),
            TokenKind::Bracket if self.is_blank_before(lo) => self.push(TokenKind::ListStart, lo, hi),
            TokenKind::Paren if self.is_first_on_line(lo) => self.push(TokenKind::LineParen, lo, hi),
            TokenKind::Brace => {
                self.context.braces += 1;
                let kind = if self.context.after == Some(TokenKind::Question) {
                    TokenKind::SelectorBrace
                } else {
                    TokenKind::Brace
                };
                self.push(kind, lo, hi);
            }
            TokenKind::BraceEnd => {
                self.context.braces -= 1;
                if !self.end_interpolation() {
                    self.push(TokenKind::BraceEnd, lo, hi);
                }
            }
            TokenKind::Close | TokenKind::TrimClose => self.close(kind, lo, hi),
            _ => self.push(kind, lo, hi),
        }
    }

    /// Adds a token.
    fn push(&mut self, kind: TokenKind, lo: usize, hi: usize) {
        let flags = if self.first_on_line { TokenFlags::FIRST } else { TokenFlags::NONE };
        self.push_flagged(kind, lo, hi, flags);
    }

    fn push_flagged(&mut self, kind: TokenKind, lo: usize, hi: usize, flags: TokenFlags) {
        if hi - lo > MAXIMUM_TEXT && kind.is_text() {
            self.reject(lo, hi, issue::text_too_long(self.source, (lo, hi), MAXIMUM_TEXT));
            return;
        }
        self.first_on_line = false;
        // In Puppet, the whole string counts as the last token once the outermost string ends.
        let nested = self.interpolations.len() > self.context.interpolations;
        let inside =
            matches!(kind, TokenKind::StringStart | TokenKind::StringMiddle) || nested && kind == TokenKind::StringEnd;
        if !inside {
            self.context.after = Some(kind);
        }
        self.tokens.list.push(Token { lo: lo as u32, hi: hi as u32, kind, flags });
    }

    /// Adds a token whose text differs from the source.
    fn push_cooked(&mut self, kind: TokenKind, lo: usize, hi: usize, flags: TokenFlags, text: impl Into<Arc<str>>) {
        self.tokens.cooked.push((self.tokens.list.len() as u32, text.into()));
        self.push_flagged(kind, lo, hi, flags.with(TokenFlags::COOKED));
    }

    /// Adds a token for invalid text.
    fn reject(&mut self, lo: usize, hi: usize, diagnostic: Diagnostic) {
        let at = self.tokens.list.len();
        self.tokens.rejected.push(Rejection { at, first: self.string_start.unwrap_or(at), diagnostic });
        self.push(TokenKind::Rejected, lo, hi.min(self.text.len()));
    }

    /// Returns whether the rest of the context has just been rejected, so that missing parts need not be reported.
    fn has_rejected_rest(&self) -> bool {
        let limit = self.context.limit as u32;
        self.tokens.list.last().is_some_and(|last| last.kind == TokenKind::Rejected && last.hi == limit)
    }

    /// Records the end of a string or heredoc, which is the outermost one if no other is open.
    fn leave_string(&mut self) {
        if self.interpolations.is_empty() && self.outer.is_empty() {
            self.string_start = None;
        }
    }

    /// Processes a character that starts no token: a blank that logos does not recognise, or an error for the
    /// grammar.
    fn unknown(&mut self, lo: usize) {
        let Some(character) = self.text[lo..].chars().next() else { return };
        self.position = lo + character.len_utf8();
        if !is_blank(character) {
            self.push(TokenKind::Unknown, lo, self.position);
        }
    }

    /// Returns the text of the context from an offset on.
    fn rest(&self, from: usize) -> &str {
        &self.text[from..self.context.limit.max(from)]
    }

    fn is_blank_before(&self, at: usize) -> bool {
        self.text[..at].chars().next_back().is_none_or(|before| before == '\n' || is_blank(before))
    }

    fn is_first_on_line(&self, at: usize) -> bool {
        let before = self.text[..at].trim_end_matches(is_blank);
        before.is_empty() || before.ends_with('\n')
    }

    fn comment(&mut self, lo: usize) {
        let limit = self.context.limit;
        if let Some(length) = self.rest(lo + 2).find("*/") {
            self.position = lo + 2 + length + 2;
        } else {
            self.reject(lo, limit, issue::unclosed_comment(self.source, lo));
            self.position = limit;
        }
    }

    fn single_quoted(&mut self, lo: usize) {
        let bytes = &self.text.as_bytes()[..self.context.limit];
        let mut at = lo + 1 + leading_quote(&bytes[lo + 1..], |rest| rest.first() == Some(&b'\''));
        let mut escapes = at > lo + 1;
        while at < bytes.len() && bytes[at] != b'\'' {
            escapes |= bytes[at] == b'\\';
            at += if bytes[at] == b'\\' { 2 } else { 1 };
        }
        if at >= bytes.len() {
            let diagnostic = issue::unclosed_quote(self.source, "\"'\"", lo + 1, self.context.limit, lo);
            self.reject(lo, self.context.limit, diagnostic);
            self.position = self.context.limit;
            return;
        }
        self.position = at + 1;
        if escapes {
            let text = escape::unescape_single(&self.text[lo + 1..at]);
            let flags = if self.first_on_line { TokenFlags::FIRST } else { TokenFlags::NONE };
            self.push_cooked(TokenKind::String, lo, at + 1, flags, text);
        } else {
            self.push(TokenKind::String, lo, at + 1);
        }
    }

    /// Processes a `/`: a regular expression if an operand may start here and another `/` follows.
    fn slash(&mut self, lo: usize) {
        let limit = self.context.limit;
        let is_known = self.regexless.is_some_and(|(from, known)| from <= lo && known == limit);
        let may_follow = !is_known && regex_may_follow(self.context.after);
        let end = if may_follow { self.regex_end(lo) } else { None };
        let Some(end) = end else {
            if may_follow {
                self.regexless = Some((lo, limit));
            }
            self.push(TokenKind::Slash, lo, lo + 1);
            return;
        };
        self.position = end;
        let flags = if self.first_on_line { TokenFlags::FIRST } else { TokenFlags::NONE };
        let pattern = self.text[lo + 1..end - 1].replace("\\/", "/");
        if let Some(fault) = regex::fault(&pattern) {
            self.reject(lo, end, issue::illegal_regex(self.source, lo, end, fault));
            return;
        }
        self.push_cooked(TokenKind::Regex, lo, end, flags, pattern);
    }

    /// Returns the offset after the `/` that ends a regular expression: the first one preceded by an even
    /// number of backslashes.
    fn regex_end(&self, lo: usize) -> Option<usize> {
        let bytes = self.rest(lo + 1).as_bytes();
        let mut backslashes = 0usize;
        for (at, &byte) in bytes.iter().enumerate() {
            match byte {
                b'/' if backslashes.is_multiple_of(2) => return Some(lo + 1 + at + 1),
                b'\\' => backslashes += 1,
                _ => backslashes = 0,
            }
        }
        None
    }

    /// Ends a text, which is the source or a heredoc. Returns whether an outer text remains to be lexed.
    fn end_of_text(&mut self) -> bool {
        self.end_unclosed_interpolations();
        if !self.has_rejected_rest() {
            self.end_template();
        }
        let Some(outer) = self.outer.pop() else { return false };
        let body = std::mem::replace(&mut self.context, outer).body;
        if let Some(body) = body {
            self.position = body.resume;
        }
        self.leave_string();
        true
    }
}

/// Returns the length of a quote that starts a text without ending it: a quote directly before another end of
/// the text, optionally with escaped backslashes between. Puppet reads `'''` as the text `'`.
fn leading_quote(text: &[u8], is_end: impl Fn(&[u8]) -> bool) -> usize {
    let quote = matches!(text.first(), Some(b'\'' | b'"'));
    let backslashes = text.iter().skip(1).take_while(|&&byte| byte == b'\\').count();
    usize::from(quote && backslashes.is_multiple_of(2) && is_end(&text[(1 + backslashes).min(text.len())..]))
}

/// Returns whether a `/` after a token of this kind can start a regular expression: not after an operand.
fn regex_may_follow(after: Option<TokenKind>) -> bool {
    !matches!(
        after,
        Some(
            TokenKind::ParenEnd
                | TokenKind::BracketEnd
                | TokenKind::CollectEnd
                | TokenKind::CollectExportedEnd
                | TokenKind::Name
                | TokenKind::TypeName
                | TokenKind::Number
                | TokenKind::String
                | TokenKind::True
                | TokenKind::False
                | TokenKind::StringEnd
                | TokenKind::Heredoc
                | TokenKind::Regex
                | TokenKind::Variable
                | TokenKind::Word
        )
    )
}

/// Returns whether a character is blank: a tab, a carriage return or a space of any kind.
pub(crate) fn is_blank(character: char) -> bool {
    matches!(
        character,
        ' ' | '\t' | '\r' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}
