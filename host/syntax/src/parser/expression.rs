//! Operators and their precedence, and what may follow an operand: access, calls, collectors.

use super::{
    Input, Kinds, Parsed, beside, bump, eat, expect, fail, index, list, nested, node, opened, peek, peek_second, raise,
};
use super::{definition, literal, old, resource, rule, statement};
use crate::ast::{
    Access, Binary, BinaryOperator, Call, Expression, ExpressionKind, HashEntry, MethodCall, Name, Selector,
    SelectorEntry, Unary, UnaryOperator,
};
use crate::token::Kind;

/// What an expression can start with.
pub(super) const START: Kinds = Kinds::of(&[
    Kind::Name,
    Kind::Word,
    Kind::TypeName,
    Kind::Variable,
    Kind::Number,
    Kind::String,
    Kind::StringStart,
    Kind::Heredoc,
    Kind::Regex,
    Kind::Attr,
    Kind::Case,
    Kind::Class,
    Kind::Default,
    Kind::Define,
    Kind::False,
    Kind::Function,
    Kind::If,
    Kind::Node,
    Kind::Private,
    Kind::True,
    Kind::Type,
    Kind::Undef,
    Kind::Unless,
    Kind::Bracket,
    Kind::ListStart,
    Kind::Brace,
    Kind::Paren,
    Kind::LineParen,
    Kind::Minus,
    Kind::Star,
    Kind::Not,
    Kind::RenderText,
    Kind::RenderStart,
]);

// How strongly operators bind. All group from the left.
const SELECTOR: u8 = 3;
const UNARY_MINUS: u8 = 11;
const SPLAT: u8 = 12;
const NOT: u8 = 13;

fn binary_operator(kind: Kind) -> Option<(u8, BinaryOperator)> {
    Some(match kind {
        Kind::Or => (1, BinaryOperator::Or),
        Kind::And => (2, BinaryOperator::And),
        Kind::Less => (4, BinaryOperator::Less),
        Kind::LessEqual => (4, BinaryOperator::LessEqual),
        Kind::Greater => (4, BinaryOperator::Greater),
        Kind::GreaterEqual => (4, BinaryOperator::GreaterEqual),
        Kind::Equal => (5, BinaryOperator::Equal),
        Kind::NotEqual => (5, BinaryOperator::NotEqual),
        Kind::LeftShift => (6, BinaryOperator::LeftShift),
        Kind::RightShift => (6, BinaryOperator::RightShift),
        Kind::Plus => (7, BinaryOperator::Add),
        Kind::Minus => (7, BinaryOperator::Subtract),
        Kind::Star => (8, BinaryOperator::Multiply),
        Kind::Slash => (8, BinaryOperator::Divide),
        Kind::Percent => (8, BinaryOperator::Modulo),
        Kind::Match => (9, BinaryOperator::Match),
        Kind::NotMatch => (9, BinaryOperator::NotMatch),
        Kind::In => (10, BinaryOperator::In),
        _ => return None,
    })
}

/// An expression, which is neither an assignment nor a chain nor a resource.
pub(super) fn expression(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    nested(input, |input| operators(input, 0))
}

/// Operands with operators that bind at least as strongly as `least`, by precedence climbing.
pub(super) fn operators(input: &mut Input<'_, '_>, least: u8) -> Parsed<Expression> {
    let start = index(input);
    let mut left = prefixed(input)?;
    loop {
        let kind = peek(input);
        if kind == Kind::Question && SELECTOR >= least {
            // What follows a selector applies to all of it: `$a + $b ? { … }.f` calls f with what was selected.
            left = selector(input, left)?;
            left = suffixes(input, start, left)?;
            continue;
        }
        let Some((power, operator)) = binary_operator(kind) else { return Ok(left) };
        if power < least {
            return Ok(left);
        }
        let at = bump(input);
        let right = beside(input, |input| operators(input, power + 1))?;
        let anchor = input.state().token(at).lo;
        raise(input)?;
        let span = left.span.to(right.span);
        left = Expression::anchored(ExpressionKind::Binary(Box::new(Binary { operator, left, right })), span, anchor);
    }
}

