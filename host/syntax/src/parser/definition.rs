//! Classes, defines, nodes, functions, lambdas, and the parameters of all of them.

use std::sync::Arc;

use super::datatype::parameter_type;
use super::expression::expression;
use super::statement::block;
use super::{Input, Kinds, Parsed, bump, eat, expect, fail, index, list, literal, old, opened, peek, report, rule};
use crate::ast::{Class, Define, Expression, ExpressionKind, Function, Lambda, Name, Node, Parameter};
use crate::issue;
use crate::span::Span;
use crate::token::Kind;

/// What a definition can be called.
const NAME_START: Kinds = Kinds::of(&[Kind::Name, Kind::Word, Kind::TypeName]);
/// What a node can be compared with.
const MATCH_START: Kinds = Kinds::of(&[
    Kind::Name,
    Kind::Number,
    Kind::Word,
    Kind::String,
    Kind::StringStart,
    Kind::Heredoc,
    Kind::Default,
    Kind::Regex,
]);

pub(super) fn class(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let start = bump(input);
    let name = name(input)?;
    let outer = input.state().namespace.len();
    let full_name = qualify(input, &name.text);
    input.state().namespace.replace_range(.., &full_name);
    let parameters = parameters(input)?;
    let parent = if eat(input, Kind::Inherits) { Some(parent(input)?) } else { None };
    let body = block(input, start)?;
    input.state().namespace.truncate(outer);
    let end = index(input);
    let span = input.state().span(start, end);
    let class = Class { name: full_name, name_span: name.span, parameters, parent, body, span };
    Ok(Expression::new(ExpressionKind::Class(Arc::new(class)), span))
}

fn parent(input: &mut Input<'_, '_>) -> Parsed<Name> {
    if peek(input) == Kind::Default {
        let at = bump(input);
        let state = input.state();
        return Ok(Name { text: state.text(at).into(), span: state.token_span(at) });
    }
    super::want(input, Kinds::of(&[Kind::Default]));
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
    while eat(input, Kind::Comma) && MATCH_START.has(peek(input)) {
        matches.push(node_match(input)?);
    }
    let parent = if eat(input, Kind::Inherits) { Some(node_match(input)?) } else { None };
    let body = block(input, start)?;
    let end = index(input);
    let span = input.state().span(start, end);
    let node = Node { matches, parent, body, span };
    Ok(Expression::new(ExpressionKind::Node(Arc::new(node)), span))
}

/// One thing that the name of a node is compared with. A bare name may have dots.
fn node_match(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    match peek(input) {
        Kind::Name | Kind::Number => {}
        Kind::Word | Kind::String | Kind::Default | Kind::Regex => return literal::single(input),
        Kind::StringStart => return literal::interpolated(input),
        Kind::Heredoc => return literal::heredoc(input),
        _ => return fail(input, MATCH_START),
    }
    let start = bump(input);
    let mut text = input.state().text(start).to_owned();
    while peek(input) == Kind::Dot {
        bump(input);
        if !matches!(peek(input), Kind::Name | Kind::Number) {
            return fail(input, Kinds::of(&[Kind::Name, Kind::Number]));
        }
        let part = bump(input);
        text.push('.');
        text.push_str(input.state().text(part));
    }
    old::node_name(input, start, &text);
    Ok(super::node(input, start, ExpressionKind::String(text.into())))
}

/// The name of a definition.
fn name(input: &mut Input<'_, '_>) -> Parsed<Name> {
    let kind = peek(input);
    if !NAME_START.has(kind) && !matches!(kind, Kind::Class | Kind::String) {
        return fail(input, NAME_START);
    }
    let at = bump(input);
    let state = input.state();
    let name = Name { text: state.text(at).into(), span: state.token_span(at) };
    match kind {
        Kind::Class => report(input, issue::class_keyword_as_name(name.span)),
        Kind::String => report(input, issue::quoted_name(name.span, &name.text)),
        _ => {}
    }
    Ok(name)
}

/// Returns a name with those of the classes around it in front.
fn qualify(input: &mut Input<'_, '_>, name: &str) -> Box<str> {
    let namespace = &input.state().namespace;
    if namespace.is_empty() { name.into() } else { format!("{namespace}::{name}").into() }
}

/// Parameters in parentheses, or none.
fn parameters(input: &mut Input<'_, '_>) -> Parsed<Vec<Parameter>> {
    let start = index(input);
    if !matches!(peek(input), Kind::Paren | Kind::LineParen) {
        super::want(input, Kinds::of(&[Kind::Paren]));
        return Ok(Vec::new());
    }
    opened(input, start, |input| {
        bump(input);
        let parameters = input.parse(list(rule(parameter), Kind::ParenEnd))?;
        expect(input, Kind::ParenEnd)?;
        Ok(parameters)
    })
}

/// Parameters between bars.
pub(super) fn bar_parameters(input: &mut Input<'_, '_>) -> Parsed<Vec<Parameter>> {
    let start = index(input);
    opened(input, start, |input| {
        expect(input, Kind::Pipe)?;
        let parameters = input.parse(list(rule(parameter), Kind::Pipe))?;
        expect(input, Kind::Pipe)?;
        Ok(parameters)
    })
}

/// `Type *$name = value`
fn parameter(input: &mut Input<'_, '_>) -> Parsed<Parameter> {
    let data_type = if peek(input) == Kind::TypeName {
        Some(parameter_type(input)?)
    } else {
        super::want(input, Kinds::of(&[Kind::TypeName]));
        None
    };
    let captures_rest = peek(input) == Kind::Star;
    if captures_rest {
        bump(input);
    }
    let variable = expect(input, Kind::Variable)?;
    let default = if eat(input, Kind::Assign) { Some(expression(input)?) } else { None };
    let state = input.state();
    let name = state.text(variable).into();
    Ok(Parameter { name, data_type, default, captures_rest, span: state.token_span(variable) })
}

/// `>> Type`, or nothing.
fn return_type(input: &mut Input<'_, '_>) -> Parsed<Option<Expression>> {
    if eat(input, Kind::RightShift) { parameter_type(input).map(Some) } else { Ok(None) }
}

/// The block after the arguments of a call, if there is one.
pub(super) fn optional_lambda(input: &mut Input<'_, '_>) -> Parsed<Option<Arc<Lambda>>> {
    if peek(input) == Kind::Pipe { lambda(input).map(Some) } else { Ok(None) }
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
