//! The run: walks the graph, evaluates each resource, records its result, and continues after failures. The turn of a
//! resource is the step of the walk at which it is evaluated.

use std::sync::atomic::Ordering;

use catalog::ResourceIndex;
use catalog::graph::{Cycle, GraphPoint, NodeId, OrderedTraversal};
use rustc_hash::FxHashMap;

use crate::bucket;
use crate::failures::Failures;
use crate::generate::GeneratedResources;
use crate::issue;
use crate::messages;
use crate::ordering::MissingDependency;
use crate::parallel::ParallelBatch;
use crate::prefetch::PrefetchedStates;
use crate::prepared::Prepared;
use crate::provider::{ComponentMessage, FileBucket, ProviderInfo, Providers, RunContext};
use crate::refresh::PendingRefreshes;
use crate::resource_table::{ResourceView, row_position};
use crate::run_logger::{LogOrigin, RunLogger};
use crate::schedule::Schedule;
use crate::selection::is_selected;
use crate::status::Status;
use crate::{ApplyOptions, Clock, Event, EventStatus, Level, Noop, Observer, Report};

/// A run in progress.
pub(crate) struct Transaction<'a> {
    pub(crate) prepared: Prepared,
    pub(crate) providers: &'a mut dyn Providers,
    pub(crate) options: &'a ApplyOptions,
    pub(crate) logger: RunLogger<'a>,
    pub(crate) prefetched: PrefetchedStates,
    pub(crate) refreshes: PendingRefreshes,
    pub(crate) failures: Failures,
    pub(crate) indices: Vec<ResourceIndex>,
    pub(crate) missing_dependencies: Vec<MissingDependency>,
    pub(crate) generated: GeneratedResources,
    pub(crate) batch: ParallelBatch,
    /// The schedules of the catalog, by name.
    pub(crate) schedules: FxHashMap<String, Schedule>,
    pub(crate) statuses: Vec<Option<Status>>,
    /// Types without a suitable provider.
    types_without_provider: Vec<String>,
    /// Number of resources whose evaluation was started.
    started: usize,
    /// Number of resources to evaluate.
    pub(crate) total: usize,
    /// Number of evaluated nodes, including containers. Counted only for `evaltrace`.
    evaluated_nodes: usize,
}

