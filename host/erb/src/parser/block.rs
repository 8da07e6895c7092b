//! Blocks, lambdas and the parameters of both and of methods.

use std::rc::Rc;

use super::{Parser, boxed, text};
use crate::fault::Fault;
use crate::tree::{Begin, Block, Kind, Name, Node, Parameter, Target};

impl Parser<'_> {
    /// Reads the block after a call, if there is one.
    pub(super) fn block(&mut self) -> Result<Option<Rc<Block>>, Fault> {
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

    fn block_body(&mut self, end: &str) -> Result<Rc<Block>, Fault> {
        self.skip_blanks();
        let (parameters, has_excess_comma) = match self.at_parameters() {
            true => self.parameters('|')?,
            false => (Vec::new(), false),
        };
        let body = self.body(end)?;
        Ok(Rc::new(Block { parameters, body, has_excess_comma }))
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

    /// Reads the statements of a block, or of a method, with what it rescues.
    pub(super) fn body(&mut self, end: &str) -> Result<Node, Fault> {
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
            begin => Node { kind: Kind::Begin(begin), line },
        })
    }

    /// Reads `->(x) { … }`, after the arrow.
    pub(super) fn arrow(&mut self) -> Result<Kind, Fault> {
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
            Ok(Rc::new(Block { parameters, body, has_excess_comma: false }))
        });
        self.locals.pop();
        block.map(Kind::Lambda)
    }

    /// Reads parameters without brackets: `def f a, b`, `-> a, b {`.
    pub(super) fn plain_parameters(&mut self) -> Result<Vec<Parameter>, Fault> {
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

    /// Reads parameters up to a closing bracket, after the opening one. Says whether a comma was too many.
    pub(super) fn parameters(&mut self, end: char) -> Result<(Vec<Parameter>, bool), Fault> {
        let mut parameters = Vec::new();
        let mut has_comma = false;
        loop {
            self.skip_separators_but_semicolons();
            if self.peek() == Some(end) {
                self.at += 1;
                return Ok((parameters, has_comma));
            }
            if self.take(";") {
                // Variables of the block alone.
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

    fn parameter(&mut self) -> Result<Parameter, Fault> {
        self.skip_blanks();
        if self.starts_with("**") {
            return Err(self.unsupported("parameters by keyword are"));
        }
        if self.take("&") {
            return Ok(Parameter::Block(self.parameter_name()?));
        }
        if self.take("*") {
            let target = match self.peek_word() {
                Some(_) => Target::Local(self.parameter_name()?),
                None => Target::Nothing,
            };
            return Ok(Parameter::Rest(target));
        }
        if self.starts_with("(") {
            return Ok(Parameter::Required(self.parameter_target()?));
        }
        let name = self.parameter_name()?;
        if self.starts_with(":") {
            return Err(self.unsupported("parameters by keyword are"));
        }
        self.skip_blanks();
        if self.starts_with("=") && !self.starts_with("==") {
            self.at += 1;
            // A `|` ends the parameters of a block.
            let default = self.operation(11)?;
            return Ok(Parameter::Optional(name, default));
        }
        Ok(Parameter::Required(Target::Local(name)))
    }

    /// Reads a parameter that takes a list apart: `(a, (b, *c))`.
    fn parameter_target(&mut self) -> Result<Target, Fault> {
        self.nested(|parser| {
            parser.skip_blanks();
            if parser.take("*") {
                let inner = match parser.peek_word() {
                    Some(_) => Target::Local(parser.parameter_name()?),
                    None => Target::Nothing,
                };
                return Ok(Target::Splat(Box::new(inner)));
            }
            if !parser.take("(") {
                return Ok(Target::Local(parser.parameter_name()?));
            }
            let mut targets = vec![parser.parameter_target()?];
            parser.skip_blanks();
            while parser.take(",") {
                targets.push(parser.parameter_target()?);
                parser.skip_blanks();
            }
            parser.expect(")")?;
            Ok(Target::Many(targets))
        })
    }

    fn parameter_name(&mut self) -> Result<Name, Fault> {
        match self.word().map(text) {
            Some(name) => {
                self.declare_here(&name);
                Ok(name)
            }
            None => Err(self.unexpected()),
        }
    }

    /// Makes a variable known that hides one of the same name further out.
    fn declare_here(&mut self, name: &str) {
        let innermost = self.locals.last_mut().expect("the scope of the program is never left");
        innermost.push(name.into());
    }

    /// Reads `def name(parameters)` and its code, after the keyword.
    pub(super) fn definition(&mut self) -> Result<Kind, Fault> {
        self.skip_blanks();
        if self.is_keyword("self") {
            self.word();
            self.expect(".")?;
        }
        let name = self.method_name()?;
        if self.starts_with("=") || self.starts_with(".") {
            return Err(self.unsupported("methods of attributes or of single objects are"));
        }
        // The empty name marks that a method sees nothing of what is around it.
        self.locals.push(vec![text("")]);
        let block = self.bracketed(|parser| {
            parser.skip_blanks();
            let parameters = if parser.take("(") { parser.parameters(')')?.0 } else { parser.plain_parameters()? };
            let body = parser.body("end")?;
            Ok(Rc::new(Block { parameters, body, has_excess_comma: false }))
        });
        self.locals.pop();
        Ok(Kind::Define(text(&name), block?))
    }

    pub(super) fn nothing(&self) -> Box<Node> {
        boxed(Node { kind: Kind::Nil, line: self.line() })
    }
}
