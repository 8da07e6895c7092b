//! Resources that are skipped because a resource they depend on failed. A failure is propagated from node to node
//! during the walk, also through containers, and logged once.

use std::rc::Rc;

use catalog::ResourceIndex;
use catalog::graph::{NodeId, RelationshipGraph};
use rustc_hash::{FxHashMap, FxHashSet};

/// The failures of a run.
#[derive(Debug, Default)]
pub(crate) struct Failures {
    failed: FxHashMap<NodeId, ResourceIndex>,
    /// Nodes after a failure, with the failed resources not yet logged. Lists are shared along a chain.
    after_failure: FxHashMap<NodeId, Rc<[ResourceIndex]>>,
    /// Failed resources that were logged as a dependency.
    logged: FxHashSet<ResourceIndex>,
}

impl Failures {
    /// Records the failure of a resource.
    pub(crate) fn add(&mut self, node: NodeId, resource: ResourceIndex) {
        self.failed.insert(node, resource);
    }

    /// Propagates failures to a node and returns whether it comes after one. Called once for each node, at its turn.
    pub(crate) fn propagate_to(&mut self, graph: &RelationshipGraph, node: NodeId) -> bool {
        // The common case, in which the edges need not be examined.
        if self.failed.is_empty() {
            return false;
        }
        let mut inherited: Option<Rc<[ResourceIndex]>> = None;
        let mut merged: Vec<ResourceIndex> = vec![];
        let mut is_after_failure = false;
        for before in graph.predecessors(node) {
            if let Some(list) = self.after_failure.get(&before) {
                is_after_failure = true;
                match &inherited {
                    None => inherited = Some(list.clone()),
                    Some(first) if Rc::ptr_eq(first, list) => {}
                    Some(_) => merged.extend_from_slice(list),
                }
            }
            if let Some(resource) = self.failed.get(&before) {
                is_after_failure = true;
                merged.push(*resource);
            }
        }
        if is_after_failure {
            self.after_failure.insert(node, self.merge(inherited, &merged));
        }
        is_after_failure
    }

    /// Returns whether a node comes after a failure. All its predecessors must have been evaluated.
    pub(crate) fn are_before(&self, graph: &RelationshipGraph, node: NodeId) -> bool {
        let has_failed = |before: NodeId| self.after_failure.contains_key(&before) || self.failed.contains_key(&before);
        !self.failed.is_empty() && graph.predecessors(node).any(has_failed)
    }

    /// Returns the failed resources before a node that were not logged yet, and marks them as logged.
    pub(crate) fn take_unlogged(&mut self, node: NodeId) -> Vec<ResourceIndex> {
        let list = self.after_failure.insert(node, Rc::default()).unwrap_or_default();
        list.iter().copied().filter(|resource| self.logged.insert(*resource)).collect()
    }

    fn merge(&self, inherited: Option<Rc<[ResourceIndex]>>, more: &[ResourceIndex]) -> Rc<[ResourceIndex]> {
        let inherited = inherited.unwrap_or_default();
        if more.is_empty() {
            return inherited;
        }
        let mut seen = FxHashSet::default();
        let all = inherited.iter().chain(more).copied();
        all.filter(|resource| !self.logged.contains(resource) && seen.insert(*resource)).collect()
    }
}
