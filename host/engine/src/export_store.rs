//! The store of exported resources: an SQLite file shared by all nodes that use the same state directory. It
//! contains no sensitive values: a resource would be applied without its password or key, so exporting such a
//! resource is an error.

use std::fs::{self, OpenOptions, Permissions};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use catalog::{Resource, ResourceRef, Value, wire};
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior, params};
use serde_json::{Map, Value as Json};
use thiserror::Error;
use value::{ExportedResource, ReadError};

/// The version of the schema; a file of a later version is rejected.
const VERSION: i64 = 1;

/// Maximum time to wait for another process that is writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(20);

/// Time between attempts to open a store that another process is opening.
const RETRY: Duration = Duration::from_millis(10);

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS resource (
        node TEXT NOT NULL,
        position INTEGER NOT NULL,
        type TEXT NOT NULL,
        title TEXT NOT NULL,
        parameters TEXT NOT NULL,
        tags TEXT NOT NULL,
        PRIMARY KEY (node, position)
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS resource_by_type ON resource (type, node, position);
";

/// An error of the store of exported resources.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file cannot be created or opened.
    #[error("Could not open the store of exported resources '{path}': {reason}")]
    Open {
        /// The file.
        path: String,
        /// The reason.
        reason: String,
    },
    /// The file was written by a later version of this program.
    #[error("The store of exported resources '{path}' has version {found}; this program reads version {VERSION}")]
    Version {
        /// The file.
        path: String,
        /// The version of the file.
        found: i64,
    },
    /// A query fails.
    #[error("The store of exported resources failed: {0}")]
    Query(#[from] rusqlite::Error),
    /// An exported resource contains a sensitive value.
    #[error(
        "Could not export {reference}: its attribute '{attribute}' is Sensitive, and the store of exported resources keeps \
         no secrets{place}"
    )]
    Secret {
        /// The resource.
        reference: ResourceRef,
        /// The attribute.
        attribute: String,
        /// The position, with a leading space.
        place: String,
    },
    /// A value cannot be stored, or a stored value cannot be read.
    #[error("Could not store or read {reference}: {reason}")]
    Value {
        /// The resource.
        reference: ResourceRef,
        /// The reason.
        reason: String,
    },
}

impl From<StoreError> for ReadError {
    fn from(error: StoreError) -> Self {
        Self { path: "the store of exported resources".to_owned(), reason: error.to_string() }
    }
}

/// An open store of exported resources.
#[derive(Debug)]
pub(crate) struct ExportStore {
    connection: Connection,
}

impl ExportStore {
    /// Opens a store, or creates one that is accessible only to its owner.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created or opened, or was written by a later version.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let fault = |reason: String| StoreError::Open { path: path.display().to_string(), reason };
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).map_err(|error| fault(error.to_string()))?;
        }
        // SQLite gives its journals the mode of the file.
        let opened = OpenOptions::new().read(true).append(true).create(true).mode(0o600).open(path);
        let file = opened.map_err(|error| fault(error.to_string()))?;
        file.set_permissions(Permissions::from_mode(0o600)).map_err(|error| fault(error.to_string()))?;
        let connection = Connection::open(path).map_err(|error| fault(error.to_string()))?;
        Self::prepare(connection, path)
    }

    fn prepare(mut connection: Connection, path: &Path) -> Result<Self, StoreError> {
        connection.busy_timeout(BUSY_TIMEOUT)?;
        let fault =
            |error: rusqlite::Error| StoreError::Open { path: path.display().to_string(), reason: error.to_string() };
        // This statement fails for a file that is not a database.
        write_ahead(&connection).map_err(fault)?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let found: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if found > VERSION {
            return Err(StoreError::Version { path: path.display().to_string(), found });
        }
        if found < VERSION {
            transaction.execute_batch(TABLES)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
        }
        transaction.commit()?;
        Ok(Self { connection })
    }

    /// Replaces the exported resources of a node in one transaction.
    ///
    /// # Errors
    /// Returns an error if a resource contains a sensitive value, or the file cannot be written. The content
    /// is then unchanged.
    pub(crate) fn replace(&self, node: &str, exported: &[Resource]) -> Result<(), StoreError> {
        let rows = exported.iter().map(Row::of).collect::<Result<Vec<Row>, StoreError>>()?;
        let transaction = Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate)?;
        transaction.execute("DELETE FROM resource WHERE node = ?1", [node])?;
        {
            let mut insert = transaction.prepare(
                "INSERT INTO resource (node, position, type, title, parameters, tags) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?;
            for (position, row) in (0_i64..).zip(rows) {
                insert.execute(params![node, position, row.type_name, row.title, row.parameters, row.tags])?;
            }
        }
        transaction.commit()?;
        Ok(())
    }

    /// Returns the resources of a type, given in lower case, that other nodes exported, ordered by node, then
    /// by declaration.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or was not written by this program.
    pub(crate) fn exported(&self, type_name: &str, node: &str) -> Result<Vec<ExportedResource>, StoreError> {
        let mut query = self.connection.prepare(
            "SELECT node, title, parameters, tags FROM resource WHERE type = ?1 AND node <> ?2 ORDER BY node, position",
        )?;
        let mut rows = query.query([type_name, node])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let title: String = row.get(1)?;
            let mut resource = Resource::new(ResourceRef::new(type_name, &title));
            let fault = |reason: String| StoreError::Value { reference: ResourceRef::new(type_name, &title), reason };
            let parameters: String = row.get(2)?;
            let parameters: Map<String, Json> =
                serde_json::from_str(&parameters).map_err(|error| fault(error.to_string()))?;
            for (name, value) in &parameters {
                resource.set(name, wire::from_json(value).map_err(|error| fault(error.to_string()))?, None);
            }
            let tags: String = row.get(3)?;
            let tags: Vec<String> = serde_json::from_str(&tags).map_err(|error| fault(error.to_string()))?;
            resource.tags = tags.into_iter().map(Into::into).collect();
            found.push(ExportedResource { node: row.get(0)?, resource });
        }
        Ok(found)
    }
}

