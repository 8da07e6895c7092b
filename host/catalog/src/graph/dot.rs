//! Graphs in GraphViz's DOT language, formatted as by Puppet. Returns text; no files are written.

use std::fmt::Write as _;

use petgraph::visit::EdgeRef as _;

use super::{GraphPoint, RelationshipGraph};
use crate::Catalog;

/// The kinds of graph output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GraphKind {
    /// Containment of resources.
    Resources,
    /// Relationships, including containers.
    Relationships,
    /// Relationships, with containers expanded.
    ExpandedRelationships,
    /// The cycles.
    Cycles,
}

impl GraphKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Resources, Self::Relationships, Self::ExpandedRelationships, Self::Cycles];

    /// Returns the file name, without `.dot`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Resources => "resources",
            Self::Relationships => "relationships",
            Self::ExpandedRelationships => "expanded_relationships",
            Self::Cycles => "cycles",
        }
    }
}

impl RelationshipGraph {
    /// Returns the DOT text of a graph.
    #[must_use]
    pub fn dot(&self, catalog: &Catalog, which: GraphKind) -> String {
        match which {
            GraphKind::Resources => {
                let edges = catalog.containment().iter().map(|(a, b)| (catalog.label(*a), catalog.label(*b)));
                draw("Resources", labels(catalog), edges)
            }
            GraphKind::Relationships => {
                let edges = self.relationships.iter().map(|r| (catalog.label(r.source), catalog.label(r.target)));
                draw("Relationships", labels(catalog), edges)
            }
            GraphKind::ExpandedRelationships => {
                let label = |node: GraphPoint| match node {
                    GraphPoint::Resource(index) => catalog.label(index),
                    GraphPoint::Begin(index) => format!("Whit[Admissible_{}]", catalog.label(index).to_lowercase()),
                    GraphPoint::End(index) => format!("Whit[Completed_{}]", catalog.label(index).to_lowercase()),
                };
                let nodes = self.graph.node_weights().map(|node| label(*node));
                let edges = self.graph.edge_references();
                let edges = edges.map(|e| (label(self.graph[e.source()]), label(self.graph[e.target()])));
                draw("Expanded_relationships", nodes, edges)
            }
            GraphKind::Cycles => self.draw_cycles(),
        }
    }

    fn draw_cycles(&self) -> String {
        let mut text = "digraph Resource_Cycles {\n  label = \"Resource Cycles\"\n".to_owned();
        for cycle in &self.cycles {
            let quoted: Vec<String> = cycle.path.iter().map(|name| quote(name)).collect();
            text.push_str(&quoted.join(" -> "));
            text.push('\n');
        }
        text + "}\n"
    }
}

fn labels(catalog: &Catalog) -> impl Iterator<Item = String> {
    catalog.iter().map(|(index, _)| catalog.label(index))
}

fn draw(name: &str, nodes: impl Iterator<Item = String>, edges: impl Iterator<Item = (String, String)>) -> String {
    let mut text = format!("digraph {name} {{\n    label = \"{name}\"\n");
    for node in nodes {
        let node = quote(&node);
        // Writing to a String cannot fail.
        let _ = write!(text, "    {node} [\n        fontsize = 8,\n        label = {node}\n    ]\n\n");
    }
    for (from, to) in edges {
        let _ = write!(text, "    {} -> {} [\n        fontsize = 8\n    ]\n\n", quote(&from), quote(&to));
    }
    text + "}\n"
}

fn quote(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\\\""))
}
