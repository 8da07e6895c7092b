//! Statements and blocks: assignments, conditions, calls without parentheses.

use chumsky::prelude::*;

use super::expression::expression;
use super::{
    Input, Kinds, Parsed, Rule, bump, eat, expect, fail, index, nested, node, opened, peek, report, rule, token,
};
use super::{expression, puppet3, recovery, resource};
use crate::ast::{
    Assignment, AssignmentOperator, Block, Call, Case, CaseOption, Expression, ExpressionKind, If, IfClause, Unless,
};
use crate::diagnostic::Diagnostic;
use crate::issue;
use crate::span::Span;
use crate::token::TokenKind;

/// Functions that can be called without parentheses.
const STATEMENT_CALLS: [&str; 15] = [
    "break", "contain", "debug", "err", "fail", "import", "include", "info", "next", "notice", "realize", "require",
    "return", "tag", "warning",
];

/// Kinds of token that can start a statement.
pub(super) const START: Kinds = expression::START.with(Kinds::of(&[TokenKind::At, TokenKind::AtAt]));

/// A statement, or an item between statements.
#[derive(Default)]
enum Item {
    Statement(Expression),
    /// Comma-separated values: the arguments of the call whose name precedes them. With the position of the
    /// first comma.
    List(Vec<Expression>, Span),
    /// A statement with an error.
    #[default]
    Skipped,
}

/// Parses the statements of a file. Invalid ones are reported and skipped.
pub(super) fn file(input: &mut Input<'_, '_>) -> Parsed<Vec<Expression>> {
    let mut statements = Vec::new();
    loop {
        let mut items = items(input)?;
        statements.append(&mut items);
        if peek(input) == TokenKind::End {
            bump(input);
            return Ok(statements);
        }
        // An unmatched closing brace.
        super::want(input, START);
        recovery::report_failure(input);
        bump(input);
    }
}

/// A block in braces. `start` is the first token of the enclosing construct.
pub(super) fn block(input: &mut Input<'_, '_>, start: usize) -> Parsed<Block> {
    opened(input, start, |input| {
        let brace = expect(input, TokenKind::Brace)?;
        let statements = items(input)?;
        if !eat(input, TokenKind::BraceEnd) {
            // The file ends inside the block; its statements are kept.
            recovery::report_failure(input);
        }
        let end = index(input);
        Ok(Block { statements, span: input.state().span(brace, end) })
    })
}

/// Returns the rule for the block of the construct that starts at the previous token.
fn block_of<'s>(start: usize) -> impl Rule<'s, Block> {
    rule(move |input| block(input, start))
}

/// Statements up to a closing brace or the end of the file.
pub(super) fn items(input: &mut Input<'_, '_>) -> Parsed<Vec<Expression>> {
    let mut statements = Vec::new();
    let mut calls = Calls::default();
    while !matches!(peek(input), TokenKind::BraceEnd | TokenKind::End) {
        if !START.has(peek(input)) && peek(input) != TokenKind::Rejected {
            calls.report(input);
        }
        super::want(input, START);
        let (depth, namespace) = (input.state().open.len(), input.state().namespace.len());
        let item = input.parse(rule(item).recover_with(via_parser(recovery::skip())))?;
        input.state().open.truncate(depth);
        input.state().namespace.truncate(namespace);
        calls.add(input, &mut statements, item)?;
        while peek(input) == TokenKind::Semicolon {
            bump(input);
            if matches!(peek(input), TokenKind::BraceEnd | TokenKind::End | TokenKind::Semicolon) {
                super::want(input, START);
                recovery::report_failure(input);
            }
        }
    }
    super::want(input, START);
    calls.report(input);
    Ok(statements)
}

fn item(input: &mut Input<'_, '_>) -> Parsed<Item> {
    let first = assignment(input)?;
    if peek(input) != TokenKind::Comma {
        return Ok(Item::Statement(first));
    }
    let comma = index(input);
    let mut values = vec![first];
    while eat(input, TokenKind::Comma) {
        values.push(assignment(input)?);
    }
    Ok(Item::List(values, input.state().token_span(comma)))
}

