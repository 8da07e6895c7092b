//! The run: walks the graph, evaluates each resource, records its result, and continues after failures.

use std::sync::atomic::Ordering;

use catalog::ResourceIndex;
use catalog::graph::{Cycle, GraphPoint, NodeId, OrderedTraversal};
use rustc_hash::FxHashMap;

use crate::bucket::FileBucket;
use crate::failures::Failures;
use crate::generate::GeneratedResources;
use crate::issue;
use crate::messages;
use crate::ordering::MissingDependency;
use crate::parallel::ParallelBatch;
use crate::prefetch::PrefetchedStates;
use crate::prepared::{ManagedResource, Prepared};
use crate::provider::{ComponentMessage, Providers, RunContext};
use crate::refresh::PendingRefreshes;
use crate::run_logger::{LogOrigin, RunLogger};
use crate::schedule::Schedule;
use crate::skip::is_selected;
use crate::status::Status;
use crate::{ApplyOptions, Clock, Event, EventStatus, Level, Noop, Observer, Report};

/// A run in progress.
pub(crate) struct Transaction<'a> {
    pub(crate) prepared: Prepared,
    pub(crate) providers: &'a mut dyn Providers,
    pub(crate) options: &'a ApplyOptions,
    pub(crate) scribe: RunLogger<'a>,
    pub(crate) reader: PrefetchedStates,
    pub(crate) refreshes: PendingRefreshes,
    pub(crate) failures: Failures,
    pub(crate) indices: Vec<ResourceIndex>,
    pub(crate) forgotten: Vec<MissingDependency>,
    pub(crate) asked: GeneratedResources,
    pub(crate) ahead: ParallelBatch,
    /// The schedules of the catalog, by name.
    pub(crate) schedules: FxHashMap<String, Schedule>,
    pub(crate) statuses: Vec<Option<Status>>,
    /// Types without a suitable provider.
    providerless: Vec<String>,
    done: usize,
    pub(crate) total: usize,
    /// Number of nodes evaluated so far, including containers.
    turns: usize,
}

/// Result of a walk.
enum Ending {
    Complete,
    /// The number of resources not evaluated.
    Interrupted(usize),
    /// Nothing was applied, for this reason.
    Refused(String),
}

impl<'a> Transaction<'a> {
    pub(crate) fn new(
        prepared: Prepared,
        providers: &'a mut dyn Providers,
        options: &'a ApplyOptions,
        observer: &'a mut dyn Observer,
        clock: &'a dyn Clock,
    ) -> Self {
        Self {
            indices: prepared.catalog.iter().map(|(index, _)| index).collect(),
            statuses: std::iter::repeat_with(|| None).take(prepared.catalog.len()).collect(),
            total: prepared.entries.iter().flatten().filter(|entry| prepared.is_work(entry)).count(),
            prepared,
            providers,
            options,
            scribe: RunLogger::new(observer, clock),
            reader: PrefetchedStates::default(),
            refreshes: PendingRefreshes::default(),
            failures: Failures::default(),
            forgotten: vec![],
            asked: GeneratedResources::default(),
            ahead: ParallelBatch::default(),
            schedules: FxHashMap::default(),
            providerless: vec![],
            done: 0,
            turns: 0,
        }
    }

    /// Applies the catalog.
    pub(crate) fn run(mut self) -> Report {
        self.begin();
        self.generate();
        let ending = match self.refusal() {
            Some(reason) => Ending::Refused(reason),
            None => self.walk(),
        };
        for type_name in std::mem::take(&mut self.providerless) {
            let reason =
                self.providers.unsupported_reason(&type_name).map(|reason| format!(": {reason}")).unwrap_or_default();
            let message = || format!("Could not find a suitable provider for {type_name}{reason}");
            self.scribe.write(Level::Err, LogOrigin::Run, message);
        }
        self.tell_forgotten();
        self.forget_others();
        let (duration, time) = (self.scribe.elapsed(), self.scribe.began());
        Report {
            catalog: self.prepared.catalog,
            time,
            duration,
            noop: self.options.noop != Noop::Off,
            transaction_completed: !matches!(ending, Ending::Refused(_)),
            canceled: if let Ending::Interrupted(canceled) = ending { canceled } else { 0 },
            error: match ending {
                Ending::Refused(reason) => Some(reason),
                Ending::Complete | Ending::Interrupted(_) => None,
            },
            logs: self.scribe.into_logs(),
            statuses: self.statuses.into_iter().flatten().collect(),
            memory: self.prepared.memory,
            forgotten: self.forgotten,
        }
    }

