//! Owns the reasons for leaving a resource out: tags, and failures before it.

use catalog::Resource;
use catalog::graph::{Node, NodeId};

use crate::Level;
use crate::scribe::Origin;
use crate::transaction::Transaction;

impl Transaction<'_> {
    /// Tells whether a node is to be left out, and says why.
    pub(crate) fn is_skipped(&mut self, id: NodeId, node: Node) -> bool {
        let is_behind_failure = self.failures.reach(&self.prepared.graph, id);
        let catalog = &self.prepared.catalog;
        if !is_selected(catalog.get(node.resource()), &self.options.tags, &self.options.skip_tags) {
            self.scribe.write(Level::Debug, self.prepared.origin(node), || "Not selected by its tags".to_owned());
            return true;
        }
        if !is_behind_failure {
            return false;
        }
        // Containers are left out silently: what they contain says it.
        if let Node::Resource(index) = node {
            for failed in self.failures.take_unnamed(id) {
                self.scribe.write(Level::Notice, Origin::Resource(catalog, index), || {
                    format!("Dependency {} has failures: true", catalog.label(failed))
                });
            }
            self.scribe.write(Level::Warning, Origin::Resource(catalog, index), || {
                "Skipping because of failed dependencies".to_owned()
            });
        }
        true
    }
}

/// Tells whether tags select a resource.
pub(crate) fn is_selected(resource: &Resource, tags: &[String], skip_tags: &[String]) -> bool {
    if tags.is_empty() && skip_tags.is_empty() {
        return true;
    }
    let has_any = |wanted: &[String]| {
        wanted.iter().any(|wanted| resource.tags.iter().any(|tag| tag.eq_ignore_ascii_case(wanted)))
    };
    !has_any(skip_tags) && (tags.is_empty() || has_any(tags))
}
