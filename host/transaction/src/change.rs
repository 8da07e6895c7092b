//! Messages of changes, as in Puppet: previous value, desired value and result. A provider's own message takes
//! precedence unless a value is secret.

use std::sync::Arc;
use std::time::SystemTime;

use catalog::Value;
use catalog::schema::AttributeTrait;

use crate::display::{REDACTED, show};
use crate::insync::is_secret;
use crate::provider::{State, Verdict};
use crate::resource_table::ResourceView;
use crate::resource_type::ResourceType;
use crate::{Event, EventStatus, LoggedChange};

/// A change of an attribute that is out of sync.
pub(crate) struct PropertyChange {
    pub(crate) column: u16,
    /// The attribute's name.
    pub(crate) name: Arc<str>,
    /// Puppet's name for the event.
    event: String,
    /// The current value and its text.
    previous: (Value, String),
    /// The desired value and its text.
    desired: (Value, String),
    /// The provider's message for the change.
    message: Option<String>,
    /// Whether the attribute's value is removed.
    undefines: bool,
    is_secret: bool,
    /// The value in an earlier run, if the attribute is audited and had one.
    historical: Option<Value>,
    is_audited: bool,
    /// Text about the value in an earlier run; empty if it does not differ.
    recorded: String,
    /// Whether the change reverts drift since an earlier run.
    is_corrective: bool,
}

impl PropertyChange {
    pub(crate) fn new(resource: ResourceView<'_>, state: &State, column: u16) -> Self {
        let ResourceView { entry, kind, .. } = resource;
        let name = kind.name(column).clone();
        let attribute = kind.attribute(column);
        let verdict = state.verdict(column);
        let previous = state.value(column).cloned();
        // If a verdict displays a list, the attribute is treated as a whole array.
        let is_whole = attribute.has(AttributeTrait::WholeArray)
            || verdict.and_then(|verdict| verdict.should.as_deref()).is_some_and(|should| should.starts_with('['));
        let desired = match entry.row.value(column) {
            Some(Value::Array(elements)) if !is_whole => elements.first().cloned(),
            Some(Value::Array(elements)) => Some(Value::Array(elements.clone())),
            Some(one) if is_whole => Some(Value::Array(vec![one.clone()])),
            desired => desired.cloned(),
        };
        let desired_text = desired.as_ref().and_then(Value::as_str);
        // `absent` is an ordinary string unless the schema lists it as a value.
        let undefines = desired_text == Some("absent") && attribute.named("absent").is_some();
        let event = |desired: Option<&str>| event_name(kind, column, desired);
        if is_secret(resource, state, column) {
            let event = event(desired_text);
            let hidden = || (Value::from(REDACTED), REDACTED.to_owned());
            return Self {
                column,
                name,
                event,
                previous: hidden(),
                desired: hidden(),
                message: None,
                undefines,
                is_secret: true,
                historical: None,
                is_audited: false,
                recorded: String::new(),
                is_corrective: false,
            };
        }
        let (is, should) = (verdict.and_then(|v| v.is.as_deref()), verdict.and_then(|v| v.should.as_deref()));
        // A string that the provider displays differently is reported as displayed (permissions of a directory,
        // resulting members) unless it is a listed value; file content is reported by its digest.
        let is_plain = desired_text.is_some_and(|text| attribute.named(text).is_none());
        let other = should.and_then(|should| if is_plain { quoted(should) } else { digest(should) });
        let desired = match other {
            Some(text) => (Value::from(text), should.unwrap_or_default().to_owned()),
            None => shown(desired, should),
        };
        let event = event(desired.0.as_str());
        Self {
            column,
            name,
            event,
            previous: shown(previous.or_else(|| is.is_none().then(|| Value::from("absent"))), is),
            desired,
            message: verdict.and_then(|Verdict { change, .. }| change.clone()),
            undefines,
            is_secret: false,
            historical: None,
            is_audited: false,
            recorded: String::new(),
            is_corrective: false,
        }
    }

