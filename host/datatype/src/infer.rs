//! The type of a value: the narrowest that holds it and can be written.

use std::sync::Arc;

use crate::MAX_DEPTH;
use crate::regex::Regex;
use crate::semver::SemVerRange;
use crate::subject::{Subject, View};
use crate::types::{FloatRange, IntegerRange, RuntimeType, Size, StructElement, TimeRange, Type};
use crate::uri::UriPattern;

impl Type {
    /// Returns the type of a value, with one type for all elements: `Array[Integer[1, 2], 2, 2]`.
    pub fn infer<V: Subject>(value: &V) -> Self {
        reduced(value, 0)
    }

    /// Returns the type of a value, with a type for each element: `Tuple[Integer[1, 1], Integer[2, 2]]`.
    pub fn infer_set<V: Subject>(value: &V) -> Self {
        detailed(value, 0)
    }
}

fn reduced<V: Subject>(value: &V, depth: usize) -> Type {
    // What is nested deeper than types can be is anything.
    if depth > MAX_DEPTH {
        return Type::Any;
    }
    match value.view() {
        View::Array(elements) => {
            let element = common(elements.iter().map(|element| reduced(element, depth + 1)));
            Type::array_of(element, Size::exactly(elements.len()))
        }
        View::Hash(count) => {
            let key = common(value.entries().map(|(key, _)| reduced(key, depth + 1)));
            let member = common(value.entries().map(|(_, value)| reduced(value, depth + 1)));
            Type::hash_of(key, member, Size::exactly(count))
        }
        View::Sensitive(secret) => Type::sensitive(&reduced(secret, depth + 1)),
        view => single(view),
    }
}

fn common(types: impl Iterator<Item = Type>) -> Type {
    types.reduce(|common, next| Type::common(&common, &next)).unwrap_or(Type::Unit)
}

fn detailed<V: Subject>(value: &V, depth: usize) -> Type {
    if depth > MAX_DEPTH {
        return Type::Any;
    }
    match value.view() {
        View::Array([]) => Type::array_of(Type::Unit, Size::ZERO),
        View::Array(elements) => Type::tuple(elements.iter().map(|element| detailed(element, depth + 1)), None),
        View::Hash(0) => Type::hash_of(Type::Unit, Type::Unit, Size::ZERO),
        View::Hash(count) => {
            let elements: Option<Vec<StructElement>> = value
                .entries()
                .map(|(key, value)| match key.view() {
                    View::String(name) if !name.is_empty() => {
                        Some(StructElement { name: name.into(), is_optional: false, value: detailed(value, depth + 1) })
                    }
                    _ => None,
                })
                .collect();
            match elements {
                Some(elements) => Type::structure(elements),
                None => Type::hash_of(
                    Type::variant_or_single(value.entries().map(|(key, _)| detailed(key, depth + 1))),
                    Type::variant_or_single(value.entries().map(|(_, value)| detailed(value, depth + 1))),
                    Size::exactly(count),
                ),
            }
        }
        View::SemVer(version) => {
            Type::SemVer([SemVerRange::between(Some(version.clone()), Some(version.clone()), false)].into())
        }
        _ => reduced(value, depth),
    }
}

/// The types of values that hold no others.
fn single<V>(view: View<'_, V>) -> Type {
    match view {
        View::Undef => Type::Undef,
        View::Default => Type::Default,
        View::Boolean(value) => Type::Boolean(Some(value)),
        View::Integer(value) => Type::Integer(IntegerRange::exactly(value)),
        View::Float(value) => Type::Float(FloatRange::exactly(value)),
        View::String(text) => Type::Text(text.into()),
        View::Regexp(source) => Type::Regexp(Regex::new(source).ok()),
        View::Type(data_type) => Type::type_of(data_type.clone()),
        View::Reference(type_name, title) => Type::type_of(Type::reference_to(type_name, title)),
        View::Binary(_) => Type::Binary,
        View::Timestamp(value) => Type::Timestamp(Arc::new(TimeRange::exactly(value))),
        View::Timespan(value) => Type::Timespan(Arc::new(TimeRange::exactly(value))),
        View::SemVer(_) => Type::semver(),
        View::SemVerRange(_) => Type::SemVerRange,
        View::Uri(uri) => Type::Uri(UriPattern::of(uri).map(Arc::new)),
        View::Iterator(element) => Type::Iterator(element.cloned().map(Arc::new)),
        View::Callable(callable) => Type::Callable(Arc::new(callable.clone())),
        View::Deferred => Type::Deferred,
        View::Error => Type::Error,
        View::Object(object) => Type::Object(Arc::clone(object)),
        View::ObjectExtension(extension) => Type::ObjectExtension(Arc::clone(extension)),
        View::Named(name) => Type::default_named(name).unwrap_or(Type::Any),
        View::Runtime(name) => Type::Runtime(Arc::new(RuntimeType {
            runtime: Some("ruby".into()),
            name: Some(name.into()),
            pattern: None,
        })),
        View::Array(_) | View::Hash(_) | View::Sensitive(_) => Type::Any,
    }
}
