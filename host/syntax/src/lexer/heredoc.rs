//! Heredocs: the tag, the text after the line, and its margin. The text is lexed in place, so that its
//! positions are correct, and before the rest of the tag's line.

use super::escape::Escapes;
use super::interpolation::Style;
use super::{Context, ENDLESS_HEREDOCS, Lexer, is_blank};
use crate::diagnostic::Diagnostic;
use crate::issue;
use crate::token::{TokenFlags, TokenKind};

/// The text of a heredoc being read.
pub(super) struct Body {
    pub(super) escapes: Escapes,
    /// The position to continue at afterwards: after the tag.
    pub(super) resume: usize,
    start: usize,
    /// The indentation removed from each line that has it.
    margin: Box<str>,
}

impl Body {
    /// Returns a piece of the text without the margin of its lines, or `None` if there is no margin to remove.
    pub(super) fn without_margin(&self, text: &str, start: usize, piece: &str) -> Option<String> {
        if self.margin.is_empty() {
            return None;
        }
        let mut result = String::with_capacity(piece.len());
        let mut starts_line = start == self.start || text[..start].ends_with('\n');
        for line in piece.split_inclusive('\n') {
            let kept = if starts_line { line.strip_prefix(&*self.margin).unwrap_or(line) } else { line };
            result.push_str(kept);
            starts_line = true;
        }
        (result.len() != piece.len()).then_some(result)
    }
}

/// A parsed tag.
struct Tag<'t> {
    end: &'t str,
    syntax: &'t str,
    interpolates: bool,
    escapes: Escapes,
}

/// The end line of a heredoc.
struct EndLine<'t> {
    margin: &'t str,
    removes_break: bool,
    /// The offsets of this line and of the next.
    lo: usize,
    next: usize,
}

impl Lexer<'_> {
    /// Processes the heredoc whose `@(` is at `lo`.
    pub(super) fn heredoc(&mut self, lo: usize) {
        let text = self.text;
        let limit = self.context.limit;
        let Some(length) = self.rest(lo).find(')') else {
            self.reject(lo, limit, issue::heredoc_unclosed_parenthesis(self.source, lo, limit));
            self.position = limit;
            return;
        };
        let resume = lo + length + 1;
        self.position = resume;
        let tag = match parse_tag(&text[lo + 2..resume - 1]) {
            Ok(tag) => tag,
            Err(fault) => {
                let diagnostic = fault.diagnostic(self, lo, resume);
                self.reject(lo, resume, diagnostic);
                return;
            }
        };
        let start = match self.context.jump {
            Some(jump) => jump,
            None => match self.line_break(resume) {
                Some(place) => place + 1,
                None => {
                    self.reject(lo, resume, issue::heredoc_without_text(self.source, lo, resume));
                    return;
                }
            },
        };
        let Some(end) = end_line(&text[..limit], start, tag.end) else {
            let diagnostic = issue::heredoc_without_end(self.source, start, lo, resume, tag.end);
            self.reject(lo, resume, diagnostic);
            self.endless_heredocs += 1;
            if self.endless_heredocs == ENDLESS_HEREDOCS {
                self.reject(resume, limit, issue::too_many_heredocs(self.source, resume, limit));
                self.position = limit;
            }
            return;
        };
        self.string_start.get_or_insert(self.tokens.list.len());
        let flags = if self.first_on_line { TokenFlags::FIRST } else { TokenFlags::NONE };
        self.push_cooked(TokenKind::Heredoc, lo, resume, flags, tag.syntax);
        self.context.jump = Some(end.next);
        let mut stop = end.lo;
        if end.removes_break {
            let kept = text[start..stop].strip_suffix('\n').unwrap_or(&text[start..stop]);
            stop = start + kept.strip_suffix('\r').unwrap_or(kept).len();
        }
        let body = Body { escapes: tag.escapes, resume, start, margin: end.margin.into() };
        self.enter(body, start, stop, tag.interpolates);
    }

    /// Returns the offset of the first line break at or after `from`. A line with many tags is scanned once.
    fn line_break(&mut self, from: usize) -> Option<usize> {
        let searched = if self.unbroken.contains(&from) { self.unbroken.end } else { from };
        let found = self.rest(searched).find('\n').map(|length| searched + length);
        self.unbroken = from..found.unwrap_or(self.context.limit.max(from));
        found
    }

    /// Continues with the text of a heredoc.
    fn enter(&mut self, body: Body, start: usize, stop: usize, interpolates: bool) {
        let interpolations = self.interpolations.len();
        let inner = Context { body: Some(body), interpolations, ..Context::new(stop) };
        self.outer.push(std::mem::replace(&mut self.context, inner));
        self.position = start;
        self.first_on_line = false;
        if interpolates {
            self.string_text(Style::Heredoc, TokenKind::StringStart, start, start);
        } else {
            self.plain_heredoc(start, stop);
        }
        // The code loop leaves the context at its end; immediately if there is nothing to interpolate.
    }
}

