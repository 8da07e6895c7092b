//! Data types: one variant for each type of the language, with its parameters. This file has construction and access only; every
//! operation on types has its own file. Types are cheap to clone, since large ones are shared.

mod make;
mod range;

use std::sync::Arc;

pub use make::capitalized;
pub use range::{FloatRange, IntegerRange, Size, TimeRange};

use crate::alias::Alias;
use crate::literal::Literal;
use crate::object::{ObjectExtension, ObjectType, TypeSetType};
use crate::regex::Regex;
use crate::semver::SemVerRange;
use crate::timespan::Timespan;
use crate::timestamp::Timestamp;
use crate::uri::UriPattern;

/// A data type.
#[derive(Clone, Debug)]
pub enum Type {
    /// Every value.
    Any,
    /// What an empty list holds: anything is assignable to it, and it to anything.
    Unit,
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// Strings, numbers, booleans, regular expressions, versions, times.
    Scalar,
    /// Scalars that JSON has.
    ScalarData,
    /// Integers and floats.
    Numeric,
    /// `Boolean`, `Boolean[true]`
    Boolean(Option<bool>),
    /// `Integer[from, to]`
    Integer(IntegerRange),
    /// `Float[from, to]`
    Float(FloatRange),
    /// `String[min, max]`
    String(Size),
    /// `String['x']`: exactly that text.
    Text(Arc<str>),
    /// `Enum[a, b]`
    Enum(Arc<EnumType>),
    /// `Pattern[/a/, /b/]`; without patterns, all strings.
    Pattern(Arc<[Regex]>),
    /// `Regexp`, `Regexp[/a/]`
    Regexp(Option<Regex>),
    /// `Array[T, min, max]`
    Array(Arc<ArrayType>),
    /// `Tuple[T, U, min, max]`
    Tuple(Arc<TupleType>),
    /// `Hash[K, V, min, max]`
    Hash(Arc<HashType>),
    /// `Struct[{a => T}]`
    Struct(Arc<StructType>),
    /// `Collection[min, max]`
    Collection(Size),
    /// `Iterable[T]`
    Iterable(Option<Arc<Type>>),
    /// `Iterator[T]`
    Iterator(Option<Arc<Type>>),
    /// `Optional[T]`
    Optional(Option<Arc<Type>>),
    /// `NotUndef[T]`
    NotUndef(Option<Arc<Type>>),
    /// `Variant[T, U]`
    Variant(Arc<[Type]>),
    /// `Type[T]`
    Type(Option<Arc<Type>>),
    /// Classes and resources.
    CatalogEntry,
    /// `Class`, `Class[name]`; the name is in lower case.
    Class(Option<Arc<str>>),
    /// `Resource`, `File`, `File['/a']`
    Resource(Arc<ResourceType>),
    /// `Callable[T, U]`
    Callable(Arc<CallableType>),
    /// `Runtime[ruby, 'Symbol']`
    Runtime(Arc<RuntimeType>),
    /// `Sensitive[T]`
    Sensitive(Option<Arc<Type>>),
    /// `Timestamp[from, to]`
    Timestamp(Arc<TimeRange<Timestamp>>),
    /// `Timespan[from, to]`
    Timespan(Arc<TimeRange<Timespan>>),
    /// `SemVer['1.x', '>= 2.1']`; without ranges, all versions.
    SemVer(Arc<[SemVerRange]>),
    /// `SemVerRange`
    SemVerRange,
    /// `URI`, `URI['http://a']`, `URI[{scheme => http}]`
    Uri(Option<Arc<UriPattern>>),
    /// `Binary`
    Binary,
    /// `Deferred`: a call that is made when the catalog is applied.
    Deferred,
    /// `Error`
    Error,
    /// `Init[T, …]`: what `T` can be made from.
    Init(Arc<InitType>),
    /// `Object`, and types defined by `type A = Object[{…}]`.
    Object(Arc<ObjectType>),
    /// An object type with values for its type parameters.
    ObjectExtension(Arc<ObjectExtension>),
    /// `TypeSet`, and sets defined by `type A = TypeSet[{…}]`.
    TypeSet(Arc<TypeSetType>),
    /// A name for a type.
    Alias(Alias),
    /// A name that stands for no known type.
    Reference(Arc<str>),
}

