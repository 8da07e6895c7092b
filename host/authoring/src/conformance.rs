//! Conformance checks of the types of a component. The checks only use the schema and its examples, which the transaction
//! applies to a scratch tree.

mod stage;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use catalog::schema::{Meaning, Role, TypeSchema};
use catalog::{Catalog, Level, Value};
use engine::{Engine, Logger, components};
use launcher::IsolatedSystem;

use self::stage::{ConformanceError, Stage, StageOutcome};
use crate::scratch::Scratch;

/// Whether commands of the examples are run in namespaces whose root directory is the tree, which they cannot leave.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sandboxing {
    /// Where the kernel permits it. Otherwise checks that need commands are skipped.
    #[default]
    Auto,
    /// In any case; an error if the kernel does not permit it.
    Always,
    /// Never: checks that need commands are skipped.
    Never,
}

/// A component and how to check it.
#[derive(Debug, Clone)]
pub struct ConformanceTest {
    /// The file of the component.
    pub file: PathBuf,
    /// The type to check; all types by default.
    pub type_name: Option<String>,
    /// The provider to use for the resources.
    pub with: Option<String>,
    /// Whether the examples are applied to this system instead of an empty tree.
    pub is_here: bool,
    /// Where commands of the examples are run.
    pub sandboxing: Sandboxing,
    /// Time limit of each command and of each call of the component.
    pub time_limit: Duration,
    /// Ends the checks when set.
    pub interrupt: Arc<AtomicBool>,
}

/// The environment of the checks.
pub trait ConformanceContext {
    /// Opens an engine that manages a tree, or this system.
    ///
    /// # Errors
    /// Returns an error if the settings are not valid.
    fn open(&mut self, root: Option<&Path>) -> Result<Engine>;

    /// Returns the receiver of log messages.
    fn logger(&mut self) -> &mut dyn Logger;

    /// Reports the start of the checks of a type (0) or of one of its examples.
    fn begin(&mut self, type_name: &str, example: usize);

    /// Reports a finished check.
    fn finish(&mut self, check: &Check);
}

/// Result of a check.
#[derive(Debug, Clone, PartialEq)]
pub enum CheckResult {
    /// The check passed.
    Passed,
    /// The check failed, with the reason.
    Failed(String),
    /// The check could not run, with the reason.
    Skipped(String),
}

/// A check of a type with one of its examples.
#[derive(Debug, Clone, PartialEq)]
pub struct Check {
    /// The type.
    pub type_name: String,
    /// Number of the example from 1, or 0 for the type itself.
    pub example: usize,
    /// The description of the check.
    pub name: &'static str,
    /// The result.
    pub result: CheckResult,
}

impl Check {
    fn new(type_name: &str, example: usize, name: &'static str, result: CheckResult) -> Self {
        Self { type_name: type_name.to_owned(), example, name, result }
    }

    /// Returns whether the check failed.
    #[must_use]
    pub fn is_failed(&self) -> bool {
        matches!(self.result, CheckResult::Failed(_))
    }
}

/// Checks the types of a component. Scratch trees are removed in any case.
///
/// # Errors
/// Returns an error if the file is not a component, no scratch tree can be created, or the checks are interrupted.
pub fn run(test: &ConformanceTest, context: &mut dyn ConformanceContext) -> Result<Vec<Check>> {
    let path = test.file.display();
    let bytes = components::read(&test.file)?;
    let package = runtime::read_package("component", &bytes).with_context(|| format!("'{path}' is not a provider"))?;
    let is_wanted = |schema: &&TypeSchema| test.type_name.as_ref().is_none_or(|name| *name == schema.name);
    let types: Vec<&TypeSchema> = package.schema.types.iter().filter(is_wanted).collect();
    if types.is_empty() {
        match &test.type_name {
            Some(name) => bail!("'{path}' has no type '{name}'"),
            None => bail!("'{path}' has no types of its own, so no examples"),
        }
    }
    let mut checks = Checks { list: vec![], context };
    let (is_isolated, warning) = isolates(test)?;
    if let Some(warning) = warning {
        checks.context.logger().log(Level::Warning, "", &warning);
    }
    if let Some(first) = types.first() {
        checks.context.begin(&first.name, 0);
        let mut stage = Stage::new(test, &package, is_isolated, checks.context)?;
        let described = stage.describes(&first.name);
        stage.remove(checks.context);
        let verdict = match described {
            Ok(()) => CheckResult::Passed,
            Err(error) => CheckResult::Failed(error.to_string()),
        };
        checks.add(Check::new(&first.name, 0, "the description matches the schema section", verdict));
    }
    for schema in types {
        if schema.examples.is_empty() {
            let verdict = CheckResult::Failed("it has none".to_owned());
            checks.context.begin(&schema.name, 0);
            checks.add(Check::new(&schema.name, 0, "the type has an example", verdict));
        }
        for (number, example) in (1..).zip(&schema.examples) {
            checks.context.begin(&schema.name, number);
            let mut stage = Stage::new(test, &package, is_isolated, checks.context)?;
            let ran = ExampleTest { schema, number, checks: &mut checks }.run(&mut stage, example);
            stage.remove(checks.context);
            ran?;
        }
    }
    Ok(checks.list)
}

/// Returns whether commands are run in namespaces, and a warning if they are not, although that was not requested.
fn isolates(test: &ConformanceTest) -> Result<(bool, Option<String>)> {
    if test.is_here || test.sandboxing == Sandboxing::Never {
        return Ok((false, None));
    }
    let scratch = Scratch::new()?;
    let started = IsolatedSystem::start(&scratch.root()).map(drop);
    scratch.remove().with_context(|| format!("Could not remove '{}'", scratch.root().display()))?;
    let Err(error) = started else { return Ok((true, None)) };
    let message = format!("Commands cannot be run in a sandbox on this system: {error}");
    if test.sandboxing == Sandboxing::Always {
        bail!("{message}");
    }
    Ok((false, Some(format!("{message}; checks that need commands are skipped"))))
}

