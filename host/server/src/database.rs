//! The database of facts, catalogs and reports of nodes: the own one, which answers PuppetDB's queries, or a PuppetDB.

mod commands;
mod metrics;
mod queries;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use engine::settings::types::{ReportProcessor, StoreconfigsBackend};
use engine::{NodeIdentity, ServedCatalog, ServedEnvironment, Settings};
use fleet::{CommandContext, DatabaseError, NodeDatabase, Retention, SqliteStore, Store, StoreDatabase, Time};
use ownership::OwnershipRule;
use puppet::NodeFacts;
use serde_json::Value as Json;

use crate::log::ServerLog;
use crate::puppetdb::{PuppetDb, PuppetDbConfiguration};
use crate::tls::TlsFiles;

pub(crate) use commands::command;
pub(crate) use metrics::{metric, time, version};
pub(crate) use queries::query;

/// The scheme of URLs of SQLite files.
const SQLITE: &str = "sqlite:";

/// Sends the facts, catalogs and reports of nodes to a database.
pub(crate) struct Recorder {
    database: Arc<dyn NodeDatabase>,
    /// The name of this server.
    producer: String,
    /// What the database receives: facts and catalogs, reports, or both.
    has_catalogs: bool,
    has_reports: bool,
}

/// The run for which a catalog is compiled.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CatalogRun<'a> {
    pub(crate) transaction_uuid: Option<&'a str>,
    pub(crate) job_id: Option<&'a str>,
}

impl Recorder {
    /// Returns a recorder for the database of the settings; `None` without one. `store` is the own database of this server, which
    /// receives all reports; PuppetDB receives them if the setting `reports` contains `puppetdb`.
    ///
    /// # Errors
    /// Returns an error if the file puppetdb.conf is not valid.
    pub(crate) fn open(
        settings: &Settings,
        store: Option<&Arc<dyn Store>>,
        files: &TlsFiles,
        producer: &str,
    ) -> Result<Option<Self>> {
        let producer = producer.to_owned();
        if let Some(store) = store {
            let database = Arc::new(StoreDatabase(Arc::clone(store)));
            return Ok(Some(Self { database, producer, has_catalogs: true, has_reports: true }));
        }
        let (has_catalogs, has_reports) =
            (uses_puppetdb(settings)?, settings.reports.contains(&ReportProcessor::PuppetDb));
        if !has_catalogs && !has_reports {
            return Ok(None);
        }
        Ok(Some(Self { database: puppetdb(settings, files.clone())?, producer, has_catalogs, has_reports }))
    }

    /// Returns the database for collectors and queries of manifests.
    pub(crate) fn queried_database(&self) -> Option<Arc<dyn NodeDatabase>> {
        self.has_catalogs.then(|| Arc::clone(&self.database))
    }

    /// Replaces the facts of a node, unless the database receives only reports.
    ///
    /// # Errors
    /// Returns an error if the database does not accept them.
    pub(crate) fn replace_facts(&self, node: &NodeIdentity, environment: &str, facts: &NodeFacts) -> Result<()> {
        if !self.has_catalogs {
            return Ok(());
        }
        let context = self.context(&node.name, environment);
        let trusted = catalog::wire::to_json(&node.trusted())?;
        Ok(self.database.submit(fleet::facts_command(&context, facts.sent(), Some(trusted)))?)
    }

    /// Replaces the catalog of a node, unless the database receives only reports. `document` is its JSON without exported
    /// resources.
    ///
    /// # Errors
    /// Returns an error if the catalog has a relationship to an unknown resource, or the database does not accept it.
    pub(crate) fn replace_catalog(
        &self,
        environment: &ServedEnvironment,
        compiled: &ServedCatalog,
        document: &str,
        run: CatalogRun<'_>,
    ) -> Result<()> {
        if !self.has_catalogs {
            return Ok(());
        }
        let document: Json = serde_json::from_str(document)?;
        let exported = environment.exported_documents(&compiled.exported)?;
        let context = self.context(&compiled.catalog.node, &compiled.catalog.environment);
        let namevar = |type_name: &str| environment.namevar(&type_name.to_ascii_lowercase());
        let run = [run.transaction_uuid, run.job_id];
        Ok(self.database.submit(fleet::catalog_command(&context, run, &document, exported, &namevar)?)?)
    }

