//! Owns the walk through the graph: always the node that waits for nothing and comes first in the catalog. Whoever walks says
//! when a node is finished.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Node, NodeId, RelationshipGraph};

/// A walk in progress. It borrows nothing, so that the walker can do with the graph what it wants meanwhile.
#[derive(Debug, Clone)]
pub struct Walk {
    /// For each node the number of edges from nodes that are not finished.
    blockers: Vec<u32>,
    ready: BinaryHeap<Reverse<NodeId>>,
}

impl Walk {
    pub(super) fn new(graph: &RelationshipGraph) -> Self {
        let mut blockers = vec![0_u32; graph.len()];
        for edge in graph.graph.raw_edges() {
            blockers[edge.target().index()] += 1;
        }
        let ready = graph.graph.node_indices().map(NodeId::from).filter(|id| blockers[id.to_usize()] == 0).map(Reverse);
        let ready = ready.collect();
        Self { blockers, ready }
    }

    /// Takes the next node. Node numbers follow the order of the catalog, so the least of them is the first.
    pub fn take(&mut self) -> Option<NodeId> {
        self.ready.pop().map(|Reverse(id)| id)
    }

    /// Lets those go on who waited for this node.
    pub fn finish(&mut self, graph: &RelationshipGraph, id: NodeId) {
        for (next, _) in graph.successors(id) {
            let blockers = &mut self.blockers[next.to_usize()];
            *blockers -= 1;
            if *blockers == 0 {
                self.ready.push(Reverse(next));
            }
        }
    }

    /// Gives a node back that was taken and not finished.
    pub fn put_back(&mut self, id: NodeId) {
        self.ready.push(Reverse(id));
    }

    /// Returns the resources, containers left out, in the order of a walk in which nothing is put back.
    #[must_use]
    pub fn order(mut self, graph: &RelationshipGraph) -> Vec<crate::ResourceIndex> {
        let mut order = Vec::with_capacity(graph.len());
        while let Some(id) = self.take() {
            if let Node::Resource(index) = graph.node(id) {
                order.push(index);
            }
            self.finish(graph, id);
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Relationship;
    use crate::{Catalog, Resource, ResourceRef};

    /// A class that contains the second and the third of four files.
    fn sample(relationships: &[(usize, usize)]) -> (Catalog, RelationshipGraph) {
        let mut catalog = Catalog::default();
        let mut add = |type_name, title| catalog.add(Resource::new(ResourceRef::new(type_name, title))).unwrap();
        let all = [add("class", "c"), add("file", "/0"), add("file", "/1"), add("file", "/2"), add("file", "/3")];
        catalog.contain(all[0], all[2]);
        catalog.contain(all[0], all[3]);
        let relationship = |(source, target): &(usize, usize)| Relationship {
            source: all[*source],
            target: all[*target],
            notifies: true,
            is_automatic: false,
        };
        let relationships = relationships.iter().map(relationship).collect();
        let graph = RelationshipGraph::new(&catalog, &[true, false, false, false, false], relationships);
        (catalog, graph)
    }

    fn order(relationships: &[(usize, usize)]) -> Vec<usize> {
        let (_, graph) = sample(relationships);
        graph.walk().order(&graph).into_iter().map(crate::ResourceIndex::to_usize).collect()
    }

    #[test]
    fn the_first_in_the_catalog_that_waits_for_nothing_is_next() {
        assert_eq!(order(&[]), [1, 2, 3, 4]);
        assert_eq!(order(&[(4, 1)]), [2, 3, 4, 1]);
        assert_eq!(order(&[(0, 1)]), [2, 3, 1, 4]);
        assert_eq!(order(&[(4, 0)]), [1, 4, 2, 3]);
        assert_eq!(order(&[(3, 2), (3, 2)]), [1, 3, 2, 4]);
    }

    #[test]
    fn edges_come_in_the_order_of_declaration() {
        let (catalog, graph) = sample(&[(1, 4), (1, 2), (1, 0)]);
        let first = graph.begin(catalog.find(&ResourceRef::new("file", "/0")).unwrap());
        let next: Vec<Node> = graph.successors(first).map(|(id, _)| graph.node(id)).collect();
        let index = |title| catalog.find(&ResourceRef::new("file", title)).unwrap();
        let class = catalog.find(&ResourceRef::new("class", "c")).unwrap();
        assert_eq!(next, [Node::Resource(index("/3")), Node::Resource(index("/1")), Node::Begin(class)]);
    }

    #[test]
    fn a_knot_is_named_and_a_container_around_its_own_requirement_too() {
        let (_, graph) = sample(&[(2, 3), (3, 2)]);
        assert_eq!(graph.cycles()[0].describe(), "(File[/1] => File[/2] => File[/1])");
        let (_, graph) = sample(&[(0, 2)]);
        assert_eq!(graph.cycles()[0].describe(), "(File[/1] => Class[C] => File[/1])");
    }
}
