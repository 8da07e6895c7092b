//! Constructors of types, and traversal of the parts of a type.

use std::sync::Arc;

use super::{ArrayType, EnumType, HashType, ResourceType, Size, StructElement, StructType, TimeRange, TupleType, Type};
use crate::alias::Alias;
use crate::regex::Regex;

impl Type {
    /// `Array`
    pub fn array() -> Self {
        Self::array_of(Self::Any, Size::ANY)
    }

    /// `Array[T, min, max]`; the element type of an empty array is irrelevant.
    pub fn array_of(element: Self, size: Size) -> Self {
        let element = if size == Size::ZERO { Self::Unit } else { element };
        Self::Array(Arc::new(ArrayType { element, size }))
    }

    /// `Hash`
    pub fn hash() -> Self {
        Self::hash_of(Self::Any, Self::Any, Size::ANY)
    }

    /// `Hash[K, V, min, max]`; the types of an empty hash are irrelevant.
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

    /// Returns a single type unchanged, and several as a variant, flattened and without duplicates.
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

    /// `NotUndef[T]`; plain `NotUndef` for `Any`.
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

    /// `Sensitive[T]`; the parameter is generalised, and omitted for `Any`.
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

    /// `Data` and other built-in aliases.
    pub fn builtin(alias: crate::alias::BuiltinAlias) -> Self {
        Self::Alias(Alias::builtin(alias))
    }

    /// Returns the target of an alias, resolving aliases of aliases, or the type itself. An alias that has no
    /// target yet becomes a reference.
    pub fn resolved(&self) -> Self {
        let mut current = self.clone();
        // Terminates, because an alias that resolves to itself is rejected when it is defined.
        while let Self::Alias(alias) = &current {
            current = alias.target().unwrap_or_else(|| Self::Reference(alias.name().into()));
        }
        current
    }

    /// Returns whether the type, or a part of it, satisfies `test`. Does not expand recursive aliases.
    pub(crate) fn any_part(&self, test: &mut dyn FnMut(&Self) -> bool) -> bool {
        self.any_new_part(test, &mut Vec::new())
    }

    /// Expands each alias once, even if it occurs repeatedly.
    fn any_new_part(&self, test: &mut dyn FnMut(&Self) -> bool, aliases: &mut Vec<usize>) -> bool {
        if test(self) {
            return true;
        }
        if let Self::Alias(alias) = self {
            if aliases.contains(&alias.identity()) {
                return false;
            }
            aliases.push(alias.identity());
        }
        let mut found = false;
        self.for_each_part(&mut |part| found = found || part.any_new_part(test, aliases));
        found
    }

    /// Calls `visit` for each direct part of the type.
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

/// Capitalises each segment of a name: `apache::vhost` becomes `Apache::Vhost`. Segments that are capitalised
/// already are unchanged.
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
