//! A prepared catalog: rows with validated values, their providers, and the order.

use std::sync::Arc;

use catalog::graph::{Cycle, GraphKind, Relationship, RelationshipGraph};
use catalog::{Catalog, ResourceIndex, Value};
use rustc_hash::FxHashMap;

use crate::provider::{Row, RowRelations};
use crate::resource_type::ResourceType;
use crate::{CatalogIssue, Level, Ordering, TransactionStore};

/// A catalog ready to be applied.
#[derive(Debug)]
pub struct Prepared {
    pub(crate) catalog: Catalog,
    pub(crate) kinds: Vec<ResourceType>,
    pub(crate) groups: Vec<ProviderGroup>,
    /// Managed resources by index; `None` for containers.
    pub(crate) entries: Vec<Option<ManagedResource>>,
    pub(crate) graph: RelationshipGraph,
    pub(crate) ordering: Ordering,
    pub(crate) unmanaged: Vec<CatalogIssue>,
    /// State stored by earlier runs.
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

/// Index of each type by its capitalised name; `None` for containers.
pub(crate) type TypeIndex = FxHashMap<Arc<str>, Option<usize>>;

/// Resources of one type that one provider manages.
#[derive(Debug)]
pub(crate) struct ProviderGroup {
    pub(crate) kind: usize,
    /// Index of the provider in its type; `None` if none is suitable, and for the engine's own types.
    pub(crate) provider: Option<usize>,
    /// The resources in the expected order of evaluation.
    pub(crate) sequence: Vec<ResourceIndex>,
}

impl ProviderGroup {
    /// Appends a resource to the sequence.
    pub(crate) fn enter(&mut self, entry: &mut ManagedResource, resource: ResourceIndex) {
        entry.place = self.sequence.len();
        self.sequence.push(resource);
    }
}

/// A managed resource.
#[derive(Debug)]
pub(crate) struct ManagedResource {
    pub(crate) row: Row,
    pub(crate) group: usize,
    /// Position in the sequence of the group.
    pub(crate) place: usize,
    pub(crate) noop: Option<bool>,
    pub(crate) loglevel: Level,
    /// Whether the provider is suitable, or none is needed.
    pub(crate) is_suitable: bool,
    /// Data about the resource that is stored between runs.
    pub(crate) upkeep: Option<Box<Persisted>>,
    /// Reason why the resource fails at its turn, if its type's own code failed during preparation.
    pub(crate) fault: Option<String>,
}

/// Metaparameters for which state of a resource is stored between runs. Most resources have none.
#[derive(Debug, Clone, Default)]
pub(crate) struct Persisted {
    /// The name of the schedule.
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
    /// Sets the state stored by earlier runs.
    pub fn recall(&mut self, memory: TransactionStore) {
        self.memory = memory;
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

    /// Returns the number of resources with `noop => false`, which are enforced even in a noop run.
    #[must_use]
    pub fn enforced(&self) -> usize {
        self.entries.iter().flatten().filter(|entry| entry.noop == Some(false)).count()
    }

    /// Returns a graph in GraphViz's DOT format; `None` if cycles are requested and there are none.
    #[must_use]
    pub fn dot(&self, which: GraphKind) -> Option<String> {
        let is_empty = which == GraphKind::Cycles && self.cycles().is_empty();
        (!is_empty).then(|| self.graph.dot(&self.catalog, which))
    }

    /// Returns whether a resource is evaluated at its turn. Schedules and filebuckets are not.
    pub(crate) fn is_work(&self, entry: &ManagedResource) -> bool {
        let kind = &self.kinds[self.groups[entry.group].kind];
        !kind.is_engine || kind.schema.name == "notify"
    }

    pub(crate) fn provider_of(&self, entry: &ManagedResource) -> Option<&Arc<str>> {
        let group = &self.groups[entry.group];
        group.provider.map(|provider| &self.kinds[group.kind].providers[provider].name)
    }
}
