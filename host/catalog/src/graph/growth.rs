//! Growth of the graph during a traversal: generated resources are placed after their parents, and a resource
//! that generated content becomes a container whose end waits for all of the content.

use petgraph::Direction;
use petgraph::algo::has_path_connecting;
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef as _;

use super::order::Rank;
use super::{GraphPoint, NodeId, OrderedTraversal, Relationship, RelationshipGraph};
use crate::ResourceIndex;

impl RelationshipGraph {
    /// Reorders resources: lower numbers come first, instead of catalog order. Call this before resources are
    /// placed behind others.
    pub fn prioritize(&mut self, number: impl Fn(ResourceIndex) -> u32) {
        for id in self.graph.node_indices().map(NodeId::from) {
            self.ranks.insert(id, Rank::numbered(id, number(self.node(id).resource())));
        }
    }

    /// Places a resource directly behind the one that generated it, after previously generated ones.
    pub fn place_behind(&mut self, parent: ResourceIndex, child: ResourceIndex) {
        let (parent, child) = (self.begin(parent), self.begin(child));
        self.rank_behind(parent, child);
    }

    /// Adds generated resources to their parent during the parent's evaluation: they come after the parent,
    /// and dependents of the parent also wait for them. New resources must have been added to the catalog in
    /// this order. `relations` orders them among themselves; a relationship that contradicts an earlier one
    /// is dropped.
    pub fn expand(
        &mut self,
        walk: &mut OrderedTraversal,
        parent: ResourceIndex,
        content: &[ResourceIndex],
        relations: &[Relationship],
    ) {
        let start = self.begin(parent);
        let known = self.begins.len();
        for child in content.iter().filter(|child| child.to_usize() >= known) {
            let node = self.add_node(walk, start, GraphPoint::Resource(*child));
            self.begins.push(node);
            self.ends.push(node);
        }
        let end = self.add_node(walk, start, GraphPoint::End(parent));
        self.ends[parent.to_usize()] = end;
        self.move_edges(start, end, content);
        for relation in relations {
            let (from, to) = (self.end(relation.source), self.begin(relation.target));
            if !self.reaches(to, from) {
                self.add_edge(walk, from, to, relation.notifies);
            }
        }
        for child in content {
            let (begin, done) = (self.begin(*child), self.end(*child));
            let is_new = child.to_usize() >= known;
            if !walk.is_finished(begin) && !self.graph.contains_edge(start.into(), begin.into()) {
                self.add_edge(walk, start, begin, false);
            }
            // An existing resource may depend on a dependent of the parent.
            if is_new || !self.reaches(end, begin) {
                self.add_edge(walk, done, end, true);
            }
        }
        self.add_edge(walk, start, end, true);
    }

    /// Returns the rank of a node.
    pub(super) fn rank(&self, id: NodeId) -> Rank {
        self.ranks.get(&id).cloned().unwrap_or_else(|| Rank::of(id))
    }

    fn rank_behind(&mut self, parent: NodeId, child: NodeId) {
        let place = self.generated_counts.entry(parent).or_default();
        let below = *place;
        *place += 1;
        let rank = self.rank(parent).generated(child, below);
        self.ranks.insert(child, rank);
    }

    fn add_node(&mut self, walk: &mut OrderedTraversal, parent: NodeId, node: GraphPoint) -> NodeId {
        let id = NodeId::from(self.graph.add_node(node));
        self.rank_behind(parent, id);
        walk.add_node();
        id
    }

    fn add_edge(&mut self, walk: &mut OrderedTraversal, from: NodeId, to: NodeId, notifies: bool) {
        self.graph.add_edge(from.into(), to.into(), notifies);
        walk.add_edge(from, to);
    }

    /// Moves the outgoing edges of a node to another node, except edges to the content between the two.
    fn move_edges(&mut self, from: NodeId, to: NodeId, content: &[ResourceIndex]) {
        let inner: Vec<NodeIndex> = content.iter().map(|child| self.begin(*child).into()).collect();
        let outgoing: Vec<(NodeIndex, bool)> = self
            .graph
            .edges_directed(from.into(), Direction::Outgoing)
            .map(|edge| (edge.target(), *edge.weight()))
            .collect();
        while let Some(edge) = self.graph.first_edge(from.into(), Direction::Outgoing) {
            self.graph.remove_edge(edge);
        }
        // petgraph returns the edges of a node newest first.
        for (target, notifies) in outgoing.into_iter().rev() {
            let source = if inner.contains(&target) { from } else { to };
            self.graph.add_edge(source.into(), target, notifies);
        }
    }

