//! Definitions and lambdas: constructs with parameters and a body.

use super::{Block, Expression, Name};
use crate::span::Span;

/// A block with parameters: `|$x| { }`
#[derive(Debug)]
pub struct Lambda {
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The type of its value: `|$x| >> Integer { }`
    pub return_type: Option<Expression>,
    /// The statements.
    pub body: Block,
    /// From the first bar to the closing brace.
    pub span: Span,
}

/// A parameter of a class, define, function, lambda or template.
#[derive(Debug)]
pub struct Parameter {
    /// The name without `$`.
    pub name: Box<str>,
    /// The data type before it.
    pub data_type: Option<Expression>,
    /// The value after `=`.
    pub default: Option<Expression>,
    /// Whether it takes all remaining arguments: `*$x`.
    pub captures_rest: bool,
    /// The variable, where Puppet reports faults of the parameter.
    pub span: Span,
}

/// A class.
#[derive(Debug)]
pub struct Class {
    /// The full name: that of a class inside another includes the outer names.
    pub name: Box<str>,
    /// Where the name is written.
    pub name_span: Span,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The class that it inherits from.
    pub parent: Option<Name>,
    /// The statements.
    pub body: Block,
    /// From the keyword to the closing brace.
    pub span: Span,
}

/// A defined type.
#[derive(Debug)]
pub struct Define {
    /// The full name: that of a define inside a class includes the names of the class.
    pub name: Box<str>,
    /// Where the name is written.
    pub name_span: Span,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The statements.
    pub body: Block,
    /// From the keyword to the closing brace.
    pub span: Span,
}

/// A node block.
#[derive(Debug)]
pub struct NodeBlock {
    /// What the name of a node is compared with: strings, regexes, `default`.
    pub matches: Vec<Expression>,
    /// The node it inherits from, which is an error since Puppet 4.
    pub parent: Option<Expression>,
    /// The statements.
    pub body: Block,
    /// From the keyword to the closing brace.
    pub span: Span,
}

/// A function written in the language.
#[derive(Debug)]
pub struct Function {
    /// The name.
    pub name: Box<str>,
    /// Where the name is written.
    pub name_span: Span,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The type of its value.
    pub return_type: Option<Expression>,
    /// The statements.
    pub body: Block,
    /// From the keyword to the closing brace.
    pub span: Span,
}

/// A name for a data type.
#[derive(Debug)]
pub struct TypeAlias {
    /// The name.
    pub name: Box<str>,
    /// Where the name is written.
    pub name_span: Span,
    /// The type it stands for. `type A = { … }` is written out as `Object[{ … }]`.
    pub value: Expression,
    /// From the keyword to the end of the type.
    pub span: Span,
}

/// A mapping from types of the runtime.
#[derive(Debug)]
pub struct TypeMapping {
    /// The type that is mapped.
    pub left: Expression,
    /// The mapped type.
    pub right: Expression,
}

/// A type with a body.
#[derive(Debug)]
pub struct TypeDefinition {
    /// The name.
    pub name: Name,
    /// The type it inherits from.
    pub parent: Option<Name>,
    /// The statements.
    pub body: Block,
}