    /// Adds the value of an audited attribute in an earlier run to the message.
    pub(crate) fn audit(&mut self, before: Option<&Value>, now: &Value) {
        self.is_audited = true;
        self.historical = before.cloned();
        if let Some(before) = before.filter(|before| *before != now) {
            self.recorded = format!(" (previously recorded value was {})", show(before));
        }
    }

    /// Marks the change as corrective: it reverts drift since an earlier run.
    pub(crate) fn mark_corrective(&mut self) {
        self.is_corrective = true;
    }

    /// Returns the current value, or `None` if it is secret.
    pub(crate) fn previous(&self) -> Option<&Value> {
        (!self.is_secret).then_some(&self.previous.0)
    }

    pub(crate) fn noop_message(&self) -> String {
        format!("current_value {}, should be {} (noop){}", self.previous.1, self.desired.1, self.recorded)
    }

    pub(crate) fn failure_message(&self, reason: &str) -> String {
        format!("change from {} to {} failed: {reason}", self.previous.1, self.desired.1)
    }

    /// Returns the message of a successful change. `message` is the provider's message about setting the value.
    pub(crate) fn success_message(&self, message: Option<String>) -> String {
        self.describe(message) + &self.recorded
    }

    fn describe(&self, message: Option<String>) -> String {
        let (previous, desired) = (&self.previous.1, &self.desired.1);
        if self.is_secret {
            return format!("changed {previous} to {desired}");
        }
        if let Some(message) = message.or_else(|| self.message.clone()) {
            return message;
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

    /// Returns the log message of the change.
    pub(crate) fn line(&self, message: String) -> String {
        if self.is_corrective { message + " (corrective)" } else { message }
    }

    /// Returns the change for its log message.
    pub(crate) fn logged(&self, status: EventStatus) -> LoggedChange {
        LoggedChange {
            property: self.name.clone(),
            previous: self.previous.0.clone(),
            desired: self.desired.0.clone(),
            status,
        }
    }

    pub(crate) fn into_event(self, message: String, status: EventStatus, time: SystemTime) -> Event {
        Event {
            name: self.event,
            property: Some(self.name),
            previous_value: Some(self.previous.0),
            desired_value: Some(self.desired.0),
            historical_value: self.historical,
            audited: self.is_audited,
            corrective_change: self.is_corrective,
            message,
            status,
            redacted: self.is_secret,
            time,
        }
    }
}

/// Returns the name of the event for a change of an attribute: the one that the schema declares for the desired value or
/// for the attribute, or else Puppet's default.
pub(crate) fn event_name(kind: &ResourceType, column: u16, desired: Option<&str>) -> String {
    let (type_name, attribute) = (&kind.schema.name, kind.attribute(column));
    let choice = desired.and_then(|desired| attribute.named(desired));
    if let Some(event) = choice.and_then(|choice| choice.event.as_ref()).or(attribute.event.as_ref()) {
        return event.clone();
    }
    match (attribute.name.as_str(), desired) {
        ("ensure", Some("present")) => format!("{type_name}_created"),
        ("ensure", Some("absent")) => format!("{type_name}_removed"),
        ("ensure", _) => format!("{type_name}_changed"),
        (name, _) => format!("{name}_changed"),
    }
}

/// Returns the digest if the text is a quoted digest: `'{sha256}0a1b…'`.
fn digest(text: &str) -> Option<&str> {
    let text = quoted(text)?;
    let (algorithm, digest) = text.strip_prefix('{')?.split_once('}')?;
    let is_digest = algorithm.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && !digest.is_empty()
        && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_digest.then_some(text)
}

/// Returns the content of a quoted text.
fn quoted(text: &str) -> Option<&str> {
    text.strip_prefix('\'')?.strip_suffix('\'')
}

/// Combines a value with its displayed text. The text replaces a missing value.
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
