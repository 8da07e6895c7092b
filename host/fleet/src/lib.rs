//! The state of a fleet: facts, catalogs, reports, events and exported resources of nodes, with the commands and the
//! query language of PuppetDB. This crate has no sockets: [`Command`] reads what nodes send, [`Query`] what clients
//! request, and a [`Store`] keeps the data.

mod api;
#[cfg(test)]
mod checks;
mod command;
mod database;
mod fact_path;
mod format;
mod job;
mod json;
mod model;
mod postgresql;
mod pql;
mod query;
mod records;
mod regex;
mod rows;
mod sql;
mod sqlite;
mod store;
mod terminus;
mod time;

pub use api::{QueryReply, QueryRequest, answer, body_parameters};
pub use command::{Command, CommandError, CommandOutcome};
pub use database::{CommandDocument, DatabaseError, NodeDatabase, StoreDatabase};
pub use job::{AssignedRun, Job, JobNode, JobNodeState, JobOrder, JobState, JobStore, NewJob, RUN_TIME};
pub use model::{
    CatalogHead, CatalogInputs, CatalogResource, Deactivation, Edge, Factset, ReportEvent, ResourceName, StoredCatalog,
    StoredReport,
};
pub use postgresql::{PostgresOptions, PostgresStore, PostgresUrlError, TlsError, url_without_password};
pub use pql::PqlError;
pub use query::{Page, Query, QueryError, Summaries, parse, parse_json};
pub use sqlite::SqliteStore;
pub use store::{
    Population, ReportOutcome, Retention, Rows, Store, StoreError, StoredObject, SweepCounts, WriteOutcome,
};
pub use terminus::{
    AgentReport, CommandContext, DocumentError, catalog_command, deactivate_command, facts_command, report_command,
};
pub use time::{Time, TimeError};
