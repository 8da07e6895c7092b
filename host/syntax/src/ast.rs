//! The syntax tree of a manifest or template. Owned, `Send` and `Sync`; made for a tree-walking evaluator. It represents the
//! source in the terms of the language, without any interpretation.

mod definition;
mod operator;
mod resource;

use std::sync::Arc;

pub use definition::*;
pub use operator::*;
pub use resource::*;

use crate::span::Span;

/// What a whole file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// A manifest: code from the first character.
    Manifest,
    /// A manifest in the old language, that of Puppet 3: what later versions removed works, with a warning.
    Language3,
    /// A template: text, with code between `<%` and `%>`.
    Epp,
}

/// A parsed file.
#[derive(Debug)]
pub struct Program {
    /// How the file was read.
    pub mode: Mode,
    /// The statements. In a template, text is a [`ExpressionKind::RenderText`].
    pub body: Block,
    /// The parameters of a template that declares them with `<%- | … | -%>`, which may be an empty list.
    pub parameters: Option<Vec<Parameter>>,
    /// The files that an old manifest imports, wherever the statements stand, which are not part of the tree.
    pub imports: Vec<Import>,
}

/// `import 'nodes/*.pp'`, which Puppet 4 removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The path or glob.
    pub pattern: Box<str>,
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
    /// Returns the definitions of the file, those inside classes included, in the order in which they end.
    ///
    /// That is Puppet's order: a class inside a class comes before the class around it.
    pub fn definitions(&self) -> Vec<Definition<'_>> {
        let mut found = Vec::new();
        collect_definitions(&self.body, &mut found);
        found
    }
}

/// Depth is that of nested classes, which the parser limits.
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

/// Statements that are evaluated one after the other; the value is that of the last.
#[derive(Debug, Default)]
pub struct Block {
    /// The statements.
    pub statements: Vec<Expression>,
    /// The span including the braces; for a file the whole text.
    pub span: Span,
}

/// A name and where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: Box<str>,
    /// Where it is.
    pub span: Span,
}

/// Anything that can be evaluated.
#[derive(Debug)]
pub struct Expression {
    /// The kind of expression.
    pub kind: ExpressionKind,
    /// All of its text.
    pub span: Span,
    /// The byte that Puppet reports as its position: often not the first, see [`Expression::position`].
    pub(crate) anchor: u32,
}

impl Expression {
    /// Returns an expression whose reported position is its first byte.
    pub fn new(kind: ExpressionKind, span: Span) -> Self {
        Self { kind, span, anchor: span.lo }
    }

    /// Returns an expression with a reported position of its own.
    pub fn anchored(kind: ExpressionKind, span: Span, anchor: u32) -> Self {
        Self { kind, span, anchor }
    }

    /// Returns the span that starts where Puppet reports a fault of this expression: at the operator of a binary
    /// expression, at the `=` of an assignment, at the start of most others.
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
    /// `'text'`, and a double-quoted text or bare word with nothing to interpolate.
    String(Box<str>),
    /// `"text ${x} text"`; texts are never empty.
    Interpolated(Box<[StringPart]>),
    /// `@(END)`
    Heredoc(Box<Heredoc>),
    /// `/pattern/`, with `\/` already `/`.
    Regex(Box<str>),
    /// `[1, 2]`
    Array(Box<[Expression]>),
    /// `{ a => 1 }`, also the pairs of `f(a => 1)` without their braces.
    Hash(Box<[HashEntry]>),
    /// A bare word that is a name: `apache`, `apache::vhost`.
    Name(Box<str>),
    /// A capitalised name: `Integer`, `Apache::Vhost`.
    TypeName(Box<str>),
    /// `$x`, `$a::b`, `$::c`, `$1`: the name without its `$`.
    Variable(Box<str>),
    /// A word that the language keeps to itself: `private`, `attr`. Always comes with an error.
    Reserved(Box<str>),
    /// `x[1, 2]`, data types with parameters included.
    Access(Box<Access>),
    /// `-x`, `!x`, `*x`
    Unary(Box<Unary>),
    /// `x + y` and its like.
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
    /// Statements where one expression is expected: `<%= { a b } %>`.
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
    /// `type A { }` and `type A inherits B { }`, which Puppet parses and then refuses.
    TypeDefinition(Box<TypeDefinition>),
    /// Text of a template.
    RenderText(Box<str>),
    /// `<%= x %>`
    RenderExpression(Box<Expression>),
}

