//! The turn of one resource: retrieve, compare, set, and an event for each attribute that was out of sync.

use catalog::graph::GraphPoint;
use catalog::schema::{AttributeTrait, Meaning, Role};
use catalog::{ResourceIndex, Value};

use crate::audit::{self, AuditedAttribute};
use crate::change::PropertyChange;
use crate::insync::is_insync;
use crate::issue;
use crate::messages;
use crate::notify;
use crate::prepared::{ManagedResource, Prepared};
use crate::provider::{FaultCode, ProviderError, State};
use crate::resource_type::ResourceType;
use crate::run_logger::{LogOrigin, RunLogger};
use crate::status::Status;
use crate::transaction::Transaction;
use crate::{Event, EventStatus, Level};

impl Transaction<'_> {
    /// Manages a resource. Returns whether its new state makes pending refreshes unnecessary.
    pub(crate) fn manage(&mut self, index: ResourceIndex, status: &mut Status) -> bool {
        let prepared = &self.prepared;
        // Containers have no entry and are handled elsewhere.
        let Some(entry) = &prepared.entries[index.to_usize()] else { return false };
        let kind = &prepared.kinds[prepared.groups[entry.group].kind];
        if kind.is_engine {
            let is_notify = kind.schema.name == "notify";
            self.note_checked(index);
            if is_notify {
                self.notify(index, status);
            }
            return false;
        }
        status.provider = prepared.provider_of(entry).cloned();
        if let Some(message) = entry.fault.clone() {
            self.fail(index, status, ProviderError { code: FaultCode::Provider, message, detail: None });
            return false;
        }
        let (state, lines) = self.reader.fetch(prepared, self.providers, entry);
        if !lines.is_empty() {
            let entries = Some(prepared.entries.as_slice());
            messages::write(&mut self.scribe, &prepared.catalog, &self.indices, kind, entries, lines);
        }
        let state = match state {
            Ok(state) => state,
            Err(fault) => {
                self.fail(index, status, fault);
                return false;
            }
        };
        let state = self.state_before(index, state);
        let prepared = &self.prepared;
        let Some(entry) = &prepared.entries[index.to_usize()] else { return false };
        let kind = &prepared.kinds[prepared.groups[entry.group].kind];
        let is_gone = is_absent(kind, &state);
        self.note_checked(index);
        let audited = self.audit(index, &state, is_gone);
        let is_fresh = self.enforce(index, status, &state, &audited);
        let synced: Vec<u16> = self.synced(index, status);
        self.tell_audited(index, status, audited, &synced);
        self.remember_set(index, status, &state);
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
        let Some(entry) = &prepared.entries[index.to_usize()] else { return false };
        let kind = &prepared.kinds[prepared.groups[entry.group].kind];
        let columns = out_of_sync(kind, entry, state);
        if columns.is_empty() {
            let origin = LogOrigin::Resource(&prepared.catalog, index);
            explain_nothing(&mut self.scribe, origin, kind, entry, state);
            return false;
        }
        let is_fresh = columns.iter().any(|column| is_fresh(kind, entry, *column));
        if self.options.show_diff {
            show_differences(&mut self.scribe, prepared, (index, entry), state, &columns);
        }
        let mut changes: Vec<PropertyChange> =
            columns.iter().map(|column| PropertyChange::new(kind, entry, state, *column)).collect();
        audit::mark(&mut changes, audited);
        if self.options.corrective_changes {
            self.mark_corrective(index, &mut changes);
        }
        if self.is_noop(GraphPoint::Resource(index)) {
            for change in changes {
                let message = change.noop_message();
                self.tell(index, status, change, message, EventStatus::Noop);
            }
        } else {
            self.set(index, status, state, changes);
        }
        is_fresh
    }

    /// Returns the attributes for which events were recorded.
    fn synced(&self, index: ResourceIndex, status: &Status) -> Vec<u16> {
        let Some(entry) = &self.prepared.entries[index.to_usize()] else { return vec![] };
        let kind = &self.prepared.kinds[self.prepared.groups[entry.group].kind];
        status.events.iter().filter_map(|event| kind.column(event.property.as_deref()?)).collect()
    }

    /// Calls the provider to make the changes.
    fn set(&mut self, index: ResourceIndex, status: &mut Status, state: &State, changes: Vec<PropertyChange>) {
        let prepared = &self.prepared;
        let Some(entry) = &prepared.entries[index.to_usize()] else { return };
        let Some(provider) = prepared.provider_of(entry) else { return };
        let group = entry.group;
        let columns: Vec<u16> = changes.iter().map(|change| change.column).collect();
        let type_name = &prepared.kinds[prepared.groups[group].kind].schema.name;
        let applied = match self.ahead.take(index) {
            Some(done) => {
                let overlaps = self.providers.overlaps_at_turn(entry.row.id);
                self.pass_on_lines(group, done.messages);
                self.note_overlaps(index, overlaps);
                done.outcome
            }
            None => {
                let applied = self.providers.set(type_name, provider, &entry.row, state, &columns);
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
                Ok(words) => {
                    let message = change.success_message(words);
                    self.tell(index, status, change, message, EventStatus::Success);
                }
                Err(fault) => {
                    let reason = issue::failed_to_set(&fault.message, self.prepared.catalog.get(index));
                    let message = change.failure_message(&reason);
                    self.scribe.write(Level::Err, LogOrigin::Run, || reason);
                    if let Some(detail) = fault.detail {
                        self.scribe.write(Level::Err, LogOrigin::Run, || detail);
                    }
                    self.tell(index, status, change, message, EventStatus::Failure);
                }
            }
        }
    }

    /// Logs and records the result for an attribute.
    pub(crate) fn tell(
        &mut self,
        index: ResourceIndex,
        status: &mut Status,
        change: PropertyChange,
        message: String,
        outcome: EventStatus,
    ) {
        let loglevel = self.prepared.entries[index.to_usize()].as_ref().map_or(Level::Notice, |entry| entry.loglevel);
        let level = if outcome == EventStatus::Failure { Level::Err } else { loglevel };
        let message = change.line(message);
        let origin = LogOrigin::Event(&self.prepared.catalog, index, &change.name);
        self.scribe.write(level, origin, || message.clone());
        self.record(status, change.into_event(message, outcome, self.scribe.now()));
    }

    /// Records that the state could not be read.
    pub(crate) fn fail(&mut self, index: ResourceIndex, status: &mut Status, fault: ProviderError) {
        let origin = LogOrigin::Resource(&self.prepared.catalog, index);
        self.scribe.write(Level::Err, origin, || format!("Could not evaluate: {}", fault.message));
        if let Some(detail) = fault.detail {
            self.scribe.write(Level::Err, origin, || detail);
        }
        let event = Event::whole("resource_error", fault.message, EventStatus::Failure, self.scribe.now());
        self.record(status, event);
    }

    /// Manages a `notify`, whose message is always out of sync.
    fn notify(&mut self, index: ResourceIndex, status: &mut Status) {
        let Some(entry) = &self.prepared.entries[index.to_usize()] else { return };
        let kind = &self.prepared.kinds[self.prepared.groups[entry.group].kind];
        let Some(notice) = notify::NotifyMessage::new(kind, entry) else { return };
        let change = PropertyChange::new(kind, entry, &State::default(), notice.column);
        if self.is_noop(GraphPoint::Resource(index)) {
            let message = change.noop_message();
            return self.tell(index, status, change, message, EventStatus::Noop);
        }
        let origin = match notice.shows_path {
            true => LogOrigin::Attribute(&self.prepared.catalog, index, &change.name),
            false => LogOrigin::Run,
        };
        self.scribe.write(entry.loglevel, origin, || notice.text);
        let message = change.success_message(None);
        self.tell(index, status, change, message, EventStatus::Success);
    }
}

