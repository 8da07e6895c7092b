//! A store in a PostgreSQL database, for fleets with several servers.

mod catalog;
mod dialect;
mod facts;
mod jobs;
mod options;
mod pool;
mod report;
mod rows;
mod schema;
mod sweep;
#[cfg(test)]
mod tests;
mod tls;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use postgres::error::SqlState;
use postgres::types::FromSqlOwned;

use crate::job::JobStore;
use crate::model::{CatalogHead, CatalogInputs, Deactivation, Factset, StoredCatalog, StoredReport};
use crate::query::Query;
use crate::records::VolatileFacts;
use crate::store::{
    Population, ReportOutcome, Retention, Rows, Store, StoreError, StoredObject, SweepCounts, WriteOutcome,
};
use crate::time::Time;
use pool::{DatabaseError, Pool, Purpose, Session, Values, Work};
use report::Day;

pub use options::{PostgresOptions, PostgresUrlError, url_without_password};
pub use tls::TlsError;

/// A store in a PostgreSQL database.
#[derive(Debug)]
pub struct PostgresStore {
    writers: Pool,
    readers: Pool,
    has_replica: bool,
    /// Whether the tables have the version of this program.
    is_current: Mutex<bool>,
    volatile: VolatileFacts,
}

impl PostgresStore {
    /// Returns a store that connects when it is used. Queries are sent to `replica`, if there is one, and end after
    /// `limit`.
    pub fn new(options: PostgresOptions, replica: Option<PostgresOptions>, limit: Option<Duration>) -> Self {
        let has_replica = replica.is_some();
        let read_options = replica.unwrap_or_else(|| options.clone());
        Self {
            writers: Pool::new(options.writable(), Purpose::Write),
            readers: Pool::new(read_options, Purpose::Read(limit)),
            has_replica,
            is_current: Mutex::new(false),
            volatile: VolatileFacts::default(),
        }
    }

    /// Creates or migrates the tables, once. All other functions do so too.
    ///
    /// # Errors
    /// Returns an error if the database cannot be used, or was written by a later version.
    pub fn prepare(&self) -> Result<(), StoreError> {
        let mut is_current = self.is_current.lock().unwrap_or_else(PoisonError::into_inner);
        if *is_current {
            return Ok(());
        }
        let found = self.writers.run(|session, _| session.work(|work| Ok(schema::migrate(&mut work.transaction)?)))?;
        if found > schema::VERSION {
            return Err(StoreError::Version { path: self.writers.name(), found, supported: schema::VERSION });
        }
        *is_current = true;
        Ok(())
    }

    /// Replaces the names of facts whose changes alone are not written.
    #[must_use]
    pub fn with_volatile_facts(mut self, names: impl IntoIterator<Item = String>) -> Self {
        self.volatile = VolatileFacts::new(names);
        self
    }

    /// Runs a function in a transaction that is durable afterwards. It may run more than once, if a connection is lost:
    /// each change is the same when it is repeated.
    fn write<T>(&self, mut change: impl FnMut(&mut Work<'_>) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.prepare()?;
        self.writers.run(|session, _| session.work(&mut change))
    }

    /// Runs a function with a connection for queries. The function sets its last parameter when it may not run again.
    fn read<T>(&self, function: impl FnMut(&mut Session, &mut bool) -> Result<T, StoreError>) -> Result<T, StoreError> {
        match self.prepare() {
            // A replica answers although nothing can be written.
            Err(StoreError::Unreachable { .. }) if self.has_replica => {}
            other => other?,
        }
        self.readers.run(function)
    }

    /// Returns the first column of the only row of a statement.
    fn value<T: FromSqlOwned>(&self, sql: &str, values: Values<'_>) -> Result<T, StoreError> {
        self.read(|session, _| {
            let row = session.client.query_one(sql, values).map_err(rows::query_error)?;
            Ok(row.try_get(0)?)
        })
    }
}

impl Store for PostgresStore {
    fn replace_facts(&self, facts: &Factset, received: Time) -> Result<WriteOutcome, StoreError> {
        self.write(|work| facts::replace(work, facts, received, &self.volatile))
    }

    fn replace_catalog(&self, catalog: &StoredCatalog, received: Time) -> Result<WriteOutcome, StoreError> {
        self.write(|work| catalog::replace(work, catalog, received))
    }

    fn confirm_catalog(&self, head: &CatalogHead, hash: &str, received: Time) -> Result<bool, StoreError> {
        self.write(|work| catalog::confirm(work, head, hash, received))
    }

    fn replace_catalog_inputs(&self, inputs: &CatalogInputs) -> Result<WriteOutcome, StoreError> {
        self.write(|work| catalog::replace_inputs(work, inputs))
    }

    fn add_report(&self, report: &StoredReport, received: Time) -> Result<ReportOutcome, StoreError> {
        match self.write(|work| report::add(work, report, received)) {
            // The first report of a day.
            Err(StoreError::Database(error)) if has_no_partition(&*error) => {
                self.writers.run(|session, _| report::add_partitions(session, Day::of(received)))?;
                self.write(|work| report::add(work, report, received))
            }
            other => other,
        }
    }

    fn deactivate(&self, node: &Deactivation) -> Result<(), StoreError> {
        self.write(|work| {
            let id = locked_node(work, &node.certname, None)?.id;
            work.execute(
                "UPDATE node SET deactivated = $2 WHERE id = $1 AND greatest(facts_time, catalog_time, \
                 latest_report_time, 0) <= $2",
                &[&id, &node.at.0],
            )?;
            Ok(())
        })
    }

