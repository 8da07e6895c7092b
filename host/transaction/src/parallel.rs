//! Concurrent application: independent resources of types that support it are set ahead of their turn. At its turn
//! each is reported as if it had been set then. If recorded accesses show that two resources were not independent, a
//! warning is logged and the later one is evaluated again.

use catalog::ResourceIndex;
use catalog::graph::{GraphPoint, NodeId, OrderedTraversal};
use catalog::schema::TypeTrait;
use rustc_hash::FxHashMap;

use crate::Level;
use crate::harness::out_of_sync;
use crate::issue;
use crate::prepared::ManagedResource;
use crate::provider::{SetOutcome, SetRequest, StaleStates, State};
use crate::run_logger::LogOrigin;
use crate::transaction::Transaction;

/// Maximum number of candidates per batch. The changes of each are kept in open directories until they are entered
/// into the access log.
const WINDOW: usize = 64;

/// Resources that were set ahead of their turn.
#[derive(Debug, Default)]
pub(crate) struct ParallelBatch(FxHashMap<ResourceIndex, Speculated>);

/// A resource that was set before its turn.
#[derive(Debug)]
struct Speculated {
    /// The previous state, kept in case the resource must be evaluated again.
    before: Option<State>,
    done: SetOutcome,
}

/// A resource that may be set ahead.
struct Candidate {
    index: ResourceIndex,
    state: State,
    changed: Vec<u16>,
}

impl ParallelBatch {
    /// Returns whether no resources were set ahead of their turn.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether a resource was set ahead of its turn.
    pub(crate) fn has(&self, index: ResourceIndex) -> bool {
        self.0.contains_key(&index)
    }

    /// Removes and returns the result of a resource that was set ahead of its turn.
    pub(crate) fn take(&mut self, index: ResourceIndex) -> Option<SetOutcome> {
        self.0.remove(&index).map(|early| early.done)
    }
}

