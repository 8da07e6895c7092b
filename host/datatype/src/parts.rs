//! Shared parts of the two readers of types, `parse` and `parameterize`: checks of keys, and construction of
//! types with complex keys. Generic over the values used as keys.

mod key;
mod time;

use std::sync::Arc;

pub(crate) use key::{
    BOOLEAN, HASH, PATTERN_TYPE, REGEXP, REGEXP_TYPE, STRING, TYPE, TypeKey, VERSION_RANGE, expect, flatten,
};
pub(crate) use time::times;

use crate::MAX_DEPTH;
use crate::issue::{self, TypeIssue};
use crate::literal::Literal;
use crate::object::{ObjectExtension, ObjectType};
use crate::regex::Regex;
use crate::semver::SemVerRange;
use crate::subject::{Subject, SubjectView};
use crate::types::{CallableType, FloatRange, IntegerRange, RuntimeType, Size, StructElement, TupleType, Type};
use crate::uri::{self, Uri, UriPattern};

/// Returns a size from an integer type, or from one or two bounds.
pub(crate) fn size<V: Subject>(keys: &[TypeKey<'_, V>]) -> Result<Size, TypeIssue> {
    if let [key] = keys
        && let Some(Type::Integer(range)) = key.data_type()
    {
        return Ok(range.into());
    }
    let mut bounds = [None, None];
    for (index, key) in keys.iter().enumerate() {
        bounds[index.min(1)] = match key.view() {
            SubjectView::Integer(value) => Some(value),
            SubjectView::Default => None,
            SubjectView::Type(actual) => {
                return Err(issue::collection_slice_type(&format!("{}-Type", actual.simple_name())).at_key(index));
            }
            _ => return Err(issue::collection_slice_type(key.ruby_class()).at_key(index)),
        };
    }
    integer_range(bounds[0], bounds[1]).map(Size::from)
}

/// Splits trailing bounds off a list of types.
pub(crate) fn split_range<'k, 'v, V: Subject>(
    keys: &'k [TypeKey<'v, V>],
) -> Result<(&'k [TypeKey<'v, V>], Option<Size>), TypeIssue> {
    let bound = |key: &TypeKey<'_, V>| match key.view() {
        SubjectView::Integer(value) => Some(value),
        _ => None,
    };
    match keys {
        [types @ .., min, max] if min.is_bound() && max.is_bound() => {
            Ok((types, Some(integer_range(bound(min), bound(max))?.into())))
        }
        [types @ .., min] if min.is_bound() => Ok((types, Some(integer_range(bound(min), None)?.into()))),
        types => Ok((types, None)),
    }
}

pub(crate) fn integer_range(from: Option<i64>, to: Option<i64>) -> Result<IntegerRange, TypeIssue> {
    match (from, to) {
        (Some(from), Some(to)) if from > to => Err(issue::range_is_reversed(&from.to_string(), &to.to_string())),
        _ => Ok(IntegerRange { from, to }),
    }
}

pub(crate) fn float_range(from: Option<f64>, to: Option<f64>) -> Result<FloatRange, TypeIssue> {
    match (from, to) {
        (Some(low), Some(high)) if low > high => {
            Err(issue::range_is_reversed(&ruby::number::float_text(low), &ruby::number::float_text(high)))
        }
        _ => Ok(FloatRange { from, to }),
    }
}

