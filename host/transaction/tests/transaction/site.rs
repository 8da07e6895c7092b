//! Test helpers that build a catalog like a manifest, apply it and return its log.

use std::cell::Cell;
use std::time::{Duration, SystemTime};

use catalog::{Catalog, Position, Resource, ResourceIndex, ResourceRef, Value};
use transaction::{ApplyOptions, CatalogIssue, Clock, Event, Level, Log, NoFunctions, Observer, Prepared, Report};

use crate::fake::Fake;

/// Builder of a catalog.
pub(crate) struct Site {
    pub(crate) catalog: Catalog,
    container: ResourceIndex,
    stage: ResourceIndex,
}

impl Site {
    pub(crate) fn new() -> Self {
        let mut catalog = Catalog::default();
        let mut add = |type_name, title| catalog.add(Resource::new(ResourceRef::new(type_name, title))).unwrap();
        let (stage, main) = (add("stage", "main"), add("class", "main"));
        catalog.contain(stage, main);
        Self { catalog, container: main, stage }
    }

    /// Declares a resource in the current container.
    pub(crate) fn resource(mut self, type_name: &str, title: &str, attributes: &[(&str, Value)]) -> Self {
        self.add(type_name, title, attributes);
        self
    }

    pub(crate) fn notify(self, title: &str, attributes: &[(&str, Value)]) -> Self {
        self.resource("notify", title, attributes)
    }

    pub(crate) fn file(self, title: &str, attributes: &[(&str, Value)]) -> Self {
        self.resource("file", title, attributes)
    }

    pub(crate) fn exec(self, title: &str, attributes: &[(&str, Value)]) -> Self {
        self.resource("exec", title, attributes)
    }

    /// Declares a class with its content in the main stage, like `include`.
    pub(crate) fn class(self, name: &str, attributes: &[(&str, Value)], content: fn(Self) -> Self) -> Self {
        let stage = self.stage;
        self.container("class", name, attributes, Some(stage), content)
    }

    /// Declares a class in another stage.
    pub(crate) fn staged_class(self, stage: &str, name: &str, content: fn(Self) -> Self) -> Self {
        let stage = self.catalog.find(&ResourceRef::new("stage", stage));
        self.container("class", name, &[], stage, content)
    }

    /// Declares an instance of a defined type in the current container.
    pub(crate) fn define(
        self,
        name: &str,
        title: &str,
        attributes: &[(&str, Value)],
        content: fn(Self) -> Self,
    ) -> Self {
        let container = self.container;
        self.container(name, title, attributes, Some(container), content)
    }

    /// Declares a stage.
    pub(crate) fn stage(mut self, name: &str, attributes: &[(&str, Value)]) -> Self {
        self.declare("stage", name, attributes);
        self
    }

    fn container(
        mut self,
        type_name: &str,
        title: &str,
        attributes: &[(&str, Value)],
        parent: Option<ResourceIndex>,
        content: fn(Self) -> Self,
    ) -> Self {
        let index = self.declare(type_name, title, attributes);
        if let Some(parent) = parent {
            self.catalog.contain(parent, index);
        }
        let before = std::mem::replace(&mut self.container, index);
        let mut site = content(self);
        site.container = before;
        site
    }

    fn add(&mut self, type_name: &str, title: &str, attributes: &[(&str, Value)]) {
        let index = self.declare(type_name, title, attributes);
        self.catalog.contain(self.container, index);
    }

    fn declare(&mut self, type_name: &str, title: &str, attributes: &[(&str, Value)]) -> ResourceIndex {
        let mut resource = Resource::new(ResourceRef::new(type_name, title));
        let line = u32::try_from(self.catalog.len()).unwrap() - 1;
        resource.position = Some(Position { file: "site.pp".into(), line, column: 1 });
        for (name, value) in attributes {
            resource.set(name, value.clone(), None);
        }
        for tag in [type_name, title] {
            resource.tag(&tag.into());
        }
        if let Some(Value::String(tag)) = resource.value("tag").cloned() {
            resource.tag(&tag.clone());
        }
        self.catalog.add(resource).unwrap()
    }

    /// Prepares the catalog.
    pub(crate) fn prepare(self, fake: &mut Fake) -> Result<Prepared, Vec<CatalogIssue>> {
        transaction::prepare(
            self.catalog,
            fake,
            &mut NoFunctions,
            &mut RecordingObserver::default(),
            &SteppingClock::default(),
        )
    }

    /// Returns the messages of the issues of the catalog.
    pub(crate) fn issues(self, fake: &mut Fake) -> Vec<String> {
        match self.prepare(fake) {
            Ok(_) => vec![],
            Err(issues) => issues.iter().map(ToString::to_string).collect(),
        }
    }

    /// Returns the resources in the order of application.
    pub(crate) fn order(self, fake: &mut Fake) -> Vec<String> {
        let prepared = self.prepare(fake).unwrap();
        let order = prepared.order();
        order.into_iter().map(|index| prepared.catalog().label(index)).collect()
    }

    /// Applies the catalog.
    pub(crate) fn apply(self, fake: &mut Fake, options: &ApplyOptions) -> Report {
        let prepared = self.prepare(fake).unwrap();
        fake.calls.clear();
        transaction::apply(prepared, fake, options, &mut RecordingObserver::default(), &SteppingClock::default())
    }

    /// Applies the catalog and returns its log.
    pub(crate) fn log(self, fake: &mut Fake) -> Vec<String> {
        lines(&self.apply(fake, &ApplyOptions::default()))
    }
}

/// Observer that enables messages from level info.
#[derive(Default)]
pub(crate) struct RecordingObserver {
    pub(crate) events: Vec<String>,
    pub(crate) lines: Vec<String>,
}

impl Observer for RecordingObserver {
    fn wants(&self, level: Level) -> bool {
        level >= Level::Info
    }

    fn log(&mut self, line: &Log) {
        self.lines.push(line.message.clone());
    }

    fn event(&mut self, resource: &ResourceRef, event: &Event) {
        self.events.push(format!("{resource}: {}", event.message));
    }
}

/// Clock that advances by a millisecond at each reading.
#[derive(Default)]
pub(crate) struct SteppingClock(Cell<u64>);

impl Clock for SteppingClock {
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH
    }

    fn monotonic(&self) -> Duration {
        self.0.set(self.0.get() + 1);
        Duration::from_millis(self.0.get())
    }
}

/// Formats the log as `level source: message`, without the level of notices and without the path of the main class.
pub(crate) fn lines(report: &Report) -> Vec<String> {
    let line = |log: &Log| {
        let source = log.source.as_deref().map(|source| source.replace("/Stage[main]/Main/", "")).unwrap_or_default();
        let separator = if source.is_empty() { "" } else { ": " };
        let level = if log.level == Level::Notice { String::new() } else { format!("{} ", log.level) };
        format!("{level}{source}{separator}{}", log.message)
    };
    report.logs.iter().map(line).collect()
}

/// Creates a list of strings.
pub(crate) fn list(elements: &[&str]) -> Value {
    Value::Array(elements.iter().map(|e| Value::from(*e)).collect())
}