impl Transaction<'_> {
    /// Sets a resource whose turn is next concurrently with other eligible resources, if there are any.
    pub(crate) fn set_ahead(&mut self, walk: &mut OrderedTraversal, id: NodeId, index: ResourceIndex) {
        if self.options.parallel < 2 || self.ahead.has(index) || !self.may_be_ahead(id, index) {
            return;
        }
        let mut ids = vec![id];
        let room = WINDOW.saturating_sub(self.ahead.0.len() + 1);
        ids.extend(std::iter::from_fn(|| walk.take()).take(room));
        ids[1..].iter().for_each(|id| walk.put_back(&self.prepared.graph, *id));
        let candidates: Vec<Candidate> = ids.into_iter().filter_map(|id| self.candidate(id)).collect();
        if candidates.len() < 2 {
            return;
        }
        let prepared = &self.prepared;
        let settings: Vec<SetRequest<'_>> = candidates
            .iter()
            .filter_map(|candidate| {
                let entry = prepared.entries[candidate.index.to_usize()].as_ref()?;
                let type_name = &prepared.kinds[prepared.groups[entry.group].kind].schema.name;
                let provider = prepared.provider_of(entry)?;
                Some(SetRequest {
                    type_name,
                    provider,
                    row: &entry.row,
                    current: &candidate.state,
                    changed: &candidate.changed,
                })
            })
            .collect();
        let done = self.providers.set_concurrently(self.options.parallel, &settings);
        self.keep_ahead(candidates, done);
    }

    /// Returns a resource with its changes if it can be set now.
    fn candidate(&mut self, id: NodeId) -> Option<Candidate> {
        let GraphPoint::Resource(index) = self.prepared.graph.node(id) else { return None };
        if self.ahead.has(index) || !self.may_be_ahead(id, index) || self.asks_for_more(index) {
            return None;
        }
        let prepared = &self.prepared;
        let entry = prepared.entries[index.to_usize()].as_ref()?;
        let kind = &prepared.kinds[prepared.groups[entry.group].kind];
        let state = self.reader.look(prepared, self.providers, entry)?;
        let changed = out_of_sync(kind, entry, state);
        (!changed.is_empty()).then(|| Candidate { index, state: state.clone(), changed })
    }

    /// Returns whether a resource without pending dependencies can be set ahead of its turn, subject to its state.
    fn may_be_ahead(&self, id: NodeId, index: ResourceIndex) -> bool {
        let prepared = &self.prepared;
        let node = GraphPoint::Resource(index);
        let is_fit = |entry: &ManagedResource| {
            let group = &prepared.groups[entry.group];
            let kind = &prepared.kinds[group.kind];
            let reads_ahead = group.provider.is_some_and(|provider| kind.providers[provider].reads_ahead);
            entry.fault.is_none() && entry.is_suitable && reads_ahead && kind.schema.has(TypeTrait::Parallel)
        };
        prepared.entries[index.to_usize()].as_ref().is_some_and(is_fit)
            && !self.is_noop(node)
            && self.is_wanted(node)
            && !self.failures.are_before(&prepared.graph, id)
    }

    /// Returns whether a resource will generate others at its turn, which have to be applied before it.
    fn asks_for_more(&mut self, index: ResourceIndex) -> bool {
        let prepared = &self.prepared;
        let Some(entry) = &prepared.entries[index.to_usize()] else { return true };
        let group = &prepared.groups[entry.group];
        let kind = &prepared.kinds[group.kind];
        let Some(provider) = group.provider.map(|provider| &kind.providers[provider]) else { return true };
        if !kind.expands(provider, &entry.row) {
            return false;
        }
        let answer = self.providers.expand(&kind.schema.name, &provider.name, &entry.row);
        // The provider logs the same messages again at the resource's turn.
        drop(self.providers.take_messages());
        !answer.is_ok_and(|generated| generated.is_empty())
    }

    /// Keeps the results until the turns of their resources and determines which resources were not independent.
    fn keep_ahead(&mut self, candidates: Vec<Candidate>, mut done: Vec<SetOutcome>) {
        let rows: FxHashMap<u32, usize> = candidates
            .iter()
            .enumerate()
            .filter_map(|(place, candidate)| {
                let entry = self.prepared.entries[candidate.index.to_usize()].as_ref()?;
                Some((entry.row.id, place))
            })
            .collect();
        let mut touched: Vec<Option<usize>> = vec![None; candidates.len()];
        for (place, one) in done.iter_mut().enumerate() {
            match std::mem::take(&mut one.stale) {
                StaleStates::Nothing => {}
                StaleStates::Everything => {
                    let others = (0..candidates.len()).filter(|other| *other != place);
                    others.for_each(|other| touched[other.max(place)] = Some(other.min(place)));
                    self.reader.forget(&self.prepared, StaleStates::Everything);
                }
                StaleStates::Rows(stale) => {
                    let (within, beyond): (Vec<u32>, Vec<u32>) =
                        stale.into_iter().partition(|row| rows.contains_key(row));
                    for other in within.iter().map(|row| rows[row]).filter(|other| *other != place) {
                        touched[other.max(place)] = Some(other.min(place));
                    }
                    self.reader.forget(&self.prepared, StaleStates::Rows(beyond));
                }
            }
        }
        let indices: Vec<ResourceIndex> = candidates.iter().map(|candidate| candidate.index).collect();
        for (place, (candidate, done)) in candidates.into_iter().zip(done).enumerate() {
            let Candidate { index, state, .. } = candidate;
            let before = touched[place].map(|first| {
                let catalog = &self.prepared.catalog;
                self.scribe.write(Level::Warning, LogOrigin::Run, || {
                    issue::not_independent(catalog.get(indices[first]), catalog.get(index))
                });
                state.clone()
            });
            match &before {
                Some(_) => {
                    let row = self.prepared.entries[index.to_usize()].as_ref().map(|entry| entry.row.id);
                    self.reader.forget(&self.prepared, StaleStates::Rows(row.into_iter().collect()));
                }
                // The reader may have dropped all states.
                None => self.reader.remember(&self.prepared, index, state),
            }
            self.ahead.0.insert(index, Speculated { before, done });
        }
    }

    /// Marks resources that were set ahead of their turn for another evaluation if they depend on something that
    /// another resource wrote at its turn.
    pub(crate) fn invalidate(&mut self, writer: ResourceIndex, stale: &StaleStates) {
        if self.ahead.is_empty() || *stale == StaleStates::Nothing {
            return;
        }
        let prepared = &self.prepared;
        let mut early: Vec<(&ResourceIndex, &mut Speculated)> = self.ahead.0.iter_mut().collect();
        early.sort_by_key(|(index, _)| **index);
        for (index, early) in early {
            let Some(entry) = &prepared.entries[index.to_usize()] else { continue };
            let is_doubtful = match stale {
                StaleStates::Nothing => false,
                StaleStates::Everything => true,
                StaleStates::Rows(rows) => rows.contains(&entry.row.id),
            };
            if !is_doubtful || early.before.is_some() {
                continue;
            }
            early.before = self.reader.look(prepared, self.providers, entry).cloned();
            // The effects of a command are unknown; only reading the state again shows them.
            if *stale != StaleStates::Everything {
                self.scribe.write(Level::Warning, LogOrigin::Run, || {
                    issue::not_independent(prepared.catalog.get(writer), prepared.catalog.get(*index))
                });
            }
        }
    }

    /// Returns the state before the change for a resource that was set ahead of its turn. If the resource was not
    /// independent and its current state is out of sync, returns the current state, and the resource is set again.
    pub(crate) fn state_before(&mut self, index: ResourceIndex, now: State) -> State {
        let Some(before) = self.ahead.0.get_mut(&index).and_then(|early| early.before.take()) else { return now };
        let prepared = &self.prepared;
        let Some(entry) = &prepared.entries[index.to_usize()] else { return now };
        let kind = &prepared.kinds[prepared.groups[entry.group].kind];
        if out_of_sync(kind, entry, &now).is_empty() {
            return before;
        }
        self.ahead.0.remove(&index);
        now
    }
}
