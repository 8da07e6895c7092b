//! The traits `Observer`, which receives progress and log messages, and `Clock`; log messages and their levels.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use catalog::{Position, ResourceRef};

use crate::Event;
use crate::provider;

/// The levels of the log, in Puppet's order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// For debugging.
    Debug,
    /// Good to know.
    Info,
    /// The level of changes.
    Notice,
    /// Something is odd.
    Warning,
    /// Something failed.
    Err,
    /// Someone should act.
    Alert,
    /// The system is unusable.
    Emerg,
    /// Something important failed.
    Crit,
}

impl Level {
    /// All levels, the least grave first.
    pub const ALL: [Self; 8] =
        [Self::Debug, Self::Info, Self::Notice, Self::Warning, Self::Err, Self::Alert, Self::Emerg, Self::Crit];

    /// Returns the level of this name; `verbose` is another name of `info`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "verbose" => Some(Self::Info),
            name => Self::ALL.into_iter().find(|level| level.name() == name),
        }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Err => "err",
            Self::Alert => "alert",
            Self::Emerg => "emerg",
            Self::Crit => "crit",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl From<provider::Level> for Level {
    fn from(level: provider::Level) -> Self {
        match level {
            provider::Level::Debug => Self::Debug,
            provider::Level::Info => Self::Info,
            provider::Level::Notice => Self::Notice,
            provider::Level::Warning => Self::Warning,
            provider::Level::Err => Self::Err,
        }
    }
}

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
