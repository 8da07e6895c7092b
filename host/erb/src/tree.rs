//! The tree of a template: Ruby's expressions, as far as templates have them. Everything in Ruby is an expression, so there is
//! one kind of node.

use std::rc::Rc;

/// An expression and the line of the template that it begins in.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) line: u32,
}

/// A name of a variable or method.
pub(crate) type Name = Rc<str>;

#[derive(Debug)]
pub(crate) enum Kind {
    Nil,
    Boolean(bool),
    /// `self`: the template.
    This,
    Integer(i64),
    Float(f64),
    String(Rc<str>),
    Interpolated(Vec<Part>),
    Symbol(Rc<str>),
    InterpolatedSymbol(Vec<Part>),
    /// A pattern and the letters after it.
    Regexp(Vec<Part>, Rc<str>),
    Array(Vec<Node>),
    Hash(Vec<Entry>),
    Range(Option<Box<Node>>, Option<Box<Node>>, bool),
    Local(Name),
    Instance(Name),
    Global(Name),
    /// A constant with all that is before it: `JSON::ParserError`.
    Constant(Rc<str>),
    /// `*x` in a list.
    Splat(Box<Node>),
    Assign(Target, Box<Node>),
    /// `a += b`, with `&&` and `||` among the operators.
    Update(Target, Name, Box<Node>),
    AssignMany(Vec<Target>, Box<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
    Not(Box<Node>),
    Defined(Box<Node>),
    Call(Call),
    Lambda(Rc<Block>),
    If(Box<Node>, Box<Node>, Box<Node>),
    Case(Option<Box<Node>>, Vec<When>, Box<Node>),
    While(While),
    /// `for a, b in list`, whose variables are those of the code around it.
    For(Vec<Target>, Box<Node>, Box<Node>),
    Begin(Begin),
    Define(Name, Rc<Block>),
    Return(Option<Box<Node>>),
    Break(Option<Box<Node>>),
    Next(Option<Box<Node>>),
    Yield(Vec<Node>),
    Sequence(Vec<Node>),
}

/// A part of a string.
#[derive(Debug)]
pub(crate) enum Part {
    Text(Rc<str>),
    Code(Node),
}

/// An entry of a hash.
#[derive(Debug)]
pub(crate) enum Entry {
    Pair(Node, Node),
    /// `**x`
    Splat(Node),
}

/// What can be assigned to.
#[derive(Debug)]
pub(crate) enum Target {
    Local(Name),
    Instance(Name),
    /// `a[b]`
    Element(Box<Node>, Vec<Node>),
    /// `*a` in a list, which takes what the others leave.
    Splat(Box<Target>),
    /// `(a, b)` in a list.
    Many(Vec<Target>),
    /// `*` alone: nothing.
    Nothing,
}

/// A call of a method.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) receiver: Option<Box<Node>>,
    pub(crate) name: Name,
    pub(crate) arguments: Vec<Node>,
    pub(crate) block: Option<BlockArgument>,
    /// `&.`: nil for a nil.
    pub(crate) is_safe: bool,
    /// A name alone, which could have been a variable.
    pub(crate) is_bare: bool,
}

/// The block of a call.
#[derive(Debug)]
pub(crate) enum BlockArgument {
    /// `{ |x| … }`
    Block(Rc<Block>),
    /// `&x`
    Value(Box<Node>),
}

/// The parameters and the code of a block, lambda or method.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) body: Node,
    /// Whether there is one parameter with a comma after it: it takes the first of several values.
    pub(crate) has_excess_comma: bool,
}

/// A parameter.
#[derive(Debug)]
pub(crate) enum Parameter {
    Required(Target),
    Optional(Name, Node),
    Rest(Target),
    Block(Name),
}

/// A branch of `case`.
#[derive(Debug)]
pub(crate) struct When {
    pub(crate) values: Vec<Node>,
    pub(crate) body: Node,
}

/// `while` and `until`.
#[derive(Debug)]
pub(crate) struct While {
    pub(crate) condition: Box<Node>,
    pub(crate) body: Box<Node>,
    pub(crate) is_until: bool,
    /// `begin … end while x` runs once before it asks.
    pub(crate) runs_first: bool,
}

/// `begin`, with what follows.
#[derive(Debug)]
pub(crate) struct Begin {
    pub(crate) body: Box<Node>,
    pub(crate) rescues: Vec<Rescue>,
    pub(crate) otherwise: Option<Box<Node>>,
    pub(crate) ensure: Option<Box<Node>>,
}

/// `rescue A, B => e`
#[derive(Debug)]
pub(crate) struct Rescue {
    pub(crate) classes: Vec<Node>,
    pub(crate) variable: Option<Target>,
    pub(crate) body: Node,
}
