//! The relationship graph: the order of resources and the propagation of refreshes. It is built in passes,
//! one file each; petgraph is not part of the interface. The catalog is not modified.

mod autorequire;
mod containment;
mod cycle;
mod dot;
mod growth;
mod order;
mod relationship;

use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef as _;
use rustc_hash::FxHashMap;

use crate::{Catalog, ResourceIndex};

use containment::AnchoredGraph;

pub use autorequire::{AddedRelation, AutomaticRelations, ancestors};
pub use cycle::Cycle;
pub use dot::GraphKind;
pub use order::OrderedTraversal;
pub use relationship::{DanglingReference, explicit_relationships, unresolved};

/// A relationship between two resources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relationship {
    /// The resource that comes first.
    pub source: ResourceIndex,
    /// The resource that comes after it.
    pub target: ResourceIndex,
    /// Whether a change of the source refreshes the target.
    pub notifies: bool,
    /// Whether the relationship is not declared, but derived from the resource types.
    pub is_automatic: bool,
}

/// The meaning of a node. A container has two nodes: its content is between its begin and its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GraphPoint {
    /// A resource that is not a container.
    Resource(ResourceIndex),
    /// The beginning of a container.
    Begin(ResourceIndex),
    /// The end of a container.
    End(ResourceIndex),
}

impl GraphPoint {
    /// Returns the resource of the node.
    #[must_use]
    pub fn resource(self) -> ResourceIndex {
        match self {
            Self::Resource(index) | Self::Begin(index) | Self::End(index) => index,
        }
    }
}

/// The identifier of a node in a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// Returns the identifier for slices with one entry per node.
    #[must_use]
    pub fn to_usize(self) -> usize {
        self.0 as usize
    }
}

impl From<NodeIndex> for NodeId {
    fn from(index: NodeIndex) -> Self {
        Self(u32::try_from(index.index()).expect("petgraph's indices are u32 by default"))
    }
}

impl From<NodeId> for NodeIndex {
    fn from(id: NodeId) -> Self {
        Self::new(id.to_usize())
    }
}

/// The dependency graph, with containers expanded to begin and end nodes.
#[derive(Debug, Clone)]
pub struct RelationshipGraph {
    /// The nodes; edges carry whether they notify.
    graph: DiGraph<GraphPoint, bool>,
    begins: Vec<NodeId>,
    ends: Vec<NodeId>,
    relationships: Vec<Relationship>,
    cycles: Vec<Cycle>,
    /// Ranks of nodes that differ from the node number.
    ranks: FxHashMap<NodeId, order::Rank>,
    /// Number of nodes placed behind a node because it generated them.
    generated_counts: FxHashMap<NodeId, u32>,
}

impl RelationshipGraph {
    /// Builds the graph of a catalog from the relationships between its resources. `containers` contains for
    /// each resource whether it is a class, a defined type or a stage.
    #[must_use]
    pub fn new(catalog: &Catalog, containers: &[bool], relationships: Vec<Relationship>) -> Self {
        let anchored = containment::anchor(catalog, containers, &relationships);
        let cycles = cycle::find(catalog, &anchored.graph);
        let AnchoredGraph { graph, begins, ends } = anchored;
        let (ranks, generated_counts) = (FxHashMap::default(), FxHashMap::default());
        Self { graph, begins, ends, relationships, cycles, ranks, generated_counts }
    }

    /// Returns the declared and automatic relationships, without expanding relationships of containers.
    #[must_use]
    pub fn relationships(&self) -> &[Relationship] {
        &self.relationships
    }

    /// Returns the cycles. A graph with cycles has no order.
    #[must_use]
    pub fn cycles(&self) -> &[Cycle] {
        &self.cycles
    }

    /// Returns the number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.graph.node_count()
    }

    /// Returns whether there are no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.graph.node_count() == 0
    }

    /// Returns the meaning of a node.
    #[must_use]
    pub fn node(&self, id: NodeId) -> GraphPoint {
        self.graph[NodeIndex::from(id)]
    }

    /// Returns the begin node of a resource: its only node if it is not a container.
    #[must_use]
    pub fn begin(&self, resource: ResourceIndex) -> NodeId {
        self.begins[resource.to_usize()]
    }

    /// Returns the end node of a resource.
    #[must_use]
    pub fn end(&self, resource: ResourceIndex) -> NodeId {
        self.ends[resource.to_usize()]
    }

    /// Returns the nodes that depend on a node, and whether a change of it refreshes them, in the order in
    /// which the edges were added. A node occurs once for each edge.
    pub fn successors(&self, id: NodeId) -> impl Iterator<Item = (NodeId, bool)> {
        self.graph.edges_directed(id.into(), Direction::Outgoing).map(|edge| (edge.target().into(), *edge.weight()))
    }

    /// Returns the nodes that a node depends on.
    pub fn predecessors(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        self.graph.neighbors_directed(id.into(), Direction::Incoming).map(NodeId::from)
    }

    /// Returns whether a resource is ordered before another.
    #[must_use]
    pub fn is_before(&self, first: ResourceIndex, second: ResourceIndex) -> bool {
        let (from, to) = (self.ends.get(first.to_usize()), self.begins.get(second.to_usize()));
        match (from, to) {
            (Some(from), Some(to)) => {
                petgraph::algo::has_path_connecting(&self.graph, (*from).into(), (*to).into(), None)
            }
            _ => false,
        }
    }

    /// Starts a traversal of all nodes in dependency order.
    #[must_use]
    pub fn walk(&self) -> OrderedTraversal {
        OrderedTraversal::new(self)
    }
}
