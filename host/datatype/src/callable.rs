//! Callables: checks of arguments, and types of blocks.

use std::sync::Arc;

use crate::subject::Subject;
use crate::types::{CallableType, Size, TupleType, Type};

impl CallableType {
    /// Returns the callable with these parameter types, of which `min` are required. Without a maximum the
    /// last parameter repeats.
    pub fn new(types: impl IntoIterator<Item = Type>, min: usize, max: Option<usize>) -> Self {
        let types: Box<[Type]> = types.into_iter().collect();
        let size = Size::new(min as u64, max.map(|max| max as u64));
        Self { parameters: Some(Arc::new(TupleType::of_parameters(types, size))), block: None, returns: None }
    }

    /// Returns whether arguments and a block are accepted.
    pub fn accepts<V: Subject>(&self, arguments: &[V], block: Option<&Self>) -> bool {
        let Some(parameters) = &self.parameters else { return true };
        if !parameters.effective_size().contains(arguments.len()) {
            return false;
        }
        let mut pairs = arguments.iter().enumerate();
        let fits =
            pairs.all(|(index, argument)| parameters.type_at(index).is_none_or(|part| part.is_instance(argument)));
        fits && accepts_block(self.block.as_ref(), block)
    }

    /// Returns whether a callable can be used where this one is expected.
    pub fn accepts_callable(&self, actual: &Self) -> bool {
        // Cloning is cheap: a callable is a list of shared types.
        Type::Callable(Arc::new(self.clone())).is_assignable(&Type::Callable(Arc::new(actual.clone())))
    }

    /// Returns the accepted number of arguments; any number if unspecified.
    pub fn size(&self) -> Size {
        self.parameters.as_ref().map_or(Size::ANY, |parameters| parameters.effective_size())
    }
}

impl TupleType {
    /// Returns the tuple for parameters. The size is explicit if it differs from the number of types.
    pub(crate) fn of_parameters(types: Box<[Type]>, size: Size) -> Self {
        let is_usual = size == Size::exactly(types.len()) && !types.is_empty();
        Self { types, size: (!is_usual).then_some(size) }
    }
}

/// Returns whether a block, or its absence, is accepted for a block type.
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
