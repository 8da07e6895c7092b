//! Providers that were unsuitable when the catalog was prepared. They are checked again at each turn of their
//! resources, since an earlier resource may have installed their programs.

use std::sync::Arc;

use catalog::ResourceIndex;
use catalog::graph::GraphPoint;

use crate::issue;
use crate::prepare::canonicalize;
use crate::provider::{ProviderInfo, Providers, Severity};
use crate::resource_table::{ManagedResource, ProviderGroup};
use crate::resource_type::{ResourceType, RowBuilder};
use crate::transaction::Transaction;

impl Transaction<'_> {
    /// Returns whether a node has a suitable provider or needs none.
    pub(crate) fn is_suitable(&mut self, node: GraphPoint) -> bool {
        let GraphPoint::Resource(index) = node else { return true };
        self.prepared.resource(index).entry.is_suitable || self.retry_provider(index)
    }

    /// Searches for a suitable provider again. Returns whether one was found.
    fn retry_provider(&mut self, index: ResourceIndex) -> bool {
        let ProviderGroup { kind: kind_index, provider: wanted, .. } = *self.prepared.resource(index).group;
        let (entry, kind) = self.prepared.resources.entry_and_kind_mut(index);
        let offered = self.providers.providers(&kind.schema.name);
        for known in &mut kind.providers {
            if let Some(current) = offered.iter().find(|current| current.name == known.name) {
                known.clone_from(current);
            }
        }
        let Some(provider) = wanted.or_else(|| {
            let first = offered.iter().find(|provider| provider.unsuitable.is_none())?;
            kind.providers.iter().position(|known| known.name == first.name)
        }) else {
            return false;
        };
        if kind.providers[provider].unsuitable.is_some() {
            return false;
        }
        entry.is_suitable = true;
        // If the resource names its provider, its row was already canonicalized when the catalog was prepared.
        let info = &kind.providers[provider];
        let error = if wanted.is_none() { canonicalize_late(kind, info, self.providers, entry) } else { None };
        self.join(index, kind_index, provider);
        if let Some(reason) = error {
            self.prefetched.insert_error(&self.prepared, index, reason);
        }
        true
    }

    /// Moves a resource to the group of its provider.
    fn join(&mut self, index: ResourceIndex, kind: usize, provider: usize) {
        let resources = &mut self.prepared.resources;
        let groups = &mut resources.groups;
        let group = groups.iter().position(|g| g.kind == kind && g.provider == Some(provider)).unwrap_or_else(|| {
            groups.push(ProviderGroup { kind, provider: Some(provider), sequence: vec![] });
            groups.len() - 1
        });
        if resources.resource(index).entry.group != group {
            resources.join(index, group);
        }
    }
}

/// Canonicalizes a row as if the provider had been suitable when the catalog was prepared. Returns the error, if any.
fn canonicalize_late(
    kind: &ResourceType,
    provider: &ProviderInfo,
    providers: &mut dyn Providers,
    entry: &mut ManagedResource,
) -> Option<String> {
    let slots = Arc::make_mut(&mut entry.row.slots);
    let mut builder = RowBuilder(slots);
    kind.apply_defaults(Some(provider), &mut builder);
    builder.sort();
    kind.drop_unmanaged(provider, slots, |_, _| {});
    let mut rows = vec![entry.row.clone()];
    let problems = canonicalize(kind, Some(provider), providers, &mut rows);
    entry.row = rows.swap_remove(0);
    let lacking = entry.row.slots.iter().find_map(|(column, value)| {
        let (features, text) = kind.lacking_for_value(provider, *column, value)?;
        Some(issue::missing_features(&provider.name, features, kind.name(*column), text))
    });
    lacking.or_else(|| match problems {
        Ok(problems) => problems.into_iter().find(|p| p.severity != Severity::Warning).map(|p| p.message),
        Err(error) => Some(error.to_string()),
    })
}
