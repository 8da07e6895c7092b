//! Data types in type positions, and definitions of types.

use std::sync::Arc;

use super::expression::{access_keys, access_node};
use super::statement::block;
use super::{Input, Kinds, Parsed, bump, eat, expect, fail, index, literal, node, opened, peek, peek_second};
use crate::ast::{Access, Expression, ExpressionKind, HashEntry, Name, TypeAlias, TypeDefinition, TypeMapping};
use crate::token::TokenKind;

/// The type of a parameter or of a return value: a type name, optionally with parameters.
pub(super) fn parameter_type(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let name = type_name(input)?;
    if peek(input) == TokenKind::Bracket { parameterized(input, name, false) } else { Ok(name) }
}

fn type_name(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    if peek(input) == TokenKind::TypeName {
        literal::single(input)
    } else {
        fail(input, Kinds::of(&[TokenKind::TypeName]))
    }
}

fn parameterized(input: &mut Input<'_, '_>, name: Expression, trailing_comma: bool) -> Parsed<Expression> {
    let start = index(input);
    let keys = opened(input, start - 1, |input| {
        bump(input);
        let keys = access_keys(input, trailing_comma)?;
        expect(input, TokenKind::BracketEnd)?;
        Ok(keys)
    })?;
    Ok(access_node(input, name, keys))
}

/// `type Name = …`, `type Name { }`
pub(super) fn type_alias(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let start = bump(input);
    if peek(input) == TokenKind::TypeName && matches!(peek_second(input), TokenKind::Brace | TokenKind::Inherits) {
        return type_definition(input, start);
    }
    let left = parameter_type(input)?;
    let anchor = left.anchor;
    expect(input, TokenKind::Assign)?;
    let value = alias_value(input)?;
    let end = index(input);
    let span = input.state().span(start, end);
    let kind = match left.kind {
        ExpressionKind::TypeName(name) => {
            ExpressionKind::TypeAlias(Arc::new(TypeAlias { name, name_span: left.span, value, span }))
        }
        _ => ExpressionKind::TypeMapping(Box::new(TypeMapping { left, right: value })),
    };
    // Puppet reports the position of the name.
    Ok(Expression::anchored(kind, span, anchor))
}

fn alias_value(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    match peek(input) {
        TokenKind::Brace => {
            let hash = literal::hash(input)?;
            Ok(object(type_named("Object", &hash), hash))
        }
        TokenKind::Bracket | TokenKind::ListStart => literal::array(input),
        TokenKind::TypeName => {
            let name = type_name(input)?;
            match peek(input) {
                TokenKind::Bracket => parameterized(input, name, true),
                TokenKind::Brace => literal::hash(input).map(|hash| derived_object(name, hash)),
                _ => Ok(name),
            }
        }
        _ => fail(input, Kinds::of(&[TokenKind::TypeName, TokenKind::Brace, TokenKind::Bracket])),
    }
}

/// Expands `Parent { … }` to `Object[{ …, parent => Parent }]`.
fn derived_object(parent: Expression, hash: Expression) -> Expression {
    if matches!(&parent.kind, ExpressionKind::TypeName(name) if matches!(&**name, "Object" | "TypeSet")) {
        return object(parent, hash);
    }
    let object_name = type_named("Object", &parent);
    let span = hash.span;
    let ExpressionKind::Hash(entries) = hash.kind else { return object(object_name, hash) };
    let key = Expression::new(ExpressionKind::Name("parent".into()), parent.span);
    let mut entries = entries.into_vec();
    entries.push(HashEntry { key, arrow: parent.span, value: parent });
    let hash = Expression::new(ExpressionKind::Hash(entries.into_boxed_slice()), span);
    object(object_name, hash)
}

fn type_named(name: &str, at: &Expression) -> Expression {
    Expression::new(ExpressionKind::TypeName(name.into()), at.span)
}

fn object(target: Expression, hash: Expression) -> Expression {
    let span = target.span.to(hash.span);
    Expression::new(ExpressionKind::Access(Box::new(Access { target, keys: vec![hash] })), span)
}

/// A type with a body, which Puppet parses and then rejects.
fn type_definition(input: &mut Input<'_, '_>, start: usize) -> Parsed<Expression> {
    let name = word(input);
    let parent = if eat(input, TokenKind::Inherits) {
        if peek(input) != TokenKind::TypeName {
            return fail(input, Kinds::of(&[TokenKind::TypeName]));
        }
        Some(word(input))
    } else {
        None
    };
    let body = block(input, start)?;
    Ok(node(input, start, ExpressionKind::TypeDefinition(Box::new(TypeDefinition { name, parent, body }))))
}

fn word(input: &mut Input<'_, '_>) -> Name {
    let at = bump(input);
    input.state().name(at)
}
