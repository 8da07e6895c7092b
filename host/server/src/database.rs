//! The database of facts, catalogs and reports of nodes, which answers PuppetDB's queries.

mod commands;
mod metrics;
mod queries;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs};

use anyhow::{Context as _, Result, bail};
use engine::{NodeIdentity, ServedCatalog, ServedEnvironment, Settings};
use fleet::{Command, CommandContext, PostgresOptions, PostgresStore, Retention, SqliteStore, Store, StoreError, Time};
use ownership::OwnershipRule;
use puppet::{NodeFacts, Reply};
use serde_json::Value as Json;

use crate::log::ServerLog;

pub(crate) use commands::command;
pub(crate) use metrics::{metric, time, version};
pub(crate) use queries::query;

/// The scheme of URLs of SQLite files.
const SQLITE: &str = "sqlite:";

/// A database.
pub(crate) struct Database {
    store: Arc<dyn Store>,
    /// The name of this server.
    producer: String,
}

/// The run for which a catalog is compiled.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CatalogRun<'a> {
    pub(crate) transaction_uuid: Option<&'a str>,
    pub(crate) job_id: Option<&'a str>,
}

impl Database {
    /// Opens the database of the settings; `None` without one.
    ///
    /// # Errors
    /// Returns an error if the URL is not supported, or the database cannot be opened.
    pub(crate) fn open(settings: &Settings, producer: &str) -> Result<Option<Self>> {
        let store = open_database(settings)?;
        Ok(store.map(|store| Self { store, producer: producer.to_owned() }))
    }

    /// Replaces the facts of a node.
    ///
    /// # Errors
    /// Returns an error if the database cannot be written.
    pub(crate) fn replace_facts(&self, node: &NodeIdentity, environment: &str, facts: &NodeFacts) -> Result<()> {
        let context = self.context(&node.name, environment);
        let trusted = catalog::wire::to_json(&node.trusted())?;
        let document = fleet::facts_command(&context, facts.sent(), Some(trusted));
        self.apply("replace facts", fleet::FACTS_VERSION, document, context.at)
    }

    /// Replaces the catalog of a node. `document` is its JSON without exported resources.
    ///
    /// # Errors
    /// Returns an error if the catalog has a relationship to an unknown resource, or the database cannot be written.
    pub(crate) fn replace_catalog(
        &self,
        environment: &ServedEnvironment,
        compiled: &ServedCatalog,
        document: &str,
        run: CatalogRun<'_>,
    ) -> Result<()> {
        let mut document: Json = serde_json::from_str(document)?;
        add_exported(&mut document, environment.exported_documents(&compiled.exported)?);
        let context = self.context(&compiled.catalog.node, &compiled.catalog.environment);
        let namevar = |type_name: &str| environment.namevar(&type_name.to_ascii_lowercase());
        let document = fleet::catalog_command(&context, [run.transaction_uuid, run.job_id], &document, &namevar)?;
        self.apply("replace catalog", fleet::CATALOG_VERSION, document, context.at)
    }

    /// Adds a report, unless it is stored already.
    ///
    /// # Errors
    /// Returns an error if the document is not a report, or the database cannot be written.
    pub(crate) fn add_report(&self, report: &Json) -> Result<()> {
        let context = self.context(report["host"].as_str().unwrap_or_default(), "");
        let document = fleet::report_command(report, &self.producer, context.at)?;
        self.apply("store report", fleet::REPORT_VERSION, document, context.at)
    }

    /// Removes data that are kept no longer.
    pub(crate) fn sweep(&self, log: &ServerLog) {
        loop {
            match self.store.sweep(&Retention::default(), Time::now()) {
                Ok(swept) if swept.is_done() => return,
                Ok(_) => {}
                Err(error) => return log.error(format!("Old data cannot be removed from the database: {error}")),
            }
        }
    }

    fn context<'a>(&'a self, certname: &'a str, environment: &'a str) -> CommandContext<'a> {
        CommandContext { certname, producer: &self.producer, environment, at: Time::now() }
    }

    fn apply(&self, name: &str, version: i64, document: Json, at: Time) -> Result<()> {
        let command = Command::of_document(name, version, document, at)?;
        command.apply(&*self.store, at).context("The database cannot be written")?;
        Ok(())
    }
}

/// Opens the database of the settings; `None` without one.
///
/// # Errors
/// Returns an error if the URL is not supported, other users can change the directory, or the database cannot be used.
pub fn open_database(settings: &Settings) -> Result<Option<Arc<dyn Store>>> {
    let (url, replica) = (settings.database_url.as_str(), settings.database_read_url.as_str());
    if PostgresOptions::is_url(url) {
        return Ok(Some(Arc::new(open_postgres(url, replica, *settings.query_timeout)?)));
    }
    if !replica.is_empty() {
        bail!("The setting database_read_url needs a PostgreSQL database in the setting database_url");
    }
    if url.is_empty() {
        return Ok(None);
    }
    let Some(path) = url.strip_prefix(SQLITE).filter(|path| path.starts_with('/')) else {
        bail!(
            "The setting database_url must be the URL of an SQLite file, such as sqlite:/var/lib/marotte/server/fleet.sqlite3, \
             or of a PostgreSQL database, such as postgres://marotte@db.example.com/fleet, not '{url}'"
        )
    };
    let path = Path::new(path);
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory).with_context(|| format!("Could not create '{}'", directory.display()))?;
        settings.checker.check_path(directory, OwnershipRule::Trusted)?;
    }
    Ok(Some(Arc::new(SqliteStore::open(path)?.with_query_limit(*settings.query_timeout))))
}

/// Opens a PostgreSQL database. One that does not answer now is used later: catalogs do not need it.
fn open_postgres(url: &str, replica: &str, limit: Option<Duration>) -> Result<PostgresStore> {
    let read = |setting: &str, url: &str| {
        let options = PostgresOptions::of_url(url, &|name| env::var_os(name));
        options.with_context(|| format!("The setting {setting} cannot be used"))
    };
    let options = read("database_url", url)?;
    let replica = (!replica.is_empty()).then(|| read("database_read_url", replica)).transpose()?;
    let store = PostgresStore::new(options, replica, limit);
    match store.prepare() {
        Ok(()) | Err(StoreError::Unreachable { .. }) => Ok(store),
        Err(error) => Err(error.into()),
    }
}

/// Returns the reply to data that cannot be stored: agents send them again later if the database may answer then.
pub(crate) fn not_stored(error: &anyhow::Error) -> Reply {
    const LATER: &str = "30";
    let is_unreachable = |cause: &(dyn std::error::Error + 'static)| {
        matches!(cause.downcast_ref(), Some(StoreError::Unreachable { .. }))
    };
    match error.chain().any(is_unreachable) {
        true => Reply::text(503, format!("{error:#}")).with("retry-after", LATER),
        false => Reply::insufficient_storage(&format!("{error:#}")),
    }
}

/// Adds exported resources to a catalog; resources that are in it are marked.
fn add_exported(document: &mut Json, exported: Vec<Json>) {
    let Some(resources) = document["resources"].as_array_mut() else { return };
    for mut resource in exported {
        let same = |other: &&mut Json| other["type"] == resource["type"] && other["title"] == resource["title"];
        match resources.iter_mut().find(same) {
            Some(collected) => collected["exported"] = true.into(),
            None => {
                resource["exported"] = true.into();
                resources.push(resource);
            }
        }
    }
}
