//! Evaluation of `Type[key, key]`, where the keys are values. `parse` handles type expressions without evaluation.

use std::sync::Arc;

use crate::issue::{self, TypeIssue};
use crate::literal::Literal;
use crate::parts::{self, TypeKey};
use crate::regex::Regex;
use crate::semver::SemVerRange;
use crate::subject::{Subject, SubjectView};
use crate::types::{InitType, Size, Type, capitalized};

/// The result of applying keys to a type.
#[derive(Clone, Debug, PartialEq)]
pub enum Parameterized {
    /// A type.
    One(Type),
    /// Several references: `File['/a', '/b']`.
    Many(Vec<Type>),
    /// No result: the only key was undef.
    Nothing,
    /// Attribute values, which must be read from the catalog: `File['/a']['mode']`.
    Attributes,
}

/// Applies keys to a type.
pub fn parameterize<V: Subject>(target: &Type, keys: &[V]) -> Result<Parameterized, TypeIssue> {
    let result = match target {
        Type::Resource(_) => return resource(target, keys),
        Type::Class(_) => return class(target, keys),
        Type::Struct(_) => structure(target, keys),
        Type::Callable(_) => parts::callable(target, keys),
        Type::Init(_) => init(keys),
        Type::Reference(name) => Err(issue::unknown_resource_type(name)),
        _ => plain(target, &parts::flatten(keys)),
    }?;
    parts::check_depth(&result)?;
    Ok(Parameterized::One(result))
}

/// Applies keys to types that take a flat list of keys.
fn plain<V: Subject>(target: &Type, keys: &[TypeKey<'_, V>]) -> Result<Type, TypeIssue> {
    match target {
        Type::Integer(_) => integer(keys),
        Type::Float(_) => float(keys),
        Type::String(_) | Type::Text(_) => match keys.len() {
            1 | 2 => Ok(Type::String(parts::size(keys)?)),
            count => Err(issue::string_slice_arity(count)),
        },
        Type::Boolean(_) => {
            parts::expect(target, keys, 1, Some(1), &[parts::BOOLEAN])?;
            Ok(Type::Boolean(keys.first().and_then(|key| key.boolean())))
        }
        Type::Enum(_) => enumeration(target, keys),
        Type::Pattern(_) => {
            parts::expect(
                target,
                keys,
                1,
                None,
                &[parts::STRING, parts::REGEXP, parts::PATTERN_TYPE, parts::REGEXP_TYPE],
            )?;
            parts::pattern(keys)
        }
        Type::Regexp(_) => {
            parts::expect(target, keys, 1, Some(1), &[parts::STRING, parts::REGEXP])?;
            let empty = || Regex::new("").map_err(|error| issue::bad_regexp(&error));
            let regex = keys.first().and_then(TypeKey::pattern).unwrap_or_else(empty)?;
            Ok(Type::Regexp(Some(regex)))
        }
        Type::Variant(_) => {
            parts::expect(target, keys, 1, None, &[parts::TYPE])?;
            Ok(Type::variant_or_single(keys.iter().filter_map(TypeKey::data_type)))
        }
        Type::Optional(_) => {
            let key = only("Optional-Type", keys)?;
            match (key.data_type(), key.string()) {
                (Some(inner), _) => Ok(Type::optional(inner)),
                (None, Some(text)) => Ok(Type::optional(Type::Text(text.into()))),
                (None, None) => Err(issue::type_slice_type("Optional-Type", key.ruby_class()).at_key(0)),
            }
        }
        Type::NotUndef(_) => not_undef(keys),
        Type::Type(_) => only_type("Type-Type", keys).map(Type::type_of),
        Type::Sensitive(_) => only_type("Sensitive-Type", keys).map(|inner| Type::sensitive(&inner)),
        Type::Iterable(_) => only_type("Iterable-Type", keys).map(Type::iterable),
        Type::Iterator(_) => only_type("Iterator-Type", keys).map(Type::iterator),
        Type::Array(_) => array(keys),
        Type::Hash(_) => hash(keys),
        Type::Collection(_) => match keys.len() {
            1 | 2 => Ok(Type::Collection(parts::size(keys)?)),
            count => Err(issue::type_slice_arity("Collection-Type", 1, Some(2), count)),
        },
        Type::Tuple(_) => tuple(target, keys),
        Type::Runtime(_) => {
            parts::expect(target, keys, 2, Some(2), &[parts::STRING, parts::STRING])?;
            parts::runtime(keys)
        }
        Type::Timestamp(_) | Type::Timespan(_) => match keys.len() {
            0..=2 => parts::times(target, keys),
            count => Err(issue::type_slice_arity(&issue::a_type_upper(target), 0, Some(2), count)),
        },
        Type::SemVer(_) => {
            parts::expect(target, keys, 1, None, &[parts::STRING, parts::VERSION_RANGE])?;
            semver(keys)
        }
        Type::Uri(_) => parts::uri(only("URI-Type", keys)?),
        Type::Object(object) if object.name.is_none() => parts::object(None, only("Object-Type", keys)?),
        Type::Object(object) => parts::extension(object, keys),
        Type::TypeSet(_) => parts::type_set(only("TypeSet-Type", keys)?),
        _ => Err(issue::operator_not_applicable(target).at_target()),
    }
}

fn only<'k, 'v, V: Subject>(label: &str, keys: &'k [TypeKey<'v, V>]) -> Result<&'k TypeKey<'v, V>, TypeIssue> {
    match keys {
        [key] => Ok(key),
        _ => Err(issue::type_slice_arity(label, 1, None, keys.len())),
    }
}

