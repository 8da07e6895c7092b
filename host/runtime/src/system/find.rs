//! The import `catalog`: resources of other types with their desired values, for types covered by grants.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use catalog::Value;
use rustc_hash::FxHashMap;
use transaction::provider::{Row, TypeSchema};

use crate::arena::result::ResultArena;
use crate::bindings::marotte::provider::values::TableResult;
use crate::gate::{Effect, GateRefusal};
use crate::instance::StoreData;

/// The exposed resources by type. Clones share them, so that workers have the same resources as the main thread.
#[derive(Debug, Clone, Default)]
pub(crate) struct ExposedResources(Arc<RwLock<FxHashMap<String, Resources>>>);

#[derive(Debug)]
struct Resources {
    schema: Arc<TypeSchema>,
    /// By ID, which is the order of the catalog.
    rows: BTreeMap<u32, Row>,
}

impl ExposedResources {
    /// Adds rows, replacing rows with the same ID.
    pub(crate) fn show(&self, schema: &Arc<TypeSchema>, rows: Vec<Row>) {
        let new = || Resources { schema: Arc::clone(schema), rows: BTreeMap::new() };
        let mut shown = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let known = shown.entry(schema.name.clone()).or_insert_with(new);
        known.rows.extend(rows.into_iter().map(|row| (row.id, row)));
    }

    /// Returns whether an attribute of any resource of a type satisfies a predicate.
    pub(crate) fn any(&self, type_name: &str, attribute: &str, test: &mut dyn FnMut(&Value) -> bool) -> bool {
        let shown = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let Some(Resources { schema, rows }) = shown.get(type_name) else { return false };
        let Some(column) = schema.column(attribute).and_then(|at| u16::try_from(at).ok()) else { return false };
        rows.values().filter_map(|row| row.value(column)).any(test)
    }
}

impl StoreData {
    /// `catalog.find`
    ///
    /// # Errors
    /// Returns an error if no grant covers the type, or if the type has no such attribute.
    pub(crate) fn find(&mut self, type_name: &str, columns: &[String]) -> Result<TableResult, GateRefusal> {
        let machine = self.machine.borrow();
        machine.gate.check(&self.caller, self.phase, Effect::Find(type_name))?;
        let mut answer = ResultArena::new(&mut self.secrets);
        let shown = machine.shown.0.read().unwrap_or_else(PoisonError::into_inner);
        let Some(Resources { schema, rows }) = shown.get(type_name) else {
            return Ok(TableResult { arena: answer.finish(), rows: Vec::new() });
        };
        let mut requested: Vec<(u16, u16)> = Vec::with_capacity(columns.len().min(schema.attributes.len()));
        for (column, name) in (0..).zip(columns) {
            let known = schema.column(name).and_then(|at| u16::try_from(at).ok());
            let attribute = known.ok_or_else(|| GateRefusal(format!("{type_name} has no attribute '{name}'")))?;
            if requested.iter().any(|(_, known)| *known == attribute) {
                return Err(GateRefusal(format!("the attribute '{name}' of {type_name} was requested twice")));
            }
            requested.push((column, attribute));
        }
        let mut found = Vec::with_capacity(rows.len());
        for row in rows.values() {
            let mut slots = Vec::with_capacity(requested.len());
            for (column, attribute) in &requested {
                let Some(value) = row.value(*attribute) else { continue };
                let too_deep =
                    || GateRefusal(format!("{type_name}[{}] has a value that cannot be displayed", row.title));
                let name = &schema.attributes[usize::from(*attribute)].name;
                answer.passing(self.caller.grants.cover_pass(type_name, name));
                slots.push((*column, answer.value(value).ok_or_else(too_deep)?));
            }
            found.push(answer.row(row.id, &row.title, slots));
        }
        Ok(TableResult { arena: answer.finish(), rows: found })
    }
}
