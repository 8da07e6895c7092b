//! The relationship graph: which resource comes before which, and whose change refreshes whom. It is built in passes, one file
//! each; petgraph does not show outside. It reads a catalog and changes nothing.

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

/// One resource comes before another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relationship {
    /// Comes first.
    pub source: ResourceIndex,
    /// Comes after.
    pub target: ResourceIndex,
    /// A change of the source refreshes the target.
    pub notifies: bool,
    /// It was not declared, but follows from the types.
    pub is_automatic: bool,
}

/// A place in the order. A container has two: all that it contains lies between its beginning and its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GraphPoint {
    /// A resource that is no container.
    Resource(ResourceIndex),
    /// The beginning of a container.
    Begin(ResourceIndex),
    /// The end of a container.
    End(ResourceIndex),
}

impl GraphPoint {
    /// Returns the resource, whichever end of it this is.
    #[must_use]
    pub fn resource(self) -> ResourceIndex {
        match self {
            Self::Resource(index) | Self::Begin(index) | Self::End(index) => index,
        }
    }
}

/// Names a node of one graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// Returns a number for slices with an entry for each node.
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

/// The dependency graph, with containers resolved into beginnings and ends.
#[derive(Debug, Clone)]
pub struct RelationshipGraph {
    /// Nodes, and edges that say whether they notify.
    graph: DiGraph<GraphPoint, bool>,
    begins: Vec<NodeId>,
    ends: Vec<NodeId>,
    relationships: Vec<Relationship>,
    cycles: Vec<Cycle>,
    /// The ranks of nodes that do not stand where their numbers say.
    ranks: FxHashMap<NodeId, order::Rank>,
    /// How many nodes stand behind a node because it asked for them.
    asked: FxHashMap<NodeId, u32>,
}

impl RelationshipGraph {
    /// Builds the graph of a catalog from the relations between its resources; `containers` says of each resource whether it is
    /// a class, a defined type or a stage.
    #[must_use]
    pub fn new(catalog: &Catalog, containers: &[bool], relationships: Vec<Relationship>) -> Self {
        let anchored = containment::anchor(catalog, containers, &relationships);
        let cycles = cycle::find(catalog, &anchored.graph);
        let AnchoredGraph { graph, begins, ends } = anchored;
        let (ranks, asked) = (FxHashMap::default(), FxHashMap::default());
        Self { graph, begins, ends, relationships, cycles, ranks, asked }
    }

    /// Returns the declared and automatic relationships, without expanding relationships of containers.
    #[must_use]
    pub fn relationships(&self) -> &[Relationship] {
        &self.relationships
    }

    /// Returns the cycles; with any, there is no order.
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

    /// Returns what a node is.
    #[must_use]
    pub fn node(&self, id: NodeId) -> GraphPoint {
        self.graph[NodeIndex::from(id)]
    }

    /// Returns where a resource begins: its only node if it is no container.
    #[must_use]
    pub fn begin(&self, resource: ResourceIndex) -> NodeId {
        self.begins[resource.to_usize()]
    }

    /// Returns where a resource ends.
    #[must_use]
    pub fn end(&self, resource: ResourceIndex) -> NodeId {
        self.ends[resource.to_usize()]
    }

    /// Returns the nodes that wait for this one, and whether its change refreshes them, in the order in which the edges were
    /// made. A node stands there once for each edge.
    pub fn successors(&self, id: NodeId) -> impl Iterator<Item = (NodeId, bool)> {
        self.graph.edges_directed(id.into(), Direction::Outgoing).map(|edge| (edge.target().into(), *edge.weight()))
    }

    /// Returns the nodes that this one waits for.
    pub fn predecessors(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        self.graph.neighbors_directed(id.into(), Direction::Incoming).map(NodeId::from)
    }

    /// Returns whether the order says that a resource comes before another.
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

    /// Begins a walk through all nodes, each after those it waits for.
    #[must_use]
    pub fn walk(&self) -> OrderedTraversal {
        OrderedTraversal::new(self)
    }
}
