//! Retrieval of a catalog: plugins, facts, and the environment that the server specifies.

use std::time::{Duration, Instant};

use agent::{CatalogRequest, Plugins, PuppetServer};
use anyhow::{Context as _, Result, bail};
use catalog::{Level, wire};
use engine::Engine;
use engine::settings::SettingOrigin;
use report::RunRecord;
use serde_json::{Map, Value as Json, json};

use super::super::once::AgentRun;
use super::{PLUGINS, remote_engine};
use crate::console::Console;

/// The number of times that a catalog of another environment is requested, as in Puppet.
const MAX_ENVIRONMENTS: u32 = 4;

/// A catalog in Puppet's JSON.
pub(super) struct Retrieval {
    pub(super) text: String,
    pub(super) catalog_uuid: Option<String>,
    pub(super) code_id: Option<String>,
    pub(super) time: Duration,
}

/// Synchronizes plugins, sends facts and receives the catalog; again if the server specifies another environment. The environment
/// is recorded in `record`.
///
/// # Errors
/// Returns an error if the server cannot be reached or cannot compile a catalog, or the environment does not stabilize.
pub(super) fn retrieve(
    run: &AgentRun<'_>,
    record: &mut RunRecord,
    console: &mut Console,
) -> Result<(Engine, Retrieval)> {
    let server = run.server.as_deref().context("There is no server")?;
    let setting = &run.settings.environment;
    let configured = (!setting.is_default()).then_some(setting.value.as_str());
    if !matches!(run.settings.texts.origin("environment"), SettingOrigin::Flag(_)) {
        specified_environment(server, configured, record, console)?;
    }
    console.log(Level::Info, "", &format!("Using environment '{}'", record.environment));
    for _ in 0..MAX_ENVIRONMENTS {
        synchronize(run, server, &record.environment, console);
        let engine = remote_engine(run, &record.environment, console)?;
        let facts = facts(&engine, run, configured, console)?;
        let begun = Instant::now();
        let text = server.catalog(&CatalogRequest {
            environment: &record.environment,
            configured_environment: configured,
            facts: &facts,
            transaction_uuid: &record.uuid,
            job_id: run.arguments.job_id.as_deref(),
        })?;
        let (head, time) = (CatalogHead::read(&text)?, begun.elapsed());
        match head.environment {
            Some(environment) if environment != record.environment => {
                let message = format!(
                    "Local environment: '{}' doesn't match server specified environment '{environment}', restarting agent run with \
                     environment '{environment}'",
                    record.environment
                );
                console.log(Level::Notice, "", &message);
                record.environment = environment;
            }
            _ => {
                let (catalog_uuid, code_id) = (head.catalog_uuid, head.code_id);
                return Ok((engine, Retrieval { text, catalog_uuid, code_id, time }));
            }
        }
    }
    bail!("Catalog environment didn't stabilize after {MAX_ENVIRONMENTS} fetches, aborting run")
}

/// The fields of a catalog that are not in the catalog of the engine.
struct CatalogHead {
    environment: Option<String>,
    catalog_uuid: Option<String>,
    code_id: Option<String>,
}

impl CatalogHead {
    fn read(text: &str) -> Result<Self> {
        let document: Json = serde_json::from_str(text).context("The catalog of the server is not JSON")?;
        let field = |name: &str| document[name].as_str().filter(|text| !text.is_empty()).map(str::to_owned);
        Ok(Self { environment: field("environment"), catalog_uuid: field("catalog_uuid"), code_id: field("code_id") })
    }
}

/// Requests the environment of the node, unless a flag specifies it. A server that does not know the node is not an error.
fn specified_environment(
    server: &PuppetServer,
    configured: Option<&str>,
    record: &mut RunRecord,
    console: &mut Console,
) -> Result<()> {
    match server.node_environment(&record.environment, configured, &record.uuid) {
        Ok(Some(environment)) if environment != record.environment => {
            let message = format!(
                "Local environment: '{}' doesn't match server specified node environment '{environment}', switching agent to \
                 '{environment}'.",
                record.environment
            );
            console.log(Level::Notice, "", &message);
            record.environment = environment;
        }
        Ok(_) => {}
        Err(error) if error.is_outage() => return Err(error.into()),
        Err(error) => {
            console.log(Level::Warning, "", "Unable to fetch my node definition, but the agent run will continue:");
            console.log(Level::Warning, "", &error.to_string());
        }
    }
    Ok(())
}

/// Synchronizes the plugins. As in Puppet, a failure does not end the run: the plugins of an earlier run are used.
fn synchronize(run: &AgentRun<'_>, server: &PuppetServer, environment: &str, console: &mut Console) {
    let synchronized = Plugins::is_environment(server, environment).and_then(|exists| {
        if !exists {
            return Ok(None);
        }
        console.log(Level::Info, "", "Retrieving pluginfacts and plugins");
        Plugins::new(run.settings.vardir.join(PLUGINS)).synchronize(server, environment).map(Some)
    });
    match synchronized {
        Ok(Some(changes)) if changes == agent::PluginChanges::default() => {}
        Ok(Some(changes)) => {
            let message = format!("Synchronized plugins: {} retrieved, {} removed", changes.retrieved, changes.removed);
            console.log(Level::Notice, "", &message);
        }
        Ok(None) => {
            let message = format!("Environment '{environment}' not found on server, skipping initial pluginsync.");
            console.log(Level::Notice, "", &message);
        }
        Err(error) => console.log(Level::Err, "", &format!("Could not synchronize plugins: {error}")),
    }
}

/// Returns the facts in the form of requests.
fn facts(engine: &Engine, run: &AgentRun<'_>, configured: Option<&str>, console: &mut Console) -> Result<Json> {
    let mut values = Map::new();
    for (name, value) in engine.facts(*run.settings.noop, console)? {
        let json = wire::to_json(&value).with_context(|| format!("The fact '{name}' cannot be sent"))?;
        values.insert(name, json);
    }
    if let Some(environment) = configured {
        values.insert("agent_specified_environment".to_owned(), environment.into());
    }
    Ok(json!({ "name": run.certname, "values": values }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn head_of_a_catalog_has_no_empty_fields() {
        let head = CatalogHead::read(r#"{"environment":"test","catalog_uuid":"u","code_id":null}"#).unwrap();
        assert_eq!((head.environment.as_deref(), head.catalog_uuid.as_deref()), (Some("test"), Some("u")));
        assert_eq!(head.code_id, None);
        assert!(CatalogHead::read("<html>").is_err());
    }
}
