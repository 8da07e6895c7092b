//! Resources, references and relationships.

use super::{AttributeOperator, Expression, Name, RelationshipOperator};
use crate::span::Span;

/// Whether the resources of a statement are regular, virtual or exported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ResourceForm {
    /// `file { }`
    #[default]
    Regular,
    /// `@file { }`
    Virtual,
    /// `@@file { }`
    Exported,
}

/// A resource statement.
#[derive(Debug)]
pub struct Resource {
    /// Whether it is virtual or exported.
    pub form: ResourceForm,
    /// The type: a [`ExpressionKind::Name`](super::ExpressionKind::Name) (`class` for classes), or any
    /// expression that evaluates to a type or a type name.
    pub type_name: Expression,
    /// One body for each title or list of titles; never empty.
    pub bodies: Vec<ResourceBody>,
}

/// One body of a resource statement.
#[derive(Debug)]
pub struct ResourceBody {
    /// The title or titles.
    pub title: Expression,
    /// The attributes.
    pub attributes: Box<[Attribute]>,
    /// From the title to the end of the last attribute.
    pub span: Span,
}

/// An attribute of a resource body, resource defaults, an override or a collector.
#[derive(Debug)]
pub enum Attribute {
    /// `name => value`, `name +> value`
    Named(NamedAttribute),
    /// `* => hash`
    Splat(SplatAttribute),
}

/// `name => value`
#[derive(Debug)]
pub struct NamedAttribute {
    /// The name, where Puppet reports errors in the attribute.
    pub name: Name,
    /// The operator.
    pub operator: AttributeOperator,
    /// The value.
    pub value: Expression,
}

/// `* => hash`
#[derive(Debug)]
pub struct SplatAttribute {
    /// The hash of attributes.
    pub value: Expression,
    /// From the `*` to the end of the value.
    pub span: Span,
}

/// Default values for the attributes of a resource type.
#[derive(Debug)]
pub struct ResourceDefaults {
    /// The form as written; anything but regular is an error.
    pub form: ResourceForm,
    /// The type: a [`ExpressionKind::TypeName`](super::ExpressionKind::TypeName).
    pub type_name: Expression,
    /// The attributes.
    pub attributes: Box<[Attribute]>,
}

/// An override of attributes of resources declared elsewhere.
#[derive(Debug)]
pub struct ResourceOverride {
    /// The form as written; anything but regular is an error.
    pub form: ResourceForm,
    /// The references.
    pub resources: Expression,
    /// The attributes.
    pub attributes: Box<[Attribute]>,
}

/// A collector.
#[derive(Debug)]
pub struct Collector {
    /// The type of the resources.
    pub type_name: Expression,
    /// Whether it collects exported resources: `<<| |>>`.
    pub exported: bool,
    /// The query; `None` collects all resources of the type.
    pub query: Option<Expression>,
    /// Attributes to set on the collected resources.
    pub attributes: Box<[Attribute]>,
}

/// A chain. Arrows are left-associative: `a -> b -> c` is `(a -> b) -> c`, and `a -> b` evaluates to `b`.
#[derive(Debug)]
pub struct Relationship {
    /// The first operand.
    pub first: Expression,
    /// The remaining operators and operands; never empty.
    pub links: Vec<RelationshipLink>,
}

/// An arrow with its right operand.
#[derive(Debug)]
pub struct RelationshipLink {
    /// The arrow.
    pub operator: RelationshipOperator,
    /// The position of the arrow, which Puppet reports.
    pub operator_span: Span,
    /// The right operand.
    pub operand: Expression,
}
