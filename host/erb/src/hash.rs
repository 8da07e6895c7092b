//! Hash tables with ordered entries. Keys are compared by content.

use crate::heap::Heap;
use crate::value::{Entries, Value};

/// Comparable form of a key: its content and its type. `1` and `1.0` are different keys.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum HashKey {
    Nil,
    Boolean(bool),
    Integer(i64),
    Float(u64),
    Symbol(u32),
    String(Box<str>),
    List(Vec<HashKey>),
    /// The entries, sorted by their keys, since the order of a hash's entries is irrelevant.
    Hash(Vec<(HashKey, HashKey)>),
    /// A value that is equal only to itself or to values with the same printed text.
    Other(Box<str>),
}

/// Maximum nesting depth of a key.
const MAXIMUM_DEPTH: usize = 100;

/// Maximum number of elements of a key.
const MAXIMUM_PARTS: usize = 100_000;

impl HashKey {
    /// Returns the comparable form of a key; `None` if the key is nested too deeply or is too large.
    pub(crate) fn of(value: Value, heap: &Heap) -> Option<Self> {
        Self::within(value, heap, MAXIMUM_DEPTH, &mut 0)
    }

    fn within(value: Value, heap: &Heap, depth: usize, parts: &mut usize) -> Option<Self> {
        *parts += 1;
        if depth == 0 || *parts > MAXIMUM_PARTS {
            return None;
        }
        Some(match value {
            Value::Nil => Self::Nil,
            Value::Boolean(value) => Self::Boolean(value),
            Value::Integer(number) => Self::Integer(number),
            Value::Float(number) => Self::Float(if number == 0.0 { 0 } else { number.to_bits() }),
            Value::Symbol(symbol) | Value::Class(symbol) => Self::Symbol(symbol.0),
            Value::String(text) => Self::String(heap.strings[text].as_str().into()),
            Value::Array(list) => {
                let elements = heap.arrays[list].iter();
                Self::List(
                    elements.map(|element| Self::within(*element, heap, depth - 1, parts)).collect::<Option<_>>()?,
                )
            }
            Value::Hash(hash) | Value::Set(hash) => {
                let mut entries = Vec::new();
                for (key, (_, value)) in heap.hashes[hash].table.iter() {
                    entries.push((key.clone(), Self::within(*value, heap, depth - 1, parts)?));
                }
                entries.sort_by_cached_key(|(key, _)| format!("{key:?}"));
                Self::Hash(entries)
            }
            Value::Version(version) => Self::Other(format!("version {}", heap.strings[version]).into()),
            Value::Address(address) => Self::Other(format!("address {:?}", heap.addresses[address]).into()),
            Value::Foreign(foreign) => {
                let foreign = &heap.foreigns[foreign];
                Self::Other(format!("{} {}", foreign.class, foreign.text).into())
            }
            other => Self::Other(format!("{other:?}").into()),
        })
    }
}

/// The entries of a hash.
#[derive(Clone, Debug, Default)]
pub(crate) struct HashTable {
    entries: Entries,
}

impl HashTable {
    pub(crate) fn get(&self, key: &HashKey) -> Option<Value> {
        self.entries.get(key).map(|(_, value)| *value)
    }

    /// Sets the value of a key. An existing key keeps its position.
    pub(crate) fn insert(&mut self, key: HashKey, name: Value, value: Value) {
        match self.entries.get_mut(&key) {
            Some(entry) => entry.1 = value,
            None => {
                self.entries.insert(key, (name, value));
            }
        }
    }

    pub(crate) fn remove(&mut self, key: &HashKey) -> Option<(Value, Value)> {
        self.entries.shift_remove(key)
    }

    pub(crate) fn contains(&self, key: &HashKey) -> bool {
        self.entries.contains_key(key)
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }

    pub(crate) fn iter(&self) -> indexmap::map::Iter<'_, HashKey, (Value, Value)> {
        self.entries.iter()
    }

    /// Returns the keys and values in insertion order.
    pub(crate) fn pairs(&self) -> Vec<(Value, Value)> {
        self.entries.values().copied().collect()
    }

    pub(crate) fn keys(&self) -> Vec<Value> {
        self.entries.values().map(|(key, _)| *key).collect()
    }

    pub(crate) fn values(&self) -> Vec<Value> {
        self.entries.values().map(|(_, value)| *value).collect()
    }

    pub(crate) fn first(&self) -> Option<(Value, Value)> {
        self.entries.values().next().copied()
    }
}
