//! Type check of values. Does not allocate for data, sensitive values and types.

use std::sync::Arc;

use crate::MAX_DEPTH;
use crate::alias::{Alias, BuiltinAlias};
use crate::literal::Literal;
use crate::object::ObjectType;
use crate::subject::{Subject, SubjectView};
use crate::types::{HashType, StructType, TupleType, Type};

impl Type {
    /// Returns whether a value is an instance of this type.
    pub fn is_instance<V: Subject>(&self, value: &V) -> bool {
        Walk { depth: 0, trail: None }.is_instance(self, value)
    }
}

/// State of a check: the depth in the value, and the aliases resolved at the current part of it.
#[derive(Clone, Copy)]
struct Walk<'a> {
    depth: usize,
    trail: Option<&'a Step<'a>>,
}

struct Step<'a> {
    alias: usize,
    before: Option<&'a Step<'a>>,
}

impl Walk<'_> {
    fn is_instance<V: Subject>(self, data_type: &Type, value: &V) -> bool {
        match data_type {
            Type::Any | Type::Unit => true,
            Type::Variant(types) => types.iter().any(|part| self.is_instance(part, value)),
            Type::Optional(inner) => {
                matches!(value.view(), SubjectView::Undef)
                    || inner.as_ref().is_some_and(|inner| self.is_instance(inner, value))
            }
            Type::NotUndef(inner) => {
                !matches!(value.view(), SubjectView::Undef)
                    && inner.as_ref().is_none_or(|inner| self.is_instance(inner, value))
            }
            Type::Alias(alias) => self.alias(alias, value),
            _ => self.viewed(data_type, value, value.view()),
        }
    }

    /// Checks types that depend on the kind of the value.
    fn viewed<V: Subject>(self, data_type: &Type, value: &V, view: SubjectView<'_, V>) -> bool {
        match (data_type, view) {
            (Type::Undef, SubjectView::Undef)
            | (Type::Default, SubjectView::Default)
            | (Type::Binary, SubjectView::Binary(_))
            | (Type::SemVerRange, SubjectView::SemVerRange(_))
            | (Type::Deferred, SubjectView::Deferred)
            | (Type::Error, SubjectView::Error)
            | (Type::Numeric, SubjectView::Integer(_) | SubjectView::Float(_)) => true,
            (Type::Scalar, view) => is_scalar(&view),
            (Type::ScalarData, view) => is_scalar_data(&view),
            (Type::Boolean(expected), SubjectView::Boolean(value)) => expected.is_none_or(|expected| expected == value),
            (Type::Integer(range), SubjectView::Integer(value)) => range.contains(value),
            (Type::Float(range), SubjectView::Float(value)) => range.contains(value),
            (Type::String(size), SubjectView::String(text)) => size.contains_length_of(text),
            (Type::Text(expected), SubjectView::String(text)) => **expected == *text,
            (Type::Enum(values), SubjectView::String(text)) => values.contains(text),
            (Type::Pattern(patterns), SubjectView::String(text)) => {
                patterns.is_empty() || patterns.iter().any(|regex| regex.is_match(text).unwrap_or(false))
            }
            (Type::Regexp(expected), SubjectView::Regexp(source)) => {
                expected.as_ref().is_none_or(|regex| regex.source() == source)
            }
            (Type::Array(array), SubjectView::Array(elements)) => {
                array.size.contains(elements.len())
                    && (matches!(array.element, Type::Any) || self.all(elements, |_| Some(&array.element)))
            }
            (Type::Tuple(tuple), SubjectView::Array(elements)) => self.tuple(tuple, elements),
            (Type::Hash(hash), SubjectView::Hash(count)) => hash.size.contains(count) && self.hash(hash, value),
            (Type::Struct(structure), SubjectView::Hash(count)) => self.structure(structure, value, count),
            (Type::Collection(size), SubjectView::Array(elements)) => size.contains(elements.len()),
            (Type::Collection(size), SubjectView::Hash(count)) => size.contains(count),
            (Type::Iterable(element), view) => self.iterable(data_type, element.as_ref(), value, &view),
            (Type::Iterator(expected), SubjectView::Iterator(element)) => {
                expected.as_ref().is_none_or(|expected| element.is_some_and(|element| expected.is_assignable(element)))
            }
            (Type::Sensitive(inner), SubjectView::Sensitive(secret)) => {
                inner.as_ref().is_none_or(|inner| self.deeper().is_some_and(|walk| walk.is_instance(inner, secret)))
            }
            (Type::Type(inner), view) => is_type(inner.as_ref(), &view),
            (Type::Timestamp(range), SubjectView::Timestamp(value)) => range.contains(value),
            (Type::Timespan(range), SubjectView::Timespan(value)) => range.contains(value),
            (Type::SemVer(ranges), SubjectView::SemVer(version)) => {
                ranges.is_empty() || ranges.iter().any(|range| range.includes(version))
            }
            (Type::Uri(pattern), SubjectView::Uri(uri)) => pattern.as_ref().is_none_or(|pattern| pattern.matches(uri)),
            (Type::Callable(expected), SubjectView::Callable(actual)) => expected.accepts_callable(actual),
            (Type::Init(init), _) => match &init.target {
                None => is_data(BuiltinAlias::RichData, value, self.depth),
                Some(target) => {
                    self.is_instance(target, value)
                        || init.accepted().is_some_and(|accepted| accepted.accepts_value(value))
                }
            },
            (Type::Object(expected), view) => is_object(expected, &view),
            (Type::ObjectExtension(_), SubjectView::ObjectExtension(actual)) => {
                data_type.is_assignable(&Type::ObjectExtension(Arc::clone(actual)))
            }
            (Type::ObjectExtension(expected), SubjectView::Object(actual)) => {
                actual.inherits_from(&expected.base)
                    && expected.parameters.iter().all(|(name, demand)| {
                        value.entry(name).is_some_and(|value| match demand {
                            Literal::Type(demand) => demand.is_instance(value),
                            demand => Literal::copy(value).as_ref() == Some(demand),
                        })
                    })
            }
            (Type::TypeSet(expected), SubjectView::Type(Type::TypeSet(actual))) => {
                expected.name.is_none() || expected == actual
            }
            (Type::Runtime(runtime), SubjectView::Runtime(name)) => {
                runtime.runtime.as_deref().is_none_or(|language| language == "ruby")
                    && runtime.name.as_deref().is_none_or(|expected| expected == name)
            }
            (_, SubjectView::Named(name)) => {
                Type::default_named(name).is_some_and(|named| data_type.is_assignable(&named))
            }
            _ => false,
        }
    }

    /// Returns the state for a nested value; `None` beyond the depth limit.
    fn deeper(self) -> Option<Walk<'static>> {
        (self.depth < MAX_DEPTH).then_some(Walk { depth: self.depth + 1, trail: None })
    }

    fn all<'t, V: Subject>(self, elements: &[V], type_at: impl Fn(usize) -> Option<&'t Type>) -> bool {
        let Some(walk) = self.deeper() else { return false };
        elements
            .iter()
            .enumerate()
            .all(|(index, element)| type_at(index).is_some_and(|part| walk.is_instance(part, element)))
    }

    fn tuple<V: Subject>(self, tuple: &TupleType, elements: &[V]) -> bool {
        tuple.effective_size().contains(elements.len())
            && (tuple.types.is_empty() || self.all(elements, |index| tuple.type_at(index)))
    }

    fn hash<V: Subject>(self, hash: &HashType, value: &V) -> bool {
        if matches!((&hash.key, &hash.value), (Type::Any, Type::Any)) {
            return true;
        }
        let Some(walk) = self.deeper() else { return false };
        value.entries().all(|(key, value)| walk.is_instance(&hash.key, key) && walk.is_instance(&hash.value, value))
    }

    fn structure<V: Subject>(self, structure: &StructType, value: &V, count: usize) -> bool {
        let Some(walk) = self.deeper() else { return false };
        let mut matched = 0;
        let fits = structure.elements.iter().all(|element| match value.entry(&element.name) {
            None => element.is_optional,
            Some(member) => {
                matched += 1;
                walk.is_instance(&element.value, member)
            }
        });
        fits && matched == count
    }

    fn iterable<V: Subject>(
        self,
        data_type: &Type,
        element: Option<&Arc<Type>>,
        value: &V,
        view: &SubjectView<'_, V>,
    ) -> bool {
        if element.is_some_and(|element| !element.is_assignable(&Type::Any)) {
            return data_type.is_assignable(&Type::infer(value));
        }
        match view {
            SubjectView::Iterator(_) | SubjectView::String(_) | SubjectView::Hash(_) | SubjectView::Array(_) => true,
            SubjectView::Integer(count) => *count >= 0,
            SubjectView::Type(iterated) => match iterated.resolved() {
                Type::Enum(_) => true,
                Type::Integer(range) => range.is_finite(),
                _ => false,
            },
            _ => false,
        }
    }

    fn alias<V: Subject>(self, alias: &Alias, value: &V) -> bool {
        match alias.as_builtin() {
            Some(builtin @ (BuiltinAlias::Data | BuiltinAlias::RichData)) => {
                return is_data(builtin, value, self.depth);
            }
            Some(BuiltinAlias::LookupValue) => return is_data(BuiltinAlias::RichData, value, self.depth),
            Some(BuiltinAlias::RichDataKey | BuiltinAlias::LookupKey) => return is_data_key(value),
            None => {}
        }
        let Some(target) = alias.target() else { return false };
        if !alias.is_recursive() {
            return self.is_instance(&target, value);
        }
        let identity = alias.identity();
        let mut met = self.trail;
        while let Some(step) = met {
            if step.alias == identity {
                return false;
            }
            met = step.before;
        }
        let step = Step { alias: identity, before: self.trail };
        Walk { depth: self.depth, trail: Some(&step) }.is_instance(&target, value)
    }
}

