//! A store in an SQLite file, for fleets with one server.

mod catalog;
mod dialect;
mod facts;
mod functions;
mod jobs;
mod report;
mod rows;
mod schema;
mod sweep;
#[cfg(test)]
mod tests;

use std::fs::{self, OpenOptions, Permissions};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OptionalExtension as _, Transaction, TransactionBehavior};

use crate::job::JobStore;
use crate::model::{CatalogHead, CatalogInputs, Deactivation, Factset, StoredCatalog, StoredReport};
use crate::query::Query;
use crate::records::VolatileFacts;
use crate::store::{
    Population, ReportOutcome, Retention, Rows, Store, StoreError, StoredObject, SweepCounts, WriteOutcome,
};
use crate::time::Time;

/// Maximum time to wait for another process that is writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(20);

/// Time between attempts to open a store that another process is opening, and their number.
const RETRY: (Duration, u32) = (Duration::from_millis(10), 2_000);

/// The number of instructions of a query after which its time is checked.
const STEPS: i32 = 10_000;

/// Maximum number of connections that are kept for later queries.
const READERS: usize = 8;

/// A store in an SQLite file.
#[derive(Debug)]
pub struct SqliteStore {
    path: PathBuf,
    writer: Mutex<Connection>,
    readers: Mutex<Vec<Connection>>,
    volatile: VolatileFacts,
    query_limit: Option<Duration>,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error {
            rusqlite::Error::UserFunctionError(error) => Self::Value(error.to_string()),
            rusqlite::Error::SqliteFailure(failure, _) if failure.code == ErrorCode::OperationInterrupted => {
                Self::Timeout
            }
            rusqlite::Error::SqliteFailure(failure, Some(text)) if failure.code == ErrorCode::Unknown => {
                Self::Value(text)
            }
            other => Self::Database(other.into()),
        }
    }
}

impl SqliteStore {
    /// Opens a store, or creates one that is accessible only to its owner.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created or opened, or was written by a later version.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let fault = |reason: String| StoreError::Open { path: path.display().to_string(), reason };
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).map_err(|error| fault(error.to_string()))?;
        }
        // SQLite gives its journals the mode of the file.
        let opened = OpenOptions::new().read(true).append(true).create(true).mode(0o600).open(path);
        let file = opened.map_err(|error| fault(error.to_string()))?;
        file.set_permissions(Permissions::from_mode(0o600)).map_err(|error| fault(error.to_string()))?;
        let writer = connect(path).map_err(|error| fault(error.to_string()))?;
        write_ahead(&writer).map_err(|error| fault(error.to_string()))?;
        match schema::migrate(&writer) {
            Ok(()) => {}
            Err(schema::Fault::Later(found)) => {
                let path = path.display().to_string();
                return Err(StoreError::Version { path, found, supported: schema::VERSION });
            }
            Err(schema::Fault::Database(error)) => return Err(fault(error.to_string())),
        }
        let path = path.to_owned();
        Ok(Self {
            path,
            writer: Mutex::new(writer),
            readers: Mutex::default(),
            volatile: VolatileFacts::default(),
            query_limit: None,
        })
    }

    /// Replaces the names of facts whose changes alone are not written.
    #[must_use]
    pub fn with_volatile_facts(mut self, names: impl IntoIterator<Item = String>) -> Self {
        self.volatile = VolatileFacts::new(names);
        self
    }

    /// Ends queries that take longer.
    #[must_use]
    pub fn with_query_limit(mut self, limit: Option<Duration>) -> Self {
        self.query_limit = limit;
        self
    }

    /// Runs a function in a transaction that is durable afterwards.
    fn write<T>(&self, change: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let transaction = Transaction::new_unchecked(&writer, TransactionBehavior::Immediate)?;
        let result = change(&transaction)?;
        transaction.commit()?;
        Ok(result)
    }

    /// Runs a function with a connection for reading, while others can write.
    fn read<T>(&self, function: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let kept = self.readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut connection = match kept {
            Some(connection) => connection,
            None => {
                let connection = connect(&self.path)?;
                connection.pragma_update(None, "query_only", true)?;
                connection
            }
        };
        if let Some(limit) = self.query_limit {
            let start = Instant::now();
            connection.progress_handler(STEPS, Some(move || start.elapsed() > limit))?;
        }
        let result = function(&connection)?;
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if readers.len() < READERS {
            readers.push(connection);
        }
        Ok(result)
    }
}

impl Store for SqliteStore {
    fn replace_facts(&self, facts: &Factset, received: Time) -> Result<WriteOutcome, StoreError> {
        self.write(|transaction| facts::replace(transaction, facts, received, &self.volatile))
    }

    fn replace_catalog(&self, catalog: &StoredCatalog, received: Time) -> Result<WriteOutcome, StoreError> {
        self.write(|transaction| catalog::replace(transaction, catalog, received))
    }

    fn confirm_catalog(&self, head: &CatalogHead, hash: &str, received: Time) -> Result<bool, StoreError> {
        self.write(|transaction| catalog::confirm(transaction, head, hash, received))
    }

    fn replace_catalog_inputs(&self, inputs: &CatalogInputs) -> Result<WriteOutcome, StoreError> {
        self.write(|transaction| catalog::replace_inputs(transaction, inputs))
    }

