//! Reading of states in batches. States are prefetched only if writes that invalidate them are detected, and they are
//! discarded after such a write. Messages that a component logs while prefetching are deferred until their resource's
//! turn.

use catalog::ResourceIndex;
use rustc_hash::FxHashMap;

use crate::prepared::Prepared;
use crate::provider::{ComponentMessage, FaultCode, ProviderError, Providers, Row, StaleStates, State};
use crate::resource_table::{ResourceTable, ResourceView};

/// Maximum batch size, for two threads; larger batches only hurt cache locality.
const MAX_BATCH: usize = 512;

/// States that were read before the turn of their resources.
#[derive(Debug, Default)]
pub(crate) struct PrefetchedStates {
    states: FxHashMap<u32, Result<State, ProviderError>>,
    /// Messages logged while prefetching, by row.
    deferred: FxHashMap<u32, Vec<ComponentMessage>>,
    /// Size of the next batch of each group. It doubles from batch to batch and is reset to one when all prefetched
    /// states were invalidated, so that a run with many changes reads each state at most twice.
    batches: Vec<usize>,
}

impl PrefetchedStates {
    /// Returns the state of a row and the messages logged while it was read.
    pub(crate) fn take(
        &mut self,
        resources: &ResourceTable,
        providers: &mut dyn Providers,
        resource: ResourceView<'_>,
    ) -> (Result<State, ProviderError>, Vec<ComponentMessage>) {
        self.read_if_missing(resources, providers, resource);
        let id = resource.entry.row.id;
        // There are rarely any messages.
        let messages = if self.deferred.is_empty() { vec![] } else { self.deferred.remove(&id).unwrap_or_default() };
        let state = self.states.remove(&id).unwrap_or_else(|| {
            let message = "The provider returned no state".to_owned();
            Err(ProviderError { code: FaultCode::Provider, message, detail: None })
        });
        (state, messages)
    }

    /// Returns the state of a row before its turn, reading it if necessary; `None` if it cannot be read. Messages are
    /// deferred until the turn.
    pub(crate) fn peek(
        &mut self,
        resources: &ResourceTable,
        providers: &mut dyn Providers,
        resource: ResourceView<'_>,
    ) -> Option<&State> {
        self.read_if_missing(resources, providers, resource);
        self.states.get(&resource.entry.row.id)?.as_ref().ok()
    }

    /// Reads the state of a row unless it is stored already. Messages are deferred.
    fn read_if_missing(
        &mut self,
        resources: &ResourceTable,
        providers: &mut dyn Providers,
        resource: ResourceView<'_>,
    ) {
        let id = resource.entry.row.id;
        if !self.states.contains_key(&id) {
            for message in self.read(resources, providers, resource) {
                self.deferred.entry(message.row.unwrap_or(id)).or_default().push(message);
            }
        }
    }

    /// Stores the state of a row until its turn.
    pub(crate) fn insert(&mut self, prepared: &Prepared, index: ResourceIndex, state: State) {
        self.states.insert(prepared.resource(index).entry.row.id, Ok(state));
    }

    /// Replaces the state of a resource by an error.
    pub(crate) fn insert_error(&mut self, prepared: &Prepared, index: ResourceIndex, message: String) {
        let error = ProviderError { code: FaultCode::Invalid, message, detail: None };
        self.states.insert(prepared.resource(index).entry.row.id, Err(error));
    }

    /// Discards stale states.
    pub(crate) fn discard(&mut self, prepared: &Prepared, stale: StaleStates) {
        match stale {
            StaleStates::Nothing => {}
            StaleStates::Rows(rows) => {
                let mut discarded = vec![0; self.batches.len()];
                for row in rows {
                    let was_known = self.states.remove(&row).is_some();
                    self.deferred.remove(&row);
                    let group = prepared.resources.of_row(row).map(|view| view.entry.group).filter(|_| was_known);
                    if let Some(count) = group.and_then(|group| discarded.get_mut(group)) {
                        *count += 1;
                    }
                }
                // A change that invalidates the rest of a batch would invalidate a larger one, too.
                for (batch, discarded) in self.batches.iter_mut().zip(discarded) {
                    if discarded > 0 && discarded + 1 >= *batch / 2 {
                        *batch = 1;
                    }
                }
            }
            StaleStates::Everything => {
                // Prefetched states are valid for the whole run.
                let is_valid = |row: u32| {
                    let provider = prepared.resources.of_row(row).and_then(ResourceView::provider);
                    provider.is_some_and(|provider| provider.hooks.prefetch)
                };
                self.states.retain(|row, _| is_valid(*row));
                self.deferred.retain(|row, _| is_valid(*row));
                self.batches.fill(1);
            }
        }
    }

    /// Reads a batch of states, starting with this resource.
    fn read(
        &mut self,
        resources: &ResourceTable,
        providers: &mut dyn Providers,
        resource: ResourceView<'_>,
    ) -> Vec<ComponentMessage> {
        let ResourceView { entry, group, kind } = resource;
        let provider = resource.active_provider();
        if self.batches.len() <= entry.group {
            self.batches.resize(resources.groups.len(), 1);
        }
        let size = match (provider.hooks.prefetch, provider.reads_ahead) {
            (true, _) => usize::MAX,
            (false, true) => self.batches[entry.group],
            (false, false) => 1,
        };
        self.batches[entry.group] = (self.batches[entry.group] * 2).min(MAX_BATCH);
        let mut rows: Vec<&Row> = vec![&entry.row];
        let later = group.sequence.get(entry.position + 1..).unwrap_or_default();
        let unknown = later
            .iter()
            .map(|index| resources.resource(*index).entry)
            .filter(|entry| entry.fault.is_none() && !self.states.contains_key(&entry.row.id));
        rows.extend(unknown.map(|entry| &entry.row).take(size - 1));
        let states = providers.get(&kind.schema.name, &provider.name, &rows);
        self.states.extend(rows.iter().map(|row| row.id).zip(states));
        providers.take_messages()
    }
}
