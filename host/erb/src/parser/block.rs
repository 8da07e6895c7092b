//! Blocks, lambdas, methods and their parameters.

use std::rc::Rc;

use super::{Parser, boxed, text};
use crate::error::TemplateError;
use crate::syntax_tree::{AssignTarget, Begin, BlockCode, BlockParameter, Expr, ExprKind, Ident};

impl Parser<'_> {
    /// Parses the block after a call, if there is one.
    pub(super) fn block(&mut self) -> Result<Option<Rc<BlockCode>>, TemplateError> {
        let start = self.at;
        self.skip_blanks();
        let end = if self.take("{") {
            "}"
        } else if !self.without_do && self.take_keyword("do") {
            "end"
        } else {
            self.at = start;
            return Ok(None);
        };
        self.locals.push(Vec::new());
        let block = self.bracketed(|parser| parser.block_body(end));
        self.locals.pop();
        block.map(Some)
    }

    fn block_body(&mut self, end: &str) -> Result<Rc<BlockCode>, TemplateError> {
        self.skip_blanks();
        let (parameters, has_excess_comma) = match self.at_parameters() {
            true => self.parameters('|')?,
            false => (Vec::new(), false),
        };
        let body = self.body(end)?;
        Ok(Rc::new(BlockCode { parameters, body, has_excess_comma }))
    }

    fn at_parameters(&mut self) -> bool {
        let start = self.at;
        self.skip_separators_but_semicolons();
        if self.take("|") {
            return true;
        }
        self.at = start;
        false
    }

    /// Parses the body of a block or method with its rescue clauses.
    pub(super) fn body(&mut self, end: &str) -> Result<Expr, TemplateError> {
        if end == "}" {
            let body = self.statements(&[])?;
            self.expect("}")?;
            return Ok(body);
        }
        let line = self.line();
        let begin = self.begin_parts()?;
        self.expect_keyword("end")?;
        Ok(match begin {
            Begin { body, rescues, otherwise: None, ensure: None } if rescues.is_empty() => *body,
            begin => Expr { kind: ExprKind::Begin(begin), line },
        })
    }

    /// Parses `->(x) { … }` after the arrow.
    pub(super) fn arrow(&mut self) -> Result<ExprKind, TemplateError> {
        self.locals.push(Vec::new());
        let block = self.bracketed(|parser| {
            parser.skip_blanks();
            let parameters = if parser.take("(") { parser.parameters(')')?.0 } else { parser.plain_parameters()? };
            parser.skip_blanks();
            let end = if parser.take("{") { "}" } else { "end" };
            if end == "end" && !parser.take_keyword("do") {
                return Err(parser.unexpected());
            }
            let body = parser.body(end)?;
            Ok(Rc::new(BlockCode { parameters, body, has_excess_comma: false }))
        });
        self.locals.pop();
        block.map(ExprKind::Lambda)
    }

    /// Parses parameters without brackets: `def f a, b`, `-> a, b {`.
    pub(super) fn plain_parameters(&mut self) -> Result<Vec<BlockParameter>, TemplateError> {
        let mut parameters = Vec::new();
        self.skip_blanks();
        while self.peek_word().is_some() && !self.is_keyword("do") || matches!(self.peek(), Some('*' | '&')) {
            parameters.push(self.parameter()?);
            self.skip_blanks();
            if !self.take(",") {
                break;
            }
            self.skip_blanks();
        }
        Ok(parameters)
    }

    /// Parses parameters up to a closing bracket, after the opening one. Returns also whether there was a trailing
    /// comma.
    pub(super) fn parameters(&mut self, end: char) -> Result<(Vec<BlockParameter>, bool), TemplateError> {
        let mut parameters = Vec::new();
        let mut has_comma = false;
        loop {
            self.skip_separators_but_semicolons();
            if self.peek() == Some(end) {
                self.at += 1;
                return Ok((parameters, has_comma));
            }
            if self.take(";") {
                // Block-local variables.
                self.skip_blanks();
                while let Some(name) = self.word().map(str::to_owned) {
                    self.declare_here(&name);
                    self.skip_blanks();
                    self.take(",");
                    self.skip_blanks();
                }
                continue;
            }
            parameters.push(self.parameter()?);
            self.skip_separators_but_semicolons();
            has_comma = self.take(",");
            if !has_comma && self.peek() != Some(end) && self.peek() != Some(';') {
                return Err(self.unexpected());
            }
        }
    }

    fn parameter(&mut self) -> Result<BlockParameter, TemplateError> {
        self.skip_blanks();
        if self.starts_with("**") {
            return Err(self.unsupported("keyword parameters are"));
        }
        if self.take("&") {
            return Ok(BlockParameter::Block(self.parameter_name()?));
        }
        if self.take("*") {
            let target = match self.peek_word() {
                Some(_) => AssignTarget::Local(self.parameter_name()?),
                None => AssignTarget::Nothing,
            };
            return Ok(BlockParameter::Rest(target));
        }
        if self.starts_with("(") {
            return Ok(BlockParameter::Required(self.parameter_target()?));
        }
        let name = self.parameter_name()?;
        if self.starts_with(":") {
            return Err(self.unsupported("keyword parameters are"));
        }
        self.skip_blanks();
        if self.starts_with("=") && !self.starts_with("==") {
            self.at += 1;
            // A `|` ends the parameters of a block.
            let default = self.operation(11)?;
            return Ok(BlockParameter::Optional(name, default));
        }
        Ok(BlockParameter::Required(AssignTarget::Local(name)))
    }

    /// Parses a destructuring parameter: `(a, (b, *c))`.
    fn parameter_target(&mut self) -> Result<AssignTarget, TemplateError> {
        self.nested(|parser| {
            parser.skip_blanks();
            if parser.take("*") {
                let inner = match parser.peek_word() {
                    Some(_) => AssignTarget::Local(parser.parameter_name()?),
                    None => AssignTarget::Nothing,
                };
                return Ok(AssignTarget::Splat(Box::new(inner)));
            }
            if !parser.take("(") {
                return Ok(AssignTarget::Local(parser.parameter_name()?));
            }
            let mut targets = vec![parser.parameter_target()?];
            parser.skip_blanks();
            while parser.take(",") {
                targets.push(parser.parameter_target()?);
                parser.skip_blanks();
            }
            parser.expect(")")?;
            Ok(AssignTarget::Many(targets))
        })
    }

    fn parameter_name(&mut self) -> Result<Ident, TemplateError> {
        match self.word().map(text) {
            Some(name) => {
                self.declare_here(&name);
                Ok(name)
            }
            None => Err(self.unexpected()),
        }
    }

    /// Declares a variable that hides outer ones of the same name.
    fn declare_here(&mut self, name: &str) {
        let innermost = self.locals.last_mut().expect("the scope of the program is never left");
        innermost.push(name.into());
    }

    /// Parses `def name(parameters)` and the body, after the keyword.
    pub(super) fn definition(&mut self) -> Result<ExprKind, TemplateError> {
        self.skip_blanks();
        if self.is_keyword("self") {
            self.word();
            self.expect(".")?;
        }
        let name = self.method_name()?;
        if self.starts_with("=") || self.starts_with(".") {
            return Err(self.unsupported("setter methods and singleton methods are"));
        }
        // The empty name marks that a method does not see the surrounding variables.
        self.locals.push(vec![text("")]);
        let block = self.bracketed(|parser| {
            parser.skip_blanks();
            let parameters = if parser.take("(") { parser.parameters(')')?.0 } else { parser.plain_parameters()? };
            let body = parser.body("end")?;
            Ok(Rc::new(BlockCode { parameters, body, has_excess_comma: false }))
        });
        self.locals.pop();
        Ok(ExprKind::Define(text(&name), block?))
    }

    pub(super) fn nothing(&self) -> Box<Expr> {
        boxed(Expr { kind: ExprKind::Nil, line: self.line() })
    }
}
