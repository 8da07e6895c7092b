//! Parser, based on chumsky. Each rule is a function that combines rules and tokens. The first token of an
//! expression or statement selects its rule, so nothing is parsed twice. A failing rule records the expected
//! tokens and the position in [`State`]; a failing statement is reported and skipped, and parsing continues.

mod datatype;
mod definition;
mod expression;
mod literal;
mod puppet3;
mod recovery;
mod resource;
mod statement;

use std::sync::Arc;

use chumsky::error::EmptyErr;
use chumsky::extra;
use chumsky::input::InputRef;
use chumsky::inspector::Inspector;
use chumsky::prelude::*;
use rustc_hash::FxHashMap;

use crate::Mode;
use crate::ast::{Attribute, Block, Expression, ExpressionKind, Import, Name, Parameter, Program};
use crate::diagnostic::Diagnostic;
use crate::issue;
use crate::lexer::Tokens;
use crate::span::{SourceId, Span};
use crate::token::{Token, TokenKind};

/// Kinds of token that can start an expression, and a statement.
pub(crate) const EXPRESSION_START: Kinds = expression::START;
pub(crate) const STATEMENT_START: Kinds = statement::START;

/// Maximum nesting depth: a statement, and two thousand levels of brackets, blocks and prefix operators in it.
const NESTING_LIMIT: u32 = 2_001;
/// Maximum height of a tree: nesting, and operators in sequence such as `1 + 1 + 1 …`.
const HEIGHT_LIMIT: u32 = 4_000;
/// Maximum number of syntax errors reported before the rest of the file is skipped.
const ERROR_LIMIT: usize = 20;
/// Stack reserved for one level of nesting, and the amount allocated when less is available.
const STACK_NEEDED: usize = 256 * 1024;
const STACK_ADDED: usize = 4 * 1024 * 1024;

type Stream<'s> = &'s [Token];
type Extra<'s> = extra::Full<EmptyErr, State<'s>, ()>;
type Input<'s, 'p> = InputRef<'s, 'p, Stream<'s>, Extra<'s>>;
type Parsed<T> = Result<T, EmptyErr>;

/// A combination of rules.
trait Rule<'s, T>: Parser<'s, Stream<'s>, T, Extra<'s>> + Clone {}
impl<'s, T, P: Parser<'s, Stream<'s>, T, Extra<'s>> + Clone> Rule<'s, T> for P {}

/// A set of token kinds.
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

/// A construct that has been started: its first token, and its opening bracket if any.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenConstruct {
    pub(crate) start: usize,
    pub(crate) bracket: usize,
}

/// State shared by the rules. It is not rewound with the input: the expectations of a failed rule stay valid.
struct State<'s> {
    tokens: &'s Tokens<'s>,
    source: SourceId,
    /// The furthest token that no rule accepted, and the kinds that would have been accepted there.
    far: usize,
    wanted: Kinds,
    /// The constructs that contain the current token, outermost first. Not restored when a rule fails.
    open: Vec<OpenConstruct>,
    /// The enclosing classes, whose names are part of the names inside.
    namespace: String,
    nesting: u32,
    /// The height of the tallest tree in the current rule.
    height: u32,
    /// Whether parsing has been aborted because the text nests too deeply or has too many errors.
    exhausted: bool,
    /// Whether the quote of a string is probably missing, so that the rest of the text cannot be judged.
    has_long_string: bool,
    /// Whether the language is Puppet 3.
    is_puppet3: bool,
    imports: Vec<Import>,
    /// The interned names of attributes, types and functions.
    names: FxHashMap<&'s str, Arc<str>>,
    /// The attributes of the lists being parsed, outermost first, so that each list is allocated once, in its final size.
    attributes: Vec<Attribute>,
    /// The last reported token.
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

    /// Returns the kind of a token; [`TokenKind::End`] past the last.
    fn kind(&self, index: usize) -> TokenKind {
        self.tokens.list.get(index).map_or(TokenKind::End, |token| token.kind)
    }

    fn text(&self, index: usize) -> &'s str {
        self.tokens.text(index)
    }

    /// Returns the text of a string or part of one.
    fn string(&self, index: usize) -> Arc<str> {
        self.tokens.shared_text(index)
    }

    /// Returns the text of a name.
    fn shared_text(&mut self, index: usize) -> Arc<str> {
        let text = self.text(index);
        Arc::clone(self.names.entry(text).or_insert_with(|| text.into()))
    }

    /// Returns a name.
    fn name(&mut self, index: usize) -> Name {
        Name { text: self.shared_text(index), span: self.token_span(index) }
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

    /// Records kinds that would have been accepted at a token.
    fn want(&mut self, at: usize, kinds: Kinds) {
        if at > self.far {
            self.far = at;
            self.wanted = kinds;
        } else if at == self.far {
            self.wanted = self.wanted.with(kinds);
        }
    }
}

