//! Evaluation of one resource: reads the state, compares it, sets the differences, and records an event for each
//! attribute that was out of sync.

use catalog::graph::GraphPoint;
use catalog::schema::Meaning;
use catalog::{ResourceIndex, Value};

use crate::audit::{self, AuditedAttribute};
use crate::change::PropertyChange;
use crate::insync::{is_absent, is_secret, out_of_sync};
use crate::issue;
use crate::messages;
use crate::notify;
use crate::prepared::Prepared;
use crate::provider::{FaultCode, ProviderError, State};
use crate::resource_table::ResourceView;
use crate::run_logger::{LogOrigin, RunLogger};
use crate::status::Status;
use crate::transaction::Transaction;
use crate::{Event, EventStatus, Level};

impl Transaction<'_> {
    /// Manages a resource. Returns whether its new state makes pending refreshes unnecessary.
    pub(crate) fn manage(&mut self, index: ResourceIndex, status: &mut Status) -> bool {
        let Prepared { catalog, resources, .. } = &self.prepared;
        let resource @ ResourceView { entry, kind, .. } = resources.resource(index);
        if kind.is_engine {
            let is_notify = kind.schema.name == "notify";
            self.record_evaluation_time(index);
            if is_notify {
                self.notify(index, status);
            }
            return false;
        }
        status.provider = Some(resource.active_provider().name.clone());
        if let Some(message) = entry.fault.clone() {
            self.fail(index, status, ProviderError { code: FaultCode::Provider, message, detail: None });
            return false;
        }
        let (state, lines) = self.prefetched.take(resources, self.providers, resource);
        if !lines.is_empty() {
            messages::write(&mut self.logger, catalog, &self.indices, kind, Some(resources), lines);
        }
        let state = match self.make_requested_changes().and(state) {
            Ok(state) => state,
            Err(fault) => {
                self.fail(index, status, fault);
                return false;
            }
        };
        let state = self.state_before(index, state);
        let is_gone = is_absent(self.prepared.resource(index).kind, &state);
        self.record_evaluation_time(index);
        let audited = self.audit(index, &state, is_gone);
        let is_fresh = self.enforce(index, status, &state, &audited);
        let synced = self.synced(index, status);
        self.report_audited(index, status, audited, &synced);
        self.store_set_values(index, status, &state);
        is_fresh
    }

    /// Brings a resource into its desired state or, in noop mode, reports what would be changed. Returns whether its
    /// new state makes pending refreshes unnecessary.
    fn enforce(
        &mut self,
        index: ResourceIndex,
        status: &mut Status,
        state: &State,
        audited: &[AuditedAttribute],
    ) -> bool {
        let prepared = &self.prepared;
        let resource = prepared.resource(index);
        let columns = out_of_sync(resource, state);
        if columns.is_empty() {
            log_unmanaged(&mut self.logger, LogOrigin::Resource(&prepared.catalog, index), resource, state);
            return false;
        }
        let is_fresh = columns.iter().any(|column| is_fresh(resource, *column));
        if self.options.show_diff {
            show_differences(&mut self.logger, prepared, index, state, &columns);
        }
        let mut changes: Vec<PropertyChange> =
            columns.iter().map(|column| PropertyChange::new(resource, state, *column)).collect();
        audit::mark(&mut changes, audited);
        if self.options.corrective_changes {
            self.mark_corrective(index, &mut changes);
        }
        if self.is_noop(GraphPoint::Resource(index)) {
            for change in changes {
                let message = change.noop_message();
                self.report_change(index, status, change, message, EventStatus::Noop);
            }
        } else {
            self.set(index, status, state, changes);
        }
        is_fresh
    }

    /// Returns the attributes for which events were recorded.
    fn synced(&self, index: ResourceIndex, status: &Status) -> Vec<u16> {
        let kind = self.prepared.resource(index).kind;
        status.events.iter().filter_map(|event| kind.column(event.property.as_deref()?)).collect()
    }

    /// Calls the provider to make the changes.
    fn set(&mut self, index: ResourceIndex, status: &mut Status, state: &State, changes: Vec<PropertyChange>) {
        let resource @ ResourceView { entry, kind, .. } = self.prepared.resource(index);
        let group = entry.group;
        let columns: Vec<u16> = changes.iter().map(|change| change.column).collect();
        let applied = match self.batch.take(index) {
            Some(set) => {
                let overlaps = self.providers.overlaps_at_turn(entry.row.id);
                self.write_messages(group, set.messages);
                self.record_missing_dependencies(index, overlaps);
                set.outcome
            }
            None => {
                let provider = &resource.active_provider().name;
                let applied = self.providers.set(&kind.schema.name, provider, &entry.row, state, &columns);
                self.after_write(group, index);
                applied
            }
        };
        for change in changes {
            let outcome = match &applied {
                Ok(applied) => match applied.iter().rfind(|applied| applied.attribute == change.column) {
                    Some(applied) => applied.outcome.clone(),
                    None => Ok(None),
                },
                Err(fault) => Err(fault.clone()),
            };
            match outcome {
                Ok(message) => {
                    let message = change.success_message(message);
                    self.report_change(index, status, change, message, EventStatus::Success);
                }
                Err(fault) => {
                    let reason = issue::failed_to_set(&fault.message, self.prepared.catalog.get(index));
                    let message = change.failure_message(&reason);
                    self.logger.write(Level::Err, LogOrigin::Run, || reason);
                    if let Some(detail) = fault.detail {
                        self.logger.write(Level::Err, LogOrigin::Run, || detail);
                    }
                    self.report_change(index, status, change, message, EventStatus::Failure);
                }
            }
        }
    }

    /// Logs and records the result for an attribute.
    pub(crate) fn report_change(
        &mut self,
        index: ResourceIndex,
        status: &mut Status,
        change: PropertyChange,
        message: String,
        outcome: EventStatus,
    ) {
        let loglevel = self.prepared.resource(index).entry.loglevel;
        let level = if outcome == EventStatus::Failure { Level::Err } else { loglevel };
        let message = change.line(message);
        let origin = LogOrigin::Event(&self.prepared.catalog, index, &change.name);
        self.logger.write_change(level, origin, || (message.clone(), change.logged(outcome)));
        self.record(status, change.into_event(message, outcome, self.logger.now()));
    }

    /// Records that the state could not be read.
    pub(crate) fn fail(&mut self, index: ResourceIndex, status: &mut Status, fault: ProviderError) {
        let hints = self.explain_missing(index, &fault);
        let origin = LogOrigin::Resource(&self.prepared.catalog, index);
        self.logger.write_error(origin, format!("Could not evaluate: {}", fault.message), hints);
        if let Some(detail) = fault.detail {
            self.logger.write(Level::Err, origin, || detail);
        }
        let event = Event::whole("resource_error", fault.message, EventStatus::Failure, self.logger.now());
        self.record(status, event);
    }

    /// Returns why the paths and URLs of a resource that an error names do not exist.
    fn explain_missing(&mut self, index: ResourceIndex, fault: &ProviderError) -> Vec<String> {
        if fault.code != FaultCode::NotFound {
            return Vec::new();
        }
        let mut places = Vec::new();
        for (_, value) in self.prepared.resource(index).entry.row.slots.iter() {
            match value {
                Value::String(text) => places.push(&**text),
                Value::Array(elements) => places.extend(elements.iter().filter_map(Value::as_str)),
                _ => {}
            }
        }
        places.retain(|place| place.contains('/') && fault.message.contains(place));
        places.iter().filter_map(|place| self.providers.explain_missing(place)).collect()
    }

    /// Manages a `notify`, whose message is always out of sync.
    fn notify(&mut self, index: ResourceIndex, status: &mut Status) {
        let resource = self.prepared.resource(index);
        let Some(notice) = notify::NotifyMessage::new(resource) else { return };
        let change = PropertyChange::new(resource, &State::default(), notice.column);
        if self.is_noop(GraphPoint::Resource(index)) {
            let message = change.noop_message();
            return self.report_change(index, status, change, message, EventStatus::Noop);
        }
        let origin = match notice.shows_path {
            true => LogOrigin::Attribute(&self.prepared.catalog, index, &change.name),
            false => LogOrigin::Run,
        };
        self.logger.write(resource.entry.loglevel, origin, || notice.text);
        let message = change.success_message(None);
        self.report_change(index, status, change, message, EventStatus::Success);
    }
}

