//! Reasons for skipping a resource: tags, its schedule, and failed dependencies.

use std::time::SystemTime;

use catalog::graph::{GraphPoint, NodeId};

use crate::run_logger::LogOrigin;
use crate::selection::has_any;
use crate::transaction::Transaction;
use crate::{ApplyOptions, Level};

impl Transaction<'_> {
    /// Returns whether a node is skipped, and logs the reason.
    pub(crate) fn is_skipped(&mut self, id: NodeId, node: GraphPoint) -> bool {
        let is_after_failure = self.failures.propagate_to(&self.prepared.graph, id);
        let is_excluded = self.is_excluded(node);
        if is_after_failure && !is_excluded {
            self.log_failed_dependencies(id, node);
        }
        let is_skipped = is_excluded || is_after_failure;
        if is_skipped {
            self.logger.write(Level::Debug, self.prepared.origin(node), || {
                "Resource is being skipped, unscheduling all events".to_owned()
            });
        }
        is_skipped
    }

    /// Returns whether a node is excluded by its tags or its schedule, and logs the reason.
    fn is_excluded(&mut self, node: GraphPoint) -> bool {
        let Some(reason) = self.exclusion_reason(node) else { return false };
        self.logger.write(Level::Debug, self.prepared.origin(node), || reason);
        true
    }

    /// Returns whether a node is selected by its tags and its schedule.
    pub(crate) fn is_included(&self, node: GraphPoint) -> bool {
        self.exclusion_reason(node).is_none()
    }

    /// Returns the reason why a node is excluded by its tags or its schedule.
    fn exclusion_reason(&self, node: GraphPoint) -> Option<String> {
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
        let schedule = self.prepared.resource(index).entry.schedule();
        let Some(name) = schedule.filter(|_| !self.options.ignores_schedules) else { return true };
        let checked = self.prepared.store.get(&self.prepared.catalog.label(index)).and_then(|stored| stored.checked);
        // A time in the future was written before the clock was set back.
        let before = checked.filter(|time| *time <= self.logger.now()).unwrap_or(SystemTime::UNIX_EPOCH);
        let schedule = self.schedules.get(name);
        schedule
            .is_none_or(|schedule| schedule.matches(self.logger.local(before), self.logger.local(self.logger.now())))
    }

    /// Logs the failed dependencies of a resource.
    fn log_failed_dependencies(&mut self, id: NodeId, node: GraphPoint) {
        let catalog = &self.prepared.catalog;
        // Containers are skipped silently; their resources log it.
        if let GraphPoint::Resource(index) = node {
            for failed in self.failures.take_unlogged(id) {
                self.logger.write(Level::Notice, LogOrigin::Resource(catalog, index), || {
                    format!("Dependency {} has failures: true", catalog.label(failed))
                });
            }
            self.logger.write(Level::Warning, LogOrigin::Resource(catalog, index), || {
                "Skipping because of failed dependencies".to_owned()
            });
        }
    }
}
