//! Calls of components without access to the system: normalisation and automatic relationships of rows.

use std::sync::Arc;

use marotte_contract::schema::ProviderSchema;
use rustc_hash::FxHashMap;
use transaction::provider::{Problem, ProviderError, Row, RowRelations, Severity};

use super::{BATCH, Call, Hook, InstanceKey, Runtime, is_respelled, is_ruby, pure_key};
use crate::translate::{self, CallFailure};

/// The rows that a component changed while it normalised rows, and the problems that it found.
#[derive(Default)]
struct Canonicalized {
    rows: Vec<Row>,
    problems: Vec<Problem>,
}

impl Runtime {
    /// Normalises rows, and returns the problems that the components found.
    pub(super) fn canonicalize_rows(
        &mut self,
        type_name: &str,
        provider: Option<&str>,
        rows: &mut Vec<Row>,
    ) -> Result<Vec<Problem>, ProviderError> {
        let mut problems = Vec::new();
        for key in self.canonicalizers(type_name, provider) {
            let runs_ruby = self.runs_ruby(&key);
            let mut changed: FxHashMap<u32, Row> = FxHashMap::default();
            let all: Vec<&Row> = rows.iter().collect();
            for batch in all.chunks(2 * BATCH) {
                let call = {
                    let (key, provider) = (key.clone(), provider.map(str::to_owned));
                    move |runtime: &mut Self, rows: &[&Row]| runtime.canonicalize_batch(&key, provider.as_deref(), rows)
                };
                let (first, second) = self.call_in_halves(batch, |_| !runs_ruby, call);
                for half in [Some(first), second].into_iter().flatten() {
                    let half = half?;
                    changed.extend(half.rows.into_iter().map(|row| (row.id, row)));
                    problems.extend(half.problems);
                }
            }
            let granted = if changed.is_empty() { &[] } else { self.registry().granted(type_name) };
            for row in &mut *rows {
                let Some(canonical) = changed.remove(&row.id) else { continue };
                let is_other = |column: &&u16| !is_respelled(row.value(**column), canonical.value(**column));
                if runs_ruby {
                    // Ruby code keeps its own values, and grants refer to the values in the manifest.
                    let kept: Vec<u16> = granted.iter().filter(is_other).copied().collect();
                    row.slots = with_values_of(row, canonical, &kept).slots;
                    continue;
                }
                match granted.iter().find(is_other) {
                    Some(column) => problems.push(chosen(row.id, *column)),
                    None => row.slots = canonical.slots,
                }
            }
        }
        Ok(problems)
    }

    /// Returns the automatic relationships of rows that the component determines.
    pub(super) fn relate_rows(&mut self, type_name: &str, rows: &[Row]) -> Result<Vec<RowRelations>, ProviderError> {
        let key = pure_key(type_name, None);
        let mut all = Vec::new();
        let rows: Vec<&Row> = rows.iter().collect();
        for batch in rows.chunks(2 * BATCH) {
            let call = {
                let key = key.clone();
                move |runtime: &mut Self, rows: &[&Row]| runtime.relate_batch(&key, rows)
            };
            let (first, second) = self.call_in_halves(batch, |runtime| !runtime.runs_ruby(&key), call);
            for half in [Some(first), second].into_iter().flatten() {
                all.extend(half?);
            }
        }
        Ok(all)
    }

    /// Returns the components that normalize the rows of a type: the one that defines it, then that of the provider if it is another
    /// one, as far as their schemas list the hook.
    fn canonicalizers(&self, type_name: &str, provider: Option<&str>) -> Vec<InstanceKey> {
        let registry = self.registry();
        let is_own = registry.schema(type_name).is_some_and(|schema| schema.hooks.contains(&Hook::Canonicalize));
        let own = is_own.then(|| pure_key(type_name, None));
        let of_provider = provider.filter(|name| {
            let is_other = registry.component_of(type_name, Some(name)) != registry.component_of(type_name, None);
            let is_listed =
                |schema: &ProviderSchema| schema.name == **name && schema.hooks.contains(&Hook::Canonicalize);
            is_other && registry.providers_of(type_name).into_iter().any(|(_, schema)| is_listed(schema))
        });
        own.into_iter().chain(of_provider.map(|name| pure_key(type_name, Some(name)))).collect()
    }

    /// Returns whether an instance runs Ruby code, which may keep anything from one row for the next.
    pub(super) fn runs_ruby(&self, key: &InstanceKey) -> bool {
        self.component_of(key).and_then(|index| self.registry().package(index)).is_some_and(is_ruby)
    }

    fn relate_batch(&mut self, key: &InstanceKey, batch: &[&Row]) -> Result<Vec<RowRelations>, ProviderError> {
        self.call(&Call::pure("relate", key, batch, self.limits.pure_compute), |it| {
            let (answer, _) = translate::table(&mut it.store, batch, |store, table| {
                it.exports.marotte_provider_types().call_relate(store, &key.type_name, table)
            })?;
            Ok(translate::related(answer, batch).map_err(CallFailure::ContractViolated))
        })
    }

    /// Normalises a batch of rows. If the component traps, the rows are processed one by one, so that only the
    /// faulty row fails.
    fn canonicalize_batch(
        &mut self,
        key: &InstanceKey,
        provider: Option<&str>,
        batch: &[&Row],
    ) -> Result<Canonicalized, ProviderError> {
        let answered = self.call(&Call::pure("canonicalize", key, batch, self.limits.pure_compute), |it| {
            let (answer, columns) = translate::table(&mut it.store, batch, |store, table| {
                it.exports.marotte_provider_types().call_canonicalize(store, &key.type_name, provider, table)
            })?;
            Ok(translate::canonical(answer, batch, &columns, &it.store.data().secrets)
                .map_err(CallFailure::ContractViolated))
        });
        match answered {
            Ok((rows, problems)) => Ok(Canonicalized { rows, problems }),
            Err(fault) => match batch {
                [] => Ok(Canonicalized::default()),
                [only] => {
                    let message = fault.message;
                    let problem = Problem { row: only.id, attribute: None, severity: Severity::Fault, message };
                    Ok(Canonicalized { rows: Vec::new(), problems: vec![problem] })
                }
                several => {
                    let mut all = Canonicalized::default();
                    for row in several {
                        let one = self.canonicalize_batch(key, provider, &[row])?;
                        all.rows.extend(one.rows);
                        all.problems.extend(one.problems);
                    }
                    Ok(all)
                }
            },
        }
    }
}

/// Returns a converted row with the original values of some attributes.
fn with_values_of(original: &Row, mut converted: Row, columns: &[u16]) -> Row {
    for column in columns {
        match original.value(*column) {
            Some(value) => converted.set(*column, value.clone()),
            None => Arc::make_mut(&mut converted.slots).retain(|(known, _)| known != column),
        }
    }
    converted
}

/// Returns the problem for a value used in grants that the component changed to one with another meaning.
fn chosen(row: u32, column: u16) -> Problem {
    let message = "the type's code changed the value, but grants refer to the value in the manifest";
    Problem { row, attribute: Some(column), severity: Severity::Fault, message: message.to_owned() }
}