/// Logs why an absent resource is not changed.
fn log_unmanaged(
    logger: &mut RunLogger<'_>,
    origin: LogOrigin<'_>,
    ResourceView { entry, kind, .. }: ResourceView<'_>,
    state: &State,
) {
    let is_managed =
        kind.ensure.is_some_and(|ensure| entry.row.value(ensure).is_some_and(|value| *value != Value::Undef));
    if !is_managed && is_absent(kind, state) {
        logger.write(Level::Debug, origin, || "Nothing to manage: no ensure and the resource doesn't exist".to_owned());
    }
}

/// Logs the differences contained in verdicts.
fn show_differences(
    logger: &mut RunLogger<'_>,
    prepared: &Prepared,
    index: ResourceIndex,
    state: &State,
    columns: &[u16],
) {
    let resource @ ResourceView { entry, kind, .. } = prepared.resource(index);
    for column in columns {
        let Some(diff) = state.verdict(*column).and_then(|verdict| verdict.diff.as_ref()) else { continue };
        if diff.is_empty() {
            continue;
        }
        let is_secret = is_secret(resource, state, *column);
        let origin = LogOrigin::Attribute(&prepared.catalog, index, kind.name(*column));
        logger.write(entry.loglevel, origin, || match (is_secret, diff.starts_with('\n')) {
            (true, _) => "[diff redacted]".to_owned(),
            (false, true) => diff.clone(),
            (false, false) => format!("\n{diff}"),
        });
    }
}

/// Returns whether the desired value makes pending refreshes unnecessary.
fn is_fresh(ResourceView { entry, kind, .. }: ResourceView<'_>, column: u16) -> bool {
    let desired = entry.row.value(column).and_then(Value::as_str);
    desired.is_some_and(|text| kind.meaning(column, text) == Meaning::Fresh)
}
