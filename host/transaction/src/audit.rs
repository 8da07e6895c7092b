//! Owns auditing: attributes whose changes are told, whoever made them. What they had is kept from run to run.

use catalog::schema::Role;
use catalog::{Resource, ResourceIndex, Value};

use crate::change::Change;
use crate::display::{REDACTED, show, to_s};
use crate::harness::is_secret;
use crate::issue;
use crate::kind::Kind;
use crate::prepared::Entry;
use crate::provider::State;
use crate::scribe::Origin;
use crate::status::Status;
use crate::transaction::Transaction;
use crate::{Event, EventStatus, Issue, Level};

/// An audited attribute at its resource's turn.
pub(crate) struct Audited {
    column: u16,
    /// What it had in an earlier run; nothing if it was not audited then.
    before: Option<Value>,
    now: Value,
}

/// Returns the attributes that are to be audited: those that are named, or all that the host manages.
///
/// # Errors
/// The type has none of such a name.
pub(crate) fn columns(resource: &Resource, kind: &Kind, value: &Value) -> Result<Vec<u16>, Issue> {
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
    /// Notes what audited attributes have now, and returns it with what they had.
    pub(crate) fn audit(&mut self, index: ResourceIndex, state: &State, is_absent: bool) -> Vec<Audited> {
        let Some(entry) = self.prepared.entries[index.to_usize()].as_ref().filter(|entry| !entry.audited().is_empty())
        else {
            return vec![];
        };
        let kind = &self.prepared.kinds[self.prepared.groups[entry.group].kind];
        let remembered = self.prepared.memory.of(&self.prepared.catalog.label(index));
        let audited = entry.audited().iter().map(|column| {
            let now = current(kind, entry, state, *column, is_absent);
            let before = remembered.audited.insert(kind.name(*column).to_string(), now.clone());
            Audited { column: *column, before, now }
        });
        audited.collect()
    }

    /// Tells what became of audited attributes that the run did not change itself.
    pub(crate) fn tell_audited(
        &mut self,
        index: ResourceIndex,
        status: &mut Status,
        audited: Vec<Audited>,
        synced: &[u16],
    ) {
        for Audited { column, before, now } in audited {
            let prepared = &self.prepared;
            let Some(entry) = &prepared.entries[index.to_usize()] else { return };
            let name = prepared.kinds[prepared.groups[entry.group].kind].name(column).clone();
            let origin = Origin::Attribute(&prepared.catalog, index, &name);
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
            self.scribe.write(entry.loglevel, Origin::Event(&prepared.catalog, index, &name), || message.clone());
            let event = Event {
                property: Some(name.clone()),
                previous_value: Some(now),
                historical_value: Some(before),
                audited: true,
                ..Event::whole(&format!("{name}_changed"), message, EventStatus::Audit, self.scribe.now())
            };
            self.record(status, event);
        }
    }
}

/// Lets changes know what their attributes had in an earlier run.
pub(crate) fn mark(changes: &mut [Change], audited: &[Audited]) {
    for change in changes {
        if let Some(audited) = audited.iter().find(|audited| audited.column == change.column) {
            change.audit(audited.before.as_ref(), &audited.now);
        }
    }
}

/// Returns what an attribute has. A resource that is not there has no values.
fn current(kind: &Kind, entry: &Entry, state: &State, column: u16, is_absent: bool) -> Value {
    if is_absent {
        return Value::from("absent");
    }
    match state.value(column) {
        _ if is_secret(kind, entry, state, column) => Value::from(REDACTED),
        Some(value) => value.clone(),
        None => Value::Undef,
    }
}
