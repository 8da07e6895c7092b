//! Reasons for skipping a resource: tags, its schedule, and failed dependencies.

use std::time::SystemTime;

use catalog::Resource;
use catalog::graph::{GraphPoint, NodeId};

use crate::prepared::ManagedResource;
use crate::run_logger::LogOrigin;
use crate::transaction::Transaction;
use crate::{ApplyOptions, Level};

impl Transaction<'_> {
    /// Returns whether a node is skipped, and logs the reason.
    pub(crate) fn is_skipped(&mut self, id: NodeId, node: GraphPoint) -> bool {
        let is_behind_failure = self.failures.reach(&self.prepared.graph, id);
        let is_skipped = self.is_not_wanted(node) || (is_behind_failure && self.is_told_of_failures(id, node));
        if is_skipped {
            self.scribe.write(Level::Debug, self.prepared.origin(node), || {
                "Resource is being skipped, unscheduling all events".to_owned()
            });
        }
        is_skipped
    }

    /// Returns whether a node is excluded by its tags or its schedule, and logs the reason.
    fn is_not_wanted(&mut self, node: GraphPoint) -> bool {
        let Some(reason) = self.unwanted(node) else { return false };
        self.scribe.write(Level::Debug, self.prepared.origin(node), || reason);
        true
    }

    /// Returns whether a node is selected by its tags and its schedule.
    pub(crate) fn is_wanted(&self, node: GraphPoint) -> bool {
        self.unwanted(node).is_none()
    }

    /// Returns the reason why a node is excluded by its tags or its schedule.
    fn unwanted(&self, node: GraphPoint) -> Option<String> {
        let resource = self.prepared.catalog.get(node.resource());
        let ApplyOptions { tags, skip_tags, .. } = self.options;
        if has_any(resource, skip_tags) {
            Some(format!("Skipping with skip tags {}", skip_tags.join(", ")))
        } else if !tags.is_empty() && !has_any(resource, tags) {
            Some(format!("Not tagged with {}", tags.join(", ")))
        } else if !self.is_scheduled(node) {
            Some("Not scheduled".to_owned())
        } else {
            None
        }
    }

    /// Returns whether the schedule of a node matches. Containers always match, since a class does not pass its
    /// schedule on to its resources.
    fn is_scheduled(&self, node: GraphPoint) -> bool {
        let GraphPoint::Resource(index) = node else { return true };
        let entry = self.prepared.entries[index.to_usize()].as_ref();
        let Some(name) = entry.and_then(ManagedResource::schedule).filter(|_| !self.options.ignores_schedules) else {
            return true;
        };
        let checked = self.prepared.memory.get(&self.prepared.catalog.label(index)).and_then(|known| known.checked);
        // A time in the future was written before the clock was set back.
        let before = checked.filter(|time| *time <= self.scribe.now()).unwrap_or(SystemTime::UNIX_EPOCH);
        let schedule = self.schedules.get(name);
        schedule
            .is_none_or(|schedule| schedule.matches(self.scribe.local(before), self.scribe.local(self.scribe.now())))
    }

    /// Logs the failed dependencies of a node.
    fn is_told_of_failures(&mut self, id: NodeId, node: GraphPoint) -> bool {
        let catalog = &self.prepared.catalog;
        // Containers are skipped silently; their resources log it.
        if let GraphPoint::Resource(index) = node {
            for failed in self.failures.take_unnamed(id) {
                self.scribe.write(Level::Notice, LogOrigin::Resource(catalog, index), || {
                    format!("Dependency {} has failures: true", catalog.label(failed))
                });
            }
            self.scribe.write(Level::Warning, LogOrigin::Resource(catalog, index), || {
                "Skipping because of failed dependencies".to_owned()
            });
        }
        true
    }
}

/// Returns whether tags select a resource.
pub(crate) fn is_selected(resource: &Resource, tags: &[String], skip_tags: &[String]) -> bool {
    !has_any(resource, skip_tags) && (tags.is_empty() || has_any(resource, tags))
}

fn has_any(resource: &Resource, wanted: &[String]) -> bool {
    wanted.iter().any(|wanted| resource.tags.iter().any(|tag| tag.eq_ignore_ascii_case(wanted)))
}
