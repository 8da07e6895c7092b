//! Log messages of a run: sources, tags and level filter. Messages below the level are never formatted.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use catalog::{Catalog, ResourceIndex};

use crate::schedule::LocalTime;
use crate::{Clock, Level, Log, Observer};

/// What a line is about.
#[derive(Clone, Copy)]
pub(crate) enum LogOrigin<'a> {
    /// The run itself.
    Run,
    /// A resource.
    Resource(&'a Catalog, ResourceIndex),
    /// A container, which shows its name alone and no place.
    Container(&'a Catalog, ResourceIndex),
    /// What a resource asked for within itself, which shows the resource's title alone.
    Content(&'a Catalog, ResourceIndex),
    /// An event of an attribute.
    Event(&'a Catalog, ResourceIndex, &'a str),
    /// Something that an attribute says by itself: the line is tagged with its name.
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

    /// Returns the time since the beginning.
    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.monotonic().saturating_sub(self.began_monotonic)
    }

    /// Returns when it began.
    pub(crate) fn began(&self) -> SystemTime {
        self.began
    }

    /// Returns the time of the day.
    pub(crate) fn now(&self) -> SystemTime {
        self.began + self.elapsed()
    }

    /// Returns a time as the clocks on the walls show it.
    pub(crate) fn local(&self, time: SystemTime) -> LocalTime {
        LocalTime::new(time, self.clock.local_offset(time))
    }

    pub(crate) fn wants(&self, level: Level) -> bool {
        self.observer.wants(level)
    }

    /// Writes a line, if lines of this level are wanted.
    pub(crate) fn write(&mut self, level: Level, origin: LogOrigin<'_>, message: impl FnOnce() -> String) {
        if !self.observer.wants(level) {
            return;
        }
        let (source, tags, position) = origin.describe();
        let line = Log { level, source, message: message(), tags, position, time: self.now() };
        self.observer.log(&line);
        self.logs.push(line);
    }

    /// Returns all lines that were written.
    pub(crate) fn into_logs(self) -> Vec<Log> {
        self.logs
    }
}

impl LogOrigin<'_> {
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
