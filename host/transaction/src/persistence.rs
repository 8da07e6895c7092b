//! Data that a run stores for the next one: when resources were evaluated and changed, and the values that were set,
//! with which the next run detects drift.

use catalog::schema::Role;
use catalog::{ResourceIndex, Value};
use rustc_hash::FxHashSet;

use crate::change::PropertyChange;
use crate::insync::{is_insync, is_secret};
use crate::prepared::Prepared;
use crate::provider::State;
use crate::resource_table::ResourceView;
use crate::status::Status;
use crate::transaction::Transaction;
use crate::{Event, EventStatus};

impl Transaction<'_> {
    /// Records the evaluation time of a resource with stored state.
    pub(crate) fn record_evaluation_time(&mut self, index: ResourceIndex) {
        if self.has_stored_state(index) {
            let now = self.logger.now();
            self.prepared.store.entry(&self.prepared.catalog.label(index)).checked = Some(now);
        }
    }

    /// Records the time of change of a resource with stored state.
    pub(crate) fn record_change_time(&mut self, index: ResourceIndex, status: &Status) {
        if status.changed && self.has_stored_state(index) {
            let now = self.logger.now();
            self.prepared.store.entry(&self.prepared.catalog.label(index)).synced = Some(now);
        }
    }

    /// Drops the stored values of resources that are no longer in the catalog, since changing them is not drift.
    pub(crate) fn drop_values_of_removed_resources(&mut self) {
        if self.options.corrective_changes {
            let Prepared { catalog, store, .. } = &mut self.prepared;
            let known: FxHashSet<String> = catalog.iter().map(|(index, _)| catalog.label(index)).collect();
            store.retain_set_values(|name| known.contains(name));
        }
    }

    fn has_stored_state(&self, index: ResourceIndex) -> bool {
        self.prepared.resource(index).entry.persisted.is_some() || self.options.corrective_changes
    }

    /// Marks the changes of attributes whose value differs from the one set by an earlier run as corrective.
    pub(crate) fn mark_corrective(&self, index: ResourceIndex, changes: &mut [PropertyChange]) {
        let prepared = &self.prepared;
        let kind = prepared.resource(index).kind;
        let Some(stored) = prepared.store.get(&prepared.catalog.label(index)) else { return };
        for change in changes {
            let (Some(set), Some(previous)) = (stored.set.get(&*change.name), change.previous()) else { continue };
            if !is_insync(kind.attribute(change.column), set, previous) {
                change.mark_corrective();
            }
        }
    }

    /// Records the values that were set. Attributes that failed or were skipped keep their recorded values.
    pub(crate) fn store_set_values(&mut self, index: ResourceIndex, status: &Status, state: &State) {
        if !self.options.corrective_changes {
            return;
        }
        let Prepared { catalog, resources, store, .. } = &mut self.prepared;
        let resource @ ResourceView { entry, kind, .. } = resources.resource(index);
        let stored = store.entry(&catalog.label(index));
        for (column, desired) in entry.row.slots.iter() {
            let attribute = kind.attribute(*column);
            let is_stored = attribute.role == Role::Property && *desired != Value::Undef;
            if !is_stored || is_secret(resource, state, *column) {
                continue;
            }
            let name = kind.name(*column);
            let event = status.events.iter().rfind(|event| event.property.as_ref() == Some(name));
            let set = match event {
                Some(Event { status: EventStatus::Success, desired_value, .. }) => desired_value.clone(),
                Some(event) if !stored.set.contains_key(&**name) => event.previous_value.clone(),
                Some(_) => continue,
                // The attribute is in sync. The current value is preferred, since the desired value may be a whole
                // file content.
                None => state.value(*column).or(Some(desired)).cloned(),
            };
            if let Some(set) = set {
                stored.set.insert(name.to_string(), set);
            }
        }
    }
}
