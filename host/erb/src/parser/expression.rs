//! Statements with modifiers (`… if x`), and expressions by operator precedence.

use super::{Parser, boxed, text};
use crate::error::TemplateError;
use crate::syntax_tree::{Begin, Call, Expr, ExprKind, Rescue, While};

/// Binary operators with their precedence and whether they are right-associative.
const OPERATORS: &[(&str, u8, bool)] = &[
    ("**", 16, true),
    ("*", 14, false),
    ("/", 14, false),
    ("%", 14, false),
    ("+", 13, false),
    ("-", 13, false),
    ("<<", 12, false),
    (">>", 12, false),
    ("&", 11, false),
    ("|", 10, false),
    ("^", 10, false),
    ("<=", 9, false),
    (">=", 9, false),
    ("<", 9, false),
    (">", 9, false),
    ("<=>", 8, false),
    ("===", 8, false),
    ("==", 8, false),
    ("!=", 8, false),
    ("=~", 8, false),
    ("!~", 8, false),
    ("&&", 7, false),
    ("||", 6, false),
    ("...", 5, false),
    ("..", 5, false),
];

/// Precedence of the unary minus, which is lower than that of `**` only.
const NEGATION: u8 = 15;

impl Parser<'_> {
    /// Parses a statement and its modifiers.
    pub(super) fn statement(&mut self) -> Result<Expr, TemplateError> {
        self.nested(|parser| {
            let mut node = parser.list_statement()?;
            loop {
                parser.skip_blanks();
                let line = node.line;
                let nothing = || boxed(Expr { kind: ExprKind::Nil, line });
                let kind = if parser.take_keyword("if") {
                    ExprKind::If(boxed(parser.condition()?), boxed(node), nothing())
                } else if parser.take_keyword("unless") {
                    ExprKind::If(boxed(parser.condition()?), nothing(), boxed(node))
                } else if parser.is_keyword("while") || parser.is_keyword("until") {
                    let is_until = parser.word() == Some("until");
                    let condition = boxed(parser.condition()?);
                    let runs_first = matches!(node.kind, ExprKind::Begin(_));
                    ExprKind::While(While { condition, body: boxed(node), is_until, runs_first })
                } else if parser.take_keyword("rescue") {
                    let rescue = Rescue { classes: Vec::new(), variable: None, body: parser.condition()? };
                    ExprKind::Begin(Begin { body: boxed(node), rescues: vec![rescue], otherwise: None, ensure: None })
                } else {
                    return Ok(node);
                };
                parser.link()?;
                node = Expr { kind, line };
            }
        })
    }

    /// Parses an expression with `not`, `and` and `or`, such as a condition.
    pub(super) fn condition(&mut self) -> Result<Expr, TemplateError> {
        let mut left = self.negated()?;
        loop {
            self.skip_blanks();
            let is_and = self.is_keyword("and");
            if !is_and && !self.is_keyword("or") {
                return Ok(left);
            }
            self.word();
            self.link()?;
            self.skip_separators_but_semicolons();
            let right = boxed(self.negated()?);
            let line = left.line;
            let kind = if is_and { ExprKind::And(boxed(left), right) } else { ExprKind::Or(boxed(left), right) };
            left = Expr { kind, line };
        }
    }

    pub(super) fn negated(&mut self) -> Result<Expr, TemplateError> {
        self.skip_blanks();
        let line = self.line();
        if self.take_keyword("not") {
            let inner = self.nested(Self::negated)?;
            return Ok(Expr { kind: ExprKind::Not(boxed(inner)), line });
        }
        self.expression()
    }

    /// Parses an expression without `not`, `and` and `or`, such as an argument or element.
    pub(super) fn expression(&mut self) -> Result<Expr, TemplateError> {
        self.nested(|parser| {
            let condition = parser.operation(0)?;
            parser.skip_blanks();
            if parser.peek() != Some('?') {
                return Ok(condition);
            }
            parser.at += 1;
            let line = condition.line;
            parser.skip_separators_but_semicolons();
            let yes = parser.expression()?;
            parser.expect(":")?;
            parser.skip_separators_but_semicolons();
            let no = parser.expression()?;
            Ok(Expr { kind: ExprKind::If(boxed(condition), boxed(yes), boxed(no)), line })
        })
    }

    /// Parses operands and binary operators with at least the given precedence.
    pub(super) fn operation(&mut self, least: u8) -> Result<Expr, TemplateError> {
        let mut left = self.prefixed(least)?;
        while let Some((operator, strength, from_right)) = self.peek_operator() {
            if strength < least {
                break;
            }
            self.at += operator.len();
            self.link()?;
            let line = left.line;
            if operator.starts_with("..") && !self.has_operand() {
                left = Expr { kind: ExprKind::Range(Some(boxed(left)), None, operator == "..."), line };
                continue;
            }
            self.skip_separators_but_semicolons();
            let inner = if from_right { strength } else { strength + 1 };
            let right = self.nested(|parser| parser.operation(inner))?;
            left = Expr { kind: combined(left, operator, right), line };
        }
        Ok(left)
    }

    /// Parses an operand with its unary operators.
    fn prefixed(&mut self, least: u8) -> Result<Expr, TemplateError> {
        self.skip_blanks();
        let line = self.line();
        let kind = match self.peek() {
            Some('!') => {
                self.at += 1;
                ExprKind::Not(boxed(self.nested(|parser| parser.prefixed(NEGATION + 2))?))
            }
            Some('-') if self.starts_with("->") => return self.operand(),
            Some('-') if self.peek_second().is_some_and(|letter| letter.is_ascii_digit()) => {
                // The sign belongs to the number, except in `-2 ** 2`.
                let start = self.at;
                self.at += 1;
                let number = self.operand()?;
                if self.peek_operator().is_some_and(|(operator, ..)| operator == "**") {
                    self.at = start + 1;
                    negated(self.nested(|parser| parser.operation(NEGATION + 1))?)
                } else {
                    self.at = start;
                    drop(number);
                    return self.operand();
                }
            }
            Some('-') => {
                self.at += 1;
                negated(self.nested(|parser| parser.operation(NEGATION))?)
            }
            Some('+') => {
                self.at += 1;
                unary(self.nested(|parser| parser.prefixed(NEGATION + 2))?, "+@")
            }
            Some('~') => {
                self.at += 1;
                unary(self.nested(|parser| parser.prefixed(NEGATION + 2))?, "~")
            }
            Some('.') if self.starts_with("..") => {
                let excludes_end = self.starts_with("...");
                self.at += if excludes_end { 3 } else { 2 };
                let end = self.nested(|parser| parser.operation(6))?;
                ExprKind::Range(None, Some(boxed(end)), excludes_end)
            }
            // With parentheses, `defined?` is an operand: `defined?(@x).nil?`.
            _ if self.is_keyword("defined?") && !self.starts_with("defined?(") => {
                self.at += "defined?".len();
                let inner = self.nested(|parser| parser.prefixed(least.max(6)))?;
                ExprKind::Defined(boxed(inner))
            }
            _ => return self.operand(),
        };
        Ok(Expr { kind, line })
    }

    /// Returns the next operator: the longest match, excluding assignments.
    fn peek_operator(&mut self) -> Option<(&'static str, u8, bool)> {
        self.skip_blanks();
        let rest = self.rest();
        // Most of the time the first byte decides.
        let first = *rest.as_bytes().first().filter(|first| b"*/%+-<>&|^=!.".contains(first))?;
        let fitting =
            OPERATORS.iter().filter(|(operator, ..)| operator.as_bytes()[0] == first && rest.starts_with(operator));
        let (operator, strength, from_right) = fitting.max_by_key(|(operator, ..)| operator.len())?;
        let after = &rest[operator.len()..];
        let assigns = after.starts_with('=') && !after.starts_with("==") && !after.starts_with("=~");
        let can_assign =
            !matches!(*operator, "<=" | ">=" | "==" | "!=" | "<=>" | "===" | "=~" | "!~" | "<" | ">" | ".." | "...");
        if *operator == "&" && after.starts_with('.') || assigns && can_assign {
            return None;
        }
        Some((operator, *strength, *from_right))
    }

    /// Returns whether an operand follows, after the dots of a range.
    fn has_operand(&mut self) -> bool {
        self.skip_blanks();
        !matches!(self.peek(), None | Some(')' | ']' | '}' | '\n' | '\r' | ';' | ',')) && !self.is_keyword("then")
    }
}

