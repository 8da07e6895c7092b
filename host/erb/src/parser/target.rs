//! Assignments: to variables, to elements, and multiple assignments.

use super::{Parser, boxed, text};
use crate::error::TemplateError;
use crate::syntax_tree::{AssignTarget, Begin, Call, Expr, ExprKind, Rescue};

/// Operators with an assignment form, longer ones first.
const UPDATES: &[&str] = &["**", "||", "&&", "<<", ">>", "+", "-", "*", "/", "%", "|", "&", "^"];

impl Parser<'_> {
    /// Returns whether an assignment operator follows.
    pub(super) fn begins_assignment(&mut self) -> bool {
        let start = self.at;
        self.skip_blanks();
        let found = self.peek_assignment().is_some();
        self.at = start;
        found
    }

    /// Returns the operator of the assignment that follows; empty for a plain `=`.
    fn peek_assignment(&self) -> Option<&'static str> {
        let rest = self.rest();
        if rest.starts_with('=') {
            return (!rest.starts_with("==") && !rest.starts_with("=~") && !rest.starts_with("=>")).then_some("");
        }
        let operator = UPDATES.iter().find(|operator| rest.starts_with(**operator))?;
        let after = &rest[operator.len()..];
        (after.starts_with('=') && !after.starts_with("==") && !after.starts_with("=~") && !after.starts_with("=>"))
            .then_some(*operator)
    }

    /// Parses the rest of an assignment, if one follows.
    pub(super) fn assignment(&mut self, node: Expr) -> Result<Expr, TemplateError> {
        if !is_assignable(&node.kind) {
            return Ok(node);
        }
        let start = self.at;
        self.skip_blanks();
        let Some(operator) = self.peek_assignment() else {
            self.at = start;
            return Ok(node);
        };
        self.at += operator.len() + 1;
        let line = node.line;
        let target = self.target(node)?;
        self.skip_separators_but_semicolons();
        let mut value = if operator.is_empty() && self.starts_with("*") {
            let element = self.list_element()?;
            Expr { kind: ExprKind::Array(vec![element]), line }
        } else {
            self.expression()?
        };
        self.skip_blanks();
        if self.take_keyword("rescue") {
            let rescue = Rescue { classes: Vec::new(), variable: None, body: self.expression()? };
            let begin = Begin { body: boxed(value), rescues: vec![rescue], otherwise: None, ensure: None };
            value = Expr { kind: ExprKind::Begin(begin), line };
        }
        let kind = match operator {
            "" => ExprKind::Assign(target, boxed(value)),
            operator => ExprKind::Update(target, text(operator), boxed(value)),
        };
        Ok(Expr { kind, line })
    }

    /// Parses a statement that may contain a list: `a, b = c` or `a = b, c`.
    pub(super) fn list_statement(&mut self) -> Result<Expr, TemplateError> {
        self.skip_blanks();
        let line = self.line();
        if self.starts_with("*") || self.starts_with("(") && self.is_list_of_targets() {
            let first = self.list_target()?;
            return self.assign_many(first, line);
        }
        let node = self.condition()?;
        self.skip_blanks();
        if self.peek() != Some(',') {
            return Ok(node);
        }
        match node.kind {
            ExprKind::Assign(target, value) => {
                let mut values = vec![*value];
                while self.take(",") {
                    self.skip_separators_but_semicolons();
                    values.push(self.list_element()?);
                    self.skip_blanks();
                }
                let list = Expr { kind: ExprKind::Array(values), line };
                Ok(Expr { kind: ExprKind::Assign(target, boxed(list)), line })
            }
            _ if is_target(&node) => {
                let first = self.target(node)?;
                self.assign_many(first, line)
            }
            _ => Err(self.unexpected()),
        }
    }

    /// Returns whether a parenthesis is a list of targets: `(a, b), c = …`.
    fn is_list_of_targets(&self) -> bool {
        let is_part = |letter: &char| letter.is_alphanumeric() || matches!(letter, '_' | '@' | ',' | ' ' | '*' | '(');
        let rest = self.rest();
        let inside = rest.find(|letter| !is_part(&letter)).unwrap_or(rest.len());
        let opened = rest[..inside].matches('(').count();
        let after = rest[inside..].trim_start_matches(')');
        let closed = rest.len() - inside - after.len();
        let after = after.trim_start();
        let is_assigned = after.starts_with([',', '=']) && !after.starts_with("==");
        rest[..inside].contains(',') && opened == closed && is_assigned
    }

    /// Parses the other targets of a multiple assignment and the values.
    fn assign_many(&mut self, first: AssignTarget, line: u32) -> Result<Expr, TemplateError> {
        let mut targets = vec![first];
        self.skip_blanks();
        while self.take(",") {
            self.skip_blanks();
            if self.peek() == Some('=') {
                break;
            }
            targets.push(self.list_target()?);
            self.skip_blanks();
        }
        self.expect("=")?;
        self.skip_separators_but_semicolons();
        let mut values = vec![self.list_element()?];
        self.skip_blanks();
        while self.take(",") {
            self.skip_separators_but_semicolons();
            values.push(self.list_element()?);
            self.skip_blanks();
        }
        let is_single = values.len() == 1 && !matches!(values[0].kind, ExprKind::Splat(_));
        let value = if is_single { values.remove(0) } else { Expr { kind: ExprKind::Array(values), line } };
        Ok(Expr { kind: ExprKind::AssignMany(targets, boxed(value)), line })
    }

    fn list_element(&mut self) -> Result<Expr, TemplateError> {
        let line = self.line();
        if self.take("*") {
            let inner = self.expression()?;
            return Ok(Expr { kind: ExprKind::Splat(boxed(inner)), line });
        }
        self.expression()
    }

    /// Parses one target of a multiple assignment.
    pub(super) fn list_target(&mut self) -> Result<AssignTarget, TemplateError> {
        self.nested(|parser| {
            parser.skip_blanks();
            if parser.take("*") {
                return match parser.peek_word() {
                    Some(_) => Ok(AssignTarget::Splat(Box::new(parser.list_target()?))),
                    None => Ok(AssignTarget::Splat(Box::new(AssignTarget::Nothing))),
                };
            }
            if parser.take("(") {
                let mut targets = vec![parser.list_target()?];
                parser.skip_blanks();
                while parser.take(",") {
                    targets.push(parser.list_target()?);
                    parser.skip_blanks();
                }
                parser.expect(")")?;
                return Ok(AssignTarget::Many(targets));
            }
            let node = parser.path()?;
            parser.target(node)
        })
    }

    /// Converts an expression to a target. Declares variables.
    fn target(&mut self, node: Expr) -> Result<AssignTarget, TemplateError> {
        Ok(match node.kind {
            ExprKind::Local(name) => {
                self.declare(&name);
                AssignTarget::Local(name)
            }
            ExprKind::Call(Call { receiver: None, name, is_bare: true, .. }) => {
                self.declare(&name);
                AssignTarget::Local(name)
            }
            ExprKind::Instance(name) => AssignTarget::Instance(name),
            ExprKind::Call(Call { receiver: Some(receiver), name, arguments, .. }) if &*name == "[]" => {
                AssignTarget::Element(receiver, arguments)
            }
            ExprKind::Call(Call { receiver: Some(_), name, .. }) => {
                return Err(self.unsupported(&format!("an assignment to the attribute `{name}` is")));
            }
            ExprKind::Constant(name) => {
                return Err(self.unsupported(&format!("an assignment to the constant `{name}` is")));
            }
            _ => return Err(self.unexpected()),
        })
    }
}

/// Returns whether an expression can be the target of an assignment.
fn is_assignable(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Local(_) | ExprKind::Instance(_) | ExprKind::Constant(_) => true,
        ExprKind::Call(call) => &*call.name == "[]" || call.receiver.is_some() && call.is_bare && call.block.is_none(),
        _ => false,
    }
}

fn is_target(node: &Expr) -> bool {
    let is_name = matches!(&node.kind, ExprKind::Call(call) if call.receiver.is_none() && call.is_bare);
    is_name || is_assignable(&node.kind)
}
