//! Generalisation of types, which removes value-specific parameters: `Integer[1, 5]` becomes `Integer`,
//! `Array[T, 1, 2]` becomes `Array[T]`.

use std::sync::Arc;

use crate::types::{CallableType, FloatRange, IntegerRange, Size, StructElement, TupleType, Type};

impl Type {
    /// Returns the type without ranges, sizes and values.
    #[must_use]
    pub fn generalize(&self) -> Self {
        let general = |inner: &Option<Arc<Self>>| inner.as_ref().map(|inner| Arc::new(inner.generalize()));
        match self {
            Self::Boolean(_) => Self::Boolean(None),
            Self::Integer(_) => Self::Integer(IntegerRange::ANY),
            Self::Float(_) => Self::Float(FloatRange::ANY),
            Self::String(_) | Self::Text(_) => Self::String(Size::ANY),
            // An enum generalises to a string without length.
            Self::Enum(values) => {
                let sizes = values.values().iter().map(|value| Size::exactly(value.chars().count()));
                Self::String(sizes.reduce(Size::hull).unwrap_or(Size::ANY))
            }
            Self::Array(array) => Self::array_of(array.element.generalize(), Size::ANY),
            Self::Tuple(tuple) => Self::Tuple(Arc::new(general_tuple(tuple))),
            Self::Hash(hash) if hash.is_empty() => self.clone(),
            Self::Hash(hash) => Self::hash_of(hash.key.generalize(), hash.value.generalize(), Size::ANY),
            Self::Struct(structure) => Self::structure(structure.elements.iter().map(|element| StructElement {
                name: Arc::clone(&element.name),
                is_optional: element.is_optional,
                value: element.value.generalize(),
            })),
            Self::Collection(_) => Self::Collection(Size::ANY),
            Self::Iterable(inner) => Self::Iterable(general(inner)),
            Self::Iterator(inner) => Self::Iterator(general(inner)),
            Self::Optional(inner) => Self::Optional(general(inner)),
            Self::NotUndef(inner) => Self::NotUndef(general(inner)),
            Self::Type(inner) => Self::Type(general(inner)),
            Self::Sensitive(inner) => Self::Sensitive(general(inner)),
            Self::Variant(types) if types.is_empty() => self.clone(),
            Self::Variant(types) => Self::variant_or_single(types.iter().map(Self::generalize)),
            Self::Callable(callable) => Self::Callable(Arc::new(CallableType {
                parameters: callable.parameters.as_ref().map(|tuple| Arc::new(general_tuple(tuple))),
                block: callable.block.as_ref().map(Self::generalize),
                returns: callable.returns.as_ref().map(Self::generalize),
            })),
            Self::Timestamp(_) => Self::timestamp(),
            Self::Timespan(_) => Self::timespan(),
            Self::Uri(_) => Self::Uri(None),
            other => other.clone(),
        }
    }
}

fn general_tuple(tuple: &TupleType) -> TupleType {
    TupleType { types: tuple.types.iter().map(Type::generalize).collect(), size: tuple.size }
}

/// Flattens nested variants.
pub(crate) fn flatten(types: impl IntoIterator<Item = Type>) -> Vec<Type> {
    let mut flat = Vec::new();
    for data_type in types {
        match data_type {
            Type::Variant(inner) => flat.extend(inner.iter().cloned()),
            other => flat.push(other),
        }
    }
    flat
}
