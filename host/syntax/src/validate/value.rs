//! Values, variables and assignments: operands, assignment targets, hash keys and queries.

use std::collections::HashSet;

use super::{Task, Validator, name};
use crate::ast::{
    Assignment, AssignmentOperator, BinaryOperator, Expression, ExpressionKind, HashEntry, Heredoc, StringPart,
};
use crate::diagnostic::Diagnostic;
use crate::issue;

/// Reports an expression that produces no value where one is needed.
pub(super) fn require_value(mut expression: &Expression, diagnostics: &mut Vec<Diagnostic>) {
    loop {
        match &expression.kind {
            ExpressionKind::Collector(_)
            | ExpressionKind::Class(_)
            | ExpressionKind::Define(_)
            | ExpressionKind::Node(_)
            | ExpressionKind::Function(_)
            | ExpressionKind::TypeAlias(_)
            | ExpressionKind::TypeMapping(_)
            | ExpressionKind::TypeDefinition(_) => {
                diagnostics.push(issue::not_rvalue(expression));
                return;
            }
            ExpressionKind::Unary(unary) => expression = &unary.operand,
            ExpressionKind::Parenthesized(inner) | ExpressionKind::RenderExpression(inner) => expression = inner,
            _ => return,
        }
    }
}

impl<'a> Validator<'a, '_> {
    pub(super) fn integer(&mut self, value: i64, expression: &Expression) {
        // The parser replaces an integer that is too large by the largest integer.
        if value == i64::MAX {
            let text = self.source.slice(expression.span);
            if text.parse::<i64>().is_err()
                && let Some(hex) = overflow(text)
            {
                self.report(issue::numeric_overflow(&hex, expression.position()));
            }
        }
    }

    pub(super) fn variable(&mut self, variable: &str, expression: &Expression) {
        let is_of_old_class = self.is_puppet3 && variable.contains("::");
        if variable.starts_with(|first: char| first.is_ascii_digit()) && !is_of_old_class {
            if !name::is_numeric_variable(variable) {
                self.report(issue::illegal_numeric_var_name(variable, expression.position()));
            }
        } else if !name::is_variable(variable) {
            self.report(match (self.is_puppet3, name::is_old_variable(variable)) {
                (true, true) => issue::deprecated_variable_name(variable, expression.position()),
                (false, true) => issue::illegal_var_name(variable, expression.position()).with_old_language(),
                (_, false) => issue::illegal_var_name(variable, expression.position()),
            });
        }
    }

    pub(super) fn heredoc(&mut self, heredoc: &Heredoc) {
        let ExpressionKind::String(text) = &heredoc.text.kind else { return };
        let fault = super::check_external_syntax(text, &heredoc.syntax, heredoc.text.position());
        self.diagnostics.extend(fault);
    }

    pub(super) fn assignment(&mut self, assignment: &'a Assignment, expression: &Expression) {
        let appends = self.is_puppet3 && assignment.operator == AssignmentOperator::Append;
        if appends {
            self.report(issue::deprecated_append(expression.position()));
        }
        if appends || assignment.operator == AssignmentOperator::Set {
            self.assign(&assignment.target);
            self.require_value(&assignment.value);
        } else {
            let operator = assignment.operator.symbol();
            self.report(issue::appends_deletes_no_longer_supported(operator, expression.position()));
        }
        if self.in_default {
            self.report(issue::illegal_assignment_context(expression.position()));
        }
        // Nested assignments are reported once.
        self.tasks.push(Task::InDefault(false));
        self.visit(&assignment.target);
        self.visit(&assignment.value);
        self.tasks.push(Task::InDefault(self.in_default));
    }

    /// Checks the target of an assignment. Arrays nest, so a list of pending targets is used.
    fn assign(&mut self, target: &Expression) {
        let mut targets = vec![target];
        while let Some(target) = targets.pop() {
            match &target.kind {
                ExpressionKind::Variable(variable) => {
                    if name::is_numeric_variable(variable) {
                        self.report(issue::illegal_numeric_assignment(variable, target.position()));
                    }
                    if variable.contains("::") {
                        self.report(issue::cross_scope_assignment(variable, target.position()));
                    }
                }
                ExpressionKind::Access(_) => self.report(issue::illegal_indexed_assignment(target.position())),
                ExpressionKind::Array(elements) => targets.extend(elements.iter().rev()),
                _ => self.report(issue::illegal_assignment(target)),
            }
        }
    }

    pub(super) fn duplicate_default<'e>(&mut self, container: &str, values: impl Iterator<Item = &'e Expression>) {
        let defaults = values.filter(|value| matches!(value.kind, ExpressionKind::Default));
        // A selector with several defaults is reported once, a case for each; more than two do not occur in practice.
        let duplicates = defaults.skip(1).map(|value| issue::duplicate_default(container, value.position()));
        self.diagnostics.extend(duplicates);
    }

    pub(super) fn duplicate_keys(&mut self, entries: &[HashEntry]) {
        if entries.len() < 2 {
            return;
        }
        let mut seen = HashSet::with_capacity(entries.len());
        for entry in entries {
            if let Some((key, shown)) = literal(&entry.key)
                && !seen.insert(key)
            {
                self.diagnostics.push(issue::duplicate_key(&shown, entry.arrow));
            }
        }
    }

    pub(super) fn query(&mut self, query: &'a Expression) {
        let mut parts = vec![query];
        while let Some(part) = parts.pop() {
            match &part.kind {
                ExpressionKind::Variable(_)
                | ExpressionKind::Name(_)
                | ExpressionKind::Integer(_)
                | ExpressionKind::Float(_)
                | ExpressionKind::String(_)
                | ExpressionKind::Boolean(_) => {}
                ExpressionKind::Parenthesized(inner) => parts.push(inner),
                ExpressionKind::Binary(binary) => match binary.operator {
                    BinaryOperator::And | BinaryOperator::Or => parts.extend([&binary.right, &binary.left]),
                    BinaryOperator::Equal | BinaryOperator::NotEqual => {}
                    _ => self.report(issue::illegal_query_expression(part)),
                },
                _ => self.report(issue::illegal_query_expression(part)),
            }
        }
        self.tasks.push(Task::Expression(query, super::Place::Inside));
    }
}

