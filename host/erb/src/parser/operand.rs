//! Operands: names, constants, variables, brackets, and subsequent calls, element accesses and assignments.

use super::{Parser, boxed, is_name_start, text};
use crate::error::TemplateError;
use crate::syntax_tree::{Call, Expr, ExprKind};

impl Parser<'_> {
    /// Parses an operand with subsequent calls, element accesses and assignments.
    pub(super) fn operand(&mut self) -> Result<Expr, TemplateError> {
        let node = self.path()?;
        self.assignment(node)
    }

    /// Parses an operand with subsequent calls and element accesses.
    pub(super) fn path(&mut self) -> Result<Expr, TemplateError> {
        self.nested(|parser| {
            parser.skip_blanks();
            let mut node = parser.primary()?;
            loop {
                let before = parser.at;
                node = parser.suffixed(node)?;
                if parser.at == before {
                    break;
                }
                parser.link()?;
            }
            Ok(node)
        })
    }

    /// Parses one call or element access after an operand, if there is one.
    fn suffixed(&mut self, node: Expr) -> Result<Expr, TemplateError> {
        let line = node.line;
        if self.starts_with("[") {
            self.at += 1;
            let arguments = self.bracketed(|parser| parser.list_until(']'))?;
            return Ok(self.call(Some(node), "[]", arguments, line));
        }
        if self.starts_with("::") {
            self.at += 2;
            if let (ExprKind::Constant(path), Some(true)) = (&node.kind, self.peek().map(char::is_uppercase)) {
                let word = self.word().unwrap_or_default();
                if !self.starts_with("(") {
                    return Ok(Expr { kind: ExprKind::Constant(text(&format!("{path}::{word}"))), line });
                }
                self.at -= word.len();
            }
            return self.method(node, false);
        }
        let Some(is_safe) = self.take_dot() else { return Ok(node) };
        self.method(node, is_safe)
    }

    /// Consumes the dot of a call, which may be on a later line. Returns whether it is `&.`.
    fn take_dot(&mut self) -> Option<bool> {
        let start = self.at;
        self.skip_blanks();
        if matches!(self.peek(), Some('\n' | '\r' | '#')) {
            self.skip_separators_but_semicolons();
        }
        if self.take("&.") {
            return Some(true);
        }
        if self.starts_with(".") && !self.starts_with("..") {
            self.at += 1;
            return Some(false);
        }
        self.at = start;
        None
    }

    /// Parses the name and the arguments of a call, after the dot.
    fn method(&mut self, receiver: Expr, is_safe: bool) -> Result<Expr, TemplateError> {
        self.skip_separators_but_semicolons();
        let line = self.line();
        // `x.(1)` is a call of `call`.
        let name = match self.peek() {
            Some('(') => "call".to_owned(),
            _ => self.method_name()?,
        };
        let arguments = self.arguments()?;
        let mut node = self.call(Some(receiver), &name, arguments.list, line);
        if let ExprKind::Call(call) = &mut node.kind {
            call.is_safe = is_safe;
            call.is_bare = !arguments.is_given;
            call.block = arguments.block;
        }
        Ok(node)
    }

    /// Parses the name of a method: a word, optionally with `?` or `!`, or an operator.
    pub(super) fn method_name(&mut self) -> Result<String, TemplateError> {
        if let Some(word) = self.word() {
            let mut name = word.to_owned();
            let second = self.peek_second();
            if let Some(mark @ ('?' | '!')) = self.peek()
                && (second != Some('=') || self.starts_with("?==") || self.starts_with("!=="))
            {
                self.at += 1;
                name.push(mark);
            }
            return Ok(name);
        }
        let operators =
            ["[]", "<=>", "===", "==", "=~", "<<", ">>", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "!"];
        match operators.iter().find(|operator| self.take(operator)) {
            Some(operator) => Ok((*operator).to_owned()),
            None => Err(self.unexpected()),
        }
    }

    pub(super) fn call(&self, receiver: Option<Expr>, name: &str, arguments: Vec<Expr>, line: u32) -> Expr {
        let receiver = receiver.map(boxed);
        let kind = Call { receiver, name: text(name), arguments, block: None, is_safe: false, is_bare: false };
        Expr { kind: ExprKind::Call(kind), line }
    }

    fn primary(&mut self) -> Result<Expr, TemplateError> {
        let line = self.line();
        let Some(first) = self.peek() else { return Err(self.unexpected()) };
        let kind = match first {
            '0'..='9' => self.number()?,
            '\'' | '"' => self.quoted()?,
            '%' => self.percent_literal()?,
            '`' => return Err(self.unsupported("commands are")),
            '?' => self.letter()?,
            ':' if self.starts_with("::") => {
                self.at += 2;
                ExprKind::Constant(text(self.word().unwrap_or_default()))
            }
            ':' => self.symbol()?,
            '/' => {
                self.at += 1;
                self.regexp('/', '/')?
            }
            '[' => {
                self.at += 1;
                ExprKind::Array(self.bracketed(|parser| parser.list_until(']'))?)
            }
            '{' => {
                self.at += 1;
                ExprKind::Hash(self.bracketed(Parser::hash)?)
            }
            '(' => {
                self.at += 1;
                let inner = self.bracketed(|parser| parser.statements(&[]))?;
                self.expect(")")?;
                return Ok(inner);
            }
            '-' if self.starts_with("->") => {
                self.at += 2;
                self.arrow()?
            }
            '-' => {
                // The sign of a number; `prefixed` handles the other cases.
                self.at += 1;
                match self.number()? {
                    ExprKind::Integer(number) => ExprKind::Integer(number.wrapping_neg()),
                    ExprKind::Float(number) => ExprKind::Float(-number),
                    other => other,
                }
            }
            '@' if self.starts_with("@@") => return Err(self.unsupported("class variables (`@@`) are")),
            '@' => {
                self.at += 1;
                match self.word() {
                    Some(name) => ExprKind::Instance(text(name)),
                    None => return Err(self.unexpected()),
                }
            }
            '$' => self.global()?,
            '<' if self.is_here_document() => return Err(self.unsupported("here documents are")),
            letter if letter.is_uppercase() && !self.is_keyword("BEGIN") && !self.is_keyword("END") => {
                return self.constant(line);
            }
            _ if self.take("defined?(") => {
                let inner = self.bracketed(Parser::condition)?;
                self.expect(")")?;
                ExprKind::Defined(boxed(inner))
            }
            letter if is_name_start(letter) => return self.named(line),
            _ => return Err(self.unexpected()),
        };
        Ok(Expr { kind, line })
    }

    fn is_here_document(&self) -> bool {
        let after = self.rest().strip_prefix("<<").map(|after| after.trim_start_matches(['~', '-']));
        after.is_some_and(|after| {
            after.starts_with(|letter: char| is_name_start(letter) || matches!(letter, '"' | '\''))
        })
    }

    /// Parses `$1`, `$~` and similar. Global variables of Ruby would expose the system; others were never set and are nil.
    fn global(&mut self) -> Result<ExprKind, TemplateError> {
        self.at += 1;
        let name = match self.peek() {
            Some('0'..='9') => self.digits(),
            Some(letter @ ('~' | '&')) => {
                self.at += 1;
                letter.to_string()
            }
            _ => {
                let name = self.peek_word().unwrap_or_default();
                let is_own = name.starts_with(|letter: char| letter.is_ascii_lowercase());
                if is_own && !["stdin", "stdout", "stderr"].contains(&name) {
                    self.at += name.len();
                    return Ok(ExprKind::Nil);
                }
                return Err(self.unsupported(&format!("the global variable `${name}` is")));
            }
        };
        Ok(ExprKind::Global(text(&name)))
    }

    fn digits(&mut self) -> String {
        let rest = self.rest();
        let digits = &rest[..rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len())];
        self.at += digits.len();
        digits.to_owned()
    }

    /// Parses a constant, or a function with the name of a constant: `Array(x)`.
    fn constant(&mut self, line: u32) -> Result<Expr, TemplateError> {
        let word = self.word().unwrap_or_default().to_owned();
        if self.starts_with("(") || self.is_command_with_text() {
            let arguments = self.arguments()?;
            let mut node = self.call(None, &word, arguments.list, line);
            if let ExprKind::Call(call) = &mut node.kind {
                call.block = arguments.block;
            }
            return Ok(node);
        }
        Ok(Expr { kind: ExprKind::Constant(text(&word)), line })
    }

    fn is_command_with_text(&self) -> bool {
        self.starts_with(" '") || self.starts_with(" \"")
    }

    /// Parses a construct that starts with a word: a keyword, a variable or a call.
    fn named(&mut self, line: u32) -> Result<Expr, TemplateError> {
        if let Some(node) = self.keyword(line)? {
            return Ok(node);
        }
        let start = self.at;
        let word = self.word().unwrap_or_default().to_owned();
        let is_call =
            self.starts_with("(") || matches!(self.peek(), Some('?' | '!')) && self.peek_second() != Some('=');
        // `x ?` starts a conditional operator, `x?` is a method name, which a variable cannot be.
        if self.is_local(&word) && !is_call {
            return Ok(Expr { kind: ExprKind::Local(text(&word)), line });
        }
        self.at = start;
        let name = self.method_name()?;
        if self.begins_assignment() {
            return Ok(Expr { kind: ExprKind::Local(text(&name)), line });
        }
        let arguments = self.arguments()?;
        let mut node = self.call(None, &name, arguments.list, line);
        if let ExprKind::Call(call) = &mut node.kind {
            call.is_bare = !arguments.is_given && arguments.block.is_none();
            call.block = arguments.block;
        }
        Ok(node)
    }
}