/// Logs why an absent resource is not changed.
fn explain_nothing(
    scribe: &mut RunLogger<'_>,
    origin: LogOrigin<'_>,
    kind: &ResourceType,
    entry: &ManagedResource,
    state: &State,
) {
    let is_managed =
        kind.ensure.is_some_and(|ensure| entry.row.value(ensure).is_some_and(|value| *value != Value::Undef));
    if !is_managed && is_absent(kind, state) {
        scribe.write(Level::Debug, origin, || "Nothing to manage: no ensure and the resource doesn't exist".to_owned());
    }
}

/// Logs the differences contained in verdicts.
fn show_differences(
    scribe: &mut RunLogger<'_>,
    prepared: &Prepared,
    (index, entry): (ResourceIndex, &ManagedResource),
    state: &State,
    columns: &[u16],
) {
    let kind = &prepared.kinds[prepared.groups[entry.group].kind];
    for column in columns {
        let Some(diff) = state.verdict(*column).and_then(|verdict| verdict.diff.as_ref()) else { continue };
        if diff.is_empty() {
            continue;
        }
        let is_secret = is_secret(kind, entry, state, *column);
        let origin = LogOrigin::Attribute(&prepared.catalog, index, kind.name(*column));
        scribe.write(entry.loglevel, origin, || match (is_secret, diff.starts_with('\n')) {
            (true, _) => "[diff redacted]".to_owned(),
            (false, true) => diff.clone(),
            (false, false) => format!("\n{diff}"),
        });
    }
}

