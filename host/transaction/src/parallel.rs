//! Concurrent application: independent resources of types that support it are set early, before their turn. At its turn
//! each is reported as if it had been set then. If recorded accesses show that two resources were not independent, a
//! warning is logged and the later one is evaluated again.

use catalog::ResourceIndex;
use catalog::graph::{GraphPoint, NodeId, OrderedTraversal};
use catalog::schema::TypeTrait;
use rustc_hash::FxHashMap;

use crate::Level;
use crate::insync::out_of_sync;
use crate::issue;
use crate::prepared::Prepared;
use crate::provider::{SetOutcome, SetRequest, StaleStates, State};
use crate::resource_table::{ResourceView, row_id};
use crate::run_logger::LogOrigin;
use crate::transaction::Transaction;

/// Maximum number of candidates per batch. Each keeps directories open until its changes are entered into the access
/// log.
const WINDOW: usize = 64;

/// Resources that were set early.
#[derive(Debug, Default)]
pub(crate) struct ParallelBatch(FxHashMap<ResourceIndex, Speculated>);

/// A resource that was set early.
#[derive(Debug)]
struct Speculated {
    /// The previous state if the resource must be evaluated again; otherwise `None`.
    before: Option<State>,
    outcome: SetOutcome,
}

/// A resource that can be set early.
struct Candidate {
    index: ResourceIndex,
    state: State,
    changed: Vec<u16>,
}

impl ParallelBatch {
    /// Returns whether no resources were set early.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether a resource was set early.
    pub(crate) fn contains(&self, index: ResourceIndex) -> bool {
        self.0.contains_key(&index)
    }

    /// Removes and returns the result of a resource that was set early.
    pub(crate) fn take(&mut self, index: ResourceIndex) -> Option<SetOutcome> {
        self.0.remove(&index).map(|speculated| speculated.outcome)
    }
}

