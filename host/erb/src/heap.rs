//! The heap of a template. Nothing is freed before the template ends, so the memory limit applies to the sum of all
//! allocations, and cyclic values need no special treatment.

use std::collections::BTreeMap;
use std::ops::{Index, IndexMut};
use std::rc::Rc;

use indexmap::IndexMap;

use crate::address::IpAddress;
use crate::hash::{HashKey, HashTable};
use crate::regexp::RubyRegex;
use crate::value::{Enumerator, Exception, Hash, Id, Match, Proc, Range, Symbol, Value};
use ruby::{Data, ForeignValue};

/// Values of one type.
#[derive(Debug)]
pub(crate) struct Slab<T> {
    values: Vec<T>,
    /// The change tracking of values, by index; further values are not tracked.
    watches: Vec<Watch>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Watch {
    Untracked,
    Unchanged,
    Changed,
}

impl<T> Default for Slab<T> {
    fn default() -> Self {
        Self { values: Vec::new(), watches: Vec::new() }
    }
}

impl<T> Slab<T> {
    fn add(&mut self, value: T) -> Id<T> {
        self.values.push(value);
        Id::new(self.values.len() - 1)
    }

    fn watch(&mut self, id: Id<T>) {
        if self.watches.len() <= id.index() {
            self.watches.resize(id.index() + 1, Watch::Untracked);
        }
        self.watches[id.index()] = Watch::Unchanged;
    }

    /// Returns whether a value has been borrowed mutably since it was watched.
    fn is_changed(&self, id: Id<T>) -> bool {
        self.watches.get(id.index()) == Some(&Watch::Changed)
    }
}

impl<T> Index<Id<T>> for Slab<T> {
    type Output = T;

    fn index(&self, id: Id<T>) -> &T {
        &self.values[id.index()]
    }
}

impl<T> IndexMut<Id<T>> for Slab<T> {
    fn index_mut(&mut self, id: Id<T>) -> &mut T {
        if let Some(watch @ Watch::Unchanged) = self.watches.get_mut(id.index()) {
            *watch = Watch::Changed;
        }
        &mut self.values[id.index()]
    }
}

/// All values of a running template.
#[derive(Debug, Default)]
pub(crate) struct Heap {
    pub(crate) strings: Slab<String>,
    pub(crate) arrays: Slab<Vec<Value>>,
    pub(crate) hashes: Slab<Hash>,
    pub(crate) ranges: Slab<Range>,
    pub(crate) regexps: Slab<Rc<RubyRegex>>,
    pub(crate) matches: Slab<Match>,
    pub(crate) procs: Slab<Proc>,
    pub(crate) enumerators: Slab<Enumerator>,
    pub(crate) exceptions: Slab<Exception>,
    pub(crate) secrets: Slab<Value>,
    pub(crate) addresses: Slab<IpAddress>,
    pub(crate) foreigns: Slab<ForeignValue>,
    /// Values shared with the scope, by number.
    shared: IndexMap<usize, Value>,
    symbols: indexmap::IndexSet<Rc<str>>,
    /// Total number of allocated bytes.
    pub(crate) allocated: usize,
}

/// Size of an array element in bytes.
const ELEMENT: usize = size_of::<Value>();

/// Size of a hash entry in bytes, including its key.
const ENTRY: usize = 4 * ELEMENT + size_of::<HashKey>();

impl Heap {
    /// Adds to the number of allocated bytes.
    pub(crate) fn charge(&mut self, bytes: usize) {
        self.allocated = self.allocated.saturating_add(bytes);
    }

    pub(crate) fn string(&mut self, text: impl Into<String>) -> Value {
        let text = text.into();
        self.charge(text.len() + size_of::<String>());
        Value::String(self.strings.add(text))
    }

    /// Returns a string, or nil for `None`.
    pub(crate) fn optional_string(&mut self, text: Option<impl Into<String>>) -> Value {
        text.map_or(Value::Nil, |text| self.string(text))
    }

    pub(crate) fn array(&mut self, list: Vec<Value>) -> Value {
        self.charge(list.len() * ELEMENT + size_of::<Vec<Value>>());
        Value::Array(self.arrays.add(list))
    }

    pub(crate) fn hash(&mut self, table: HashTable) -> Value {
        self.charge(table.len() * ENTRY + size_of::<Hash>());
        Value::Hash(self.hashes.add(Hash::new(table)))
    }