fn is_scalar_data<V>(view: &SubjectView<'_, V>) -> bool {
    matches!(view, SubjectView::String(_) | SubjectView::Integer(_) | SubjectView::Float(_) | SubjectView::Boolean(_))
}

fn is_scalar<V>(view: &SubjectView<'_, V>) -> bool {
    is_scalar_data(view)
        || matches!(
            view,
            SubjectView::Regexp(_)
                | SubjectView::SemVer(_)
                | SubjectView::SemVerRange(_)
                | SubjectView::Timestamp(_)
                | SubjectView::Timespan(_)
                | SubjectView::Named("Timestamp" | "Timespan" | "SemVer" | "SemVerRange")
        )
}

fn is_data_key<V: Subject>(value: &V) -> bool {
    matches!(value.view(), SubjectView::String(_) | SubjectView::Integer(_) | SubjectView::Float(_))
}

/// Checks against `Data` and `RichData` without building their targets.
fn is_data<V: Subject>(data: BuiltinAlias, value: &V, depth: usize) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    let is_rich = !matches!(data, BuiltinAlias::Data);
    match value.view() {
        SubjectView::Undef
        | SubjectView::String(_)
        | SubjectView::Integer(_)
        | SubjectView::Float(_)
        | SubjectView::Boolean(_) => true,
        SubjectView::Array(elements) => elements.iter().all(|element| is_data(data, element, depth + 1)),
        SubjectView::Hash(_) => value.entries().all(|(key, value)| {
            (if is_rich { is_data_key(key) } else { matches!(key.view(), SubjectView::String(_)) })
                && is_data(data, value, depth + 1)
        }),
        SubjectView::Iterator(_) | SubjectView::Callable(_) | SubjectView::Runtime(_) => false,
        _ => is_rich,
    }
}