    fn add_report(&self, report: &StoredReport, received: Time) -> Result<ReportOutcome, StoreError> {
        self.write(|transaction| report::add(transaction, report, received))
    }

    fn deactivate(&self, node: &Deactivation) -> Result<(), StoreError> {
        self.write(|transaction| {
            let id = node_id(transaction, &node.certname)?;
            transaction.execute(
                "UPDATE node SET deactivated = ?2 WHERE id = ?1 AND max(coalesce(facts_time, ?2), \
                 coalesce(catalog_time, ?2), coalesce(latest_report_time, ?2)) <= ?2",
                (id, node.at.0),
            )?;
            Ok(())
        })
    }

    fn remove(&self, certname: &str) -> Result<bool, StoreError> {
        self.write(|transaction| Ok(transaction.execute("DELETE FROM node WHERE certname = ?1", [certname])? > 0))
    }

    fn query(&self, query: &Query, total: &mut dyn FnMut(u64), rows: Rows<'_>) -> Result<(), StoreError> {
        self.read(|connection| rows::send(connection, query, total, rows))
    }

    fn exists(&self, object: StoredObject<'_>) -> Result<bool, StoreError> {
        let (sql, name) = match object {
            StoredObject::Node(name) => ("SELECT 1 FROM node WHERE certname = ?1", name),
            StoredObject::Factset(name) => ("SELECT 1 FROM node WHERE certname = ?1 AND facts_hash IS NOT NULL", name),
            StoredObject::Catalog(name) => {
                ("SELECT 1 FROM node WHERE certname = ?1 AND catalog_hash IS NOT NULL", name)
            }
            StoredObject::Report(hash) => ("SELECT 1 FROM report WHERE hash = ?1", hash),
            StoredObject::Environment(name) => ("SELECT 1 FROM environment WHERE name = ?1", name),
            StoredObject::Producer(name) => ("SELECT 1 FROM producer WHERE name = ?1", name),
        };
        self.read(|connection| Ok(connection.prepare(sql)?.exists([name])?))
    }

    fn population(&self) -> Result<Population, StoreError> {
        self.read(|connection| {
            let count = |sql: &str| connection.query_row(sql, [], |row| row.get(0)).map(i64::unsigned_abs);
            let active = "node.deactivated IS NULL AND node.expired IS NULL";
            Ok(Population {
                nodes: count(&format!("SELECT count(*) FROM node WHERE {active}"))?,
                resources: count(&format!(
                    "SELECT CAST(coalesce(sum(node.catalog_resources), 0) AS BIGINT) FROM node WHERE {active}"
                ))?,
            })
        })
    }

    fn sweep(&self, retention: &Retention, now: Time) -> Result<SweepCounts, StoreError> {
        sweep::step(self, retention, now)
    }

    fn jobs(&self) -> Option<&dyn JobStore> {
        Some(self)
    }
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    // Acknowledged data are on the disk.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    functions::add(&connection)?;
    Ok(connection)
}

/// Switches a database to write-ahead logging. SQLite does not wait for other connections here, regardless of the
/// timeout, since two connections with shared locks would deadlock.
fn write_ahead(connection: &Connection) -> rusqlite::Result<()> {
    let mut attempts = 0;
    loop {
        match connection.pragma_update(None, "journal_mode", "WAL") {
            Err(busy) if busy.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && attempts < RETRY.1 => {
                attempts += 1;
                thread::sleep(RETRY.0);
            }
            other => return other,
        }
    }
}

/// Returns the row of a node, which is added if it is new.
fn node_id(transaction: &Transaction<'_>, certname: &str) -> rusqlite::Result<i64> {
    named_id(
        transaction,
        certname,
        ("SELECT id FROM node WHERE certname = ?1", "INSERT INTO node (certname) VALUES (?1)"),
    )
}

/// Returns the row of a node that has data from a time: it is active again if it was deactivated before.
fn active_node_id(transaction: &Transaction<'_>, certname: &str, at: Time) -> rusqlite::Result<i64> {
    let id = node_id(transaction, certname)?;
    transaction
        .prepare(
            "UPDATE node SET deactivated = NULL, expired = NULL WHERE id = ?1 AND (deactivated < ?2 OR expired < ?2)",
        )?
        .execute((id, at.0))?;
    Ok(id)
}

fn environment_id(transaction: &Transaction<'_>, name: Option<&str>) -> rusqlite::Result<Option<i64>> {
    let statements = ("SELECT id FROM environment WHERE name = ?1", "INSERT INTO environment (name) VALUES (?1)");
    name.map(|name| named_id(transaction, name, statements)).transpose()
}

fn producer_id(transaction: &Transaction<'_>, name: Option<&str>) -> rusqlite::Result<Option<i64>> {
    let statements = ("SELECT id FROM producer WHERE name = ?1", "INSERT INTO producer (name) VALUES (?1)");
    name.map(|name| named_id(transaction, name, statements)).transpose()
}

/// Returns the row of a name, which is added if it is new.
fn named_id(transaction: &Transaction<'_>, name: &str, (find, add): (&str, &str)) -> rusqlite::Result<i64> {
    if let Some(id) = transaction.prepare(find)?.query_row([name], |row| row.get(0)).optional()? {
        return Ok(id);
    }
    transaction.prepare(add)?.insert([name])
}
