//! The parser, based on chumsky. A rule is a function in which rules and tokens are combined. The first token of an expression or
//! statement selects its rule, so nothing is parsed twice. A failing rule leaves the expected tokens and the position in the
//! [`State`]; a failing statement is reported and skipped, and parsing continues.

mod datatype;
mod definition;
mod expression;
mod literal;
mod puppet3;
mod recovery;
mod resource;
mod statement;

use chumsky::error::EmptyErr;
use chumsky::extra;
use chumsky::input::InputRef;
use chumsky::inspector::Inspector;
use chumsky::prelude::*;

use crate::Mode;
use crate::ast::{Block, Expression, ExpressionKind, Import, Parameter, Program};
use crate::diagnostic::Diagnostic;
use crate::issue;
use crate::lexer::Tokens;
use crate::span::{SourceId, Span};
use crate::token::{Token, TokenKind};

/// What an expression can start with, and a statement.
pub(crate) const EXPRESSION_START: Kinds = expression::START;
pub(crate) const STATEMENT_START: Kinds = statement::START;

/// How deep expressions may nest: a statement, and two thousand levels of brackets, blocks and prefix operators in it.
const NESTING_LIMIT: u32 = 2_001;
/// How high a tree may be: nesting, and operators in a row such as `1 + 1 + 1 …`.
const HEIGHT_LIMIT: u32 = 4_000;
/// How many places that can not be read are reported before the rest of the file is left alone.
const ERROR_LIMIT: usize = 20;
/// The stack that one level of nesting may need, and how much is added when there is less.
const STACK_NEEDED: usize = 256 * 1024;
const STACK_ADDED: usize = 4 * 1024 * 1024;

type Stream<'s> = &'s [Token];
type Extra<'s> = extra::Full<EmptyErr, State<'s>, ()>;
type Input<'s, 'p> = InputRef<'s, 'p, Stream<'s>, Extra<'s>>;
type Parsed<T> = Result<T, EmptyErr>;

/// A combination of rules.
trait Rule<'s, T>: Parser<'s, Stream<'s>, T, Extra<'s>> + Clone {}
impl<'s, T, P: Parser<'s, Stream<'s>, T, Extra<'s>> + Clone> Rule<'s, T> for P {}

/// A set of kinds of token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kinds(u128);

impl Kinds {
    pub(crate) const fn of(kinds: &[TokenKind]) -> Self {
        let mut bits = 0;
        let mut at = 0;
        while at < kinds.len() {
            bits |= 1 << kinds[at] as u8;
            at += 1;
        }
        Self(bits)
    }

    pub(crate) const fn has(self, kind: TokenKind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }

    const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) const fn includes(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// A construct that has been started: where it starts, and its opening bracket if it has one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenConstruct {
    pub(crate) start: usize,
    pub(crate) bracket: usize,
}

/// What the rules share. Rewinding leaves it alone: what a failed rule wanted is still true.
struct State<'s> {
    tokens: &'s Tokens<'s>,
    source: SourceId,
    /// The token that no rule could use, the furthest of them, and what would have been right there.
    far: usize,
    wanted: Kinds,
    /// The constructs around the token being read, outermost first. Left as they are when a rule fails.
    open: Vec<OpenConstruct>,
    /// The classes around it, whose names are part of the names inside.
    namespace: String,
    nesting: u32,
    /// The height of the highest tree below the rule being parsed.
    height: u32,
    /// Whether nothing more is to be parsed: the text nests too deep, or has too many errors.
    exhausted: bool,
    /// Whether the language is the old one.
    is_puppet3: bool,
    imports: Vec<Import>,
    /// The token that was last reported.
    reported: Option<usize>,
    diagnostics: Vec<Diagnostic>,
}

impl<'s> Inspector<'s, Stream<'s>> for State<'s> {
    type Checkpoint = ();

    fn on_token(&mut self, _: &Token) {}

    fn on_save<'p>(&self, _: &chumsky::input::Cursor<'s, 'p, Stream<'s>>) {}

    fn on_rewind<'p>(&mut self, _: &chumsky::input::Checkpoint<'s, 'p, Stream<'s>, ()>) {}
}

