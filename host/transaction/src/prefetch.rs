//! Reading of states in batches. States are read ahead of their turn only if writes that invalidate them are
//! detected, and they are dropped after such a write. Messages that a component logs while reading ahead are held
//! until their resource's turn.

use catalog::ResourceIndex;
use rustc_hash::FxHashMap;

use crate::prepare::place;
use crate::prepared::{ManagedResource, Prepared};
use crate::provider::{ComponentMessage, FaultCode, ProviderError, Providers, Row, StaleStates, State};

/// Maximum batch size; larger batches only hurt cache locality.
const MAX_BATCH: usize = 256;

/// States that were read ahead of their turn.
#[derive(Debug, Default)]
pub(crate) struct PrefetchedStates {
    states: FxHashMap<u32, Result<State, ProviderError>>,
    held: FxHashMap<u32, Vec<ComponentMessage>>,
    /// Size of the next batch of each group. It doubles from batch to batch and is reset to one when all states read
    /// ahead were invalidated, so that a run with many changes reads each state at most twice.
    batches: Vec<usize>,
}

impl PrefetchedStates {
    /// Returns the state of a row and the messages logged while it was read.
    pub(crate) fn fetch(
        &mut self,
        prepared: &Prepared,
        providers: &mut dyn Providers,
        entry: &ManagedResource,
    ) -> (Result<State, ProviderError>, Vec<ComponentMessage>) {
        self.ensure(prepared, providers, entry);
        let id = entry.row.id;
        // There are rarely any messages.
        let messages = if self.held.is_empty() { vec![] } else { self.held.remove(&id).unwrap_or_default() };
        let state = self.states.remove(&id).unwrap_or_else(|| {
            let message = "The provider returned no state".to_owned();
            Err(ProviderError { code: FaultCode::Provider, message, detail: None })
        });
        (state, messages)
    }

    /// Returns the state of a row before its turn, reading it if necessary; `None` if it cannot be read. Messages are
    /// held until the turn.
    pub(crate) fn look(
        &mut self,
        prepared: &Prepared,
        providers: &mut dyn Providers,
        entry: &ManagedResource,
    ) -> Option<&State> {
        self.ensure(prepared, providers, entry);
        self.states.get(&entry.row.id)?.as_ref().ok()
    }

    /// Reads the state of a row if this has not been done yet. Messages are held.
    fn ensure(&mut self, prepared: &Prepared, providers: &mut dyn Providers, entry: &ManagedResource) {
        let id = entry.row.id;
        if !self.states.contains_key(&id) {
            for message in self.read(prepared, providers, entry) {
                self.held.entry(message.row.unwrap_or(id)).or_default().push(message);
            }
        }
    }

    /// Stores the state of a row until its turn.
    pub(crate) fn remember(&mut self, prepared: &Prepared, index: ResourceIndex, state: State) {
        if let Some(entry) = &prepared.entries[index.to_usize()] {
            self.states.insert(entry.row.id, Ok(state));
        }
    }

    /// Replaces the state of a resource by an error.
    pub(crate) fn refuse(&mut self, prepared: &Prepared, place: usize, message: String) {
        if let Some(entry) = &prepared.entries[place] {
            self.states.insert(entry.row.id, Err(ProviderError { code: FaultCode::Invalid, message, detail: None }));
        }
    }

    /// Drops states that may be outdated.
    pub(crate) fn forget(&mut self, prepared: &Prepared, stale: StaleStates) {
        match stale {
            StaleStates::Nothing => {}
            StaleStates::Rows(rows) => {
                for row in rows {
                    self.states.remove(&row);
                    self.held.remove(&row);
                }
            }
            StaleStates::Everything => {
                // Prefetched states are valid for the whole run.
                let stays = |row: u32| is_prefetched(prepared, row);
                self.states.retain(|row, _| stays(*row));
                self.held.retain(|row, _| stays(*row));
                self.batches.fill(1);
            }
        }
    }

    /// Reads a batch of states, starting with this row.
    fn read(
        &mut self,
        prepared: &Prepared,
        providers: &mut dyn Providers,
        entry: &ManagedResource,
    ) -> Vec<ComponentMessage> {
        let group = &prepared.groups[entry.group];
        let kind = &prepared.kinds[group.kind];
        let Some(provider) = group.provider.map(|provider| &kind.providers[provider]) else { return vec![] };
        if self.batches.len() <= entry.group {
            self.batches.resize(prepared.groups.len(), 1);
        }
        let size = match (provider.hooks.prefetch, provider.reads_ahead) {
            (true, _) => usize::MAX,
            (false, true) => self.batches[entry.group],
            (false, false) => 1,
        };
        self.batches[entry.group] = (self.batches[entry.group] * 2).min(MAX_BATCH);
        let mut rows: Vec<&Row> = vec![&entry.row];
        let later = group.sequence.get(entry.place + 1..).unwrap_or_default();
        let later = later.iter().filter_map(|index| prepared.entries[index.to_usize()].as_ref());
        let unknown = later
            .filter(|entry| entry.fault.is_none())
            .map(|entry| &entry.row)
            .filter(|row| !self.states.contains_key(&row.id));
        rows.extend(unknown.take(size - 1));
        let states = providers.get(&kind.schema.name, &provider.name, &rows);
        self.states.extend(rows.iter().map(|row| row.id).zip(states));
        providers.take_messages()
    }
}

fn is_prefetched(prepared: &Prepared, row: u32) -> bool {
    let entry = place(row).and_then(|place| prepared.entries.get(place)?.as_ref());
    entry.is_some_and(|entry| {
        let group = &prepared.groups[entry.group];
        group.provider.is_some_and(|provider| prepared.kinds[group.kind].providers[provider].hooks.prefetch)
    })
}
