//! Types from text and from trees, without evaluation, for aliases, signatures and strings such as
//! `Hash[String, T]`. Only literals may occur in them. `parameterize` evaluates square brackets.

mod access;
mod type_set;

use std::sync::Arc;

use syntax::ast::{Expression, ExpressionKind, Mode, UnaryOperator};
use syntax::{SourceFile, SourceId, Span};

use crate::MAX_DEPTH;
use crate::alias::BuiltinAlias;
use crate::issue::{self, TypeIssue};
use crate::literal::Literal;
use crate::object::ObjectType;
use crate::regex::Regex;
use crate::types::{FloatRange, IntegerRange, Size, Type};

/// Resolver of names that are not built in.
pub trait Resolver {
    /// Resolves a name: an alias, an object type, or a resource type as [`Type::Resource`].
    fn resolve(&mut self, name: &str) -> Result<Option<Type>, TypeIssue>;

    /// Returns the source text of a span, for messages.
    fn text(&self, span: Span) -> Option<Box<str>> {
        let _ = span;
        None
    }
}

/// Resolver without any names.
#[derive(Clone, Copy, Debug, Default)]
pub struct Builtins;

impl Resolver for Builtins {
    fn resolve(&mut self, _name: &str) -> Result<Option<Type>, TypeIssue> {
        Ok(None)
    }
}

impl Type {
    /// Parses a type from its text.
    pub fn parse(text: &str, resolver: &mut dyn Resolver) -> Result<Self, TypeIssue> {
        match Self::builtin_named(text).filter(|_| text.starts_with(|first: char| first.is_ascii_uppercase())) {
            Some(found) => Ok(found),
            None => match Literal::parse(text, resolver)? {
                Literal::Type(data_type) => Ok(data_type),
                _ => Err(issue::invalid_specification(text)),
            },
        }
    }

    /// Parses a type from a tree.
    pub fn from_expression(expression: &Expression, resolver: &mut dyn Resolver) -> Result<Self, TypeIssue> {
        Self::from_definition("", expression, resolver)
    }

    /// Parses the target of an alias. `name` is the name of the alias, which prefixes the types of a type set.
    pub fn from_definition(
        name: &str,
        expression: &Expression,
        resolver: &mut dyn Resolver,
    ) -> Result<Self, TypeIssue> {
        let mut reader = Reader { resolver, name, depth: 0 };
        match reader.literal(expression)? {
            Literal::Type(data_type) => Ok(data_type),
            _ => Err(reader.invalid(expression)),
        }
    }

    /// Resolves a bare name: a built-in type, a name known to the resolver, or else an unresolved reference.
    pub fn named(name: &str, resolver: &mut dyn Resolver) -> Result<Self, TypeIssue> {
        match Self::builtin_named(name) {
            Some(found) => Ok(found),
            None => Ok(resolver.resolve(name)?.unwrap_or_else(|| Self::Reference(name.into()))),
        }
    }

    /// Returns the built-in type with a name, ignoring case.
    pub fn builtin_named(name: &str) -> Option<Self> {
        let lower = name.strip_prefix("::").unwrap_or(name).to_ascii_lowercase();
        if let Some(alias) = BuiltinAlias::named(&lower) {
            return Some(Self::builtin(alias));
        }
        Some(match lower.as_str() {
            "any" => Self::Any,
            "unit" => return None,
            "undef" => Self::Undef,
            "default" => Self::Default,
            "scalar" => Self::Scalar,
            "scalardata" => Self::ScalarData,
            "numeric" => Self::Numeric,
            "boolean" => Self::Boolean(None),
            "integer" => Self::Integer(IntegerRange::ANY),
            "float" => Self::Float(FloatRange::ANY),
            "string" => Self::String(Size::ANY),
            "enum" => Self::enumeration([], false),
            "pattern" => Self::pattern([]),
            "regexp" => Self::Regexp(None),
            "array" => Self::array(),
            "tuple" => Self::tuple([], None),
            "hash" => Self::hash(),
            "struct" => Self::structure([]),
            "collection" => Self::Collection(Size::ANY),
            "iterable" => Self::Iterable(None),
            "iterator" => Self::Iterator(None),
            "optional" => Self::Optional(None),
            "notundef" => Self::NotUndef(None),
            "variant" => Self::variant([]),
            "type" => Self::Type(None),
            "catalogentry" => Self::CatalogEntry,
            "class" => Self::Class(None),
            "resource" => Self::resource(None, None),
            "callable" => Self::callable(),
            "runtime" => Self::Runtime(Arc::default()),
            "sensitive" => Self::Sensitive(None),
            "timestamp" => Self::timestamp(),
            "timespan" => Self::timespan(),
            "semver" => Self::semver(),
            "semverrange" => Self::SemVerRange,
            "uri" => Self::Uri(None),
            "binary" => Self::Binary,
            "deferred" => Self::Deferred,
            "error" => Self::Error,
            "init" => Self::Init(Arc::default()),
            "object" => Self::object(),
            "typeset" => Self::type_set(),
            "puppet::lookupcontext" => Self::Object(Arc::new(ObjectType::lookup_context())),
            _ => return None,
        })
    }
}

