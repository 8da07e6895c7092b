//! Expansion of containers: each becomes a begin node and an end node with its content between them, so that
//! "after the class" requires one edge instead of one for each contained resource.

use petgraph::graph::DiGraph;

use super::{GraphPoint, NodeId, Relationship};
use crate::{Catalog, ResourceIndex};

/// The graph with containers expanded, and the begin and end nodes of each resource.
pub(super) struct AnchoredGraph {
    pub(super) graph: DiGraph<GraphPoint, bool>,
    pub(super) begins: Vec<NodeId>,
    pub(super) ends: Vec<NodeId>,
}

/// Builds the graph. The nodes are in catalog order.
pub(super) fn anchor(catalog: &Catalog, containers: &[bool], relationships: &[Relationship]) -> AnchoredGraph {
    let pairs = catalog.containment();
    let container_count = containers.iter().filter(|is_container| **is_container).count();
    let mut graph = DiGraph::with_capacity(catalog.len() + container_count, relationships.len() + pairs.len() * 2);
    let mut begins = Vec::with_capacity(catalog.len());
    let mut ends = Vec::with_capacity(catalog.len());
    for (index, _) in catalog.iter() {
        if containers[index.to_usize()] {
            begins.push(NodeId::from(graph.add_node(GraphPoint::Begin(index))));
            ends.push(NodeId::from(graph.add_node(GraphPoint::End(index))));
        } else {
            let node = NodeId::from(graph.add_node(GraphPoint::Resource(index)));
            begins.push(node);
            ends.push(node);
        }
    }
    let mut edges = Vec::with_capacity(relationships.len() + pairs.len() * 2);
    collect_edges(
        catalog,
        containers,
        relationships,
        &mut |from: ResourceIndex, is_end, to: ResourceIndex, is_begin, notifies| {
            let from = if is_end { ends[from.to_usize()] } else { begins[from.to_usize()] };
            let to = if is_begin { begins[to.to_usize()] } else { ends[to.to_usize()] };
            edges.push((from, to, notifies));
        },
    );
    // petgraph returns the edges of a node in reverse order; refreshes are delivered in declaration order.
    for (from, to, notifies) in edges.into_iter().rev() {
        graph.add_edge(from.into(), to.into(), notifies);
    }
    AnchoredGraph { graph, begins, ends }
}

/// Calls `edge` for all edges in Puppet's order, which determines the order of "Scheduling refresh" messages:
/// relationships between plain resources first, then for each container its content and its relationships.
fn collect_edges(
    catalog: &Catalog,
    containers: &[bool],
    relationships: &[Relationship],
    edge: &mut impl FnMut(ResourceIndex, bool, ResourceIndex, bool, bool),
) {
    let is_container = |index: ResourceIndex| containers[index.to_usize()];
    let mut contents: Vec<Vec<ResourceIndex>> = vec![vec![]; catalog.len()];
    for (container, contained) in catalog.containment() {
        contents[container.to_usize()].push(*contained);
    }
    let mut related: Vec<Vec<Relationship>> = vec![vec![]; catalog.len()];
    for relationship in relationships {
        let (source, target) = (relationship.source, relationship.target);
        match (is_container(source), is_container(target)) {
            (false, false) => edge(source, true, target, true, relationship.notifies),
            (true, false) => related[source.to_usize()].push(*relationship),
            (false, true) => related[target.to_usize()].push(*relationship),
            // The relationship belongs to the container that comes first in the catalog.
            (true, true) => related[source.min(target).to_usize()].push(*relationship),
        }
    }
    for (index, _) in catalog.iter().filter(|(index, _)| is_container(*index)) {
        let place = index.to_usize();
        if contents[place].is_empty() {
            edge(index, false, index, false, false);
        }
        for contained in &contents[place] {
            edge(index, false, *contained, true, true);
            edge(*contained, true, index, false, true);
        }
        let (incoming, outgoing): (Vec<&Relationship>, Vec<_>) = related[place].iter().partition(|r| r.target == index);
        for relationship in incoming.into_iter().chain(outgoing) {
            edge(relationship.source, true, relationship.target, true, relationship.notifies);
        }
    }
}