/// Outcome of a walk.
enum WalkOutcome {
    Complete,
    /// The number of resources not evaluated.
    Interrupted(usize),
    /// Nothing was applied, for this reason.
    Rejected(String),
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
            total: prepared.resources.iter().filter(|resource| resource.is_evaluated()).count(),
            prepared,
            providers,
            options,
            logger: RunLogger::new(observer, clock),
            prefetched: PrefetchedStates::default(),
            refreshes: PendingRefreshes::default(),
            failures: Failures::default(),
            missing_dependencies: vec![],
            generated: GeneratedResources::default(),
            batch: ParallelBatch::default(),
            schedules: FxHashMap::default(),
            types_without_provider: vec![],
            started: 0,
            evaluated_nodes: 0,
        }
    }

    /// Applies the catalog.
    pub(crate) fn run(mut self) -> Report {
        self.begin();
        self.generate();
        let outcome = match self.rejection_reason() {
            Some(reason) => WalkOutcome::Rejected(reason),
            None => self.walk(),
        };
        for type_name in std::mem::take(&mut self.types_without_provider) {
            let reason =
                self.providers.unsupported_reason(&type_name).map(|reason| format!(": {reason}")).unwrap_or_default();
            let message = || format!("Could not find a suitable provider for {type_name}{reason}");
            self.logger.write(Level::Err, LogOrigin::Run, message);
        }
        self.log_missing_dependencies();
        self.drop_values_of_removed_resources();
        let (duration, time) = (self.logger.elapsed(), self.logger.began());
        // Before the statuses are copied: a catalog of 100,000 resources needs more memory than these.
        let (catalog, store) = self.prepared.into_catalog_and_store();
        let mut statuses = Vec::with_capacity(self.total);
        statuses.extend(self.statuses.into_iter().flatten());
        Report {
            catalog,
            time,
            duration,
            noop: self.options.noop != Noop::Off,
            transaction_completed: !matches!(outcome, WalkOutcome::Rejected(_)),
            canceled: if let WalkOutcome::Interrupted(canceled) = outcome { canceled } else { 0 },
            error: match outcome {
                WalkOutcome::Rejected(reason) => Some(reason),
                WalkOutcome::Complete | WalkOutcome::Interrupted(_) => None,
            },
            logs: self.logger.into_logs(),
            statuses,
            store,
            missing_dependencies: self.missing_dependencies,
        }
    }

    /// Passes the context of the run to the providers.
    fn begin(&mut self) {
        let entries = self.prepared.resources.iter().map(|resource| resource.entry);
        let enforced = match self.options.noop {
            Noop::On => entries.filter(|entry| entry.noop == Some(false)).map(|entry| entry.row.id).collect(),
            Noop::Off | Noop::Strict => vec![],
        };
        let bucket = |resource: ResourceView<'_>| bucket::read(resource.kind, &resource.entry.row)?.ok();
        let buckets: Vec<FileBucket> = self.prepared.resources.iter().filter_map(bucket).collect();
        let is_remote = |resource: &ResourceView<'_>| bucket::is_remote(resource.kind, &resource.entry.row);
        for resource in self.prepared.resources.iter().filter(is_remote) {
            self.logger.write(Level::Warning, LogOrigin::Run, || {
                format!(
                    "Filebucket[{}] is on a server, which is not supported; replaced contents are kept on this system",
                    resource.entry.row.title
                )
            });
        }
        let ApplyOptions { show_diff, ordering_check, .. } = *self.options;
        let noop = self.options.noop != Noop::Off;
        let is_debugging = self.logger.wants(Level::Debug);
        self.providers.begin(&RunContext { noop, enforced, show_diff, is_debugging, ordering_check, buckets });
    }

    /// Returns the reason why nothing can be applied, if any.
    fn rejection_reason(&mut self) -> Option<String> {
        if let Some(reason) = self.precheck() {
            return Some(reason);
        }
        if let Some(reason) = self.read_schedules() {
            return Some(reason);
        }
        let now = self.logger.now();
        if self.prepared.store.iter().any(|(_, stored)| stored.checked.is_some_and(|time| time > now)) {
            self.logger.write(Level::Warning, LogOrigin::Run, || issue::CLOCK_SET_BACK.to_owned());
        }
        let version = &self.prepared.catalog.version;
        if !version.is_empty() {
            self.logger.write(Level::Info, LogOrigin::Run, || format!("Applying configuration version '{version}'"));
        }
        if self.prepared.cycles().is_empty() {
            return None;
        }
        let message =
            Cycle::report(self.prepared.cycles(), &self.prepared.catalog, self.options.cycle_graph.as_deref());
        self.logger.write(Level::Err, LogOrigin::Run, || message);
        let mut members: Vec<ResourceIndex> =
            self.prepared.cycles().iter().flat_map(|cycle| cycle.members.iter().copied()).collect();
        members.sort();
        members.dedup();
        for member in members {
            let mut status = Status::new(member, self.logger.elapsed());
            let message = "resource is part of a dependency cycle".to_owned();
            self.record(&mut status, Event::whole("resource_error", message, EventStatus::Failure, self.logger.now()));
            self.statuses[member.to_usize()] = Some(status);
        }
        Some("One or more resource dependency cycles detected in graph".to_owned())
    }

    /// Reads the schedules. Returns a message about a referenced schedule that does not exist. As in Puppet, this is not
    /// checked before the run.
    fn read_schedules(&mut self) -> Option<String> {
        let resources = &self.prepared.resources;
        for ResourceView { entry, kind, .. } in resources.iter() {
            if let Some(Ok(schedule)) = Schedule::read(kind, &entry.row) {
                self.schedules.insert(entry.row.title.to_string(), schedule);
            }
        }
        if self.options.ignores_schedules {
            return None;
        }
        let mut used = resources.iter().filter_map(|resource| Some((resource, resource.entry.schedule()?)));
        let (resource, name) = used.find(|(_, name)| !self.schedules.contains_key(*name))?;
        let index = row_position(resource.entry.row.id).and_then(|position| self.indices.get(position).copied())?;
        Some(issue::unknown_schedule(name, self.prepared.catalog.get(index)))
    }

    fn walk(&mut self) -> WalkOutcome {
        self.select();
        let mut walk = self.prepared.graph.walk();
        let mut deferred: Vec<NodeId> = vec![];
        let mut has_progressed = false;
        loop {
            while let Some(id) = walk.take() {
                if self.is_interrupted() {
                    walk.put_back(&self.prepared.graph, id);
                    self.evaluate_batch(&mut walk);
                    deferred.into_iter().for_each(|id| walk.put_back(&self.prepared.graph, id));
                    return WalkOutcome::Interrupted(self.cancel(walk));
                }
                let node = self.prepared.graph.node(id);
                if self.is_suitable(node) {
                    has_progressed = true;
                    if let GraphPoint::Resource(index) = node {
                        self.expand(&mut walk, index);
                        self.set_batch(&mut walk, id, index);
                    }
                    self.evaluate_traced(id, node);
                    walk.finish(&self.prepared.graph, id);
                } else {
                    // Another resource may install the program that the provider needs.
                    deferred.push(id);
                }
            }
            if deferred.is_empty() {
                return WalkOutcome::Complete;
            }
            for id in deferred.drain(..) {
                if has_progressed {
                    walk.put_back(&self.prepared.graph, id);
                } else {
                    self.fail_unsuitable(id);
                    walk.finish(&self.prepared.graph, id);
                }
            }
            has_progressed = false;
        }
    }

    /// Evaluates the resources that were set early. None of them has pending dependencies.
    fn evaluate_batch(&mut self, walk: &mut OrderedTraversal) {
        if self.batch.is_empty() {
            return;
        }
        let ready: Vec<NodeId> = std::iter::from_fn(|| walk.take()).collect();
        for id in ready {
            match self.prepared.graph.node(id) {
                node @ GraphPoint::Resource(index) if self.batch.contains(index) => {
                    self.evaluate_traced(id, node);
                    walk.finish(&self.prepared.graph, id);
                }
                _ => walk.put_back(&self.prepared.graph, id),
            }
        }
    }

    /// Excludes resources from prefetching if they will be skipped because of their tags.
    fn select(&mut self) {
        let (tags, skip_tags) = (&self.options.tags, &self.options.skip_tags);
        if tags.is_empty() && skip_tags.is_empty() {
            return;
        }
        let Prepared { catalog, resources, .. } = &mut self.prepared;
        resources.retain_in_order(|index| is_selected(catalog.get(index), tags, skip_tags));
    }

    pub(crate) fn was_evaluated(&self, resource: ResourceIndex) -> bool {
        self.statuses.get(resource.to_usize()).is_some_and(Option::is_some)
    }

    fn is_interrupted(&self) -> bool {
        self.options.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Evaluates a node. With `evaltrace`, logs it with its evaluation time.
    fn evaluate_traced(&mut self, id: NodeId, node: GraphPoint) {
        if !self.options.evaltrace {
            return self.evaluate(id, node);
        }
        self.evaluated_nodes += 1;
        let (turn, total) = (self.evaluated_nodes, self.prepared.graph.len());
        self.logger.write(Level::Info, self.prepared.origin(node), || {
            format!("Starting to evaluate the resource ({turn} of {total})")
        });
        let start = self.logger.elapsed();
        self.evaluate(id, node);
        let seconds = self.logger.elapsed().saturating_sub(start).as_secs_f64();
        self.logger.write(Level::Info, self.prepared.origin(node), || format!("Evaluated in {seconds:.2} seconds"));
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
        let mut status = Status::new(index, self.logger.elapsed());
        if self.prepared.resource(index).is_evaluated() {
            self.logger.observer().progress(self.started, self.total, &self.prepared.catalog.get(index).reference);
            self.started += 1;
        }
        if self.is_skipped(id, node) {
            status.skipped = true;
            self.drop_refreshes(id, node);
        } else {
            let is_fresh = !self.has_failed_to_generate(index, &mut status) && self.manage(index, &mut status);
            if !status.failed && !status.events.is_empty() {
                let events = std::mem::take(&mut status.events);
                self.send_events(id, node, &events);
                status.events = events;
                if is_fresh {
                    self.unschedule_refresh(id, node);
                }
            }
            self.record_change_time(index, &status);
            self.deliver_refreshes(id, node, Some(&mut status));
            status.evaluation_time = Some(self.logger.elapsed().saturating_sub(status.started));
        }
        self.finish_resource(id, index, status);
    }

    fn finish_resource(&mut self, id: NodeId, index: ResourceIndex, status: Status) {
        if status.failed || status.failed_to_restart {
            self.failures.add(id, index);
        }
        self.statuses[index.to_usize()] = Some(status);
    }

    /// Fails a resource without a suitable provider.
    fn fail_unsuitable(&mut self, id: NodeId) {
        let node = self.prepared.graph.node(id);
        let index = node.resource();
        let mut status = Status::new(index, self.logger.elapsed());
        // Puppet checks only the tags here and does not count the resource as skipped.
        if !is_selected(self.prepared.catalog.get(index), &self.options.tags, &[]) {
            return self.finish_resource(id, index, status);
        }
        let resource = self.prepared.resource(index);
        match resource.provider() {
            Some(provider) => {
                self.logger.write(Level::Err, self.prepared.origin(node), || {
                    format!("Provider {} is not functional on this host", provider.name)
                });
                log_unsuitable(&mut self.logger, self.prepared.origin(node), std::slice::from_ref(provider));
            }
            None => {
                log_unsuitable(&mut self.logger, self.prepared.origin(node), &resource.kind.providers);
                let type_name = self.prepared.catalog.get(index).reference.type_name.to_lowercase();
                if !self.types_without_provider.contains(&type_name) {
                    self.types_without_provider.push(type_name);
                }
            }
        }
        status.failed = true;
        self.finish_resource(id, index, status);
    }

    /// Skips all remaining resources and returns their number.
    fn cancel(&mut self, mut walk: OrderedTraversal) -> usize {
        let mut canceled = 0;
        while let Some(id) = walk.take() {
            if let GraphPoint::Resource(index) = self.prepared.graph.node(id) {
                let mut status = Status::new(index, self.logger.elapsed());
                status.skipped = true;
                canceled += usize::from(self.prepared.resource(index).is_evaluated());
                self.statuses[index.to_usize()] = Some(status);
                self.logger.write(Level::Debug, LogOrigin::Resource(&self.prepared.catalog, index), || {
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
            GraphPoint::Resource(index) => self.prepared.resource(index).entry.noop,
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
        self.logger.observer().event(reference, &event);
        status.record(event);
    }

    /// Processes the messages, unordered accesses and stale states after a provider's write.
    pub(crate) fn after_write(&mut self, group: usize, writer: ResourceIndex) {
        self.log_messages(group);
        let overlaps = self.providers.take_overlaps();
        self.record_missing_dependencies(writer, overlaps);
        let stale = self.providers.take_stale();
        self.invalidate(writer, &stale);
        self.prefetched.discard(&self.prepared, stale);
    }

    /// Takes the pending messages of the providers and writes them to the log.
    pub(crate) fn log_messages(&mut self, group: usize) {
        let lines = self.providers.take_messages();
        self.write_messages(group, lines);
    }

    /// Writes messages of a provider.
    pub(crate) fn write_messages(&mut self, group: usize, lines: Vec<ComponentMessage>) {
        if !lines.is_empty() {
            let Prepared { catalog, resources, .. } = &self.prepared;
            let kind = resources.kind(group);
            messages::write(&mut self.logger, catalog, &self.indices, kind, Some(resources), lines);
        }
    }
}

/// Logs why providers are not suitable.
fn log_unsuitable(logger: &mut RunLogger<'_>, origin: LogOrigin<'_>, providers: &[ProviderInfo]) {
    for provider in providers {
        if let Some(reason) = &provider.unsuitable {
            logger.write(Level::Debug, origin, || format!("Provider {} is not suitable: {reason}", provider.name));
        }
    }
}
