//! The rows of a call while a component works on them, for grants that refer to attributes.

use std::ops::Deref;

use catalog::Value;
use rustc_hash::FxHashMap;
use transaction::provider::Row;

/// The rows of one call.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    views: Vec<RowView>,
    index: FxHashMap<u32, u32>,
}

/// One row, with tests for strings and arguments in its values.
#[derive(Debug, Clone)]
pub(crate) struct RowView(Row);

impl Deref for RowView {
    type Target = Row;

    fn deref(&self) -> &Row {
        &self.0
    }
}

impl Rows {
    /// Creates views of rows, which share their values.
    pub(crate) fn new<'a>(rows: impl Iterator<Item = &'a Row>) -> Self {
        let views: Vec<RowView> = rows.cloned().map(RowView).collect();
        let index = if views.len() > 1 {
            (0..).zip(&views).map(|(at, view)| (view.id, at)).collect()
        } else {
            FxHashMap::default()
        };
        Self { views, index }
    }

    /// Finds a row by its ID.
    pub(crate) fn find(&self, id: u32) -> Option<&RowView> {
        match &self.views[..] {
            [only] => (only.id == id).then_some(only),
            views => self.index.get(&id).map(|at| &views[*at as usize]),
        }
    }

    /// Returns the IDs of all rows.
    pub(crate) fn ids(&self) -> impl Iterator<Item = u32> {
        self.views.iter().map(|view| view.id)
    }

    /// Returns the row if there is exactly one.
    pub(crate) fn only(&self) -> Option<&RowView> {
        match &self.views[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

impl RowView {
    /// Returns whether a string in the value of an attribute satisfies a predicate.
    pub(crate) fn any_text(&self, attribute: u16, test: &mut dyn FnMut(&str) -> bool) -> bool {
        self.value(attribute).is_some_and(|value| any_text(value, test))
    }

    /// Returns whether an argument from the value of an attribute satisfies a predicate. Arguments are strings,
    /// numbers, booleans, and `option=value` for each pair of a hash.
    pub(crate) fn any_argument(&self, attribute: u16, test: &mut dyn FnMut(&str) -> bool) -> bool {
        self.value(attribute).is_some_and(|value| any_argument(value, test))
    }
}

fn any_argument(value: &Value, test: &mut dyn FnMut(&str) -> bool) -> bool {
    match value {
        Value::Integer(_) | Value::Boolean(_) => test(&value.to_string()),
        Value::Array(elements) => elements.iter().any(|element| any_argument(element, test)),
        Value::Hash(pairs) => pairs.iter().any(|(option, value)| test(&format!("{option}={value}"))),
        value => any_text(value, test),
    }
}

/// Returns whether a string in a value satisfies a predicate.
pub(crate) fn any_text(value: &Value, test: &mut dyn FnMut(&str) -> bool) -> bool {
    match value {
        Value::String(text) => test(text),
        Value::Array(elements) => elements.iter().any(|element| any_text(element, test)),
        Value::Sensitive(secret) => any_text(secret.reveal(), test),
        _ => false,
    }
}