impl<'s> State<'s> {
    fn token(&self, index: usize) -> Token {
        self.tokens.list[index]
    }

    /// Returns the kind of a token, the end for one past the last.
    fn kind(&self, index: usize) -> TokenKind {
        self.tokens.list.get(index).map_or(TokenKind::End, |token| token.kind)
    }

    fn text(&self, index: usize) -> &'s str {
        self.tokens.text(index)
    }

    /// Returns the span of the tokens from `first` up to but not including `end`.
    fn span(&self, first: usize, end: usize) -> Span {
        let lo = self.token(first).lo;
        let hi = if end > first { self.token(end - 1).hi } else { lo };
        Span::new(self.source, lo, hi)
    }

    fn token_span(&self, index: usize) -> Span {
        self.span(index, index + 1)
    }

    /// Notes that a token of one of these kinds would have been right at a place.
    fn want(&mut self, at: usize, kinds: Kinds) {
        if at > self.far {
            self.far = at;
            self.wanted = kinds;
        } else if at == self.far {
            self.wanted = self.wanted.with(kinds);
        }
    }
}

/// Returns a rule made of a function.
fn rule<'s, T, F>(function: F) -> impl Rule<'s, T>
where
    F: Fn(&mut Input<'s, '_>) -> Parsed<T> + Clone,
{
    custom(function)
}

/// Returns the rule for one token. It gives the index of the token.
fn token<'s>(kind: TokenKind) -> impl Rule<'s, usize> {
    rule(move |input| expect(input, kind))
}

/// Returns the rule for a list with commas, perhaps one too many at the end, up to a token that is not part of it.
fn list<'s, T>(item: impl Rule<'s, T>, end: TokenKind) -> impl Rule<'s, Vec<T>> {
    rule(move |input| {
        let mut items = Vec::new();
        while peek(input) != end {
            items.push(input.parse(item.clone())?);
            if !eat(input, TokenKind::Comma) {
                break;
            }
        }
        Ok(items)
    })
}

/// Returns the index of the next token.
fn index(input: &Input<'_, '_>) -> usize {
    *input.cursor().inner()
}

/// Returns the kind of the next token.
fn peek(input: &mut Input<'_, '_>) -> TokenKind {
    input.peek().map_or(TokenKind::End, |token| token.kind)
}

/// Returns the kind of the token after the next.
fn peek_second(input: &mut Input<'_, '_>) -> TokenKind {
    let at = index(input);
    input.state().kind(at + 1)
}

/// Takes the next token if it is of a kind.
fn eat(input: &mut Input<'_, '_>, kind: TokenKind) -> bool {
    let found = peek(input) == kind;
    if found {
        input.skip();
    } else {
        want(input, Kinds::of(&[kind]));
    }
    found
}

/// Takes the next token, which must be of a kind, and returns its index.
fn expect(input: &mut Input<'_, '_>, kind: TokenKind) -> Parsed<usize> {
    let at = index(input);
    if eat(input, kind) { Ok(at) } else { Err(EmptyErr::default()) }
}

/// Takes the next token whatever it is, and returns its index.
fn bump(input: &mut Input<'_, '_>) -> usize {
    let at = index(input);
    input.skip();
    at
}

/// Notes that these kinds would be right here.
fn want(input: &mut Input<'_, '_>, kinds: Kinds) {
    let at = index(input);
    input.state().want(at, kinds);
}

/// Fails: only these kinds would be right here.
fn fail<T>(input: &mut Input<'_, '_>, kinds: Kinds) -> Parsed<T> {
    want(input, kinds);
    Err(EmptyErr::default())
}

/// Notes a fault that leaves the tree as it is.
fn report(input: &mut Input<'_, '_>, diagnostic: Diagnostic) {
    input.state().diagnostics.push(diagnostic);
}

