//! Refreshes: pending notifications, delivered once at the turn of the notified resource. Containers propagate them.

use catalog::graph::{GraphPoint, NodeId};
use catalog::schema::TypeTrait;
use rustc_hash::FxHashMap;

use crate::prepared::Prepared;
use crate::provider::ProviderError;
use crate::run_logger::LogOrigin;
use crate::status::Status;
use crate::transaction::Transaction;
use crate::{Event, EventStatus, Level};

/// Pending refreshes by node.
#[derive(Debug, Default)]
pub(crate) struct PendingRefreshes(FxHashMap<NodeId, Waiting>);

/// Pending events of a node.
#[derive(Debug, Clone, Copy, Default)]
struct Waiting {
    events: u32,
    /// Whether any of the events is not noop.
    is_real: bool,
}

impl PendingRefreshes {
    fn add(&mut self, id: NodeId, events: u32, is_real: bool) {
        let waiting = self.0.entry(id).or_default();
        waiting.events += events;
        waiting.is_real |= is_real;
    }
}

impl Transaction<'_> {
    /// Schedules the refreshes that the events of a resource cause.
    pub(crate) fn send_events(&mut self, id: NodeId, node: GraphPoint, events: &[Event]) {
        // Events with the same name are sent together, in the order of the first event of each name.
        let mut sent: Vec<&str> = vec![];
        for event in events {
            if sent.contains(&event.name.as_str()) {
                continue;
            }
            sent.push(&event.name);
            let alike = events.iter().filter(|e| e.name == event.name);
            let count = u32::try_from(alike.clone().count()).unwrap_or(u32::MAX);
            let is_real = alike.clone().any(|e| e.status != EventStatus::Noop);
            self.send(id, node, count, is_real);
            if self.prepared.refreshes_itself(node) {
                self.announce(node, node);
                self.refreshes.add(id, 1, is_real);
            }
        }
    }

    /// Schedules refreshes of all nodes that a node notifies.
    fn send(&mut self, id: NodeId, node: GraphPoint, count: u32, is_real: bool) {
        let prepared = &self.prepared;
        for (next, notifies) in prepared.graph.successors(id) {
            let target = prepared.graph.node(next);
            if notifies && prepared.can_refresh(target) {
                self.refreshes.add(next, count, is_real);
                announce(prepared, &mut self.scribe, node, target);
            }
        }
    }

    fn announce(&mut self, source: GraphPoint, target: GraphPoint) {
        announce(&self.prepared, &mut self.scribe, source, target);
    }

    /// Drops the refreshes of a skipped node.
    pub(crate) fn drop_refreshes(&mut self, id: NodeId, node: GraphPoint) {
        if self.refreshes.0.remove(&id).is_some() {
            let prepared = &self.prepared;
            self.scribe.write(Level::Info, prepared.origin(node), || {
                format!("Unscheduling all events on {}", prepared.label(node))
            });
        }
    }

    /// Drops the refreshes of a resource whose new state makes them unnecessary.
    pub(crate) fn make_fresh(&mut self, id: NodeId, node: GraphPoint) {
        let prepared = &self.prepared;
        self.scribe.write(Level::Info, prepared.origin(node), || {
            format!("Unscheduling refresh on {}", prepared.catalog.label(node.resource()))
        });
        self.refreshes.0.remove(&id);
    }

    /// Refreshes a node with pending events and notifies its dependents.
    pub(crate) fn deliver_refreshes(&mut self, id: NodeId, node: GraphPoint, status: Option<&mut Status>) {
        let Some(waiting) = self.refreshes.0.remove(&id) else { return };
        if !waiting.is_real || self.is_noop(node) {
            self.scribe.write(Level::Notice, self.prepared.origin(node), || {
                format!("Would have triggered 'refresh' from {}", count(waiting.events))
            });
            return self.send(id, node, 1, false);
        }
        let Some(status) = status else { return self.send(id, node, 1, true) };
        match self.refresh(node) {
            Ok(()) => {
                let message = format!("Triggered 'refresh' from {}", count(waiting.events));
                self.scribe.write(Level::Notice, self.prepared.origin(node), || message.clone());
                self.record(status, Event::whole("refresh", message, EventStatus::Success, self.scribe.now()));
                status.restarted = true;
                self.send(id, node, 1, true);
            }
            Err(ProviderError { message: reason, .. }) => {
                let message = format!("Failed to call refresh: {reason}");
                self.scribe.write(Level::Err, self.prepared.origin(node), || message.clone());
                status.failed_to_restart = true;
                self.record(status, Event::whole("resource_error", message, EventStatus::Failure, self.scribe.now()));
                self.scribe.write(Level::Err, self.prepared.origin(node), || reason);
            }
        }
    }

    fn refresh(&mut self, node: GraphPoint) -> Result<(), ProviderError> {
        let prepared = &self.prepared;
        let Some(entry) = &prepared.entries[node.resource().to_usize()] else { return Ok(()) };
        let kind = &prepared.kinds[prepared.groups[entry.group].kind];
        let Some(provider) = prepared.provider_of(entry) else { return Ok(()) };
        let outcome = self.providers.refresh(&kind.schema.name, provider, &entry.row);
        self.after_write(entry.group, node.resource());
        outcome
    }
}