/// A row of the table.
struct Row {
    type_name: String,
    title: String,
    parameters: String,
    tags: String,
}

impl Row {
    fn of(resource: &Resource) -> Result<Self, StoreError> {
        let reference = &resource.reference;
        let mut parameters = Map::new();
        for parameter in &resource.parameters {
            if parameter.value.contains_sensitive() {
                let place = parameter.position.as_ref().or(resource.position.as_ref());
                return Err(StoreError::Secret {
                    reference: reference.clone(),
                    attribute: parameter.name.to_string(),
                    place: place.map_or_else(String::new, |place| format!(" {place}")),
                });
            }
            let value = wire::to_json(&parameter.value)
                .map_err(|error| StoreError::Value { reference: reference.clone(), reason: error.to_string() })?;
            parameters.insert(parameter.name.to_string(), value);
        }
        let tags: Vec<Value> = resource.tags.iter().map(|tag| Value::from(&**tag)).collect();
        let tags = wire::to_json(&Value::Array(tags))
            .map_err(|error| StoreError::Value { reference: reference.clone(), reason: error.to_string() })?;
        Ok(Self {
            type_name: reference.type_name.to_lowercase(),
            title: reference.title.to_string(),
            parameters: Json::Object(parameters).to_string(),
            tags: tags.to_string(),
        })
    }
}

/// Switches a database to write-ahead logging. SQLite does not wait for other connections here, regardless of
/// the timeout, since two connections with shared locks would deadlock.
fn write_ahead(connection: &Connection) -> rusqlite::Result<()> {
    let begun = Instant::now();
    loop {
        match connection.pragma_update(None, "journal_mode", "WAL") {
            Err(busy)
                if busy.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && begun.elapsed() < BUSY_TIMEOUT =>
            {
                thread::sleep(RETRY);
            }
            other => return other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::Sensitive;

    fn resource(type_name: &str, title: &str, value: Value) -> Resource {
        let mut resource = Resource::new(ResourceRef::new(type_name, title));
        resource.set("message", value, None);
        resource.tags = vec!["web".into()];
        resource
    }

    #[test]
    fn node_collects_resources_of_other_nodes() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("state/exported.sqlite3");
        let list = Value::Array(vec![1.into(), Value::Undef, Value::Regexp("a".into())]);
        let a = [resource("notify", "one", list), resource("a::b", "other", "x".into())];
        ExportStore::open(&path).unwrap().replace("n1", &a).unwrap();
        let store = ExportStore::open(&path).unwrap();
        store.replace("n2", &[resource("notify", "two", "x".into())]).unwrap();
        let found = store.exported("notify", "n2").unwrap();
        assert_eq!(found, [ExportedResource { node: "n1".into(), resource: a[0].clone() }]);
        assert_eq!(store.exported("a::b", "").unwrap()[0].resource, a[1]);
        store.replace("n1", &[]).unwrap();
        assert_eq!(store.exported("notify", "n2").unwrap(), []);
        let mode = |file: &Path| fs::metadata(file).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&path), 0o600);
        assert_eq!(mode(&path.with_extension("sqlite3-wal")), 0o600);
    }

    #[test]
    fn export_with_a_secret_is_refused_without_changes() {
        let directory = tempfile::tempdir().unwrap();
        let store = ExportStore::open(&directory.path().join("x")).unwrap();
        store.replace("n1", &[resource("notify", "one", "x".into())]).unwrap();
        let secret = Value::Array(vec![Value::Sensitive(Sensitive::new("canary".into()))]);
        let error = store.replace("n1", &[resource("notify", "two", secret)]).unwrap_err().to_string();
        assert_eq!(
            error,
            "Could not export Notify[two]: its attribute 'message' is Sensitive, and the store of exported resources keeps no \
             secrets"
        );
        assert_eq!(&*store.exported("notify", "").unwrap()[0].resource.reference.title, "one");
    }

    #[test]
    fn concurrent_runs_lose_no_resources() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("exported.sqlite3");
        std::thread::scope(|scope| {
            for number in 0..4 {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..5 {
                        let store = ExportStore::open(path).unwrap();
                        store.replace(&format!("n{number}"), &[resource("notify", "x", number.into())]).unwrap();
                    }
                });
            }
        });
        assert_eq!(ExportStore::open(&path).unwrap().exported("notify", "").unwrap().len(), 4);
    }

    #[test]
    fn file_that_is_not_a_database_is_an_error() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x");
        fs::write(&path, "not a database, but long enough to have a database header, which it does not").unwrap();
        assert!(ExportStore::open(&path).unwrap_err().to_string().contains(&path.display().to_string()));
        let path = directory.path().join("later");
        drop(ExportStore::open(&path).unwrap());
        Connection::open(&path).unwrap().pragma_update(None, "user_version", 9).unwrap();
        assert!(matches!(ExportStore::open(&path).unwrap_err(), StoreError::Version { found: 9, .. }));
    }
}
