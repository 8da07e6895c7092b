//! The resource graph for drawing: resources, ordering, notifications, cycles and missing dependencies. The modules below
//! determine its appearance.

mod cycles;
mod dot;
mod layout;
mod svg;

use catalog::{Catalog, ResourceIndex};
use transaction::{MissingDependency, Prepared, Relationship};

pub(crate) use dot::dot;
pub(crate) use svg::{SHAPES, SvgStyle, svg};

/// A graph of resources.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Drawing {
    /// All resources, containers too.
    pub(crate) nodes: Vec<GraphNode>,
    /// The relations between them.
    pub(crate) edges: Vec<GraphEdge>,
}

/// A resource.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct GraphNode {
    /// Its reference.
    pub(crate) name: String,
    /// The class, defined type or stage that it is in.
    pub(crate) container: Option<usize>,
    /// Whether it is one itself.
    pub(crate) is_container: bool,
    /// What became of it.
    pub(crate) mark: NodeStatus,
}

/// What became of a resource in a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum NodeStatus {
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
    pub(crate) fn name(self) -> &'static str {
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
pub(crate) struct GraphEdge {
    /// Comes first.
    pub(crate) from: usize,
    /// Comes after.
    pub(crate) to: usize,
    /// What kind of relation it is.
    pub(crate) kind: RelationKind,
}

/// Kinds of relations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RelationKind {
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
    pub(crate) const ALL: [Self; 4] = [Self::Before, Self::Notifies, Self::Automatic, Self::Forgotten];

    /// Returns its name in classes of style sheets and in files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::Notifies => "notifies",
            Self::Automatic => "automatic",
            Self::Forgotten => "forgotten",
        }
    }

    /// Returns the label of the status.
    pub(crate) fn label(self) -> &'static str {
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
    pub(crate) fn of(prepared: &Prepared) -> Self {
        let mut drawing = Self { nodes: nodes(prepared.catalog()), edges: Vec::new() };
        drawing.edges.extend(prepared.relationships().iter().map(edge));
        drawing
    }

    /// Adds the results of a run: generated resources and missing dependencies.
    pub(crate) fn complete(&mut self, catalog: &Catalog, forgotten: &[MissingDependency]) {
        if catalog.len() != self.nodes.len() {
            self.nodes = nodes(catalog);
        }
        let forgotten = forgotten.iter().map(|pair| (pair.writer.to_usize(), pair.reader.to_usize()));
        self.edges.extend(forgotten.map(|(from, to)| GraphEdge { from, to, kind: RelationKind::Forgotten }));
    }

    /// Returns whether each edge is part of a cycle.
    pub(crate) fn cycles(&self) -> Vec<bool> {
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
