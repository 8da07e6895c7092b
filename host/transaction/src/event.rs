//! Events: what happened to one attribute of one resource, or to the resource as a whole.

use std::sync::Arc;
use std::time::SystemTime;

use catalog::Value;

/// How an event ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventStatus {
    /// It would have happened.
    Noop,
    /// It happened.
    Success,
    /// It was tried and failed.
    Failure,
    /// Nothing was tried, only recorded.
    Audit,
}

impl EventStatus {
    /// Returns the name in reports.
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

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Puppet's name for it: `file_created`, `mode_changed`, `resource_error`, `refresh`.
    pub name: String,
    /// The attribute; `None` if it is about the resource as a whole.
    pub property: Option<Arc<str>>,
    /// The previous value, or the text `[redacted]` if it is secret.
    pub previous_value: Option<Value>,
    /// What should be. The text `[redacted]` where it must not be seen.
    pub desired_value: Option<Value>,
    /// What an audited attribute had in an earlier run. The text `[redacted]` where it must not be seen.
    pub historical_value: Option<Value>,
    /// Whether the attribute is audited.
    pub audited: bool,
    /// Whether someone else undid what an earlier run had set.
    pub corrective_change: bool,
    /// What the log line says.
    pub message: String,
    /// How it ended.
    pub status: EventStatus,
    /// Whether the values were hidden.
    pub redacted: bool,
    /// When it happened.
    pub time: SystemTime,
}

impl Event {
    /// Makes an event about a resource as a whole.
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
