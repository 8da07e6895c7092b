//! Owns the words of a change, which are Puppet's: what was, what should be, and what became of it. A provider's own words win,
//! but never where a secret is in the values.

use std::sync::Arc;
use std::time::SystemTime;

use catalog::Value;
use catalog::schema::AttributeTrait;

use crate::display::{REDACTED, show};
use crate::harness::is_secret;
use crate::kind::Kind;
use crate::prepared::Entry;
use crate::provider::{State, Verdict};
use crate::{Event, EventStatus};

/// An attribute that is not as desired.
pub(crate) struct Change {
    pub(crate) column: u16,
    /// The attribute's name.
    pub(crate) name: Arc<str>,
    /// Puppet's name for the event.
    event: String,
    /// What is, and how to show it.
    previous: (Value, String),
    /// What should be, and how to show it.
    desired: (Value, String),
    /// The provider's words for the change as a whole.
    words: Option<String>,
    /// The attribute is to have no value any more.
    undefines: bool,
    is_secret: bool,
}

impl Change {
    pub(crate) fn new(kind: &Kind, entry: &Entry, state: &State, column: u16) -> Self {
        let name = kind.name(column).clone();
        let attribute = kind.attribute(column);
        let verdict = state.verdict(column);
        let previous = state.value(column).cloned();
        let desired = match entry.row.value(column) {
            // Any of the elements will do, and the first is set.
            Some(Value::Array(elements)) if !attribute.has(AttributeTrait::WholeArray) => elements.first().cloned(),
            desired => desired.cloned(),
        };
        let desired_text = desired.as_ref().and_then(Value::as_str);
        let event = match (&*name, desired_text) {
            ("ensure", Some("present")) => format!("{}_created", kind.schema.name),
            ("ensure", Some("absent")) => format!("{}_removed", kind.schema.name),
            ("ensure", _) => format!("{}_changed", kind.schema.name),
            (name, _) => format!("{name}_changed"),
        };
        // Where nothing says that it means something, `absent` is a text like any other.
        let undefines = desired_text == Some("absent") && attribute.named("absent").is_some();
        if is_secret(kind, entry, state, column) {
            let hidden = || (Value::from(REDACTED), REDACTED.to_owned());
            return Self {
                column,
                name,
                event,
                previous: hidden(),
                desired: hidden(),
                words: None,
                undefines,
                is_secret: true,
            };
        }
        let (is, should) = (verdict.and_then(|v| v.is.as_deref()), verdict.and_then(|v| v.should.as_deref()));
        Self {
            column,
            name,
            event,
            previous: shown(previous.or_else(|| is.is_none().then(|| Value::from("absent"))), is),
            desired: shown(desired, should),
            words: verdict.and_then(|Verdict { change, .. }| change.clone()),
            undefines,
            is_secret: false,
        }
    }

    pub(crate) fn noop_message(&self) -> String {
        format!("current_value {}, should be {} (noop)", self.previous.1, self.desired.1)
    }

    pub(crate) fn failure_message(&self, reason: &str) -> String {
        format!("change from {} to {} failed: {reason}", self.previous.1, self.desired.1)
    }

    /// Returns the words for a change that went well. `words` are those that the provider found while it made the change.
    pub(crate) fn success_message(&self, words: Option<String>) -> String {
        let (previous, desired) = (&self.previous.1, &self.desired.1);
        if self.is_secret {
            return format!("changed {previous} to {desired}");
        }
        if let Some(words) = words.or_else(|| self.words.clone()) {
            return words;
        }
        let is_absent = |value: &Value| value.as_str() == Some("absent");
        let name = &self.name;
        match (&**name, is_absent(&self.previous.0), self.undefines) {
            ("ensure", true, _) => "created".to_owned(),
            ("ensure", _, true) => "removed".to_owned(),
            (_, true, _) => format!("defined '{name}' as {desired}"),
            (_, _, true) => format!("undefined '{name}' from {previous}"),
            _ => format!("{name} changed {previous} to {desired}"),
        }
    }

    pub(crate) fn into_event(self, message: String, status: EventStatus, time: SystemTime) -> Event {
        Event {
            name: self.event,
            property: Some(self.name),
            previous_value: Some(self.previous.0),
            desired_value: Some(self.desired.0),
            message,
            status,
            redacted: self.is_secret,
            time,
        }
    }
}

/// Joins a value with how it is to be shown; where there is no value, the text stands for it.
fn shown(value: Option<Value>, text: Option<&str>) -> (Value, String) {
    match (value, text) {
        (Some(value), Some(text)) => (value, text.to_owned()),
        (Some(value), None) => {
            let text = show(&value);
            (value, text)
        }
        (None, Some(text)) => (Value::from(text.trim_matches('\'')), text.to_owned()),
        (None, None) => (Value::Undef, String::new()),
    }
}
