//! The summary of the last comparisons of all nodes.

use std::collections::BTreeMap;

use super::{CatalogComparison, ComparisonCounts, ComparisonResult, CompileFailure, DifferenceKind};

/// A difference with the nodes that have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DifferenceCount {
    /// The kind.
    pub kind: DifferenceKind,
    /// The resource; empty for the order.
    pub resource: String,
    /// The parameter; empty for other kinds.
    pub parameter: String,
    /// The values on the other server and here of the first node.
    pub example: [Option<String>; 2],
    /// The nodes.
    pub nodes: Vec<String>,
}

/// A reason for which catalogs do not compile, with the nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailureCount {
    /// The failure.
    pub failure: CompileFailure,
    /// The nodes.
    pub nodes: Vec<String>,
}

/// The summary of all nodes.
#[derive(Debug, Clone, Default)]
pub struct ComparisonSummary {
    /// The place of the other catalogs, for texts: "on the other server".
    pub place: &'static str,
    /// The last comparison of each node.
    pub nodes: Vec<CatalogComparison>,
    /// Numbers of comparisons.
    pub counts: ComparisonCounts,
    /// The differences, those of most nodes first.
    pub differences: Vec<DifferenceCount>,
    /// Reasons for which catalogs do not compile here, those of most nodes first.
    pub failures_here: Vec<FailureCount>,
    /// Reasons for which catalogs do not compile on the other server.
    pub failures_upstream: Vec<FailureCount>,
    /// Reasons for which catalogs compile on neither server.
    pub failures_both: Vec<FailureCount>,
}

impl ComparisonSummary {
    /// Returns the summary of comparisons.
    #[must_use]
    pub fn new(nodes: Vec<CatalogComparison>, counts: ComparisonCounts) -> Self {
        let of = |kind: fn(&ComparisonResult) -> Option<&CompileFailure>| {
            failures(nodes.iter().filter_map(|node| Some((node, kind(&node.result)?))))
        };
        let failures_here = of(|result| match result {
            ComparisonResult::FailedHere(failure) => Some(failure),
            _ => None,
        });
        let failures_upstream = of(|result| match result {
            ComparisonResult::FailedUpstream(failure) => Some(failure),
            _ => None,
        });
        let failures_both = of(|result| match result {
            ComparisonResult::FailedBoth(failure) => Some(failure),
            _ => None,
        });
        let differences = differences(&nodes);
        Self {
            place: "on the other server",
            nodes,
            counts,
            differences,
            failures_here,
            failures_upstream,
            failures_both,
        }
    }

    /// Returns the number of nodes with the same catalogs.
    #[must_use]
    pub fn same(&self) -> usize {
        self.nodes.iter().filter(|node| node.result == ComparisonResult::Same).count()
    }

    /// Returns whether there are nodes, and each has the same result on both servers.
    #[must_use]
    pub fn is_same(&self) -> bool {
        let failed = Self::nodes_of(&self.failures_both);
        !self.nodes.is_empty() && self.same() + failed == self.nodes.len()
    }

    /// Returns the number of nodes whose catalogs differ.
    #[must_use]
    pub fn different(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node.result, ComparisonResult::Different { .. })).count()
    }

    /// Returns the number of nodes of failures.
    #[must_use]
    pub fn nodes_of(failures: &[FailureCount]) -> usize {
        failures.iter().map(|failure| failure.nodes.len()).sum()
    }
}

fn differences(nodes: &[CatalogComparison]) -> Vec<DifferenceCount> {
    let mut counts: BTreeMap<(DifferenceKind, &str, &str), DifferenceCount> = BTreeMap::new();
    for node in nodes {
        for difference in node.result.differences() {
            let key = (difference.kind, difference.resource.as_str(), difference.parameter.as_str());
            let count = counts.entry(key).or_insert_with(|| DifferenceCount {
                kind: difference.kind,
                resource: difference.resource.clone(),
                parameter: difference.parameter.clone(),
                example: [difference.upstream.clone(), difference.here.clone()],
                nodes: Vec::new(),
            });
            if count.nodes.last() != Some(&node.node) {
                count.nodes.push(node.node.clone());
            }
        }
    }
    let mut counts: Vec<DifferenceCount> = counts.into_values().collect();
    counts.sort_by_key(|count| std::cmp::Reverse(count.nodes.len()));
    counts
}

fn failures<'n>(found: impl Iterator<Item = (&'n CatalogComparison, &'n CompileFailure)>) -> Vec<FailureCount> {
    let mut counts: BTreeMap<&str, FailureCount> = BTreeMap::new();
    for (node, failure) in found {
        let count = counts
            .entry(&failure.reason)
            .or_insert_with(|| FailureCount { failure: failure.clone(), nodes: Vec::new() });
        count.nodes.push(node.node.clone());
    }
    let mut counts: Vec<FailureCount> = counts.into_values().collect();
    counts.sort_by_key(|count| std::cmp::Reverse(count.nodes.len()));
    counts
}
