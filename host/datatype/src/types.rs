//! What a data type is: one variant for each type of the language, with its parameters. Only construction and reading;
//! every operation on types has a file of its own. A type is cheap to clone: what is big is shared.

use std::sync::Arc;

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

/// Bounds of an integer, both included; none where unbounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct IntegerRange {
    /// The least.
    pub from: Option<i64>,
    /// The greatest.
    pub to: Option<i64>,
}

/// Bounds of a float, both included; none where unbounded.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FloatRange {
    /// The least.
    pub from: Option<f64>,
    /// The greatest.
    pub to: Option<f64>,
}

/// Bounds of a point or span of time, both included; none where unbounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeRange<T> {
    /// The least.
    pub from: Option<T>,
    /// The greatest.
    pub to: Option<T>,
}

/// How many characters, elements or entries there are, both bounds included. That any number will do is told apart
/// from not saying anything: `Array[Integer, 0]` prints as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    min: u64,
    max: u64,
}

/// No upper bound: nothing has that many elements.
const UNBOUNDED: u64 = u64::MAX - 1;

/// As the upper bound: nothing was said about the size.
const UNSAID: u64 = u64::MAX;

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
    /// What it returns, where that is known.
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
    /// What is made.
    pub target: Option<Type>,
    /// Arguments after the value.
    pub arguments: Box<[Literal]>,
}

impl Size {
    /// Any size, because nothing was said about it.
    pub const ANY: Self = Self { min: 0, max: UNSAID };
    /// Nothing.
    pub const ZERO: Self = Self { min: 0, max: 0 };
    /// At least one.
    pub const NOT_EMPTY: Self = Self { min: 1, max: UNBOUNDED };

    /// Returns a size; no maximum is unbounded.
    pub fn new(min: u64, max: Option<u64>) -> Self {
        Self { min, max: max.map_or(UNBOUNDED, |max| max.min(UNBOUNDED)) }
    }

    /// Returns the size of exactly that many.
    pub fn exactly(count: usize) -> Self {
        let count = count as u64;
        Self { min: count, max: count }
    }

    /// Returns the least size.
    pub fn min(self) -> u64 {
        self.min
    }

    /// Returns the greatest size; none if it is unbounded.
    pub fn max(self) -> Option<u64> {
        (self.max < UNBOUNDED).then_some(self.max)
    }

    /// Tells whether a count is within it.
    pub fn holds(self, count: usize) -> bool {
        (self.min..=self.max).contains(&(count as u64))
    }

    /// Tells whether every count of another size is within this.
    pub fn covers(self, other: Self) -> bool {
        self.min <= other.min && (self.max >= UNBOUNDED || other.max <= self.max)
    }

    /// Returns the smallest size that covers both.
    pub fn hull(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }
}

/// An integer range is a size where what is below zero is zero.
impl From<IntegerRange> for Size {
    fn from(range: IntegerRange) -> Self {
        let clamp = |bound: i64| u64::try_from(bound).unwrap_or(0);
        Self::new(clamp(range.from.unwrap_or(0)), range.to.map(clamp))
    }
}

impl IntegerRange {
    /// All integers.
    pub const ANY: Self = Self { from: None, to: None };

    /// Returns the range of one number.
    pub fn exactly(value: i64) -> Self {
        Self { from: Some(value), to: Some(value) }
    }

    /// Tells whether a number is within it.
    pub fn holds(self, value: i64) -> bool {
        self.from.is_none_or(|from| from <= value) && self.to.is_none_or(|to| value <= to)
    }

    /// Tells whether every number of another range is within this.
    pub fn covers(self, other: Self) -> bool {
        covers((self.from, self.to), (other.from, other.to))
    }

    /// Tells whether it has both bounds.
    pub fn is_finite(self) -> bool {
        self.from.is_some() && self.to.is_some()
    }
}

impl FloatRange {
    /// All floats.
    pub const ANY: Self = Self { from: None, to: None };

    /// Returns the range of one number.
    pub fn exactly(value: f64) -> Self {
        Self { from: Some(value), to: Some(value) }
    }

    /// Tells whether a number is within it.
    pub fn holds(self, value: f64) -> bool {
        self.from.is_none_or(|from| from <= value) && self.to.is_none_or(|to| value <= to)
    }

    /// Tells whether every number of another range is within this.
    pub fn covers(self, other: Self) -> bool {
        covers((self.from, self.to), (other.from, other.to))
    }
}