    pub(crate) fn set(&mut self, table: HashTable) -> Value {
        self.charge(table.len() * ENTRY + size_of::<Hash>());
        Value::Set(self.hashes.add(Hash::new(table)))
    }

    pub(crate) fn range(&mut self, range: Range) -> Value {
        self.charge(size_of::<Range>());
        Value::Range(self.ranges.add(range))
    }

    pub(crate) fn regexp(&mut self, pattern: Rc<RubyRegex>) -> Value {
        self.charge(size_of::<usize>());
        Value::Regexp(self.regexps.add(pattern))
    }

    pub(crate) fn match_data(&mut self, found: Match) -> Value {
        self.charge(found.groups.len() * 24 + size_of::<Match>());
        Value::Match(self.matches.add(found))
    }

    pub(crate) fn procedure(&mut self, procedure: Proc) -> Value {
        self.charge(size_of::<Proc>());
        Value::Proc(self.procs.add(procedure))
    }

    pub(crate) fn enumerator(&mut self, enumerator: Enumerator) -> Value {
        self.charge(size_of::<Enumerator>());
        Value::Enumerator(self.enumerators.add(enumerator))
    }

    pub(crate) fn exception(&mut self, exception: Exception) -> Value {
        self.charge(exception.message.len() + size_of::<Exception>());
        Value::Exception(self.exceptions.add(exception))
    }

    pub(crate) fn version(&mut self, text: String) -> Value {
        self.charge(text.len());
        Value::Version(self.strings.add(text))
    }

    pub(crate) fn address(&mut self, address: IpAddress) -> Value {
        self.charge(size_of::<IpAddress>());
        Value::Address(self.addresses.add(address))
    }

    pub(crate) fn symbol(&mut self, name: &str) -> Value {
        Value::Symbol(self.intern(name))
    }

    pub(crate) fn class(&mut self, name: &str) -> Value {
        Value::Class(self.intern(name))
    }