    /// Adds a report, unless it is there already or the database receives no reports.
    ///
    /// # Errors
    /// Returns an error if the document is not a report, or the database does not accept it.
    pub(crate) fn add_report(&self, report: &Json) -> Result<(), DatabaseError> {
        if !self.has_reports {
            return Ok(());
        }
        let command = fleet::report_command(report, &self.producer, Time::now());
        self.database.submit(command.map_err(|error| DatabaseError::Invalid(error.to_string()))?)
    }

    fn context<'a>(&'a self, certname: &'a str, environment: &'a str) -> CommandContext<'a> {
        CommandContext { certname, producer: &self.producer, environment, at: Time::now() }
    }
}

/// Removes data that are kept no longer.
pub(crate) fn sweep(store: &dyn Store, log: &ServerLog) {
    loop {
        match store.sweep(&Retention::default(), Time::now()) {
            Ok(swept) if swept.is_done() => return,
            Ok(_) => {}
            Err(error) => return log.error(format!("Old data cannot be removed from the database: {error}")),
        }
    }
}

/// Returns the database for collectors and queries of manifests, which receives what is known of nodes; `None` without one. `name`
/// returns the name of this system's certificate, for PuppetDB.
///
/// # Errors
/// Returns an error if a setting or the file puppetdb.conf is not valid, or the database cannot be opened.
pub fn node_database(
    settings: &Settings,
    name: impl FnOnce() -> Result<String>,
) -> Result<Option<Arc<dyn NodeDatabase>>> {
    if uses_puppetdb(settings)? {
        return puppetdb(settings, TlsFiles::new(settings, &name()?)).map(Some);
    }
    Ok(open_database(settings)?.map(|store| Arc::new(StoreDatabase(store)) as Arc<dyn NodeDatabase>))
}

/// Returns the database that receives reports by the report processor `puppetdb`: that of collectors, or PuppetDB.
///
/// # Errors
/// Returns an error if a setting or the file puppetdb.conf is not valid, or the database cannot be opened.
pub fn report_database(settings: &Settings, name: impl FnOnce() -> Result<String>) -> Result<Arc<dyn NodeDatabase>> {
    match open_database(settings)? {
        Some(store) => Ok(Arc::new(StoreDatabase(store))),
        None => puppetdb(settings, TlsFiles::new(settings, &name()?)),
    }
}

/// Returns whether the database is a PuppetDB.
///
/// # Errors
/// Returns an error if there is also an own database.
fn uses_puppetdb(settings: &Settings) -> Result<bool> {
    let is_used = *settings.storeconfigs && *settings.storeconfigs_backend == StoreconfigsBackend::PuppetDb;
    if is_used && !settings.database_url.is_empty() {
        bail!("The settings database_url and storeconfigs_backend = puppetdb exclude each other");
    }
    Ok(is_used)
}

/// Returns the PuppetDB of the file puppetdb.conf.
fn puppetdb(settings: &Settings, files: TlsFiles) -> Result<Arc<dyn NodeDatabase>> {
    let configuration = PuppetDbConfiguration::read(&settings.confdir.join("puppetdb.conf"), &settings.checker)?;
    Ok(Arc::new(PuppetDb::of_configuration(configuration, files, Arc::clone(&settings.checker))))
}

/// Opens the own database of the settings: that of `database_url` or, with `storeconfigs`, the SQLite file of `dblocation`. `None`
/// without one.
///
/// # Errors
/// Returns an error if the URL is not supported, other users can change the directory, or the database cannot be opened.
pub fn open_database(settings: &Settings) -> Result<Option<Arc<dyn Store>>> {
    let url = settings.database_url.as_str();
    if url.is_empty() {
        let is_file = *settings.storeconfigs && !uses_puppetdb(settings)?;
        return is_file.then(|| open_file(&settings.dblocation, settings)).transpose();
    }
    let Some(path) = url.strip_prefix(SQLITE).filter(|path| path.starts_with('/')) else {
        bail!(
            "The setting database_url must be the URL of an SQLite file, such as sqlite:/var/lib/marotte/server/fleet.sqlite3, not '{url}'"
        )
    };
    open_file(Path::new(path), settings).map(Some)
}

/// Opens an SQLite file. Other users must not be able to change it, since its resources are applied.
fn open_file(path: &Path, settings: &Settings) -> Result<Arc<dyn Store>> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory).with_context(|| format!("Could not create '{}'", directory.display()))?;
        settings.checker.check_path(directory, OwnershipRule::Trusted)?;
    }
    match settings.checker.check_path(path, OwnershipRule::Trusted) {
        Err(error) if !error.is_missing() => return Err(error.into()),
        _ => {}
    }
    Ok(Arc::new(SqliteStore::open(path)?))
}
