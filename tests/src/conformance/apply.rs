//! Owns what the recordings call *ral* and *apply*: the catalog of a case prepared by the transaction, and applied with the built-in
//! components. Cases apply `notify` and `exec` of `/bin/true`, `/bin/false` and `/bin/echo` alone.

use std::time::{Duration, SystemTime};

use catalog::graph::Cycle;
use catalog::{Catalog, ResourceIndex, Value, wire};
use runtime::{Config, Runtime};
use serde_json::{Map, Value as Json, json};
use transaction::{Clock, Issue, Level, Log, NoFunctions, Noop, Observer, Options, Prepared, Report};

use super::Case;

/// Prepares a catalog and writes down what came of it.
pub(super) fn ral(catalog: Catalog) -> Json {
    let mut runtime = match Machine::new() {
        Ok(machine) => machine,
        Err(reason) => return json!({ "error": reason }),
    };
    match runtime.prepare(catalog) {
        Err(issues) => json!({ "error": first(&issues) }),
        Ok(prepared) if !prepared.cycles().is_empty() => json!({
            "error": CYCLES,
            "cycles": prepared.cycles().iter().map(Cycle::describe).collect::<Vec<_>>(),
        }),
        Ok(prepared) => json!({
            "relationships": relationships(&prepared),
            "order": order(&prepared),
            "values": values(&prepared),
        }),
    }
}

/// Applies a catalog and writes down what came of it.
pub(super) fn apply(case: &Case, catalog: Catalog) -> Json {
    let mut machine = match Machine::new() {
        Ok(machine) => machine,
        Err(reason) => return json!({ "error": reason }),
    };
    let prepared = match machine.prepare(catalog) {
        Ok(prepared) => prepared,
        Err(issues) => return json!({ "error": first(&issues) }),
    };
    let list = |setting: &str| {
        let tags = case.text(setting).unwrap_or_default();
        tags.split(',').filter(|tag| !tag.is_empty()).map(str::to_owned).collect()
    };
    let options = Options {
        noop: if case.is_set("noop") { Noop::On } else { Noop::Off },
        tags: list("tags"),
        skip_tags: list("skip_tags"),
        ..Options::default()
    };
    let mut listener = Listener::default();
    let report = transaction::apply(prepared, &mut machine.runtime, &options, &mut listener, &NoClock);
    let mut written = json!({ "resources": statuses(&report), "logs": listener.logs });
    if let Some(error) = report.error {
        written["error"] = json!(error);
    }
    written
}

/// What Puppet says of a catalog with cycles.
const CYCLES: &str = "One or more resource dependency cycles detected in graph";

/// The components, with a state folder that goes with it.
struct Machine {
    runtime: Runtime,
    _state: tempfile::TempDir,
}

impl Machine {
    fn new() -> Result<Self, String> {
        let state = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut config = Config::new(marotte_cli::embedded());
        config.state = state.path().to_path_buf();
        config.cache = Some(crate::cache());
        let runtime = Runtime::new(config).map_err(|error| error.to_string())?;
        Ok(Self { runtime, _state: state })
    }

    fn prepare(&mut self, catalog: Catalog) -> Result<Prepared, Vec<Issue>> {
        transaction::prepare(catalog, &mut self.runtime, &mut NoFunctions, &mut Listener::default(), &NoClock)
    }
}

fn first(issues: &[Issue]) -> String {
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

fn values(prepared: &Prepared) -> Json {
    let mut written = Map::new();
    for (index, resource) in prepared.catalog().iter() {
        let entries = prepared.values(index).map(|(name, value)| (name.to_owned(), plain(value)));
        let entries: Map<String, Json> = entries.collect();
        if !entries.is_empty() {
            written.insert(resource.reference.to_string(), Json::Object(entries));
        }
    }
    Json::Object(written)
}

fn plain(value: &Value) -> Json {
    wire::to_json(&value.clone().unwrapped()).unwrap_or(Json::Null)
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
        written.insert(report.catalog.label(status.resource), json!({ "flags": flags, "events": events }));
    }
    Json::Object(written)
}

/// Keeps the log lines of a run.
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

/// Results have no times in them.
struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH
    }

    fn monotonic(&self) -> Duration {
        Duration::ZERO
    }
}