pub(crate) fn pattern<V: Subject>(keys: &[TypeKey<'_, V>]) -> Result<Type, TypeIssue> {
    let mut patterns: Vec<Regex> = Vec::new();
    for key in keys {
        let found = match (key.pattern(), key.data_type()) {
            (Some(regex), _) => vec![regex?],
            (None, Some(Type::Pattern(patterns))) => patterns.to_vec(),
            (None, Some(Type::Regexp(regex))) => regex.into_iter().collect(),
            (None, _) => return Err(issue::bad_pattern(key.ruby_class())),
        };
        for regex in found {
            if !patterns.contains(&regex) {
                patterns.push(regex);
            }
        }
    }
    Ok(Type::pattern(patterns))
}

pub(crate) fn runtime<V: Subject>(keys: &[TypeKey<'_, V>]) -> Result<Type, TypeIssue> {
    let text = |index: usize| keys.get(index).and_then(TypeKey::string).filter(|text| !text.is_empty()).map(Arc::from);
    let pattern = keys.get(1).and_then(|key| match key.view() {
        SubjectView::Array([regex, replacement]) => match (regex.view(), replacement.view()) {
            (SubjectView::Regexp(source), SubjectView::String(text)) => {
                Some((Regex::new(source).ok()?, Arc::from(text)))
            }
            _ => None,
        },
        _ => None,
    });
    Ok(Type::Runtime(Arc::new(RuntimeType { runtime: text(0), name: text(1), pattern })))
}

/// Returns the type represented by a value: a type itself, the runtime type named by a string, or the inferred type.
pub(crate) fn type_of<V: Subject>(value: &V) -> Type {
    let key = TypeKey::new(value);
    match (key.data_type(), key.string()) {
        (Some(data_type), _) => data_type,
        (None, Some(name)) => Type::Runtime(Arc::new(RuntimeType {
            runtime: Some("ruby".into()),
            name: Some(name.into()),
            pattern: None,
        })),
        (None, None) => Type::infer(value).generalize(),
    }
}

pub(crate) fn structure<V: Subject>(hash: &V) -> Result<Type, TypeIssue> {
    let mut elements: Vec<StructElement> = Vec::new();
    for (key, value) in hash.entries() {
        let value = type_of(value);
        let key = TypeKey::new(key);
        let (name, is_optional) = match (key.string(), key.data_type()) {
            (Some(""), _) => return Err(issue::empty_struct_key()),
            (Some(name), _) => (Arc::from(name), value.is_assignable(&Type::Undef)),
            (None, Some(data_type)) => match &data_type {
                Type::Optional(Some(inner)) => (struct_key(inner).ok_or_else(|| issue::struct_key(&data_type))?, true),
                Type::NotUndef(Some(inner)) => (struct_key(inner).ok_or_else(|| issue::struct_key(&data_type))?, false),
                Type::Text(name) => (Arc::clone(name), false),
                Type::Enum(values) => match values.values() {
                    [only] => (Arc::clone(only), false),
                    _ => return Err(issue::struct_key(&data_type)),
                },
                Type::Optional(None) | Type::NotUndef(None) | Type::String(_) => {
                    return Err(issue::struct_key(&data_type));
                }
                other => return Err(issue::struct_key_type(issue::type_class(other))),
            },
            (None, None) => return Err(issue::struct_key_type(key.ruby_class())),
        };
        elements.push(StructElement { name, is_optional, value });
    }
    Ok(Type::structure(elements))
}

fn struct_key(inner: &Type) -> Option<Arc<str>> {
    match inner {
        Type::Text(name) if !name.is_empty() => Some(Arc::clone(name)),
        _ => None,
    }
}

/// `Callable[T, U, min, max, Block]`, `Callable[[T, U], R]`
pub(crate) fn callable<V: Subject>(target: &Type, keys: &[V]) -> Result<Type, TypeIssue> {
    let (keys, returns) = match keys {
        [first, rest @ ..] if matches!(first.view(), SubjectView::Array(_)) => match (first.view(), rest) {
            (SubjectView::Array(parameters), [returns]) => {
                let returns = TypeKey::new(returns);
                let data_type = returns.data_type();
                (
                    parameters,
                    Some(data_type.ok_or_else(|| {
                        issue::type_specialization(target, &returns.type_name(), "Any-Type").at_key(1)
                    })?),
                )
            }
            _ => return Err(issue::type_slice_arity(&issue::a_type_upper(target), 2, Some(2), keys.len())),
        },
        _ => (keys, None),
    };
    let keys: Vec<TypeKey<'_, V>> = keys.iter().map(TypeKey::new).collect();
    let (keys, block) = match keys.split_last() {
        Some((last, rest)) if last.data_type().is_some_and(|last| last.is_callable(true)) => (rest, last.data_type()),
        _ => (keys.as_slice(), None),
    };
    let (types, size) = split_range(keys)?;
    let mut types: Vec<Type> = types.iter().map(|key| type_of(key.value())).collect();
    if types.is_empty() && size.is_some_and(|size| size.max() != Some(0)) {
        types.push(Type::Unit);
    }
    let parameters = Some(Arc::new(TupleType { types: types.into(), size }));
    let returns = returns.filter(|returns| !matches!(returns, Type::Any));
    Ok(Type::Callable(Arc::new(CallableType { parameters, block, returns })))
}

/// Joins adjacent ranges.
pub(crate) fn semver(ranges: Vec<SemVerRange>) -> Type {
    let mut merged: Vec<SemVerRange> = Vec::new();
    for mut range in ranges {
        while let Some((index, joined)) =
            merged.iter().enumerate().find_map(|(index, other)| other.merge(&range).map(|joined| (index, joined)))
        {
            merged.remove(index);
            range = joined;
        }
        merged.push(range);
    }
    Type::SemVer(merged.into())
}

pub(crate) fn uri<V: Subject>(key: &TypeKey<'_, V>) -> Result<Type, TypeIssue> {
    let pattern = match key.view() {
        SubjectView::String(text) if !text.is_empty() => UriPattern::of(&Uri::parse(text).map_err(issue::plain)?),
        SubjectView::Uri(uri) => UriPattern::of(uri),
        SubjectView::Hash(0) => None,
        SubjectView::Hash(_) => {
            let pattern = uri::pattern_from_hash(key.value());
            Some(pattern.ok_or_else(|| issue::type_slice_type("URI-Type", key.ruby_class()).at_key(0))?)
        }
        _ => return Err(issue::type_slice_type("URI-Type", key.ruby_class()).at_key(0)),
    };
    Ok(Type::Uri(pattern.map(Arc::new)))
}

/// `name` is the name of the alias being defined, if any.
pub(crate) fn object<V: Subject>(name: Option<&str>, key: &TypeKey<'_, V>) -> Result<Type, TypeIssue> {
    let hash = Literal::copy(key.value()).filter(|literal| matches!(literal, Literal::Hash(_)));
    let hash = hash.ok_or_else(|| issue::type_slice_type("Object-Type", key.ruby_class()).at_key(0))?;
    ObjectType::from_initializer(name, &hash).map(|object| Type::Object(Arc::new(object)))
}

pub(crate) fn type_set<V: Subject>(key: &TypeKey<'_, V>) -> Result<Type, TypeIssue> {
    let hash = Literal::copy(key.value()).filter(|literal| matches!(literal, Literal::Hash(_)));
    let hash = hash.ok_or_else(|| issue::type_slice_type("TypeSet-Type", key.ruby_class()).at_key(0))?;
    crate::object::TypeSetType::from_initializer(None, &hash).map(|set| Type::TypeSet(Arc::new(set)))
}

/// `Car['volvo']`, `Car[{make => 'volvo'}]`
pub(crate) fn extension<V: Subject>(base: &Arc<ObjectType>, keys: &[TypeKey<'_, V>]) -> Result<Type, TypeIssue> {
    let parameters = base.all_type_parameters();
    if parameters.is_empty() {
        return Err(issue::object::not_parameterized(base.label()));
    }
    let mut given = Vec::new();
    match keys {
        [key] if matches!(key.view(), SubjectView::Hash(_)) && parameters.len() > 1 => {
            for (name, value) in key.value().entries() {
                let name = TypeKey::new(name).string().unwrap_or_default();
                let parameter = parameters.iter().find(|parameter| *parameter.name == *name);
                let parameter = parameter.ok_or_else(|| issue::object::unknown_type_parameter(name, base.label()))?;
                given.push((Arc::clone(&parameter.name), Literal::copy(value).ok_or_else(issue::bad_init_argument)?));
            }
        }
        _ => {
            for (parameter, key) in parameters.iter().zip(keys) {
                if !matches!(key.view(), SubjectView::Default) {
                    given.push((
                        Arc::clone(&parameter.name),
                        Literal::copy(key.value()).ok_or_else(issue::bad_init_argument)?,
                    ));
                }
            }
        }
    }
    for (name, value) in &given {
        let expected =
            parameters.iter().find(|parameter| parameter.name == *name).map(|parameter| &parameter.data_type);
        if let Some(expected) = expected {
            let subject = format!("type_parameter {}[{name}] has wrong type,", base.label());
            crate::mismatch::assert_instance(&subject, &Type::optional(expected.clone()), value)
                .map_err(issue::plain)?;
        }
    }
    if given.is_empty() {
        return Err(issue::object::empty_extension(base.label()));
    }
    Ok(Type::ObjectExtension(Arc::new(ObjectExtension { base: Arc::clone(base), parameters: given.into() })))
}

/// Rejects types that are nested too deeply for the other operations.
pub(crate) fn check_depth(data_type: &Type) -> Result<(), TypeIssue> {
    fn is_within(data_type: &Type, depth: usize) -> bool {
        let mut fits = depth < MAX_DEPTH;
        if fits {
            data_type.for_each_part(&mut |part| {
                fits = fits && (matches!(part, Type::Alias(_)) || is_within(part, depth + 1))
            });
        }
        fits
    }
    if is_within(data_type, 0) { Ok(()) } else { Err(issue::too_deep()) }
}

/// Returns whether each segment of a name starts with an upper-case letter.
pub(crate) fn is_type_name(name: &str) -> bool {
    is_segmented(name.strip_prefix("::").unwrap_or(name), |first| first.is_ascii_uppercase())
}

/// Returns whether each segment of a name starts with a lower-case letter.
pub(crate) fn is_name(name: &str) -> bool {
    is_segmented(name.strip_prefix("::").unwrap_or(name), |first| first.is_ascii_lowercase())
}

fn is_segmented(name: &str, starts: impl Fn(char) -> bool) -> bool {
    name.split("::").all(|segment| {
        segment.starts_with(&starts)
            && segment.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
    })
}
