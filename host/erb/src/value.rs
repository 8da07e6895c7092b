//! The values of Ruby in a template. All that can change, or is big, is in the [`Heap`](crate::heap::Heap); a value names it,
//! so that two names of one string see the same change.

use std::marker::PhantomData;
use std::rc::Rc;

use indexmap::IndexMap;

use crate::address::IpAddress;
use crate::data::ForeignValue;
use crate::hash::HashTable;
use crate::interpreter::{BlockValue, LocalVariables};
use crate::regexp::RubyRegex;
use crate::syntax_tree;

/// Names something in the heap.
pub(crate) struct Id<T> {
    index: u32,
    kind: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    pub(crate) fn new(index: usize) -> Self {
        // The limit on memory ends a template long before.
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

/// A value. Two are the same (`equal?`) if they are equal here.
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
    /// A version as RubyGems compares them.
    Version(Id<String>),
    Address(Id<IpAddress>),
    Foreign(Id<ForeignValue>),
    /// A class or a module, by its name.
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
    /// The block that makes the value of a missing key.
    pub(crate) maker: Option<Value>,
}

impl Hash {
    pub(crate) fn new(table: HashTable) -> Self {
        Self { table, default: Value::Nil, maker: None }
    }
}

/// The entries of a hash by what makes two keys equal.
pub(crate) type Entries = IndexMap<crate::hash::HashKey, (Value, Value)>;

/// `a..b`
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    pub(crate) begin: Value,
    pub(crate) end: Value,
    pub(crate) excludes_end: bool,
}

/// What a regular expression matched.
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

/// A block with the variables around it.
#[derive(Clone, Debug)]
pub(crate) struct Closure {
    pub(crate) block: Rc<syntax_tree::BlockCode>,
    pub(crate) environment: Rc<LocalVariables>,
}

/// A method that goes through elements, called without its block.
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
    /// Returns whether a condition holds.
    pub(crate) fn is_true(self) -> bool {
        !matches!(self, Self::Nil | Self::Boolean(false))
    }
}