/// Returns a rule that calls a function.
fn rule<'s, T, F>(function: F) -> impl Rule<'s, T>
where
    F: Fn(&mut Input<'s, '_>) -> Parsed<T> + Clone,
{
    custom(function)
}

/// Returns the rule for one token. Its output is the index of the token.
fn token<'s>(kind: TokenKind) -> impl Rule<'s, usize> {
    rule(move |input| expect(input, kind))
}

/// Returns the rule for a comma-separated list, with an optional trailing comma, before the given end token.
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

/// Consumes the next token if it has the given kind.
fn eat(input: &mut Input<'_, '_>, kind: TokenKind) -> bool {
    let found = peek(input) == kind;
    if found {
        input.skip();
    } else {
        want(input, Kinds::of(&[kind]));
    }
    found
}

/// Consumes the next token, which must have the given kind, and returns its index.
fn expect(input: &mut Input<'_, '_>, kind: TokenKind) -> Parsed<usize> {
    let at = index(input);
    if eat(input, kind) { Ok(at) } else { Err(EmptyErr::default()) }
}

/// Consumes the next token of any kind and returns its index.
fn bump(input: &mut Input<'_, '_>) -> usize {
    let at = index(input);
    input.skip();
    at
}

/// Records kinds that would be accepted here.
fn want(input: &mut Input<'_, '_>, kinds: Kinds) {
    let at = index(input);
    input.state().want(at, kinds);
}

/// Fails with the kinds that would be accepted here.
fn fail<T>(input: &mut Input<'_, '_>, kinds: Kinds) -> Parsed<T> {
    want(input, kinds);
    Err(EmptyErr::default())
}

/// Records a diagnostic that leaves the tree intact.
fn report(input: &mut Input<'_, '_>, diagnostic: Diagnostic) {
    input.state().diagnostics.push(diagnostic);
}

/// Parses a construct that starts at token `start` and whose opening bracket is the next token.
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

/// Runs one level of a recursion that is bounded by the parser's limits, with a larger stack if necessary.
pub(crate) fn on_enough_stack<T>(run: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(STACK_NEEDED, STACK_ADDED, run)
}

/// Adds a level on top of the tree being built.
fn raise(input: &mut Input<'_, '_>) -> Parsed<()> {
    let state = input.state();
    state.height += 1;
    if state.height > HEIGHT_LIMIT { exhaust(input) } else { Ok(()) }
}

/// Parses an operand whose height is not added to that of the preceding operands.
fn sibling<'s, T>(input: &mut Input<'s, '_>, parse: impl FnOnce(&mut Input<'s, '_>) -> Parsed<T>) -> Parsed<T> {
    let before = std::mem::replace(&mut input.state().height, 0);
    let result = parse(input);
    let state = input.state();
    state.height = state.height.max(before);
    result
}

/// Aborts parsing: the text nests too deeply.
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

/// Returns an expression that spans the tokens from `first` up to but excluding the next.
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
        has_long_string: false,
        is_puppet3: mode == Mode::Language3,
        imports: Vec::new(),
        names: FxHashMap::default(),
        attributes: Vec::new(),
        reported: None,
        diagnostics: Vec::new(),
    };
    let (parameters, statements) =
        rule(program).parse_with_state(tokens.list.as_slice(), &mut state).into_output().unwrap_or_default();
    let body = Block { statements, span: source.span(0, source.text().len()) };
    let (mut diagnostics, imports) = (state.diagnostics, state.imports);
    if !state.has_long_string {
        recovery::add_rejections(tokens, &mut diagnostics);
    }
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