/// Returns a key that is equal for equal literals, and the text of the literal. Returns `None` for other expressions.
fn literal(expression: &Expression) -> Option<(String, String)> {
    let (kind, shown) = match &expression.kind {
        ExpressionKind::String(text) | ExpressionKind::Name(text) => ('s', text.to_string()),
        ExpressionKind::Interpolated(parts) => match &**parts {
            [StringPart::Text(text)] => ('s', text.to_string()),
            _ => return None,
        },
        ExpressionKind::Integer(value) => ('i', value.to_string()),
        ExpressionKind::Float(value) => ('f', format!("{value:?}")),
        ExpressionKind::Boolean(value) => ('b', value.to_string()),
        ExpressionKind::Undef => ('u', String::new()),
        ExpressionKind::Default => ('d', "default".to_owned()),
        ExpressionKind::Regex(pattern) => ('r', format!("(?-mix:{pattern})")),
        _ => return None,
    };
    Some((format!("{kind}{shown}"), shown))
}

/// Returns the hexadecimal digits of an integer that does not fit in an `i64`.
fn overflow(text: &str) -> Option<String> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', _, ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    if i64::from_str_radix(digits, radix).is_ok() {
        return None;
    }
    let mut value: Vec<u32> = Vec::new();
    for digit in digits.chars().map(|digit| digit.to_digit(radix)) {
        let mut carry = digit?;
        for part in &mut value {
            // Each part has sixteen bits, so the multiplication does not overflow.
            let next = *part * radix + carry;
            (*part, carry) = (next & 0xFFFF, next >> 16);
        }
        if carry > 0 {
            value.push(carry);
        }
    }
    let (highest, rest) = value.split_last()?;
    let rest: String = rest.iter().rev().map(|part| format!("{part:04x}")).collect();
    Some(format!("{highest:x}{rest}"))
}
