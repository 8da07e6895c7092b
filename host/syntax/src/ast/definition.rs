//! Definitions and lambdas: constructs with parameters and a body.

use std::sync::Arc;

use super::{Block, Expression, Name};
use crate::span::Span;

/// A block with parameters: `|$x| { }`
#[derive(Debug)]
pub struct Lambda {
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The declared return type: `|$x| >> Integer { }`
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
    pub name: Arc<str>,
    /// The data type before the name.
    pub data_type: Option<Expression>,
    /// The default value after `=`.
    pub default: Option<Expression>,
    /// Whether the parameter captures all remaining arguments: `*$x`.
    pub captures_rest: bool,
    /// The variable, where Puppet reports errors in the parameter.
    pub span: Span,
}

/// A class.
#[derive(Debug)]
pub struct Class {
    /// The full name, which includes the names of enclosing classes.
    pub name: Arc<str>,
    /// The position of the name.
    pub name_span: Span,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The parent class.
    pub parent: Option<Name>,
    /// The statements.
    pub body: Block,
    /// From the keyword to the closing brace.
    pub span: Span,
}

/// A defined type.
#[derive(Debug)]
pub struct Define {
    /// The full name, which includes the names of enclosing classes.
    pub name: Arc<str>,
    /// The position of the name.
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
    /// The patterns that a node name is matched against: strings, regular expressions, `default`.
    pub matches: Vec<Expression>,
    /// The parent node; an error since Puppet 4.
    pub parent: Option<Expression>,
    /// The statements.
    pub body: Block,
    /// From the keyword to the closing brace.
    pub span: Span,
}

/// A function written in the Puppet language.
#[derive(Debug)]
pub struct Function {
    /// The name.
    pub name: Arc<str>,
    /// The position of the name.
    pub name_span: Span,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The declared return type.
    pub return_type: Option<Expression>,
    /// The statements.
    pub body: Block,
    /// From the keyword to the closing brace.
    pub span: Span,
}

/// An alias of a data type.
#[derive(Debug)]
pub struct TypeAlias {
    /// The name.
    pub name: Arc<str>,
    /// The position of the name.
    pub name_span: Span,
    /// The aliased type. `type A = { … }` is expanded to `Object[{ … }]`.
    pub value: Expression,
    /// From the keyword to the end of the type.
    pub span: Span,
}

/// A mapping of runtime types.
#[derive(Debug)]
pub struct TypeMapping {
    /// The runtime type.
    pub left: Expression,
    /// The mapped type.
    pub right: Expression,
}

/// A type definition with a body.
#[derive(Debug)]
pub struct TypeDefinition {
    /// The name.
    pub name: Name,
    /// The parent type.
    pub parent: Option<Name>,
    /// The statements.
    pub body: Block,
}
