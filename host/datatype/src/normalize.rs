//! Normalisation of types: `Variant[Enum[a], Enum[b]]` becomes `Enum[a, b]`, `Variant[Undef, T]` becomes
//! `Optional[T]`, `NotUndef[Optional[T]]` becomes `NotUndef[T]`.

use std::sync::Arc;

use crate::generalize::flatten;
use crate::parts;
use crate::types::{CallableType, EnumType, IntegerRange, Size, StructElement, TimeRange, TupleType, Type};

impl Type {
    /// Returns an equivalent type without redundancy.
    #[must_use]
    pub fn normalize(&self) -> Self {
        let normal = |inner: &Option<Arc<Self>>| inner.as_ref().map(|inner| Arc::new(inner.normalize()));
        match self {
            // As in Puppet, sizes are lost here.
            Self::Collection(_) => Self::Collection(Size::ANY),
            Self::Array(array) if matches!(array.element, Self::Any) => Self::array(),
            Self::Array(array) => Self::array_of(array.element.normalize(), array.size),
            Self::Tuple(tuple) => Self::Tuple(Arc::new(normal_tuple(tuple))),
            Self::Hash(hash) => Self::hash_of(hash.key.normalize(), hash.value.normalize(), hash.size),
            Self::Struct(structure) => Self::structure(structure.elements.iter().map(|element| StructElement {
                name: Arc::clone(&element.name),
                is_optional: element.is_optional,
                value: element.value.normalize(),
            })),
            Self::Iterable(inner) => Self::Iterable(normal(inner)),
            Self::Iterator(inner) => Self::Iterator(normal(inner)),
            Self::Type(inner) => Self::Type(normal(inner)),
            Self::Sensitive(inner) => Self::Sensitive(normal(inner)),
            Self::Optional(Some(inner)) => optional(inner.normalize()),
            Self::NotUndef(Some(inner)) => not_undef(inner.normalize()),
            Self::Callable(callable) => Self::Callable(Arc::new(CallableType {
                parameters: callable.parameters.as_ref().map(|tuple| Arc::new(normal_tuple(tuple))),
                block: callable.block.as_ref().map(Self::normalize),
                returns: callable.returns.as_ref().map(Self::normalize),
            })),
            Self::Variant(types) if !types.is_empty() => variant(types),
            other => other.clone(),
        }
    }
}

fn normal_tuple(tuple: &TupleType) -> TupleType {
    TupleType { types: tuple.types.iter().map(Type::normalize).collect(), size: tuple.size }
}

fn optional(inner: Type) -> Type {
    match inner {
        Type::NotUndef(Some(inner)) => Type::optional((*inner).clone()).normalize(),
        Type::NotUndef(None) => Type::Optional(None),
        inner if inner.is_assignable(&Type::Undef) => inner,
        inner => Type::optional(inner),
    }
}

fn not_undef(inner: Type) -> Type {
    match inner {
        Type::Optional(Some(inner)) => Type::not_undef((*inner).clone()).normalize(),
        Type::Optional(None) => Type::NotUndef(None),
        inner if !inner.is_assignable(&Type::Undef) => inner,
        inner => Type::not_undef(inner),
    }
}

fn variant(types: &[Type]) -> Type {
    let types: Vec<Type> = types.iter().map(Type::normalize).collect();
    if let [only] = types.as_slice() {
        return only.clone();
    }
    if types.iter().any(|part| matches!(part, Type::Undef | Type::Optional(_))) {
        let rest = types.into_iter().filter_map(|part| match part {
            Type::Undef => None,
            Type::Optional(inner) => inner.map(|inner| (*inner).clone()),
            other => Some(other),
        });
        return optional(Type::variant_or_single(rest).normalize());
    }
    let original = flatten(types);
    let mut types = original.clone();
    merge_not_undefs(&mut types);
    merge_enums(&mut types);
    merge_patterns(&mut types);
    merge_ranges(
        &mut types,
        |part| match part {
            Type::SemVer(ranges) => Some(Arc::clone(ranges)),
            _ => None,
        },
        |one, other| Some(one.iter().chain(other.iter()).cloned().collect()),
        |ranges| parts::semver(ranges.to_vec()),
    );
    merge_ranges(
        &mut types,
        |part| match part {
            Type::Integer(range) => Some(*range),
            _ => None,
        },
        |one, other| IntegerRange::merge(*one, *other),
        Type::Integer,
    );
    merge_ranges(
        &mut types,
        |part| match part {
            Type::Float(range) => Some(*range),
            _ => None,
        },
        |one, other| {
            merge_bounds((one.from, one.to), (other.from, other.to)).map(|(from, to)| crate::FloatRange { from, to })
        },
        Type::Float,
    );
    merge_ranges(
        &mut types,
        |part| match part {
            Type::Timespan(range) => Some(**range),
            _ => None,
        },
        |one, other| merge_bounds((one.from, one.to), (other.from, other.to)).map(|(from, to)| TimeRange { from, to }),
        |range| Type::Timespan(Arc::new(range)),
    );
    merge_ranges(
        &mut types,
        |part| match part {
            Type::Timestamp(range) => Some(**range),
            _ => None,
        },
        |one, other| merge_bounds((one.from, one.to), (other.from, other.to)).map(|(from, to)| TimeRange { from, to }),
        |range| Type::Timestamp(Arc::new(range)),
    );
    // If nothing was merged, the original order is kept.
    Type::variant_or_single(if types.len() == original.len() { original } else { types })
}

