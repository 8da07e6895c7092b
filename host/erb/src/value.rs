//! Ruby values in a template. Mutable and large objects are stored in the [`Heap`](crate::heap::Heap) and referenced
//! by values, so that changes are visible through all references.

use std::marker::PhantomData;
use std::rc::Rc;

use indexmap::IndexMap;

use crate::address::IpAddress;
use crate::hash::HashTable;
use crate::interpreter::{BlockValue, LocalVariables};
use crate::regexp::RubyRegex;
use crate::syntax_tree;
use ruby::ForeignValue;

/// Reference to an object in the heap.
pub(crate) struct Id<T> {
    index: u32,
    kind: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    pub(crate) fn new(index: usize) -> Self {
        // The memory limit is exceeded long before this overflows.
        Self { index: u32::try_from(index).unwrap_or(u32::MAX), kind: PhantomData }
    }

    pub(crate) fn index(self) -> usize {
        self.index as usize
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Id<T> {}

impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl<T> std::fmt::Debug for Id<T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "#{}", self.index)
    }
}

/// The name of a symbol or of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Symbol(pub(crate) u32);

/// A value. Two values are identical (`equal?`) if they compare equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    Nil,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    Symbol(Symbol),
    String(Id<String>),
    Array(Id<Vec<Value>>),
    Hash(Id<Hash>),
    /// A set, as a hash of its elements.
    Set(Id<Hash>),
    Range(Id<Range>),
    Regexp(Id<Rc<RubyRegex>>),
    Match(Id<Match>),
    Proc(Id<Proc>),
    Enumerator(Id<Enumerator>),
    Exception(Id<Exception>),
    Sensitive(Id<Value>),
    /// A version of RubyGems.
    Version(Id<String>),
    Address(Id<IpAddress>),
    Foreign(Id<ForeignValue>),
    /// A class or a module by name.
    Class(Symbol),
    /// The template itself: `self`.
    Template,
    /// `scope`
    Scope,
}

/// A hash: entries and default value.
#[derive(Debug)]
pub(crate) struct Hash {
    pub(crate) table: HashTable,
    pub(crate) default: Value,
    /// The block that creates the value of a missing key.
    pub(crate) maker: Option<Value>,
}

impl Hash {
    pub(crate) fn new(table: HashTable) -> Self {
        Self { table, default: Value::Nil, maker: None }
    }
}

/// The entries of a hash by the comparable form of their keys.
pub(crate) type Entries = IndexMap<crate::hash::HashKey, (Value, Value)>;

/// `a..b`
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    pub(crate) begin: Value,
    pub(crate) end: Value,
    pub(crate) excludes_end: bool,
}

/// A match of a regular expression.
#[derive(Clone, Debug)]
pub(crate) struct Match {
    pub(crate) text: Rc<str>,
    pub(crate) groups: Vec<Option<(usize, usize)>>,
    pub(crate) pattern: Rc<RubyRegex>,
}

impl Match {
    /// Returns the text of a group.
    pub(crate) fn group(&self, index: usize) -> Option<&str> {
        let (begin, end) = self.groups.get(index).copied().flatten()?;
        self.text.get(begin..end)
    }
}

/// A block as a value.
#[derive(Clone, Debug)]
pub(crate) struct Proc {
    pub(crate) block: BlockValue,
    pub(crate) is_lambda: bool,
}

/// A block with its enclosing variables.
#[derive(Clone, Debug)]
pub(crate) struct Closure {
    pub(crate) block: Rc<syntax_tree::BlockCode>,
    pub(crate) environment: Rc<LocalVariables>,
}

/// An iterating method called without a block.
#[derive(Clone, Debug)]
pub(crate) struct Enumerator {
    pub(crate) receiver: Value,
    pub(crate) method: Rc<str>,
    pub(crate) arguments: Vec<Value>,
}

/// An exception.
#[derive(Clone, Debug)]
pub(crate) struct Exception {
    pub(crate) class: Symbol,
    pub(crate) message: String,
    pub(crate) line: u32,
}

impl Value {
    /// Returns whether the value is truthy.
    pub(crate) fn is_true(self) -> bool {
        !matches!(self, Self::Nil | Self::Boolean(false))
    }
}
