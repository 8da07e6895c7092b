//! Operators and their precedence, and postfix forms: access, calls, collectors.

use super::{
    Input, Kinds, Parsed, bump, eat, expect, fail, index, list, nested, node, opened, peek, peek_second, raise, sibling,
};
use super::{definition, literal, puppet3, resource, rule, statement};
use crate::ast::{
    Access, Binary, BinaryOperator, Call, Expression, ExpressionKind, HashEntry, MethodCall, Selector, SelectorEntry,
    Unary, UnaryOperator,
};
use crate::token::TokenKind;

/// Kinds of token that can start an expression.
pub(super) const START: Kinds = Kinds::of(&[
    TokenKind::Name,
    TokenKind::Word,
    TokenKind::TypeName,
    TokenKind::Variable,
    TokenKind::Number,
    TokenKind::String,
    TokenKind::StringStart,
    TokenKind::Heredoc,
    TokenKind::Regex,
    TokenKind::Attr,
    TokenKind::Case,
    TokenKind::Class,
    TokenKind::Default,
    TokenKind::Define,
    TokenKind::False,
    TokenKind::Function,
    TokenKind::If,
    TokenKind::Node,
    TokenKind::Private,
    TokenKind::True,
    TokenKind::Type,
    TokenKind::Undef,
    TokenKind::Unless,
    TokenKind::Bracket,
    TokenKind::ListStart,
    TokenKind::Brace,
    TokenKind::Paren,
    TokenKind::LineParen,
    TokenKind::Minus,
    TokenKind::Star,
    TokenKind::Not,
    TokenKind::RenderText,
    TokenKind::RenderStart,
]);

// Precedence of the operators. All are left-associative.
const SELECTOR: u8 = 3;
const UNARY_MINUS: u8 = 11;
const SPLAT: u8 = 12;
const NOT: u8 = 13;

fn binary_operator(kind: TokenKind) -> Option<(u8, BinaryOperator)> {
    Some(match kind {
        TokenKind::Or => (1, BinaryOperator::Or),
        TokenKind::And => (2, BinaryOperator::And),
        TokenKind::Less => (4, BinaryOperator::Less),
        TokenKind::LessEqual => (4, BinaryOperator::LessEqual),
        TokenKind::Greater => (4, BinaryOperator::Greater),
        TokenKind::GreaterEqual => (4, BinaryOperator::GreaterEqual),
        TokenKind::Equal => (5, BinaryOperator::Equal),
        TokenKind::NotEqual => (5, BinaryOperator::NotEqual),
        TokenKind::LeftShift => (6, BinaryOperator::LeftShift),
        TokenKind::RightShift => (6, BinaryOperator::RightShift),
        TokenKind::Plus => (7, BinaryOperator::Add),
        TokenKind::Minus => (7, BinaryOperator::Subtract),
        TokenKind::Star => (8, BinaryOperator::Multiply),
        TokenKind::Slash => (8, BinaryOperator::Divide),
        TokenKind::Percent => (8, BinaryOperator::Modulo),
        TokenKind::Match => (9, BinaryOperator::Match),
        TokenKind::NotMatch => (9, BinaryOperator::NotMatch),
        TokenKind::In => (10, BinaryOperator::In),
        _ => return None,
    })
}

/// An expression other than an assignment, chain or resource.
pub(super) fn expression(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    nested(input, |input| operators(input, 0))
}

/// Operands with operators whose precedence is at least `least`, by precedence climbing.
pub(super) fn operators(input: &mut Input<'_, '_>, least: u8) -> Parsed<Expression> {
    let start = index(input);
    let mut left = prefixed(input)?;
    loop {
        let kind = peek(input);
        if kind == TokenKind::Question && SELECTOR >= least {
            // Postfix operators after a selector apply to all of it: `$a + $b ? { … }.f` calls f with the result.
            left = selector(input, left)?;
            left = suffixes(input, start, left)?;
            continue;
        }
        let Some((power, operator)) = binary_operator(kind) else { return Ok(left) };
        if power < least {
            return Ok(left);
        }
        let at = bump(input);
        let right = sibling(input, |input| operators(input, power + 1))?;
        let anchor = input.state().token(at).lo;
        raise(input)?;
        let span = left.span.to(right.span);
        left = Expression::anchored(ExpressionKind::Binary(Box::new(Binary { operator, left, right })), span, anchor);
    }
}

fn prefixed(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let (operator, power) = match peek(input) {
        TokenKind::Minus => (UnaryOperator::Minus, UNARY_MINUS),
        TokenKind::Star => (UnaryOperator::Splat, SPLAT),
        TokenKind::Not => (UnaryOperator::Not, NOT),
        TokenKind::Name if puppet3::is_not(input) => (UnaryOperator::Not, NOT),
        _ => return operand(input),
    };
    let at = bump(input);
    let operand = nested(input, |input| operators(input, power))?;
    Ok(node(input, at, ExpressionKind::Unary(Box::new(Unary { operator, operand }))))
}

/// An operand with its postfix forms.
fn operand(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let start = index(input);
    let left = primary(input)?;
    suffixes(input, start, left)
}

