//! Auditing: attributes whose changes are reported regardless of their cause. Their values are stored between runs.

use catalog::schema::Role;
use catalog::{Resource, ResourceIndex, Value};

use crate::change::{PropertyChange, event_name};
use crate::display::{REDACTED, show, to_s};
use crate::harness::is_secret;
use crate::issue;
use crate::prepared::ManagedResource;
use crate::provider::State;
use crate::resource_type::ResourceType;
use crate::run_logger::LogOrigin;
use crate::status::Status;
use crate::transaction::Transaction;
use crate::{CatalogIssue, Event, EventStatus, Level};

/// An audited attribute at its resource's turn.
pub(crate) struct AuditedAttribute {
    column: u16,
    /// The value in an earlier run, or `None` if the attribute was not audited then.
    before: Option<Value>,
    now: Value,
}

/// Returns the attributes to audit: the listed ones, or all that the host manages.
///
/// # Errors
/// Returns an issue if the type has no property of a listed name.
pub(crate) fn columns(resource: &Resource, kind: &ResourceType, value: &Value) -> Result<Vec<u16>, CatalogIssue> {
    let is_property = |column: &u16| kind.attribute(*column).role != Role::Parameter;
    let names: Vec<String> = value.elements().iter().map(to_s).collect();
    if let [all] = names.as_slice()
        && all == "all"
    {
        let all = (0..).take(kind.names.len());
        return Ok(all.filter(is_property).collect());
    }
    let found = names
        .iter()
        .map(|name| kind.column(name).filter(is_property).ok_or_else(|| issue::not_auditable(resource, name)));
    found.collect()
}

impl Transaction<'_> {
    /// Records the current values of audited attributes and returns them with the previous ones.
    pub(crate) fn audit(&mut self, index: ResourceIndex, state: &State, is_absent: bool) -> Vec<AuditedAttribute> {
        let read = if is_absent { None } else { self.read_managed(index, state) };
        let state = read.as_ref().unwrap_or(state);
        let Some(entry) = self.prepared.entries[index.to_usize()].as_ref().filter(|entry| !entry.audited().is_empty())
        else {
            return vec![];
        };
        let kind = &self.prepared.kinds[self.prepared.groups[entry.group].kind];
        let remembered = self.prepared.memory.of(&self.prepared.catalog.label(index));
        let audited = entry.audited().iter().map(|column| {
            let now = current(kind, entry, state, *column, is_absent);
            let before = remembered.audited.insert(kind.name(*column).to_string(), now.clone());
            AuditedAttribute { column: *column, before, now }
        });
        audited.collect()
    }

    /// Reads a resource again if its provider compared a value without reporting it; `None` otherwise.
    fn read_managed(&mut self, index: ResourceIndex, state: &State) -> Option<State> {
        let prepared = &self.prepared;
        let entry = prepared.entries[index.to_usize()].as_ref()?;
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
        let kind = &prepared.kinds[prepared.groups[entry.group].kind];
        let provider = prepared.provider_of(entry)?;
        let read = self.providers.get(&kind.schema.name, provider, &[&row]).pop()?.ok();
        // The messages were already logged at the first read.
        drop(self.providers.take_messages());
        read
    }

    /// Reports the changes of audited attributes that the run did not change itself.
    pub(crate) fn tell_audited(
        &mut self,
        index: ResourceIndex,
        status: &mut Status,
        audited: Vec<AuditedAttribute>,
        synced: &[u16],
    ) {
        for AuditedAttribute { column, before, now } in audited {
            let prepared = &self.prepared;
            let Some(entry) = &prepared.entries[index.to_usize()] else { return };
            let kind = &prepared.kinds[prepared.groups[entry.group].kind];
            let name = kind.name(column).clone();
            // The attribute was not changed, so its value is the desired one.
            let desired = entry.row.value(column).filter(|desired| **desired != Value::Undef).map(|_| now.clone());
            let origin = LogOrigin::Attribute(&prepared.catalog, index, &name);
            let Some(before) = before else {
                let message = format!("audit change: newly-recorded value {}", to_s(&now));
                self.scribe.write(Level::Notice, origin, || message);
                continue;
            };
            if before == now || synced.contains(&column) {
                continue;
            }
            let message =
                format!("audit change: previously recorded value {} has been changed to {}", show(&before), show(&now));
            self.scribe.write(entry.loglevel, LogOrigin::Event(&prepared.catalog, index, &name), || message.clone());
            let event = event_name(&kind.schema.name, &name, desired.as_ref().and_then(Value::as_str));
            let event = Event {
                property: Some(name.clone()),
                previous_value: Some(now),
                desired_value: desired.clone(),
                historical_value: Some(before),
                audited: true,
                ..Event::whole(&event, message, EventStatus::Audit, self.scribe.now())
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
fn current(kind: &ResourceType, entry: &ManagedResource, state: &State, column: u16, is_absent: bool) -> Value {
    if is_absent {
        return Value::from("absent");
    }
    match state.value(column) {
        _ if is_secret(kind, entry, state, column) => Value::from(REDACTED),
        Some(value) => value.clone(),
        None => Value::Undef,
    }
}