fn is_type<V>(expected: Option<&Arc<Type>>, view: &SubjectView<'_, V>) -> bool {
    match view {
        SubjectView::Type(actual) => expected.is_none_or(|expected| expected.is_assignable(actual)),
        SubjectView::Reference(type_name, title) => {
            expected.is_none_or(|expected| expected.is_assignable(&Type::reference_to(type_name, title)))
        }
        _ => false,
    }
}

fn is_object<V>(expected: &ObjectType, view: &SubjectView<'_, V>) -> bool {
    match view {
        SubjectView::Object(actual) => actual.inherits_from(expected),
        SubjectView::ObjectExtension(actual) => actual.base.inherits_from(expected),
        // Types are objects themselves. A `Reference`, which replaces a type in attributes, is not.
        SubjectView::Deferred | SubjectView::Error | SubjectView::Type(_) => expected.is_default(),
        _ => false,
    }
}

impl Type {
    /// Returns the type of a reference: `Class[a]`, `File['/a']`.
    pub(crate) fn reference_to(type_name: &str, title: &str) -> Self {
        // As in Puppet, a class reference in an attribute is a plain resource reference.
        Self::resource(Some(type_name), Some(title))
    }

    /// Returns the type of values whose type is known only by name.
    pub(crate) fn default_named(name: &str) -> Option<Self> {
        Some(match name {
            "Timestamp" => Self::timestamp(),
            "Timespan" => Self::timespan(),
            "SemVer" => Self::semver(),
            "SemVerRange" => Self::SemVerRange,
            "URI" => Self::Uri(None),
            "Binary" => Self::Binary,
            "Regexp" => Self::Regexp(None),
            "Type" => Self::Type(None),
            "Error" => Self::Error,
            "Deferred" => Self::Deferred,
            _ => return None,
        })
    }
}
