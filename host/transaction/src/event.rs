//! Events: what happened to one attribute of one resource, or to the resource as a whole.

use std::sync::Arc;
use std::time::SystemTime;

use catalog::Value;

/// Status of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventStatus {
    /// The change was not made because of noop.
    Noop,
    /// The change was made.
    Success,
    /// The change failed.
    Failure,
    /// A change of an audited attribute was recorded.
    Audit,
}

impl EventStatus {
    /// Returns the name of the status in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Noop => "noop",
            Self::Success => "success",
            Self::Failure => "failure",
            Self::Audit => "audit",
        }
    }
}

/// An event of a resource.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Puppet's name of the event: `file_created`, `mode_changed`, `resource_error`, `refresh`.
    pub name: String,
    /// The attribute; `None` if the event concerns the whole resource.
    pub property: Option<Arc<str>>,
    /// The previous value, or the text `[redacted]` if it is secret.
    pub previous_value: Option<Value>,
    /// The desired value, or the text `[redacted]` if it is secret.
    pub desired_value: Option<Value>,
    /// The value of an audited attribute in an earlier run, or the text `[redacted]` if it is secret.
    pub historical_value: Option<Value>,
    /// Whether the attribute is audited.
    pub audited: bool,
    /// Whether the change reverts drift since an earlier run.
    pub corrective_change: bool,
    /// The log message.
    pub message: String,
    /// Status of the event.
    pub status: EventStatus,
    /// Whether the values are redacted.
    pub redacted: bool,
    /// Time of the event.
    pub time: SystemTime,
}

impl Event {
    /// Creates an event that concerns the whole resource.
    pub(crate) fn whole(name: &str, message: String, status: EventStatus, time: SystemTime) -> Self {
        Self {
            name: name.to_owned(),
            property: None,
            previous_value: None,
            desired_value: None,
            historical_value: None,
            audited: false,
            corrective_change: false,
            message,
            status,
            redacted: false,
            time,
        }
    }
}
