//! Statements with what is after them (`… if x`), and expressions by the precedence of their operators.

use super::{Parser, boxed, text};
use crate::fault::Fault;
use crate::tree::{Begin, Call, Kind, Node, Rescue, While};

/// How strongly an operator of two sides binds, and whether it is read from the right.
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

/// How strongly a minus before an operand binds: less than `**` alone.
const NEGATION: u8 = 15;

impl Parser<'_> {
    /// Reads a statement and the conditions and loops after it.
    pub(super) fn statement(&mut self) -> Result<Node, Fault> {
        self.nested(|parser| {
            let mut node = parser.list_statement()?;
            loop {
                parser.skip_blanks();
                let line = node.line;
                let nothing = || boxed(Node { kind: Kind::Nil, line });
                let kind = if parser.take_keyword("if") {
                    Kind::If(boxed(parser.condition()?), boxed(node), nothing())
                } else if parser.take_keyword("unless") {
                    Kind::If(boxed(parser.condition()?), nothing(), boxed(node))
                } else if parser.is_keyword("while") || parser.is_keyword("until") {
                    let is_until = parser.word() == Some("until");
                    let condition = boxed(parser.condition()?);
                    let runs_first = matches!(node.kind, Kind::Begin(_));
                    Kind::While(While { condition, body: boxed(node), is_until, runs_first })
                } else if parser.take_keyword("rescue") {
                    let rescue = Rescue { classes: Vec::new(), variable: None, body: parser.condition()? };
                    Kind::Begin(Begin { body: boxed(node), rescues: vec![rescue], otherwise: None, ensure: None })
                } else {
                    return Ok(node);
                };
                parser.link()?;
                node = Node { kind, line };
            }
        })
    }

    /// Reads an expression with `not`, `and` and `or`, as a condition is one.
    pub(super) fn condition(&mut self) -> Result<Node, Fault> {
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
            let kind = if is_and { Kind::And(boxed(left), right) } else { Kind::Or(boxed(left), right) };
            left = Node { kind, line };
        }
    }

    pub(super) fn negated(&mut self) -> Result<Node, Fault> {
        self.skip_blanks();
        let line = self.line();
        if self.take_keyword("not") {
            let inner = self.nested(Self::negated)?;
            return Ok(Node { kind: Kind::Not(boxed(inner)), line });
        }
        self.expression()
    }

    /// Reads an expression as an argument or element is one.
    pub(super) fn expression(&mut self) -> Result<Node, Fault> {
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
            Ok(Node { kind: Kind::If(boxed(condition), boxed(yes), boxed(no)), line })
        })
    }

    /// Reads operands and the operators between them that bind at least as strongly as said.
    pub(super) fn operation(&mut self, least: u8) -> Result<Node, Fault> {
        let mut left = self.prefixed(least)?;
        while let Some((operator, strength, from_right)) = self.peek_operator() {
            if strength < least {
                break;
            }
            self.at += operator.len();
            self.link()?;
            let line = left.line;
            if operator.starts_with("..") && !self.has_operand() {
                left = Node { kind: Kind::Range(Some(boxed(left)), None, operator == "..."), line };
                continue;
            }
            self.skip_separators_but_semicolons();
            let inner = if from_right { strength } else { strength + 1 };
            let right = self.nested(|parser| parser.operation(inner))?;
            left = Node { kind: combined(left, operator, right), line };
        }
        Ok(left)
    }

    /// Reads an operand with the operators before it.
    fn prefixed(&mut self, least: u8) -> Result<Node, Fault> {
        self.skip_blanks();
        let line = self.line();
        let kind = match self.peek() {
            Some('!') => {
                self.at += 1;
                Kind::Not(boxed(self.nested(|parser| parser.prefixed(NEGATION + 2))?))
            }
            Some('-') if self.starts_with("->") => return self.operand(),
            Some('-') if self.peek_second().is_some_and(|letter| letter.is_ascii_digit()) => {
                // A number with its sign, but for `-2 ** 2`.
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
                Kind::Range(None, Some(boxed(end)), excludes_end)
            }
            // In parentheses it is an operand: `defined?(@x).nil?`.
            _ if self.is_keyword("defined?") && !self.starts_with("defined?(") => {
                self.at += "defined?".len();
                let inner = self.nested(|parser| parser.prefixed(least.max(6)))?;
                Kind::Defined(boxed(inner))
            }
            _ => return self.operand(),
        };
        Ok(Node { kind, line })
    }

    /// Returns the operator that is next: the longest that fits, and none that assigns.
    fn peek_operator(&mut self) -> Option<(&'static str, u8, bool)> {
        self.skip_blanks();
        let rest = self.rest();
        let fitting = OPERATORS.iter().filter(|(operator, ..)| rest.starts_with(operator));
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

    /// Says whether an operand follows, after the dots of a range.
    fn has_operand(&mut self) -> bool {
        self.skip_blanks();
        !matches!(self.peek(), None | Some(')' | ']' | '}' | '\n' | '\r' | ';' | ',')) && !self.is_keyword("then")
    }
}

fn negated(operand: Node) -> Kind {
    match operand.kind {
        Kind::Integer(number) => Kind::Integer(number.wrapping_neg()),
        Kind::Float(number) => Kind::Float(-number),
        _ => unary(operand, "-@"),
    }
}

fn unary(operand: Node, name: &str) -> Kind {
    Kind::Call(Call {
        receiver: Some(boxed(operand)),
        name: text(name),
        arguments: Vec::new(),
        block: None,
        is_safe: false,
        is_bare: false,
    })
}

fn combined(left: Node, operator: &str, right: Node) -> Kind {
    let line = left.line;
    match operator {
        "&&" => Kind::And(boxed(left), boxed(right)),
        "||" => Kind::Or(boxed(left), boxed(right)),
        ".." | "..." => Kind::Range(Some(boxed(left)), Some(boxed(right)), operator == "..."),
        "!=" => Kind::Not(boxed(Node { kind: combined(left, "==", right), line })),
        "!~" => Kind::Not(boxed(Node { kind: combined(left, "=~", right), line })),
        _ => Kind::Call(Call {
            receiver: Some(boxed(left)),
            name: text(operator),
            arguments: vec![right],
            block: None,
            is_safe: false,
            is_bare: false,
        }),
    }
}
