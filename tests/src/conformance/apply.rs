//! The parts *ral* and *apply* of the recordings: the catalog of a case is prepared by the transaction, and applied
//! with the built-in components and those of the case. Of the built-in types, cases apply only `notify` and `exec` of
//! harmless programs.

mod values;

use std::rc::Rc;
use std::time::{Duration, SystemTime};

use catalog::graph::Cycle;
use catalog::{Catalog, ResourceIndex, wire};
use runtime::FactLookup;
use runtime::{Runtime, RuntimeConfig};
use serde_json::{Map, Value as Json, json};
use transaction::{ApplyOptions, CatalogIssue, Clock, Level, Log, NoFunctions, Noop, Observer, Prepared, Report};

use super::{Case, Custom};

/// Prepares a catalog and returns the result.
pub(super) fn ral(case: &Case, custom: &Custom, catalog: Catalog) -> Json {
    let mut machine = match Machine::new(case, custom) {
        Ok(machine) => machine,
        Err(reason) => return json!({ "error": reason }),
    };
    match machine.prepare(catalog) {
        Err(issues) => json!({ "error": first(&issues) }),
        Ok(prepared) if !prepared.cycles().is_empty() => json!({
            "error": CYCLES,
            "cycles": prepared.cycles().iter().map(Cycle::describe).collect::<Vec<_>>(),
        }),
        Ok(prepared) => json!({
            "relationships": relationships(&prepared),
            "order": order(&prepared),
            "values": values::of(&prepared, &custom.types),
        }),
    }
}

/// Applies a catalog and returns the result.
pub(super) fn apply(case: &Case, custom: &Custom, catalog: Catalog) -> Json {
    let mut machine = match Machine::new(case, custom) {
        Ok(machine) => machine,
        Err(reason) => return json!({ "error": reason }),
    };
    let mut listener = Listener::default();
    let mut catalog = catalog;
    catalog::add_defaults(&mut catalog, true);
    let prepared = match transaction::prepare(catalog, &mut machine.runtime, &mut NoFunctions, &mut listener, &NoClock)
    {
        Ok(prepared) => prepared,
        Err(issues) => return json!({ "error": first(&issues) }),
    };
    let list = |setting: &str| {
        let tags = case.text(setting).unwrap_or_default();
        tags.split(',').filter(|tag| !tag.is_empty()).map(str::to_owned).collect()
    };
    let options = ApplyOptions {
        noop: if case.is_set("noop") { Noop::On } else { Noop::Off },
        tags: list("tags"),
        skip_tags: list("skip_tags"),
        ..ApplyOptions::default()
    };
    let report = transaction::apply(prepared, &mut machine.runtime, &options, &mut listener, &NoClock);
    let mut written = json!({ "resources": statuses(&report), "logs": listener.logs });
    if let Some(error) = report.error {
        written["error"] = json!(error);
    }
    written
}

/// Puppet's message for a catalog with cycles.
const CYCLES: &str = "One or more resource dependency cycles detected in graph";

/// The components with a temporary state directory.
struct Machine {
    runtime: Runtime,
    _state: tempfile::TempDir,
}

impl Machine {
    fn new(case: &Case, custom: &Custom) -> Result<Self, String> {
        let state = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut components = engine::embedded();
        components.extend(custom.components.iter().cloned());
        let mut config = RuntimeConfig::new(components);
        config.facts = facts(case);
        config.ruby.clone_from(&custom.ruby);
        config.state = state.path().to_path_buf();
        config.cache = Some(crate::cache());
        let runtime = Runtime::new(config).map_err(|error| error.to_string())?;
        Ok(Self { runtime, _state: state })
    }

    fn prepare(&mut self, catalog: Catalog) -> Result<Prepared, Vec<CatalogIssue>> {
        transaction::prepare(catalog, &mut self.runtime, &mut NoFunctions, &mut Listener::default(), &NoClock)
    }
}

fn first(issues: &[CatalogIssue]) -> String {
    issues.first().map(|issue| issue.message.clone()).unwrap_or_default()
}

fn relationships(prepared: &Prepared) -> Json {
    let label = |index: ResourceIndex| prepared.catalog().get(index).reference.to_string();
    let relations = prepared.relationships().iter().map(|relation| {
        let (event, callback) = match (relation.notifies, relation.is_automatic) {
            (true, _) => ("ALL_EVENTS", "refresh"),
            (false, true) => ("NONE", ""),
            (false, false) => ("", ""),
        };
        json!([label(relation.source), label(relation.target), event, callback])
    });
    let mut relations: Vec<Json> = relations.collect();
    relations.sort_by_key(Json::to_string);
    Json::Array(relations)
}

fn order(prepared: &Prepared) -> Vec<String> {
    prepared.order().into_iter().map(|index| prepared.catalog().get(index).reference.to_string()).collect()
}

/// Returns the facts of the case by dotted path.
fn facts(case: &Case) -> FactLookup {
    let facts = Json::Object(case.facts.clone());
    Rc::new(move |path| {
        let fact = path.split('.').try_fold(&facts, |fact, key| fact.get(key))?;
        wire::from_json(fact).ok()
    })
}

fn statuses(report: &Report) -> Json {
    let mut written = Map::new();
    for status in &report.statuses {
        let flags = [
            ("changed", status.changed),
            ("failed", status.failed),
            ("skipped", status.skipped),
            ("out_of_sync", status.out_of_sync),
            ("restarted", status.restarted),
            ("failed_to_restart", status.failed_to_restart),
        ];
        let flags: Vec<&str> = flags.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name).collect();
        let events = status.events.iter().map(|event| {
            let property = event.property.as_deref().unwrap_or_default();
            json!({ "property": property, "status": event.status.name(), "message": event.message })
        });
        let events: Vec<Json> = events.collect();
        // Resources that every catalog contains are not part of the recordings.
        if ["Schedule", "Filebucket"].contains(&&*report.catalog.get(status.resource).reference.type_name) {
            continue;
        }
        written.insert(report.catalog.label(status.resource), json!({ "flags": flags, "events": events }));
    }
    Json::Object(written)
}

/// Collects the log messages of a run.
#[derive(Default)]
struct Listener {
    logs: Vec<Json>,
}

impl Observer for Listener {
    fn wants(&self, level: Level) -> bool {
        level >= Level::Info
    }

    fn log(&mut self, line: &Log) {
        let source = line.source.as_deref().unwrap_or("Puppet");
        self.logs.push(json!({ "level": line.level.name(), "message": line.message, "source": source }));
    }
}

/// A constant clock, since results contain no times.
struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH
    }

    fn monotonic(&self) -> Duration {
        Duration::ZERO
    }
}
