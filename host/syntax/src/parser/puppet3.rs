//! What the grammar of Puppet 3 had and later ones have not: `import`, the operator `not`, calls of any function without
//! parentheses. In the language of today nothing here ever says yes.

use super::{EXPRESSION_START, Input, Kinds, index, peek_second, report};
use crate::ast::{Expression, ExpressionKind, Import};
use crate::issue;
use crate::token::TokenKind;

/// Operands of `not`. Other tokens would make it a call, a resource or an arithmetic expression.
const NOT_OPERAND: Kinds =
    EXPRESSION_START.without(Kinds::of(&[TokenKind::Bracket, TokenKind::Brace, TokenKind::Minus, TokenKind::Star]));

/// Returns whether the next token is the operator `not`, which is deprecated, rather than a name.
pub(super) fn is_not(input: &mut Input<'_, '_>) -> bool {
    let at = index(input);
    if !input.state().is_puppet3 || input.state().text(at) != "not" || !NOT_OPERAND.has(peek_second(input)) {
        return false;
    }
    let span = input.state().token_span(at);
    report(input, issue::deprecated_not(span));
    true
}

/// Returns whether a name that values follow can be nothing but a call: Puppet 3 knew no statement that is a mere value.
pub(super) fn has_only_calls(input: &mut Input<'_, '_>) -> bool {
    input.state().is_puppet3
}

/// Returns whether a number with a `0` in front is a text, as all numbers were in Puppet 3: `mode => 0644`.
pub(super) fn is_text(input: &mut Input<'_, '_>, at: usize) -> bool {
    let is_old = input.state().is_puppet3;
    if is_old {
        let span = input.state().token_span(at);
        report(input, issue::deprecated_octal(span));
    }
    is_old
}

/// Warns of a call without parentheses of a function that needs them today.
pub(super) fn statement_call(input: &mut Input<'_, '_>, function: &Expression) {
    report(input, issue::deprecated_statement_call(function));
}

/// Warns of the bare name of a node, read from the token `start` on, that would have to be in quotes today.
pub(super) fn node_name(input: &mut Input<'_, '_>, start: usize, name: &str) {
    if input.state().is_puppet3 && name.contains('-') && name.contains('.') {
        let end = index(input);
        let span = input.state().span(start, end);
        report(input, issue::deprecated_node_name(name, span));
    }
}

/// Returns whether the name of a call without parentheses is `import`.
pub(super) fn is_import(input: &mut Input<'_, '_>, function: &Expression) -> bool {
    input.state().is_puppet3 && function.as_name() == Some("import")
}

/// Notes what an `import` imports. Wherever it stands, it is no statement that is evaluated.
pub(super) fn import(input: &mut Input<'_, '_>, function: &Expression, arguments: &[Expression]) {
    let span = arguments.last().map_or(function.span, |last| function.span.to(last.span));
    report(input, issue::deprecated_import(span));
    for argument in arguments {
        match &argument.kind {
            ExpressionKind::String(pattern) => input.state().imports.push(Import { pattern: pattern.clone(), span }),
            _ => report(input, issue::illegal_import(argument)),
        }
    }
}
