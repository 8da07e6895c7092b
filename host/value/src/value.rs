//! Values of the Puppet language, including data types, references, lazy iterators and secrets. They are cheap to clone
//! because large values are shared. The modules in `value/` implement conversion, limits and printing; operators are in
//! the evaluator.

use std::hash::Hasher;
use std::sync::Arc;

use catalog::ResourceRef;
use datatype::{Regex, SemVer, SemVerRange, Timespan, Timestamp, Type, Uri};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

mod class_name;
mod convert;
mod iterator;
mod pcore;
mod subject;
mod text;

pub use class_name::{class_name, class_noun};
pub use convert::AttributeError;
pub use iterator::{LazyElements, LazySequence};

/// Maximum number of elements in an array; lazy sequences can be longer.
pub const MAXIMUM_ELEMENTS: usize = 10_000_000;

/// Maximum length of a string, in bytes.
pub const MAXIMUM_TEXT: usize = syntax::MAXIMUM_TEXT;

/// A value.
#[derive(Clone, Default)]
pub enum Value {
    /// `undef`
    #[default]
    Undef,
    /// `default`
    Default,
    /// `true`, `false`
    Boolean(bool),
    /// A 64-bit integer.
    Integer(i64),
    /// A 64-bit float.
    Float(f64),
    /// A string.
    String(Arc<str>),
    /// An array.
    Array(Arc<[Value]>),
    /// A hash, which keeps the order of its entries.
    Hash(Arc<Hash>),
    /// A regular expression.
    Regexp(Arc<Regex>),
    /// A data type; references such as `File['/a']` are types too.
    Type(Arc<Type>),
    /// A reference as the value of an attribute. Puppet has a separate class for it, which prints the title without
    /// quotes.
    Reference(Arc<ResourceRef>),
    /// A secret, which is never printed.
    Sensitive(Arc<Value>),
    /// Bytes.
    Binary(Arc<[u8]>),
    /// A point in time.
    Timestamp(Arc<Timestamp>),
    /// A span of time.
    Timespan(Arc<Timespan>),
    /// A version.
    SemVer(Arc<SemVer>),
    /// A range of versions.
    SemVerRange(Arc<SemVerRange>),
    /// A URI.
    Uri(Arc<Uri>),
    /// A lazy sequence.
    Iterator(Arc<LazySequence>),
    /// A call that is evaluated when the catalog is applied.
    Deferred(Arc<Deferred>),
    /// An instance of a type defined as `Object[{…}]`.
    Object(Arc<Object>),
    /// The result of a collector expression; only valid as an operand of a relationship.
    Collector(CollectorId),
}

/// Identifies a collector of this compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CollectorId(pub u32);

/// Names the context of a data function in this compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ContextId(pub u32);

/// A hash that keeps the order of its entries. `1` and `1.0` are different keys.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hash {
    entries: IndexMap<Value, Value, FxBuildHasher>,
}

/// A call that is evaluated when the catalog is applied.
#[derive(Clone, PartialEq)]
pub struct Deferred {
    /// The name of the function.
    pub name: Arc<str>,
    /// The arguments, if any were given.
    pub arguments: Option<Arc<[Value]>>,
}

/// An instance of an object type.
#[derive(Clone)]
pub struct Object {
    /// The type of the object.
    pub object_type: Type,
    /// The attributes by name, including those with default values.
    pub attributes: Hash,
    /// The context, if this is a `Puppet::LookupContext`.
    pub context: Option<ContextId>,
}

impl Object {
    /// Returns the name of the type.
    #[must_use]
    pub fn type_name(&self) -> &str {
        match &self.object_type {
            Type::Object(object_type) => object_type.label(),
            Type::ObjectExtension(extension) => extension.base.label(),
            other => other.simple_name(),
        }
    }

    /// Returns the attributes that differ from their defaults; the object can be recreated from them.
    pub fn given(&self) -> impl Iterator<Item = (&Value, &Value)> {
        let declared = match &self.object_type {
            Type::Object(object_type) => object_type.all_attributes(),
            Type::ObjectExtension(extension) => extension.base.all_attributes(),
            Type::Error => datatype::ObjectType::error().all_attributes(),
            _ => Vec::new(),
        };
        self.attributes.iter().filter(move |(name, value)| {
            let attribute = declared.iter().find(|attribute| Some(&*attribute.name) == name.as_str());
            let default = attribute.and_then(|attribute| attribute.value.as_ref());
            default.is_none_or(|default| Value::from(default) != **value)
        })
    }
}