impl<T: Copy + PartialOrd> TimeRange<T> {
    /// Any time.
    pub const ANY: Self = Self { from: None, to: None };

    /// Returns the range of one time.
    pub fn exactly(value: T) -> Self {
        Self { from: Some(value), to: Some(value) }
    }

    /// Tells whether a time is within it.
    pub fn holds(self, value: T) -> bool {
        self.from.is_none_or(|from| from <= value) && self.to.is_none_or(|to| value <= to)
    }

    /// Tells whether every time of another range is within this.
    pub fn covers(self, other: Self) -> bool {
        covers((self.from, self.to), (other.from, other.to))
    }
}

/// Tells whether bounds are at least as wide as others.
fn covers<T: PartialOrd>(wide: (Option<T>, Option<T>), narrow: (Option<T>, Option<T>)) -> bool {
    let below = match (wide.0, narrow.0) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(wide), Some(narrow)) => wide <= narrow,
    };
    below
        && match (wide.1, narrow.1) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(wide), Some(narrow)) => narrow <= wide,
        }
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

    /// Tells whether capitals do not matter.
    pub fn ignores_case(&self) -> bool {
        self.ignores_case
    }

    /// Tells whether a text is one of the values.
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

impl Type {
    /// `Array`
    pub fn array() -> Self {
        Self::array_of(Self::Any, Size::ANY)
    }

    /// `Array[T, min, max]`; of an empty array the element type does not matter.
    pub fn array_of(element: Self, size: Size) -> Self {
        let element = if size == Size::ZERO { Self::Unit } else { element };
        Self::Array(Arc::new(ArrayType { element, size }))
    }

    /// `Hash`
    pub fn hash() -> Self {
        Self::hash_of(Self::Any, Self::Any, Size::ANY)
    }

    /// `Hash[K, V, min, max]`; of an empty hash the types do not matter.
    pub fn hash_of(key: Self, value: Self, size: Size) -> Self {
        let (key, value) = if size == Size::ZERO { (Self::Unit, Self::Unit) } else { (key, value) };
        Self::Hash(Arc::new(HashType { key, value, size }))
    }

    /// `Tuple[T, U, min, max]`
    pub fn tuple(types: impl IntoIterator<Item = Self>, size: Option<Size>) -> Self {
        Self::Tuple(Arc::new(TupleType { types: types.into_iter().collect(), size }))
    }

    /// `Struct[{…}]`
    pub fn structure(elements: impl IntoIterator<Item = StructElement>) -> Self {
        Self::Struct(Arc::new(StructType { elements: elements.into_iter().collect() }))
    }

    /// `Variant[T, U]`
    pub fn variant(types: impl IntoIterator<Item = Self>) -> Self {
        Self::Variant(types.into_iter().collect())
    }

    /// One type as it is, several as a variant without repetition and without variants in it.
    pub fn variant_or_single(types: impl IntoIterator<Item = Self>) -> Self {
        let mut unique: Vec<Self> = Vec::new();
        for candidate in crate::generalize::flatten(types) {
            if !unique.contains(&candidate) {
                unique.push(candidate);
            }
        }
        match unique.len() {
            1 => unique.swap_remove(0),
            _ => Self::variant(unique),
        }
    }

    /// `Optional[T]`
    pub fn optional(inner: Self) -> Self {
        Self::Optional(Some(Arc::new(inner)))
    }

    /// `NotUndef[T]`; of `Any` that is `NotUndef`.
    pub fn not_undef(inner: Self) -> Self {
        Self::NotUndef((!matches!(inner, Self::Any)).then(|| Arc::new(inner)))
    }

    /// `Type[T]`
    pub fn type_of(inner: Self) -> Self {
        Self::Type(Some(Arc::new(inner)))
    }

    /// `Iterable[T]`
    pub fn iterable(element: Self) -> Self {
        Self::Iterable(Some(Arc::new(element)))
    }

    /// `Iterator[T]`
    pub fn iterator(element: Self) -> Self {
        Self::Iterator(Some(Arc::new(element)))
    }

    /// `Sensitive[T]`; only the general form of the type is kept, and of `Any` nothing.
    pub fn sensitive(inner: &Self) -> Self {
        let general = inner.generalize();
        Self::Sensitive((!matches!(general, Self::Any)).then(|| Arc::new(general)))
    }

