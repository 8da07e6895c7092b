//! Operands, operators, calls.

use super::writer::Printer;
use crate::ast::{
    Access, Call, Expression, ExpressionKind, HashEntry, Lambda, MethodCall, Selector, Unary, UnaryOperator,
};
use crate::parser::on_enough_stack;

/// Maximum number of short array elements or hash pairs on one line.
const INLINE_ELEMENTS: usize = 8;
const INLINE_PAIRS: usize = 2;
/// Maximum length of a string that shares a line with other elements.
const INLINE_LENGTH: usize = 40;

impl Printer<'_> {
    pub(super) fn expression(&mut self, expression: &Expression) {
        on_enough_stack(|| self.expression_here(expression));
    }

    fn expression_here(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Undef => self.code("undef"),
            ExpressionKind::Default => self.code("default"),
            ExpressionKind::Boolean(value) => self.code(if *value { "true" } else { "false" }),
            ExpressionKind::Integer(value) => self.integer(*value, expression),
            ExpressionKind::Float(value) => self.code(&format!("{value:?}")),
            ExpressionKind::String(text) => self.string(text),
            ExpressionKind::Interpolated(parts) => self.interpolated(parts),
            ExpressionKind::Heredoc(heredoc) => self.heredoc(heredoc),
            ExpressionKind::Regex(pattern) => self.code(&format!("/{}/", pattern.replace('/', "\\/"))),
            ExpressionKind::Array(elements) => self.array(elements),
            ExpressionKind::Hash(entries) => self.hash(entries),
            ExpressionKind::Name(name) | ExpressionKind::TypeName(name) | ExpressionKind::Reserved(name) => {
                self.code(name);
            }
            ExpressionKind::Variable(name) => {
                self.code("$");
                self.code(name);
            }
            ExpressionKind::Access(access) => self.access(access),
            ExpressionKind::Unary(unary) => self.unary(unary),
            ExpressionKind::Binary(binary) => self.infix(&binary.left, binary.operator.symbol(), &binary.right),
            ExpressionKind::Assignment(it) => self.infix(&it.target, it.operator.symbol(), &it.value),
            ExpressionKind::Parenthesized(inner) => {
                self.code("(");
                self.expression(inner);
                self.code(")");
            }
            ExpressionKind::Selector(selector) => self.selector(selector),
            ExpressionKind::Call(call) => self.call(call),
            ExpressionKind::MethodCall(call) => self.method_call(call),
            ExpressionKind::RenderText(text) => self.text(text),
            ExpressionKind::RenderExpression(inner) => self.render(inner),
            _ => self.statement(expression),
        }
    }

    fn integer(&mut self, value: i64, expression: &Expression) {
        let written = self.source.slice(expression.span).as_bytes();
        match written {
            [b'0', b'x' | b'X', ..] => self.code(&format!("0x{value:x}")),
            [b'0', _, ..] => self.code(&format!("0{value:o}")),
            _ => self.code(&value.to_string()),
        }
    }

    fn array(&mut self, elements: &[Expression]) {
        if elements.len() <= INLINE_ELEMENTS && elements.iter().all(is_short) {
            self.code("[");
            self.separated(elements, Self::expression);
            self.code("]");
        } else {
            self.lines(("[", "]"), elements, |printer, element| {
                printer.expression(element);
                printer.code(",");
            });
        }
    }

    fn hash(&mut self, entries: &[HashEntry]) {
        let is_small = entries.len() <= INLINE_PAIRS;
        if entries.is_empty() {
            self.code("{}");
        } else if is_small && entries.iter().all(|entry| is_short(&entry.key) && is_short(&entry.value)) {
            self.code("{ ");
            self.separated(entries, |printer, entry| printer.infix(&entry.key, "=>", &entry.value));
            self.code(" }");
        } else {
            self.lines(("{", "}"), entries, |printer, entry| {
                printer.infix(&entry.key, "=>", &entry.value);
                printer.code(",");
            });
        }
    }

    fn access(&mut self, access: &Access) {
        self.expression(&access.target);
        self.code("[");
        self.separated(&access.keys, Self::expression);
        self.code("]");
    }

    fn unary(&mut self, unary: &Unary) {
        self.code(match unary.operator {
            UnaryOperator::Minus => "-",
            UnaryOperator::Not => "!",
            UnaryOperator::Splat => "*",
        });
        self.expression(&unary.operand);
    }

    pub(super) fn infix(&mut self, left: &Expression, operator: &str, right: &Expression) {
        self.expression(left);
        self.code(" ");
        self.code(operator);
        self.code(" ");
        self.expression(right);
    }

    fn selector(&mut self, selector: &Selector) {
        self.expression(&selector.operand);
        self.code(" ? ");
        self.lines(("{", "}"), &selector.entries, |printer, entry| {
            printer.infix(&entry.pattern, "=>", &entry.value);
            printer.code(",");
        });
    }

    fn call(&mut self, call: &Call) {
        self.expression(&call.function);
        if matches!(&call.function.kind, ExpressionKind::MethodCall(inner) if has_no_parentheses(inner)) {
            // Otherwise the arguments would belong to the method.
            self.code("()");
        }
        self.arguments(&call.arguments);
        self.optional_lambda(call.lambda.as_deref());
    }

    fn method_call(&mut self, call: &MethodCall) {
        self.expression(&call.receiver);
        self.code(".");
        self.code(&call.name.text);
        if !call.arguments.is_empty() {
            self.arguments(&call.arguments);
        }
        self.optional_lambda(call.lambda.as_deref());
    }

    fn arguments(&mut self, arguments: &[Expression]) {
        self.code("(");
        self.separated(arguments, Self::expression);
        self.code(")");
    }

    fn optional_lambda(&mut self, lambda: Option<&Lambda>) {
        let Some(lambda) = lambda else { return };
        self.code(" |");
        self.separated(&lambda.parameters, Self::parameter);
        self.code("|");
        self.return_type(lambda.return_type.as_ref());
        self.code(" ");
        self.block(&lambda.body);
    }

    /// Writes `<%= … %>`, with braces around anything but an expression.
    fn render(&mut self, inner: &Expression) {
        self.value(|printer| match &inner.kind {
            ExpressionKind::Block(block) => printer.block(block),
            ExpressionKind::Call(call) if call.is_statement => {
                printer.statements_in_braces(std::slice::from_ref(inner))
            }
            ExpressionKind::Assignment(_)
            | ExpressionKind::Relationship(_)
            | ExpressionKind::Resource(_)
            | ExpressionKind::ResourceDefaults(_)
            | ExpressionKind::ResourceOverride(_) => printer.statements_in_braces(std::slice::from_ref(inner)),
            _ => printer.expression(inner),
        });
    }
}

fn has_no_parentheses(call: &MethodCall) -> bool {
    call.arguments.is_empty() && call.lambda.is_none()
}

fn is_short(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::String(text) | ExpressionKind::Regex(text) => text.len() <= INLINE_LENGTH,
        ExpressionKind::Undef
        | ExpressionKind::Default
        | ExpressionKind::Boolean(_)
        | ExpressionKind::Integer(_)
        | ExpressionKind::Float(_)
        | ExpressionKind::Name(_)
        | ExpressionKind::TypeName(_)
        | ExpressionKind::Variable(_) => true,
        _ => false,
    }
}
