//! Access log: records which rows depend on a path, a directory listing, users and groups, or a command that may
//! have read anything. A write yields the rows whose states may be outdated.

use std::collections::hash_map::Entry;
use std::hash::{Hash as _, Hasher as _};

use rustc_hash::{FxHashMap, FxHasher};
use transaction::provider::{StaleStates, UnorderedAccess};

use crate::paths::{PathTarget, hash_of};

/// Reader of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AccessReader {
    /// One row.
    Row(u32),
    /// All rows of a call, by the number of the batch.
    Batch(u32),
}

/// Effect of a write on a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WriteKind {
    /// The object at the path was changed; entries of a directory are unchanged.
    Content,
    /// An object was created at a path that did not exist.
    Created,
    /// The previous file or directory is gone or replaced.
    Replaced,
    /// A symbolic link was removed or replaced: objects read through it are recorded under other names.
    ReplacedLink,
}

/// An access recorded by a worker, to be added to the log of the run.
#[derive(Debug)]
pub(crate) enum AccessEvent {
    Read(PathTarget, AccessReader),
    Listed(Vec<u8>, AccessReader),
    Used(PathTarget, u32),
    UsedList(Vec<u8>, u32),
    Identified(AccessReader),
    Queried(AccessReader),
    Wrote(PathTarget, WriteKind),
    Overlapped(PathTarget, WriteKind),
    WroteAnything,
}

impl AccessEvent {
    /// Returns the reader of an event that is a read.
    fn reader(&self) -> Option<AccessReader> {
        match self {
            Self::Read(_, reader) | Self::Listed(_, reader) | Self::Identified(reader) | Self::Queried(reader) => {
                Some(*reader)
            }
            Self::Used(..) | Self::UsedList(..) | Self::Wrote(..) | Self::Overlapped(..) | Self::WroteAnything => None,
        }
    }
}

/// Maximum number of distinct paths, since a component can request any number of names.
const MAX_PLACES: usize = 1 << 20;

/// Accesses by reader, and the states outdated by writes.
///
/// Paths are identified by a hash of resolved parent and name. A collision causes an unnecessary read but never a
/// missed one.
#[derive(Debug, Default)]
pub(crate) struct AccessLog {
    sealed: bool,
    checks_order: bool,
    batches: Vec<Box<[u32]>>,
    places: FxHashMap<u64, Readers>,
    directories: FxHashMap<u64, DirectoryReaders>,
    identity: Vec<AccessReader>,
    opaque: Vec<AccessReader>,
    stale: Vec<u32>,
    everything: bool,
    /// Rows that used a path of another resource, by hash of the path.
    used: FxHashMap<u64, Vec<u32>>,
    /// Rows that used a listing of another resource's directory, by hash of the path.
    used_lists: FxHashMap<u64, Vec<u32>>,
    overlaps: Vec<UnorderedAccess>,
    /// In a worker: all events, to be added to the log of the run.
    events: Option<Vec<AccessEvent>>,
}

/// Readers of a path; nearly always a single one.
#[derive(Debug)]
enum Readers {
    One(AccessReader),
    Several(Vec<AccessReader>),
}

#[derive(Debug)]
struct DirectoryReaders {
    real: Box<[u8]>,
    /// Readers of names in the directory.
    names: Vec<AccessReader>,
    /// Readers of the directory listing.
    listing: Vec<AccessReader>,
}

impl AccessLog {
    /// Starts a run. A sealed run writes nothing, so nothing is recorded. Accesses are recorded for the ordering
    /// check only if it is enabled.
    pub(crate) fn begin(&mut self, sealed: bool, ordering_check: bool) {
        *self = Self { sealed, checks_order: !sealed && ordering_check, ..Self::default() };
    }

    /// Starts the run of a worker: events are collected for the log of the run instead of being evaluated.
    pub(crate) fn begin_worker(&mut self, sealed: bool, ordering_check: bool) {
        *self = Self { sealed, checks_order: ordering_check, events: Some(Vec::new()), ..Self::default() };
    }

