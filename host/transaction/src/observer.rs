//! The traits `Observer`, which receives progress and log messages, and `Clock`; log messages and their levels.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

pub use catalog::Level;
use catalog::{Position, ResourceRef, Value};

use crate::{Event, EventStatus};

/// A log message.
#[derive(Debug, Clone, PartialEq)]
pub struct Log {
    /// Level of the message.
    pub level: Level,
    /// The path of the source (`/Stage[main]/Main/File[/x]/mode`, `Class[Main]`); `None` for a message of the run
    /// itself, whose source is `Puppet` in Puppet's report.
    pub source: Option<String>,
    /// Text of the message, possibly with several lines.
    pub message: String,
    /// The tags of the resource. The report writes the level before them.
    pub tags: Vec<Arc<str>>,
    /// Position of the declaration of the resource.
    pub position: Option<Position>,
    /// Time of the message.
    pub time: SystemTime,
    /// The resource; `None` for a message of the run itself.
    pub resource: Option<ResourceRef>,
    /// The change of a property that the message is about.
    pub change: Option<LoggedChange>,
    /// Sentences that describe the cause or a remedy; they are not part of reports.
    pub hints: Vec<String>,
}

/// A change of a property in a log message.
#[derive(Debug, Clone, PartialEq)]
pub struct LoggedChange {
    /// The property.
    pub property: Arc<str>,
    /// The previous value, or the text `[redacted]` if it is secret.
    pub previous: Value,
    /// The desired value, or the text `[redacted]` if it is secret.
    pub desired: Value,
    /// Whether the change was made, failed, or is only reported in a dry run.
    pub status: EventStatus,
}

/// Receives log messages, events and progress during a run.
pub trait Observer {
    /// Returns whether messages of this level are enabled. Other messages are never formatted and do not appear in
    /// the report.
    fn wants(&self, level: Level) -> bool {
        level >= Level::Notice
    }

    /// Receives a log message.
    fn log(&mut self, line: &Log);

    /// Receives an event of a resource. Its log message was emitted before.
    fn event(&mut self, resource: &ResourceRef, event: &Event) {
        let _ = (resource, event);
    }

    /// Receives progress at the turn of each resource: `done` of `total` resources were finished before. Should
    /// return quickly.
    fn progress(&mut self, done: usize, total: usize, resource: &ResourceRef) {
        let _ = (done, total, resource);
    }
}

/// Source of the current time.
pub trait Clock {
    /// Returns the current time. Called once per run.
    fn now(&self) -> SystemTime;

    /// Returns the offset of local time from UTC in seconds at a given time. Schedules are in local time.
    fn local_offset(&self, _at: SystemTime) -> i64 {
        0
    }

    /// Returns a monotonic time since an arbitrary point.
    fn monotonic(&self) -> Duration;
}
