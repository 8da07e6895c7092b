//! The managed resources of a catalog, with their types and providers.

use catalog::ResourceIndex;

use crate::Level;
use crate::provider::{ProviderInfo, Row};
use crate::resource_type::ResourceType;

/// The managed resources of a catalog.
#[derive(Debug, Default)]
pub(crate) struct ResourceTable {
    pub(crate) kinds: Vec<ResourceType>,
    pub(crate) groups: Vec<ProviderGroup>,
    /// The resources by index; `None` for containers.
    entries: Vec<Option<ManagedResource>>,
}

/// Resources of one type that one provider manages.
#[derive(Debug)]
pub(crate) struct ProviderGroup {
    pub(crate) kind: usize,
    /// Index of the provider in its type; `None` if none is suitable, and for the engine's own types.
    pub(crate) provider: Option<usize>,
    /// The resources in the expected order of evaluation.
    pub(crate) sequence: Vec<ResourceIndex>,
}

/// A managed resource.
#[derive(Debug)]
pub(crate) struct ManagedResource {
    pub(crate) row: Row,
    pub(crate) group: usize,
    /// Position in the sequence of the group.
    pub(crate) position: usize,
    pub(crate) noop: Option<bool>,
    pub(crate) loglevel: Level,
    /// Whether the provider is suitable, or none is needed.
    pub(crate) is_suitable: bool,
    pub(crate) persisted: Option<Box<Persisted>>,
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

/// A managed resource with its type and its group.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ResourceView<'a> {
    pub(crate) entry: &'a ManagedResource,
    pub(crate) group: &'a ProviderGroup,
    pub(crate) kind: &'a ResourceType,
}

impl ManagedResource {
    pub(crate) fn schedule(&self) -> Option<&str> {
        self.persisted.as_ref()?.schedule.as_deref()
    }

    pub(crate) fn audited(&self) -> &[u16] {
        self.persisted.as_ref().map_or(&[], |persisted| &persisted.audited)
    }
}

impl<'a> ResourceView<'a> {
    /// Returns the provider; `None` if none is suitable, and for the engine's own types.
    #[inline]
    pub(crate) fn provider(self) -> Option<&'a ProviderInfo> {
        self.group.provider.map(|provider| &self.kind.providers[provider])
    }

    /// Returns the provider of a resource that is being evaluated.
    #[inline]
    pub(crate) fn active_provider(self) -> &'a ProviderInfo {
        self.provider().expect("a resource is evaluated only if it has a suitable provider")
    }

    /// Returns whether the resource is evaluated at its turn. Schedules and filebuckets are not.
    pub(crate) fn is_evaluated(self) -> bool {
        !self.kind.is_engine || self.kind.schema.name == "notify"
    }
}

impl ResourceTable {
    /// Creates a table without managed resources.
    pub(crate) fn new(len: usize) -> Self {
        Self { entries: std::iter::repeat_with(|| None).take(len).collect(), ..Self::default() }
    }

    /// Returns a resource; `None` for a container.
    #[inline]
    pub(crate) fn get(&self, index: ResourceIndex) -> Option<ResourceView<'_>> {
        self.entries[index.to_usize()].as_ref().map(|entry| self.view(entry))
    }

    /// Returns a resource that is not a container.
    #[inline]
    pub(crate) fn resource(&self, index: ResourceIndex) -> ResourceView<'_> {
        self.get(index).expect(NOT_MANAGED)
    }

    /// Returns the resource of a row; `None` if there is no such row.
    pub(crate) fn of_row(&self, row: u32) -> Option<ResourceView<'_>> {
        self.entries.get(row_position(row)?)?.as_ref().map(|entry| self.view(entry))
    }

    /// Returns all resources in catalog order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = ResourceView<'_>> {
        self.entries.iter().flatten().map(move |entry| self.view(entry))
    }

    #[inline]
    fn view<'a>(&'a self, entry: &'a ManagedResource) -> ResourceView<'a> {
        let group = &self.groups[entry.group];
        ResourceView { entry, group, kind: &self.kinds[group.kind] }
    }

    /// Returns the type of a group.
    #[inline]
    pub(crate) fn kind(&self, group: usize) -> &ResourceType {
        &self.kinds[self.groups[group].kind]
    }

    /// Returns the provider of a group; `None` if none is suitable, and for the engine's own types.
    #[inline]
    pub(crate) fn provider(&self, group: usize) -> Option<&ProviderInfo> {
        self.groups[group].provider.map(|provider| &self.kind(group).providers[provider])
    }

    /// Returns a resource that is not a container.
    pub(crate) fn entry_mut(&mut self, index: ResourceIndex) -> &mut ManagedResource {
        self.entries[index.to_usize()].as_mut().expect(NOT_MANAGED)
    }

    /// Returns a resource that is not a container, and its type.
    pub(crate) fn entry_and_kind_mut(&mut self, index: ResourceIndex) -> (&mut ManagedResource, &mut ResourceType) {
        let entry = self.entries[index.to_usize()].as_mut().expect(NOT_MANAGED);
        let kind = &mut self.kinds[self.groups[entry.group].kind];
        (entry, kind)
    }

    /// Returns the resource of a row; `None` if there is no such row.
    pub(crate) fn entry_of_row_mut(&mut self, row: u32) -> Option<&mut ManagedResource> {
        self.entries.get_mut(row_position(row)?)?.as_mut()
    }

    /// Stores a managed resource.
    pub(crate) fn set(&mut self, index: ResourceIndex, entry: ManagedResource) {
        self.entries[index.to_usize()] = Some(entry);
    }

    /// Removes and returns a resource that is not a container.
    pub(crate) fn take(&mut self, index: ResourceIndex) -> ManagedResource {
        self.entries[index.to_usize()].take().expect(NOT_MANAGED)
    }

    /// Adds a resource that was just added to the catalog.
    pub(crate) fn push(&mut self, index: ResourceIndex, entry: ManagedResource) {
        self.entries.push(Some(entry));
        self.enqueue(index);
    }

    /// Moves a resource to the end of a group's sequence.
    pub(crate) fn join(&mut self, index: ResourceIndex, group: usize) {
        self.entry_mut(index).group = group;
        self.enqueue(index);
    }

    /// Replaces the sequences of all groups.
    pub(crate) fn set_order(&mut self, order: impl IntoIterator<Item = ResourceIndex>) {
        for group in &mut self.groups {
            group.sequence.clear();
        }
        for index in order {
            self.enqueue(index);
        }
    }

    /// Removes resources from the sequences of their groups.
    pub(crate) fn retain_in_order(&mut self, is_retained: impl Fn(ResourceIndex) -> bool) {
        for group in 0..self.groups.len() {
            for index in std::mem::take(&mut self.groups[group].sequence) {
                if is_retained(index) {
                    self.enqueue(index);
                }
            }
        }
    }

    /// Appends a resource to the sequence of its group.
    fn enqueue(&mut self, index: ResourceIndex) {
        let entry = self.entries[index.to_usize()].as_mut().expect(NOT_MANAGED);
        let sequence = &mut self.groups[entry.group].sequence;
        entry.position = sequence.len();
        sequence.push(index);
    }
}

const NOT_MANAGED: &str = "classes, defined types and stages are not managed";

/// Returns the number of a resource's row.
pub(crate) fn row_id(index: ResourceIndex) -> u32 {
    u32::try_from(index.to_usize() + 1).expect("a catalog has fewer than 2^32 resources")
}

/// Returns the catalog position of the resource with this row number.
pub(crate) fn row_position(row: u32) -> Option<usize> {
    Some(row.checked_sub(1)? as usize)
}