impl Transaction<'_> {
    /// Sets a resource whose turn is next concurrently with other eligible resources, if there are any.
    pub(crate) fn set_batch(&mut self, walk: &mut OrderedTraversal, id: NodeId, index: ResourceIndex) {
        if self.options.parallel < 2 || self.batch.contains(index) || !self.can_be_set_early(id, index) {
            return;
        }
        let mut ids = vec![id];
        let room = WINDOW.saturating_sub(self.batch.0.len() + 1);
        ids.extend(std::iter::from_fn(|| walk.take()).take(room));
        ids[1..].iter().for_each(|id| walk.put_back(&self.prepared.graph, *id));
        let candidates: Vec<Candidate> = ids.into_iter().filter_map(|id| self.candidate(id)).collect();
        if candidates.len() < 2 {
            return;
        }
        let prepared = &self.prepared;
        let requests: Vec<SetRequest<'_>> = candidates
            .iter()
            .map(|candidate| {
                let resource = prepared.resource(candidate.index);
                SetRequest {
                    type_name: &resource.kind.schema.name,
                    provider: &resource.active_provider().name,
                    row: &resource.entry.row,
                    current: &candidate.state,
                    changed: &candidate.changed,
                }
            })
            .collect();
        let outcomes = self.providers.set_concurrently(self.options.parallel, &requests);
        self.store_outcomes(candidates, outcomes);
    }

    /// Returns a resource with its changes if it can be set now.
    fn candidate(&mut self, id: NodeId) -> Option<Candidate> {
        let GraphPoint::Resource(index) = self.prepared.graph.node(id) else { return None };
        if self.batch.contains(index) || !self.can_be_set_early(id, index) || self.generates_resources(index) {
            return None;
        }
        let resources = &self.prepared.resources;
        let resource = resources.resource(index);
        let state = self.prefetched.peek(resources, self.providers, resource)?;
        let changed = out_of_sync(resource, state);
        (!changed.is_empty()).then(|| Candidate { index, state: state.clone(), changed })
    }

    /// Returns whether a resource without pending dependencies can be set early, regardless of its state.
    fn can_be_set_early(&self, id: NodeId, index: ResourceIndex) -> bool {
        let resource @ ResourceView { entry, kind, .. } = self.prepared.resource(index);
        let node = GraphPoint::Resource(index);
        entry.fault.is_none()
            && entry.is_suitable
            && resource.provider().is_some_and(|provider| provider.reads_ahead)
            && kind.schema.has(TypeTrait::Parallel)
            && !self.is_noop(node)
            && self.is_included(node)
            && !self.failures.are_before(&self.prepared.graph, id)
    }

    /// Returns whether a resource generates others at its turn. Such a resource is not set early.
    fn generates_resources(&mut self, index: ResourceIndex) -> bool {
        let resource @ ResourceView { entry, kind, .. } = self.prepared.resource(index);
        let provider = resource.active_provider();
        if !kind.expands(provider, &entry.row) {
            return false;
        }
        let result = self.providers.expand(&kind.schema.name, &provider.name, &entry.row);
        // The provider logs the same messages again at the resource's turn.
        drop(self.providers.take_messages());
        !result.is_ok_and(|generated| generated.is_empty())
    }

    /// Stores the results until the turns of their resources and determines which resources were not independent.
    fn store_outcomes(&mut self, candidates: Vec<Candidate>, mut outcomes: Vec<SetOutcome>) {
        let rows: FxHashMap<u32, usize> = candidates.iter().map(|candidate| row_id(candidate.index)).zip(0..).collect();
        // For each candidate an earlier one of which it was not independent.
        let mut conflicts: Vec<Option<usize>> = vec![None; candidates.len()];
        for (position, outcome) in outcomes.iter_mut().enumerate() {
            match std::mem::take(&mut outcome.stale) {
                StaleStates::Nothing => {}
                StaleStates::Everything => {
                    let others = (0..candidates.len()).filter(|other| *other != position);
                    others.for_each(|other| conflicts[other.max(position)] = Some(other.min(position)));
                    self.prefetched.discard(&self.prepared, StaleStates::Everything);
                }
                StaleStates::Rows(stale) => {
                    let (of_batch, others): (Vec<u32>, Vec<u32>) =
                        stale.into_iter().partition(|row| rows.contains_key(row));
                    for other in of_batch.iter().map(|row| rows[row]).filter(|other| *other != position) {
                        conflicts[other.max(position)] = Some(other.min(position));
                    }
                    self.prefetched.discard(&self.prepared, StaleStates::Rows(others));
                }
            }
        }
        let indices: Vec<ResourceIndex> = candidates.iter().map(|candidate| candidate.index).collect();
        for (position, (candidate, outcome)) in candidates.into_iter().zip(outcomes).enumerate() {
            let Candidate { index, state, .. } = candidate;
            let before = conflicts[position].map(|first| {
                let catalog = &self.prepared.catalog;
                self.logger.write(Level::Warning, LogOrigin::Run, || {
                    issue::not_independent(catalog.get(indices[first]), catalog.get(index))
                });
                state.clone()
            });
            match &before {
                Some(_) => self.prefetched.discard(&self.prepared, StaleStates::Rows(vec![row_id(index)])),
                // All prefetched states may have been discarded.
                None => self.prefetched.insert(&self.prepared, index, state),
            }
            self.batch.0.insert(index, Speculated { before, outcome });
        }
    }

    /// Marks resources that were set early for another evaluation if they depend on an object that another resource
    /// wrote at its turn.
    pub(crate) fn invalidate(&mut self, writer: ResourceIndex, stale: &StaleStates) {
        if self.batch.is_empty() || *stale == StaleStates::Nothing {
            return;
        }
        let Prepared { catalog, resources, .. } = &self.prepared;
        let mut batch: Vec<(&ResourceIndex, &mut Speculated)> = self.batch.0.iter_mut().collect();
        batch.sort_by_key(|(index, _)| **index);
        for (index, speculated) in batch {
            let is_stale = match stale {
                StaleStates::Nothing => false,
                StaleStates::Everything => true,
                StaleStates::Rows(rows) => rows.contains(&row_id(*index)),
            };
            if !is_stale || speculated.before.is_some() {
                continue;
            }
            speculated.before = self.prefetched.peek(resources, self.providers, resources.resource(*index)).cloned();
            // The effects of a command are unknown; only reading the state again shows them.
            if *stale != StaleStates::Everything {
                self.logger.write(Level::Warning, LogOrigin::Run, || {
                    issue::not_independent(catalog.get(writer), catalog.get(*index))
                });
            }
        }
    }

    /// Returns the state before the change for a resource that was set early. If the resource was not independent and
    /// its current state is out of sync, returns the current state, and the resource is set again.
    pub(crate) fn state_before(&mut self, index: ResourceIndex, now: State) -> State {
        let Some(before) = self.batch.0.get_mut(&index).and_then(|speculated| speculated.before.take()) else {
            return now;
        };
        if out_of_sync(self.prepared.resource(index), &now).is_empty() {
            return before;
        }
        self.batch.0.remove(&index);
        now
    }
}
