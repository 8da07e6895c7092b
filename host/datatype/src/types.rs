//! Data types: one variant for each type of the language, with its parameters. This file contains
//! construction and access only; each operation on types has its own file. Types are cheap to clone, since
//! large ones are shared.

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
    /// Any value.
    Any,
    /// The element type of an empty array: anything is assignable to it, and it is assignable to anything.
    Unit,
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// Strings, numbers, booleans, regular expressions, versions, times.
    Scalar,
    /// Scalars that JSON can represent.
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
    /// `String['x']`: exactly that string.
    Text(Arc<str>),
    /// `Enum[a, b]`
    Enum(Arc<EnumType>),
    /// `Pattern[/a/, /b/]`; without patterns, any string.
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
    /// `Class`, `Class[name]`, with the name in lower case.
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
    /// `SemVer['1.x', '>= 2.1']`; without ranges, any version.
    SemVer(Arc<[SemVerRange]>),
    /// `SemVerRange`
    SemVerRange,
    /// `URI`, `URI['http://a']`, `URI[{scheme => http}]`
    Uri(Option<Arc<UriPattern>>),
    /// `Binary`
    Binary,
    /// `Deferred`: a call that is evaluated when the catalog is applied.
    Deferred,
    /// `Error`
    Error,
    /// `Init[T, …]`: values from which a `T` can be constructed.
    Init(Arc<InitType>),
    /// `Object`, and types defined by `type A = Object[{…}]`.
    Object(Arc<ObjectType>),
    /// An object type with values for its type parameters.
    ObjectExtension(Arc<ObjectExtension>),
    /// `TypeSet`, and type sets defined by `type A = TypeSet[{…}]`.
    TypeSet(Arc<TypeSetType>),
    /// A type alias.
    Alias(Alias),
    /// An unresolved name.
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
    /// The type of the elements.
    pub element: Type,
    /// The number of elements.
    pub size: Size,
}

/// `Tuple[T, U, min, max]`
#[derive(Clone, Debug)]
pub struct TupleType {
    /// The types of the elements; the last one applies to all further elements.
    pub types: Box<[Type]>,
    /// The number of elements, if given.
    pub size: Option<Size>,
}

/// `Hash[K, V, min, max]`
#[derive(Clone, Debug)]
pub struct HashType {
    /// The type of the keys.
    pub key: Type,
    /// The type of the values.
    pub value: Type,
    /// The number of entries.
    pub size: Size,
}

/// `Struct[{a => T}]`
#[derive(Clone, Debug)]
pub struct StructType {
    /// The entries, in declaration order.
    pub elements: Box<[StructElement]>,
}

/// An entry of a struct.
#[derive(Clone, Debug)]
pub struct StructElement {
    /// The key.
    pub name: Arc<str>,
    /// Whether the key may be absent.
    pub is_optional: bool,
    /// The type of the value.
    pub value: Type,
}

/// `File['/a']`
#[derive(Clone, Debug)]
pub struct ResourceType {
    /// The resource type with capitalised segments; `None` for `Resource`.
    pub type_name: Option<Arc<str>>,
    /// The title; `None` for the resource type itself.
    pub title: Option<Arc<str>>,
}

/// `Callable[T, U, min, max, B]`
#[derive(Clone, Debug, Default)]
pub struct CallableType {
    /// The types of the arguments; `None` for plain `Callable`, which accepts any.
    pub parameters: Option<Arc<TupleType>>,
    /// The type of the block: a callable, optional if the block can be omitted. `None` if no block is accepted.
    pub block: Option<Type>,
    /// The return type, if known.
    pub returns: Option<Type>,
}

/// `Runtime[ruby, 'Symbol']`
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuntimeType {
    /// The language.
    pub runtime: Option<Arc<str>>,
    /// The name of the type in that language.
    pub name: Option<Arc<str>>,
    /// A pattern and replacement that map names.
    pub pattern: Option<(Regex, Arc<str>)>,
}

/// `Init[T, …]`
#[derive(Clone, Debug, Default)]
pub struct InitType {
    /// The constructed type.
    pub target: Option<Type>,
    /// Additional constructor arguments.
    pub arguments: Box<[Literal]>,
}

impl EnumType {
    /// Returns an enum; its values are sorted and deduplicated.
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

    /// Returns whether the values are compared case-insensitively.
    pub fn ignores_case(&self) -> bool {
        self.ignores_case
    }

    /// Returns whether a string is one of the values.
    pub fn contains(&self, text: &str) -> bool {
        if self.ignores_case {
            self.values.iter().any(|value| value.eq_ignore_ascii_case(text))
        } else {
            self.values.iter().any(|value| **value == *text)
        }
    }
}

impl TupleType {
    /// Returns the number of elements: the given size, or else the number of types; any number without types.
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
