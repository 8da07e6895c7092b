//! The walk through the graph: always the first ready node in catalog order. The caller reports finished nodes. The graph may
//! grow during the walk.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{GraphPoint, NodeId, RelationshipGraph};

/// Rank among the ready nodes: the number of the node, which is the position in the catalog; generated resources directly follow
/// their parent.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    number: u32,
    beneath: Vec<u32>,
}

impl Rank {
    /// Returns the rank of a node that was not generated.
    pub(super) fn of(id: NodeId) -> Self {
        Self { number: id.0, beneath: vec![] }
    }

    /// Returns the rank of a node with a number of its own.
    pub(super) fn numbered(number: u32) -> Self {
        Self { number, beneath: vec![] }
    }

    /// Returns the rank of the n-th node that the one of this rank asked for.
    pub(super) fn beneath(&self, place: u32) -> Self {
        Self { number: self.number, beneath: [&self.beneath[..], &[place]].concat() }
    }
}

/// What a walk knows of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    Waiting,
    Taken,
    Finished,
}

/// A walk in progress. It borrows nothing, so the caller can modify the graph.
#[derive(Debug, Clone)]
pub struct OrderedTraversal {
    /// For each node the number of edges from nodes that are not finished.
    blockers: Vec<u32>,
    progress: Vec<Progress>,
    /// A node may be in it that was blocked again since; it comes back when it is free.
    ready: BinaryHeap<Reverse<(Rank, NodeId)>>,
}

impl OrderedTraversal {
    pub(super) fn new(graph: &RelationshipGraph) -> Self {
        let mut blockers = vec![0_u32; graph.len()];
        for edge in graph.graph.raw_edges() {
            blockers[edge.target().index()] += 1;
        }
        let ready = graph.graph.node_indices().map(NodeId::from).filter(|id| blockers[id.to_usize()] == 0);
        let ready = ready.map(|id| Reverse((graph.rank(id), id))).collect();
        Self { progress: vec![Progress::Waiting; graph.len()], blockers, ready }
    }

    /// Takes the next node.
    pub fn take(&mut self) -> Option<NodeId> {
        while let Some(Reverse((_, id))) = self.ready.pop() {
            let place = id.to_usize();
            if self.blockers[place] == 0 && self.progress[place] == Progress::Waiting {
                self.progress[place] = Progress::Taken;
                return Some(id);
            }
        }
        None
    }

    /// Lets those go on who waited for this node.
    pub fn finish(&mut self, graph: &RelationshipGraph, id: NodeId) {
        self.progress[id.to_usize()] = Progress::Finished;
        for (next, _) in graph.successors(id) {
            let blockers = &mut self.blockers[next.to_usize()];
            *blockers -= 1;
            if *blockers == 0 && self.progress[next.to_usize()] == Progress::Waiting {
                self.ready.push(Reverse((graph.rank(next), next)));
            }
        }
    }

    /// Gives a node back that was taken and not finished.
    pub fn put_back(&mut self, graph: &RelationshipGraph, id: NodeId) {
        self.progress[id.to_usize()] = Progress::Waiting;
        self.ready.push(Reverse((graph.rank(id), id)));
    }

    /// Returns whether a node had its turn.
    #[must_use]
    pub fn is_finished(&self, id: NodeId) -> bool {
        self.progress[id.to_usize()] == Progress::Finished
    }

    /// Takes a node in that was added to the graph.
    pub(super) fn add_node(&mut self) {
        self.blockers.push(0);
        self.progress.push(Progress::Waiting);
    }

    /// Takes an edge in that was added to the graph.
    pub(super) fn add_edge(&mut self, from: NodeId, to: NodeId) {
        if !self.is_finished(from) {
            self.blockers[to.to_usize()] += 1;
        }
    }

    /// Returns the resources, containers left out, in the order of a walk in which nothing is put back.
    #[must_use]
    pub fn order(mut self, graph: &RelationshipGraph) -> Vec<crate::ResourceIndex> {
        let mut order = Vec::with_capacity(graph.len());
        while let Some(id) = self.take() {
            if let GraphPoint::Resource(index) = graph.node(id) {
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
        let next: Vec<GraphPoint> = graph.successors(first).map(|(id, _)| graph.node(id)).collect();
        let index = |title| catalog.find(&ResourceRef::new("file", title)).unwrap();
        let class = catalog.find(&ResourceRef::new("class", "c")).unwrap();
        assert_eq!(
            next,
            [GraphPoint::Resource(index("/3")), GraphPoint::Resource(index("/1")), GraphPoint::Begin(class)]
        );
    }

    #[test]
    fn a_knot_is_named_and_a_container_around_its_own_requirement_too() {
        let (_, graph) = sample(&[(2, 3), (3, 2)]);
        assert_eq!(graph.cycles()[0].describe(), "(File[/1] => File[/2] => File[/1])");
        let (_, graph) = sample(&[(0, 2)]);
        assert_eq!(graph.cycles()[0].describe(), "(File[/1] => Class[C] => File[/1])");
    }
}
