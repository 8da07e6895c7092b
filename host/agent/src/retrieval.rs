//! Retrieval of a catalog: plugins, facts, and the environment that the server specifies.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use catalog::{Level, wire};
use engine::{Engine, Logger};
use puppet::facts_document;
use serde_json::{Map, Value as Json};

use crate::catalog_files::CatalogFields;
use crate::plugins::{PluginChanges, Plugins};
use crate::server::{CatalogRequest, PuppetServer};

/// The number of times that a catalog of another environment is requested, as in Puppet.
const MAX_ENVIRONMENTS: u32 = 4;

/// Opens the engine for an environment of the server.
pub type OpenEngine<'a> = &'a mut dyn FnMut(&str, &mut dyn Logger) -> Result<Engine>;

/// The retrieval of one catalog.
pub struct CatalogRetrieval<'a> {
    /// The server.
    pub server: &'a PuppetServer,
    /// The plugins, which are synchronized.
    pub plugins: &'a Plugins,
    /// The name of the node.
    pub certname: &'a str,
    /// The environment in the settings, if there is one.
    pub configured_environment: Option<&'a str>,
    /// Whether the environment was given by a flag, so that the node's environment is not requested before.
    pub is_environment_given: bool,
    /// Whether a catalog of another environment is an error.
    pub is_environment_strict: bool,
    /// The identifier of the run.
    pub transaction_uuid: &'a str,
    /// The identifier of the job that started the run.
    pub job_id: Option<&'a str>,
    /// Whether the run is a dry run.
    pub noop: bool,
}

/// A catalog in Puppet's JSON.
#[derive(Debug)]
pub struct RetrievedCatalog {
    /// The text.
    pub text: String,
    /// The fields that are not in the catalog of the engine.
    pub fields: CatalogFields,
    /// The duration of the request.
    pub time: Duration,
}

impl CatalogRetrieval<'_> {
    /// Synchronizes plugins, sends facts and receives the catalog; again if the server specifies another environment, which
    /// replaces `environment`. Returns the engine of the last environment.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached or cannot compile a catalog, or the environment does not stabilize.
    pub fn retrieve(
        &self,
        environment: &mut String,
        open: OpenEngine<'_>,
        logger: &mut dyn Logger,
    ) -> Result<(Engine, RetrievedCatalog)> {
        if !self.is_environment_given && !self.is_environment_strict {
            self.specified_environment(environment, logger)?;
        }
        logger.log(Level::Info, "", &format!("Using environment '{environment}'"));
        for _ in 0..MAX_ENVIRONMENTS {
            self.synchronize(environment, logger);
            let engine = open(environment, logger)?;
            let facts = self.facts(&engine, logger)?;
            let begun = Instant::now();
            let text = self.server.catalog(&CatalogRequest {
                environment,
                configured_environment: self.configured_environment,
                facts: &facts,
                transaction_uuid: self.transaction_uuid,
                job_id: self.job_id,
            })?;
            let time = begun.elapsed();
            let fields = CatalogFields::read(&text).context("The catalog of the server is not valid")?;
            match &fields.environment {
                Some(specified) if specified != environment => {
                    if self.is_environment_strict {
                        bail!(
                            "Not using catalog because its environment '{specified}' does not match agent specified \
                             environment '{environment}' and strict_environment_mode is set"
                        );
                    }
                    let message = format!(
                        "Local environment: '{environment}' doesn't match server specified environment '{specified}', \
                         restarting agent run with environment '{specified}'"
                    );
                    logger.log(Level::Notice, "", &message);
                    environment.clone_from(specified);
                }
                _ => return Ok((engine, RetrievedCatalog { text, fields, time })),
            }
        }
        bail!("Catalog environment didn't stabilize after {MAX_ENVIRONMENTS} fetches, aborting run")
    }

    /// Requests the environment of the node. A server that does not know the node is not an error.
    fn specified_environment(&self, environment: &mut String, logger: &mut dyn Logger) -> Result<()> {
        match self.server.node_environment(environment, self.configured_environment, self.transaction_uuid) {
            Ok(Some(specified)) if specified != *environment => {
                let message = format!(
                    "Local environment: '{environment}' doesn't match server specified node environment '{specified}', switching \
                     agent to '{specified}'."
                );
                logger.log(Level::Notice, "", &message);
                *environment = specified;
            }
            Ok(_) => {}
            Err(error) if error.is_outage() => return Err(error.into()),
            Err(error) => {
                logger.log(Level::Warning, "", "Unable to fetch my node definition, but the agent run will continue:");
                logger.log(Level::Warning, "", &error.to_string());
            }
        }
        Ok(())
    }

    /// Synchronizes the plugins. As in Puppet, a failure does not end the run: the plugins of an earlier run are used.
    fn synchronize(&self, environment: &str, logger: &mut dyn Logger) {
        let synchronized = Plugins::is_environment(self.server, environment).and_then(|exists| {
            if !exists {
                return Ok(None);
            }
            logger.log(Level::Info, "", "Retrieving pluginfacts and plugins");
            self.plugins.synchronize(self.server, environment).map(Some)
        });
        match synchronized {
            Ok(Some(changes)) if changes == PluginChanges::default() => {}
            Ok(Some(PluginChanges { retrieved, removed })) => {
                let message = format!("Synchronized plugins: {retrieved} retrieved, {removed} removed");
                logger.log(Level::Notice, "", &message);
            }
            Ok(None) => {
                let message = format!("Environment '{environment}' not found on server, skipping initial pluginsync.");
                logger.log(Level::Notice, "", &message);
            }
            Err(error) => logger.log(Level::Err, "", &format!("Could not synchronize plugins: {error}")),
        }
    }

    /// Returns the facts in the form of requests.
    fn facts(&self, engine: &Engine, logger: &mut dyn Logger) -> Result<Json> {
        let mut values = Map::new();
        for (name, value) in engine.facts(self.noop, logger)? {
            let json = wire::to_json(&value).with_context(|| format!("The fact '{name}' cannot be sent"))?;
            values.insert(name, json);
        }
        if let Some(environment) = self.configured_environment {
            values.insert("agent_specified_environment".to_owned(), environment.into());
        }
        Ok(facts_document(self.certname, values))
    }
}