fn suffixes(input: &mut Input<'_, '_>, start: usize, mut left: Expression) -> Parsed<Expression> {
    loop {
        left = match peek(input) {
            TokenKind::Bracket => access(input, left)?,
            TokenKind::Paren => call(input, start, left)?,
            TokenKind::Dot => method_call(input, left)?,
            TokenKind::Collect | TokenKind::CollectExported => resource::collector(input, start, left)?,
            _ => return Ok(left),
        };
        raise(input)?;
    }
}

fn primary(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    match peek(input) {
        TokenKind::Variable
        | TokenKind::Name
        | TokenKind::TypeName
        | TokenKind::String
        | TokenKind::Word
        | TokenKind::Number
        | TokenKind::True
        | TokenKind::False
        | TokenKind::Undef
        | TokenKind::Default
        | TokenKind::Regex
        | TokenKind::Attr
        | TokenKind::Private
        | TokenKind::RenderText => literal::single(input),
        TokenKind::StringStart => literal::interpolated(input),
        TokenKind::Heredoc => literal::heredoc(input),
        TokenKind::Bracket | TokenKind::ListStart => literal::array(input),
        TokenKind::Brace => literal::hash(input),
        TokenKind::Paren | TokenKind::LineParen => parenthesized(input),
        TokenKind::If => statement::if_expression(input),
        TokenKind::Unless => statement::unless_expression(input),
        TokenKind::Case => statement::case_expression(input),
        TokenKind::RenderStart => statement::render_expression(input),
        TokenKind::Class => definition::class(input),
        TokenKind::Define => definition::define(input),
        TokenKind::Node => definition::node(input),
        TokenKind::Function => definition::function(input),
        TokenKind::Type if peek_second(input) == TokenKind::Paren => {
            let at = bump(input);
            Ok(node(input, at, ExpressionKind::Name("type".into())))
        }
        TokenKind::Type => super::datatype::type_alias(input),
        _ => fail(input, START),
    }
}

fn parenthesized(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let start = index(input);
    opened(input, start, |input| {
        bump(input);
        let inner = statement::assignment(input)?;
        expect(input, TokenKind::ParenEnd)?;
        Ok(node(input, start, ExpressionKind::Parenthesized(Box::new(inner))))
    })
}

/// `left ? { pattern => value, … }`, or a single entry without braces.
fn selector(input: &mut Input<'_, '_>, operand: Expression) -> Parsed<Expression> {
    let start = bump(input);
    let entries = if peek(input) == TokenKind::SelectorBrace {
        opened(input, start, |input| {
            bump(input);
            let first = selector_entry(input)?;
            let mut entries = vec![first];
            while eat(input, TokenKind::Comma) && peek(input) != TokenKind::BraceEnd {
                entries.push(selector_entry(input)?);
            }
            expect(input, TokenKind::BraceEnd)?;
            Ok(entries)
        })?
    } else {
        vec![selector_entry(input)?]
    };
    raise(input)?;
    let end = index(input);
    let span = operand.span.to(input.state().span(start, end));
    let anchor = operand.anchor;
    Ok(Expression::anchored(ExpressionKind::Selector(Box::new(Selector { operand, entries })), span, anchor))
}

fn selector_entry(input: &mut Input<'_, '_>) -> Parsed<SelectorEntry> {
    let pattern = expression(input)?;
    let arrow = expect(input, TokenKind::Arrow)?;
    let value = expression(input)?;
    Ok(SelectorEntry { pattern, value, arrow: input.state().token_span(arrow) })
}

fn access(input: &mut Input<'_, '_>, target: Expression) -> Parsed<Expression> {
    let start = index(input);
    let keys = opened(input, start, |input| {
        bump(input);
        let keys = access_keys(input, true)?;
        expect(input, TokenKind::BracketEnd)?;
        Ok(keys)
    })?;
    Ok(access_node(input, target, keys))
}

/// Returns the access that ends with the last token.
pub(super) fn access_node(input: &mut Input<'_, '_>, target: Expression, keys: Vec<Expression>) -> Expression {
    let end = index(input);
    let span = target.span.to(input.state().span(end - 1, end));
    let anchor = target.anchor;
    Expression::anchored(ExpressionKind::Access(Box::new(Access { target, keys })), span, anchor)
}

/// The keys of an access, at least one, and a trailing comma if allowed.
pub(super) fn access_keys(input: &mut Input<'_, '_>, trailing_comma: bool) -> Parsed<Vec<Expression>> {
    let mut keys = Arguments::default();
    loop {
        let key = argument(input, Kinds::default())?;
        if let Argument::Value(value) = &key
            && is_wider_than_expression(&value.kind)
        {
            return fail(input, Kinds::of(&[TokenKind::Arrow]));
        }
        keys.push(key);
        if !eat(input, TokenKind::Comma) || trailing_comma && peek(input) == TokenKind::BracketEnd {
            return Ok(keys.finish());
        }
    }
}

/// Returns whether an expression is valid only as a statement or an argument.
fn is_wider_than_expression(kind: &ExpressionKind) -> bool {
    matches!(
        kind,
        ExpressionKind::Assignment(_)
            | ExpressionKind::Relationship(_)
            | ExpressionKind::Resource(_)
            | ExpressionKind::ResourceDefaults(_)
            | ExpressionKind::ResourceOverride(_)
    )
}

