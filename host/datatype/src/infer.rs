//! Type inference: the narrowest expressible type of a value.

use std::sync::Arc;

use crate::MAX_DEPTH;
use crate::regex::Regex;
use crate::semver::SemVerRange;
use crate::subject::{Subject, SubjectView};
use crate::types::{FloatRange, IntegerRange, RuntimeType, Size, StructElement, TimeRange, Type};
use crate::uri::UriPattern;

impl Type {
    /// Returns the type of a value, with one common element type: `Array[Integer[1, 2], 2, 2]`.
    pub fn infer<V: Subject>(value: &V) -> Self {
        reduced(value, 0)
    }

    /// Returns the type of a value, with a type for each element: `Tuple[Integer[1, 1], Integer[2, 2]]`.
    pub fn infer_set<V: Subject>(value: &V) -> Self {
        detailed(value, 0)
    }
}

fn reduced<V: Subject>(value: &V, depth: usize) -> Type {
    // The inferred type of values nested more deeply than the limit is Any.
    if depth > MAX_DEPTH {
        return Type::Any;
    }
    match value.view() {
        SubjectView::Array(elements) => {
            let element = common(elements.iter().map(|element| reduced(element, depth + 1)));
            Type::array_of(element, Size::exactly(elements.len()))
        }
        SubjectView::Hash(count) => {
            let key = common(value.entries().map(|(key, _)| reduced(key, depth + 1)));
            let member = common(value.entries().map(|(_, value)| reduced(value, depth + 1)));
            Type::hash_of(key, member, Size::exactly(count))
        }
        SubjectView::Sensitive(secret) => Type::sensitive(&reduced(secret, depth + 1)),
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
        SubjectView::Array([]) => Type::array_of(Type::Unit, Size::ZERO),
        SubjectView::Array(elements) => Type::tuple(elements.iter().map(|element| detailed(element, depth + 1)), None),
        SubjectView::Hash(0) => Type::hash_of(Type::Unit, Type::Unit, Size::ZERO),
        SubjectView::Hash(count) => {
            let elements: Option<Vec<StructElement>> = value
                .entries()
                .map(|(key, value)| match key.view() {
                    SubjectView::String(name) if !name.is_empty() => {
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
        SubjectView::SemVer(version) => {
            Type::SemVer([SemVerRange::between(Some(version.clone()), Some(version.clone()), false)].into())
        }
        _ => reduced(value, depth),
    }
}

/// Returns the type of a value without elements.
fn single<V>(view: SubjectView<'_, V>) -> Type {
    match view {
        SubjectView::Undef => Type::Undef,
        SubjectView::Default => Type::Default,
        SubjectView::Boolean(value) => Type::Boolean(Some(value)),
        SubjectView::Integer(value) => Type::Integer(IntegerRange::exactly(value)),
        SubjectView::Float(value) => Type::Float(FloatRange::exactly(value)),
        SubjectView::String(text) => Type::Text(text.into()),
        SubjectView::Regexp(source) => Type::Regexp(Regex::new(source).ok()),
        SubjectView::Type(data_type) => Type::type_of(data_type.clone()),
        SubjectView::Reference(type_name, title) => Type::type_of(Type::reference_to(type_name, title)),
        SubjectView::Binary(_) => Type::Binary,
        SubjectView::Timestamp(value) => Type::Timestamp(Arc::new(TimeRange::exactly(value))),
        SubjectView::Timespan(value) => Type::Timespan(Arc::new(TimeRange::exactly(value))),
        SubjectView::SemVer(_) => Type::semver(),
        SubjectView::SemVerRange(_) => Type::SemVerRange,
        SubjectView::Uri(uri) => Type::Uri(UriPattern::of(uri).map(Arc::new)),
        SubjectView::Iterator(element) => Type::Iterator(element.cloned().map(Arc::new)),
        SubjectView::Callable(callable) => Type::Callable(Arc::new(callable.clone())),
        SubjectView::Deferred => Type::Deferred,
        SubjectView::Error => Type::Error,
        SubjectView::Object(object) => Type::Object(Arc::clone(object)),
        SubjectView::ObjectExtension(extension) => Type::ObjectExtension(Arc::clone(extension)),
        SubjectView::Named(name) => Type::default_named(name).unwrap_or(Type::Any),
        SubjectView::Runtime(name) => Type::Runtime(Arc::new(RuntimeType {
            runtime: Some("ruby".into()),
            name: Some(name.into()),
            pattern: None,
        })),
        SubjectView::Array(_) | SubjectView::Hash(_) | SubjectView::Sensitive(_) => Type::Any,
    }
}