impl Literal {
    /// Parses a literal value, which may be a type, from its text.
    pub fn parse(text: &str, resolver: &mut dyn Resolver) -> Result<Self, TypeIssue> {
        let source = SourceFile::new(SourceId::default(), "", text);
        let (program, diagnostics) = syntax::parse(&source, Mode::Manifest);
        // A literal on its own is not a valid statement, which is irrelevant here.
        let fault =
            diagnostics.into_iter().find(|diagnostic| diagnostic.is_error() && !diagnostic.issue.starts_with("IDEM_"));
        if let Some(fault) = fault {
            return Err(issue::plain(fault.message));
        }
        match program.body.statements.as_slice() {
            [expression] => {
                let mut resolver = Quoting { source: &source, resolver };
                Reader { resolver: &mut resolver, name: "", depth: 0 }.literal(expression)
            }
            _ => Err(issue::invalid_specification(text)),
        }
    }
}

/// Resolver that also provides the source text.
struct Quoting<'r> {
    source: &'r SourceFile,
    resolver: &'r mut dyn Resolver,
}

impl Resolver for Quoting<'_> {
    fn resolve(&mut self, name: &str) -> Result<Option<Type>, TypeIssue> {
        self.resolver.resolve(name)
    }

    fn text(&self, span: Span) -> Option<Box<str>> {
        Some(self.source.slice(span).into())
    }
}

/// Reader of literals and types.
struct Reader<'r> {
    resolver: &'r mut dyn Resolver,
    /// The name being defined.
    name: &'r str,
    depth: usize,
}

impl Reader<'_> {
    fn literal(&mut self, expression: &Expression) -> Result<Literal, TypeIssue> {
        if self.depth > MAX_DEPTH {
            return Err(issue::too_deep().within(expression.span));
        }
        self.depth += 1;
        let result = self.kind(expression);
        self.depth -= 1;
        result.map_err(|issue| issue.within(expression.span))
    }

    fn kind(&mut self, expression: &Expression) -> Result<Literal, TypeIssue> {
        Ok(match &expression.kind {
            ExpressionKind::Undef => Literal::Undef,
            ExpressionKind::Default => Literal::Default,
            ExpressionKind::Boolean(value) => Literal::Boolean(*value),
            ExpressionKind::Integer(value) => Literal::Integer(*value),
            ExpressionKind::Float(value) => Literal::Float(*value),
            ExpressionKind::String(text) | ExpressionKind::Name(text) => Literal::String(Arc::clone(text)),
            ExpressionKind::Heredoc(heredoc) => self.literal(&heredoc.text)?,
            ExpressionKind::Regex(source) => {
                Literal::Regexp(Regex::new(source).map_err(|error| issue::bad_regexp(&error))?)
            }
            ExpressionKind::Array(elements) => {
                Literal::Array(elements.iter().map(|element| self.literal(element)).collect::<Result<_, _>>()?)
            }
            ExpressionKind::Hash(entries) => {
                let read =
                    |entry: &syntax::ast::HashEntry| Ok((self.literal(&entry.key)?, self.literal(&entry.value)?));
                Literal::Hash(entries.iter().map(read).collect::<Result<_, TypeIssue>>()?)
            }
            ExpressionKind::Unary(unary) if unary.operator == UnaryOperator::Minus => {
                match self.literal(&unary.operand)? {
                    Literal::Integer(value) => {
                        Literal::Integer(value.checked_neg().ok_or_else(|| self.invalid(expression))?)
                    }
                    Literal::Float(value) => Literal::Float(-value),
                    _ => return Err(self.invalid(expression)),
                }
            }
            ExpressionKind::TypeName(name) => Literal::Type(Type::named(name, self.resolver)?),
            ExpressionKind::Access(access) => Literal::Type(self.access(expression, access)?),
            _ => return Err(self.invalid(expression)),
        })
    }

    /// Returns the name being defined, if the whole text is its definition.
    fn defined(&self) -> Option<&str> {
        Some(self.name).filter(|name| self.depth == 1 && !name.is_empty())
    }

    fn text(&self, expression: &Expression) -> Box<str> {
        self.resolver.text(expression.span).unwrap_or_else(|| match &expression.kind {
            ExpressionKind::TypeName(name) | ExpressionKind::Name(name) => (**name).into(),
            _ => "expression".into(),
        })
    }

    fn invalid(&self, expression: &Expression) -> TypeIssue {
        issue::invalid_specification(&self.text(expression)).within(expression.span)
    }
}
