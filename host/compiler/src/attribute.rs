//! Attributes with their values, and the defaults of attributes that a scope has.

use syntax::Span;
use value::Value;

use crate::identity::{CodeOrigin, TypeId};

/// An attribute with its value.
#[derive(Clone, Debug)]
pub(crate) struct Parameter<'a> {
    /// The name of the function.
    pub(crate) name: &'a str,
    /// The value, which may be undef.
    pub(crate) value: Value,
    /// The code that set the value.
    pub(crate) source: CodeOrigin,
    /// Where the value was set.
    pub(crate) span: Option<Span>,
    /// Whether it was set with `+>`.
    pub(crate) appends: bool,
}

/// The defaults of one scope, by type.
#[derive(Debug, Default)]
pub(crate) struct Defaults<'a> {
    types: Vec<(TypeId, Vec<Parameter<'a>>)>,
}

impl<'a> Defaults<'a> {
    pub(crate) fn get(&self, type_id: TypeId) -> &[Parameter<'a>] {
        self.types.iter().find(|(known, _)| *known == type_id).map_or(&[], |(_, parameters)| parameters)
    }

    pub(crate) fn get_mut(&mut self, type_id: TypeId) -> &mut Vec<Parameter<'a>> {
        let place = self.types.iter().position(|(known, _)| *known == type_id).unwrap_or_else(|| {
            self.types.push((type_id, Vec::new()));
            self.types.len() - 1
        });
        &mut self.types[place].1
    }
}
