//! Arguments of calls, with and without parentheses.

use super::{KEYWORDS, Parser, boxed, is_name_start, text};
use crate::error::TemplateError;
use crate::syntax_tree::{BlockArgument, Expr, ExprKind, HashItem};

/// Arguments and block of a call.
pub(super) struct CallArguments {
    pub(super) list: Vec<Expr>,
    pub(super) block: Option<BlockArgument>,
    /// Whether there were parentheses or arguments.
    pub(super) is_given: bool,
}

impl Parser<'_> {
    /// Parses the arguments and the block of a call, after its name.
    pub(super) fn arguments(&mut self) -> Result<CallArguments, TemplateError> {
        let mut arguments = CallArguments { list: Vec::new(), block: None, is_given: false };
        if self.take("(") {
            arguments.is_given = true;
            self.bracketed(|parser| parser.argument_list(&mut arguments, Some(')')))?;
        } else if self.is_command() {
            arguments.is_given = true;
            self.skip_blanks();
            self.with_do(true, |parser| parser.argument_list(&mut arguments, None))?;
        }
        if arguments.block.is_none() {
            arguments.block = self.block()?.map(BlockArgument::Block);
        }
        Ok(arguments)
    }

    /// Returns whether arguments without parentheses follow: white space and a token that can only start an argument.
    /// After a name with `?` or `!`, no white space is needed.
    fn is_command(&mut self) -> bool {
        let start = self.at;
        let has_blanks = self.skip_blanks();
        let is_tight = self.text[..start].ends_with(['?', '!'])
            && self.peek().is_some_and(|letter| is_name_start(letter) || matches!(letter, '@' | '"' | '\''));
        let found = (has_blanks || is_tight) && self.begins_argument();
        self.at = start;
        found
    }

    fn begins_argument(&self) -> bool {
        let Some(first) = self.peek() else { return false };
        let second = self.peek_second();
        let is_tight = second.is_some_and(|letter| !letter.is_whitespace());
        match first {
            '\'' | '"' | '@' | '$' | '0'..='9' | '`' | '~' => true,
            '(' => true,
            '!' => second != Some('=') && second != Some('~'),
            '-' if second == Some('>') => true,
            '-' | '*' | '&' | '[' | '/' | '%' => {
                is_tight && second != Some('=') && !self.starts_with("&&") && !self.starts_with("&.")
            }
            ':' => second.is_some_and(|letter| is_name_start(letter) || matches!(letter, '"' | '\'' | ':')),
            '?' => is_tight && self.rest().chars().nth(2).is_none_or(|letter| !is_name_start(letter)),
            '<' => self.starts_with("<<~") || self.starts_with("<<-"),
            letter if is_name_start(letter) => {
                let word = self.peek_word().unwrap_or_default();
                let is_value = ["nil", "true", "false", "self", "not", "defined", "case", "yield"].contains(&word);
                is_value || !KEYWORDS.contains(&word) || self.rest()[word.len()..].starts_with(": ")
            }
            _ => false,
        }
    }

    /// Parses arguments up to a closing bracket or to the end of the statement.
    fn argument_list(&mut self, arguments: &mut CallArguments, end: Option<char>) -> Result<(), TemplateError> {
        let line = self.line();
        let mut entries = Vec::new();
        loop {
            if let Some(end) = end {
                self.skip_separators_but_semicolons();
                if self.peek() == Some(end) {
                    self.at += 1;
                    break;
                }
            }
            self.argument(arguments, &mut entries)?;
            match end {
                Some(_) => self.skip_separators_but_semicolons(),
                None => {
                    self.skip_blanks();
                }
            }
            if self.take(",") {
                self.skip_separators_but_semicolons();
            } else if let Some(end) = end {
                if self.peek() != Some(end) {
                    return Err(self.unexpected());
                }
            } else {
                break;
            }
        }
        if !entries.is_empty() {
            arguments.list.push(Expr { kind: ExprKind::Hash(entries), line });
        }
        Ok(())
    }

    fn argument(&mut self, arguments: &mut CallArguments, entries: &mut Vec<HashItem>) -> Result<(), TemplateError> {
        let line = self.line();
        if self.take("&") {
            let value = self.expression()?;
            arguments.block = Some(BlockArgument::Value(boxed(value)));
            return Ok(());
        }
        if self.starts_with("**") {
            self.at += 2;
            entries.push(HashItem::Splat(self.expression()?));
            return Ok(());
        }
        if self.take("*") {
            let value = self.expression()?;
            arguments.list.push(Expr { kind: ExprKind::Splat(boxed(value)), line });
            return Ok(());
        }
        match self.entry_or_element()? {
            Ok(entry) => entries.push(entry),
            Err(element) => arguments.list.push(element),
        }
        Ok(())
    }

    /// Parses an entry of a hash without braces, or an expression.
    pub(super) fn entry_or_element(&mut self) -> Result<Result<HashItem, Expr>, TemplateError> {
        let line = self.line();
        if let Some(key) = self.label() {
            self.skip_separators_but_semicolons();
            let value = self.expression()?;
            return Ok(Ok(HashItem::Pair(Expr { kind: ExprKind::Symbol(text(&key)), line }, value)));
        }
        let element = self.negated()?;
        self.skip_separators_before("=>");
        if self.take("=>") {
            self.skip_separators_but_semicolons();
            let value = self.expression()?;
            return Ok(Ok(HashItem::Pair(element, value)));
        }
        if let ExprKind::String(key) = &element.kind
            && self.text[..self.at].ends_with(['"', '\''])
            && self.starts_with(": ")
        {
            let key = Expr { kind: ExprKind::Symbol(key.clone()), line };
            self.at += 1;
            self.skip_separators_but_semicolons();
            let value = self.expression()?;
            return Ok(Ok(HashItem::Pair(key, value)));
        }
        Ok(Err(element))
    }

    /// Consumes the key of an entry: `a:`.
    fn label(&mut self) -> Option<String> {
        let word = self.peek_word()?;
        let after = &self.rest()[word.len()..];
        let mark = after.chars().next().filter(|mark| matches!(mark, '?' | '!'));
        let after = &after[usize::from(mark.is_some())..];
        let is_label = after.starts_with(':') && !after.starts_with("::");
        if !is_label || !after[1..].starts_with([' ', '\n', '\t', '\r']) {
            return None;
        }
        let key = word.to_owned() + &mark.map(String::from).unwrap_or_default();
        self.at += key.len() + 1;
        Some(key)
    }

    /// Skips white space on the line if a text follows it.
    fn skip_separators_before(&mut self, text: &str) {
        let start = self.at;
        self.skip_blanks();
        if !self.starts_with(text) {
            self.at = start;
        }
    }
}
