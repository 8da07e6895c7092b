//! Exposure of resources to providers of other types: their desired values as far as known.

use catalog::ResourceIndex;

use super::Preparation;
use crate::Prepared;
use crate::provider::{Providers, Row};

impl Preparation<'_, '_> {
    /// Exposes all rows in their current state of preparation.
    pub(super) fn show_all(&mut self) {
        for (group, rows) in self.groups.iter().zip(&self.rows) {
            let schema = &self.kinds[group.kind].schema;
            if !rows.is_empty() && self.providers.is_visible(&schema.name) {
                self.providers.show(schema, rows.clone());
            }
        }
    }
}

/// Exposes the given resources in their current state.
pub(crate) fn show(prepared: &Prepared, providers: &mut dyn Providers, resources: impl Iterator<Item = ResourceIndex>) {
    for entry in resources.filter_map(|index| prepared.entries[index.to_usize()].as_ref()) {
        let schema = &prepared.kinds[prepared.groups[entry.group].kind].schema;
        if providers.is_visible(&schema.name) {
            let row: Row = entry.row.clone();
            providers.show(schema, vec![row]);
        }
    }
}
