//! Detection of cycles, described in Puppet's wording: the shortest cycle of each strongly connected component.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};

use super::GraphPoint;
use crate::{Catalog, ResourceIndex};

/// Maximum number of steps of the exhaustive search, since a dense component contains too many paths.
const MAX_STEPS: usize = 4_000;

/// A dependency cycle.
#[derive(Debug, Clone, PartialEq)]
pub struct Cycle {
    /// The resources of the strongly connected component, without containers.
    pub members: Vec<ResourceIndex>,
    /// The cycle as a path of names; the last one repeats an earlier one.
    pub path: Vec<String>,
    /// The resources of the path.
    pub steps: Vec<ResourceIndex>,
}

impl Cycle {
    /// Returns the cycle as text: `(Notify[a] => Notify[b] => Notify[a])`.
    #[must_use]
    pub fn describe(&self) -> String {
        format!("({})", self.path.join(" => "))
    }

    /// Returns the message about all cycles. The first lines are Puppet's; then each step is on a line of its own with
    /// the positions of both resources. The message ends with the path of the graph in `drawn`, or with the command that
    /// draws one.
    #[must_use]
    pub fn report(cycles: &[Self], catalog: &Catalog, drawn: Option<&str>) -> String {
        let mut text = match cycles.len() {
            1 => "Found 1 dependency cycle:\n".to_owned(),
            count => format!("Found {count} dependency cycles:\n"),
        };
        for cycle in cycles {
            text.push_str(&cycle.describe());
            text.push('\n');
            for pair in cycle.steps.windows(2) {
                let [before, after] = [pair[0], pair[1]].map(|step| placed(catalog, step));
                text.push_str(&format!("  {before} comes before {after}\n"));
            }
        }
        match drawn {
            Some(path) => text + "Cycle graph written to " + path + ".",
            None => text + "To draw the cycle, run 'marotte graph' with the same manifests and '--format svg'",
        }
    }
}

/// Returns the name and the position of a resource.
fn placed(catalog: &Catalog, resource: ResourceIndex) -> String {
    match &catalog.get(resource).position {
        Some(position) => format!("{} {position}", catalog.label(resource)),
        None => catalog.label(resource),
    }
}

/// Finds all cycles, ordered by the names of their nodes.
pub(super) fn find(catalog: &Catalog, graph: &DiGraph<GraphPoint, bool>) -> Vec<Cycle> {
    if is_acyclic(graph) {
        return vec![];
    }
    let mut cycles: Vec<(Vec<String>, Cycle)> = kosaraju_scc(graph)
        .into_iter()
        .filter(|component| component.len() > 1 || graph.contains_edge(component[0], component[0]))
        .map(|component| describe(catalog, graph, component))
        .collect();
    cycles.sort_by(|a, b| a.0.cmp(&b.0));
    cycles.into_iter().map(|(_, cycle)| cycle).collect()
}

/// Returns whether the graph has a topological order. Cheaper than the search for components, and almost always true.
fn is_acyclic(graph: &DiGraph<GraphPoint, bool>) -> bool {
    let mut blockers = vec![0_u32; graph.node_count()];
    for edge in graph.raw_edges() {
        blockers[edge.target().index()] += 1;
    }
    let mut ready: Vec<NodeIndex> = graph.node_indices().filter(|node| blockers[node.index()] == 0).collect();
    let mut taken = 0;
    while let Some(node) = ready.pop() {
        taken += 1;
        for next in graph.neighbors(node) {
            blockers[next.index()] -= 1;
            if blockers[next.index()] == 0 {
                ready.push(next);
            }
        }
    }
    taken == graph.node_count()
}

/// Returns the names that determine the order of the components, and the cycle.
fn describe(catalog: &Catalog, graph: &DiGraph<GraphPoint, bool>, component: Vec<NodeIndex>) -> (Vec<String>, Cycle) {
    let mut named: Vec<(String, NodeIndex)> =
        component.into_iter().map(|node| (sort_name(catalog, graph[node]), node)).collect();
    named.sort();
    let (names, nodes): (Vec<String>, Vec<NodeIndex>) = named.into_iter().unzip();
    let mut members: Vec<ResourceIndex> = nodes
        .iter()
        .filter_map(|node| match graph[*node] {
            GraphPoint::Resource(index) => Some(index),
            GraphPoint::Begin(_) | GraphPoint::End(_) => None,
        })
        .collect();
    members.sort();
    let steps: Vec<ResourceIndex> = cycle_from(graph, &nodes).into_iter().map(|node| graph[node].resource()).collect();
    let path = steps.iter().map(|step| catalog.label(*step)).collect();
    (names, Cycle { members, path, steps })
}

/// Returns the sort key of a node. As in Puppet, the ends of containers sort last, as `Whit`.
fn sort_name(catalog: &Catalog, node: GraphPoint) -> String {
    match node {
        GraphPoint::Resource(index) => catalog.label(index),
        GraphPoint::Begin(index) => format!("Whit[admissible_{}]", catalog.label(index)),
        GraphPoint::End(index) => format!("Whit[completed_{}]", catalog.label(index)),
    }
}

/// Finds a shortest path from the first node that returns to one of its own nodes.
fn cycle_from(graph: &DiGraph<GraphPoint, bool>, component: &[NodeIndex]) -> Vec<NodeIndex> {
    let inside: FxHashSet<NodeIndex> = component.iter().copied().collect();
    // Paths are stored as links to the preceding step, to avoid copies.
    let mut steps: Vec<(NodeIndex, Option<usize>)> = vec![(component[0], None)];
    let mut next = 0;
    while next < steps.len() && next < MAX_STEPS {
        let node = steps[next].0;
        let path = trace(&steps, next);
        if path[..path.len() - 1].contains(&node) {
            return path;
        }
        steps.extend(graph.neighbors(node).filter(|n| inside.contains(n)).map(|n| (n, Some(next))));
        next += 1;
    }
    shortest_return(graph, component[0], &inside)
}

fn trace(steps: &[(NodeIndex, Option<usize>)], last: usize) -> Vec<NodeIndex> {
    let mut path: Vec<NodeIndex> =
        std::iter::successors(Some(last), |place| steps[*place].1).map(|place| steps[place].0).collect();
    path.reverse();
    path
}

/// Finds a shortest path from a node back to itself, which exists in a strongly connected component.
fn shortest_return(
    graph: &DiGraph<GraphPoint, bool>,
    start: NodeIndex,
    inside: &FxHashSet<NodeIndex>,
) -> Vec<NodeIndex> {
    let mut before: FxHashMap<NodeIndex, NodeIndex> = FxHashMap::default();
    let mut queue = VecDeque::from([start]);
    while let Some(node) = queue.pop_front() {
        for next in graph.neighbors(node).filter(|n| inside.contains(n)) {
            if next == start {
                let mut path: Vec<NodeIndex> =
                    std::iter::successors(Some(node), |node| before.get(node).copied()).collect();
                path.reverse();
                path.push(start);
                return path;
            }
            if let Entry::Vacant(place) = before.entry(next) {
                place.insert(node);
                queue.push_back(next);
            }
        }
    }
    vec![start]
}
