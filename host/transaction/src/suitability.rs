//! Providers that were unsuitable when the catalog was prepared. They are checked again at each turn of their
//! resources, since an earlier resource may have installed their programs.

use catalog::graph::GraphPoint;

use crate::issue;
use crate::prepare::canonicalize;
use crate::prepared::{ManagedResource, ProviderGroup};
use crate::provider::{Providers, Severity};
use crate::resource_type::{ResourceType, RowBuilder};
use crate::transaction::Transaction;

impl Transaction<'_> {
    /// Returns whether a node has a suitable provider or needs none.
    pub(crate) fn is_suitable(&mut self, node: GraphPoint) -> bool {
        let GraphPoint::Resource(index) = node else { return true };
        let entry = &self.prepared.entries[index.to_usize()];
        entry.as_ref().is_none_or(|entry| entry.is_suitable) || self.retry_provider(index.to_usize())
    }

    /// Searches for a suitable provider again. Returns whether one was found.
    fn retry_provider(&mut self, place: usize) -> bool {
        let Some(entry) = &mut self.prepared.entries[place] else { return true };
        let ProviderGroup { kind: kind_place, provider: wanted, .. } = self.prepared.groups[entry.group];
        let kind = &mut self.prepared.kinds[kind_place];
        let offered = self.providers.providers(&kind.schema.name);
        for known in &mut kind.providers {
            if let Some(now) = offered.iter().find(|now| now.name == known.name) {
                known.clone_from(now);
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
        let refusal = if wanted.is_none() { adopt(kind, provider, self.providers, entry) } else { None };
        self.join(place, kind_place, provider);
        if let Some(reason) = refusal {
            self.reader.refuse(&self.prepared, place, reason);
        }
        true
    }

    /// Moves a resource to the group of its provider.
    fn join(&mut self, place: usize, kind: usize, provider: usize) {
        let index = self.indices[place];
        let groups = &mut self.prepared.groups;
        let group = groups.iter().position(|g| g.kind == kind && g.provider == Some(provider)).unwrap_or_else(|| {
            groups.push(ProviderGroup { kind, provider: Some(provider), sequence: vec![] });
            groups.len() - 1
        });
        if let Some(entry) = &mut self.prepared.entries[place]
            && entry.group != group
        {
            entry.group = group;
            entry.place = groups[group].sequence.len();
            groups[group].sequence.push(index);
        }
    }
}

/// Canonicalizes a row as if the provider had been suitable when the catalog was prepared. Returns the errors.
fn adopt(
    kind: &ResourceType,
    provider: usize,
    providers: &mut dyn Providers,
    entry: &mut ManagedResource,
) -> Option<String> {
    let mut slots = RowBuilder(&mut entry.row.slots);
    kind.apply_defaults(Some(provider), &mut slots);
    slots.sort();
    kind.drop_unmanaged(provider, &mut entry.row.slots, |_, _| {});
    let mut rows = vec![entry.row.clone()];
    let problems = canonicalize(kind, Some(provider), providers, &mut rows);
    entry.row = rows.swap_remove(0);
    let lacking = entry.row.slots.iter().find_map(|(column, value)| {
        let (features, text) = kind.lacking_for_value(provider, *column, value)?;
        Some(issue::missing_features(&kind.providers[provider].name, features, kind.name(*column), text))
    });
    lacking.or_else(|| match problems {
        Ok(problems) => problems.into_iter().find(|p| p.severity != Severity::Warning).map(|p| p.message),
        Err(error) => Some(error.to_string()),
    })
}
