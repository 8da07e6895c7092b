//! The traits `Observer`, which receives progress and log messages, and `Clock`; log messages and their levels.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

pub use catalog::Level;
use catalog::{Position, ResourceRef};

use crate::Event;

/// A line of the log.
#[derive(Debug, Clone, PartialEq)]
pub struct Log {
    /// How grave it is.
    pub level: Level,
    /// The path that it is shown with (`/Stage[main]/Main/File[/x]/mode`, `Class[Main]`); `None` for a line of the run
    /// itself, which Puppet's report calls `Puppet`.
    pub source: Option<String>,
    /// The line; it may have several lines.
    pub message: String,
    /// The tags of the resource; the report puts the level before them.
    pub tags: Vec<Arc<str>>,
    /// Where the resource was declared.
    pub position: Option<Position>,
    /// When it was written.
    pub time: SystemTime,
}

/// Receives log messages, events and progress during a run.
pub trait Observer {
    /// Returns whether lines of this level are wanted. Those that are not are never made, nor are they in the report.
    fn wants(&self, level: Level) -> bool {
        level >= Level::Notice
    }

    /// A line was logged.
    fn log(&mut self, line: &Log);

    /// Reports an event of a resource. Its log message was emitted before.
    fn event(&mut self, resource: &ResourceRef, event: &Event) {
        let _ = (resource, event);
    }

    /// A resource has its turn; `done` of `total` were finished before it. Called for each resource, so it should be quick.
    fn progress(&mut self, done: usize, total: usize, resource: &ResourceRef) {
        let _ = (done, total, resource);
    }
}

/// Tells the time.
pub trait Clock {
    /// Returns the time of the day. Asked once in a run.
    fn now(&self) -> SystemTime;

    /// Returns how many seconds local time is ahead of UTC at a time: schedules are in local time.
    fn local_offset(&self, _at: SystemTime) -> i64 {
        0
    }

    /// Returns a time that never goes back, from any beginning. Asked once for each resource.
    fn monotonic(&self) -> Duration;
}
