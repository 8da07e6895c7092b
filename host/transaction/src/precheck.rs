//! Checks before a run: providers may validate their resources, and any error prevents the whole catalog from being
//! applied.

use crate::Level;
use crate::prepare::place;
use crate::prepared::ManagedResource;
use crate::provider::{Problem, Row, Severity};
use crate::run_logger::LogOrigin;
use crate::transaction::Transaction;

impl Transaction<'_> {
    /// Runs the checks and logs their results in catalog order. Returns the reason why nothing can be applied, if any.
    pub(crate) fn precheck(&mut self) -> Option<String> {
        let mut problems: Vec<(usize, Problem)> = vec![];
        let mut has_failed = false;
        for group in 0..self.prepared.groups.len() {
            let prepared = &self.prepared;
            let kind = &prepared.kinds[prepared.groups[group].kind];
            let Some(provider) = prepared.groups[group].provider.map(|provider| &kind.providers[provider]) else {
                continue;
            };
            if !provider.hooks.precheck || provider.unsuitable.is_some() {
                continue;
            }
            let is_member = |entry: &&ManagedResource| entry.group == group && entry.fault.is_none();
            let members = prepared.entries.iter().flatten().filter(is_member);
            let rows: Vec<&Row> = members.map(|entry| &entry.row).collect();
            let answer = self.providers.precheck(&kind.schema.name, &provider.name, &rows);
            self.pass_on(group);
            match answer {
                Ok(found) => problems.extend(found.into_iter().map(|problem| (group, problem))),
                Err(fault) => {
                    has_failed = true;
                    self.scribe.write(Level::Err, LogOrigin::Run, || fault.message);
                }
            }
        }
        problems.sort_by_key(|(_, problem)| problem.row);
        for (group, problem) in problems {
            has_failed |= problem.severity != Severity::Warning;
            self.tell_problem(group, problem);
        }
        has_failed.then(|| "Some pre-run checks failed".to_owned())
    }

    fn tell_problem(&mut self, group: usize, problem: Problem) {
        let prepared = &self.prepared;
        let kind = &prepared.kinds[prepared.groups[group].kind];
        let level = match problem.severity {
            Severity::Warning => Level::Warning,
            Severity::Error | Severity::Fault => Level::Err,
        };
        let attribute = problem.attribute.and_then(|column| kind.names.get(usize::from(column)));
        let origin = match (place(problem.row).and_then(|place| self.indices.get(place)), attribute) {
            (Some(index), Some(name)) => LogOrigin::Attribute(&prepared.catalog, *index, name),
            (Some(index), None) => LogOrigin::Resource(&prepared.catalog, *index),
            (None, _) => LogOrigin::Run,
        };
        self.scribe.write(level, origin, || problem.message);
    }
}
