//! Syntax tree of a manifest or template, for a tree-walking evaluator. The nodes are owned, `Send` and
//! `Sync`. The tree mirrors the source and contains no interpretation of it.

mod definition;
mod operator;
mod resource;
mod walk;

use std::sync::Arc;

pub use definition::*;
pub use operator::*;
pub use resource::*;

use crate::span::Span;

/// The kind of a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// A manifest: code from the first character.
    Manifest,
    /// A manifest in the Puppet 3 language: constructs that later versions removed are accepted with a
    /// warning.
    Language3,
    /// A template: text, with code between `<%` and `%>`.
    Epp,
}

/// A parsed file.
#[derive(Debug)]
pub struct Program {
    /// The kind of the file.
    pub mode: Mode,
    /// The statements. The literal text of a template is an [`ExpressionKind::RenderText`].
    pub body: Block,
    /// The parameters of a template that declares them with `<%- | … | -%>`; the list may be empty.
    pub parameters: Option<Vec<Parameter>>,
    /// The `import` statements of a Puppet 3 manifest, at any depth. They are not part of the tree.
    pub imports: Vec<Import>,
}

/// `import 'nodes/*.pp'`, removed in Puppet 4.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The path or glob.
    pub pattern: Arc<str>,
    /// The statement.
    pub span: Span,
}