fn negated(operand: Expr) -> ExprKind {
    match operand.kind {
        ExprKind::Integer(number) => ExprKind::Integer(number.wrapping_neg()),
        ExprKind::Float(number) => ExprKind::Float(-number),
        _ => unary(operand, "-@"),
    }
}

fn unary(operand: Expr, name: &str) -> ExprKind {
    ExprKind::Call(Call {
        receiver: Some(boxed(operand)),
        name: text(name),
        arguments: Vec::new(),
        block: None,
        is_safe: false,
        is_bare: false,
    })
}

fn combined(left: Expr, operator: &str, right: Expr) -> ExprKind {
    let line = left.line;
    match operator {
        "&&" => ExprKind::And(boxed(left), boxed(right)),
        "||" => ExprKind::Or(boxed(left), boxed(right)),
        ".." | "..." => ExprKind::Range(Some(boxed(left)), Some(boxed(right)), operator == "..."),
        "!=" => ExprKind::Not(boxed(Expr { kind: combined(left, "==", right), line })),
        "!~" => ExprKind::Not(boxed(Expr { kind: combined(left, "=~", right), line })),
        _ => ExprKind::Call(Call {
            receiver: Some(boxed(left)),
            name: text(operator),
            arguments: vec![right],
            block: None,
            is_safe: false,
            is_bare: false,
        }),
    }
}