    /// Returns the events since the last call.
    pub(crate) fn take_events(&mut self) -> Vec<AccessEvent> {
        self.events.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Adds the events of a call of a worker for some rows.
    pub(crate) fn enter(&mut self, events: Vec<AccessEvent>, rows: impl Iterator<Item = u32>) {
        let is_of_batch = |event: &AccessEvent| matches!(event.reader(), Some(AccessReader::Batch(_)));
        let batch = events.iter().any(is_of_batch).then(|| self.batch(rows));
        let here = |reader| match reader {
            AccessReader::Batch(_) => batch.unwrap_or(reader),
            AccessReader::Row(_) => reader,
        };
        for event in events {
            match event {
                AccessEvent::Read(target, reader) => self.read(&target, here(reader)),
                AccessEvent::Listed(real, reader) => self.listed(&real, here(reader)),
                AccessEvent::Used(target, row) => self.used(&target, row),
                AccessEvent::UsedList(real, row) => self.used_list(&real, row),
                AccessEvent::Identified(reader) => self.identified(here(reader)),
                AccessEvent::Queried(reader) => self.queried(here(reader)),
                AccessEvent::Wrote(target, change) => self.wrote(&target, change),
                AccessEvent::Overlapped(target, change) => self.overlapped(&target, change),
                AccessEvent::WroteAnything => self.wrote_anything(),
            }
        }
    }

    /// Collects an event if this is the log of a worker. Returns whether it was collected.
    fn collect(&mut self, event: impl FnOnce() -> AccessEvent) -> bool {
        let Some(events) = &mut self.events else { return false };
        events.push(event());
        true
    }

    /// Returns whether the ordering check is enabled.
    pub(crate) fn checks_order(&self) -> bool {
        self.checks_order
    }

    /// Returns a reader for all rows of a call.
    pub(crate) fn batch(&mut self, rows: impl Iterator<Item = u32>) -> AccessReader {
        if self.events.is_some() {
            // The log of the run numbers the batch when the events are added.
            return AccessReader::Batch(0);
        }
        let number = u32::try_from(self.batches.len()).unwrap_or(u32::MAX);
        self.batches.push(if self.sealed { Box::default() } else { rows.collect() });
        AccessReader::Batch(number)
    }

    /// Records that a row depends on the object at a path.
    pub(crate) fn read(&mut self, target: &PathTarget, reader: AccessReader) {
        if self.sealed || self.collect(|| AccessEvent::Read(target.clone(), reader)) {
            return;
        }
        if self.places.len() >= MAX_PLACES {
            // After that many reads, every write counts as relevant.
            return push(&mut self.opaque, reader);
        }
        match self.places.entry(key(target)) {
            // A row accesses the same path twice: metadata, then content.
            Entry::Occupied(known) if known.get().ends_with(reader) => return,
            Entry::Occupied(mut known) => known.get_mut().push(reader),
            Entry::Vacant(free) => {
                free.insert(Readers::One(reader));
            }
        }
        push(&mut self.directory(target.directory.hash(), target.directory.real()).names, reader);
    }

    /// Records that a row depends on the names in a directory.
    pub(crate) fn listed(&mut self, real: &[u8], reader: AccessReader) {
        if self.sealed || self.collect(|| AccessEvent::Listed(real.to_vec(), reader)) {
            return;
        }
        if self.directories.len() >= MAX_PLACES {
            return push(&mut self.opaque, reader);
        }
        push(&mut self.directory(hash_of(real), real).listing, reader);
    }

    /// Records that a row depends on a path that is not its own, so the row should be applied after resources that
    /// write the path.
    pub(crate) fn used(&mut self, target: &PathTarget, row: u32) {
        if self.collect(|| AccessEvent::Used(target.clone(), row)) {
            return;
        }
        if self.checks_order && self.used.len() < MAX_PLACES {
            use_once(self.used.entry(key(target)).or_default(), row);
        }
    }

    /// Records that a row depends on the names in a directory that is not its own, like [`AccessLog::used`].
    pub(crate) fn used_list(&mut self, real: &[u8], row: u32) {
        if self.collect(|| AccessEvent::UsedList(real.to_vec(), row)) {
            return;
        }
        if self.checks_order && self.used_lists.len() < MAX_PLACES {
            use_once(self.used_lists.entry(hash_of(real)).or_default(), row);
        }
    }

    /// Records that the object at a path differs from what earlier readers saw.
    pub(crate) fn overlapped(&mut self, target: &PathTarget, change: WriteKind) {
        if self.collect(|| AccessEvent::Overlapped(target.clone(), change)) {
            return;
        }
        let mut rows = self.used.get(&key(target)).cloned().unwrap_or_default();
        if change != WriteKind::Content
            && let Some(listed) = self.used_lists.get(&target.directory.hash())
        {
            rows.extend_from_slice(listed);
        }
        if rows.is_empty() {
            return;
        }
        let path = String::from_utf8_lossy(&target.real()).into_owned();
        self.overlaps.extend(rows.into_iter().map(|row| UnorderedAccess { row, path: path.clone() }));
    }

    /// Returns the unordered accesses since the last call.
    pub(crate) fn take_overlaps(&mut self) -> Vec<UnorderedAccess> {
        std::mem::take(&mut self.overlaps)
    }

    /// Records that a row depends on users or groups.
    pub(crate) fn identified(&mut self, reader: AccessReader) {
        if !self.sealed && !self.collect(|| AccessEvent::Identified(reader)) {
            push(&mut self.identity, reader);
        }
    }

    /// Records that a row depends on a command, which may have read anything.
    pub(crate) fn queried(&mut self, reader: AccessReader) {
        if !self.sealed && !self.collect(|| AccessEvent::Queried(reader)) {
            push(&mut self.opaque, reader);
        }
    }

    /// Records that a path was changed.
    pub(crate) fn wrote(&mut self, target: &PathTarget, change: WriteKind) {
        if self.collect(|| AccessEvent::Wrote(target.clone(), change)) {
            return;
        }
        let mut readers = Vec::new();
        match self.places.get(&key(target)) {
            Some(Readers::One(reader)) => readers.push(*reader),
            Some(Readers::Several(several)) => readers.extend_from_slice(several),
            None => {}
        }
        readers.extend_from_slice(&self.opaque);
        if change != WriteKind::Content
            && let Some(directory) = self.directories.get(&target.directory.hash())
        {
            readers.extend_from_slice(&directory.listing);
        }
        let real = target.real();
        if is_identity(&real) {
            readers.extend_from_slice(&self.identity);
        }
        match change {
            WriteKind::Content | WriteKind::Created => {}
            WriteKind::Replaced => self.readers_below(&real, &mut readers),
            WriteKind::ReplacedLink => self.everything = true,
        }
        for reader in readers {
            match reader {
                AccessReader::Row(row) => self.stale.push(row),
                AccessReader::Batch(number) => {
                    self.stale.extend(self.batches.get(number as usize).into_iter().flatten().copied());
                }
            }
        }
    }

    /// Records that a command was run that may have changed anything.
    pub(crate) fn wrote_anything(&mut self) {
        if self.collect(|| AccessEvent::WroteAnything) {
            return;
        }
        self.everything = true;
    }

    /// Returns the rows whose states may have become outdated since the last call.
    pub(crate) fn take_stale(&mut self) -> StaleStates {
        if std::mem::take(&mut self.everything) {
            self.stale.clear();
            return StaleStates::Everything;
        }
        if self.stale.is_empty() {
            return StaleStates::Nothing;
        }
        let mut rows = std::mem::take(&mut self.stale);
        rows.sort_unstable();
        rows.dedup();
        StaleStates::Rows(rows)
    }

    fn directory(&mut self, hash: u64, real: &[u8]) -> &mut DirectoryReaders {
        self.directories.entry(hash).or_insert_with(|| DirectoryReaders {
            real: real.into(),
            names: Vec::new(),
            listing: Vec::new(),
        })
    }

    fn readers_below(&self, real: &[u8], readers: &mut Vec<AccessReader>) {
        #[expect(clippy::iter_over_hash_type, reason = "the rows are sorted when they are taken")]
        for directory in self.directories.values() {
            if directory.real.strip_prefix(real).is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/")) {
                readers.extend_from_slice(&directory.names);
                readers.extend_from_slice(&directory.listing);
            }
        }
    }
}

impl Readers {
    fn ends_with(&self, reader: AccessReader) -> bool {
        match self {
            Self::One(only) => *only == reader,
            Self::Several(several) => several.last() == Some(&reader),
        }
    }

    fn push(&mut self, reader: AccessReader) {
        match self {
            Self::One(first) => *self = Self::Several(vec![*first, reader]),
            Self::Several(several) => push(several, reader),
        }
    }
}

/// Returns whether a file determines the users and groups.
pub(crate) fn is_identity(real: &[u8]) -> bool {
    matches!(real, b"/etc/passwd" | b"/etc/group" | b"/etc/nsswitch.conf")
}

fn key(target: &PathTarget) -> u64 {
    let mut hasher = FxHasher::default();
    target.directory.hash().hash(&mut hasher);
    target.name.hash(&mut hasher);
    hasher.finish()
}

fn use_once(rows: &mut Vec<u32>, row: u32) {
    if rows.last() != Some(&row) {
        rows.push(row);
    }
}

fn push(readers: &mut Vec<AccessReader>, reader: AccessReader) {
    if readers.last() != Some(&reader) {
        readers.push(reader);
    }
}

#[cfg(test)]
mod tests;