impl Hash {
    /// Returns an empty hash with the given capacity.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self { entries: IndexMap::with_capacity_and_hasher(capacity, FxBuildHasher) }
    }

    /// Returns the value of a key.
    #[must_use]
    pub fn get(&self, key: &Value) -> Option<&Value> {
        self.entries.get(key)
    }

    /// Returns the value of a string key.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&Value> {
        self.entries.get(&Text(key))
    }

    /// Sets a key, keeping its position if it exists. Returns the previous value.
    pub fn insert(&mut self, key: impl Into<Value>, value: impl Into<Value>) -> Option<Value> {
        self.entries.insert(key.into(), value.into())
    }

    /// Removes a key, keeping the order of the others.
    pub fn remove(&mut self, key: &Value) -> Option<Value> {
        self.entries.shift_remove(key)
    }

    /// Returns the entry at a position.
    #[must_use]
    pub fn at(&self, index: usize) -> Option<(&Value, &Value)> {
        self.entries.get_index(index)
    }

    /// Returns the entries.
    pub(crate) fn into_entries(self) -> impl Iterator<Item = (Value, Value)> {
        self.entries.into_iter()
    }

    /// Goes over the entries in order.
    pub fn iter(&self) -> indexmap::map::Iter<'_, Value, Value> {
        self.entries.iter()
    }

    /// Iterates over the keys in order.
    pub fn keys(&self) -> indexmap::map::Keys<'_, Value, Value> {
        self.entries.keys()
    }

    /// Iterates over the values in the order of their keys.
    pub fn values(&self) -> indexmap::map::Values<'_, Value, Value> {
        self.entries.values()
    }

    /// Returns whether the hash contains a key.
    #[must_use]
    pub fn contains(&self, key: &Value) -> bool {
        self.entries.contains_key(key)
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether the hash is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl<'a> IntoIterator for &'a Hash {
    type Item = (&'a Value, &'a Value);
    type IntoIter = indexmap::map::Iter<'a, Value, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter()
    }
}

impl<K: Into<Value>, V: Into<Value>> FromIterator<(K, V)> for Hash {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        Self { entries: entries.into_iter().map(|(key, value)| (key.into(), value.into())).collect() }
    }
}

impl<K: Into<Value>, V: Into<Value>> Extend<(K, V)> for Hash {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        self.entries.extend(entries.into_iter().map(|(key, value)| (key.into(), value.into())));
    }
}

/// Borrowed form of a string key, equal to and hashed as `Value::String` with the same text.
struct Text<'a>(&'a str);

impl std::hash::Hash for Text<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(5);
        self.0.hash(state);
    }
}

impl indexmap::Equivalent<Value> for Text<'_> {
    fn equivalent(&self, key: &Value) -> bool {
        matches!(key, Value::String(text) if **text == *self.0)
    }
}

impl Value {
    /// Returns a string.
    pub fn string(text: impl Into<Arc<str>>) -> Self {
        Self::String(text.into())
    }

    /// Returns an array.
    pub fn array(elements: impl Into<Arc<[Value]>>) -> Self {
        Self::Array(elements.into())
    }

    /// Returns a hash.
    #[must_use]
    pub fn hash(hash: Hash) -> Self {
        Self::Hash(Arc::new(hash))
    }

    /// Returns a data type.
    #[must_use]
    pub fn data_type(data_type: Type) -> Self {
        Self::Type(Arc::new(data_type))
    }

    /// Returns a secret. A secret is not wrapped a second time.
    #[must_use]
    pub fn sensitive(value: Value) -> Self {
        match value {
            Self::Sensitive(_) => value,
            other => Self::Sensitive(Arc::new(other)),
        }
    }

