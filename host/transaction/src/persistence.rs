//! Data that a run stores for the next one: when resources were evaluated and changed, and the values that were set,
//! with which the next run detects drift.

use catalog::schema::Role;
use catalog::{ResourceIndex, Value};
use rustc_hash::FxHashSet;

use crate::change::PropertyChange;
use crate::harness::is_secret;
use crate::insync::is_insync;
use crate::prepared::Prepared;
use crate::provider::State;
use crate::status::Status;
use crate::transaction::Transaction;
use crate::{Event, EventStatus};

impl Transaction<'_> {
    /// Records the evaluation time of a resource with stored state.
    pub(crate) fn note_checked(&mut self, index: ResourceIndex) {
        if self.is_kept(index) {
            let now = self.scribe.now();
            self.prepared.memory.of(&self.prepared.catalog.label(index)).checked = Some(now);
        }
    }

    /// Records the time of change of a resource with stored state.
    pub(crate) fn note_synced(&mut self, index: ResourceIndex, status: &Status) {
        if status.changed && self.is_kept(index) {
            let now = self.scribe.now();
            self.prepared.memory.of(&self.prepared.catalog.label(index)).synced = Some(now);
        }
    }

    /// Drops the stored values of resources that are no longer in the catalog, since changing them is not drift.
    pub(crate) fn forget_others(&mut self) {
        if self.options.corrective_changes {
            let Prepared { catalog, memory, .. } = &mut self.prepared;
            let known: FxHashSet<String> = catalog.iter().map(|(index, _)| catalog.label(index)).collect();
            memory.forget_set_but(|name| known.contains(name));
        }
    }

    fn is_kept(&self, index: ResourceIndex) -> bool {
        let entry = self.prepared.entries[index.to_usize()].as_ref();
        entry.is_some_and(|entry| entry.upkeep.is_some()) || self.options.corrective_changes
    }

    /// Marks the changes of attributes whose value differs from the one set by an earlier run as corrective.
    pub(crate) fn mark_corrective(&self, index: ResourceIndex, changes: &mut [PropertyChange]) {
        let prepared = &self.prepared;
        let Some(entry) = &prepared.entries[index.to_usize()] else { return };
        let kind = &prepared.kinds[prepared.groups[entry.group].kind];
        let Some(remembered) = prepared.memory.get(&prepared.catalog.label(index)) else { return };
        for change in changes {
            let (Some(set), Some(previous)) = (remembered.set.get(&*change.name), change.previous()) else { continue };
            if !is_insync(kind.attribute(change.column), set, previous) {
                change.correct();
            }
        }
    }

    /// Records the values that were set. Attributes that failed or were skipped keep their recorded values.
    pub(crate) fn remember_set(&mut self, index: ResourceIndex, status: &Status, state: &State) {
        if !self.options.corrective_changes {
            return;
        }
        let prepared = &mut self.prepared;
        let Some(entry) = &prepared.entries[index.to_usize()] else { return };
        let kind = &prepared.kinds[prepared.groups[entry.group].kind];
        let remembered = prepared.memory.of(&prepared.catalog.label(index));
        for (column, desired) in &entry.row.slots {
            let attribute = kind.attribute(*column);
            let is_kept = attribute.role == Role::Property && *desired != Value::Undef;
            if !is_kept || is_secret(kind, entry, state, *column) {
                continue;
            }
            let name = kind.name(*column);
            let event = status.events.iter().rfind(|event| event.property.as_ref() == Some(name));
            let set = match event {
                Some(Event { status: EventStatus::Success, desired_value, .. }) => desired_value.clone(),
                Some(event) if !remembered.set.contains_key(&**name) => event.previous_value.clone(),
                Some(_) => continue,
                // The attribute is in sync. The current value is preferred, since the desired value may be a whole
                // file content.
                None => state.value(*column).or(Some(desired)).cloned(),
            };
            if let Some(set) = set {
                remembered.set.insert(name.to_string(), set);
            }
        }
    }
}