/// Combines names and the arguments after them into calls.
#[derive(Default)]
struct Calls {
    /// Whether the last statement is a name that can still become a call.
    pending: bool,
    faults: Vec<Diagnostic>,
}

impl Calls {
    fn add(&mut self, input: &mut Input<'_, '_>, statements: &mut Vec<Expression>, item: Item) -> Parsed<()> {
        let arguments = match item {
            Item::Skipped => {
                self.pending = false;
                return Ok(());
            }
            Item::Statement(value) if self.pending => vec![value],
            Item::List(values, _) if self.pending => values,
            Item::Statement(mut value) => {
                if let ExpressionKind::Call(call) = &mut value.kind {
                    call.is_statement = true;
                }
                self.pending = value.as_name().is_some_and(|name| is_statement_call(input, name));
                statements.push(value);
                return Ok(());
            }
            Item::List(values, comma) => {
                let function = statements.last().and_then(Expression::as_name);
                self.faults.push(issue::illegal_argument_list(function, comma));
                statements.extend(values);
                return Ok(());
            }
        };
        self.pending = false;
        let Some(function) = statements.pop() else { return Ok(()) };
        if !function.as_name().is_some_and(|name| STATEMENT_CALLS.contains(&name)) {
            puppet3::statement_call(input, &function);
        }
        if puppet3::is_import(input, &function) {
            puppet3::import(input, &function, &arguments);
            return Ok(());
        }
        statements.push(statement_call(function, arguments));
        super::raise(input)
    }

    /// Reports lists that belong to no call, as Puppet does: at the end of the statements, or when another
    /// item follows.
    fn report(&mut self, input: &mut Input<'_, '_>) {
        for fault in self.faults.drain(..) {
            report(input, fault);
        }
    }
}

/// Returns whether a name followed by values is a call.
fn is_statement_call(input: &mut Input<'_, '_>, name: &str) -> bool {
    STATEMENT_CALLS.contains(&name) || puppet3::has_only_calls(input)
}

fn statement_call(function: Expression, arguments: Vec<Expression>) -> Expression {
    let span = arguments.last().map_or(function.span, |last| function.span.to(last.span));
    let call = Call { function, arguments, lambda: None, is_statement: true };
    Expression::new(ExpressionKind::Call(Box::new(call)), span)
}

/// Builds a call or a block from a name and braces that are not a resource.
pub(super) fn name_and_hash(name: Expression, hash: Expression) -> Expression {
    if name.as_name().is_some_and(|text| STATEMENT_CALLS.contains(&text)) {
        return statement_call(name, vec![hash]);
    }
    let span = name.span.to(hash.span);
    Expression::new(ExpressionKind::Block(Box::new(Block { statements: vec![name, hash], span })), span)
}

/// A statement, an argument or an element: an assignment, a chain, a resource or any expression.
pub(super) fn assignment(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    nested(input, |input| {
        let target = resource::relationship(input)?;
        let operator = match peek(input) {
            TokenKind::Assign => AssignmentOperator::Set,
            TokenKind::Append => AssignmentOperator::Append,
            TokenKind::Delete => AssignmentOperator::Delete,
            _ => return Ok(target),
        };
        let at = bump(input);
        let value = assignment(input)?;
        let anchor = input.state().token(at).lo;
        let span = target.span.to(value.span);
        let assignment = Box::new(Assignment { operator, target, value });
        Ok(Expression::anchored(ExpressionKind::Assignment(assignment), span, anchor))
    })
}