/// A piece of an interpolated string.
#[derive(Debug)]
pub enum StringPart {
    /// Text, its escapes already replaced.
    Text(Box<str>),
    /// The expression of `${…}` or the variable of `$x`.
    Expression(Expression),
}

/// A heredoc.
#[derive(Debug)]
pub struct Heredoc {
    /// The syntax that its tag names, or nothing: `json` in `@(END:json)`.
    pub syntax: Box<str>,
    /// The text: a [`ExpressionKind::String`] or [`ExpressionKind::Interpolated`].
    pub text: Expression,
}

/// A pair of a hash.
#[derive(Debug)]
pub struct HashEntry {
    /// The key.
    pub key: Expression,
    /// The value.
    pub value: Expression,
    /// The `=>`, where Puppet reports faults of the pair.
    pub arrow: Span,
}

/// `target[keys]`
#[derive(Debug)]
pub struct Access {
    /// The value that is accessed.
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

/// A binary expression. The operator stands at [`Expression::position`].
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
    /// The choices.
    pub entries: Vec<SelectorEntry>,
}

/// A choice of a selector.
#[derive(Debug)]
pub struct SelectorEntry {
    /// What the operand is compared with.
    pub pattern: Expression,
    /// The value if they match.
    pub value: Expression,
    /// The `=>`.
    pub arrow: Span,
}

/// An `if` with all its `elsif`.
#[derive(Debug)]
pub struct If {
    /// The `if` and each `elsif`, in order; never empty.
    pub clauses: Vec<IfClause>,
    /// The `else`.
    pub otherwise: Option<Block>,
}

/// An `if` or `elsif` with its block.
#[derive(Debug)]
pub struct IfClause {
    /// The condition.
    pub test: Expression,
    /// The block for a true condition.
    pub body: Block,
    /// From the keyword to the closing brace.
    pub span: Span,
}

/// An `unless`.
#[derive(Debug)]
pub struct Unless {
    /// The condition.
    pub test: Expression,
    /// The block for a false condition.
    pub body: Block,
    /// The `else`.
    pub otherwise: Option<Block>,
}

/// A `case`.
#[derive(Debug)]
pub struct Case {
    /// The compared value.
    pub test: Expression,
    /// The choices.
    pub options: Vec<CaseOption>,
}

/// A choice of a `case`.
#[derive(Debug)]
pub struct CaseOption {
    /// What the test is compared with.
    pub values: Vec<Expression>,
    /// The block for a match.
    pub body: Block,
    /// From the first value to the closing brace.
    pub span: Span,
}

/// A call by name, or of a type.
#[derive(Debug)]
pub struct Call {
    /// A [`ExpressionKind::Name`], a [`ExpressionKind::TypeName`] or an access on one.
    pub function: Expression,
    /// The arguments.
    pub arguments: Vec<Expression>,
    /// The block after the arguments.
    pub lambda: Option<Arc<Lambda>>,
    /// Whether its value is not used: the call is a statement of its own.
    pub is_statement: bool,
}

/// A call with its first argument before a dot.
#[derive(Debug)]
pub struct MethodCall {
    /// The first argument.
    pub receiver: Expression,
    /// The function.
    pub name: Name,
    /// The other arguments.
    pub arguments: Vec<Expression>,
    /// The block after the arguments.
    pub lambda: Option<Arc<Lambda>>,
}
