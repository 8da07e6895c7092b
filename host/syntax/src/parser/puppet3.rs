//! Constructs of the Puppet 3 grammar that later versions removed: `import`, the operator `not`, calls of any
//! function without parentheses. In other modes the predicates in this file return false.

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

/// Returns whether a name followed by values must be a call: in Puppet 3, a plain value is not a statement.
pub(super) fn has_only_calls(input: &mut Input<'_, '_>) -> bool {
    input.state().is_puppet3
}

/// Returns whether a number with a leading `0` is a string, as all numbers were in Puppet 3: `mode => 0644`.
pub(super) fn is_text(input: &mut Input<'_, '_>, at: usize) -> bool {
    let is_old = input.state().is_puppet3;
    if is_old {
        let span = input.state().token_span(at);
        report(input, issue::deprecated_octal(span));
    }
    is_old
}

/// Reports a call without parentheses of a function that requires them in Puppet 4.
pub(super) fn statement_call(input: &mut Input<'_, '_>, function: &Expression) {
    report(input, issue::deprecated_statement_call(function));
}

/// Reports a bare node name, starting at token `start`, that must be quoted in Puppet 4.
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

/// Records the files of an `import`, which is not evaluated as a statement.
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