    /// `Enum[a, b]`
    pub fn enumeration(values: impl IntoIterator<Item = Arc<str>>, ignores_case: bool) -> Self {
        Self::Enum(Arc::new(EnumType::new(values, ignores_case)))
    }

    /// `Resource`, `File`, `File['/a']`. The type's segments are capitalised.
    pub fn resource(type_name: Option<&str>, title: Option<&str>) -> Self {
        let type_name = type_name.map(|name| capitalized(name).into());
        Self::Resource(Arc::new(ResourceType { type_name, title: title.map(Into::into) }))
    }

    /// `Class`, `Class[name]`
    pub fn class(name: Option<&str>) -> Self {
        Self::Class(name.map(|name| name.strip_prefix("::").unwrap_or(name).to_lowercase().into()))
    }

    /// `Callable`
    pub fn callable() -> Self {
        Self::Callable(Arc::default())
    }

    /// `Timestamp`
    pub fn timestamp() -> Self {
        Self::Timestamp(Arc::new(TimeRange::ANY))
    }

    /// `Timespan`
    pub fn timespan() -> Self {
        Self::Timespan(Arc::new(TimeRange::ANY))
    }

    /// `SemVer`
    pub fn semver() -> Self {
        Self::SemVer(Arc::new([]))
    }

    /// `Pattern`
    pub fn pattern(patterns: impl IntoIterator<Item = Regex>) -> Self {
        Self::Pattern(patterns.into_iter().collect())
    }

    /// `Object`
    pub fn object() -> Self {
        Self::Object(Arc::default())
    }

    /// `TypeSet`
    pub fn type_set() -> Self {
        Self::TypeSet(Arc::default())
    }

    /// `Data` and its like.
    pub fn builtin(alias: crate::alias::BuiltinAlias) -> Self {
        Self::Alias(Alias::builtin(alias))
    }

    /// Returns what an alias stands for, through aliases of aliases, or the type itself. An alias that stands for
    /// nothing yet is a reference.
    pub fn resolved(&self) -> Self {
        let mut current = self.clone();
        for _ in 0..crate::MAX_DEPTH {
            let Self::Alias(alias) = &current else { return current };
            current = alias.target().unwrap_or_else(|| Self::Reference(alias.name().into()));
        }
        current
    }

    /// Tells whether the type, or a type that it is made of, has a property. Does not look behind recursive aliases.
    pub(crate) fn any_part(&self, test: &mut dyn FnMut(&Self) -> bool) -> bool {
        if test(self) {
            return true;
        }
        let mut found = false;
        self.for_each_part(&mut |part| found = found || part.any_part(test));
        found
    }

    /// Goes through the types that the type is directly made of.
    pub(crate) fn for_each_part(&self, visit: &mut dyn FnMut(&Self)) {
        match self {
            Self::Array(array) => visit(&array.element),
            Self::Tuple(tuple) => tuple.types.iter().for_each(visit),
            Self::Hash(hash) => {
                visit(&hash.key);
                visit(&hash.value);
            }
            Self::Struct(structure) => structure.elements.iter().for_each(|element| visit(&element.value)),
            Self::Iterable(Some(inner))
            | Self::Iterator(Some(inner))
            | Self::Optional(Some(inner))
            | Self::NotUndef(Some(inner))
            | Self::Type(Some(inner))
            | Self::Sensitive(Some(inner)) => visit(inner),
            Self::Variant(types) => types.iter().for_each(visit),
            Self::Callable(callable) => {
                callable.parameters.iter().flat_map(|tuple| tuple.types.iter()).for_each(&mut *visit);
                callable.block.iter().chain(&callable.returns).for_each(visit);
            }
            Self::Init(init) => init.target.iter().for_each(visit),
            Self::Alias(alias) if !alias.is_recursive() => {
                if let Some(target) = alias.target() {
                    visit(&target);
                }
            }
            _ => {}
        }
    }
}

/// Capitalises each segment of a name: `apache::vhost` becomes `Apache::Vhost`. What begins with a capital stays.
pub fn capitalized(name: &str) -> String {
    if name.starts_with(|first: char| first.is_ascii_uppercase()) {
        return name.to_owned();
    }
    let mut out = String::with_capacity(name.len());
    for (index, segment) in name.split("::").enumerate() {
        if index > 0 {
            out.push_str("::");
        }
        let mut chars = segment.chars();
        if let Some(first) = chars.next() {
            out.extend(first.to_uppercase());
        }
        out.push_str(&chars.as_str().to_lowercase());
    }
    out
}