    /// Passes the context of the run to the providers.
    fn begin(&mut self) {
        let enforced = match self.options.noop {
            Noop::On => {
                self.prepared.entries.iter().flatten().filter(|e| e.noop == Some(false)).map(|e| e.row.id).collect()
            }
            Noop::Off | Noop::Strict => vec![],
        };
        let Prepared { kinds, groups, entries, .. } = &self.prepared;
        let bucket = |entry: &ManagedResource| FileBucket::read(&kinds[groups[entry.group].kind], &entry.row)?.ok();
        let buckets = entries.iter().flatten().filter_map(bucket).collect();
        let ApplyOptions { show_diff, ordering_check, .. } = *self.options;
        let noop = self.options.noop != Noop::Off;
        self.providers.begin(&RunContext { noop, enforced, show_diff, ordering_check, buckets });
    }

    /// Returns the reason why nothing can be applied, if any.
    fn refusal(&mut self) -> Option<String> {
        if let Some(reason) = self.precheck() {
            return Some(reason);
        }
        if let Some(name) = self.read_schedules() {
            return Some(issue::unknown_schedule(&name));
        }
        let now = self.scribe.now();
        if self.prepared.memory.iter().any(|(_, known)| known.checked.is_some_and(|time| time > now)) {
            self.scribe.write(Level::Warning, LogOrigin::Run, || issue::CLOCK_WENT_BACK.to_owned());
        }
        let version = &self.prepared.catalog.version;
        if !version.is_empty() {
            self.scribe.write(Level::Info, LogOrigin::Run, || format!("Applying configuration version '{version}'"));
        }
        if self.prepared.cycles().is_empty() {
            return None;
        }
        let message = Cycle::report(self.prepared.cycles(), self.options.cycle_graph.as_deref());
        self.scribe.write(Level::Err, LogOrigin::Run, || message);
        let mut members: Vec<ResourceIndex> =
            self.prepared.cycles().iter().flat_map(|cycle| cycle.members.iter().copied()).collect();
        members.sort();
        members.dedup();
        for member in members {
            let mut status = Status::new(member, self.scribe.elapsed());
            let message = "resource is part of a dependency cycle".to_owned();
            self.record(&mut status, Event::whole("resource_error", message, EventStatus::Failure, self.scribe.now()));
            self.statuses[member.to_usize()] = Some(status);
        }
        Some("One or more resource dependency cycles detected in graph".to_owned())
    }

    /// Reads the schedules. Returns the name of a referenced schedule that does not exist. Puppet detects this only
    /// during the run.
    fn read_schedules(&mut self) -> Option<String> {
        let Prepared { catalog, kinds, groups, entries, .. } = &self.prepared;
        for (index, resource) in catalog.iter() {
            let Some(entry) = &entries[index.to_usize()] else { continue };
            if let Some(Ok(schedule)) = Schedule::read(&kinds[groups[entry.group].kind], &entry.row) {
                self.schedules.insert(resource.reference.title.to_string(), schedule);
            }
        }
        if self.options.ignores_schedules {
            return None;
        }
        let mut used = entries.iter().flatten().filter_map(ManagedResource::schedule);
        used.find(|name| !self.schedules.contains_key(*name)).map(str::to_owned)
    }

