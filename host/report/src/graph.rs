//! The resource graph for drawing: resources, ordering, notifications, cycles and missing dependencies. The
//! submodules determine the layout and the output formats.

mod cycles;
mod dot;
mod layout;
mod svg;

use catalog::{Catalog, ResourceIndex, ResourceRef};
use transaction::{MissingDependency, Prepared, Relationship};

pub use dot::dot;
pub use svg::{SHAPES, SvgStyle, svg};

/// A graph of resources.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Drawing {
    /// All resources, including containers.
    pub nodes: Vec<GraphNode>,
    /// The relationships.
    pub edges: Vec<GraphEdge>,
}

/// A resource.
#[derive(Debug, Clone, PartialEq)]
pub struct GraphNode {
    /// The reference of the resource.
    pub name: String,
    /// The index of the class, defined type or stage that contains the resource.
    pub container: Option<usize>,
    /// Whether the resource is a container.
    pub is_container: bool,
    /// The status.
    pub mark: NodeStatus,
}

/// The status of a resource in a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum NodeStatus {
    /// The resource is unchanged, or there was no run.
    #[default]
    None,
    /// The resource was changed.
    Changed,
    /// The resource would be changed.
    Pending,
    /// The resource was skipped.
    Skipped,
    /// The resource failed.
    Failed,
}

impl NodeStatus {
    /// Returns the name of the status in style sheets.
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

/// A relationship: the first resource is applied before the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GraphEdge {
    /// The first resource.
    pub from: usize,
    /// The second resource.
    pub to: usize,
    /// The kind of relationship.
    pub kind: RelationKind,
}

/// Kinds of relationships.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RelationKind {
    /// Declared with `require`, `before` or `->`.
    Before,
    /// Declared with `notify`, `subscribe` or `~>`.
    Notifies,
    /// An automatic relationship.
    Automatic,
    /// A missing relationship that was detected during a run.
    Missing,
    /// The failure of the first resource is the reason why the second was skipped, without a direct relationship.
    Failure,
}

impl RelationKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Before, Self::Notifies, Self::Automatic, Self::Missing, Self::Failure];

    /// The kinds that files of reports contain.
    pub(crate) const STORED: [Self; 4] = [Self::Before, Self::Notifies, Self::Automatic, Self::Missing];

    /// Returns whether resources are ordered by relationships of this kind.
    pub(crate) fn orders(self) -> bool {
        !matches!(self, Self::Missing | Self::Failure)
    }

    /// Returns the name of the kind in style sheets and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::Notifies => "notifies",
            Self::Automatic => "automatic",
            Self::Missing => "missing",
            Self::Failure => "failure",
        }
    }

    /// Returns the label of the kind, for the legend.
    pub fn label(self) -> &'static str {
        match self {
            Self::Before => "comes before",
            Self::Notifies => "notifies",
            Self::Automatic => "automatic, from the types",
            Self::Missing => "missing dependency",
            Self::Failure => "failed, so it was skipped",
        }
    }
}

/// Returns the resources and classes of a run from the text of its report; none if it was not written by this program.
#[must_use]
pub fn resources_in(report: &str) -> Vec<ResourceRef> {
    let reference = |node: &GraphNode| {
        let (type_name, title) = node.name.strip_suffix(']')?.split_once('[')?;
        Some(ResourceRef::new(type_name, title))
    };
    let drawing = crate::header::find_graph(report);
    drawing.iter().flat_map(|drawing| &drawing.nodes).filter_map(reference).collect()
}

impl Drawing {
    /// Returns the graph of a prepared catalog.
    pub fn of(prepared: &Prepared) -> Self {
        Self { nodes: nodes(prepared.catalog()), ..Self::of_relationships(prepared) }
    }

    /// Returns the relationships of a prepared catalog, without the resources, which `complete` adds.
    pub fn of_relationships(prepared: &Prepared) -> Self {
        Self { nodes: Vec::new(), edges: prepared.relationships().iter().map(edge).collect() }
    }

    /// Adds the resources of the catalog after a run, which contains generated ones too, and missing dependencies.
    pub fn complete(&mut self, catalog: &Catalog, missing: &[MissingDependency]) {
        self.nodes = nodes(catalog);
        let missing = missing.iter().map(MissingDependency::order).map(|(from, to)| (from.to_usize(), to.to_usize()));
        self.edges.extend(missing.map(|(from, to)| GraphEdge { from, to, kind: RelationKind::Missing }));
    }

    /// Adds a relationship between a failed resource and one that was skipped for that reason, unless there is one.
    pub(crate) fn add_failure(&mut self, failed: &str, skipped: &str) {
        let find = |name: &str| self.nodes.iter().position(|node| node.name == name);
        let (Some(from), Some(to)) = (find(failed), find(skipped)) else { return };
        if !self.edges.iter().any(|edge| (edge.from, edge.to) == (from, to)) {
            self.edges.push(GraphEdge { from, to, kind: RelationKind::Failure });
        }
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
