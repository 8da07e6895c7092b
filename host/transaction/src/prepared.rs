//! The catalog as it is ready to be applied: rows with checked values, their providers, and the order.

use std::sync::Arc;

use catalog::graph::{Cycle, GraphKind, Relationship, RelationshipGraph};
use catalog::{Catalog, ResourceIndex, Value};
use rustc_hash::FxHashMap;

use crate::provider::{Row, RowRelations};
use crate::resource_type::ResourceType;
use crate::{CatalogIssue, Level, Ordering, TransactionStore};

/// A catalog that is ready to be applied.
#[derive(Debug)]
pub struct Prepared {
    pub(crate) catalog: Catalog,
    pub(crate) kinds: Vec<ResourceType>,
    pub(crate) groups: Vec<ProviderGroup>,
    /// For each resource that is no container, by index.
    pub(crate) entries: Vec<Option<ManagedResource>>,
    pub(crate) graph: RelationshipGraph,
    pub(crate) ordering: Ordering,
    pub(crate) unmanaged: Vec<CatalogIssue>,
    /// What earlier runs left.
    pub(crate) memory: TransactionStore,
    /// Data for adding resources.
    pub(crate) more: Extension,
}

/// Results of the preparation that are needed when resources are added later.
#[derive(Debug, Default)]
pub(crate) struct Extension {
    /// For each resource whether it is a class, a defined type or a stage.
    pub(crate) containers: Vec<bool>,
    pub(crate) known: TypeIndex,
    /// Automatic relations from the type's own code, by row.
    pub(crate) related: FxHashMap<u32, Vec<RowRelations>>,
}

/// A type by its capitalised name: its place among the kinds, or nothing for containers.
pub(crate) type TypeIndex = FxHashMap<Arc<str>, Option<usize>>;

/// Resources of one type that one provider manages.
#[derive(Debug)]
pub(crate) struct ProviderGroup {
    pub(crate) kind: usize,
    /// The place of the provider in its kind; `None` while none is suitable, and for the engine's own types.
    pub(crate) provider: Option<usize>,
    /// Their rows in the order in which they are expected to have their turns.
    pub(crate) sequence: Vec<ResourceIndex>,
}

impl ProviderGroup {
    /// Puts a resource at the end of the sequence.
    pub(crate) fn enter(&mut self, entry: &mut ManagedResource, resource: ResourceIndex) {
        entry.place = self.sequence.len();
        self.sequence.push(resource);
    }
}

/// A resource that is managed.
#[derive(Debug)]
pub(crate) struct ManagedResource {
    pub(crate) row: Row,
    pub(crate) group: usize,
    /// Its place in the sequence of its group.
    pub(crate) place: usize,
    pub(crate) noop: Option<bool>,
    pub(crate) loglevel: Level,
    /// Its provider can be used here, or it needs none.
    pub(crate) is_suitable: bool,
    /// Data about the resource that is stored between runs.
    pub(crate) upkeep: Option<Box<Persisted>>,
    /// Why it fails at its turn: its type's own code did not get through with it.
    pub(crate) fault: Option<String>,
}

/// Why something of a resource is kept from run to run. Few have one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Persisted {
    /// The name of its schedule.
    pub(crate) schedule: Option<String>,
    /// Attributes whose changes are reported regardless of their cause.
    pub(crate) audited: Vec<u16>,
}

impl ManagedResource {
    pub(crate) fn schedule(&self) -> Option<&str> {
        self.upkeep.as_ref()?.schedule.as_deref()
    }

    pub(crate) fn audited(&self) -> &[u16] {
        self.upkeep.as_ref().map_or(&[], |upkeep| &upkeep.audited)
    }
}

impl Prepared {
    /// Hands over what earlier runs left.
    pub fn recall(&mut self, memory: TransactionStore) {
        self.memory = memory;
    }

    /// Returns the catalog. It still has the attributes of containers and the metaparameters.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// Returns the attributes that are not managed because the provider lacks a feature. Puppet logs these only at level debug.
    #[must_use]
    pub fn unmanaged(&self) -> &[CatalogIssue] {
        &self.unmanaged
    }

    /// Returns the dependency cycles. With any, applying applies nothing.
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

    /// Returns the resources in the order in which they will be applied; containers are left out.
    #[must_use]
    pub fn order(&self) -> Vec<ResourceIndex> {
        self.graph.walk().order(&self.graph)
    }

    /// Returns the attributes of a resource as its provider will see them: by canonical name, in the order of declaration. A
    /// container has none.
    pub fn values(&self, resource: ResourceIndex) -> impl Iterator<Item = (&str, &Value)> {
        let entry = self.entries[resource.to_usize()].as_ref();
        entry.into_iter().flat_map(|entry| {
            let kind = &self.kinds[self.groups[entry.group].kind];
            entry.row.slots.iter().map(|(column, value)| (&**kind.name(*column), value))
        })
    }

    /// Returns the name of the provider that will manage a resource.
    #[must_use]
    pub fn provider(&self, resource: ResourceIndex) -> Option<&str> {
        self.entries[resource.to_usize()].as_ref().and_then(|entry| self.provider_of(entry)).map(|name| &**name)
    }

    /// Returns the number of resources that are enforced even in a noop run, because they say `noop => false`.
    #[must_use]
    pub fn enforced(&self) -> usize {
        self.entries.iter().flatten().filter(|entry| entry.noop == Some(false)).count()
    }

    /// Draws a graph as GraphViz reads it; `None` for the cycles where there are none.
    #[must_use]
    pub fn dot(&self, which: GraphKind) -> Option<String> {
        let is_empty = which == GraphKind::Cycles && self.cycles().is_empty();
        (!is_empty).then(|| self.graph.dot(&self.catalog, which))
    }

    /// Returns whether something is done at a resource's turn. Schedules and buckets are only there.
    pub(crate) fn is_work(&self, entry: &ManagedResource) -> bool {
        let kind = &self.kinds[self.groups[entry.group].kind];
        !kind.is_engine || kind.schema.name == "notify"
    }

    pub(crate) fn provider_of(&self, entry: &ManagedResource) -> Option<&Arc<str>> {
        let group = &self.groups[entry.group];
        group.provider.map(|provider| &self.kinds[group.kind].providers[provider].name)
    }
}
