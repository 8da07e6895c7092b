//! Values within types: defaults of attributes, arguments of `Init`, and the operands of type expressions
//! during parsing.

use std::sync::Arc;

use crate::regex::Regex;
use crate::subject::{Subject, SubjectView};
use crate::types::Type;

/// A value that can occur in a type.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// `true`, `false`
    Boolean(bool),
    /// An integer.
    Integer(i64),
    /// A float.
    Float(f64),
    /// A string or bare word.
    String(Arc<str>),
    /// A regular expression.
    Regexp(Regex),
    /// An array.
    Array(Arc<[Literal]>),
    /// A hash.
    Hash(Arc<[(Literal, Literal)]>),
    /// A data type.
    Type(Type),
}

impl Literal {
    /// Returns the text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// Copies a value that can occur in a type; `None` if the value, or a part of it, cannot.
    pub fn copy<V: Subject>(value: &V) -> Option<Self> {
        Self::copy_within(value, 0)
    }

    fn copy_within<V: Subject>(value: &V, depth: usize) -> Option<Self> {
        if depth > crate::MAX_DEPTH {
            return None;
        }
        Some(match value.view() {
            SubjectView::Undef => Self::Undef,
            SubjectView::Default => Self::Default,
            SubjectView::Boolean(value) => Self::Boolean(value),
            SubjectView::Integer(value) => Self::Integer(value),
            SubjectView::Float(value) => Self::Float(value),
            SubjectView::String(text) => Self::String(text.into()),
            SubjectView::Regexp(source) => Self::Regexp(Regex::new(source).ok()?),
            SubjectView::Array(elements) => Self::Array(
                elements.iter().map(|element| Self::copy_within(element, depth + 1)).collect::<Option<_>>()?,
            ),
            SubjectView::Hash(_) => Self::Hash(
                value
                    .entries()
                    .map(|(key, value)| {
                        Some((Self::copy_within(key, depth + 1)?, Self::copy_within(value, depth + 1)?))
                    })
                    .collect::<Option<_>>()?,
            ),
            SubjectView::Type(data_type) => Self::Type(data_type.clone()),
            SubjectView::Reference(type_name, title) => Self::Type(Type::resource(Some(type_name), Some(title))),
            _ => return None,
        })
    }
}

impl Subject for Literal {
    fn view(&self) -> SubjectView<'_, Self> {
        match self {
            Self::Undef => SubjectView::Undef,
            Self::Default => SubjectView::Default,
            Self::Boolean(value) => SubjectView::Boolean(*value),
            Self::Integer(value) => SubjectView::Integer(*value),
            Self::Float(value) => SubjectView::Float(*value),
            Self::String(text) => SubjectView::String(text),
            Self::Regexp(regex) => SubjectView::Regexp(regex.source()),
            Self::Array(elements) => SubjectView::Array(elements),
            Self::Hash(entries) => SubjectView::Hash(entries.len()),
            Self::Type(data_type) => SubjectView::Type(data_type),
        }
    }

    fn regex(&self) -> Option<&Regex> {
        match self {
            Self::Regexp(regex) => Some(regex),
            _ => None,
        }
    }

    fn entries(&self) -> impl Iterator<Item = (&Self, &Self)> {
        let entries: &[(Self, Self)] = match self {
            Self::Hash(entries) => entries,
            _ => &[],
        };
        entries.iter().map(|(key, value)| (key, value))
    }
}

impl From<&str> for Literal {
    fn from(text: &str) -> Self {
        Self::String(text.into())
    }
}

impl From<i64> for Literal {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}