    fn walk(&mut self) -> Ending {
        self.select();
        let mut walk = self.prepared.graph.walk();
        let mut deferred: Vec<NodeId> = vec![];
        let mut has_progressed = false;
        loop {
            while let Some(id) = walk.take() {
                if self.is_interrupted() {
                    walk.put_back(&self.prepared.graph, id);
                    self.tell_ahead(&mut walk);
                    deferred.into_iter().for_each(|id| walk.put_back(&self.prepared.graph, id));
                    return Ending::Interrupted(self.cancel(walk));
                }
                let node = self.prepared.graph.node(id);
                if self.is_suitable(node) {
                    has_progressed = true;
                    if let GraphPoint::Resource(index) = node {
                        self.expand(&mut walk, index);
                        self.set_ahead(&mut walk, id, index);
                    }
                    self.evaluate_traced(id, node);
                    walk.finish(&self.prepared.graph, id);
                } else {
                    // Another resource may install the program that the provider needs.
                    deferred.push(id);
                }
            }
            if deferred.is_empty() {
                return Ending::Complete;
            }
            for id in deferred.drain(..) {
                if has_progressed {
                    walk.put_back(&self.prepared.graph, id);
                } else {
                    self.give_up(id);
                    walk.finish(&self.prepared.graph, id);
                }
            }
            has_progressed = false;
        }
    }

    /// Evaluates the resources that were set ahead of their turn. None of them has pending dependencies.
    fn tell_ahead(&mut self, walk: &mut OrderedTraversal) {
        if self.ahead.is_empty() {
            return;
        }
        let ready: Vec<NodeId> = std::iter::from_fn(|| walk.take()).collect();
        for id in ready {
            match self.prepared.graph.node(id) {
                node @ GraphPoint::Resource(index) if self.ahead.has(index) => {
                    self.evaluate_traced(id, node);
                    walk.finish(&self.prepared.graph, id);
                }
                _ => walk.put_back(&self.prepared.graph, id),
            }
        }
    }

    /// Excludes resources from reading ahead if they will be skipped because of their tags.
    fn select(&mut self) {
        let (tags, skip_tags) = (&self.options.tags, &self.options.skip_tags);
        if tags.is_empty() && skip_tags.is_empty() {
            return;
        }
        let Prepared { catalog, groups, entries, .. } = &mut self.prepared;
        for group in groups {
            group.sequence.retain(|index| is_selected(catalog.get(*index), tags, skip_tags));
            for (place, index) in group.sequence.iter().enumerate() {
                if let Some(entry) = &mut entries[index.to_usize()] {
                    entry.place = place;
                }
            }
        }
    }

    pub(crate) fn has_had_its_turn(&self, resource: ResourceIndex) -> bool {
        self.statuses.get(resource.to_usize()).is_some_and(Option::is_some)
    }

