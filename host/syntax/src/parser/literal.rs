//! Literals: words, numbers, strings, arrays, hashes.

use super::expression::{self, Arguments};
use super::{Input, Kinds, Parsed, bump, eat, expect, fail, index, node, opened, peek, puppet3, statement};
use crate::ast::{Expression, ExpressionKind, Heredoc, StringPart};
use crate::token::TokenKind;

/// A single-token operand.
pub(super) fn single(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let at = bump(input);
    let state = input.state();
    let kind = match state.kind(at) {
        TokenKind::Variable => ExpressionKind::Variable(state.text(at).into()),
        TokenKind::Name => ExpressionKind::Name(state.shared_text(at)),
        TokenKind::TypeName => ExpressionKind::TypeName(state.text(at).into()),
        TokenKind::String | TokenKind::Word => ExpressionKind::String(state.string(at)),
        TokenKind::Number => return number(input, at),
        TokenKind::True => ExpressionKind::Boolean(true),
        TokenKind::False => ExpressionKind::Boolean(false),
        TokenKind::Undef => ExpressionKind::Undef,
        TokenKind::Default => ExpressionKind::Default,
        TokenKind::Regex => ExpressionKind::Regex(state.text(at).into()),
        TokenKind::RenderText => ExpressionKind::RenderText(state.string(at)),
        _ => ExpressionKind::Reserved(state.text(at).into()),
    };
    Ok(node(input, at, kind))
}

/// A word as a string, even if it is a keyword.
pub(super) fn word(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let at = bump(input);
    let text = input.state().text(at);
    Ok(node(input, at, ExpressionKind::String(text.into())))
}

fn number(input: &mut Input<'_, '_>, at: usize) -> Parsed<Expression> {
    let text = input.state().text(at);
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let integer = match hex {
        Some(digits) => i64::from_str_radix(digits, 16),
        None if text.contains(['.', 'e', 'E']) => {
            // The lexer passes only finite decimal numbers.
            let value = text.parse().unwrap_or(f64::MAX);
            return Ok(node(input, at, ExpressionKind::Float(value)));
        }
        None if text.len() > 1 && text.starts_with('0') => {
            if puppet3::is_text(input, at) {
                return Ok(node(input, at, ExpressionKind::String(text.into())));
            }
            i64::from_str_radix(text, 8)
        }
        None => text.parse(),
    };
    // An overflow is reported by the validator, with the other errors outside the grammar.
    Ok(node(input, at, ExpressionKind::Integer(integer.unwrap_or(i64::MAX))))
}

/// A string with interpolations.
pub(super) fn interpolated(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let start = index(input);
    opened(input, start, |input| {
        let mut parts = Vec::new();
        loop {
            let piece = bump(input);
            push_text(input, piece, &mut parts);
            if input.state().kind(piece) == TokenKind::StringEnd {
                break;
            }
            parts.push(StringPart::Expression(statement::assignment(input)?));
            if !matches!(peek(input), TokenKind::StringMiddle | TokenKind::StringEnd) {
                return fail(input, Kinds::of(&[TokenKind::StringEnd]));
            }
        }
        Ok(node(input, start, ExpressionKind::Interpolated(parts.into_boxed_slice())))
    })
}

fn push_text(input: &mut Input<'_, '_>, piece: usize, parts: &mut Vec<StringPart>) {
    let state = input.state();
    if !state.text(piece).is_empty() {
        parts.push(StringPart::Text(state.string(piece)));
    }
}

pub(super) fn heredoc(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let at = bump(input);
    let syntax = input.state().text(at).into();
    let text = match peek(input) {
        TokenKind::String => single(input)?,
        TokenKind::StringStart => interpolated(input)?,
        _ => return fail(input, Kinds::of(&[TokenKind::String, TokenKind::StringStart])),
    };
    let span = input.state().token_span(at);
    Ok(Expression::new(ExpressionKind::Heredoc(Box::new(Heredoc { syntax, text })), span))
}

pub(super) fn array(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let start = index(input);
    opened(input, start, |input| {
        bump(input);
        let mut elements = Arguments::default();
        while peek(input) != TokenKind::BracketEnd {
            elements.push(expression::argument(input, Kinds::of(&[TokenKind::Comma, TokenKind::BracketEnd]))?);
            if !eat(input, TokenKind::Comma) {
                break;
            }
        }
        expect(input, TokenKind::BracketEnd)?;
        Ok(node(input, start, ExpressionKind::Array(elements.finish().into_boxed_slice())))
    })
}

pub(super) fn hash(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let start = index(input);
    opened(input, start, |input| {
        bump(input);
        let mut entries = Vec::new();
        while peek(input) != TokenKind::BraceEnd {
            let key = expression::entry(input, Kinds::of(&[TokenKind::Arrow]))?;
            entries.push(expression::pair(input, key)?);
            if !eat(input, TokenKind::Comma) {
                break;
            }
        }
        expect(input, TokenKind::BraceEnd)?;
        Ok(node(input, start, ExpressionKind::Hash(entries.into_boxed_slice())))
    })
}