    /// Returns the text, if this is a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the integer, if this is one.
    #[must_use]
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Self::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the elements, if this is an array.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Value]> {
        match self {
            Self::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// Returns the hash, if this is one.
    #[must_use]
    pub fn as_hash(&self) -> Option<&Hash> {
        match self {
            Self::Hash(hash) => Some(hash),
            _ => None,
        }
    }

    /// Returns the boolean, if this is one.
    #[must_use]
    pub fn as_boolean(&self) -> Option<bool> {
        match self {
            Self::Boolean(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the data type, if this is one.
    #[must_use]
    pub fn as_type(&self) -> Option<&Type> {
        match self {
            Self::Type(data_type) => Some(data_type),
            _ => None,
        }
    }

    /// Returns whether this is `undef`.
    #[must_use]
    pub fn is_undef(&self) -> bool {
        matches!(self, Self::Undef)
    }

    /// Returns the truth value: only `undef` and `false` are false.
    #[must_use]
    pub fn is_true(&self) -> bool {
        !matches!(self, Self::Undef | Self::Boolean(false))
    }

    /// Appends the elements to `flat`, with nested arrays flattened.
    pub fn flatten_into(&self, flat: &mut Vec<Value>) {
        match self {
            // The caller rejects an array with too many elements.
            Self::Array(elements) if flat.len() <= MAXIMUM_ELEMENTS => {
                elements.iter().for_each(|element| element.flatten_into(flat));
            }
            other => flat.push(other.clone()),
        }
    }
}

/// Identity of values, as used for hash keys, `unique` and array `-`. The language's `==` is another one.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Undef, Self::Undef) | (Self::Default, Self::Default) => true,
            (Self::Boolean(a), Self::Boolean(b)) => a == b,
            (Self::Integer(a), Self::Integer(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => a == b,
            (Self::String(a), Self::String(b)) => a == b,
            (Self::Array(a), Self::Array(b)) => a == b,
            (Self::Hash(a), Self::Hash(b)) => a == b,
            (Self::Regexp(a), Self::Regexp(b)) => a.source() == b.source(),
            (Self::Type(a), Self::Type(b)) => a == b,
            (Self::Reference(a), Self::Reference(b)) => a == b,
            (Self::Sensitive(a), Self::Sensitive(b)) => a == b,
            (Self::Binary(a), Self::Binary(b)) => a == b,
            (Self::Timestamp(a), Self::Timestamp(b)) => a == b,
            (Self::Timespan(a), Self::Timespan(b)) => a == b,
            (Self::SemVer(a), Self::SemVer(b)) => a == b,
            (Self::SemVerRange(a), Self::SemVerRange(b)) => a == b,
            (Self::Uri(a), Self::Uri(b)) => a == b,
            (Self::Iterator(a), Self::Iterator(b)) => Arc::ptr_eq(a, b),
            (Self::Deferred(a), Self::Deferred(b)) => a == b,
            (Self::Object(a), Self::Object(b)) => a.object_type == b.object_type && a.attributes == b.attributes,
            (Self::Collector(a), Self::Collector(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Value {}

impl std::hash::Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Undef => state.write_u8(0),
            Self::Default => state.write_u8(1),
            Self::Boolean(value) => state.write_u8(2 + u8::from(*value)),
            Self::Integer(value) => state.write_i64(*value),
            Self::Float(value) => state.write_u64(if *value == 0.0 { 0 } else { value.to_bits() }),
            Self::String(text) => Text(text).hash(state),
            Self::Array(elements) => {
                state.write_u8(6);
                elements.hash(state);
            }
            // Equal hashes may differ in their order, so only the size is hashed. Hashes are rare as keys.
            Self::Hash(hash) => state.write_usize(hash.len()),
            Self::Type(data_type) => data_type.hash(state),
            Self::Regexp(regex) => regex.source().hash(state),
            Self::Reference(reference) => reference.hash(state),
            Self::Sensitive(value) => value.hash(state),
            Self::Binary(bytes) => bytes.hash(state),
            Self::Collector(id) => id.hash(state),
            Self::Timestamp(_)
            | Self::Timespan(_)
            | Self::SemVer(_)
            | Self::SemVerRange(_)
            | Self::Uri(_)
            | Self::Iterator(_)
            | Self::Deferred(_)
            | Self::Object(_) => state.write_u8(7),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::String(text.into())
    }
}

impl From<Arc<str>> for Value {
    fn from(text: Arc<str>) -> Self {
        Self::String(text)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}

impl From<usize> for Value {
    /// Converts the size of something in memory, which is always in range.
    fn from(value: usize) -> Self {
        Self::Integer(i64::try_from(value).unwrap_or(i64::MAX))
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::Float(value)
    }
}

impl From<Vec<Value>> for Value {
    fn from(elements: Vec<Value>) -> Self {
        Self::Array(elements.into())
    }
}

impl From<Hash> for Value {
    fn from(hash: Hash) -> Self {
        Self::hash(hash)
    }
}

impl From<Type> for Value {
    fn from(data_type: Type) -> Self {
        Self::data_type(data_type)
    }
}

impl FromIterator<Value> for Value {
    /// Collects an array.
    fn from_iter<I: IntoIterator<Item = Value>>(elements: I) -> Self {
        Self::Array(elements.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_size_is_three_words() {
        assert_eq!(std::mem::size_of::<Value>(), 24);
    }

    #[test]
    fn hash_keys_are_compared_by_identity() {
        let hash: Hash = [(Value::from("a"), 1), (Value::from(1_i64), 2), (Value::from(1.0), 3)]
            .into_iter()
            .map(|(key, value)| (key, Value::from(i64::from(value))))
            .collect();
        assert_eq!(hash.len(), 3);
        assert_eq!(hash.text("a"), Some(&Value::from(1_i64)));
        assert_eq!(hash.get(&Value::from(1.0)), Some(&Value::from(3_i64)));
    }
}
