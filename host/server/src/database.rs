//! The database of facts, catalogs and reports of nodes: the own one, which answers PuppetDB's queries, or a PuppetDB.

mod commands;
mod metrics;
mod queries;
mod selection;
mod unchanged;

use std::sync::Arc;

use anyhow::Result;
use engine::settings::types::ReportProcessor;
use engine::{NodeIdentity, ServedCatalog, ServedDocument, ServedEnvironment, Settings};
use fleet::{
    AgentReport, CatalogHead, CommandContext, DatabaseError, NodeDatabase, Retention, Store, StoreDatabase, Time,
};
use puppet::{NodeFacts, Reply};
use serde_json::Value as Json;

use crate::log::ServerLog;
use crate::tls::TlsFiles;

pub(crate) use commands::command;
pub(crate) use metrics::{metric, time, version};
pub(crate) use queries::query;
pub use selection::{node_database, open_database, report_database};
use selection::{puppetdb, uses_puppetdb};
use unchanged::StoredCatalogs;

/// Sends the facts, catalogs and reports of nodes to a database.
pub(crate) struct Recorder {
    database: Arc<dyn NodeDatabase>,
    /// Of the own database.
    stored_catalogs: Option<StoredCatalogs>,
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
            let stored_catalogs = Some(StoredCatalogs::new(Arc::clone(store)));
            return Ok(Some(Self { database, stored_catalogs, producer, has_catalogs: true, has_reports: true }));
        }
        let (has_catalogs, has_reports) =
            (uses_puppetdb(settings)?, settings.reports.contains(&ReportProcessor::PuppetDb));
        if !has_catalogs && !has_reports {
            return Ok(None);
        }
        let database = puppetdb(settings, files.clone())?;
        Ok(Some(Self { database, stored_catalogs: None, producer, has_catalogs, has_reports }))
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

    /// Replaces the catalog of a node, unless the database receives only reports. `document` has no exported resources.
    ///
    /// # Errors
    /// Returns an error if the catalog has a relationship to an unknown resource, or the database does not accept it.
    pub(crate) fn replace_catalog(
        &self,
        environment: &ServedEnvironment,
        compiled: &ServedCatalog,
        document: &ServedDocument,
        run: CatalogRun<'_>,
    ) -> Result<()> {
        if !self.has_catalogs {
            return Ok(());
        }
        let exported = environment.exported_documents(&compiled.exported)?;
        let context = self.context(&compiled.catalog.node, &compiled.catalog.environment);
        let command = |exported| {
            let namevar = |type_name: &str| environment.namevar(&type_name.to_ascii_lowercase());
            let document: Json = serde_json::from_str(&document.text)?;
            let run = [run.transaction_uuid, run.job_id];
            anyhow::Ok(fleet::catalog_command(&context, run, document, exported, &namevar)?)
        };
        let Some(stored_catalogs) = &self.stored_catalogs else {
            return Ok(self.database.submit(command(exported)?)?);
        };
        let fingerprint = unchanged::fingerprint(document.content(), &serde_json::to_string(&exported)?);
        let head = head(&context, &compiled.catalog.version, document, run);
        if stored_catalogs.confirm(&head, &fingerprint)? {
            return Ok(());
        }
        Ok(stored_catalogs.replace(command(exported)?, fingerprint)?)
    }

    /// Adds a report, unless it is there already or the database receives no reports.
    ///
    /// # Errors
    /// Returns an error if the document is not a report, or the database does not accept it.
    pub(crate) fn add_report(&self, report: AgentReport) -> Result<(), DatabaseError> {
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

/// Returns the head of the catalog in a document.
fn head(context: &CommandContext<'_>, version: &str, document: &ServedDocument, run: CatalogRun<'_>) -> CatalogHead {
    CatalogHead {
        certname: context.certname.to_owned(),
        version: version.to_owned(),
        environment: Some(context.environment.to_owned()),
        transaction_uuid: run.transaction_uuid.map(str::to_owned),
        catalog_uuid: Some(document.uuid.clone()),
        code_id: document.code_id.clone(),
        job_id: run.job_id.map(str::to_owned),
        producer: Some(context.producer.to_owned()),
        producer_timestamp: context.at,
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

/// Returns the reply to data that are not stored: agents send them again later if the database may answer then.
pub(crate) fn not_stored(error: &DatabaseError) -> Reply {
    const LATER: &str = "30";
    match error {
        DatabaseError::Unavailable(reason) => Reply::text(503, reason.clone()).with("retry-after", LATER),
        DatabaseError::Invalid(reason) | DatabaseError::Failed(reason) => Reply::insufficient_storage(reason),
    }
}
