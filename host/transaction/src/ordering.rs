//! Detection of missing dependencies: a resource read something that a later resource of the same run changed, and no
//! relationship orders them. The next run would have a different result.

use catalog::ResourceIndex;

use crate::Level;
use crate::issue;
use crate::prepare::place;
use crate::provider::UnorderedAccess;
use crate::run_logger::LogOrigin;
use crate::transaction::Transaction;

/// Maximum number of warnings; more usually have a common cause.
const TOLD: usize = 20;

/// Maximum number of accesses to examine.
const LIMIT: usize = 1000;

/// A resource read something that a later resource changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingDependency {
    /// The resource that read the object.
    pub reader: ResourceIndex,
    /// The resource that changed the object later.
    pub writer: ResourceIndex,
    /// The path or object that was accessed.
    pub path: String,
}

impl Transaction<'_> {
    /// Records earlier reads of objects that a resource has just written.
    pub(crate) fn note_overlaps(&mut self, writer: ResourceIndex, overlaps: Vec<UnorderedAccess>) {
        for overlap in overlaps {
            if self.forgotten.len() >= LIMIT {
                return;
            }
            let reader = place(overlap.row).and_then(|place| self.indices.get(place).copied());
            let Some(reader) = reader.filter(|reader| *reader != writer && self.has_had_its_turn(*reader)) else {
                continue;
            };
            let is_known = self.forgotten.iter().any(|known| known.reader == reader && known.writer == writer);
            if !is_known && !self.prepared.graph.is_before(reader, writer) {
                self.forgotten.push(MissingDependency { reader, writer, path: overlap.path });
            }
        }
    }

    /// Logs warnings about missing dependencies.
    pub(crate) fn tell_forgotten(&mut self) {
        let catalog = &self.prepared.catalog;
        let (told, others) = self.forgotten.split_at(self.forgotten.len().min(TOLD));
        for MissingDependency { reader, writer, path } in told {
            self.scribe.write(Level::Warning, LogOrigin::Run, || {
                issue::forgotten_order(catalog.get(*reader), catalog.get(*writer), path)
            });
        }
        if !others.is_empty() {
            let count = others.len();
            self.scribe.write(Level::Warning, LogOrigin::Run, || {
                format!("{count} more resources used objects that other resources changed later in this run")
            });
        }
    }
}
