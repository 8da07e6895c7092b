//! Temporary trees for examples, and runs on them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, bail};
use catalog::{Catalog, ResourceRef, Value};
use engine::clock::SystemClock;
use engine::{Engine, Logger, SessionOptions, SiteSource, components};
use launcher::IsolatedSystem;
use runtime::{ComponentSource, DescriptionError, Durable, Package, RootCommands, Runtime};
use transaction::{ApplyOptions, EventStatus, Level, Log, NoFunctions, Noop, Observer, Prepared, Report, resource};

use super::{ConformanceContext, ConformanceTest};
use crate::scratch::{self, Scratch};

/// Reason why a check of a provider failed.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{0}")]
pub(super) struct ConformanceError(String);

impl ConformanceError {
    pub(super) fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

/// A scratch tree with an engine that applies examples to it.
pub(super) struct Stage {
    scratch: Scratch,
    engine: Engine,
    runtime: Runtime,
    /// The provider to use.
    with: Option<String>,
    /// Whether the system itself is changed instead of the tree.
    is_here: bool,
    /// Set if the user interrupts the checks.
    interrupt: Arc<AtomicBool>,
}

impl Stage {
    /// Creates an empty tree. If `is_isolated` is set, commands are run in namespaces with this tree.
    pub(super) fn new(
        test: &ConformanceTest,
        package: &Package,
        is_isolated: bool,
        context: &mut dyn ConformanceContext,
    ) -> Result<Self> {
        let scratch = Scratch::new()?;
        let isolation = || is_isolated.then(|| IsolatedSystem::start(&scratch.root()).map(Arc::new)).transpose();
        let opened = isolation()
            .map_err(Into::into)
            .and_then(|isolation| Self::open(test, package, (&scratch, isolation), context));
        match opened {
            Ok((engine, runtime)) => {
                let (with, is_here, interrupt) = (test.with.clone(), test.is_here, Arc::clone(&test.interrupt));
                Ok(Self { scratch, engine, runtime, with, is_here, interrupt })
            }
            Err(error) => {
                remove_scratch(&scratch, context);
                Err(error)
            }
        }
    }

    fn open(
        test: &ConformanceTest,
        package: &Package,
        (scratch, isolation): (&Scratch, Option<Arc<IsolatedSystem>>),
        context: &mut dyn ConformanceContext,
    ) -> Result<(Engine, Runtime)> {
        let root = scratch.root();
        let engine = context.open((!test.is_here).then_some(root.as_path()))?;
        let options = SessionOptions { durable: Durable::Off, ..SessionOptions::default() };
        let mut config = engine.runtime_config(options, context.logger())?;
        config.state = scratch.state();
        config.interrupt = Arc::clone(&test.interrupt);
        config.limits = config.limits.within(test.time_limit);
        // A function that does not end is stopped once; otherwise each check would wait for its time limit.
        config.limits.failing = config.limits.compute / 2;
        config.isolation = isolation;
        config.root_commands = RootCommands::Queries;
        let bytes = components::read(&test.file)?;
        components::replace_types(&mut config.components, &|name| package.schema.type_named(name).is_some());
        config.components.push(ComponentSource::new("component", bytes));
        Ok((engine, Runtime::new(config)?))
    }

    /// Removes the tree. A failure is logged.
    pub(super) fn remove(self, context: &mut dyn ConformanceContext) {
        let Self { scratch, runtime, engine, .. } = self;
        drop((runtime, engine));
        remove_scratch(&scratch, context);
    }

    /// Checks that the component returns the description in its schema section.
    pub(super) fn describes(&mut self, type_name: &str) -> Result<(), DescriptionError> {
        self.runtime.check_description(type_name)
    }