/// The finished checks.
struct Checks<'a> {
    list: Vec<Check>,
    context: &'a mut dyn ConformanceContext,
}

impl Checks<'_> {
    fn add(&mut self, check: Check) {
        self.context.logger().finish_progress();
        self.context.finish(&check);
        self.list.push(check);
    }
}

/// The checks of one example.
struct ExampleTest<'a, 'c> {
    schema: &'a TypeSchema,
    number: usize,
    checks: &'a mut Checks<'c>,
}

impl ExampleTest<'_, '_> {
    fn run(&mut self, stage: &mut Stage, example: &str) -> Result<()> {
        let catalog = stage.compile(example, &self.schema.name)?;
        let compiles = catalog.as_ref().map(|_| ()).map_err(Clone::clone);
        self.check("the example compiles", compiles);
        let Ok(catalog) = catalog else { return Ok(()) };
        if let Some(reason) = stage.unsuitable(&catalog, &self.schema.name) {
            self.skip("the example can be applied on this system", reason);
            return Ok(());
        }
        self.check("canonicalize is idempotent", stage.canonical(&catalog, &self.schema.name));
        if self.apply(stage, &catalog)? { self.remove_and_recreate(stage, &catalog) } else { Ok(()) }
    }

    /// Applies the example in a dry run and twice for real. Returns whether the example can be applied here.
    fn apply(&mut self, stage: &mut Stage, catalog: &Catalog) -> Result<bool> {
        let before = stage.tree()?;
        let predicted = self.applied(stage, catalog, true)?;
        self.check("a dry run succeeds", predicted.ensure_success());
        if before.is_some() {
            let has_changed = stage.tree()? != before;
            self.check("a dry run changes nothing", no(has_changed, "the tree was changed"));
        }
        let done = self.applied(stage, catalog, false)?;
        if let Err(reason) = done.ensure_success()
            && done.has_refused_command
        {
            self.skip("the example can be applied", format!("{reason}; --here tries it on this system"));
            return Ok(false);
        }
        self.check("the example can be applied", done.ensure_success());
        if done.ensure_success().is_ok() {
            self.check("a dry run predicts the changes", predicted.ensure_predicted(&done));
        }
        let second = self.applied(stage, catalog, false)?;
        self.check("a second run changes nothing", second.ensure_unchanged());
        Ok(true)
    }

    /// Removes the resources of the example, and creates them again.
    fn remove_and_recreate(&mut self, stage: &mut Stage, catalog: &Catalog) -> Result<()> {
        let Some(absent) = absent(self.schema) else { return Ok(()) };
        let mut without = catalog.clone();
        let of_type = catalog.iter().filter(|(_, resource)| {
            let is_there = resource.value("ensure").and_then(Value::as_str) != Some(absent);
            resource.reference.type_name.eq_ignore_ascii_case(&self.schema.name) && is_there
        });
        let indices: Vec<_> = of_type.map(|(index, _)| index).collect();
        for index in &indices {
            let position = catalog.get(*index).position.clone();
            without.get_mut(*index).set("ensure", Value::from(absent), position);
        }
        let labels: Vec<String> = indices.iter().map(|index| catalog.label(*index)).collect();
        let removal = self.applied(stage, &without, false)?;
        self.check("a resource can be removed", removal.ensure_success().and_then(|()| all_changed(&removal, &labels)));
        let second = self.applied(stage, &without, false)?;
        self.check("a removed resource stays removed", second.ensure_unchanged());
        let recreation = self.applied(stage, catalog, false)?;
        self.check(
            "a removed resource can be recreated",
            recreation.ensure_success().and_then(|()| all_changed(&recreation, &labels)),
        );
        let last = self.applied(stage, catalog, false)?;
        self.check("a recreated resource stays unchanged", last.ensure_unchanged());
        Ok(())
    }

    fn applied(&mut self, stage: &mut Stage, catalog: &Catalog, is_dry: bool) -> Result<StageOutcome> {
        stage.apply(catalog, is_dry, self.checks.context.logger())
    }

    fn check(&mut self, name: &'static str, outcome: Result<(), ConformanceError>) {
        let verdict = match outcome {
            Ok(()) => CheckResult::Passed,
            Err(reason) => CheckResult::Failed(reason.to_string()),
        };
        self.checks.add(Check::new(&self.schema.name, self.number, name, verdict));
    }

    fn skip(&mut self, name: &'static str, reason: String) {
        self.checks.add(Check::new(&self.schema.name, self.number, name, CheckResult::Skipped(reason)));
    }
}

fn no(found: bool, reason: &str) -> Result<(), ConformanceError> {
    if found { Err(ConformanceError::new(reason)) } else { Ok(()) }
}

fn all_changed(outcome: &StageOutcome, labels: &[String]) -> Result<(), ConformanceError> {
    match labels.iter().find(|label| !outcome.changed(label)) {
        Some(label) => Err(ConformanceError::new(format!("{label} was not changed"))),
        None => Ok(()),
    }
}

/// Returns the value of `ensure` for an absent resource; `None` for a type without `ensure`, or whose `ensure`
/// is part of its name.
fn absent(schema: &TypeSchema) -> Option<&str> {
    let ensure = schema.attribute("ensure").filter(|ensure| ensure.role == Role::Property)?;
    let absent = ensure.choices.iter().find(|choice| choice.meaning == Meaning::Absent || choice.value == "absent")?;
    Some(&absent.value)
}

#[cfg(test)]
mod tests;