fn prefixed(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let (operator, power) = match peek(input) {
        Kind::Minus => (UnaryOperator::Minus, UNARY_MINUS),
        Kind::Star => (UnaryOperator::Splat, SPLAT),
        Kind::Not => (UnaryOperator::Not, NOT),
        Kind::Name if old::is_not(input) => (UnaryOperator::Not, NOT),
        _ => return operand(input),
    };
    let at = bump(input);
    let operand = nested(input, |input| operators(input, power))?;
    Ok(node(input, at, ExpressionKind::Unary(Box::new(Unary { operator, operand }))))
}

/// An operand with what follows it.
fn operand(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let start = index(input);
    let left = primary(input)?;
    suffixes(input, start, left)
}

fn suffixes(input: &mut Input<'_, '_>, start: usize, mut left: Expression) -> Parsed<Expression> {
    loop {
        left = match peek(input) {
            Kind::Bracket => access(input, left)?,
            Kind::Paren => call(input, start, left)?,
            Kind::Dot => method_call(input, left)?,
            Kind::Collect | Kind::CollectExported => resource::collector(input, start, left)?,
            _ => return Ok(left),
        };
        raise(input)?;
    }
}

fn primary(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    match peek(input) {
        Kind::Variable
        | Kind::Name
        | Kind::TypeName
        | Kind::String
        | Kind::Word
        | Kind::Number
        | Kind::True
        | Kind::False
        | Kind::Undef
        | Kind::Default
        | Kind::Regex
        | Kind::Attr
        | Kind::Private
        | Kind::RenderText => literal::single(input),
        Kind::StringStart => literal::interpolated(input),
        Kind::Heredoc => literal::heredoc(input),
        Kind::Bracket | Kind::ListStart => literal::array(input),
        Kind::Brace => literal::hash(input),
        Kind::Paren | Kind::LineParen => parenthesized(input),
        Kind::If => statement::if_expression(input),
        Kind::Unless => statement::unless_expression(input),
        Kind::Case => statement::case_expression(input),
        Kind::RenderStart => statement::render_expression(input),
        Kind::Class => definition::class(input),
        Kind::Define => definition::define(input),
        Kind::Node => definition::node(input),
        Kind::Function => definition::function(input),
        Kind::Type if peek_second(input) == Kind::Paren => {
            let at = bump(input);
            Ok(node(input, at, ExpressionKind::Name("type".into())))
        }
        Kind::Type => super::datatype::type_alias(input),
        _ => fail(input, START),
    }
}

fn parenthesized(input: &mut Input<'_, '_>) -> Parsed<Expression> {
    let start = index(input);
    opened(input, start, |input| {
        bump(input);
        let inner = statement::assignment(input)?;
        expect(input, Kind::ParenEnd)?;
        Ok(node(input, start, ExpressionKind::Parenthesized(Box::new(inner))))
    })
}

