//! Iterable types and the types of their elements.

use crate::types::{Size, Type};

impl Type {
    /// Returns whether all values of the type can be iterated over.
    pub fn is_iterable(&self) -> bool {
        match self {
            Self::Array(_)
            | Self::Tuple(_)
            | Self::Hash(_)
            | Self::Struct(_)
            | Self::Collection(_)
            | Self::Iterable(_)
            | Self::Iterator(_)
            | Self::String(_)
            | Self::Text(_)
            | Self::Enum(_)
            | Self::Integer(_) => true,
            Self::Type(Some(inner)) => match &**inner {
                Self::Enum(_) => true,
                Self::Integer(range) => range.is_finite(),
                _ => false,
            },
            Self::Alias(_) => match self.resolved() {
                Self::Alias(_) => false,
                target => target.is_iterable(),
            },
            _ => false,
        }
    }

    /// Returns the element type: `None` if the type cannot be iterated over; the inner `None` if the element
    /// type is unknown.
    pub(crate) fn iterated(&self) -> Option<Option<Self>> {
        let key_pair = |key: Self, value: Self| Self::tuple([key, value], Some(Size::exactly(2)));
        match self {
            Self::Array(array) => Some((!matches!(array.element, Self::Any)).then(|| array.element.clone())),
            Self::Tuple(tuple) => Some(Some(Self::variant_or_single(tuple.types.iter().cloned()))),
            Self::Hash(hash) => {
                let is_general = hash.size == Size::ZERO
                    || (hash.size == Size::ANY && matches!((&hash.key, &hash.value), (Self::Any, Self::Any)));
                Some(Some(if is_general {
                    key_pair(Self::Unit, Self::Unit)
                } else {
                    key_pair(hash.key.clone(), hash.value.clone())
                }))
            }
            Self::Struct(structure) if structure.elements.is_empty() => Some(Some(key_pair(Self::Unit, Self::Unit))),
            Self::Struct(structure) => {
                let keys = Self::variant_or_single(structure.elements.iter().map(|element| {
                    let key = Self::Text(element.name.clone());
                    if element.is_optional { Self::optional(key) } else { key }
                }));
                let values = Self::variant_or_single(structure.elements.iter().map(|element| element.value.clone()));
                Some(Some(key_pair(keys, values)))
            }
            Self::Iterable(element) | Self::Iterator(element) => Some(element.as_deref().cloned()),
            Self::String(_) | Self::Text(_) | Self::Enum(_) => Some(Some(Self::String(Size::exactly(1)))),
            Self::Integer(_) => Some(Some(Self::Integer(crate::IntegerRange::ANY))),
            Self::Type(Some(inner)) if self.is_iterable() => Some(Some((**inner).clone())),
            Self::Alias(_) => match self.resolved() {
                Self::Alias(_) => None,
                target => target.iterated(),
            },
            _ => None,
        }
    }

    /// Returns the `Iterable[T]` that the type is assignable to, if its values can be iterated over.
    pub fn iterable_type(&self) -> Option<Self> {
        self.iterated().map(|element| element.map_or(Self::Iterable(None), Self::iterable))
    }
}
