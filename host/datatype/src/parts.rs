//! What the two readers of types, `parse` and `parameterize`, share: looking at keys, and making from them the types
//! that take more than plain keys. Generic over the values that the keys are.

use std::sync::Arc;

use crate::MAX_DEPTH;
use crate::issue::{self, Issue};
use crate::literal::Literal;
use crate::object::{ObjectExtension, ObjectType};
use crate::regex::Regex;
use crate::semver::SemVerRange;
use crate::subject::{Subject, View};
use crate::timespan::{Timespan, TimespanFields};
use crate::timestamp::Timestamp;
use crate::types::{
    CallableType, FloatRange, IntegerRange, RuntimeType, Size, StructElement, TimeRange, TupleType, Type,
};
use crate::uri::{self, Uri, UriPattern};

/// A key between square brackets.
pub(crate) struct Key<'v, V>(&'v V);

impl<'v, V: Subject> Key<'v, V> {
    pub(crate) fn new(value: &'v V) -> Self {
        Self(value)
    }

    pub(crate) fn value(&self) -> &'v V {
        self.0
    }

    pub(crate) fn view(&self) -> View<'v, V> {
        self.0.view()
    }

    pub(crate) fn is_undef(&self) -> bool {
        matches!(self.view(), View::Undef)
    }

    pub(crate) fn boolean(&self) -> Option<bool> {
        match self.view() {
            View::Boolean(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn string(&self) -> Option<&'v str> {
        match self.view() {
            View::String(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn pattern_source(&self) -> Option<&'v str> {
        match self.view() {
            View::String(source) | View::Regexp(source) => Some(source),
            _ => None,
        }
    }

    pub(crate) fn data_type(&self) -> Option<Type> {
        match self.view() {
            View::Type(data_type) => Some(data_type.clone()),
            View::Reference(type_name, title) => Some(Type::reference_to(type_name, title)),
            _ => None,
        }
    }

    /// Tells whether it can be a bound: an integer or default.
    fn is_bound(&self) -> bool {
        matches!(self.view(), View::Integer(_) | View::Default | View::String("default"))
    }

    /// The type of the key as messages about keys name it.
    pub(crate) fn type_name(&self) -> String {
        Type::infer(self.0).generalize().to_string()
    }

    /// The kind of the key as messages about class names call it.
    pub(crate) fn label(&self) -> String {
        match self.view() {
            View::Undef => "Undef Value".to_owned(),
            View::Boolean(_) => "Boolean".to_owned(),
            View::Integer(_) => "Integer".to_owned(),
            View::Float(_) => "Float".to_owned(),
            View::Regexp(_) => "Regexp".to_owned(),
            View::Hash(_) => "Hash".to_owned(),
            View::Type(data_type) => issue::type_label(data_type),
            _ => "Object".to_owned(),
        }
    }

    /// The name of the class that the key has in Puppet's own implementation: some messages show it.
    pub(crate) fn ruby_class(&self) -> &'static str {
        match self.view() {
            View::Undef => "NilClass",
            View::Default => "Symbol",
            View::Boolean(true) => "TrueClass",
            View::Boolean(false) => "FalseClass",
            View::Integer(_) => "Integer",
            View::Float(_) => "Float",
            View::String(_) => "String",
            View::Regexp(_) => "Regexp",
            View::Array(_) => "Array",
            View::Hash(_) => "Hash",
            View::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive",
            View::Type(data_type) => issue::type_class(data_type),
            View::Reference(..) => "Puppet::Pops::Types::PResourceType",
            View::Binary(_) => "Puppet::Pops::Types::PBinaryType::Binary",
            View::Timestamp(_) => "Puppet::Pops::Time::Timestamp",
            View::Timespan(_) => "Puppet::Pops::Time::Timespan",
            View::SemVer(_) => "SemanticPuppet::Version",
            View::SemVerRange(_) => "SemanticPuppet::VersionRange",
            View::Uri(_) => "URI::Generic",
            View::Iterator(_) => "Puppet::Pops::Types::Iterator",
            View::Callable(_) => "Puppet::Pops::Evaluator::Closure",
            View::Deferred
            | View::Error
            | View::Object(_)
            | View::ObjectExtension(_)
            | View::Named(_)
            | View::Runtime(_) => "Object",
        }
    }
}

/// A kind of key that a type takes.
#[derive(Clone, Copy)]
pub(crate) struct Expected {
    label: &'static str,
    takes: fn(&Seen) -> bool,
}

/// What a key was seen to be.
enum Seen {
    Boolean,
    String,
    Regexp,
    Hash,
    VersionRange,
    Type(Type),
    Other,
}

pub(crate) const BOOLEAN: Expected =
    Expected { label: "TrueClass or FalseClass", takes: |seen| matches!(seen, Seen::Boolean) };
pub(crate) const STRING: Expected = Expected { label: "String", takes: |seen| matches!(seen, Seen::String) };
pub(crate) const REGEXP: Expected = Expected { label: "Regexp", takes: |seen| matches!(seen, Seen::Regexp) };
pub(crate) const HASH: Expected = Expected { label: "Hash", takes: |seen| matches!(seen, Seen::Hash) };
pub(crate) const VERSION_RANGE: Expected =
    Expected { label: "SemanticPuppet::VersionRange", takes: |seen| matches!(seen, Seen::VersionRange) };
pub(crate) const TYPE: Expected = Expected { label: "Any-Type", takes: |seen| matches!(seen, Seen::Type(_)) };
pub(crate) const PATTERN_TYPE: Expected =
    Expected { label: "Pattern-Type", takes: |seen| matches!(seen, Seen::Type(Type::Pattern(_))) };
pub(crate) const REGEXP_TYPE: Expected =
    Expected { label: "Regexp-Type", takes: |seen| matches!(seen, Seen::Type(Type::Regexp(_))) };

/// Refuses too few or too many keys, and keys of another kind.
pub(crate) fn expect<V: Subject>(
    target: &Type,
    keys: &[Key<'_, V>],
    min: usize,
    max: Option<usize>,
    expected: &[Expected],
) -> Result<(), Issue> {
    if keys.len() < min || max.is_some_and(|max| keys.len() > max) {
        let arity = issue::type_slice_arity(&issue::a_type_upper(target), 1, max, keys.len());
        return Err(if max.is_none() { arity.or_more() } else { arity });
    }
    for (index, key) in keys.iter().enumerate() {
        let seen = match key.view() {
            View::Boolean(_) => Seen::Boolean,
            View::String(_) => Seen::String,
            View::Regexp(_) => Seen::Regexp,
            View::Hash(_) => Seen::Hash,
            View::SemVerRange(_) => Seen::VersionRange,
            _ => key.data_type().map_or(Seen::Other, Seen::Type),
        };
        if !expected.iter().any(|kind| (kind.takes)(&seen)) {
            let labels: Vec<&str> = expected.iter().map(|kind| kind.label).collect();
            return Err(issue::type_specialization(target, &key.type_name(), &labels.join(" or ")).at_key(index));
        }
    }
    Ok(())
}

/// Makes one list of keys and of the lists among them.
pub(crate) fn flatten<V: Subject>(keys: &[V]) -> Vec<Key<'_, V>> {
    fn add<'v, V: Subject>(values: &'v [V], depth: usize, flat: &mut Vec<Key<'v, V>>) {
        for value in values {
            match value.view() {
                View::Array(elements) if depth < MAX_DEPTH => add(elements, depth + 1, flat),
                _ => flat.push(Key(value)),
            }
        }
    }
    let mut flat = Vec::with_capacity(keys.len());
    add(keys, 0, &mut flat);
    flat
}

/// One integer type, or one or two bounds.
pub(crate) fn size<V: Subject>(keys: &[Key<'_, V>]) -> Result<Size, Issue> {
    if let [key] = keys
        && let Some(Type::Integer(range)) = key.data_type()
    {
        return Ok(range.into());
    }
    let mut bounds = [None, None];
    for (index, key) in keys.iter().enumerate() {
        bounds[index.min(1)] = match key.view() {
            View::Integer(value) => Some(value),
            View::Default => None,
            _ => return Err(issue::collection_slice_type(key.ruby_class()).at_key(index)),
        };
    }
    integer_range(bounds[0], bounds[1]).map(Size::from)
}

/// Cuts a range off the end of a list of types.
pub(crate) fn split_range<'k, 'v, V: Subject>(
    keys: &'k [Key<'v, V>],
) -> Result<(&'k [Key<'v, V>], Option<Size>), Issue> {
    let bound = |key: &Key<'_, V>| match key.view() {
        View::Integer(value) => Some(value),
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

pub(crate) fn integer_range(from: Option<i64>, to: Option<i64>) -> Result<IntegerRange, Issue> {
    match (from, to) {
        (Some(from), Some(to)) if from > to => Err(issue::range_is_reversed(&from.to_string(), &to.to_string())),
        _ => Ok(IntegerRange { from, to }),
    }
}

pub(crate) fn float_range(from: Option<f64>, to: Option<f64>) -> Result<FloatRange, Issue> {
    match (from, to) {
        (Some(low), Some(high)) if low > high => {
            Err(issue::range_is_reversed(&crate::display::float_text(low), &crate::display::float_text(high)))
        }
        _ => Ok(FloatRange { from, to }),
    }
}

pub(crate) fn pattern<V: Subject>(keys: &[Key<'_, V>]) -> Result<Type, Issue> {
    let mut patterns: Vec<Regex> = Vec::new();
    for key in keys {
        let found = match (key.pattern_source(), key.data_type()) {
            (Some(source), _) => vec![Regex::new(source).map_err(|error| issue::bad_regexp(&error))?],
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

pub(crate) fn runtime<V: Subject>(keys: &[Key<'_, V>]) -> Result<Type, Issue> {
    let text = |index: usize| keys.get(index).and_then(Key::string).filter(|text| !text.is_empty()).map(Arc::from);
    let pattern = keys.get(1).and_then(|key| match key.view() {
        View::Array([regex, replacement]) => match (regex.view(), replacement.view()) {
            (View::Regexp(source), View::String(text)) => Some((Regex::new(source).ok()?, Arc::from(text))),
            _ => None,
        },
        _ => None,
    });
    Ok(Type::Runtime(Arc::new(RuntimeType { runtime: text(0), name: text(1), pattern })))
}

/// What stands for a type where something else is given: its own type, or a class of the runtime of that name.
pub(crate) fn type_of<V: Subject>(value: &V) -> Type {
    let key = Key(value);
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

pub(crate) fn structure<V: Subject>(hash: &V) -> Result<Type, Issue> {
    let mut elements: Vec<StructElement> = Vec::new();
    for (key, value) in hash.entries() {
        let value = type_of(value);
        let key = Key(key);
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
pub(crate) fn callable<V: Subject>(target: &Type, keys: &[V]) -> Result<Type, Issue> {
    let (keys, returns) = match keys {
        [first, rest @ ..] if matches!(first.view(), View::Array(_)) => match (first.view(), rest) {
            (View::Array(parameters), [returns]) => {
                let returns = Key(returns);
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
    let keys: Vec<Key<'_, V>> = keys.iter().map(Key).collect();
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

/// `Timestamp[from, to]`, `Timespan[from, to]`
pub(crate) fn times<V: Subject>(target: &Type, keys: &[Key<'_, V>]) -> Result<Type, Issue> {
    if matches!(target, Type::Timestamp(_)) {
        let bound = |index: usize| keys.get(index).map_or(Ok(None), timestamp);
        return ordered(bound(0)?, bound(1)?).map(|range| Type::Timestamp(Arc::new(range)));
    }
    let bound = |index: usize| keys.get(index).map_or(Ok(None), timespan);
    ordered(bound(0)?, bound(1)?).map(|range| Type::Timespan(Arc::new(range)))
}

fn ordered<T: PartialOrd + std::fmt::Display>(from: Option<T>, to: Option<T>) -> Result<TimeRange<T>, Issue> {
    match (&from, &to) {
        (Some(low), Some(high)) if low > high => Err(issue::range_is_reversed(&low.to_string(), &high.to_string())),
        _ => Ok(TimeRange { from, to }),
    }
}

fn timestamp<V: Subject>(key: &Key<'_, V>) -> Result<Option<Timestamp>, Issue> {
    let text = |name: &str| match key.value().entry(name).map(Subject::view) {
        Some(View::String(text)) => Some(text),
        _ => None,
    };
    match key.view() {
        View::Timestamp(value) => Ok(Some(value)),
        View::Undef | View::Default => Ok(None),
        View::Integer(seconds) => Ok(Some(Timestamp::from_seconds(seconds))),
        View::Float(seconds) => Ok(Timestamp::from_float(seconds)),
        View::String(source) => {
            Timestamp::parse_default(source).map(Some).map_err(|error| Issue::new("", error.to_string()))
        }
        View::Hash(_) => {
            let formats = match (text("format"), text("timezone")) {
                (Some(format), _) => vec![format],
                (None, Some(_)) => crate::timestamp::DEFAULT_FORMATS_WITHOUT_ZONE.to_vec(),
                (None, None) => crate::timestamp::DEFAULT_FORMATS.to_vec(),
            };
            Timestamp::parse(text("string").unwrap_or_default(), &formats, text("timezone"))
                .map(Some)
                .map_err(|error| Issue::new("", error.to_string()))
        }
        _ => Err(issue::bad_time("Timestamp", key.ruby_class())),
    }
}

fn timespan<V: Subject>(key: &Key<'_, V>) -> Result<Option<Timespan>, Issue> {
    match key.view() {
        View::Timespan(value) => Ok(Some(value)),
        View::Undef | View::Default => Ok(None),
        View::Integer(seconds) => Ok(Some(Timespan::from_seconds(seconds))),
        View::Float(seconds) => Ok(Timespan::from_float(seconds)),
        View::String(source) => {
            Timespan::parse_default(source).map(Some).map_err(|error| Issue::new("", error.to_string()))
        }
        View::Hash(_) => timespan_from_hash(key.value()).map(Some),
        _ => Err(issue::bad_time("Timespan", key.ruby_class())),
    }
}

/// Makes a span from `{string => …, format => …}` or `{days => …, hours => …}`.
pub(crate) fn timespan_from_hash<V: Subject>(hash: &V) -> Result<Timespan, Issue> {
    if let Some(View::String(text)) = hash.entry("string").map(Subject::view) {
        let format = match hash.entry("format").map(Subject::view) {
            Some(View::String(format)) => vec![format],
            _ => crate::timespan::DEFAULT_FORMATS.to_vec(),
        };
        return Timespan::parse(text, &format).map_err(|error| Issue::new("", error.to_string()));
    }
    let number = |name: &str| match hash.entry(name).map(Subject::view) {
        Some(View::Integer(value)) => value,
        _ => 0,
    };
    Ok(Timespan::from_fields(TimespanFields {
        is_negative: matches!(hash.entry("negative").map(Subject::view), Some(View::Boolean(true))),
        days: number("days"),
        hours: number("hours"),
        minutes: number("minutes"),
        seconds: number("seconds"),
        milliseconds: number("milliseconds"),
        microseconds: number("microseconds"),
        nanoseconds: number("nanoseconds"),
    }))
}

/// Ranges that touch become one.
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

pub(crate) fn uri<V: Subject>(key: &Key<'_, V>) -> Result<Type, Issue> {
    let pattern = match key.view() {
        View::String(text) if !text.is_empty() => {
            UriPattern::of(&Uri::parse(text).map_err(|error| Issue::new("", error.to_string()))?)
        }
        View::Uri(uri) => UriPattern::of(uri),
        View::Hash(0) => None,
        View::Hash(_) => {
            let pattern = uri::pattern_from_hash(key.value());
            Some(pattern.ok_or_else(|| issue::type_slice_type("URI-Type", key.ruby_class()).at_key(0))?)
        }
        _ => return Err(issue::type_slice_type("URI-Type", key.ruby_class()).at_key(0)),
    };
    Ok(Type::Uri(pattern.map(Arc::new)))
}

pub(crate) fn object<V: Subject>(key: &Key<'_, V>) -> Result<Type, Issue> {
    let hash = Literal::copy(key.value()).filter(|literal| matches!(literal, Literal::Hash(_)));
    let hash = hash.ok_or_else(|| issue::type_slice_type("Object-Type", key.ruby_class()).at_key(0))?;
    ObjectType::from_initializer(None, &hash).map(|object| Type::Object(Arc::new(object)))
}

pub(crate) fn type_set<V: Subject>(key: &Key<'_, V>) -> Result<Type, Issue> {
    let hash = Literal::copy(key.value()).filter(|literal| matches!(literal, Literal::Hash(_)));
    let hash = hash.ok_or_else(|| issue::type_slice_type("TypeSet-Type", key.ruby_class()).at_key(0))?;
    crate::object::TypeSetType::from_initializer(None, &hash).map(|set| Type::TypeSet(Arc::new(set)))
}

/// `Car['volvo']`, `Car[{make => 'volvo'}]`
pub(crate) fn extension<V: Subject>(base: &Arc<ObjectType>, keys: &[Key<'_, V>]) -> Result<Type, Issue> {
    let parameters = base.all_type_parameters();
    if parameters.is_empty() {
        return Err(issue::not_parameterized(base.label()));
    }
    let mut given = Vec::new();
    match keys {
        [key] if matches!(key.view(), View::Hash(_)) && parameters.len() > 1 => {
            for (name, value) in key.value().entries() {
                let name = Key(name).string().unwrap_or_default();
                let parameter = parameters.iter().find(|parameter| *parameter.name == *name);
                let parameter = parameter.ok_or_else(|| issue::unknown_type_parameter(name, base.label()))?;
                given.push((Arc::clone(&parameter.name), Literal::copy(value).ok_or_else(issue::bad_init_argument)?));
            }
        }
        _ => {
            for (parameter, key) in parameters.iter().zip(keys) {
                if !matches!(key.view(), View::Default) {
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
                .map_err(|message| Issue::new("", message))?;
        }
    }
    if given.is_empty() {
        return Err(issue::empty_extension(base.label()));
    }
    Ok(Type::ObjectExtension(Arc::new(ObjectExtension { base: Arc::clone(base), parameters: given.into() })))
}

/// Refuses types that are nested too deeply for the other operations.
pub(crate) fn check_depth(data_type: &Type) -> Result<(), Issue> {
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

/// Tells whether each segment of a name begins with a capital.
pub(crate) fn is_type_name(name: &str) -> bool {
    is_segmented(name.strip_prefix("::").unwrap_or(name), |first| first.is_ascii_uppercase())
}

/// Tells whether each segment of a name begins with a small letter.
pub(crate) fn is_name(name: &str) -> bool {
    is_segmented(name.strip_prefix("::").unwrap_or(name), |first| first.is_ascii_lowercase())
}

fn is_segmented(name: &str, starts: impl Fn(char) -> bool) -> bool {
    name.split("::").all(|segment| {
        segment.starts_with(&starts)
            && segment.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
    })
}
