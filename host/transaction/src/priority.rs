//! Order of resources without relationships: the order of the manifest, or one that reveals missing dependencies.

use catalog::graph::RelationshipGraph;
use catalog::{Catalog, ResourceIndex};

use crate::Prepared;

/// Order of resources without relationships.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Ordering {
    /// Order of the manifest.
    #[default]
    Manifest,
    /// Order of a hash of type and title: arbitrary but stable.
    TitleHash,
    /// Random order, reproducible by its seed.
    Random(u64),
}

impl Ordering {
    /// Orders a graph. Except in the order of the manifest, the priority of a resource is a digest of its name.
    pub(crate) fn arrange(self, graph: &mut RelationshipGraph, catalog: &Catalog) {
        let seed = match self {
            Self::Manifest => return,
            Self::TitleHash => 0,
            Self::Random(seed) => seed,
        };
        graph.prioritize(|index| number(seed, catalog, index));
    }
}

impl Prepared {
    /// Orders resources without relationships, which are in the order of the manifest at first.
    pub fn arrange(&mut self, ordering: Ordering) {
        if ordering == self.ordering {
            return;
        }
        self.ordering = ordering;
        ordering.arrange(&mut self.graph, &self.catalog);
        self.order_groups();
    }

    /// Fills the sequence of each group in the expected order of evaluation.
    pub(crate) fn order_groups(&mut self) {
        // A graph with cycles has no order.
        let order = if self.cycles().is_empty() { self.order() } else { vec![] };
        self.resources.set_order(order);
    }
}

/// Returns a digest of a seed and the name of a resource: FNV-1a with a final mix of the bits. It need not be
/// unpredictable, only the same on all platforms.
fn number(seed: u64, catalog: &Catalog, index: ResourceIndex) -> u32 {
    let label = catalog.label(index);
    let digest =
        seed.to_le_bytes().into_iter().chain(label.bytes()).fold(0xcbf2_9ce4_8422_2325_u64, |digest, byte| {
            (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
    let mixed = (digest ^ (digest >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    u32::try_from(mixed >> 32).unwrap_or_default()
}
