//! Auditing: attributes whose changes are reported regardless of their cause. Their values are stored between runs.

use catalog::{ResourceIndex, Value};

use crate::change::{PropertyChange, event_name};
use crate::display::{REDACTED, show, to_s};
use crate::insync::is_secret;
use crate::prepared::Prepared;
use crate::provider::State;
use crate::resource_table::ResourceView;
use crate::run_logger::LogOrigin;
use crate::status::Status;
use crate::transaction::Transaction;
use crate::{Event, EventStatus, Level};

/// An audited attribute at its resource's turn.
pub(crate) struct AuditedAttribute {
    column: u16,
    /// The value in an earlier run, or `None` if the attribute was not audited then.
    before: Option<Value>,
    now: Value,
}

impl Transaction<'_> {
    /// Records the current values of audited attributes and returns them with the previous ones.
    pub(crate) fn audit(&mut self, index: ResourceIndex, state: &State, is_absent: bool) -> Vec<AuditedAttribute> {
        let read = if is_absent { None } else { self.read_managed(index, state) };
        let state = read.as_ref().unwrap_or(state);
        let Prepared { catalog, resources, store, .. } = &mut self.prepared;
        let resource @ ResourceView { entry, kind, .. } = resources.resource(index);
        if entry.audited().is_empty() {
            return vec![];
        }
        let stored = store.entry(&catalog.label(index));
        let audited = entry.audited().iter().map(|column| {
            let now = current(resource, state, *column, is_absent);
            let before = stored.audited.insert(kind.name(*column).to_string(), now.clone());
            AuditedAttribute { column: *column, before, now }
        });
        audited.collect()
    }

    /// Reads a resource again if its provider compared a value without reporting it; `None` otherwise.
    fn read_managed(&mut self, index: ResourceIndex, state: &State) -> Option<State> {
        let resource @ ResourceView { entry, kind, .. } = self.prepared.resource(index);
        let is_compared = |column: &u16| {
            state.value(*column).is_none() && entry.row.value(*column).is_some_and(|value| *value != Value::Undef)
        };
        if !entry.audited().iter().any(is_compared) {
            return None;
        }
        let mut row = entry.row.clone();
        for column in entry.audited() {
            row.set(*column, Value::Undef);
        }
        let provider = resource.active_provider();
        let read = self.providers.get(&kind.schema.name, &provider.name, &[&row]).pop()?.ok();
        // The messages were already logged at the first read, and the changes were made.
        drop(self.providers.take_messages());
        drop(self.providers.take_requested_changes());
        read
    }

    /// Reports the changes of audited attributes that the run did not change itself.
    pub(crate) fn report_audited(
        &mut self,
        index: ResourceIndex,
        status: &mut Status,
        audited: Vec<AuditedAttribute>,
        synced: &[u16],
    ) {
        for AuditedAttribute { column, before, now } in audited {
            let prepared = &self.prepared;
            let ResourceView { entry, kind, .. } = prepared.resource(index);
            let name = kind.name(column).clone();
            // The attribute was not changed, so its value is the desired one.
            let desired = entry.row.value(column).filter(|desired| **desired != Value::Undef).map(|_| now.clone());
            let origin = LogOrigin::Attribute(&prepared.catalog, index, &name);
            let Some(before) = before else {
                let message = format!("audit change: newly-recorded value {}", to_s(&now));
                self.logger.write(Level::Notice, origin, || message);
                continue;
            };
            if before == now || synced.contains(&column) {
                continue;
            }
            let message =
                format!("audit change: previously recorded value {} has been changed to {}", show(&before), show(&now));
            self.logger.write(entry.loglevel, LogOrigin::Event(&prepared.catalog, index, &name), || message.clone());
            let event = event_name(kind, column, desired.as_ref().and_then(Value::as_str));
            let event = Event {
                property: Some(name.clone()),
                previous_value: Some(now),
                desired_value: desired.clone(),
                historical_value: Some(before),
                audited: true,
                ..Event::whole(&event, message, EventStatus::Audit, self.logger.now())
            };
            self.record(status, event);
        }
    }
}

/// Adds the audited values of an earlier run to the changes of the same attributes.
pub(crate) fn mark(changes: &mut [PropertyChange], audited: &[AuditedAttribute]) {
    for change in changes {
        if let Some(audited) = audited.iter().find(|audited| audited.column == change.column) {
            change.audit(audited.before.as_ref(), &audited.now);
        }
    }
}

/// Returns the current value of an attribute; `absent` if the resource is absent.
fn current(resource: ResourceView<'_>, state: &State, column: u16, is_absent: bool) -> Value {
    if is_absent {
        return Value::from("absent");
    }
    match state.value(column) {
        _ if is_secret(resource, state, column) => Value::from(REDACTED),
        Some(value) => value.clone(),
        None => Value::Undef,
    }
}
