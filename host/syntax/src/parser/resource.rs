//! Resources in all forms, collectors, and relationships.

use chumsky::prelude::*;

use super::expression::{expression, operators};
use super::statement::name_and_hash;
use super::{Input, Kinds, Parsed, bump, eat, expect, fail, index, nested, node, opened, peek, peek_second, sibling};
use super::{report, rule, token};
use crate::ast::{
    Attribute, AttributeOperator, Collector, Expression, ExpressionKind, HashEntry, NamedAttribute, Relationship,
    RelationshipLink, RelationshipOperator, Resource, ResourceBody, ResourceDefaults, ResourceForm, ResourceOverride,
    SplatAttribute,
};
use crate::issue;
use crate::token::TokenKind;

/// Kinds of token that can start an attribute.
const ATTRIBUTE_START: Kinds = Kinds::of(&[TokenKind::Name, TokenKind::Star]);
/// Operators after the name of an attribute.
const ATTRIBUTE_OPERATORS: Kinds = Kinds::of(&[TokenKind::Arrow, TokenKind::PlusArrow]);

/// `resource -> resource ~> resource …`
pub(super) fn relationship(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let first = resource(input)?;
    let mut links = Vec::new();
    while let Some(operator) = relationship_operator(peek(input)) {
        let at = bump(input);
        let operand = sibling(input, resource)?;
        links.push(RelationshipLink { operator, operator_span: input.state().token_span(at), operand });
    }
    let Some(last) = links.last() else { return Ok(first) };
    let span = first.span.to(last.operand.span);
    let anchor = last.operator_span.lo;
    Ok(Expression::anchored(ExpressionKind::Relationship(Box::new(Relationship { first, links })), span, anchor))
}

fn relationship_operator(kind: TokenKind) -> Option<RelationshipOperator> {
    Some(match kind {
        TokenKind::Before => RelationshipOperator::Before,
        TokenKind::After => RelationshipOperator::After,
        TokenKind::Notify => RelationshipOperator::Notify,
        TokenKind::Subscribe => RelationshipOperator::Subscribe,
        _ => return None,
    })
}

/// An expression, optionally followed by braces that make it a resource, resource defaults or an override.
fn resource(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let start = index(input);
    let mut left = match peek(input) {
        TokenKind::At => virtualized(input, ResourceForm::Virtual)?,
        TokenKind::AtAt => virtualized(input, ResourceForm::Exported)?,
        TokenKind::Class if peek_second(input) == TokenKind::Brace => class_resource(input)?,
        _ => operators(input, 0)?,
    };
    while peek(input) == TokenKind::Brace {
        left = braces(input, start, left)?;
        super::raise(input)?;
    }
    Ok(left)
}

/// `@resource`, `@@resource`
fn virtualized(input: &mut Input<'_, '_>, form: ResourceForm) -> Parsed<Expression> {
    let at = bump(input);
    let mut inner = nested(input, resource)?;
    let set = match &mut inner.kind {
        ExpressionKind::Resource(resource) => &mut resource.form,
        ExpressionKind::ResourceDefaults(defaults) => &mut defaults.form,
        ExpressionKind::ResourceOverride(overrides) => &mut overrides.form,
        _ => {
            // An error of the lexer takes precedence.
            if peek(input) != TokenKind::Rejected {
                let span = input.state().token_span(at);
                report(input, issue::not_a_resource_expression(form, span));
            }
            return Ok(inner);
        }
    };
    *set = form;
    Ok(node(input, at, inner.kind))
}

/// `class { 'a': x => 1; 'b': }`
fn class_resource(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let start = bump(input);
    let bodies = opened(input, start, |input| {
        bump(input);
        let first = body(input)?;
        bodies(input, first)
    })?;
    let type_name = Expression::new(ExpressionKind::Name("class".into()), input.state().token_span(start));
    let resource = Resource { form: ResourceForm::Regular, type_name, bodies };
    Ok(node(input, start, ExpressionKind::Resource(Box::new(resource))))
}

/// Braces after an expression.
fn braces(input: &mut Input<'_, '_>, start: usize, left: Expression) -> Parsed<Expression> {
    let brace = index(input);
    opened(input, start, |input| {
        bump(input);
        let untitled = match peek(input) {
            TokenKind::BraceEnd | TokenKind::Comma => true,
            kind => starts_attribute(kind) && ATTRIBUTE_OPERATORS.has(peek_second(input)),
        };
        if untitled {
            super::want(input, super::expression::START);
            let attributes = attributes(input)?;
            expect(input, TokenKind::BraceEnd)?;
            return Ok(untitled_resource(input, start, brace, left, attributes));
        }
        if starts_attribute(peek(input)) {
            let next = index(input) + 1;
            input.state().want(next, ATTRIBUTE_OPERATORS);
        }
        let first = body(input)?;
        let bodies = bodies(input, first)?;
        let anchor = left.anchor;
        let resource = Resource { form: ResourceForm::Regular, type_name: left, bodies };
        let kind = ExpressionKind::Resource(Box::new(resource));
        Ok(Expression { anchor, ..node(input, start, kind) })
    })
}

/// The bodies after the first, and the closing brace.
fn bodies(input: &mut Input<'_, '_>, first: ResourceBody) -> Parsed<Vec<ResourceBody>> {
    let mut bodies = vec![first];
    while eat(input, TokenKind::Semicolon) && peek(input) != TokenKind::BraceEnd {
        bodies.push(body(input)?);
    }
    expect(input, TokenKind::BraceEnd)?;
    Ok(bodies)
}