/// Removes the elements of a list for which `find` returns a value, and returns these values.
fn take<T>(types: &mut Vec<Type>, find: impl Fn(&Type) -> Option<T>) -> Vec<T> {
    let mut found = Vec::new();
    types.retain(|part| match find(part) {
        Some(value) => {
            found.push(value);
            false
        }
        None => true,
    });
    found
}

fn merge_not_undefs(types: &mut Vec<Type>) {
    let is_one = |part: &&Type| matches!(part, Type::NotUndef(_));
    if types.iter().filter(is_one).count() > 1 {
        let inner = take(types, |part| match part {
            Type::NotUndef(inner) => Some(inner.as_deref().cloned().unwrap_or(Type::Any)),
            _ => None,
        });
        types.push(Type::not_undef(Type::variant_or_single(inner).normalize()));
    }
}

fn merge_enums(types: &mut Vec<Type>) {
    let exact = |part: &Type| match part {
        Type::Enum(values) if !values.values().is_empty() && !values.ignores_case() => Some(values.values().to_vec()),
        Type::Text(text) => Some(vec![Arc::clone(text)]),
        _ => None,
    };
    if types.iter().filter(|part| exact(part).is_some()).count() > 1 {
        let values = take(types, exact);
        types.push(Type::Enum(Arc::new(EnumType::new(values.into_iter().flatten(), false))));
    }
    let inexact = |part: &Type| match part {
        Type::Enum(values) if !values.values().is_empty() && values.ignores_case() => Some(values.values().to_vec()),
        _ => None,
    };
    if types.iter().filter(|part| inexact(part).is_some()).count() > 1 {
        let values = take(types, inexact).into_iter().flatten().map(|value| value.to_lowercase().into());
        types.push(Type::Enum(Arc::new(EnumType::new(values, true))));
    }
}

fn merge_patterns(types: &mut Vec<Type>) {
    let patterns = |part: &Type| match part {
        Type::Pattern(patterns) => Some(Arc::clone(patterns)),
        _ => None,
    };
    if types.iter().filter(|part| patterns(part).is_some()).count() > 1 {
        let mut unique = Vec::new();
        for regex in take(types, patterns).iter().flat_map(|patterns| patterns.iter()) {
            if !unique.contains(regex) {
                unique.push(regex.clone());
            }
        }
        types.push(Type::pattern(unique));
    }
}

/// Merges adjacent ranges, as Puppet does: from the last to the first, with merged ranges at the front.
fn merge_ranges<R: Clone>(
    types: &mut Vec<Type>,
    find: impl Fn(&Type) -> Option<R>,
    merge: impl Fn(&R, &R) -> Option<R>,
    make: impl Fn(R) -> Type,
) {
    if types.iter().filter(|part| find(part).is_some()).count() < 2 {
        return;
    }
    let mut ranges = take(types, find);
    let mut merged = Vec::new();
    while let Some(mut range) = ranges.pop() {
        ranges.retain(|other| match merge(&range, other) {
            Some(joined) => {
                range = joined;
                false
            }
            None => true,
        });
        merged.push(make(range));
    }
    types.splice(0..0, merged);
}

/// Joins overlapping bounds.
fn merge_bounds<T: Copy + PartialOrd>(
    one: (Option<T>, Option<T>),
    other: (Option<T>, Option<T>),
) -> Option<(Option<T>, Option<T>)> {
    let is_apart = |end: Option<T>, begin: Option<T>| matches!((end, begin), (Some(end), Some(begin)) if end < begin);
    if is_apart(one.1, other.0) || is_apart(other.1, one.0) {
        return None;
    }
    let from = match (one.0, other.0) {
        (Some(mine), Some(theirs)) => Some(if mine <= theirs { mine } else { theirs }),
        _ => None,
    };
    let to = match (one.1, other.1) {
        (Some(mine), Some(theirs)) => Some(if mine >= theirs { mine } else { theirs }),
        _ => None,
    };
    Some((from, to))
}