    /// Compiles an example; the inner error describes a fault in the example.
    pub(super) fn compile(&mut self, example: &str, type_name: &str) -> Result<Result<Catalog, ConformanceError>> {
        let site = self.engine.site(SiteSource::Code(example))?;
        let (world, request) = self.engine.compile_input(site, &self.runtime, false)?;
        let compiled = compiler::compile(&world, &request);
        let mut catalog = match compiled {
            Ok(compiled) => compiled.catalog,
            Err(failure) => {
                let first = failure.diagnostics.first().map(|diagnostic| diagnostic.message.clone());
                return Ok(Err(ConformanceError::new(first.unwrap_or_default())));
            }
        };
        let indices: Vec<_> = catalog.iter().map(|(index, _)| index).collect();
        for index in indices {
            let resource = catalog.get_mut(index);
            if let Some(provider) = &self.with
                && resource.reference.type_name.eq_ignore_ascii_case(type_name)
            {
                resource.set("provider", Value::from(provider.as_str()), None);
            }
        }
        Ok(self.prepare(&catalog).map(|_| catalog))
    }

    /// Returns the reason why an example cannot be applied to this system, if any.
    pub(super) fn unsuitable(&mut self, catalog: &Catalog, type_name: &str) -> Option<String> {
        use transaction::provider::Providers as _;
        let prepared = self.prepare(catalog).ok()?;
        let of_type = prepared
            .catalog()
            .iter()
            .find(|(_, resource)| resource.reference.type_name.eq_ignore_ascii_case(type_name));
        let chosen = of_type.and_then(|(index, _)| prepared.provider(index));
        let offered = self.runtime.providers(type_name);
        match chosen.and_then(|chosen| offered.iter().find(|provider| *provider.name == *chosen)) {
            Some(provider) => provider.unsuitable.clone(),
            None => Some(format!("Could not find a suitable provider for {type_name}")),
        }
    }

    /// Prepares an example and then the prepared values, which must not change again.
    pub(super) fn canonical(&mut self, catalog: &Catalog, type_name: &str) -> Result<(), ConformanceError> {
        let first = self.prepare(catalog)?;
        let copy = resource::prepared(&first, type_name);
        let second = self.prepare(&copy)?;
        for (index, resource) in second.catalog().iter() {
            let before = first.catalog().find(&resource.reference);
            let before: BTreeMap<&str, &Value> = before.into_iter().flat_map(|index| first.values(index)).collect();
            for (name, value) in second.values(index) {
                if before.get(name).is_none_or(|before| *before != value) {
                    let was = before.get(name).map_or_else(|| "nothing".to_owned(), |value| value.to_string());
                    return Err(ConformanceError::new(format!(
                        "{}: '{name}' was '{was}' and became '{value}'",
                        resource.reference
                    )));
                }
            }
        }
        Ok(())
    }

    /// Applies a catalog. The receiver shows the progress.
    pub(super) fn apply(&mut self, catalog: &Catalog, is_dry: bool, logger: &mut dyn Logger) -> Result<StageOutcome> {
        self.ensure_not_interrupted()?;
        let prepared = match self.prepare(catalog) {
            Ok(prepared) => prepared,
            Err(reason) => {
                return Ok(StageOutcome {
                    events: vec![],
                    error: Some(reason.to_string()),
                    has_refused_command: false,
                });
            }
        };
        let noop = if is_dry { Noop::On } else { Noop::Off };
        let options = ApplyOptions { noop, interrupt: Some(Arc::clone(&self.interrupt)), ..ApplyOptions::default() };
        let mut observer = ShownErrors { errors: Errors::default(), logger };
        let report = transaction::apply(prepared, &mut self.runtime, &options, &mut observer, &SystemClock::default());
        let errors = observer.errors;
        self.runtime.finish()?;
        self.ensure_not_interrupted()?;
        let has_refused_command = self.runtime.take_refused_in_root();
        Ok(StageOutcome::of(&report, errors, has_refused_command))
    }

    fn ensure_not_interrupted(&self) -> Result<()> {
        match self.interrupt.load(Ordering::Relaxed) {
            true => bail!("The test was interrupted"),
            false => Ok(()),
        }
    }

    /// Returns the content of the tree; `None` for the system itself.
    pub(super) fn tree(&self) -> Result<Option<scratch::Contents>> {
        if self.is_here { Ok(None) } else { scratch::contents(&self.scratch.root()).map(Some) }
    }