/// Parses a construct that starts at token `start` and whose opening bracket comes next.
fn opened<'s, T>(
    input: &mut Input<'s, '_>,
    start: usize,
    parse: impl FnOnce(&mut Input<'s, '_>) -> Parsed<T>,
) -> Parsed<T> {
    let bracket = index(input);
    let depth = input.state().open.len();
    input.state().open.push(OpenConstruct { start, bracket });
    let result = parse(input)?;
    input.state().open.truncate(depth);
    Ok(result)
}

/// Parses one level deeper, on a larger stack if necessary, and rejects nesting beyond the limit.
fn nested<'s, T>(input: &mut Input<'s, '_>, parse: impl FnOnce(&mut Input<'s, '_>) -> Parsed<T>) -> Parsed<T> {
    let state = input.state();
    let height = std::mem::replace(&mut state.height, 0);
    let nesting = state.nesting;
    if nesting >= NESTING_LIMIT {
        return exhaust(input);
    }
    state.nesting = nesting + 1;
    let result = on_enough_stack(|| parse(input));
    let state = input.state();
    state.nesting = nesting;
    raise(input)?;
    let state = input.state();
    state.height = state.height.max(height);
    result
}

/// Runs one level of a recursion that the limits of the parser bound, on more stack if need be.
pub(crate) fn on_enough_stack<T>(run: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(STACK_NEEDED, STACK_ADDED, run)
}

/// Adds a level on top of the tree being built.
fn raise(input: &mut Input<'_, '_>) -> Parsed<()> {
    let state = input.state();
    state.height += 1;
    if state.height > HEIGHT_LIMIT { exhaust(input) } else { Ok(()) }
}

/// Parses an operand whose height is not added to that of the operands before it.
fn beside<'s, T>(input: &mut Input<'s, '_>, parse: impl FnOnce(&mut Input<'s, '_>) -> Parsed<T>) -> Parsed<T> {
    let before = std::mem::replace(&mut input.state().height, 0);
    let result = parse(input);
    let state = input.state();
    state.height = state.height.max(before);
    result
}

/// Gives up: the text nests too deep.
fn exhaust<T>(input: &mut Input<'_, '_>) -> Parsed<T> {
    let at = index(input);
    let state = input.state();
    if !state.exhausted {
        state.exhausted = true;
        let at = at.min(state.tokens.list.len() - 1);
        let diagnostic = issue::nesting_too_deep(state.token_span(at));
        state.diagnostics.push(diagnostic);
    }
    Err(EmptyErr::default())
}

/// Returns an expression made of the tokens from `first` up to the next.
fn node(input: &mut Input<'_, '_>, first: usize, kind: ExpressionKind) -> Expression {
    let end = index(input);
    Expression::new(kind, input.state().span(first, end))
}

/// Parses a whole file.
pub(crate) fn parse(tokens: &Tokens<'_>, mode: Mode) -> (Program, Vec<Diagnostic>) {
    let source = tokens.source;
    let mut state = State {
        tokens,
        source: source.id(),
        far: 0,
        wanted: Kinds::default(),
        open: Vec::new(),
        namespace: String::new(),
        nesting: 0,
        height: 0,
        exhausted: false,
        is_puppet3: mode == Mode::Language3,
        imports: Vec::new(),
        reported: None,
        diagnostics: Vec::new(),
    };
    let (parameters, statements) =
        rule(program).parse_with_state(tokens.list.as_slice(), &mut state).into_output().unwrap_or_default();
    let body = Block { statements, span: source.span(0, source.text().len()) };
    let (mut diagnostics, imports) = (state.diagnostics, state.imports);
    recovery::add_refusals(tokens, &mut diagnostics);
    (Program { mode, body, parameters, imports }, diagnostics)
}

/// The parameters of a template, and statements to the end of the file.
type File = (Option<Vec<Parameter>>, Vec<Expression>);

fn program(input: &mut Input<'_, '_>) -> Parsed<File> {
    let mut parameters = None;
    if eat(input, TokenKind::TemplateStart) && peek(input) == TokenKind::Pipe {
        parameters =
            input.parse(rule(definition::bar_parameters).map(Some).recover_with(via_parser(recovery::skip())))?;
    }
    let statements = statement::file(input)?;
    Ok((parameters, statements))
}
