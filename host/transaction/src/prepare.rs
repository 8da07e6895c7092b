//! Preparation of a catalog: converts and validates values, selects providers, resolves references and determines the
//! order. Reports all errors, not only the first. Does not access the system except to determine which providers are
//! suitable.

mod added_resources;
mod draft;
mod identity;
mod relate;
mod visible;

use std::sync::Arc;

use catalog::graph::RelationshipGraph;
use catalog::schema::{Hook, TypeSchema};
use catalog::{Catalog, ResourceIndex, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;

use crate::functions::{is_deferred, resolve};
use crate::issue;
use crate::messages;
use crate::prepared::{Extension, Prepared, TypeIndex};
use crate::provider::{Problem, ProviderError, ProviderInfo, Providers, Row, RowRelations, Severity};
use crate::resource_table::{ManagedResource, ResourceTable, ResourceView, row_position};
use crate::resource_type::ResourceType;
use crate::run_logger::{LogOrigin, RunLogger};
use crate::{CatalogIssue, DeferredFunctions, Level, Ordering, TransactionStore};

pub(crate) use added_resources::{AddedResource, Precedence, add, rebuild_graph, set_attributes};
pub(crate) use visible::expose;

/// Prepares a catalog.
pub(crate) fn prepare(
    catalog: Catalog,
    providers: &mut dyn Providers,
    functions: &mut dyn DeferredFunctions,
    logger: &mut RunLogger<'_>,
) -> Result<Prepared, Vec<CatalogIssue>> {
    let mut catalog = catalog;
    resolve_all(&mut catalog, functions).map_err(|issue| vec![issue])?;
    let mut preparation = Preparation::new(catalog, providers, logger);
    preparation.draft_all();
    preparation.expose_all();
    preparation.canonicalize_all();
    preparation.expose_all();
    preparation.collect_relations();
    preparation.register_names();
    let graph = preparation.relate_all(&[], 0);
    preparation.finish(graph)
}

/// Evaluates all deferred calls of a catalog. As in Puppet, stops at the first error.
fn resolve_all(catalog: &mut Catalog, functions: &mut dyn DeferredFunctions) -> Result<(), CatalogIssue> {
    let indices: Vec<ResourceIndex> = catalog.iter().map(|(index, _)| index).collect();
    for index in indices {
        for parameter in &mut catalog.get_mut(index).parameters {
            if !is_deferred(&parameter.value) {
                continue;
            }
            let value = std::mem::replace(&mut parameter.value, Value::Undef);
            parameter.value = resolve(functions, value).map_err(|reason| issue::deferred_failed(&reason))?;
            if parameter.value == Value::Undef {
                return Err(issue::no_value(&parameter.name));
            }
        }
    }
    Ok(())
}

struct Preparation<'a, 's> {
    catalog: Catalog,
    indices: Vec<ResourceIndex>,
    containers: Vec<bool>,
    resources: ResourceTable,
    providers: &'a mut dyn Providers,
    logger: &'a mut RunLogger<'s>,
    type_index: TypeIndex,
    ordering: Ordering,
    /// The rows of each group until `canonicalize` has been called.
    rows: Vec<Vec<Row>>,
    /// Automatic relations from the type's own code, by row.
    related: FxHashMap<u32, Vec<RowRelations>>,
    /// Attributes whose deprecation warning was logged.
    deprecated: FxHashSet<(usize, u16)>,
    /// Attributes that the selected provider cannot manage.
    unmanaged: Vec<CatalogIssue>,
    issues: Vec<CatalogIssue>,
}

impl<'a, 's> Preparation<'a, 's> {
    fn new(catalog: Catalog, providers: &'a mut dyn Providers, logger: &'a mut RunLogger<'s>) -> Self {
        Self {
            indices: catalog.iter().map(|(index, _)| index).collect(),
            containers: vec![false; catalog.len()],
            resources: ResourceTable::new(catalog.len()),
            catalog,
            providers,
            logger,
            type_index: FxHashMap::default(),
            ordering: Ordering::default(),
            rows: vec![],
            related: FxHashMap::default(),
            deprecated: FxHashSet::default(),
            unmanaged: vec![],
            issues: vec![],
        }
    }
}

impl Preparation<'_, '_> {
    /// Returns the index of a resource type; `None` for a class or a defined type.
    fn kind_of(&mut self, type_name: &Arc<str>) -> Option<usize> {
        if let Some(known) = self.type_index.get(type_name) {
            return *known;
        }
        let name = type_name.to_lowercase();
        let engine = engine_schema(&name);
        let is_engine = engine.is_some();
        // Stages have no schema; they are containers.
        let schema = if name == "stage" { None } else { engine.or_else(|| self.providers.schema(&name)) };
        let kind = schema.and_then(|schema| {
            let offered = if is_engine { vec![] } else { self.providers.providers(&name) };
            match ResourceType::new(schema, is_engine, offered) {
                Ok(kind) => {
                    self.resources.kinds.push(kind);
                    Some(self.resources.kinds.len() - 1)
                }
                Err(issue) => {
                    self.issues.push(issue);
                    None
                }
            }
        });
        self.type_index.insert(type_name.clone(), kind);
        kind
    }

    /// Calls the types' own code to munge and validate rows, group by group.
    fn canonicalize_all(&mut self) {
        for group in 0..self.resources.groups.len() {
            let mut rows = std::mem::take(&mut self.rows[group]);
            let kind = self.resources.kind(group);
            let mut faults: Vec<(u32, String)> = vec![];
            match canonicalize(kind, self.resources.provider(group), self.providers, &mut rows) {
                Ok(problems) => {
                    for problem in problems {
                        if problem.severity == Severity::Fault {
                            faults.push((problem.row, problem.message));
                            continue;
                        }
                        report_problem(&self.catalog, &self.indices, kind, &problem, &mut self.issues, self.logger);
                    }
                }
                Err(reason) => self.issues.push(issue::type_failed(&kind.schema.name, &reason)),
            }
            messages::write(self.logger, &self.catalog, &self.indices, kind, None, self.providers.take_messages());
            self.record_faults(faults);
            self.rows[group] = rows;
        }
    }

    /// Calls the types' own code for automatic relations, group by group.
    fn collect_relations(&mut self) {
        for group in 0..self.resources.groups.len() {
            let rows = std::mem::take(&mut self.rows[group]);
            let kind = self.resources.kind(group);
            let mut faults: Vec<(u32, String)> = vec![];
            if kind.implements(Hook::Relate) && self.issues.is_empty() {
                for relation in relate(&kind.schema.name, self.providers, &rows, &mut faults) {
                    self.related.entry(relation.row).or_default().push(relation);
                }
            }
            messages::write(self.logger, &self.catalog, &self.indices, kind, None, self.providers.take_messages());
            self.record_faults(faults);
            for row in rows {
                // Rows are numbered by their position in the catalog; rows with unknown numbers are ignored.
                if let Some(entry) = self.resources.entry_of_row_mut(row.id) {
                    entry.row = row;
                    add_audited(entry);
                }
            }
        }
        self.check_features();
    }

    /// Rejects values that need a feature that the provider lacks.
    fn check_features(&mut self) {
        for index in &self.indices {
            let Some(managed @ ResourceView { entry, kind, .. }) = self.resources.get(*index) else { continue };
            let Some(provider) = managed.provider() else { continue };
            for (column, value) in entry.row.slots.iter() {
                let Some((features, text)) = kind.lacking_for_value(provider, *column, value) else { continue };
                let resource = self.catalog.get(*index);
                let name = kind.name(*column);
                let reason = issue::missing_features(&provider.name, features, name, text);
                self.issues.push(issue::parameter_failed(resource, name, &reason));
            }
        }
    }

    /// Makes resources fail at their turn for these reasons. Unknown rows are ignored.
    fn record_faults(&mut self, faults: Vec<(u32, String)>) {
        for (row, reason) in faults {
            if let Some(entry) = self.resources.entry_of_row_mut(row) {
                entry.fault = Some(reason);
            }
        }
    }

    fn finish(self, graph: Option<RelationshipGraph>) -> Result<Prepared, Vec<CatalogIssue>> {
        let graph = match graph {
            Some(graph) if self.issues.is_empty() => graph,
            _ => return Err(self.issues),
        };
        let Self { catalog, resources, containers, type_index, related, unmanaged, ordering, .. } = self;
        let extension = Extension { containers, type_index, related };
        let store = TransactionStore::default();
        let mut prepared = Prepared { catalog, resources, graph, ordering, unmanaged, store, extension };
        prepared.order_groups();
        Ok(prepared)
    }
}

fn engine_schema(type_name: &str) -> Option<Arc<TypeSchema>> {
    if !catalog::is_engine_type(type_name) {
        return None;
    }
    catalog::engine_types().into_iter().find(|schema| schema.name == type_name).map(Arc::new)
}

/// Reason why the code of a type did not munge and validate rows.
#[derive(Debug, Error)]
pub(crate) enum CanonicalizeError {
    /// The code failed.
    #[error(transparent)]
    Fault(#[from] ProviderError),
    /// The code returned a wrong number of rows.
    #[error("its code returned {returned} rows instead of {expected}")]
    Rows {
        /// Number of returned rows.
        returned: usize,
        /// Number of rows passed to the code.
        expected: usize,
    },
}

/// Calls the type's and the provider's own code to munge and validate rows.
pub(crate) fn canonicalize(
    kind: &ResourceType,
    provider: Option<&ProviderInfo>,
    providers: &mut dyn Providers,
    rows: &mut Vec<Row>,
) -> Result<Vec<Problem>, CanonicalizeError> {
    let is_wanted = kind.implements(Hook::Canonicalize) || provider.is_some_and(|p| p.hooks.canonicalize);
    if rows.is_empty() || !is_wanted {
        return Ok(vec![]);
    }
    let count = rows.len();
    let problems = providers.canonicalize(&kind.schema.name, provider.map(|p| &*p.name), rows)?;
    if rows.len() == count {
        Ok(problems)
    } else {
        Err(CanonicalizeError::Rows { returned: rows.len(), expected: count })
    }
}

/// Calls the type's own code for automatic relations. Adds the rows for which it fails to `faults`.
fn relate(
    type_name: &str,
    providers: &mut dyn Providers,
    rows: &[Row],
    faults: &mut Vec<(u32, String)>,
) -> Vec<RowRelations> {
    match (providers.relate(type_name, rows), rows) {
        (Ok(related), _) => related,
        (Err(fault), [only]) => {
            faults.push((only.id, fault.message));
            vec![]
        }
        (Err(_), several) => {
            several.iter().flat_map(|row| relate(type_name, providers, std::slice::from_ref(row), faults)).collect()
        }
    }
}

/// Adds audited attributes that are not managed to the attributes to read. This happens after the type's own code has
/// run, which does not see them.
fn add_audited(entry: &mut ManagedResource) {
    for column in entry.audited().to_vec() {
        if entry.row.value(column).is_none() {
            entry.row.set(column, Value::Undef);
        }
    }
}

fn report_problem(
    catalog: &Catalog,
    indices: &[ResourceIndex],
    kind: &ResourceType,
    problem: &Problem,
    issues: &mut Vec<CatalogIssue>,
    logger: &mut RunLogger<'_>,
) {
    let Some(index) = row_position(problem.row).and_then(|position| indices.get(position)) else {
        return issues.push(issue::type_failed(&kind.schema.name, &problem.message));
    };
    let resource = catalog.get(*index);
    let attribute = problem.attribute.and_then(|column| kind.names.get(usize::from(column)));
    match (problem.severity, attribute) {
        (Severity::Error | Severity::Fault, Some(name)) => {
            issues.push(issue::parameter_failed(resource, name, &problem.message))
        }
        (Severity::Error | Severity::Fault, None) => issues.push(issue::validation_failed(resource, &problem.message)),
        (Severity::Warning, Some(name)) => {
            logger.write(Level::Warning, LogOrigin::Attribute(catalog, *index, name), || problem.message.clone());
        }
        (Severity::Warning, None) => {
            logger.write(Level::Warning, LogOrigin::Resource(catalog, *index), || problem.message.clone());
        }
    }
}