impl Prepared {
    /// Returns whether a node supports refreshes.
    fn can_refresh(&self, node: GraphPoint) -> bool {
        let GraphPoint::Resource(index) = node else { return true };
        self.entries[index.to_usize()].as_ref().is_some_and(|entry| {
            let group = &self.groups[entry.group];
            group.provider.is_some_and(|provider| self.kinds[group.kind].providers[provider].hooks.refresh)
        })
    }

    /// Returns whether changes of a resource refresh the resource itself. Does not apply to resources with `ensure =>
    /// absent`.
    fn refreshes_itself(&self, node: GraphPoint) -> bool {
        let Some(entry) = &self.entries[node.resource().to_usize()] else { return false };
        let kind = &self.kinds[self.groups[entry.group].kind];
        let is_leaving = || {
            let ensure = kind.ensure.and_then(|column| entry.row.value(column));
            ensure.and_then(|value| value.as_str()) == Some("absent")
        };
        kind.schema.has(TypeTrait::SelfRefresh) && self.can_refresh(node) && !is_leaving()
    }

    /// Returns the origin of log messages about a node.
    pub(crate) fn origin(&self, node: GraphPoint) -> LogOrigin<'_> {
        match node {
            GraphPoint::Resource(index) => LogOrigin::Resource(&self.catalog, index),
            // The end node of a resource's generated content is displayed with the resource's title only.
            GraphPoint::End(index) if self.entries[index.to_usize()].is_some() => {
                LogOrigin::Content(&self.catalog, index)
            }
            GraphPoint::Begin(index) | GraphPoint::End(index) => LogOrigin::Container(&self.catalog, index),
        }
    }

    /// Returns the name of a node in messages.
    pub(crate) fn label(&self, node: GraphPoint) -> String {
        match node {
            GraphPoint::End(index) if self.entries[index.to_usize()].is_some() => {
                self.catalog.get(index).reference.title.to_string()
            }
            GraphPoint::Resource(index) | GraphPoint::Begin(index) | GraphPoint::End(index) => {
                self.catalog.label(index)
            }
        }
    }
}

fn announce(
    prepared: &Prepared,
    scribe: &mut crate::run_logger::RunLogger<'_>,
    source: GraphPoint,
    target: GraphPoint,
) {
    let name = || prepared.label(target);
    match target {
        GraphPoint::End(_) => scribe.write(Level::Debug, prepared.origin(source), || {
            format!("The container {} will propagate my refresh event", name())
        }),
        GraphPoint::Resource(_) | GraphPoint::Begin(_) => {
            scribe.write(Level::Info, prepared.origin(source), || format!("Scheduling refresh of {}", name()));
        }
    }
}

fn count(events: u32) -> String {
    if events == 1 { "1 event".to_owned() } else { format!("{events} events") }
}