/// A definition found in a program.
#[derive(Clone, Copy, Debug)]
pub enum Definition<'a> {
    /// `class a { }`
    Class(&'a Arc<Class>),
    /// `define a { }`
    Define(&'a Arc<Define>),
    /// `node a { }`
    Node(&'a Arc<NodeBlock>),
    /// `function a() { }`
    Function(&'a Arc<Function>),
    /// `type A = B`
    TypeAlias(&'a Arc<TypeAlias>),
}

impl Program {
    /// Returns the definitions of the file, including definitions inside classes, in Puppet's order: by the
    /// position of their end, so a nested class precedes the class that contains it.
    pub fn definitions(&self) -> Vec<Definition<'_>> {
        let mut found = Vec::new();
        collect_definitions(&self.body, &mut found);
        found
    }
}

/// Recurses once per nested class; the parser limits that depth.
fn collect_definitions<'a>(block: &'a Block, found: &mut Vec<Definition<'a>>) {
    for statement in &block.statements {
        match &statement.kind {
            ExpressionKind::Class(class) => {
                collect_definitions(&class.body, found);
                found.push(Definition::Class(class));
            }
            ExpressionKind::Define(define) => found.push(Definition::Define(define)),
            ExpressionKind::Node(node) => found.push(Definition::Node(node)),
            ExpressionKind::Function(function) => found.push(Definition::Function(function)),
            ExpressionKind::TypeAlias(alias) => found.push(Definition::TypeAlias(alias)),
            _ => {}
        }
    }
}

/// A sequence of statements. Its value is the value of the last one.
#[derive(Debug, Default)]
pub struct Block {
    /// The statements.
    pub statements: Vec<Expression>,
    /// The span including the braces; the whole text for a file.
    pub span: Span,
}

/// A name and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name, shared by all names of the file with this text.
    pub text: Arc<str>,
    /// The position of the name.
    pub span: Span,
}

/// Anything that can be evaluated.
#[derive(Debug)]
pub struct Expression {
    /// The kind of expression.
    pub kind: ExpressionKind,
    /// The span of the whole expression.
    pub span: Span,
    /// The byte offset that Puppet reports as the position, often not the first byte; see
    /// [`Expression::position`].
    pub(crate) anchor: u32,
}

impl Expression {
    /// Returns an expression whose reported position is its first byte.
    pub fn new(kind: ExpressionKind, span: Span) -> Self {
        Self { kind, span, anchor: span.lo }
    }

    /// Returns an expression whose reported position is `anchor`.
    pub fn anchored(kind: ExpressionKind, span: Span, anchor: u32) -> Self {
        Self { kind, span, anchor }
    }

    /// Returns the span that starts where Puppet reports an error in this expression: at the operator of a
    /// binary expression, at the `=` of an assignment, at the start of most others.
    pub fn position(&self) -> Span {
        Span { lo: self.anchor, hi: self.span.hi.max(self.anchor), ..self.span }
    }

    /// Returns the text of a bare word.
    pub fn as_name(&self) -> Option<&str> {
        match &self.kind {
            ExpressionKind::Name(name) => Some(name),
            _ => None,
        }
    }
}

/// The kinds of expression.
#[derive(Debug)]
pub enum ExpressionKind {
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// `true`, `false`
    Boolean(bool),
    /// `10`, `0x0a`, `012`
    Integer(i64),
    /// `1.5`, `1e3`
    Float(f64),
    /// `'text'`, or a double-quoted string or bare word without interpolation. It becomes the text of a value.
    String(Arc<str>),
    /// `"text ${x} text"`; text parts are never empty.
    Interpolated(Box<[StringPart]>),
    /// `@(END)`
    Heredoc(Box<Heredoc>),
    /// `/pattern/`, with `\/` already replaced by `/`.
    Regex(Arc<str>),
    /// `[1, 2]`
    Array(Box<[Expression]>),
    /// `{ a => 1 }`; also the brace-less pairs in `f(a => 1)`.
    Hash(Box<[HashEntry]>),
    /// A bare word that is a valid name: `apache`, `apache::vhost`. It is shared as the text of a [`Name`].
    Name(Arc<str>),
    /// A capitalised name: `Integer`, `Apache::Vhost`.
    TypeName(Arc<str>),
    /// `$x`, `$a::b`, `$::c`, `$1`: the name without the `$`.
    Variable(Arc<str>),
    /// A reserved word: `private`, `attr`. Always accompanied by an error.
    Reserved(Arc<str>),
    /// `x[1, 2]`, including data types with parameters.
    Access(Box<Access>),
    /// `-x`, `!x`, `*x`
    Unary(Box<Unary>),
    /// `x + y` and other binary operations.
    Binary(Box<Binary>),
    /// `$x = y`
    Assignment(Box<Assignment>),
    /// `(x)`
    Parenthesized(Box<Expression>),
    /// `x ? { a => b }`
    Selector(Box<Selector>),
    /// `if x { } elsif y { } else { }`
    If(Box<If>),
    /// `unless x { } else { }`
    Unless(Box<Unless>),
    /// `case x { a: { } }`
    Case(Box<Case>),
    /// `f(x)`, `include x`, `Integer(x)`
    Call(Box<Call>),
    /// `x.f(y)`
    MethodCall(Box<MethodCall>),
    /// Statements in a position that takes one expression: `<%= { a b } %>`.
    Block(Box<Block>),
    /// `file { '/x': mode => '0644' }`
    Resource(Box<Resource>),
    /// `File { mode => '0644' }`
    ResourceDefaults(Box<ResourceDefaults>),
    /// `File['/x'] { mode => '0644' }`
    ResourceOverride(Box<ResourceOverride>),
    /// `File <| tag == 'x' |>`
    Collector(Box<Collector>),
    /// `x -> y ~> z`
    Relationship(Box<Relationship>),
    /// `class a { }`
    Class(Arc<Class>),
    /// `define a { }`
    Define(Arc<Define>),
    /// `node a { }`
    Node(Arc<NodeBlock>),
    /// `function a() { }`
    Function(Arc<Function>),
    /// `type A = B`
    TypeAlias(Arc<TypeAlias>),
    /// `type Runtime[…] = …`
    TypeMapping(Box<TypeMapping>),
    /// `type A { }` and `type A inherits B { }`, which Puppet parses and then rejects.
    TypeDefinition(Box<TypeDefinition>),
    /// Literal text of a template.
    RenderText(Arc<str>),
    /// `<%= x %>`
    RenderExpression(Box<Expression>),
}

/// A part of an interpolated string.
#[derive(Debug)]
pub enum StringPart {
    /// Text, with its escapes replaced.
    Text(Arc<str>),
    /// The expression of `${…}` or the variable of `$x`.
    Expression(Expression),
}

/// A heredoc.
#[derive(Debug)]
pub struct Heredoc {
    /// The syntax named in the tag, or an empty string: `json` in `@(END:json)`.
    pub syntax: Box<str>,
    /// The text: a [`ExpressionKind::String`] or [`ExpressionKind::Interpolated`].
    pub text: Expression,
}

/// An entry of a hash.
#[derive(Debug)]
pub struct HashEntry {
    /// The key.
    pub key: Expression,
    /// The value.
    pub value: Expression,
    /// The `=>`, where Puppet reports errors in the entry.
    pub arrow: Span,
}

/// `target[keys]`
#[derive(Debug)]
pub struct Access {
    /// The accessed value.
    pub target: Expression,
    /// The keys.
    pub keys: Vec<Expression>,
}

/// A unary expression.
#[derive(Debug)]
pub struct Unary {
    /// The operator.
    pub operator: UnaryOperator,
    /// The operand.
    pub operand: Expression,
}

/// A binary expression. [`Expression::position`] is the position of the operator.
#[derive(Debug)]
pub struct Binary {
    /// The operator.
    pub operator: BinaryOperator,
    /// The left operand.
    pub left: Expression,
    /// The right operand.
    pub right: Expression,
}

/// An assignment.
#[derive(Debug)]
pub struct Assignment {
    /// The operator.
    pub operator: AssignmentOperator,
    /// The target: a variable, or an array of variables.
    pub target: Expression,
    /// The value.
    pub value: Expression,
}

/// A selector.
#[derive(Debug)]
pub struct Selector {
    /// The compared value.
    pub operand: Expression,
    /// The entries.
    pub entries: Vec<SelectorEntry>,
}

/// An entry of a selector.
#[derive(Debug)]
pub struct SelectorEntry {
    /// The value that the operand is matched against.
    pub pattern: Expression,
    /// The result if the pattern matches.
    pub value: Expression,
    /// The `=>`.
    pub arrow: Span,
}

/// An `if` with its `elsif` clauses.
#[derive(Debug)]
pub struct If {
    /// The `if` and `elsif` clauses, in order; never empty.
    pub clauses: Vec<IfClause>,
    /// The `else`.
    pub otherwise: Option<Block>,
}

/// An `if` or `elsif` with its block.
#[derive(Debug)]
pub struct IfClause {
    /// The condition.
    pub test: Expression,
    /// The block evaluated if the condition is true.
    pub body: Block,
    /// From the keyword to the closing brace.
    pub span: Span,
}

/// An `unless`.
#[derive(Debug)]
pub struct Unless {
    /// The condition.
    pub test: Expression,
    /// The block evaluated if the condition is false.
    pub body: Block,
    /// The `else`.
    pub otherwise: Option<Block>,
}

/// A `case`.
#[derive(Debug)]
pub struct Case {
    /// The compared value.
    pub test: Expression,
    /// The options.
    pub options: Vec<CaseOption>,
}

/// An option of a `case`.
#[derive(Debug)]
pub struct CaseOption {
    /// The values that the test value is matched against.
    pub values: Vec<Expression>,
    /// The block evaluated on a match.
    pub body: Block,
    /// From the first value to the closing brace.
    pub span: Span,
}

/// A call of a function by name, or of a type.
#[derive(Debug)]
pub struct Call {
    /// A [`ExpressionKind::Name`], a [`ExpressionKind::TypeName`] or an access on one.
    pub function: Expression,
    /// The arguments.
    pub arguments: Vec<Expression>,
    /// The lambda after the arguments.
    pub lambda: Option<Arc<Lambda>>,
    /// Whether the call is a statement, so that its value is discarded.
    pub is_statement: bool,
}

/// A method-style call: the first argument precedes a dot.
#[derive(Debug)]
pub struct MethodCall {
    /// The first argument, before the dot.
    pub receiver: Expression,
    /// The function name.
    pub name: Name,
    /// The remaining arguments.
    pub arguments: Vec<Expression>,
    /// The lambda after the arguments.
    pub lambda: Option<Arc<Lambda>>,
}
