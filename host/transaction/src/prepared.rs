//! A prepared catalog: rows with validated values, their providers, and the order.

use std::sync::Arc;

use catalog::graph::{Cycle, GraphKind, Relationship, RelationshipGraph};
use catalog::{Catalog, ResourceIndex, Value};
use rustc_hash::FxHashMap;

use crate::provider::RowRelations;
use crate::resource_table::{ResourceTable, ResourceView};
use crate::{CatalogIssue, Ordering, TransactionStore};

/// A catalog ready to be applied.
#[derive(Debug)]
pub struct Prepared {
    pub(crate) catalog: Catalog,
    pub(crate) resources: ResourceTable,
    pub(crate) graph: RelationshipGraph,
    pub(crate) ordering: Ordering,
    pub(crate) unmanaged: Vec<CatalogIssue>,
    /// State stored by earlier runs.
    pub(crate) store: TransactionStore,
    /// Data for adding resources.
    pub(crate) extension: Extension,
}

/// Results of the preparation that are needed when resources are added later.
#[derive(Debug, Default)]
pub(crate) struct Extension {
    /// Whether each resource is a class, a defined type or a stage.
    pub(crate) containers: Vec<bool>,
    pub(crate) type_index: TypeIndex,
    /// Automatic relations returned by the type's own code, by row.
    pub(crate) related: FxHashMap<u32, Vec<RowRelations>>,
}

/// Index of each type by its capitalised name; `None` for containers.
pub(crate) type TypeIndex = FxHashMap<Arc<str>, Option<usize>>;

impl Prepared {
    /// Sets the state stored by earlier runs.
    pub fn set_store(&mut self, store: TransactionStore) {
        self.store = store;
    }

    /// Returns the catalog. It still contains the attributes of containers and the metaparameters.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// Returns the attributes that are not managed because the provider lacks a feature. Puppet logs these only at
    /// level debug.
    #[must_use]
    pub fn unmanaged(&self) -> &[CatalogIssue] {
        &self.unmanaged
    }

    /// Returns the dependency cycles. If there are any, [`crate::apply`] applies nothing.
    #[must_use]
    pub fn cycles(&self) -> &[Cycle] {
        self.graph.cycles()
    }

    /// Returns the declared and automatic relationships between resources, without expanding relationships of
    /// containers.
    #[must_use]
    pub fn relationships(&self) -> &[Relationship] {
        self.graph.relationships()
    }

    /// Returns the resources in the order of application, without containers.
    #[must_use]
    pub fn order(&self) -> Vec<ResourceIndex> {
        self.graph.walk().order(&self.graph)
    }

    /// Returns the attributes of a resource as passed to its provider: by canonical name, in the order of
    /// declaration. A container has none.
    pub fn values(&self, resource: ResourceIndex) -> impl Iterator<Item = (&str, &Value)> {
        self.resources.get(resource).into_iter().flat_map(|ResourceView { entry, kind, .. }| {
            entry.row.slots.iter().map(|(column, value)| (&**kind.name(*column), value))
        })
    }

    /// Returns the name of the provider that will manage a resource.
    #[must_use]
    pub fn provider(&self, resource: ResourceIndex) -> Option<&str> {
        self.resources.get(resource).and_then(ResourceView::provider).map(|provider| &*provider.name)
    }

    /// Returns the number of resources with `noop => false`, which are enforced even in a noop run.
    #[must_use]
    pub fn enforced(&self) -> usize {
        self.resources.iter().filter(|resource| resource.entry.noop == Some(false)).count()
    }

    /// Returns the catalog and the stored state, and drops everything else.
    pub(crate) fn into_catalog_and_store(self) -> (Catalog, TransactionStore) {
        (self.catalog, self.store)
    }

    /// Returns a graph in GraphViz's DOT format; `None` if cycles are requested and there are none.
    #[must_use]
    pub fn dot(&self, which: GraphKind) -> Option<String> {
        let is_empty = which == GraphKind::Cycles && self.cycles().is_empty();
        (!is_empty).then(|| self.graph.dot(&self.catalog, which))
    }

    /// Returns a resource that is not a container.
    #[inline]
    pub(crate) fn resource(&self, index: ResourceIndex) -> ResourceView<'_> {
        self.resources.resource(index)
    }
}