    fn is_interrupted(&self) -> bool {
        self.options.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Evaluates a node and logs this if enabled.
    fn evaluate_traced(&mut self, id: NodeId, node: GraphPoint) {
        if !self.options.evaltrace {
            return self.evaluate(id, node);
        }
        self.turns += 1;
        let (turn, total) = (self.turns, self.prepared.graph.len());
        self.scribe.write(Level::Info, self.prepared.origin(node), || {
            format!("Starting to evaluate the resource ({turn} of {total})")
        });
        let start = self.scribe.elapsed();
        self.evaluate(id, node);
        let seconds = self.scribe.elapsed().saturating_sub(start).as_secs_f64();
        self.scribe.write(Level::Info, self.prepared.origin(node), || format!("Evaluated in {seconds:.2} seconds"));
    }

    /// Evaluates a node.
    fn evaluate(&mut self, id: NodeId, node: GraphPoint) {
        let GraphPoint::Resource(index) = node else {
            if self.is_skipped(id, node) {
                self.drop_refreshes(id, node);
            } else {
                self.deliver_refreshes(id, node, None);
            }
            return;
        };
        let mut status = Status::new(index, self.scribe.elapsed());
        let entry = self.prepared.entries[index.to_usize()].as_ref();
        if entry.is_some_and(|entry| self.prepared.is_work(entry)) {
            self.scribe.observer().progress(self.done, self.total, &self.prepared.catalog.get(index).reference);
            self.done += 1;
        }
        if self.is_skipped(id, node) {
            status.skipped = true;
            self.drop_refreshes(id, node);
        } else {
            let is_fresh = !self.has_failed_to_ask(index, &mut status) && self.manage(index, &mut status);
            if !status.failed && !status.events.is_empty() {
                let events = std::mem::take(&mut status.events);
                self.send_events(id, node, &events);
                status.events = events;
                if is_fresh {
                    self.make_fresh(id, node);
                }
            }
            self.note_synced(index, &status);
            self.deliver_refreshes(id, node, Some(&mut status));
            status.evaluation_time = Some(self.scribe.elapsed().saturating_sub(status.started));
        }
        self.keep(id, index, status);
    }

    fn keep(&mut self, id: NodeId, index: ResourceIndex, status: Status) {
        if status.failed || status.failed_to_restart {
            self.failures.add(id, index);
        }
        self.statuses[index.to_usize()] = Some(status);
    }

    /// Fails a resource without a suitable provider.
    fn give_up(&mut self, id: NodeId) {
        let node = self.prepared.graph.node(id);
        let index = node.resource();
        let mut status = Status::new(index, self.scribe.elapsed());
        // Puppet checks only the tags here and does not count the resource as skipped.
        if !is_selected(self.prepared.catalog.get(index), &self.options.tags, &[]) {
            return self.keep(id, index, status);
        }
        let entry = self.prepared.entries[index.to_usize()].as_ref();
        match entry.and_then(|entry| self.prepared.provider_of(entry)) {
            Some(provider) => self.scribe.write(Level::Err, self.prepared.origin(node), || {
                format!("Provider {provider} is not functional on this host")
            }),
            None => {
                let type_name = self.prepared.catalog.get(index).reference.type_name.to_lowercase();
                if !self.providerless.contains(&type_name) {
                    self.providerless.push(type_name);
                }
            }
        }
        status.failed = true;
        self.keep(id, index, status);
    }

    /// Skips all remaining resources and returns their number.
    fn cancel(&mut self, mut walk: OrderedTraversal) -> usize {
        let mut canceled = 0;
        while let Some(id) = walk.take() {
            if let GraphPoint::Resource(index) = self.prepared.graph.node(id) {
                let mut status = Status::new(index, self.scribe.elapsed());
                status.skipped = true;
                let entry = self.prepared.entries[index.to_usize()].as_ref();
                canceled += usize::from(entry.is_some_and(|entry| self.prepared.is_work(entry)));
                self.statuses[index.to_usize()] = Some(status);
                self.scribe.write(Level::Debug, LogOrigin::Resource(&self.prepared.catalog, index), || {
                    "Transaction canceled, skipping".to_owned()
                });
            }
            walk.finish(&self.prepared.graph, id);
        }
        canceled
    }

    /// Returns whether a node is in noop mode. The `noop` of a class does not affect its resources.
    pub(crate) fn is_noop(&self, node: GraphPoint) -> bool {
        let own = match node {
            GraphPoint::Resource(index) => {
                self.prepared.entries[index.to_usize()].as_ref().and_then(|entry| entry.noop)
            }
            GraphPoint::Begin(_) | GraphPoint::End(_) => None,
        };
        match self.options.noop {
            Noop::Strict => true,
            Noop::On => own.unwrap_or(true),
            Noop::Off => own.unwrap_or(false),
        }
    }

    /// Records an event and passes it to the observer.
    pub(crate) fn record(&mut self, status: &mut Status, event: Event) {
        let reference = &self.prepared.catalog.get(status.resource).reference;
        self.scribe.observer().event(reference, &event);
        status.record(event);
    }

    /// Processes the messages, unordered accesses and stale states after a provider's write.
    pub(crate) fn after_write(&mut self, group: usize, writer: ResourceIndex) {
        self.pass_on(group);
        let overlaps = self.providers.take_overlaps();
        self.note_overlaps(writer, overlaps);
        let stale = self.providers.take_stale();
        self.invalidate(writer, &stale);
        self.reader.forget(&self.prepared, stale);
    }

    /// Writes pending messages of the provider.
    pub(crate) fn pass_on(&mut self, group: usize) {
        let lines = self.providers.take_messages();
        self.pass_on_lines(group, lines);
    }

    /// Writes messages of a provider.
    pub(crate) fn pass_on_lines(&mut self, group: usize, lines: Vec<ComponentMessage>) {
        if !lines.is_empty() {
            let prepared = &self.prepared;
            let kind = &prepared.kinds[prepared.groups[group].kind];
            messages::write(&mut self.scribe, &prepared.catalog, &self.indices, kind, Some(&prepared.entries), lines);
        }
    }
}