/// `title: attributes`
fn body(input: &mut Input<'_, '_>) -> Parsed<ResourceBody> {
    let start = index(input);
    let (title, attributes) =
        input.parse(rule(expression).then_ignore(token(TokenKind::Colon)).then(rule(attributes)))?;
    let end = index(input);
    Ok(ResourceBody { title, attributes, span: input.state().span(start, end) })
}

fn starts_attribute(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Name | TokenKind::Star)
        || (kind.is_keyword() && !matches!(kind, TokenKind::True | TokenKind::False))
}

/// Comma-separated attributes with an optional trailing comma; Puppet also accepts a leading one.
fn attributes(input: &mut Input<'_, '_>) -> Parsed<Box<[Attribute]>> {
    let first = input.state().attributes.len();
    let parsed = each_attribute(input);
    let attributes = input.state().attributes.drain(first..);
    parsed.map(|()| attributes.collect())
}

/// Parses attributes and appends them to `State::attributes`.
fn each_attribute(input: &mut Input<'_, '_>) -> Parsed<()> {
    if peek(input) == TokenKind::Comma {
        bump(input);
    }
    while starts_attribute(peek(input)) {
        let attribute = attribute(input)?;
        input.state().attributes.push(attribute);
        if !eat(input, TokenKind::Comma) {
            return Ok(());
        }
    }
    super::want(input, ATTRIBUTE_START);
    Ok(())
}

fn attribute(input: &mut Input<'_, '_>) -> Parsed<Attribute> {
    let at = bump(input);
    if input.state().kind(at) == TokenKind::Star {
        let value = input.parse(token(TokenKind::Arrow).ignore_then(rule(expression)))?;
        let end = index(input);
        return Ok(Attribute::Splat(SplatAttribute { value, span: input.state().span(at, end) }));
    }
    let operator = match peek(input) {
        TokenKind::Arrow => AttributeOperator::Set,
        TokenKind::PlusArrow => AttributeOperator::Append,
        _ => return fail(input, ATTRIBUTE_OPERATORS),
    };
    bump(input);
    let value = expression(input)?;
    let name = input.state().name(at);
    Ok(Attribute::Named(NamedAttribute { name, operator, value }))
}

/// Builds a construct from attributes without a title: defaults after a type, an override after a reference.
fn untitled_resource(
    input: &mut Input<'_, '_>,
    start: usize,
    brace: usize,
    left: Expression,
    attributes: Box<[Attribute]>,
) -> Expression {
    let anchor = left.anchor;
    let form = ResourceForm::Regular;
    let kind = match &left.kind {
        ExpressionKind::Name(_) => return untitled_name(input, brace, left, attributes),
        ExpressionKind::TypeName(_) => {
            ExpressionKind::ResourceDefaults(Box::new(ResourceDefaults { form, type_name: left, attributes }))
        }
        ExpressionKind::Access(_) => {
            ExpressionKind::ResourceOverride(Box::new(ResourceOverride { form, resources: left, attributes }))
        }
        _ => {
            let plan = is_plan(input, start, &left);
            report(input, issue::not_valid_as_resource(left.position(), plan));
            ExpressionKind::ResourceOverride(Box::new(ResourceOverride { form, resources: left, attributes }))
        }
    };
    Expression { anchor, ..node(input, start, kind) }
}

/// Returns whether an expression with braces is a plan or an `apply` block, which the language does not support.
fn is_plan(input: &mut Input<'_, '_>, start: usize, left: &Expression) -> bool {
    let called = match &left.kind {
        ExpressionKind::Call(call) => call.function.as_name(),
        _ => None,
    };
    let state = input.state();
    let keyword = start > 0 && state.kind(start - 1) == TokenKind::Name && state.text(start - 1) == "plan";
    keyword || called == Some("apply")
}

/// `name { a => 1 }` is a name and a hash, and almost always a resource without a title.
fn untitled_name(
    input: &mut Input<'_, '_>,
    brace: usize,
    left: Expression,
    attributes: Box<[Attribute]>,
) -> Expression {
    let append = |attribute: &Attribute| {
        matches!(attribute, Attribute::Named(NamedAttribute { operator: AttributeOperator::Append, .. }))
    };
    if attributes.iter().any(append) {
        let span = input.state().token_span(brace);
        report(input, issue::body_without_title(span));
    }
    let entries = attributes.into_iter().map(|attribute| match attribute {
        Attribute::Named(NamedAttribute { name, value, .. }) => {
            let arrow = name.span;
            HashEntry { key: Expression::new(ExpressionKind::String(name.text), name.span), value, arrow }
        }
        Attribute::Splat(SplatAttribute { value, span }) => {
            HashEntry { key: Expression::new(ExpressionKind::Undef, span), value, arrow: span }
        }
    });
    let entries = entries.collect();
    let hash = node(input, brace, ExpressionKind::Hash(entries));
    name_and_hash(left, hash)
}

/// `Type <| query |> { attributes }`
pub(super) fn collector(input: &mut Input<'_, '_>, start: usize, type_name: Expression) -> Parsed<Expression> {
    let exported = peek(input) == TokenKind::CollectExported;
    let close = if exported { TokenKind::CollectExportedEnd } else { TokenKind::CollectEnd };
    let query = opened(input, start, |input| {
        bump(input);
        let query = if peek(input) == close { None } else { Some(expression(input)?) };
        expect(input, close)?;
        Ok(query)
    })?;
    let attributes = if peek(input) == TokenKind::Brace {
        opened(input, start, |input| {
            bump(input);
            let attributes = attributes(input)?;
            expect(input, TokenKind::BraceEnd)?;
            Ok(attributes)
        })?
    } else {
        Box::default()
    };
    let anchor = type_name.anchor;
    let collector = Collector { type_name, exported, query, attributes };
    let kind = ExpressionKind::Collector(Box::new(collector));
    Ok(Expression { anchor, ..node(input, start, kind) })
}