fn only_type<V: Subject>(label: &str, keys: &[TypeKey<'_, V>]) -> Result<Type, TypeIssue> {
    let key = only(label, keys)?;
    key.data_type().ok_or_else(|| issue::type_slice_type(label, key.ruby_class()).at_key(0))
}

fn integer<V: Subject>(keys: &[TypeKey<'_, V>]) -> Result<Type, TypeIssue> {
    if !(1..=2).contains(&keys.len()) {
        return Err(issue::integer_slice_arity(keys.len()));
    }
    let mut bounds = [None, None];
    for (index, key) in keys.iter().enumerate() {
        bounds[index] = match key.view() {
            SubjectView::Integer(value) => Some(value),
            SubjectView::Default => None,
            _ => return Err(issue::integer_slice_type(key.ruby_class()).at_key(index)),
        };
    }
    parts::integer_range(bounds[0], bounds[1]).map(Type::Integer)
}

fn float<V: Subject>(keys: &[TypeKey<'_, V>]) -> Result<Type, TypeIssue> {
    if !(1..=2).contains(&keys.len()) {
        return Err(issue::float_slice_arity(keys.len()));
    }
    let mut bounds = [None, None];
    for (index, key) in keys.iter().enumerate() {
        bounds[index] = match key.view() {
            #[expect(clippy::cast_precision_loss, reason = "integer bounds are converted, as in Puppet")]
            SubjectView::Integer(value) => Some(value as f64),
            SubjectView::Float(value) => Some(value),
            SubjectView::Default => None,
            _ => return Err(issue::float_slice_type(key.ruby_class()).at_key(index)),
        };
    }
    parts::float_range(bounds[0], bounds[1]).map(Type::Float)
}

fn enumeration<V: Subject>(target: &Type, keys: &[TypeKey<'_, V>]) -> Result<Type, TypeIssue> {
    let (values, ignores_case) = match keys.split_last() {
        Some((last, rest)) if last.boolean().is_some() => (rest, last.boolean() == Some(true)),
        _ => (keys, false),
    };
    parts::expect(target, values, 1, None, &[parts::STRING])?;
    Ok(Type::enumeration(values.iter().filter_map(TypeKey::string).map(Arc::from), ignores_case))
}

fn not_undef<V: Subject>(keys: &[TypeKey<'_, V>]) -> Result<Type, TypeIssue> {
    match keys {
        [] => Ok(Type::NotUndef(None)),
        [key] => match (key.data_type(), key.string()) {
            (Some(inner), _) => Ok(Type::not_undef(inner)),
            (None, Some(text)) => Ok(Type::not_undef(Type::Text(text.into()))),
            (None, None) => Err(issue::not_undef_slice_type(key.ruby_class()).at_key(0)),
        },
        _ => Err(issue::type_slice_arity("NotUndef-Type", 0, Some(1), keys.len())),
    }
}

fn array<V: Subject>(keys: &[TypeKey<'_, V>]) -> Result<Type, TypeIssue> {
    let not_a_type = |key: &TypeKey<'_, V>| issue::type_slice_type("Array-Type", key.ruby_class()).at_key(0);
    match keys {
        [key] => key.data_type().map(|element| Type::array_of(element, Size::ANY)).ok_or_else(|| not_a_type(key)),
        [first, _] => match first.data_type() {
            Some(element) => Ok(Type::array_of(element, parts::size(&keys[1..]).map_err(|issue| shifted(issue, 1))?)),
            None => Ok(Type::array_of(Type::Any, parts::size(keys)?)),
        },
        [first, _, _] => {
            let element = first.data_type().ok_or_else(|| not_a_type(first))?;
            Ok(Type::array_of(element, parts::size(&keys[1..]).map_err(|issue| shifted(issue, 1))?))
        }
        _ => Err(issue::type_slice_arity("Array-Type", 1, Some(3), keys.len())),
    }
}

fn shifted(issue: TypeIssue, by: usize) -> TypeIssue {
    match issue.culprit {
        crate::IssueSubject::Key(index) => issue.at_key(index + by),
        _ => issue,
    }
}

fn hash<V: Subject>(keys: &[TypeKey<'_, V>]) -> Result<Type, TypeIssue> {
    if let [min, max] = keys
        && let (SubjectView::Integer(min), SubjectView::Integer(max)) = (min.view(), max.view())
    {
        let size = parts::integer_range(Some(min), Some(max))?.into();
        return Ok(Type::hash_of(Type::Any, Type::Any, size));
    }
    let mut types = Vec::new();
    for (index, key) in keys.iter().take(2).enumerate() {
        types.push(key.data_type().ok_or_else(|| issue::type_slice_type("Hash-Type", key.ruby_class()).at_key(index))?);
    }
    let size = match keys.get(2..) {
        Some([]) => Size::ANY,
        Some(rest @ ([_] | [_, _])) => parts::size(rest).map_err(|issue| shifted(issue, 2))?,
        _ => return Err(issue::type_slice_arity("Hash-Type", 2, Some(4), keys.len())),
    };
    match <[Type; 2]>::try_from(types) {
        Ok([key, value]) => Ok(Type::hash_of(key, value, size)),
        Err(_) => Err(issue::type_slice_arity("Hash-Type", 2, Some(4), keys.len())),
    }
}

fn tuple<V: Subject>(target: &Type, keys: &[TypeKey<'_, V>]) -> Result<Type, TypeIssue> {
    let (types, size) = parts::split_range(keys)?;
    parts::expect(target, types, 1, None, &[parts::TYPE])?;
    Ok(Type::tuple(types.iter().filter_map(TypeKey::data_type), size))
}

fn semver<V: Subject>(keys: &[TypeKey<'_, V>]) -> Result<Type, TypeIssue> {
    let ranges = keys.iter().map(|key| match key.view() {
        SubjectView::SemVerRange(range) => Ok(range.clone()),
        SubjectView::String(text) => SemVerRange::parse(text).ok_or_else(|| issue::bad_version_range(text)),
        _ => Err(issue::bad_version_range("")),
    });
    Ok(parts::semver(ranges.collect::<Result<_, _>>()?))
}

fn structure<V: Subject>(target: &Type, keys: &[V]) -> Result<Type, TypeIssue> {
    let whole: Vec<TypeKey<'_, V>> = keys.iter().map(TypeKey::new).collect();
    parts::expect(target, &whole, 1, Some(1), &[parts::HASH])?;
    keys.first().map_or(Ok(Type::structure([])), parts::structure)
}

fn init<V: Subject>(keys: &[V]) -> Result<Type, TypeIssue> {
    let class = keys.first().map_or("NilClass", |key| TypeKey::new(key).ruby_class());
    let target = keys.first().and_then(|key| TypeKey::new(key).data_type());
    let Some(target) = target else { return Err(issue::type_slice_type("Init-Type", class).at_key(0)) };
    let arguments = keys[1..].iter().map(Literal::copy).collect::<Option<_>>().ok_or_else(issue::bad_init_argument)?;
    Ok(Type::Init(Arc::new(InitType { target: Some(target), arguments })))
}

/// Returns whether the form of the titles makes the result an array.
fn gives_list<V: Subject>(keys: &[V]) -> bool {
    keys.len() > 1 || keys.first().is_some_and(|key| matches!(key.view(), SubjectView::Array(_)))
}

fn resource<V: Subject>(target: &Type, keys: &[V]) -> Result<Parameterized, TypeIssue> {
    let Type::Resource(known) = target else { return Ok(Parameterized::Nothing) };
    if keys.is_empty() {
        return Err(issue::type_slice_arity(&target.to_string(), 1, None, 0).or_more());
    }
    let (type_name, titles) = match &known.type_name {
        Some(name) => (name.to_string(), keys),
        None => {
            let first = TypeKey::new(&keys[0]);
            let name = match (first.string(), first.data_type()) {
                (Some(name), _) => capitalized(name),
                (None, Some(Type::Resource(resource))) => {
                    resource.type_name.as_deref().unwrap_or("Resource").to_owned()
                }
                _ => return Err(issue::resource_specialization(&first.type_name()).at_key(0)),
            };
            (name, &keys[1..])
        }
    };
    if !parts::is_type_name(&type_name) {
        return Err(issue::illegal_type_name(&type_name).at_key(0));
    }
    let is_list = gives_list(titles);
    let flat: Vec<TypeKey<'_, V>> = parts::flatten(titles).into_iter().filter(|key| !key.is_undef()).collect();
    if flat.is_empty() && !titles.is_empty() {
        return Ok(if is_list { Parameterized::Many(Vec::new()) } else { Parameterized::Nothing });
    }
    if known.title.is_some() {
        return Ok(Parameterized::Attributes);
    }
    if flat.is_empty() {
        return Ok(Parameterized::One(Type::resource(Some(&type_name), None)));
    }
    let references = flat.iter().enumerate().map(|(index, key)| match key.string() {
        Some(title) => Ok(Type::resource(Some(&type_name), Some(title))),
        None => Err(issue::title_expected(target, &key.type_name())
            .at_key((keys.len() - titles.len() + index).min(keys.len() - 1))),
    });
    Ok(listed(references.collect::<Result<_, _>>()?, is_list))
}

fn listed(mut references: Vec<Type>, is_list: bool) -> Parameterized {
    match (is_list, references.pop()) {
        (false, Some(last)) => Parameterized::One(last),
        (_, last) => {
            references.extend(last);
            Parameterized::Many(references)
        }
    }
}

fn class<V: Subject>(target: &Type, keys: &[V]) -> Result<Parameterized, TypeIssue> {
    if keys.is_empty() {
        return Err(issue::type_slice_arity(&target.to_string(), 1, None, 0).or_more());
    }
    let is_list = gives_list(keys);
    let flat: Vec<TypeKey<'_, V>> = parts::flatten(keys).into_iter().filter(|key| !key.is_undef()).collect();
    if flat.is_empty() {
        return Ok(if is_list { Parameterized::Many(Vec::new()) } else { Parameterized::Nothing });
    }
    if matches!(target, Type::Class(Some(_))) {
        return Ok(Parameterized::Attributes);
    }
    let references = flat.iter().enumerate().map(|(index, key)| {
        let at = index.min(keys.len() - 1);
        let name = key.string().ok_or_else(|| issue::class_name_expected(&key.label()).at_key(at))?;
        let reference = Type::class(Some(name));
        match &reference {
            Type::Class(Some(plain)) if parts::is_name(plain) => Ok(reference),
            _ => Err(issue::illegal_name(name).at_key(at)),
        }
    });
    Ok(listed(references.collect::<Result<_, _>>()?, is_list))
}