/// `Enum[a, b]`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EnumType {
    values: Box<[Arc<str>]>,
    ignores_case: bool,
}

/// `Array[T, min, max]`
#[derive(Clone, Debug)]
pub struct ArrayType {
    /// What the elements are.
    pub element: Type,
    /// How many there are.
    pub size: Size,
}

/// `Tuple[T, U, min, max]`
#[derive(Clone, Debug)]
pub struct TupleType {
    /// What the elements are, one by one; the last holds for all after it.
    pub types: Box<[Type]>,
    /// How many there are, where that was given.
    pub size: Option<Size>,
}

/// `Hash[K, V, min, max]`
#[derive(Clone, Debug)]
pub struct HashType {
    /// What the keys are.
    pub key: Type,
    /// What the values are.
    pub value: Type,
    /// How many entries there are.
    pub size: Size,
}

/// `Struct[{a => T}]`
#[derive(Clone, Debug)]
pub struct StructType {
    /// The entries, in the order given.
    pub elements: Box<[StructElement]>,
}

/// An entry of a struct.
#[derive(Clone, Debug)]
pub struct StructElement {
    /// The key.
    pub name: Arc<str>,
    /// Whether the key may be absent.
    pub is_optional: bool,
    /// What the value is.
    pub value: Type,
}

/// `File['/a']`
#[derive(Clone, Debug)]
pub struct ResourceType {
    /// The type, each segment capitalised; none for `Resource`.
    pub type_name: Option<Arc<str>>,
    /// The title; none for a whole type.
    pub title: Option<Arc<str>>,
}

/// `Callable[T, U, min, max, B]`
#[derive(Clone, Debug, Default)]
pub struct CallableType {
    /// What the arguments are; none for `Callable`, which is any.
    pub parameters: Option<Arc<TupleType>>,
    /// What the block is: a callable, optional where it may be left out. None where there may be no block.
    pub block: Option<Type>,
    /// The return type, if known.
    pub returns: Option<Type>,
}

/// `Runtime[ruby, 'Symbol']`
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuntimeType {
    /// The language.
    pub runtime: Option<Arc<str>>,
    /// The name of the type there.
    pub name: Option<Arc<str>>,
    /// A pattern and replacement for a mapping of names.
    pub pattern: Option<(Regex, Arc<str>)>,
}

/// `Init[T, …]`
#[derive(Clone, Debug, Default)]
pub struct InitType {
    /// The constructed type.
    pub target: Option<Type>,
    /// Arguments after the value.
    pub arguments: Box<[Literal]>,
}

impl EnumType {
    /// Returns an enum; its values are kept sorted, each once.
    pub fn new(values: impl IntoIterator<Item = Arc<str>>, ignores_case: bool) -> Self {
        let mut values: Vec<Arc<str>> = values.into_iter().collect();
        values.sort();
        values.dedup();
        Self { values: values.into(), ignores_case }
    }

    /// Returns the values, sorted.
    pub fn values(&self) -> &[Arc<str>] {
        &self.values
    }

    /// Returns whether capitals do not matter.
    pub fn ignores_case(&self) -> bool {
        self.ignores_case
    }

    /// Returns whether a text is one of the values.
    pub fn holds(&self, text: &str) -> bool {
        if self.ignores_case {
            self.values.iter().any(|value| value.eq_ignore_ascii_case(text))
        } else {
            self.values.iter().any(|value| **value == *text)
        }
    }
}

impl TupleType {
    /// Returns how many elements it has: the size given, else as many as types; without types, any.
    pub fn effective_size(&self) -> Size {
        match self.size {
            Some(size) => size,
            None if self.types.is_empty() => Size::ANY,
            None => Size::exactly(self.types.len()),
        }
    }

    /// Returns the type of the element at an index.
    pub fn type_at(&self, index: usize) -> Option<&Type> {
        self.types.get(index).or_else(|| self.types.last())
    }
}

impl StructType {
    /// Finds an entry by its key.
    pub fn element(&self, name: &str) -> Option<&StructElement> {
        self.elements.iter().find(|element| *element.name == *name)
    }
}