/// `left ? { pattern => value, … }`, or a single choice without braces.
fn selector(input: &mut Input<'_, '_>, operand: Expression) -> Parsed<Expression> {
    let start = bump(input);
    let entries = if peek(input) == Kind::SelectorBrace {
        opened(input, start, |input| {
            bump(input);
            let first = selector_entry(input)?;
            let mut entries = vec![first];
            while eat(input, Kind::Comma) && peek(input) != Kind::BraceEnd {
                entries.push(selector_entry(input)?);
            }
            expect(input, Kind::BraceEnd)?;
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
    let arrow = expect(input, Kind::Arrow)?;
    let value = expression(input)?;
    Ok(SelectorEntry { pattern, value, arrow: input.state().token_span(arrow) })
}

fn access(input: &mut Input<'_, '_>, target: Expression) -> Parsed<Expression> {
    let start = index(input);
    let keys = opened(input, start, |input| {
        bump(input);
        let keys = access_keys(input, true)?;
        expect(input, Kind::BracketEnd)?;
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

/// The keys of an access, at least one, and a comma after them where one is allowed.
pub(super) fn access_keys(input: &mut Input<'_, '_>, trailing_comma: bool) -> Parsed<Vec<Expression>> {
    let mut keys = Arguments::default();
    loop {
        let key = argument(input, Kinds::default())?;
        if let Argument::Value(value) = &key
            && is_wider_than_expression(&value.kind)
        {
            return fail(input, Kinds::of(&[Kind::Arrow]));
        }
        keys.push(key);
        if !eat(input, Kind::Comma) || trailing_comma && peek(input) == Kind::BracketEnd {
            return Ok(keys.finish());
        }
    }
}

/// Says whether an expression is of a kind that stands only where a statement or argument may.
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

/// Arguments, in which pairs next to each other make one hash.
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

/// One argument. `words` are the kinds after which `type` and `function` are words, besides `=>`.
pub(super) fn argument(input: &mut Input<'_, '_>, words: Kinds) -> Parsed<Argument> {
    let key = entry(input, words.with(Kinds::of(&[Kind::Arrow])))?;
    if peek(input) == Kind::Arrow { pair(input, key).map(Argument::Pair) } else { Ok(Argument::Value(key)) }
}

/// The rest of a pair, after its key.
pub(super) fn pair(input: &mut Input<'_, '_>, key: Expression) -> Parsed<HashEntry> {
    let arrow = expect(input, Kind::Arrow)?;
    let ends = Kinds::of(&[Kind::Comma, Kind::BraceEnd, Kind::BracketEnd, Kind::ParenEnd]);
    let value = entry(input, ends)?;
    Ok(HashEntry { key, value, arrow: input.state().token_span(arrow) })
}

/// A key or value: an assignment, or one of the words `type` and `function` before one of the given kinds.
pub(super) fn entry(input: &mut Input<'_, '_>, words: Kinds) -> Parsed<Expression> {
    if matches!(peek(input), Kind::Type | Kind::Function) && words.has(peek_second(input)) {
        return literal::word(input);
    }
    statement::assignment(input)
}

/// `function(arguments) |parameters| { }`
fn call(input: &mut Input<'_, '_>, start: usize, function: Expression) -> Parsed<Expression> {
    let arguments = opened(input, start, |input| {
        bump(input);
        let arguments = arguments(input, true)?;
        expect(input, Kind::ParenEnd)?;
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
        for argument in input.parse(list(item, Kind::ParenEnd))? {
            arguments.push(argument);
        }
    } else if peek(input) != Kind::ParenEnd {
        arguments.push(argument(input, Kinds::default())?);
        while eat(input, Kind::Comma) {
            arguments.push(argument(input, Kinds::default())?);
        }
    }
    Ok(arguments.finish())
}

/// `receiver.name(arguments) |parameters| { }`
fn method_call(input: &mut Input<'_, '_>, receiver: Expression) -> Parsed<Expression> {
    let dot = bump(input);
    if !matches!(peek(input), Kind::Name | Kind::Type) {
        return fail(input, Kinds::of(&[Kind::Name, Kind::Type]));
    }
    let name = bump(input);
    let mut anchor = input.state().token(dot).lo;
    let arguments = if peek(input) == Kind::Paren {
        opened(input, name, |input| {
            let paren = bump(input);
            anchor = input.state().token(paren).lo;
            let arguments = arguments(input, false)?;
            expect(input, Kind::ParenEnd)?;
            Ok(arguments)
        })?
    } else {
        Vec::new()
    };
    let lambda = definition::optional_lambda(input)?;
    let end = index(input);
    let state = input.state();
    let span = receiver.span.to(state.span(end - 1, end));
    let name = Name { text: state.text(name).into(), span: state.token_span(name) };
    let call = MethodCall { receiver, name, arguments, lambda };
    Ok(Expression::anchored(ExpressionKind::MethodCall(Box::new(call)), span, anchor))
}
