//! Parser of Ruby programs. There is no separate lexer: whether `/` is a division or starts a regular expression
//! depends on the preceding name, so tokens are read according to the parser's state.
//!
//! Unsupported syntax is rejected by name: classes, modules, commands, here documents.

use std::cell::Cell;
use std::rc::Rc;

use crate::error::TemplateError;
use crate::syntax_tree::{Expr, ExprKind, Ident};

mod block;
mod call;
mod control;
mod expression;
mod literal;
mod operand;
mod string;
mod target;

/// Maximum nesting depth of expressions.
const MAXIMUM_DEPTH: usize = 500;

/// Maximum length of a chain of operators and calls. Each of them contains all preceding ones.
const MAXIMUM_LINKS: usize = 3_000;

/// Remaining stack size below which a new segment is allocated, and the size of a segment.
const RED_ZONE: usize = 256 * 1024;
const SEGMENT: usize = 2 * 1024 * 1024;

/// Parses a program.
///
/// # Errors
/// Returns an error if the program is not valid Ruby or uses an unsupported feature.
pub(crate) fn parse(text: &str) -> Result<Expr, TemplateError> {
    let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let locals = vec![vec![crate::translate::OUTPUT.into()]];
    let known_line = Cell::new(0);
    let mut parser = Parser { text, at: 0, lines, known_line, locals, depth: 0, links: 0, without_do: false };
    let program = parser.statements(&[])?;
    match parser.at == text.len() {
        true => Ok(program),
        false => Err(parser.unexpected()),
    }
}

/// Reserved words.
const KEYWORDS: &[&str] = &[
    "BEGIN", "END", "alias", "and", "begin", "break", "case", "class", "def", "defined?", "do", "else", "elsif", "end",
    "ensure", "false", "for", "if", "in", "module", "next", "nil", "not", "or", "redo", "rescue", "retry", "return",
    "self", "super", "then", "true", "undef", "unless", "until", "when", "while", "yield",
];

struct Parser<'t> {
    text: &'t str,
    at: usize,
    /// Start of each line.
    lines: Vec<usize>,
    /// The line that was determined last.
    known_line: Cell<usize>,
    /// The declared variables, innermost scope last. Those around a method are not visible in it.
    locals: Vec<Vec<Ident>>,
    depth: usize,
    /// Maximum nesting depth of chains read so far.
    links: usize,
    /// Whether a `do` belongs to an outer construct: a loop, or a call without parentheses.
    without_do: bool,
}

impl<'t> Parser<'t> {
    /// Parses statements up to the end of the text, a closing bracket or one of the given keywords. The terminator is
    /// not consumed.
    fn statements(&mut self, ends: &[&str]) -> Result<Expr, TemplateError> {
        let line = self.line();
        let mut list = Vec::new();
        loop {
            self.skip_separators();
            if self.is_end(ends) {
                break;
            }
            list.push(self.statement()?);
            self.skip_blanks();
            if !self.is_end(ends) && !matches!(self.peek(), Some('\n' | '\r' | ';' | '#')) {
                return Err(self.unexpected());
            }
        }
        Ok(match list.len() {
            1 => list.remove(0),
            _ => Expr { kind: ExprKind::Sequence(list), line },
        })
    }

    fn is_end(&self, ends: &[&str]) -> bool {
        matches!(self.peek(), None | Some('}' | ')')) || ends.iter().any(|end| self.is_keyword(end))
    }

