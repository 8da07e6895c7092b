//! The tables, and their versions.

use rusqlite::{Connection, Transaction, TransactionBehavior};

/// One script for each version, which turns the previous version into it.
const MIGRATIONS: [&str; 3] = [VERSION_1, VERSION_2, VERSION_3];

/// The version of the tables that this program uses.
pub(super) const VERSION: i64 = MIGRATIONS.len() as i64;

/// Heads of facts and catalogs are columns of `node`: a run without changes writes that row and the row of its report.
const VERSION_1: &str = "
CREATE TABLE environment (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE producer (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE node (
    id INTEGER PRIMARY KEY,
    certname TEXT NOT NULL UNIQUE,
    deactivated INTEGER,
    expired INTEGER,
    latest_report_id INTEGER,
    latest_report_time INTEGER,
    facts_hash TEXT,
    facts_stable_hash TEXT,
    facts_time INTEGER,
    facts_received INTEGER,
    facts_environment_id INTEGER REFERENCES environment,
    facts_producer_id INTEGER REFERENCES producer,
    catalog_hash TEXT,
    catalog_time INTEGER,
    catalog_received INTEGER,
    catalog_version TEXT,
    catalog_transaction_uuid TEXT,
    catalog_uuid TEXT,
    catalog_code_id TEXT,
    catalog_job_id TEXT,
    catalog_environment_id INTEGER REFERENCES environment,
    catalog_producer_id INTEGER REFERENCES producer,
    inputs_time INTEGER,
    inputs_uuid TEXT,
    inputs TEXT
) STRICT;
CREATE INDEX node_not_active ON node (id) WHERE deactivated IS NOT NULL OR expired IS NOT NULL;
CREATE TABLE fact (
    id INTEGER PRIMARY KEY,
    node_id INTEGER NOT NULL REFERENCES node ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    UNIQUE (node_id, name)
) STRICT;
CREATE INDEX fact_by_name ON fact (name, node_id);
-- Paths of the values of facts; the type of a fact that is an array or an object is empty.
CREATE TABLE fact_path (
    path TEXT NOT NULL,
    type TEXT NOT NULL,
    name TEXT NOT NULL,
    depth INTEGER NOT NULL,
    PRIMARY KEY (path, type)
) STRICT, WITHOUT ROWID;
CREATE INDEX fact_path_by_name ON fact_path (name);
CREATE TABLE parameters (hash TEXT PRIMARY KEY, parameters TEXT NOT NULL) STRICT;
CREATE TABLE resource (
    id INTEGER PRIMARY KEY,
    node_id INTEGER NOT NULL REFERENCES node ON DELETE CASCADE,
    type TEXT NOT NULL,
    title TEXT NOT NULL,
    hash TEXT NOT NULL,
    exported INTEGER NOT NULL,
    tags TEXT NOT NULL,
    file TEXT,
    line INTEGER,
    UNIQUE (node_id, type, title)
) STRICT;
CREATE INDEX resource_by_type ON resource (type, title);
CREATE INDEX resource_by_hash ON resource (hash);
CREATE INDEX resource_exported ON resource (type, node_id) WHERE exported = 1;
-- Packed arrays of source type, source title, target type, target title, relationship.
CREATE TABLE catalog_edges (
    node_id INTEGER PRIMARY KEY REFERENCES node ON DELETE CASCADE,
    edges BLOB NOT NULL
) STRICT;
CREATE TABLE report (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    node_id INTEGER NOT NULL REFERENCES node ON DELETE CASCADE,
    hash TEXT NOT NULL UNIQUE,
    transaction_uuid TEXT,
    type TEXT NOT NULL,
    status TEXT,
    noop INTEGER,
    noop_pending INTEGER,
    corrective_change INTEGER,
    failures INTEGER NOT NULL,
    skips INTEGER NOT NULL,
    successes INTEGER NOT NULL,
    noops INTEGER NOT NULL,
    start_time INTEGER NOT NULL,
    end_time INTEGER NOT NULL,
    producer_timestamp INTEGER NOT NULL,
    receive_time INTEGER NOT NULL,
    environment_id INTEGER REFERENCES environment,
    producer_id INTEGER REFERENCES producer,
    puppet_version TEXT NOT NULL,
    report_format INTEGER NOT NULL,
    configuration_version TEXT NOT NULL,
    catalog_uuid TEXT,
    code_id TEXT,
    job_id TEXT,
    cached_catalog_status TEXT,
    -- Packed, last in the row so that the other columns are read without them.
    metrics BLOB,
    logs BLOB
) STRICT;
CREATE UNIQUE INDEX report_of_run ON report (node_id, type, transaction_uuid) WHERE transaction_uuid IS NOT NULL;
CREATE INDEX report_by_node ON report (node_id, producer_timestamp);
CREATE INDEX report_by_end ON report (end_time);
CREATE INDEX report_by_time ON report (producer_timestamp);
CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    report_id INTEGER NOT NULL REFERENCES report ON DELETE CASCADE,
    status TEXT NOT NULL,
    corrective_change INTEGER,
    timestamp INTEGER NOT NULL,
    resource_type TEXT NOT NULL,
    resource_title TEXT NOT NULL,
    property TEXT,
    new_value TEXT NOT NULL,
    old_value TEXT NOT NULL,
    message TEXT,
    file TEXT,
    line INTEGER,
    containment_path TEXT NOT NULL,
    containing_class TEXT,
    name TEXT
) STRICT;
CREATE INDEX event_by_report ON event (report_id);
CREATE INDEX event_by_time ON event (timestamp);
";

/// Jobs. The number of a job is never used again, since reports contain it.
const VERSION_2: &str = "
CREATE TABLE job (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    noop INTEGER NOT NULL,
    environment TEXT,
    tags TEXT NOT NULL,
    query TEXT NOT NULL,
    creator TEXT NOT NULL,
    at_once INTEGER NOT NULL,
    allowed_failures INTEGER,
    created INTEGER NOT NULL,
    ends INTEGER NOT NULL,
    state TEXT NOT NULL
) STRICT;
CREATE INDEX job_running ON job (id) WHERE state = 'running';
CREATE TABLE job_node (
    job_id INTEGER NOT NULL REFERENCES job ON DELETE CASCADE,
    certname TEXT NOT NULL,
    state TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (job_id, certname)
) STRICT, WITHOUT ROWID;
CREATE INDEX job_node_running ON job_node (certname) WHERE state = 'running';
";

/// Nodes know the number of their resources, and reports whose log messages and metrics are removed first have an index.
const VERSION_3: &str = "
ALTER TABLE node ADD COLUMN catalog_resources INTEGER;
UPDATE node SET catalog_resources = (SELECT count(*) FROM resource WHERE resource.node_id = node.id)
    WHERE catalog_hash IS NOT NULL;
CREATE INDEX report_body ON report (producer_timestamp) WHERE status = 'unchanged' AND logs IS NOT NULL;
";

/// Why the tables cannot be used.
#[derive(Debug)]
pub(super) enum Fault {
    /// They are of a later version of this program.
    Later(i64),
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

/// Creates the tables, or migrates an earlier version.
pub(super) fn migrate(connection: &Connection) -> Result<(), Fault> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    let found: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found > VERSION {
        return Err(Fault::Later(found));
    }
    for script in &MIGRATIONS[usize::try_from(found).unwrap_or_default()..] {
        transaction.execute_batch(script)?;
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()?;
    Ok(())
}
