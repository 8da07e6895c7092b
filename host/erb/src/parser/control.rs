//! Constructs that start with a keyword: conditions, loops, `begin`, jumps, and literal keywords such as `nil`.

use super::{Parser, boxed};
use crate::error::TemplateError;
use crate::syntax_tree::{Begin, Expr, ExprKind, Rescue, When, While};

impl Parser<'_> {
    /// Parses a construct that starts with a keyword, if one is next.
    pub(super) fn keyword(&mut self, line: u32) -> Result<Option<Expr>, TemplateError> {
        let Some(word) = self.peek_word().filter(|word| self.is_keyword(word)) else { return Ok(None) };
        let kind = match word {
            "nil" => self.word_as(ExprKind::Nil),
            "true" => self.word_as(ExprKind::Boolean(true)),
            "false" => self.word_as(ExprKind::Boolean(false)),
            "self" => self.word_as(ExprKind::This),
            "__FILE__" | "__LINE__" | "__method__" | "__dir__" => {
                return Err(self.unsupported(&format!("`{word}` is")));
            }
            "if" => self.after_word(Self::conditional)?,
            "unless" => self.after_word(|parser| match parser.conditional()? {
                ExprKind::If(condition, yes, no) => Ok(ExprKind::If(condition, no, yes)),
                other => Ok(other),
            })?,
            "while" | "until" => self.loop_statement()?,
            "for" => self.after_word(Self::for_statement)?,
            "case" => self.after_word(Self::case)?,
            "begin" => self.after_word(|parser| {
                let begin = parser.begin_parts()?;
                parser.expect_keyword("end")?;
                Ok(ExprKind::Begin(begin))
            })?,
            "def" => self.after_word(Self::definition)?,
            "return" => self.after_word(|parser| parser.jump_value().map(ExprKind::Return))?,
            "break" => self.after_word(|parser| parser.jump_value().map(ExprKind::Break))?,
            "next" => self.after_word(|parser| parser.jump_value().map(ExprKind::Next))?,
            "yield" => self.after_word(|parser| Ok(ExprKind::Yield(parser.arguments()?.list)))?,
            "not" => return self.negated().map(Some),
            "class" | "module" | "alias" | "undef" | "super" | "redo" | "retry" | "BEGIN" | "END" => {
                return Err(self.unsupported(&format!("`{word}` is")));
            }
            "and" | "do" | "else" | "elsif" | "end" | "ensure" | "in" | "or" | "rescue" | "then" | "when" => {
                return Err(self.unexpected());
            }
            _ => return Ok(None),
        };
        Ok(Some(Expr { kind, line }))
    }

    fn word_as(&mut self, kind: ExprKind) -> ExprKind {
        self.word();
        kind
    }

    fn after_word(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<ExprKind, TemplateError>,
    ) -> Result<ExprKind, TemplateError> {
        self.word();
        self.bracketed(inner)
    }

    /// Parses a condition and its branches, after `if`, `unless` or `elsif`, up to the `end`.
    fn conditional(&mut self) -> Result<ExprKind, TemplateError> {
        self.nested(|parser| {
            parser.skip_separators_but_semicolons();
            let condition = boxed(parser.condition()?);
            parser.branch_start()?;
            let yes = boxed(parser.statements(&["elsif", "else", "end"])?);
            let line = parser.line();
            let no = if parser.take_keyword("elsif") {
                return Ok(ExprKind::If(condition, yes, boxed(Expr { kind: parser.conditional()?, line })));
            } else if parser.take_keyword("else") {
                boxed(parser.statements(&["end"])?)
            } else {
                parser.nothing()
            };
            parser.expect_keyword("end")?;
            Ok(ExprKind::If(condition, yes, no))
        })
    }

    /// Skips the separator between condition and branch: a `then`, or the end of the line.
    fn branch_start(&mut self) -> Result<(), TemplateError> {
        self.skip_blanks();
        if !matches!(self.peek(), Some('\n' | '\r' | ';' | '#')) && !self.is_keyword("then") {
            return Err(self.unexpected());
        }
        self.skip_separators();
        self.take_keyword("then");
        Ok(())
    }

    fn loop_statement(&mut self) -> Result<ExprKind, TemplateError> {
        let is_until = self.word() == Some("until");
        let condition = boxed(self.with_do(true, Self::condition)?);
        let body = boxed(self.loop_body()?);
        Ok(ExprKind::While(While { condition, body, is_until, runs_first: false }))
    }

    /// Parses the body of a loop, with an optional `do`, up to the `end`.
    fn loop_body(&mut self) -> Result<Expr, TemplateError> {
        self.skip_blanks();
        self.take_keyword("do");
        let body = self.bracketed(|parser| parser.statements(&["end"]))?;
        self.expect_keyword("end")?;
        Ok(body)
    }

    fn for_statement(&mut self) -> Result<ExprKind, TemplateError> {
        let mut targets = vec![self.list_target()?];
        self.skip_blanks();
        while self.take(",") {
            targets.push(self.list_target()?);
            self.skip_blanks();
        }
        self.expect_keyword("in")?;
        let list = boxed(self.with_do(true, Self::expression)?);
        let body = boxed(self.loop_body()?);
        Ok(ExprKind::For(targets, list, body))
    }

    fn case(&mut self) -> Result<ExprKind, TemplateError> {
        self.skip_blanks();
        let subject = match self.peek() {
            Some('\n' | '\r' | ';' | '#') => None,
            _ if self.is_keyword("when") => None,
            _ => Some(boxed(self.condition()?)),
        };
        // Only white space may occur between `case` and the first `when`.
        let before = self.statements(&["when", "else", "end", "in"])?;
        if !matches!(&before.kind, ExprKind::Sequence(list) if list.is_empty()) {
            return Err(self.fault("there is text between `case` and the first `when`"));
        }
        if self.is_keyword("in") {
            return Err(self.unsupported("`in` of `case` is"));
        }
        let mut branches = Vec::new();
        while self.take_keyword("when") {
            let mut values = Vec::new();
            loop {
                self.skip_separators_but_semicolons();
                let line = self.line();
                values.push(if self.take("*") {
                    let list = self.expression()?;
                    Expr { kind: ExprKind::Splat(boxed(list)), line }
                } else {
                    self.expression()?
                });
                self.skip_blanks();
                if !self.take(",") {
                    break;
                }
            }
            self.branch_start()?;
            let body = self.statements(&["when", "else", "end"])?;
            branches.push(When { values, body });
        }
        let otherwise = if self.take_keyword("else") { boxed(self.statements(&["end"])?) } else { self.nothing() };
        self.expect_keyword("end")?;
        Ok(ExprKind::Case(subject, branches, otherwise))
    }

    /// Parses statements with their rescue clauses up to the `end`, which is not consumed.
    pub(super) fn begin_parts(&mut self) -> Result<Begin, TemplateError> {
        const PARTS: &[&str] = &["rescue", "else", "ensure", "end"];
        let body = boxed(self.statements(PARTS)?);
        let mut begin = Begin { body, rescues: Vec::new(), otherwise: None, ensure: None };
        while self.take_keyword("rescue") {
            let mut classes = Vec::new();
            self.skip_blanks();
            while !matches!(self.peek(), None | Some('\n' | '\r' | ';' | '=' | '#')) && !self.is_keyword("then") {
                classes.push(self.operand()?);
                self.skip_blanks();
                if !self.take(",") {
                    break;
                }
                self.skip_separators_but_semicolons();
            }
            self.skip_blanks();
            let variable = if self.take("=>") { Some(self.list_target()?) } else { None };
            self.branch_start()?;
            let body = self.statements(PARTS)?;
            begin.rescues.push(Rescue { classes, variable, body });
        }
        if self.take_keyword("else") {
            begin.otherwise = Some(boxed(self.statements(PARTS)?));
        }
        if self.take_keyword("ensure") {
            begin.ensure = Some(boxed(self.statements(PARTS)?));
        }
        Ok(begin)
    }

    /// Parses the value of a jump, if there is one.
    fn jump_value(&mut self) -> Result<Option<Box<Expr>>, TemplateError> {
        self.skip_blanks();
        let is_over = matches!(self.peek(), None | Some('\n' | '\r' | ';' | '#' | '}' | ')'));
        if is_over || ["if", "unless", "end", "while", "until"].iter().any(|word| self.is_keyword(word)) {
            return Ok(None);
        }
        let line = self.line();
        let mut values = vec![self.expression()?];
        self.skip_blanks();
        while self.take(",") {
            self.skip_separators_but_semicolons();
            values.push(self.expression()?);
            self.skip_blanks();
        }
        let value = if values.len() == 1 { values.remove(0) } else { Expr { kind: ExprKind::Array(values), line } };
        Ok(Some(boxed(value)))
    }
}