    /// Parses with the nesting depth increased, up to a limit.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, TemplateError>) -> Result<T, TemplateError> {
        if self.depth >= MAXIMUM_DEPTH {
            return Err(self.fault(format!("more than {MAXIMUM_DEPTH} expressions are nested")));
        }
        self.depth += 1;
        let beside = std::mem::take(&mut self.links);
        let result = stacker::maybe_grow(RED_ZONE, SEGMENT, || inner(self));
        self.links = self.links.max(beside);
        self.depth -= 1;
        result
    }

    /// Counts a link of a chain; returns an error if the chain is too long.
    fn link(&mut self) -> Result<(), TemplateError> {
        self.links += 1;
        if self.links > MAXIMUM_LINKS {
            return Err(self.fault(format!("more than {MAXIMUM_LINKS} operators and calls are chained")));
        }
        Ok(())
    }

    /// Parses within brackets, where a `do` belongs to the inner expression again.
    fn bracketed<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, TemplateError>) -> Result<T, TemplateError> {
        self.with_do(false, inner)
    }

    fn with_do<T>(
        &mut self,
        without: bool,
        inner: impl FnOnce(&mut Self) -> Result<T, TemplateError>,
    ) -> Result<T, TemplateError> {
        let before = std::mem::replace(&mut self.without_do, without);
        let result = inner(self);
        self.without_do = before;
        result
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn peek_second(&self) -> Option<char> {
        self.rest().chars().nth(1)
    }

    fn bump(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += letter.len_utf8();
        Some(letter)
    }

    fn starts_with(&self, text: &str) -> bool {
        self.rest().starts_with(text)
    }

    /// Consumes a text if it is next.
    fn take(&mut self, text: &str) -> bool {
        let found = self.starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Consumes white space, line ends and comments, and a text that must follow.
    fn expect(&mut self, text: &str) -> Result<(), TemplateError> {
        self.skip_separators_but_semicolons();
        if self.take(text) { Ok(()) } else { Err(self.unexpected()) }
    }

    /// Returns whether a keyword is next.
    fn is_keyword(&self, word: &str) -> bool {
        // Most of the time the first byte decides.
        if self.text.as_bytes().get(self.at) != word.as_bytes().first() {
            return false;
        }
        let Some(after) = self.rest().strip_prefix(word) else { return false };
        // `if:` is a key, `end?` the name of a method.
        let is_longer = after.starts_with(|letter| is_name(letter) || matches!(letter, '?' | '!'));
        let is_key = after.starts_with(':') && !after.starts_with("::");
        !is_longer && !is_key
    }

    fn take_keyword(&mut self, word: &str) -> bool {
        let found = self.is_keyword(word);
        if found {
            self.at += word.len();
        }
        found
    }

    fn expect_keyword(&mut self, word: &str) -> Result<(), TemplateError> {
        self.skip_separators();
        if self.take_keyword(word) { Ok(()) } else { Err(self.unexpected()) }
    }

    /// Skips white space on the line, and line ends after a backslash. Returns whether there was any.
    fn skip_blanks(&mut self) -> bool {
        // Mostly nothing is to be skipped.
        let can_be_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | 0xb | 0xc | b'\r' | b'\\');
        self.text.as_bytes().get(self.at).is_some_and(can_be_blank) && self.skip_several_blanks()
    }

    fn skip_several_blanks(&mut self) -> bool {
        let start = self.at;
        loop {
            match self.peek() {
                Some(' ' | '\t' | '\u{b}' | '\u{c}') => self.at += 1,
                Some('\r') if self.starts_with("\r\n") => self.at += 1,
                Some('\\') if self.starts_with("\\\n") => self.at += 2,
                Some('\\') if self.starts_with("\\\r\n") => self.at += 3,
                _ => return self.at > start,
            }
        }
    }

    /// Skips white space, line ends and comments.
    fn skip_separators_but_semicolons(&mut self) {
        loop {
            self.skip_blanks();
            match self.peek() {
                Some('\n' | '\r') => self.at += 1,
                Some('#') => self.at += self.rest().find('\n').unwrap_or(self.rest().len()),
                _ => return,
            }
        }
    }

    /// Skips white space, line ends, comments and semicolons.
    fn skip_separators(&mut self) {
        loop {
            self.skip_separators_but_semicolons();
            if !self.take(";") {
                return;
            }
        }
    }

    /// Returns the next token if it is a word, without `?` and `!`.
    fn peek_word(&self) -> Option<&'t str> {
        let rest = self.rest();
        rest.chars().next().filter(|letter| is_name_start(*letter))?;
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let plain = rest.bytes().take_while(is_plain).count();
        let length = match rest.as_bytes().get(plain) {
            Some(byte) if !byte.is_ascii() => rest.find(|letter| !is_name(letter)).unwrap_or(rest.len()),
            _ => plain,
        };
        Some(&rest[..length])
    }

    fn word(&mut self) -> Option<&'t str> {
        let word = self.peek_word()?;
        self.at += word.len();
        Some(word)
    }

    /// Declares a variable.
    fn declare(&mut self, name: &str) {
        if !self.is_local(name) {
            let innermost = self.locals.last_mut().expect("the scope of the program is never left");
            innermost.push(name.into());
        }
    }

    fn is_local(&self, name: &str) -> bool {
        // An empty name marks the scope of a method.
        let visible = self.locals.iter().rev().map(|scope| (scope, scope.iter().any(|known| known.is_empty())));
        for (scope, is_method) in visible {
            if scope.iter().any(|known| **known == *name) {
                return true;
            }
            if is_method {
                return false;
            }
        }
        false
    }

    fn line(&self) -> u32 {
        self.line_at(self.at)
    }

    fn line_at(&self, at: usize) -> u32 {
        // Most of the time it is the line of the preceding call, or a close one.
        let mut line = self.known_line.get();
        while self.lines.get(line).is_some_and(|start| *start <= at) {
            line += 1;
        }
        while line > 0 && self.lines[line - 1] > at {
            line -= 1;
        }
        self.known_line.set(line);
        u32::try_from(line).unwrap_or(u32::MAX)
    }

    fn fault(&self, message: impl Into<String>) -> TemplateError {
        TemplateError::syntax(self.line(), message)
    }

    /// Returns the error of a Ruby feature that is not supported in templates.
    fn unsupported(&self, what: &str) -> TemplateError {
        self.fault(format!("{what} not supported in templates")).unsupported()
    }

    /// Returns the error about an unexpected token.
    fn unexpected(&self) -> TemplateError {
        let rest = self.rest();
        let what = match (self.peek_word(), self.peek()) {
            _ if rest.starts_with("_erbout.<<") => "end of the tag".to_owned(),
            (_, None) => "end of the template".to_owned(),
            (_, Some('\n' | '\r')) => "end of the line".to_owned(),
            // The translation ends each tag with a semicolon.
            (_, Some(';')) => "end of the expression".to_owned(),
            (Some(word), _) => format!("'{word}'"),
            (None, Some(letter)) => format!("'{letter}'"),
        };
        self.fault(format!("syntax error, unexpected {what}"))
    }
}

fn is_name_start(letter: char) -> bool {
    letter.is_alphabetic() || letter == '_' || !letter.is_ascii() && !letter.is_whitespace()
}

fn is_name(letter: char) -> bool {
    is_name_start(letter) || letter.is_ascii_digit()
}

fn boxed(node: Expr) -> Box<Expr> {
    Box::new(node)
}

fn text(text: &str) -> Rc<str> {
    Rc::from(text)
}
