//! Calls and callables: whether arguments fit, and which types stand for a block.

use std::sync::Arc;

use crate::subject::Subject;
use crate::types::{CallableType, Size, TupleType, Type};

impl CallableType {
    /// Returns the callable with these parameter types, of which `min` are required; without a maximum the last one repeats.
    pub fn new(types: impl IntoIterator<Item = Type>, min: usize, max: Option<usize>) -> Self {
        let types: Box<[Type]> = types.into_iter().collect();
        let size = Size::new(min as u64, max.map(|max| max as u64));
        Self { parameters: Some(Arc::new(TupleType::of_parameters(types, size))), block: None, returns: None }
    }

    /// Returns whether it can be called with arguments and a block.
    pub fn accepts<V: Subject>(&self, arguments: &[V], block: Option<&Self>) -> bool {
        let Some(parameters) = &self.parameters else { return true };
        if !parameters.effective_size().holds(arguments.len()) {
            return false;
        }
        let mut pairs = arguments.iter().enumerate();
        let fits =
            pairs.all(|(index, argument)| parameters.type_at(index).is_none_or(|part| part.is_instance(argument)));
        fits && accepts_block(self.block.as_ref(), block)
    }

    /// Returns whether a callable can stand where this one is expected.
    pub fn accepts_callable(&self, actual: &Self) -> bool {
        // Callables are small: a list of shared types.
        Type::Callable(Arc::new(self.clone())).is_assignable(&Type::Callable(Arc::new(actual.clone())))
    }

    /// Returns how many arguments it takes; any number where that is not said.
    pub fn size(&self) -> Size {
        self.parameters.as_ref().map_or(Size::ANY, |parameters| parameters.effective_size())
    }
}

impl TupleType {
    /// Types of parameters, with their number if it differs from the number of types. Types alone would mean any number.
    pub(crate) fn of_parameters(types: Box<[Type]>, size: Size) -> Self {
        let is_usual = size == Size::exactly(types.len()) && !types.is_empty();
        Self { types, size: (!is_usual).then_some(size) }
    }
}

/// Returns whether a block, or none, can be given where a type of block is expected.
pub(crate) fn accepts_block(expected: Option<&Type>, block: Option<&CallableType>) -> bool {
    match (expected, block) {
        (None, None) => true,
        (None, Some(_)) => false,
        (Some(expected), None) => expected.is_assignable(&Type::Undef),
        (Some(Type::Callable(expected)), Some(block)) => expected.accepts_callable(block),
        (Some(expected), Some(block)) => expected.is_assignable(&Type::Callable(Arc::new(block.clone()))),
    }
}

impl Type {
    /// Returns whether the type is a callable, a variant of callables or, if allowed, an optional one.
    pub(crate) fn is_callable(&self, may_be_optional: bool) -> bool {
        match self {
            Self::Callable(_) => true,
            Self::Variant(types) => types.iter().all(|part| part.is_callable(may_be_optional)),
            Self::Optional(Some(inner)) => may_be_optional && inner.is_callable(true),
            Self::Alias(alias) if !alias.is_recursive() => {
                alias.target().is_some_and(|target| target.is_callable(may_be_optional))
            }
            _ => false,
        }
    }
}
