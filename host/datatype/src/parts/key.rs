//! Keys between square brackets, and the kinds of key that types accept.

use crate::MAX_DEPTH;
use crate::issue::{self, TypeIssue};
use crate::regex::Regex;
use crate::subject::{Subject, SubjectView};
use crate::types::Type;

/// A key between square brackets.
pub(crate) struct TypeKey<'v, V>(&'v V);

impl<'v, V: Subject> TypeKey<'v, V> {
    pub(crate) fn new(value: &'v V) -> Self {
        Self(value)
    }

    pub(crate) fn value(&self) -> &'v V {
        self.0
    }

    pub(crate) fn view(&self) -> SubjectView<'v, V> {
        self.0.view()
    }

    pub(crate) fn is_undef(&self) -> bool {
        matches!(self.view(), SubjectView::Undef)
    }

    pub(crate) fn boolean(&self) -> Option<bool> {
        match self.view() {
            SubjectView::Boolean(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn string(&self) -> Option<&'v str> {
        match self.view() {
            SubjectView::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the regular expression that the key is, or whose source it is.
    pub(crate) fn pattern(&self) -> Option<Result<Regex, TypeIssue>> {
        if let Some(regex) = self.0.regex() {
            return Some(Ok(regex.clone()));
        }
        match self.view() {
            SubjectView::String(source) | SubjectView::Regexp(source) => {
                Some(Regex::new(source).map_err(|error| issue::bad_regexp(&error)))
            }
            _ => None,
        }
    }

    pub(crate) fn data_type(&self) -> Option<Type> {
        match self.view() {
            SubjectView::Type(data_type) => Some(data_type.clone()),
            SubjectView::Reference(type_name, title) => Some(Type::reference_to(type_name, title)),
            _ => None,
        }
    }

    /// Returns whether the key can be a bound: an integer or default.
    pub(super) fn is_bound(&self) -> bool {
        matches!(self.view(), SubjectView::Integer(_) | SubjectView::Default | SubjectView::String("default"))
    }

    /// Returns the type of the key for messages about keys.
    pub(crate) fn type_name(&self) -> String {
        Type::infer(self.0).generalize().to_string()
    }

    /// Returns the kind of the key for messages about class names.
    pub(crate) fn label(&self) -> String {
        match self.view() {
            SubjectView::Undef => "Undef Value".to_owned(),
            SubjectView::Boolean(_) => "Boolean".to_owned(),
            SubjectView::Integer(_) => "Integer".to_owned(),
            SubjectView::Float(_) => "Float".to_owned(),
            SubjectView::Regexp(_) => "Regexp".to_owned(),
            SubjectView::Hash(_) => "Hash".to_owned(),
            SubjectView::Type(data_type) => issue::type_label(data_type),
            _ => "Object".to_owned(),
        }
    }

    /// Returns the name of the key's class in the Ruby implementation of Puppet, which some messages contain.
    pub(crate) fn ruby_class(&self) -> &'static str {
        match self.view() {
            SubjectView::Undef => "NilClass",
            SubjectView::Default => "Symbol",
            SubjectView::Boolean(true) => "TrueClass",
            SubjectView::Boolean(false) => "FalseClass",
            SubjectView::Integer(_) => "Integer",
            SubjectView::Float(_) => "Float",
            SubjectView::String(_) => "String",
            SubjectView::Regexp(_) => "Regexp",
            SubjectView::Array(_) => "Array",
            SubjectView::Hash(_) => "Hash",
            SubjectView::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive",
            SubjectView::Type(data_type) => issue::type_class(data_type),
            SubjectView::Reference(..) => "Puppet::Pops::Types::PResourceType",
            SubjectView::Binary(_) => "Puppet::Pops::Types::PBinaryType::Binary",
            SubjectView::Timestamp(_) => "Puppet::Pops::Time::Timestamp",
            SubjectView::Timespan(_) => "Puppet::Pops::Time::Timespan",
            SubjectView::SemVer(_) => "SemanticPuppet::Version",
            SubjectView::SemVerRange(_) => "SemanticPuppet::VersionRange",
            SubjectView::Uri(_) => "URI::Generic",
            SubjectView::Iterator(_) => "Puppet::Pops::Types::Iterator",
            SubjectView::Callable(_) => "Puppet::Pops::Evaluator::Closure",
            SubjectView::Deferred
            | SubjectView::Error
            | SubjectView::Object(_)
            | SubjectView::ObjectExtension(_)
            | SubjectView::Named(_)
            | SubjectView::Runtime(_) => "Object",
        }
    }
}

/// A kind of key that a type accepts.
#[derive(Clone, Copy)]
pub(crate) struct ExpectedKey {
    label: &'static str,
    takes: fn(&KeyKind) -> bool,
}

/// The kind of a key.
enum KeyKind {
    Boolean,
    String,
    Regexp,
    Hash,
    VersionRange,
    Type(Type),
    Other,
}

pub(crate) const BOOLEAN: ExpectedKey =
    ExpectedKey { label: "TrueClass or FalseClass", takes: |kind| matches!(kind, KeyKind::Boolean) };
pub(crate) const STRING: ExpectedKey = ExpectedKey { label: "String", takes: |kind| matches!(kind, KeyKind::String) };
pub(crate) const REGEXP: ExpectedKey = ExpectedKey { label: "Regexp", takes: |kind| matches!(kind, KeyKind::Regexp) };
pub(crate) const HASH: ExpectedKey = ExpectedKey { label: "Hash", takes: |kind| matches!(kind, KeyKind::Hash) };
pub(crate) const VERSION_RANGE: ExpectedKey =
    ExpectedKey { label: "SemanticPuppet::VersionRange", takes: |kind| matches!(kind, KeyKind::VersionRange) };
pub(crate) const TYPE: ExpectedKey = ExpectedKey { label: "Any-Type", takes: |kind| matches!(kind, KeyKind::Type(_)) };
pub(crate) const PATTERN_TYPE: ExpectedKey =
    ExpectedKey { label: "Pattern-Type", takes: |kind| matches!(kind, KeyKind::Type(Type::Pattern(_))) };
pub(crate) const REGEXP_TYPE: ExpectedKey =
    ExpectedKey { label: "Regexp-Type", takes: |kind| matches!(kind, KeyKind::Type(Type::Regexp(_))) };

/// Rejects too few or too many keys, and keys of the wrong kind.
pub(crate) fn expect<V: Subject>(
    target: &Type,
    keys: &[TypeKey<'_, V>],
    min: usize,
    max: Option<usize>,
    expected: &[ExpectedKey],
) -> Result<(), TypeIssue> {
    if keys.len() < min || max.is_some_and(|max| keys.len() > max) {
        let arity = issue::type_slice_arity(&issue::a_type_upper(target), 1, max, keys.len());
        return Err(if max.is_none() { arity.or_more() } else { arity });
    }
    for (index, key) in keys.iter().enumerate() {
        let kind = match key.view() {
            SubjectView::Boolean(_) => KeyKind::Boolean,
            SubjectView::String(_) => KeyKind::String,
            SubjectView::Regexp(_) => KeyKind::Regexp,
            SubjectView::Hash(_) => KeyKind::Hash,
            SubjectView::SemVerRange(_) => KeyKind::VersionRange,
            _ => key.data_type().map_or(KeyKind::Other, KeyKind::Type),
        };
        if !expected.iter().any(|key| (key.takes)(&kind)) {
            let labels: Vec<&str> = expected.iter().map(|kind| kind.label).collect();
            return Err(issue::type_specialization(target, &key.type_name(), &labels.join(" or ")).at_key(index));
        }
    }
    Ok(())
}

/// Flattens arrays among the keys.
pub(crate) fn flatten<V: Subject>(keys: &[V]) -> Vec<TypeKey<'_, V>> {
    fn add<'v, V: Subject>(values: &'v [V], depth: usize, flat: &mut Vec<TypeKey<'v, V>>) {
        for value in values {
            match value.view() {
                SubjectView::Array(elements) if depth < MAX_DEPTH => add(elements, depth + 1, flat),
                _ => flat.push(TypeKey(value)),
            }
        }
    }
    let mut flat = Vec::with_capacity(keys.len());
    add(keys, 0, &mut flat);
    flat
}
