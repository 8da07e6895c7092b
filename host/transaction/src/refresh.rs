//! Refreshes: pending notifications, delivered once at the turn of the notified resource. Containers propagate them.

use catalog::ResourceIndex;
use catalog::graph::{GraphPoint, NodeId};
use catalog::schema::TypeTrait;
use rustc_hash::FxHashMap;

use crate::prepared::Prepared;
use crate::provider::ProviderError;
use crate::resource_table::ResourceView;
use crate::run_logger::{LogOrigin, RunLogger};
use crate::status::Status;
use crate::transaction::Transaction;
use crate::{Event, EventStatus, Level};

/// Pending refreshes by node.
#[derive(Debug, Default)]
pub(crate) struct PendingRefreshes(FxHashMap<NodeId, PendingRefresh>);

/// Pending events of a node.
#[derive(Debug, Clone, Copy, Default)]
struct PendingRefresh {
    events: u32,
    /// Whether any of the events is not noop.
    is_real: bool,
}

impl PendingRefreshes {
    fn add(&mut self, id: NodeId, events: u32, is_real: bool) {
        let pending = self.0.entry(id).or_default();
        pending.events += events;
        pending.is_real |= is_real;
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
            let same_name = events.iter().filter(|e| e.name == event.name);
            let count = u32::try_from(same_name.clone().count()).unwrap_or(u32::MAX);
            let is_real = same_name.clone().any(|e| e.status != EventStatus::Noop);
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
                announce(prepared, &mut self.logger, node, target);
            }
        }
    }

    fn announce(&mut self, source: GraphPoint, target: GraphPoint) {
        announce(&self.prepared, &mut self.logger, source, target);
    }

    /// Drops the refreshes of a skipped node.
    pub(crate) fn drop_refreshes(&mut self, id: NodeId, node: GraphPoint) {
        if self.refreshes.0.remove(&id).is_some() {
            let prepared = &self.prepared;
            self.logger.write(Level::Info, prepared.origin(node), || {
                format!("Unscheduling all events on {}", prepared.label(node))
            });
        }
    }

    /// Drops the refreshes of a resource whose new state makes them unnecessary.
    pub(crate) fn unschedule_refresh(&mut self, id: NodeId, node: GraphPoint) {
        let prepared = &self.prepared;
        self.logger.write(Level::Info, prepared.origin(node), || {
            format!("Unscheduling refresh on {}", prepared.catalog.label(node.resource()))
        });
        self.refreshes.0.remove(&id);
    }

    /// Refreshes a node with pending events and notifies its dependents.
    pub(crate) fn deliver_refreshes(&mut self, id: NodeId, node: GraphPoint, status: Option<&mut Status>) {
        let Some(pending) = self.refreshes.0.remove(&id) else { return };
        if !pending.is_real || self.is_noop(node) {
            self.logger.write(Level::Notice, self.prepared.origin(node), || {
                format!("Would have triggered 'refresh' from {}", count(pending.events))
            });
            return self.send(id, node, 1, false);
        }
        let Some(status) = status else { return self.send(id, node, 1, true) };
        match self.refresh(node.resource()) {
            Ok(()) => {
                let message = format!("Triggered 'refresh' from {}", count(pending.events));
                self.logger.write(Level::Notice, self.prepared.origin(node), || message.clone());
                self.record(status, Event::whole("refresh", message, EventStatus::Success, self.logger.now()));
                status.restarted = true;
                self.send(id, node, 1, true);
            }
            Err(ProviderError { message: reason, .. }) => {
                let message = format!("Failed to call refresh: {reason}");
                self.logger.write(Level::Err, self.prepared.origin(node), || message.clone());
                status.failed_to_restart = true;
                self.record(status, Event::whole("resource_error", message, EventStatus::Failure, self.logger.now()));
                self.logger.write(Level::Err, self.prepared.origin(node), || reason);
            }
        }
    }

    fn refresh(&mut self, index: ResourceIndex) -> Result<(), ProviderError> {
        let resource @ ResourceView { entry, kind, .. } = self.prepared.resource(index);
        let group = entry.group;
        let outcome = self.providers.refresh(&kind.schema.name, &resource.active_provider().name, &entry.row);
        self.after_write(group, index);
        outcome
    }
}

impl Prepared {
    /// Returns whether a node supports refreshes.
    fn can_refresh(&self, node: GraphPoint) -> bool {
        let GraphPoint::Resource(index) = node else { return true };
        self.resource(index).provider().is_some_and(|provider| provider.hooks.refresh)
    }

    /// Returns whether changes of a resource refresh the resource itself. Does not apply to resources with `ensure =>
    /// absent`.
    fn refreshes_itself(&self, node: GraphPoint) -> bool {
        let ResourceView { entry, kind, .. } = self.resource(node.resource());
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
            GraphPoint::End(index) if self.resources.get(index).is_some() => LogOrigin::Content(&self.catalog, index),
            GraphPoint::Begin(index) | GraphPoint::End(index) => LogOrigin::Container(&self.catalog, index),
        }
    }

    /// Returns the name of a node in messages.
    pub(crate) fn label(&self, node: GraphPoint) -> String {
        match node {
            GraphPoint::End(index) if self.resources.get(index).is_some() => {
                self.catalog.get(index).reference.title.to_string()
            }
            GraphPoint::Resource(index) | GraphPoint::Begin(index) | GraphPoint::End(index) => {
                self.catalog.label(index)
            }
        }
    }
}

fn announce(prepared: &Prepared, logger: &mut RunLogger<'_>, source: GraphPoint, target: GraphPoint) {
    let name = || prepared.label(target);
    match target {
        GraphPoint::End(_) => logger.write(Level::Debug, prepared.origin(source), || {
            format!("The container {} will propagate my refresh event", name())
        }),
        GraphPoint::Resource(_) | GraphPoint::Begin(_) => {
            logger.write(Level::Info, prepared.origin(source), || format!("Scheduling refresh of {}", name()));
        }
    }
}

fn count(events: u32) -> String {
    if events == 1 { "1 event".to_owned() } else { format!("{events} events") }
}