    pub(crate) fn intern(&mut self, name: &str) -> Symbol {
        let index = match self.symbols.get_index_of(name) {
            Some(index) => index,
            None => {
                self.charge(name.len() + 2 * ELEMENT);
                self.symbols.insert_full(name.into()).0
            }
        };
        Symbol(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// Returns the name of a symbol.
    pub(crate) fn name(&self, symbol: Symbol) -> Rc<str> {
        self.symbols.get_index(symbol.0 as usize).cloned().unwrap_or_else(|| "".into())
    }

    /// Converts a value from its external form.
    pub(crate) fn import(&mut self, data: Data) -> Value {
        stacker::maybe_grow(RED_ZONE, SEGMENT, || self.import_here(data))
    }

    fn import_here(&mut self, data: Data) -> Value {
        match data {
            Data::Nil => Value::Nil,
            Data::Boolean(value) => Value::Boolean(value),
            Data::Integer(number) => Value::Integer(number),
            Data::Float(number) => Value::Float(number),
            Data::Symbol(name) => self.symbol(&name),
            Data::String(text) => self.string(text),
            Data::Array(list) => {
                let list = list.into_iter().map(|element| self.import(element)).collect();
                self.array(list)
            }
            Data::Hash(entries) => {
                let mut table = HashTable::default();
                for (key, value) in entries {
                    let name = self.import(key);
                    let value = self.import(value);
                    if let Some(key) = HashKey::of(name, self) {
                        table.insert(key, name, value);
                    }
                }
                self.hash(table)
            }
            Data::Regexp(source) => {
                let pattern = RubyRegex::new(&source, "").unwrap_or_else(|_| RubyRegex::never(&source));
                self.regexp(Rc::new(pattern))
            }
            Data::Sensitive(inner) => {
                let inner = self.import(*inner);
                self.charge(ELEMENT);
                Value::Sensitive(self.secrets.add(inner))
            }
            Data::Foreign(foreign) => {
                self.charge(foreign.text.len() + size_of::<ForeignValue>());
                Value::Foreign(self.foreigns.add(foreign))
            }
            Data::Shared(number, inner) => match self.shared.get(&number) {
                Some(known) => *known,
                None => {
                    let value = self.import(*inner);
                    self.share(number, value);
                    value
                }
            },
        }
    }

    fn share(&mut self, number: usize, value: Value) {
        match value {
            Value::String(text) => self.strings.watch(text),
            Value::Array(list) => self.arrays.watch(list),
            Value::Hash(hash) => self.hashes.watch(hash),
            _ => return,
        }
        self.charge(2 * ELEMENT);
        self.shared.insert(number, value);
    }

    /// Returns the changed values shared with the scope, by number. Unchanged values nested in them appear only as
    /// references. Values without an external form are `None`.
    pub(crate) fn changes(&self) -> Vec<(usize, Option<Data>)> {
        let is_changed = |value: Value| match value {
            Value::String(text) => self.strings.is_changed(text),
            Value::Array(list) => self.arrays.is_changed(list),
            Value::Hash(hash) => self.hashes.is_changed(hash),
            _ => false,
        };
        let changed: Vec<(usize, Value)> = self
            .shared
            .iter()
            .map(|(number, value)| (*number, *value))
            .filter(|(_, value)| is_changed(*value))
            .collect();
        if changed.is_empty() {
            return Vec::new();
        }
        let names = self.shared.iter().filter_map(|(number, value)| Some((place(*value)?, *number))).collect();
        let mut count = 0;
        let export = |value| self.export_content(value, MAXIMUM_DEPTH, &mut count, &names);
        changed.iter().map(|(number, _)| *number).zip(changed.iter().map(|(_, value)| *value).map(export)).collect()
    }

    /// Converts a value to its external form; `None` if it has none, is nested too deeply or is too large.
    pub(crate) fn export(&self, value: Value) -> Option<Data> {
        self.export_within(value, MAXIMUM_DEPTH, &mut 0, &BTreeMap::new())
    }

    /// Like [`Heap::export`], but values in `names` are exported as references.
    fn export_within(&self, value: Value, depth: usize, count: &mut usize, names: &Names) -> Option<Data> {
        match place(value).and_then(|place| names.get(&place)) {
            Some(number) => Some(Data::Shared(*number, Box::new(Data::Nil))),
            None => self.export_content(value, depth, count, names),
        }
    }

    fn export_content(&self, value: Value, depth: usize, count: &mut usize, names: &Names) -> Option<Data> {
        *count += 1;
        if depth == 0 || *count > MAXIMUM_VALUES {
            return None;
        }
        Some(match value {
            Value::Nil => Data::Nil,
            Value::Boolean(value) => Data::Boolean(value),
            Value::Integer(number) => Data::Integer(number),
            Value::Float(number) => Data::Float(number),
            Value::Symbol(symbol) => Data::Symbol(self.name(symbol).to_string()),
            Value::String(text) => {
                *count += self.strings[text].len() / 64;
                Data::String(self.strings[text].clone())
            }
            Value::Array(list) => {
                let list = self.arrays[list].iter();
                Data::Array(
                    list.map(|element| self.export_within(*element, depth - 1, count, names)).collect::<Option<_>>()?,
                )
            }
            Value::Hash(hash) => {
                let mut entries = Vec::new();
                for (_, (key, value)) in self.hashes[hash].table.iter() {
                    let key = self.export_within(*key, depth - 1, count, names)?;
                    entries.push((key, self.export_within(*value, depth - 1, count, names)?));
                }
                Data::Hash(entries)
            }
            Value::Regexp(regexp) => Data::Regexp(self.regexps[regexp].source().to_owned()),
            Value::Sensitive(secret) => {
                Data::Sensitive(Box::new(self.export_within(self.secrets[secret], depth - 1, count, names)?))
            }
            Value::Foreign(foreign) => Data::Foreign(self.foreigns[foreign].clone()),
            _ => return None,
        })
    }
}

/// Remaining stack size below which a new segment is allocated, and the size of a segment.
const RED_ZONE: usize = 256 * 1024;
const SEGMENT: usize = 2 * 1024 * 1024;

/// Numbers of values shared with the scope, by their location on the heap.
type Names = BTreeMap<(u8, usize), usize>;

/// Returns the location of a mutable value on the heap.
fn place(value: Value) -> Option<(u8, usize)> {
    match value {
        Value::String(text) => Some((0, text.index())),
        Value::Array(list) => Some((1, list.index())),
        Value::Hash(hash) => Some((2, hash.index())),
        _ => None,
    }
}

/// Maximum nesting depth and maximum number of elements of an exported value.
const MAXIMUM_DEPTH: usize = 500;
const MAXIMUM_VALUES: usize = 5_000_000;