    fn remove(&self, certname: &str) -> Result<bool, StoreError> {
        self.write(|work| sweep::remove_node(work, certname))
    }

    fn query(&self, query: &Query, total: &mut dyn FnMut(u64), rows: Rows<'_>) -> Result<(), StoreError> {
        self.read(|session, is_begun| rows::send(session, query, total, rows, is_begun))
    }

    fn exists(&self, object: StoredObject<'_>) -> Result<bool, StoreError> {
        let (condition, name) = match object {
            StoredObject::Node(name) => ("node WHERE certname = $1", name),
            StoredObject::Factset(name) => ("node WHERE certname = $1 AND facts_hash IS NOT NULL", name),
            StoredObject::Catalog(name) => ("node WHERE certname = $1 AND catalog_hash IS NOT NULL", name),
            StoredObject::Report(hash) => ("report WHERE hash = $1", hash),
            StoredObject::Environment(name) => ("environment WHERE name = $1", name),
            StoredObject::Producer(name) => ("producer WHERE name = $1", name),
        };
        self.value(&format!("SELECT EXISTS (SELECT 1 FROM {condition})"), &[&rows::text_value(name)])
    }

    fn population(&self) -> Result<Population, StoreError> {
        let active = "node.deactivated IS NULL AND node.expired IS NULL";
        let count = |sql: &str| self.value::<i64>(sql, &[]).map(i64::unsigned_abs);
        Ok(Population {
            nodes: count(&format!("SELECT count(*) FROM node WHERE {active}"))?,
            resources: count(&format!(
                "SELECT CAST(coalesce(sum(node.catalog_resources), 0) AS BIGINT) FROM node WHERE {active}"
            ))?,
        })
    }

    fn sweep(&self, retention: &Retention, now: Time) -> Result<SweepCounts, StoreError> {
        self.prepare()?;
        sweep::step(&self.writers, retention, now)
    }

    fn jobs(&self) -> Option<&dyn JobStore> {
        Some(self)
    }
}

/// Returns whether a row belongs to no partition.
fn has_no_partition(error: &(dyn std::error::Error + Send + Sync + 'static)) -> bool {
    let code = error.downcast_ref().and_then(|DatabaseError(error)| error.code());
    code == Some(&SqlState::CHECK_VIOLATION)
}

/// A node whose row is locked, so that changes of one node are one after another.
#[derive(Debug, Clone)]
struct LockedNode {
    id: i64,
    facts_time: Option<i64>,
    facts_stable_hash: Option<String>,
    catalog_time: Option<i64>,
    catalog_hash: Option<String>,
}

impl LockedNode {
    /// Returns whether the node has a catalog that is newer than another one.
    fn has_newer_catalog(&self, head: &CatalogHead) -> bool {
        self.catalog_time.is_some_and(|time| time > head.producer_timestamp.0)
    }
}

/// Locks the row of a node, which is added if it is new. A node with data from the time `active_at` is active again if it was
/// deactivated before.
fn locked_node(work: &mut Work<'_>, certname: &str, active_at: Option<Time>) -> Result<LockedNode, StoreError> {
    let at = active_at.map(|time| time.0);
    let mut found = work.query_opt(LOCK_NODE, &[&certname, &at])?;
    if found.is_none() {
        work.execute("INSERT INTO node (certname) VALUES ($1) ON CONFLICT DO NOTHING", &[&certname])?;
        found = work.query_opt(LOCK_NODE, &[&certname, &at])?;
    }
    let Some(row) = found else {
        return Err(StoreError::Value(format!("The node '{certname}' was removed at the same time")));
    };
    let node = LockedNode {
        id: row.try_get(0)?,
        facts_time: row.try_get(1)?,
        facts_stable_hash: row.try_get(2)?,
        catalog_time: row.try_get(3)?,
        catalog_hash: row.try_get(4)?,
    };
    if row.try_get::<_, Option<bool>>(5)? == Some(true) {
        work.execute("UPDATE node SET deactivated = NULL, expired = NULL WHERE id = $1", &[&node.id])?;
    }
    Ok(node)
}

const LOCK_NODE: &str = "SELECT id, facts_time, facts_stable_hash, catalog_time, catalog_hash, \
    deactivated < $2 OR expired < $2 FROM node WHERE certname = $1 FOR NO KEY UPDATE";

fn environment_id(work: &mut Work<'_>, name: Option<&str>) -> Result<Option<i64>, StoreError> {
    let statements = (
        "SELECT id FROM environment WHERE name = $1",
        "INSERT INTO environment (name) VALUES ($1) ON CONFLICT DO NOTHING",
    );
    name.map(|name| named_id(work, name, statements)).transpose()
}

fn producer_id(work: &mut Work<'_>, name: Option<&str>) -> Result<Option<i64>, StoreError> {
    let statements =
        ("SELECT id FROM producer WHERE name = $1", "INSERT INTO producer (name) VALUES ($1) ON CONFLICT DO NOTHING");
    name.map(|name| named_id(work, name, statements)).transpose()
}

/// Returns the row of a name, which is added if it is new.
fn named_id(work: &mut Work<'_>, name: &str, (find, add): (&'static str, &'static str)) -> Result<i64, StoreError> {
    let mut found = work.query_opt(find, &[&name])?;
    if found.is_none() {
        work.execute(add, &[&name])?;
        found = work.query_opt(find, &[&name])?;
    }
    match found {
        Some(row) => Ok(row.try_get(0)?),
        None => Err(StoreError::Value(format!("The name '{name}' was removed at the same time"))),
    }
}