/// Returns the attributes that are out of sync: only `ensure` if it is, otherwise all others in order. Does not
/// allocate if all attributes are in sync.
pub(crate) fn out_of_sync(kind: &ResourceType, entry: &ManagedResource, state: &State) -> Vec<u16> {
    if let Some(ensure) = kind.ensure
        && differs(kind, entry, state, ensure)
    {
        return vec![ensure];
    }
    if is_absent(kind, state) {
        return vec![];
    }
    let is_property = |column: u16| Some(column) != kind.ensure && kind.attribute(column).role == Role::Property;
    let declared = entry.row.slots.iter().map(|(column, _)| *column);
    let mut columns: Vec<u16> =
        declared.filter(|column| is_property(*column) && differs(kind, entry, state, *column)).collect();
    let judged = state.verdicts.iter().filter(|verdict| !verdict.insync).map(|verdict| verdict.attribute);
    let before = columns.len();
    for column in judged {
        if usize::from(column) < kind.names.len() && is_property(column) && !columns.contains(&column) {
            columns.push(column);
        }
    }
    if columns.len() > before {
        columns.sort_unstable();
    }
    columns
}

/// Returns whether an attribute is out of sync. The provider's verdict takes precedence over the host's comparison.
fn differs(kind: &ResourceType, entry: &ManagedResource, state: &State, column: u16) -> bool {
    if let Some(verdict) = state.verdict(column) {
        return !verdict.insync;
    }
    match entry.row.value(column) {
        None | Some(Value::Undef) => false,
        Some(desired) => {
            let attribute = kind.attribute(column);
            match state.value(column) {
                Some(current) => !is_insync(attribute, desired, current),
                // A missing value counts as absent.
                None => !is_insync(attribute, desired, &Value::String("absent".to_owned())),
            }
        }
    }
}

fn is_absent(kind: &ResourceType, state: &State) -> bool {
    kind.ensure.is_some_and(|ensure| state.value(ensure).is_some_and(|value| kind.means_absent(ensure, value)))
}

fn is_fresh(kind: &ResourceType, entry: &ManagedResource, column: u16) -> bool {
    let desired = entry.row.value(column).and_then(Value::as_str);
    desired.is_some_and(|text| kind.meaning(column, text) == Meaning::Fresh)
}

/// Returns whether the values of an attribute are secret.
pub(crate) fn is_secret(kind: &ResourceType, entry: &ManagedResource, state: &State, column: u16) -> bool {
    kind.attribute(column).has(AttributeTrait::Sensitive)
        || entry.row.value(column).is_some_and(Value::contains_sensitive)
        || state.value(column).is_some_and(Value::contains_sensitive)
}
