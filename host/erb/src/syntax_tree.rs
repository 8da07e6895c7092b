//! Syntax tree of a template: the supported expressions of Ruby. Everything in Ruby is an expression, so there is
//! only one kind of node.

use std::rc::Rc;

/// An expression and the template line on which it starts.
#[derive(Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) line: u32,
}

/// A name of a variable or method.
pub(crate) type Ident = Rc<str>;

#[derive(Debug)]
pub(crate) enum ExprKind {
    Nil,
    Boolean(bool),
    /// `self`: the template.
    This,
    Integer(i64),
    Float(f64),
    String(Rc<str>),
    Interpolated(Vec<TextPart>),
    Symbol(Rc<str>),
    InterpolatedSymbol(Vec<TextPart>),
    /// A regular expression and its options.
    Regexp(Vec<TextPart>, Rc<str>),
    Array(Vec<Expr>),
    Hash(Vec<HashItem>),
    Range(Option<Box<Expr>>, Option<Box<Expr>>, bool),
    Local(Ident),
    Instance(Ident),
    Global(Ident),
    /// A constant with its full path: `JSON::ParserError`.
    Constant(Rc<str>),
    /// `*x` in a list.
    Splat(Box<Expr>),
    Assign(AssignTarget, Box<Expr>),
    /// `a += b`. The operators include `&&` and `||`.
    Update(AssignTarget, Ident, Box<Expr>),
    AssignMany(Vec<AssignTarget>, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Defined(Box<Expr>),
    Call(Call),
    Lambda(Rc<BlockCode>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Case(Option<Box<Expr>>, Vec<When>, Box<Expr>),
    While(While),
    /// `for a, b in list`, whose variables belong to the enclosing scope.
    For(Vec<AssignTarget>, Box<Expr>, Box<Expr>),
    Begin(Begin),
    Define(Ident, Rc<BlockCode>),
    Return(Option<Box<Expr>>),
    Break(Option<Box<Expr>>),
    Next(Option<Box<Expr>>),
    Yield(Vec<Expr>),
    Sequence(Vec<Expr>),
}

/// A part of a string.
#[derive(Debug)]
pub(crate) enum TextPart {
    Text(Rc<str>),
    Code(Expr),
}

/// An entry of a hash.
#[derive(Debug)]
pub(crate) enum HashItem {
    Pair(Expr, Expr),
    /// `**x`
    Splat(Expr),
}

/// Target of an assignment.
#[derive(Debug)]
pub(crate) enum AssignTarget {
    Local(Ident),
    Instance(Ident),
    /// `a[b]`
    Element(Box<Expr>, Vec<Expr>),
    /// `*a` in a list, which receives the remaining values.
    Splat(Box<AssignTarget>),
    /// `(a, b)` in a list.
    Many(Vec<AssignTarget>),
    /// A plain `*`, which discards values.
    Nothing,
}

/// A call of a method.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) receiver: Option<Box<Expr>>,
    pub(crate) name: Ident,
    pub(crate) arguments: Vec<Expr>,
    pub(crate) block: Option<BlockArgument>,
    /// `&.`: returns nil if the receiver is nil.
    pub(crate) is_safe: bool,
    /// A plain name, which could also be a variable.
    pub(crate) is_bare: bool,
}

/// The block of a call.
#[derive(Debug)]
pub(crate) enum BlockArgument {
    /// `{ |x| … }`
    Block(Rc<BlockCode>),
    /// `&x`
    Value(Box<Expr>),
}

/// The parameters and the code of a block, lambda or method.
#[derive(Debug)]
pub(crate) struct BlockCode {
    pub(crate) parameters: Vec<BlockParameter>,
    pub(crate) body: Expr,
    /// Whether there is a single parameter followed by a comma, which receives the first of several values.
    pub(crate) has_excess_comma: bool,
}

/// A parameter.
#[derive(Debug)]
pub(crate) enum BlockParameter {
    Required(AssignTarget),
    Optional(Ident, Expr),
    Rest(AssignTarget),
    Block(Ident),
}

/// A branch of `case`.
#[derive(Debug)]
pub(crate) struct When {
    pub(crate) values: Vec<Expr>,
    pub(crate) body: Expr,
}

/// `while` and `until`.
#[derive(Debug)]
pub(crate) struct While {
    pub(crate) condition: Box<Expr>,
    pub(crate) body: Box<Expr>,
    pub(crate) is_until: bool,
    /// `begin … end while x` runs once before the condition is checked.
    pub(crate) runs_first: bool,
}

/// `begin` with its clauses.
#[derive(Debug)]
pub(crate) struct Begin {
    pub(crate) body: Box<Expr>,
    pub(crate) rescues: Vec<Rescue>,
    pub(crate) otherwise: Option<Box<Expr>>,
    pub(crate) ensure: Option<Box<Expr>>,
}

/// `rescue A, B => e`
#[derive(Debug)]
pub(crate) struct Rescue {
    pub(crate) classes: Vec<Expr>,
    pub(crate) variable: Option<AssignTarget>,
    pub(crate) body: Expr,
}