enum TagFault {
    Syntax,
    Empty,
    Repeated(String),
    Unknown(char),
}

impl TagFault {
    fn diagnostic(&self, lexer: &Lexer<'_>, lo: usize, hi: usize) -> Diagnostic {
        let source = lexer.source;
        match self {
            Self::Syntax => issue::heredoc_invalid_syntax(source, lo, hi),
            Self::Empty => issue::heredoc_empty_endtag(source, lo, hi),
            Self::Repeated(escapes) => issue::heredoc_multiple_escapes(source, lo, hi, escapes),
            Self::Unknown(escape) => issue::heredoc_invalid_escape(source, lo, hi, *escape),
        }
    }
}

/// Parses the text between `@(` and `)`: `tag`, `tag:syntax`, `tag/escapes`, optionally with the tag in
/// double quotes.
fn parse_tag(text: &str) -> Result<Tag<'_>, TagFault> {
    let end = text.find([':', '/', '\r', '\n']).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if name.is_empty() {
        return Err(TagFault::Syntax);
    }
    let (syntax, rest) = match rest.strip_prefix(':') {
        None => ("", rest),
        Some(after) => {
            let after = after.trim_start_matches(is_blank);
            let length =
                after.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '+').unwrap_or(after.len());
            let (syntax, rest) = after.split_at(length);
            if syntax.len() < 2 || !syntax.starts_with(|c: char| c.is_ascii_lowercase()) {
                return Err(TagFault::Syntax);
            }
            (syntax, rest.trim_start_matches(is_blank))
        }
    };
    let letters = match rest.strip_prefix('/') {
        None if rest.is_empty() => None,
        None => return Err(TagFault::Syntax),
        Some(letters) => Some(letters.trim_end_matches(is_blank)),
    };
    let is_escape = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '$';
    if letters.is_some_and(|letters| !letters.chars().all(is_escape)) {
        return Err(TagFault::Syntax);
    }
    let name = name.trim();
    let quoted = name.strip_prefix('"').and_then(|inside| inside.strip_suffix('"'));
    let end = quoted.map_or(name, str::trim);
    if end.is_empty() {
        return Err(TagFault::Empty);
    }
    let escapes = letters.map_or(Ok(Escapes::NONE), parse_escapes)?;
    Ok(Tag { end, syntax, interpolates: quoted.is_some(), escapes })
}

/// Parses the letters after the slash of a tag. No letters enable all escapes.
fn parse_escapes(letters: &str) -> Result<Escapes, TagFault> {
    let letters = if letters.is_empty() { "trnsuL$" } else { letters };
    let repeated = letters.char_indices().any(|(at, letter)| letters[..at].contains(letter));
    if repeated {
        return Err(TagFault::Repeated(letters.chars().map(String::from).collect::<Vec<_>>().join(", ")));
    }
    letters.chars().try_fold(Escapes::BACKSLASH, |escapes, letter| {
        Ok(escapes.with(match letter {
            't' => Escapes::TAB,
            'r' => Escapes::RETURN,
            'n' => Escapes::NEWLINE,
            's' => Escapes::SPACE,
            'u' => Escapes::UNICODE,
            '$' => Escapes::DOLLAR,
            'L' => Escapes::JOIN,
            _ => return Err(TagFault::Unknown(letter)),
        }))
    })
}

/// Finds the end line of a heredoc: a line that ends with the tag, optionally preceded by `|` and `-`.
fn end_line<'t>(text: &'t str, start: usize, tag: &str) -> Option<EndLine<'t>> {
    let mut lo = start;
    for line in text[start..].split_inclusive('\n') {
        let next = lo + line.len();
        let bare = line.strip_suffix('\n').unwrap_or(line).trim_end_matches(is_blank);
        if let Some(before) = bare.strip_suffix(tag) {
            // Puppet ignores text before the markers.
            let before = before.trim_end_matches(is_blank);
            let (before, removes_break) = strip_marker(before, '-');
            let (before, has_margin) = strip_marker(before, '|');
            let margin = if has_margin { &before[before.trim_end_matches(is_blank).len()..] } else { "" };
            return Some(EndLine { margin, removes_break, lo, next });
        }
        lo = next;
    }
    None
}

/// Removes a marker and the blanks before it from the end of a text. For `|`, the blanks are the margin and are kept.
fn strip_marker(text: &str, marker: char) -> (&str, bool) {
    match text.strip_suffix(marker) {
        Some(before) if marker == '-' => (before.trim_end_matches(is_blank), true),
        Some(before) => (before, true),
        None => (text, false),
    }
}

impl Lexer<'_> {
    /// Reads the text of a heredoc without interpolation.
    fn plain_heredoc(&mut self, start: usize, stop: usize) {
        self.position = stop;
        self.push_text(Style::Heredoc, TokenKind::String, start, stop);
    }
}
