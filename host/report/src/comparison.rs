//! Comparisons of the catalogs of nodes with those of another server: the last one of each node, and the summary of all nodes.

mod difference;
mod page;
mod store;
mod summary;
mod text;

use serde::{Deserialize, Serialize};

pub use difference::{CatalogDifference, DifferenceKind, differences};
pub use page::page;
pub use store::{ComparisonCounts, ComparisonStore, NodeRecords};
pub use summary::{ComparisonSummary, DifferenceCount, FailureCount};
pub use text::{to_json, to_text};

/// The last comparison of the catalogs of a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CatalogComparison {
    /// The node.
    pub node: String,
    /// The environment.
    pub environment: String,
    /// The time, in seconds since 1970.
    pub time: u64,
    /// The number of resources in the catalog of the other server.
    pub resources: usize,
    /// The result.
    pub result: ComparisonResult,
}

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum ComparisonResult {
    /// The catalogs are the same.
    Same,
    /// The catalogs differ.
    Different {
        /// The differences.
        differences: Vec<CatalogDifference>,
        /// The number of further differences, which are not recorded.
        omitted: usize,
    },
    /// The catalog does not compile here.
    FailedHere(CompileFailure),
    /// The catalog does not compile on the other server.
    FailedUpstream(CompileFailure),
    /// The catalog compiles on neither server.
    FailedBoth(CompileFailure),
}

/// The reason why a catalog does not compile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompileFailure {
    /// The message, without the name of the node.
    pub reason: String,
    /// Whether the reason is code in Ruby that cannot run here.
    pub needs_ruby: bool,
}

/// The largest number of recorded differences of a node.
const DIFFERENCES: usize = 500;

/// The largest length of a recorded message, in characters.
const MESSAGE: usize = 500;

impl ComparisonResult {
    /// Returns the result for two catalogs with these differences.
    #[must_use]
    pub fn of_differences(mut differences: Vec<CatalogDifference>) -> Self {
        if differences.is_empty() {
            return Self::Same;
        }
        let omitted = differences.len().saturating_sub(DIFFERENCES);
        differences.truncate(DIFFERENCES);
        Self::Different { differences, omitted }
    }

    /// Returns the differences of two catalogs.
    #[must_use]
    pub fn differences(&self) -> &[CatalogDifference] {
        match self {
            Self::Different { differences, .. } => differences,
            _ => &[],
        }
    }

    /// Returns the result in a few words.
    #[must_use]
    pub fn label(&self) -> String {
        match self {
            Self::Same => "same".to_owned(),
            Self::Different { differences, omitted } => match differences.len() + omitted {
                1 => "1 difference".to_owned(),
                number => format!("{number} differences"),
            },
            Self::FailedHere(_) => "does not compile here".to_owned(),
            Self::FailedUpstream(_) => "does not compile on the other server".to_owned(),
            Self::FailedBoth(_) => "compiles on neither server".to_owned(),
        }
    }
}

impl CompileFailure {
    /// Returns a failure with a message about a node, whose name is removed: messages of several nodes are counted together.
    #[must_use]
    pub fn new(message: &str, node: &str, needs_ruby: bool) -> Self {
        let plain = message.trim_end();
        let plain = plain.strip_suffix(&format!(" on node {node}")).unwrap_or(plain);
        Self { reason: difference::shortened(plain, MESSAGE), needs_ruby }
    }
}

#[cfg(test)]
mod tests;
