//! Exposure of resources to providers of other types: their desired values as far as they are prepared.

use catalog::ResourceIndex;

use super::Preparation;
use crate::Prepared;
use crate::provider::Providers;
use crate::resource_table::ResourceView;

impl Preparation<'_, '_> {
    /// Exposes all rows in their current state of preparation.
    pub(super) fn expose_all(&mut self) {
        for (group, rows) in self.resources.groups.iter().zip(&self.rows) {
            let schema = &self.resources.kinds[group.kind].schema;
            if !rows.is_empty() && self.providers.is_visible(&schema.name) {
                self.providers.show(schema, rows.clone());
            }
        }
    }
}

/// Exposes the given resources in their current state.
pub(crate) fn expose(
    prepared: &Prepared,
    providers: &mut dyn Providers,
    resources: impl Iterator<Item = ResourceIndex>,
) {
    for ResourceView { entry, kind, .. } in resources.filter_map(|index| prepared.resources.get(index)) {
        if providers.is_visible(&kind.schema.name) {
            providers.show(&kind.schema, vec![entry.row.clone()]);
        }
    }
}