/// An argument, a key or an element of an array.
pub(super) enum Argument {
    Value(Expression),
    /// `key => value` without braces.
    Pair(HashEntry),
}

/// Arguments. Consecutive pairs form one hash.
#[derive(Default)]
pub(super) struct Arguments {
    values: Vec<Expression>,
    pairs: Vec<HashEntry>,
}

impl Arguments {
    pub(super) fn push(&mut self, argument: Argument) {
        match argument {
            Argument::Pair(pair) => self.pairs.push(pair),
            Argument::Value(value) => {
                self.close();
                self.values.push(value);
            }
        }
    }

    fn close(&mut self) {
        if let (Some(first), Some(last)) = (self.pairs.first(), self.pairs.last()) {
            let span = first.key.span.to(last.value.span);
            let anchor = first.arrow.lo;
            let pairs = std::mem::take(&mut self.pairs).into_boxed_slice();
            self.values.push(Expression::anchored(ExpressionKind::Hash(pairs), span, anchor));
        }
    }

    pub(super) fn finish(mut self) -> Vec<Expression> {
        self.close();
        self.values
    }
}

/// An argument. `type` and `function` are words before one of the kinds in `words`, and before `=>`.
pub(super) fn argument(input: &mut Input<'_, '_>, words: Kinds) -> Parsed<Argument> {
    let key = entry(input, words.with(Kinds::of(&[TokenKind::Arrow])))?;
    if peek(input) == TokenKind::Arrow { pair(input, key).map(Argument::Pair) } else { Ok(Argument::Value(key)) }
}

/// The rest of a pair, after its key.
pub(super) fn pair(input: &mut Input<'_, '_>, key: Expression) -> Parsed<HashEntry> {
    let arrow = expect(input, TokenKind::Arrow)?;
    let ends = Kinds::of(&[TokenKind::Comma, TokenKind::BraceEnd, TokenKind::BracketEnd, TokenKind::ParenEnd]);
    let value = entry(input, ends)?;
    Ok(HashEntry { key, value, arrow: input.state().token_span(arrow) })
}

/// A key or value: an assignment, or the word `type` or `function` before one of the given kinds.
pub(super) fn entry(input: &mut Input<'_, '_>, words: Kinds) -> Parsed<Expression> {
    if matches!(peek(input), TokenKind::Type | TokenKind::Function) && words.has(peek_second(input)) {
        return literal::word(input);
    }
    statement::assignment(input)
}

/// `function(arguments) |parameters| { }`
fn call(input: &mut Input<'_, '_>, start: usize, function: Expression) -> Parsed<Expression> {
    let arguments = opened(input, start, |input| {
        bump(input);
        let arguments = arguments(input, true)?;
        expect(input, TokenKind::ParenEnd)?;
        Ok(arguments)
    })?;
    let lambda = definition::optional_lambda(input)?;
    let end = index(input);
    let span = function.span.to(input.state().span(end - 1, end));
    let anchor = function.anchor;
    let call = Call { function, arguments, lambda, is_statement: false };
    Ok(Expression::anchored(ExpressionKind::Call(Box::new(call)), span, anchor))
}

/// Arguments up to the closing parenthesis.
fn arguments(input: &mut Input<'_, '_>, trailing_comma: bool) -> Parsed<Vec<Expression>> {
    let mut arguments = Arguments::default();
    if trailing_comma {
        let item = rule(|input| argument(input, Kinds::default()));
        for argument in input.parse(list(item, TokenKind::ParenEnd))? {
            arguments.push(argument);
        }
    } else if peek(input) != TokenKind::ParenEnd {
        arguments.push(argument(input, Kinds::default())?);
        while eat(input, TokenKind::Comma) {
            arguments.push(argument(input, Kinds::default())?);
        }
    }
    Ok(arguments.finish())
}

/// `receiver.name(arguments) |parameters| { }`
fn method_call(input: &mut Input<'_, '_>, receiver: Expression) -> Parsed<Expression> {
    let dot = bump(input);
    if !matches!(peek(input), TokenKind::Name | TokenKind::Type) {
        return fail(input, Kinds::of(&[TokenKind::Name, TokenKind::Type]));
    }
    let name = bump(input);
    let mut anchor = input.state().token(dot).lo;
    let arguments = if peek(input) == TokenKind::Paren {
        opened(input, name, |input| {
            let paren = bump(input);
            anchor = input.state().token(paren).lo;
            let arguments = arguments(input, false)?;
            expect(input, TokenKind::ParenEnd)?;
            Ok(arguments)
        })?
    } else {
        Vec::new()
    };
    let lambda = definition::optional_lambda(input)?;
    let end = index(input);
    let state = input.state();
    let span = receiver.span.to(state.span(end - 1, end));
    let name = state.name(name);
    let call = MethodCall { receiver, name, arguments, lambda };
    Ok(Expression::anchored(ExpressionKind::MethodCall(Box::new(call)), span, anchor))
}