    fn reaches(&self, from: NodeId, to: NodeId) -> bool {
        has_path_connecting(&self.graph, from.into(), to.into(), None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalog, Resource, ResourceRef};

    fn add(catalog: &mut Catalog, title: &str) -> ResourceIndex {
        catalog.add(Resource::new(ResourceRef::new("file", title))).unwrap()
    }

    fn before(source: ResourceIndex, target: ResourceIndex) -> Relationship {
        Relationship { source, target, notifies: false, is_automatic: false }
    }

    /// Runs a traversal and calls back for each resource.
    fn walk(
        catalog: &mut Catalog,
        graph: &mut RelationshipGraph,
        mut visit: impl FnMut(&mut Catalog, &mut RelationshipGraph, &mut OrderedTraversal, ResourceIndex),
    ) -> Vec<String> {
        let mut walk = graph.walk();
        let mut titles = vec![];
        while let Some(id) = walk.take() {
            let node = graph.node(id);
            let title = catalog.get(node.resource()).reference.title.to_string();
            match node {
                GraphPoint::Resource(index) => {
                    visit(catalog, graph, &mut walk, index);
                    titles.push(title);
                }
                GraphPoint::Begin(_) | GraphPoint::End(_) => titles.push(format!("end of {title}")),
            }
            walk.finish(graph, id);
        }
        titles
    }

    #[test]
    fn dependents_wait_for_generated_resources() {
        let mut catalog = Catalog::default();
        let (after, parent, other) =
            (add(&mut catalog, "after"), add(&mut catalog, "parent"), add(&mut catalog, "other"));
        let mut graph = RelationshipGraph::new(&catalog, &[false; 3], vec![before(parent, after)]);
        let titles = walk(&mut catalog, &mut graph, |catalog, graph, walk, index| {
            if index == parent {
                let (a, b) = (add(catalog, "a"), add(catalog, "b"));
                // The second contradicts the first.
                graph.expand(walk, parent, &[a, b, other], &[before(b, a), before(a, b)]);
            }
        });
        assert_eq!(titles, ["parent", "b", "a", "other", "end of parent", "after"]);
    }

    #[test]
    fn expansion_keeps_the_order_of_indirect_dependents() {
        let mut catalog = Catalog::default();
        let (parent, after, late) =
            (add(&mut catalog, "parent"), add(&mut catalog, "after"), add(&mut catalog, "late"));
        let relations = vec![before(parent, after), before(after, late)];
        let mut graph = RelationshipGraph::new(&catalog, &[false; 3], relations);
        let titles = walk(&mut catalog, &mut graph, |_, graph, walk, index| {
            if index == parent {
                graph.expand(walk, parent, &[late], &[]);
            }
        });
        assert_eq!(titles, ["parent", "end of parent", "after", "late"]);
    }

    #[test]
    fn expansion_with_a_finished_resource_does_not_block() {
        let mut catalog = Catalog::default();
        let (early, parent, after) =
            (add(&mut catalog, "early"), add(&mut catalog, "parent"), add(&mut catalog, "after"));
        let mut graph = RelationshipGraph::new(&catalog, &[false; 3], vec![before(parent, after)]);
        let titles = walk(&mut catalog, &mut graph, |_, graph, walk, index| {
            if index == parent {
                graph.expand(walk, parent, &[early], &[]);
            }
        });
        assert_eq!(titles, ["early", "parent", "end of parent", "after"]);
    }

    #[test]
    fn nested_content_follows_its_parent() {
        let mut catalog = Catalog::default();
        let (_, other) = (add(&mut catalog, "parent"), add(&mut catalog, "other"));
        let mut graph = RelationshipGraph::new(&catalog, &[false; 2], vec![]);
        let titles = walk(&mut catalog, &mut graph, |catalog, graph, walk, index| {
            if catalog.get(index).reference.title.len() < 8 && index != other {
                let title = catalog.get(index).reference.title.to_string();
                let content = [add(catalog, &format!("{title}1")), add(catalog, &format!("{title}2"))];
                graph.expand(walk, index, &content, &[]);
            }
        });
        let order = [
            "parent",
            "parent1",
            "parent11",
            "parent12",
            "end of parent1",
            "parent2",
            "parent21",
            "parent22",
            "end of parent2",
            "end of parent",
            "other",
        ];
        assert_eq!(titles, order);
    }
}
