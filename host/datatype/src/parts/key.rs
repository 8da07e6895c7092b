//! A key between square brackets, and which kinds of key a type takes.

use crate::MAX_DEPTH;
use crate::issue::{self, Issue};
use crate::subject::{Subject, View};
use crate::types::Type;

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
    pub(super) fn is_bound(&self) -> bool {
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