pub(super) fn if_expression(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let start = index(input);
    let mut clauses = Vec::new();
    loop {
        let keyword = bump(input);
        let (test, body) = input.parse(rule(expression).then(block_of(keyword)))?;
        let end = index(input);
        clauses.push(IfClause { test, body, span: input.state().span(keyword, end) });
        super::want(input, Kinds::of(&[TokenKind::Elsif]));
        if peek(input) != TokenKind::Elsif {
            break;
        }
    }
    let otherwise = otherwise(input)?;
    Ok(node(input, start, ExpressionKind::If(Box::new(If { clauses, otherwise }))))
}

pub(super) fn unless_expression(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let start = index(input);
    let parts = token(TokenKind::Unless).ignore_then(rule(expression)).then(block_of(start)).then(rule(otherwise));
    let ((test, body), otherwise) = input.parse(parts)?;
    Ok(node(input, start, ExpressionKind::Unless(Box::new(Unless { test, body, otherwise }))))
}

fn otherwise(input: &mut Input<'_, '_>) -> Parsed<Option<Block>> {
    let start = index(input);
    if eat(input, TokenKind::Else) { block(input, start).map(Some) } else { Ok(None) }
}

pub(super) fn case_expression(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let start = bump(input);
    let test = expression(input)?;
    let options = opened(input, start, |input| {
        expect(input, TokenKind::Brace)?;
        let mut options = vec![case_option(input)?];
        while peek(input) != TokenKind::BraceEnd {
            super::want(input, Kinds::of(&[TokenKind::BraceEnd]));
            options.push(case_option(input)?);
        }
        bump(input);
        Ok(options)
    })?;
    Ok(node(input, start, ExpressionKind::Case(Box::new(Case { test, options }))))
}

fn case_option(input: &mut Input<'_, '_>) -> Parsed<CaseOption> {
    let start = index(input);
    let values = rule(expression).separated_by(token(TokenKind::Comma)).at_least(1).collect();
    let (values, body) = input.parse(values.then_ignore(token(TokenKind::Colon)).then(block_of(start)))?;
    let end = index(input);
    Ok(CaseOption { values, body, span: input.state().span(start, end) })
}

/// `<%= expression %>`, or statements in braces.
pub(super) fn render_expression(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let start = bump(input);
    let value = if peek(input) == TokenKind::Brace { braces_in_template(input, start)? } else { expression(input)? };
    expect(input, TokenKind::RenderEnd)?;
    Ok(node(input, start, ExpressionKind::RenderExpression(Box::new(value))))
}

/// Braces after `<%=`: a hash if a `=>` follows the first element, statements otherwise.
fn braces_in_template(input: &mut Input<'_, '_>, start: usize) -> Parsed<Expression> {
    let brace = index(input);
    if is_hash(input) {
        return expression(input);
    }
    let mut block = block(input, start)?;
    if block.statements.len() == 1
        && let Some(only) = block.statements.pop()
    {
        return Ok(only);
    }
    if block.statements.is_empty() {
        return fail(input, START);
    }
    Ok(node(input, brace, ExpressionKind::Block(Box::new(block))))
}

/// Returns whether the next braces are a hash: they are empty, or contain a `=>` before any comma, semicolon
/// or closing bracket.
fn is_hash(input: &mut Input<'_, '_>) -> bool {
    let first = index(input) + 1;
    let state = input.state();
    let mut at = first;
    let mut depth = 0usize;
    loop {
        match state.kind(at) {
            TokenKind::Brace
            | TokenKind::SelectorBrace
            | TokenKind::Paren
            | TokenKind::LineParen
            | TokenKind::Bracket
            | TokenKind::ListStart => {
                depth += 1;
            }
            TokenKind::BraceEnd if depth == 0 => return at == first,
            TokenKind::BraceEnd | TokenKind::ParenEnd | TokenKind::BracketEnd => depth = depth.saturating_sub(1),
            TokenKind::Arrow if depth == 0 => return true,
            TokenKind::End | TokenKind::RenderEnd | TokenKind::RenderText => return false,
            TokenKind::Semicolon | TokenKind::Comma if depth == 0 => return false,
            _ => {}
        }
        at += 1;
    }
}
