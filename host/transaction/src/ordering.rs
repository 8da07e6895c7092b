//! Detection of missing dependencies: a resource read an object that a later resource of the same run changed, and no
//! relationship orders the two. The next run would have a different result.

use catalog::{ResourceIndex, Value};

use crate::Level;
use crate::issue;
use crate::provider::UnorderedAccess;
use crate::resource_table::row_position;
use crate::run_logger::LogOrigin;
use crate::transaction::Transaction;

/// Maximum number of warnings. If there are more, they usually have a common cause.
const MAX_WARNINGS: usize = 20;

/// Maximum number of recorded dependencies.
const MAX_DEPENDENCIES: usize = 1000;

/// A resource read an object that a later resource changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingDependency {
    /// The resource that read the object.
    pub reader: ResourceIndex,
    /// The resource that changed the object later.
    pub writer: ResourceIndex,
    /// The path or object that was accessed.
    pub path: String,
    /// Whether the path is one that the reader creates unless it exists. The reader then belongs before the writer.
    pub is_creator: bool,
}

impl MissingDependency {
    /// Returns the resource that belongs first, and the one that belongs after it.
    #[must_use]
    pub fn order(&self) -> (ResourceIndex, ResourceIndex) {
        if self.is_creator { (self.reader, self.writer) } else { (self.writer, self.reader) }
    }
}

impl Transaction<'_> {
    /// Records the missing dependencies of resources that read an object before this resource wrote it.
    pub(crate) fn record_missing_dependencies(&mut self, writer: ResourceIndex, overlaps: Vec<UnorderedAccess>) {
        for overlap in overlaps {
            if self.missing_dependencies.len() >= MAX_DEPENDENCIES {
                return;
            }
            let reader = row_position(overlap.row).and_then(|position| self.indices.get(position).copied());
            let Some(reader) = reader.filter(|reader| *reader != writer && self.was_evaluated(*reader)) else {
                continue;
            };
            let is_known =
                self.missing_dependencies.iter().any(|known| known.reader == reader && known.writer == writer);
            if !is_known && !self.prepared.graph.is_before(reader, writer) {
                let path = overlap.path;
                let is_creator =
                    self.prepared.values(reader).any(|(name, value)| name == "creates" && has(value, &path));
                self.missing_dependencies.push(MissingDependency { reader, writer, path, is_creator });
            }
        }
    }

    /// Logs warnings about missing dependencies.
    pub(crate) fn log_missing_dependencies(&mut self) {
        let catalog = &self.prepared.catalog;
        let (logged, others) = self.missing_dependencies.split_at(self.missing_dependencies.len().min(MAX_WARNINGS));
        for MissingDependency { reader, writer, path, is_creator } in logged {
            self.logger.write(Level::Warning, LogOrigin::Run, || {
                issue::missing_dependency(catalog.get(*reader), catalog.get(*writer), path, *is_creator)
            });
        }
        if !others.is_empty() {
            let count = others.len();
            self.logger.write(Level::Warning, LogOrigin::Run, || {
                format!("{count} more resources used objects that other resources changed later in this run")
            });
        }
    }
}

/// Returns whether a value is this path, or a list with it.
fn has(value: &Value, path: &str) -> bool {
    value.elements().iter().any(|one| one.as_str() == Some(path))
}
