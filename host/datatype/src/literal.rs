//! Values that types themselves hold: defaults of attributes, arguments of `Init`, and what type expressions are made
//! of while they are read.

use std::sync::Arc;

use crate::regex::Regex;
use crate::subject::{Subject, View};
use crate::types::Type;

/// A value that can be written in a type.
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
    /// A list.
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

    /// Copies any value that can be written in a type; none if it, or a part of it, cannot.
    pub fn copy<V: Subject>(value: &V) -> Option<Self> {
        Self::copy_within(value, 0)
    }

    fn copy_within<V: Subject>(value: &V, depth: usize) -> Option<Self> {
        if depth > crate::MAX_DEPTH {
            return None;
        }
        Some(match value.view() {
            View::Undef => Self::Undef,
            View::Default => Self::Default,
            View::Boolean(value) => Self::Boolean(value),
            View::Integer(value) => Self::Integer(value),
            View::Float(value) => Self::Float(value),
            View::String(text) => Self::String(text.into()),
            View::Regexp(source) => Self::Regexp(Regex::new(source).ok()?),
            View::Array(elements) => Self::Array(
                elements.iter().map(|element| Self::copy_within(element, depth + 1)).collect::<Option<_>>()?,
            ),
            View::Hash(_) => Self::Hash(
                value
                    .entries()
                    .map(|(key, value)| {
                        Some((Self::copy_within(key, depth + 1)?, Self::copy_within(value, depth + 1)?))
                    })
                    .collect::<Option<_>>()?,
            ),
            View::Type(data_type) => Self::Type(data_type.clone()),
            View::Reference(type_name, title) => Self::Type(Type::resource(Some(type_name), Some(title))),
            _ => return None,
        })
    }
}

impl Subject for Literal {
    fn view(&self) -> View<'_, Self> {
        match self {
            Self::Undef => View::Undef,
            Self::Default => View::Default,
            Self::Boolean(value) => View::Boolean(*value),
            Self::Integer(value) => View::Integer(*value),
            Self::Float(value) => View::Float(*value),
            Self::String(text) => View::String(text),
            Self::Regexp(regex) => View::Regexp(regex.source()),
            Self::Array(elements) => View::Array(elements),
            Self::Hash(entries) => View::Hash(entries.len()),
            Self::Type(data_type) => View::Type(data_type),
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
