//! The resource graph for drawing: resources, ordering, notifications, cycles and missing dependencies. The modules below
//! determine its appearance.

mod cycles;
mod dot;
mod layout;
mod svg;

use catalog::{Catalog, ResourceIndex};
use transaction::{MissingDependency, Prepared, Relationship};

pub use dot::dot;
pub use svg::{SHAPES, SvgStyle, svg};

/// A graph of resources.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Drawing {
    /// All resources, containers too.
    pub nodes: Vec<GraphNode>,
    /// The relations between them.
    pub edges: Vec<GraphEdge>,
}

/// A resource.
#[derive(Debug, Clone, PartialEq)]
pub struct GraphNode {
    /// Its reference.
    pub name: String,
    /// The class, defined type or stage that it is in.
    pub container: Option<usize>,
    /// Whether it is one itself.
    pub is_container: bool,
    /// What became of it.
    pub mark: NodeStatus,
}

/// What became of a resource in a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum NodeStatus {
    /// Nothing, or there was no run.
    #[default]
    None,
    /// It was changed.
    Changed,
    /// It would have been changed.
    Pending,
    /// It was left out.
    Skipped,
    /// It failed.
    Failed,
}

impl NodeStatus {
    /// Returns its name in classes of style sheets.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "unchanged",
            Self::Changed => "changed",
            Self::Pending => "pending",
            Self::Skipped => "skipped",
            Self::Failed => "failed",
        }
    }
}

/// A relation: the first comes before the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GraphEdge {
    /// Comes first.
    pub from: usize,
    /// Comes after.
    pub to: usize,
    /// What kind of relation it is.
    pub kind: RelationKind,
}

/// Kinds of relations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RelationKind {
    /// Declared with `require`, `before` or an arrow.
    Before,
    /// Declared with `notify`, `subscribe` or a wavy arrow.
    Notifies,
    /// It follows from the types.
    Automatic,
    /// Nobody declared it, but a run showed that it should be.
    Forgotten,
}

impl RelationKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Before, Self::Notifies, Self::Automatic, Self::Forgotten];

    /// Returns its name in classes of style sheets and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::Notifies => "notifies",
            Self::Automatic => "automatic",
            Self::Forgotten => "forgotten",
        }
    }

    /// Returns the label of the status.
    pub fn label(self) -> &'static str {
        match self {
            Self::Before => "comes before",
            Self::Notifies => "notifies",
            Self::Automatic => "follows from the types",
            Self::Forgotten => "is not declared, but should be",
        }
    }
}

impl Drawing {
    /// Takes down the graph of a catalog that is ready to be applied.
    pub fn of(prepared: &Prepared) -> Self {
        let mut drawing = Self { nodes: nodes(prepared.catalog()), edges: Vec::new() };
        drawing.edges.extend(prepared.relationships().iter().map(edge));
        drawing
    }

    /// Adds the results of a run: generated resources and missing dependencies.
    pub fn complete(&mut self, catalog: &Catalog, forgotten: &[MissingDependency]) {
        if catalog.len() != self.nodes.len() {
            self.nodes = nodes(catalog);
        }
        let forgotten = forgotten.iter().map(|pair| (pair.writer.to_usize(), pair.reader.to_usize()));
        self.edges.extend(forgotten.map(|(from, to)| GraphEdge { from, to, kind: RelationKind::Forgotten }));
    }

    /// Returns whether each edge is part of a cycle.
    pub fn cycles(&self) -> Vec<bool> {
        cycles::cycles(self)
    }
}

fn nodes(catalog: &Catalog) -> Vec<GraphNode> {
    let mut nodes: Vec<GraphNode> = catalog
        .iter()
        .map(|(index, resource)| GraphNode {
            name: catalog.label(index),
            container: catalog.container(index).map(ResourceIndex::to_usize),
            is_container: matches!(&*resource.reference.type_name, "Class" | "Stage"),
            mark: NodeStatus::None,
        })
        .collect();
    for (container, _) in catalog.containment() {
        nodes[container.to_usize()].is_container = true;
    }
    nodes
}

fn edge(relation: &Relationship) -> GraphEdge {
    let kind = match (relation.is_automatic, relation.notifies) {
        (true, _) => RelationKind::Automatic,
        (false, true) => RelationKind::Notifies,
        (false, false) => RelationKind::Before,
    };
    GraphEdge { from: relation.source.to_usize(), to: relation.target.to_usize(), kind }
}
