//! Checks before a run: providers may validate their resources, and any error prevents the whole catalog from being
//! applied.

use crate::Level;
use crate::provider::{Problem, Row, Severity};
use crate::resource_table::row_position;
use crate::run_logger::LogOrigin;
use crate::transaction::Transaction;

impl Transaction<'_> {
    /// Runs the checks and logs their results in catalog order. Returns the reason why nothing can be applied, if any.
    pub(crate) fn precheck(&mut self) -> Option<String> {
        let mut problems: Vec<(usize, Problem)> = vec![];
        let mut has_failed = false;
        for group in 0..self.prepared.resources.groups.len() {
            let resources = &self.prepared.resources;
            let Some(provider) = resources.provider(group) else { continue };
            if !provider.hooks.precheck || provider.unsuitable.is_some() {
                continue;
            }
            let entries = resources.iter().map(|resource| resource.entry);
            let members = entries.filter(|entry| entry.group == group && entry.fault.is_none());
            let rows: Vec<&Row> = members.map(|entry| &entry.row).collect();
            let result = self.providers.precheck(&resources.kind(group).schema.name, &provider.name, &rows);
            self.log_messages(group);
            match result {
                Ok(found) => problems.extend(found.into_iter().map(|problem| (group, problem))),
                Err(fault) => {
                    has_failed = true;
                    self.logger.write(Level::Err, LogOrigin::Run, || fault.message);
                }
            }
        }
        problems.sort_by_key(|(_, problem)| problem.row);
        for (group, problem) in problems {
            has_failed |= problem.severity != Severity::Warning;
            self.log_problem(group, problem);
        }
        has_failed.then(|| "Some pre-run checks failed".to_owned())
    }

    fn log_problem(&mut self, group: usize, problem: Problem) {
        let prepared = &self.prepared;
        let kind = prepared.resources.kind(group);
        let level = match problem.severity {
            Severity::Warning => Level::Warning,
            Severity::Error | Severity::Fault => Level::Err,
        };
        let attribute = problem.attribute.and_then(|column| kind.names.get(usize::from(column)));
        let origin = match (row_position(problem.row).and_then(|position| self.indices.get(position)), attribute) {
            (Some(index), Some(name)) => LogOrigin::Attribute(&prepared.catalog, *index, name),
            (Some(index), None) => LogOrigin::Resource(&prepared.catalog, *index),
            (None, _) => LogOrigin::Run,
        };
        self.logger.write(level, origin, || problem.message);
    }
}
