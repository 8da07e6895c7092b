//! The import `catalog`: resources of other types with their desired values, for types covered by grants. Ruby code can also
//! request changes of these values.

use std::sync::{Arc, PoisonError, RwLock};

use catalog::Value;
use rustc_hash::FxHashMap;
use transaction::provider::{Row, TypeSchema};

use crate::arena::result::ResultArena;
use crate::bindings::marotte::provider::errors::Error;
use crate::bindings::marotte::provider::values::{Sheet, TableResult};
use crate::gate::{Effect, GateRefusal, Phase};
use crate::instance::StoreData;
use crate::translate;

/// The exposed resources by type. Clones share them, so that workers have the same resources as the main thread.
#[derive(Debug, Clone, Default)]
pub(crate) struct ExposedResources(Arc<RwLock<FxHashMap<String, Resources>>>);

#[derive(Debug)]
struct Resources {
    schema: Arc<TypeSchema>,
    /// In the order of their IDs, which is that of the catalog.
    rows: Vec<Row>,
}

impl ExposedResources {
    /// Adds rows, replacing rows with the same ID.
    pub(crate) fn show(&self, schema: &Arc<TypeSchema>, rows: Vec<Row>) {
        let new = || Resources { schema: Arc::clone(schema), rows: Vec::new() };
        let mut shown = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let known = shown.entry(schema.name.clone()).or_insert_with(new);
        for row in rows {
            match known.rows.binary_search_by_key(&row.id, |known| known.id) {
                Ok(place) => known.rows[place] = row,
                Err(place) => known.rows.insert(place, row),
            }
        }
    }

    /// Returns whether an attribute of any resource of a type satisfies a predicate.
    pub(crate) fn any(&self, type_name: &str, attribute: &str, test: &mut dyn FnMut(&Value) -> bool) -> bool {
        let shown = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let Some(Resources { schema, rows }) = shown.get(type_name) else { return false };
        let Some(column) = schema.column(attribute).and_then(|at| u16::try_from(at).ok()) else { return false };
        rows.iter().filter_map(|row| row.value(column)).any(test)
    }
}

impl StoreData {
    /// `catalog-types.visible`: the types in the catalog that grants cover, or only one of them, with the names of their attributes.
    pub(crate) fn visible(&self, wanted: Option<&str>) -> Vec<(String, Vec<String>)> {
        let machine = self.machine.borrow();
        let is_refused = |type_name| machine.gate.check(&self.caller, self.phase, Effect::Find(type_name)).is_err();
        if wanted.is_some_and(is_refused) {
            return Vec::new();
        }
        let shown = machine.shown.0.read().unwrap_or_else(PoisonError::into_inner);
        let mut visible: Vec<(String, Vec<String>)> = shown
            .iter()
            .filter(|(type_name, _)| wanted.is_none_or(|wanted| *type_name == wanted))
            .filter(|(type_name, _)| self.caller.grants.cover_find(type_name))
            .map(|(type_name, Resources { schema, .. })| {
                (type_name.clone(), schema.attributes.iter().map(|attribute| attribute.name.clone()).collect())
            })
            .collect();
        visible.sort_unstable();
        visible
    }

    /// `resources.change`
    ///
    /// # Errors
    /// Returns an error if no grant covers the type, resources are being written, or the value violates the contract.
    pub(crate) fn change(&mut self, change: &Sheet) -> Result<(), Error> {
        let mut machine = self.machine.borrow_mut();
        machine.gate.check(&self.caller, self.phase, Effect::Change(&change.type_name))?;
        if let Phase::Write(_) = self.phase {
            let message = "desired values of other resources can be changed only while resources are read";
            return Err(GateRefusal(message.to_owned()).into());
        }
        let changes = translate::requested_changes(change, &self.secrets);
        let changes = changes.map_err(|error| GateRefusal(format!("the change cannot be read: {error}")))?;
        machine.requested_changes.extend(changes);
        Ok(())
    }

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
        for row in rows {
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
