//! The state of a fleet: the interface of the databases.

use std::ops::ControlFlow;

use thiserror::Error;

use crate::job::JobStore;
use crate::model::{CatalogHead, CatalogInputs, Deactivation, Factset, StoredCatalog, StoredReport};
use crate::query::{Query, QueryError};
use crate::time::Time;

/// Whether a command changed stored data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteOutcome {
    /// The data were the same; only the time was written.
    Same,
    /// The data were replaced.
    Changed,
    /// The stored data are later; nothing was written.
    Older,
}

/// Whether a report was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportOutcome {
    /// It was.
    New,
    /// It is stored already.
    Known,
}

/// Something that can be unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoredObject<'a> {
    /// A node.
    Node(&'a str),
    /// The facts of a node.
    Factset(&'a str),
    /// The catalog of a node.
    Catalog(&'a str),
    /// A report, by its hash.
    Report(&'a str),
    /// An environment.
    Environment(&'a str),
    /// A host that sent data.
    Producer(&'a str),
}

/// How long data are kept, in seconds, and how much one step of sweeping does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// Nodes without data for this long expire; `None`: never.
    pub node_ttl: Option<i64>,
    /// Nodes that are deactivated or expired for this long are removed; `None`: never.
    pub node_purge_ttl: Option<i64>,
    /// Reports are removed after this time.
    pub report_ttl: i64,
    /// Log messages and metrics of reports without changes are removed after this time, except for the latest report
    /// of each node.
    pub body_ttl: i64,
    /// The maximum number of reports, nodes and documents of each kind that one step removes.
    pub batch: u32,
}

impl Default for Retention {
    /// Returns the times of PuppetDB.
    fn default() -> Self {
        let day = 24 * 60 * 60;
        Self {
            node_ttl: Some(7 * day),
            node_purge_ttl: Some(14 * day),
            report_ttl: 14 * day,
            body_ttl: day,
            batch: 500,
        }
    }
}

impl Retention {
    /// Returns the time before which nodes were deactivated or expired that are in no list of inactive nodes.
    pub fn inactive_since(&self, now: Time) -> Time {
        self.node_purge_ttl.map_or(Time(0), |seconds| now.before(seconds))
    }
}

/// What a step of sweeping removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SweepCounts {
    /// Days whose reports with their events were removed at once.
    pub days: usize,
    /// Reports with their events.
    pub reports: usize,
    /// Log messages and metrics of reports.
    pub bodies: usize,
    /// Nodes that expired.
    pub expired: usize,
    /// Nodes with all their data.
    pub nodes: usize,
    /// Parameters of resources that no catalog has.
    pub parameters: usize,
    /// Paths of facts that no node has.
    pub paths: usize,
}

impl SweepCounts {
    /// Returns whether nothing was left to do.
    pub fn is_done(&self) -> bool {
        *self == Self::default()
    }
}

/// Numbers of stored objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Population {
    /// Active nodes.
    pub nodes: u64,
    /// Resources of active nodes.
    pub resources: u64,
}

/// The store failed.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The store cannot be opened.
    #[error("Could not open the store '{path}': {reason}")]
    Open {
        /// The file or the database.
        path: String,
        /// The reason.
        reason: String,
    },
    /// The database does not answer; it may do so later.
    #[error("Could not reach the store '{path}': {reason}")]
    Unreachable {
        /// The database.
        path: String,
        /// The reason.
        reason: String,
    },
    /// The store was written by a later version of this program.
    #[error("The store '{path}' has version {found}; this program supports version {supported}")]
    Version {
        /// The file or the database.
        path: String,
        /// The version of the store.
        found: i64,
        /// The latest supported version.
        supported: i64,
    },
    /// The database failed.
    #[error("The store failed: {0}")]
    Database(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A value in the store does not have the type that the query needs.
    #[error("The query cannot be answered: {0}")]
    Value(String),
    /// A query took too long.
    #[error("The query took longer than the setting query_timeout allows")]
    Timeout,
    /// A query is wrong.
    #[error(transparent)]
    Query(#[from] QueryError),
}

/// Receives the rows of a query, each as the text of a JSON value.
pub type Rows<'a> = &'a mut dyn FnMut(&str) -> ControlFlow<()>;

/// The state of a fleet. All functions block.
pub trait Store: Send + Sync {
    /// Replaces the facts of a node.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written; it is unchanged then.
    fn replace_facts(&self, facts: &Factset, received: Time) -> Result<WriteOutcome, StoreError>;

    /// Replaces the catalog of a node.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written; it is unchanged then.
    fn replace_catalog(&self, catalog: &StoredCatalog, received: Time) -> Result<WriteOutcome, StoreError>;

    /// Writes the head of a catalog whose resources and relationships have the hash of [`StoredCatalog::hash`]. Returns whether the
    /// stored catalog has the same; otherwise it remains as it is.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written; it is unchanged then.
    fn confirm_catalog(&self, head: &CatalogHead, hash: &str, received: Time) -> Result<bool, StoreError>;

    /// Replaces the inputs of the catalog of a node.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written; it is unchanged then.
    fn replace_catalog_inputs(&self, inputs: &CatalogInputs) -> Result<WriteOutcome, StoreError>;

    /// Adds a report with its events. A report of the same run is stored once.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written; it is unchanged then.
    fn add_report(&self, report: &StoredReport, received: Time) -> Result<ReportOutcome, StoreError>;

    /// Deactivates a node, unless there are later data of it.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written; it is unchanged then.
    fn deactivate(&self, node: &Deactivation) -> Result<(), StoreError>;

    /// Removes a node with all its data. Returns whether it was there.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written; it is unchanged then.
    fn remove(&self, certname: &str) -> Result<bool, StoreError>;

    /// Calls a function for each row of a query, until it breaks. `total` receives the number of all rows before the
    /// first row, if the query has it.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read, or a value does not have the type that the query needs.
    fn query(&self, query: &Query, total: &mut dyn FnMut(u64), rows: Rows<'_>) -> Result<(), StoreError>;

    /// Returns whether something is stored.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    fn exists(&self, object: StoredObject<'_>) -> Result<bool, StoreError>;

    /// Returns the numbers of stored objects.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    fn population(&self) -> Result<Population, StoreError>;

    /// Removes a limited part of the data that are kept no longer.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written.
    fn sweep(&self, retention: &Retention, now: Time) -> Result<SweepCounts, StoreError>;

    /// Returns the jobs in the store; `None` if it has none.
    fn jobs(&self) -> Option<&dyn JobStore> {
        None
    }
}
