//! Classes, defines, nodes, functions, lambdas, and their parameters.

use std::sync::Arc;

use super::datatype::parameter_type;
use super::expression::expression;
use super::statement::block;
use super::{Input, Kinds, Parsed, bump, eat, expect, fail, index, list, literal, opened, peek, puppet3, report, rule};
use crate::ast::{Class, Define, Expression, ExpressionKind, Function, Lambda, Name, NodeBlock, Parameter};
use crate::issue;
use crate::span::Span;
use crate::token::TokenKind;

/// Kinds of token that can start the name of a definition.
const NAME_START: Kinds = Kinds::of(&[TokenKind::Name, TokenKind::Word, TokenKind::TypeName]);
/// Kinds of token that can start the pattern of a node.
const MATCH_START: Kinds = Kinds::of(&[
    TokenKind::Name,
    TokenKind::Number,
    TokenKind::Word,
    TokenKind::String,
    TokenKind::StringStart,
    TokenKind::Heredoc,
    TokenKind::Default,
    TokenKind::Regex,
]);

pub(super) fn class(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let start = bump(input);
    let name = name(input)?;
    let outer = input.state().namespace.len();
    let full_name = qualify(input, &name.text);
    input.state().namespace.replace_range(.., &full_name);
    let parameters = parameters(input)?;
    let parent = if eat(input, TokenKind::Inherits) { Some(parent(input)?) } else { None };
    let body = block(input, start)?;
    input.state().namespace.truncate(outer);
    let end = index(input);
    let span = input.state().span(start, end);
    let class = Class { name: full_name, name_span: name.span, parameters, parent, body, span };
    Ok(Expression::new(ExpressionKind::Class(Arc::new(class)), span))
}

fn parent(input: &mut Input<'_, '_>) -> Parsed<Name> {
    if peek(input) == TokenKind::Default {
        let at = bump(input);
        return Ok(input.state().name(at));
    }
    super::want(input, Kinds::of(&[TokenKind::Default]));
    name(input)
}

pub(super) fn define(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let start = bump(input);
    let name = name(input)?;
    let full_name = qualify(input, &name.text);
    let parameters = parameters(input)?;
    let body = block(input, start)?;
    let end = index(input);
    let span = input.state().span(start, end);
    let define = Define { name: full_name, name_span: name.span, parameters, body, span };
    Ok(Expression::new(ExpressionKind::Define(Arc::new(define)), span))
}

pub(super) fn function(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let start = bump(input);
    let name = name(input)?;
    let parameters = parameters(input)?;
    let return_type = return_type(input)?;
    let body = block(input, start)?;
    let end = index(input);
    let span = input.state().span(start, end);
    let function = Function { name: name.text, name_span: name.span, parameters, return_type, body, span };
    Ok(Expression::new(ExpressionKind::Function(Arc::new(function)), span))
}

pub(super) fn node(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let start = bump(input);
    let mut matches = vec![node_match(input)?];
    while eat(input, TokenKind::Comma) && MATCH_START.has(peek(input)) {
        matches.push(node_match(input)?);
    }
    let parent = if eat(input, TokenKind::Inherits) { Some(node_match(input)?) } else { None };
    let body = block(input, start)?;
    let end = index(input);
    let span = input.state().span(start, end);
    let node = NodeBlock { matches, parent, body, span };
    Ok(Expression::new(ExpressionKind::Node(Arc::new(node)), span))
}

/// A pattern for the name of a node. A bare name may contain dots.
fn node_match(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    match peek(input) {
        TokenKind::Name | TokenKind::Number => {}
        TokenKind::Word | TokenKind::String | TokenKind::Default | TokenKind::Regex => return literal::single(input),
        TokenKind::StringStart => return literal::interpolated(input),
        TokenKind::Heredoc => return literal::heredoc(input),
        _ => return fail(input, MATCH_START),
    }
    let start = bump(input);
    let mut text = input.state().text(start).to_owned();
    while peek(input) == TokenKind::Dot {
        bump(input);
        if !matches!(peek(input), TokenKind::Name | TokenKind::Number) {
            return fail(input, Kinds::of(&[TokenKind::Name, TokenKind::Number]));
        }
        let part = bump(input);
        text.push('.');
        text.push_str(input.state().text(part));
    }
    puppet3::node_name(input, start, &text);
    Ok(super::node(input, start, ExpressionKind::String(text.into())))
}

