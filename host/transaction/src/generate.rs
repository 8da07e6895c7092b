//! Owns resources that other resources ask for: beside them before the run, or within them at their turn. One whose provider cannot
//! say what it asks for, or asks for what cannot be, has failed; nothing of what it asked for is taken in then.

use catalog::graph::{OrderedTraversal, Relationship};
use catalog::schema::{Edge, EdgeSource};
use catalog::{ResourceIndex, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;

use crate::prepare::{self, AddedResource, CanonicalizeError};
use crate::prepared::ManagedResource;
use crate::provider::{Generated, Hooks, ProviderError, Row, StaleStates};
use crate::purge::PurgeError;
use crate::run_logger::LogOrigin;
use crate::status::Status;
use crate::transaction::Transaction;
use crate::{CatalogIssue, Event, EventStatus, Level, Noop};

/// Resources that were asked for may ask for more, so often.
const MAX_DEPTH: u32 = 100;

/// Why what a resource asked for cannot be taken in.
#[derive(Debug, Error)]
pub(crate) enum GenerateError {
    /// The provider failed.
    #[error(transparent)]
    Provider(#[from] ProviderError),
    /// What is there and not in the catalog cannot be purged.
    #[error(transparent)]
    Purge(PurgeError),
    /// There is no such type.
    #[error("Could not find type {0}")]
    UnknownType(String),
    /// A resource is not valid; printed without its place.
    #[error("{}", .0.message)]
    Issue(#[from] CatalogIssue),
    /// A resource names one that does not exist; the text is the whole sentence.
    #[error("{0}")]
    Missing(String),
    /// A resource has a metaparameter that it gets from the one that asked for it.
    #[error("{resource} can't have a '{metaparameter}' of its own")]
    Bound {
        /// The resource.
        resource: String,
        /// The metaparameter.
        metaparameter: String,
    },
    /// The type's code failed.
    #[error(transparent)]
    Canonicalize(#[from] CanonicalizeError),
    /// A resource has been applied, and is to get more attributes.
    #[error("{0} has been applied already")]
    Applied(String),
    /// Resources ask for others that ask for others, and so on.
    #[error("more than {MAX_DEPTH} resources ask for each other")]
    TooDeep,
}

/// What is known about resources that others asked for.
#[derive(Debug, Default)]
pub(crate) struct GeneratedResources {
    /// By resource: which one asked for it beside itself, and may still add to it.
    beside: FxHashMap<ResourceIndex, ResourceIndex>,
    /// How many asked for each other until this one was asked for.
    depths: FxHashMap<ResourceIndex, u32>,
    /// Resources that failed to say what they ask for.
    failed: FxHashMap<ResourceIndex, String>,
}

impl Transaction<'_> {
    /// Takes in what resources ask for beside themselves, before anything is applied.
    pub(crate) fn generate(&mut self) {
        let told = self.prepared.catalog.len();
        let mut asked: Vec<(ResourceIndex, ResourceIndex)> = vec![];
        let mut from = 0;
        while from < self.indices.len() {
            let parents = from..self.indices.len();
            from = parents.end;
            for (parent, generated) in self.ask(parents) {
                for adopted in self.adopt(parent, generated, false).unwrap_or_default() {
                    if adopted.known.is_none() {
                        self.asked.beside.insert(adopted.index, parent);
                        asked.push((parent, adopted.index));
                    }
                }
            }
        }
        if !asked.is_empty() {
            prepare::relate_again(&mut self.prepared, self.providers, &mut self.scribe, &asked, told);
        }
    }

    /// Takes in what a resource asks for within itself, at its turn.
    pub(crate) fn expand(&mut self, walk: &mut OrderedTraversal, index: ResourceIndex) {
        let prepared = &self.prepared;
        let Some(entry) = &prepared.entries[index.to_usize()] else { return };
        let group = &prepared.groups[entry.group];
        let kind = &prepared.kinds[group.kind];
        let Some(provider) = group.provider.map(|provider| &kind.providers[provider]) else { return };
        if !kind.expands(provider, &entry.row) || entry.fault.is_some() {
            return;
        }
        let place = entry.group;
        let answer = self.providers.expand(&kind.schema.name, &provider.name, &entry.row);
        self.pass_on(place);
        match answer {
            Ok(generated) if generated.is_empty() => {}
            Ok(generated) => {
                let Some(adopted) = self.adopt(index, generated, true) else { return };
                if let Err(reason) = self.complete(walk, index, &adopted) {
                    return self.refuse(index, true, reason);
                }
                self.contain(walk, index, adopted);
            }
            Err(fault) => self.refuse(index, true, fault.into()),
        }
    }

    /// Ends the turn of a resource that failed to say what it asks for. Tells whether it is one.
    pub(crate) fn has_failed_to_ask(&mut self, index: ResourceIndex, status: &mut Status) -> bool {
        let Some(reason) = self.asked.failed.remove(&index) else { return false };
        self.record(status, Event::whole("resource_error", reason, EventStatus::Failure, self.scribe.now()));
        true
    }

    /// Asks the resources in these places what they want beside themselves, provider by provider; the answers are in the order of
    /// the catalog.
    fn ask(&mut self, places: std::ops::Range<usize>) -> Vec<(ResourceIndex, Vec<Generated>)> {
        let mut answers: Vec<(ResourceIndex, Vec<Generated>)> = vec![];
        for group in 0..self.prepared.groups.len() {
            let may_purge = self.prepared.kinds[self.prepared.groups[group].kind].may_purge();
            if !may_purge && !self.hooks(group).is_some_and(|hooks| hooks.generate) {
                continue;
            }
            let indices = &self.indices[places.clone()];
            let entries = &self.prepared.entries;
            let is_member = |index: &&ResourceIndex| {
                let entry = entries[index.to_usize()].as_ref();
                entry.is_some_and(|entry| entry.group == group && entry.is_suitable && entry.fault.is_none())
            };
            let members: Vec<ResourceIndex> = indices.iter().filter(is_member).copied().collect();
            let group_answers = if may_purge { self.purge(group, &members) } else { self.ask_group(group, &members) };
            for (index, answer) in group_answers {
                match answer {
                    Ok(generated) => answers.push((index, generated)),
                    Err(reason) => self.refuse(index, false, reason),
                }
            }
        }
        answers.retain(|(_, generated)| !generated.is_empty());
        answers.sort_by_key(|(index, _)| *index);
        answers
    }

    /// Asks resources of one provider all at once, or if that fails one by one, so that only those fail that must.
    fn ask_group(
        &mut self,
        group: usize,
        members: &[ResourceIndex],
    ) -> Vec<(ResourceIndex, Result<Vec<Generated>, GenerateError>)> {
        if members.is_empty() {
            return vec![];
        }
        match self.ask_at_once(group, members) {
            Ok(generated) => {
                let mut shares: FxHashMap<u32, Vec<Generated>> = FxHashMap::default();
                for one in generated {
                    shares.entry(one.parent).or_default().push(one);
                }
                let share = |index: &ResourceIndex| {
                    let row = self.prepared.entries[index.to_usize()].as_ref().map(|entry| entry.row.id);
                    (*index, Ok(row.and_then(|row| shares.remove(&row)).unwrap_or_default()))
                };
                members.iter().map(share).collect()
            }
            Err(fault) => match members {
                [only] => vec![(*only, Err(fault.into()))],
                several => several.iter().flat_map(|one| self.ask_group(group, &[*one])).collect(),
            },
        }
    }

    fn ask_at_once(&mut self, group: usize, members: &[ResourceIndex]) -> Result<Vec<Generated>, ProviderError> {
        let prepared = &self.prepared;
        let kind = &prepared.kinds[prepared.groups[group].kind];
        let Some(provider) = prepared.groups[group].provider.map(|provider| &kind.providers[provider]) else {
            return Ok(vec![]);
        };
        let entries = members.iter().filter_map(|index| prepared.entries[index.to_usize()].as_ref());
        let rows: Vec<&Row> = entries.map(|entry| &entry.row).collect();
        let answer = self.providers.generate(&kind.schema.name, &provider.name, &rows);
        self.pass_on(group);
        answer
    }

    fn hooks(&self, group: usize) -> Option<Hooks> {
        let group = &self.prepared.groups[group];
        let provider = &self.prepared.kinds[group.kind].providers[group.provider?];
        provider.unsuitable.is_none().then_some(provider.hooks)
    }

    /// Takes resources in; nothing if that failed, which is told.
    fn adopt(
        &mut self,
        parent: ResourceIndex,
        generated: Vec<Generated>,
        is_within: bool,
    ) -> Option<Vec<AddedResource>> {
        let depth = self.asked.depths.get(&parent).map_or(1, |depth| depth + 1);
        let adopted = if depth > MAX_DEPTH {
            Err(GenerateError::TooDeep)
        } else {
            prepare::adopt(&mut self.prepared, self.providers, &mut self.scribe, parent, generated, is_within)
        };
        match adopted {
            Ok(adopted) => {
                for new in adopted.iter().filter(|adopted| adopted.known.is_none()) {
                    self.asked.depths.insert(new.index, depth);
                    self.take_in(new.index);
                }
                prepare::show(&self.prepared, self.providers, adopted.iter().map(|adopted| adopted.index));
                Some(adopted)
            }
            Err(reason) => {
                self.refuse(parent, is_within, reason);
                None
            }
        }
    }

    /// Lets everyone know of a new resource.
    fn take_in(&mut self, index: ResourceIndex) {
        self.indices.push(index);
        self.statuses.push(None);
        self.total += 1;
        let entry = self.prepared.entries[index.to_usize()].as_ref();
        if let Some(entry) = entry.filter(|entry| self.options.noop == Noop::On && entry.noop == Some(false)) {
            self.providers.allow_write_in_noop(entry.row.id);
        }
    }

    /// Adds what is missing to resources that this one announced before the run.
    fn complete(
        &mut self,
        walk: &OrderedTraversal,
        parent: ResourceIndex,
        adopted: &[AddedResource],
    ) -> Result<(), GenerateError> {
        for AddedResource { index, known } in adopted {
            let Some(parameters) = known.as_ref().filter(|known| !known.is_empty()) else { continue };
            if self.asked.beside.get(index) != Some(&parent) {
                continue;
            }
            let label = self.prepared.catalog.label(*index);
            if walk.is_finished(self.prepared.graph.begin(*index)) {
                return Err(GenerateError::Applied(label));
            }
            prepare::complete(&mut self.prepared, self.providers, *index, parameters.clone())?;
            prepare::show(&self.prepared, self.providers, std::iter::once(*index));
            let row = self.prepared.entries[index.to_usize()].as_ref().map(|entry| entry.row.id);
            self.reader.forget(&self.prepared, StaleStates::Rows(row.into_iter().collect()));
        }
        Ok(())
    }

    /// Puts resources into the one that asked for them, ordered by those of their automatic relations that are among them.
    fn contain(&mut self, walk: &mut OrderedTraversal, parent: ResourceIndex, adopted: Vec<AddedResource>) {
        let content: Vec<ResourceIndex> =
            adopted.iter().map(|adopted| adopted.index).filter(|index| *index != parent).collect();
        let members: FxHashSet<ResourceIndex> = content.iter().copied().collect();
        let new = adopted.into_iter().filter(|adopted| adopted.known.is_none());
        let relations: Vec<Relationship> = new.flat_map(|new| self.relations(new.index, &members)).collect();
        self.prepared.graph.expand(walk, parent, &content, &relations);
    }

    fn relations(&self, index: ResourceIndex, members: &FxHashSet<ResourceIndex>) -> Vec<Relationship> {
        let prepared = &self.prepared;
        let Some(entry) = &prepared.entries[index.to_usize()] else { return vec![] };
        let kind = &prepared.kinds[prepared.groups[entry.group].kind];
        let mut found = vec![];
        let mut add = |edge: Edge, type_name: &str, title: &str| {
            let other = prepared.catalog.lookup(type_name, title).filter(|other| members.contains(other));
            let Some(other) = other.filter(|other| *other != index) else { return false };
            let (source, target) = match edge {
                Edge::Require | Edge::Subscribe => (other, index),
                Edge::Before | Edge::Notify => (index, other),
            };
            let notifies = matches!(edge, Edge::Notify | Edge::Subscribe);
            found.push(Relationship { source, target, notifies, is_automatic: true });
            true
        };
        for (edge, type_name, source) in &kind.edges {
            match source {
                EdgeSource::Title(title) => {
                    add(*edge, type_name, title);
                }
                EdgeSource::Attribute(column) => {
                    for title in texts(entry, *column) {
                        add(*edge, type_name, title);
                    }
                }
                EdgeSource::Ancestor(column) => {
                    for path in texts(entry, *column) {
                        let _ = catalog::graph::ancestors(path).find(|ancestor| add(*edge, type_name, ancestor));
                    }
                }
            }
        }
        found
    }

    /// Tells that a resource failed to say what it asks for, in Puppet's words.
    fn refuse(&mut self, index: ResourceIndex, is_within: bool, reason: GenerateError) {
        let call = if is_within { "eval_generate" } else { "generate" };
        let message = format!("Failed to generate additional resources using '{call}': {reason}");
        self.scribe.write(Level::Err, LogOrigin::Resource(&self.prepared.catalog, index), || message.clone());
        self.asked.failed.insert(index, message);
    }
}

fn texts(entry: &ManagedResource, column: u16) -> impl Iterator<Item = &str> {
    entry.row.value(column).map(Value::elements).unwrap_or_default().iter().filter_map(Value::as_str)
}