    fn prepare(&mut self, catalog: &Catalog) -> Result<Prepared, ConformanceError> {
        let (mut errors, clock) = (Errors::default(), SystemClock::default());
        let prepared = transaction::prepare(catalog.clone(), &mut self.runtime, &mut NoFunctions, &mut errors, &clock);
        prepared.map_err(|issues| ConformanceError::new(issues.first().map(ToString::to_string).unwrap_or_default()))
    }
}

/// Removes a tree. A failure is logged.
fn remove_scratch(scratch: &Scratch, context: &mut dyn ConformanceContext) {
    if let Err(error) = scratch.remove() {
        let message = format!("Could not remove '{}': {error}", scratch.root().display());
        context.logger().log(catalog::Level::Warning, "", &message);
    }
}

/// The result of a run.
#[derive(Debug)]
pub(super) struct StageOutcome {
    /// Resource, attribute, message, and whether it failed.
    events: Vec<(String, String, String, bool)>,
    error: Option<String>,
    /// A command was refused because it would change the system and not the tree.
    pub(super) has_refused_command: bool,
}

impl StageOutcome {
    fn of(report: &Report, errors: Errors, has_refused_command: bool) -> Self {
        let mut events = vec![];
        for status in &report.statuses {
            for event in status.events.iter().filter(|event| event.status != EventStatus::Audit) {
                let property = event.property.as_deref().unwrap_or_default().to_owned();
                let failed = event.status == EventStatus::Failure;
                events.push((report.catalog.label(status.resource), property, event.message.clone(), failed));
            }
        }
        events.sort();
        let is_failed = report.error.is_some() || report.has_failures();
        let error = is_failed.then(|| errors.0.into_iter().next().or_else(|| report.error.clone()).unwrap_or_default());
        Self { events, error, has_refused_command }
    }

    /// Checks that nothing failed.
    pub(super) fn ensure_success(&self) -> Result<(), ConformanceError> {
        match &self.error {
            Some(error) => Err(ConformanceError::new(error)),
            None => Ok(()),
        }
    }

    /// Checks that nothing failed or changed.
    pub(super) fn ensure_unchanged(&self) -> Result<(), ConformanceError> {
        self.ensure_success()?;
        match self.events.first() {
            Some((resource, property, message, _)) => {
                Err(ConformanceError::new(format!("{resource}/{property}: {message}")))
            }
            None => Ok(()),
        }
    }

    /// Checks that this dry run predicted exactly the changes of the other run, apart from refreshes, which
    /// follow from the changes.
    pub(super) fn ensure_predicted(&self, other: &Self) -> Result<(), ConformanceError> {
        let of = |outcome: &Self| -> Vec<(String, String)> {
            let events = outcome.events.iter().filter(|(_, property, ..)| !property.is_empty());
            events.map(|(resource, property, ..)| (resource.clone(), property.clone())).collect()
        };
        let (predicted, done) = (of(self), of(other));
        if let Some((resource, property)) = predicted.iter().find(|event| !done.contains(event)) {
            return Err(ConformanceError::new(format!("{resource}/{property} was predicted and did not happen")));
        }
        match done.iter().find(|event| !predicted.contains(event)) {
            Some((resource, property)) => {
                Err(ConformanceError::new(format!("{resource}/{property} happened and was not predicted")))
            }
            None => Ok(()),
        }
    }

    /// Returns whether a resource was changed.
    pub(super) fn changed(&self, label: &str) -> bool {
        self.events.iter().any(|(resource, _, _, failed)| resource == label && !failed)
    }
}

/// Collects the error messages of a run.
#[derive(Default)]
struct Errors(Vec<String>);

/// Collects the error messages of a run, and passes its progress on.
struct ShownErrors<'a> {
    errors: Errors,
    logger: &'a mut dyn Logger,
}

impl Observer for ShownErrors<'_> {
    fn wants(&self, level: Level) -> bool {
        self.errors.wants(level)
    }

    fn log(&mut self, line: &Log) {
        self.errors.log(line);
    }

    fn progress(&mut self, done: usize, total: usize, resource: &ResourceRef) {
        self.logger.progress(done, total, resource);
    }
}

impl Observer for Errors {
    fn wants(&self, level: Level) -> bool {
        level >= Level::Err
    }

    fn log(&mut self, line: &Log) {
        let source = line.source.as_ref().map(|source| format!("{source}: ")).unwrap_or_default();
        self.0.push(format!("{source}{}", line.message));
    }
}