/// The name of a definition.
fn name(input: &mut Input<'_, '_>) -> Parsed<Name> {
    let kind = peek(input);
    if !NAME_START.has(kind) && !matches!(kind, TokenKind::Class | TokenKind::String) {
        return fail(input, NAME_START);
    }
    let at = bump(input);
    let name = input.state().name(at);
    match kind {
        TokenKind::Class => report(input, issue::class_keyword_as_name(name.span)),
        TokenKind::String => report(input, issue::quoted_name(name.span, &name.text)),
        _ => {}
    }
    Ok(name)
}

/// Returns a name qualified with the names of the enclosing classes.
fn qualify(input: &mut Input<'_, '_>, name: &str) -> Arc<str> {
    let namespace = &input.state().namespace;
    if namespace.is_empty() { name.into() } else { format!("{namespace}::{name}").into() }
}

/// Optional parameters in parentheses.
fn parameters(input: &mut Input<'_, '_>) -> Parsed<Vec<Parameter>> {
    let start = index(input);
    if !matches!(peek(input), TokenKind::Paren | TokenKind::LineParen) {
        super::want(input, Kinds::of(&[TokenKind::Paren]));
        return Ok(Vec::new());
    }
    opened(input, start, |input| {
        bump(input);
        let parameters = input.parse(list(rule(parameter), TokenKind::ParenEnd))?;
        expect(input, TokenKind::ParenEnd)?;
        Ok(parameters)
    })
}

/// Parameters between bars.
pub(super) fn bar_parameters(input: &mut Input<'_, '_>) -> Parsed<Vec<Parameter>> {
    let start = index(input);
    opened(input, start, |input| {
        expect(input, TokenKind::Pipe)?;
        let parameters = input.parse(list(rule(parameter), TokenKind::Pipe))?;
        expect(input, TokenKind::Pipe)?;
        Ok(parameters)
    })
}

/// `Type *$name = value`
fn parameter(input: &mut Input<'_, '_>) -> Parsed<Parameter> {
    let data_type = if peek(input) == TokenKind::TypeName {
        Some(parameter_type(input)?)
    } else {
        super::want(input, Kinds::of(&[TokenKind::TypeName]));
        None
    };
    let captures_rest = peek(input) == TokenKind::Star;
    if captures_rest {
        bump(input);
    }
    let variable = expect(input, TokenKind::Variable)?;
    let default = if eat(input, TokenKind::Assign) { Some(expression(input)?) } else { None };
    let state = input.state();
    let name = state.text(variable).into();
    Ok(Parameter { name, data_type, default, captures_rest, span: state.token_span(variable) })
}

/// Optional `>> Type`.
fn return_type(input: &mut Input<'_, '_>) -> Parsed<Option<Expression>> {
    if eat(input, TokenKind::RightShift) { parameter_type(input).map(Some) } else { Ok(None) }
}

/// The optional lambda after the arguments of a call.
pub(super) fn optional_lambda(input: &mut Input<'_, '_>) -> Parsed<Option<Arc<Lambda>>> {
    if peek(input) == TokenKind::Pipe { lambda(input).map(Some) } else { Ok(None) }
}

fn lambda(input: &mut Input<'_, '_>) -> Parsed<Arc<Lambda>> {
    let start = index(input);
    let parameters = bar_parameters(input)?;
    let return_type = return_type(input)?;
    let body = block(input, start)?;
    let end = index(input);
    let span: Span = input.state().span(start, end);
    Ok(Arc::new(Lambda { parameters, return_type, body, span }))
}
