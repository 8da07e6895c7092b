//! Log messages of a run: sources, tags and level filter. Messages below the level are never formatted.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use catalog::{Catalog, ResourceIndex, ResourceRef};

use crate::schedule::LocalTime;
use crate::{Clock, Level, Log, LoggedChange, Observer};

/// Origin of a log message.
#[derive(Clone, Copy)]
pub(crate) enum LogOrigin<'a> {
    /// The run itself.
    Run,
    /// A resource.
    Resource(&'a Catalog, ResourceIndex),
    /// A container, displayed with its name only, without a path.
    Container(&'a Catalog, ResourceIndex),
    /// The generated content of a resource, displayed with the resource's title only.
    Content(&'a Catalog, ResourceIndex),
    /// An event of an attribute.
    Event(&'a Catalog, ResourceIndex, &'a str),
    /// A message from an attribute itself. It is tagged with the attribute's name.
    Attribute(&'a Catalog, ResourceIndex, &'a str),
}

/// Writes the log of a run.
pub(crate) struct RunLogger<'a> {
    observer: &'a mut dyn Observer,
    clock: &'a dyn Clock,
    began: SystemTime,
    began_monotonic: Duration,
    logs: Vec<Log>,
}

impl<'a> RunLogger<'a> {
    pub(crate) fn new(observer: &'a mut dyn Observer, clock: &'a dyn Clock) -> Self {
        Self { observer, clock, began: clock.now(), began_monotonic: clock.monotonic(), logs: vec![] }
    }

    pub(crate) fn observer(&mut self) -> &mut dyn Observer {
        self.observer
    }

    /// Returns the time since the start of the run.
    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.monotonic().saturating_sub(self.began_monotonic)
    }

    /// Returns the start time of the run.
    pub(crate) fn began(&self) -> SystemTime {
        self.began
    }

    /// Returns the current time.
    pub(crate) fn now(&self) -> SystemTime {
        self.began + self.elapsed()
    }

    /// Converts a time to local time.
    pub(crate) fn local(&self, time: SystemTime) -> LocalTime {
        LocalTime::new(time, self.clock.local_offset(time))
    }

    pub(crate) fn wants(&self, level: Level) -> bool {
        self.observer.wants(level)
    }

    /// Writes a message if its level is enabled.
    pub(crate) fn write(&mut self, level: Level, origin: LogOrigin<'_>, message: impl FnOnce() -> String) {
        self.write_with(level, origin, || (message(), None, Vec::new()));
    }

    /// Writes a message about a change if its level is enabled.
    pub(crate) fn write_change(
        &mut self,
        level: Level,
        origin: LogOrigin<'_>,
        change: impl FnOnce() -> (String, LoggedChange),
    ) {
        self.write_with(level, origin, || {
            let (message, change) = change();
            (message, Some(change), Vec::new())
        });
    }

    /// Writes an error with hints.
    pub(crate) fn write_error(&mut self, origin: LogOrigin<'_>, message: String, hints: Vec<String>) {
        self.write_with(Level::Err, origin, || (message, None, hints));
    }

    fn write_with(
        &mut self,
        level: Level,
        origin: LogOrigin<'_>,
        content: impl FnOnce() -> (String, Option<LoggedChange>, Vec<String>),
    ) {
        if !self.observer.wants(level) {
            return;
        }
        let (source, tags, position) = origin.describe();
        let (resource, (message, change, hints)) = (origin.resource(), content());
        let line = Log { level, source, message, tags, position, time: self.now(), resource, change, hints };
        self.observer.log(&line);
        self.logs.push(line);
    }

    /// Returns all written messages.
    pub(crate) fn into_logs(self) -> Vec<Log> {
        self.logs
    }
}

impl LogOrigin<'_> {
    fn resource(self) -> Option<ResourceRef> {
        match self {
            Self::Run => None,
            Self::Resource(catalog, index)
            | Self::Container(catalog, index)
            | Self::Content(catalog, index)
            | Self::Event(catalog, index, _)
            | Self::Attribute(catalog, index, _) => Some(catalog.get(index).reference.clone()),
        }
    }

    fn describe(self) -> (Option<String>, Vec<Arc<str>>, Option<catalog::Position>) {
        let of = |catalog: &Catalog, index: ResourceIndex| {
            let resource = catalog.get(index);
            (resource.tags.clone(), resource.position.clone())
        };
        match self {
            Self::Run => (None, vec![], None),
            Self::Container(catalog, index) => (Some(catalog.label(index)), of(catalog, index).0, None),
            Self::Content(catalog, index) => {
                (Some(catalog.get(index).reference.title.to_string()), of(catalog, index).0, None)
            }
            Self::Resource(catalog, index) => {
                let (tags, position) = of(catalog, index);
                (Some(catalog.path(index)), tags, position)
            }
            Self::Event(catalog, index, attribute) => {
                let (tags, position) = of(catalog, index);
                (Some(catalog.path(index) + "/" + attribute), tags, position)
            }
            Self::Attribute(catalog, index, attribute) => {
                let (mut tags, position) = of(catalog, index);
                tags.push(attribute.into());
                (Some(catalog.path(index) + "/" + attribute), tags, position)
            }
        }
    }
}
