//! The commands and queries of compilers and report processors: of a [`Store`], or of a PuppetDB.

use std::ops::ControlFlow;
use std::sync::Arc;

use serde_json::Value as Json;
use thiserror::Error;

use crate::api::{QueryReply, QueryRequest, answer};
use crate::command::Command;
use crate::store::{Retention, Store, StoreError};
use crate::time::Time;

/// The document of a command, for example the result of [`facts_command`](crate::facts_command).
#[derive(Debug, Clone, PartialEq)]
pub struct CommandDocument {
    /// The name of the command, with spaces.
    pub name: &'static str,
    /// The version of the document.
    pub version: i64,
    /// The document, with the name of the node in `certname`.
    pub document: Json,
    /// The time of the command.
    pub at: Time,
}

/// A command or query failed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DatabaseError {
    /// The command or the query is not valid.
    #[error("{0}")]
    Invalid(String),
    /// The database does not answer; it may do so later.
    #[error("{0}")]
    Unavailable(String),
    /// The database cannot be read or written.
    #[error("{0}")]
    Failed(String),
}

impl From<StoreError> for DatabaseError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Value(_) | StoreError::Query(_) => Self::Invalid(error.to_string()),
            StoreError::Unreachable { .. } | StoreError::Timeout => Self::Unavailable(error.to_string()),
            StoreError::Open { .. } | StoreError::Version { .. } | StoreError::Database(_) => {
                Self::Failed(error.to_string())
            }
        }
    }
}

/// A database with the commands and queries of PuppetDB. All functions block.
pub trait NodeDatabase: Send + Sync {
    /// Sends a command. It is not lost when the function returns.
    ///
    /// # Errors
    /// Returns an error if the document is not valid, or the database does not accept it.
    fn submit(&self, command: CommandDocument) -> Result<(), DatabaseError>;

    /// Returns the rows of a query: PQL, or the JSON of an array in PuppetDB's abstract syntax that begins with `from`.
    ///
    /// # Errors
    /// Returns an error if the query is not valid, or the database does not answer.
    fn query(&self, query: &str) -> Result<Vec<Json>, DatabaseError>;

    /// Returns whether a run continues if the database does not accept its facts or its catalog: PuppetDB's setting
    /// `soft_write_failure`.
    fn is_soft(&self) -> bool {
        false
    }
}

/// The database in a [`Store`].
#[derive(Clone)]
pub struct StoreDatabase(pub Arc<dyn Store>);

impl NodeDatabase for StoreDatabase {
    fn submit(&self, command: CommandDocument) -> Result<(), DatabaseError> {
        let CommandDocument { name, version, document, at } = command;
        let command = Command::of_document(name, version, document, at);
        let command = command.map_err(|error| DatabaseError::Invalid(error.to_string()))?;
        command.apply(&*self.0, at)?;
        Ok(())
    }

    fn query(&self, query: &str) -> Result<Vec<Json>, DatabaseError> {
        let parameters = [("query".to_owned(), query.to_owned())];
        let inactive_since = Retention::default().inactive_since(Time::now());
        let mut reply = WholeReply::default();
        answer(&*self.0, QueryRequest { path: "", parameters: &parameters, inactive_since }, &mut reply)?;
        match serde_json::from_str(&reply.text) {
            Ok(Json::Array(rows)) if reply.status == 200 => Ok(rows),
            _ => Err(DatabaseError::Invalid(reply.text.trim_end().to_owned())),
        }
    }
}

/// A reply in memory.
#[derive(Default)]
struct WholeReply {
    status: u16,
    text: String,
}

impl QueryReply for WholeReply {
    fn head(&mut self, status: u16, _content_type: &'static str, _records: Option<u64>) {
        self.status = status;
    }

    fn content(&mut self, text: &str) -> ControlFlow<()> {
        self.text.push_str(text);
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sqlite::SqliteStore;

    fn database(directory: &tempfile::TempDir) -> StoreDatabase {
        StoreDatabase(Arc::new(SqliteStore::open(&directory.path().join("fleet.sqlite3")).unwrap()))
    }

    #[test]
    fn query_returns_what_a_command_stored() {
        let directory = tempfile::tempdir().unwrap();
        let database = database(&directory);
        let document = json!({"certname": "n1", "environment": "production", "producer": null,
            "producer_timestamp": "2026-03-01", "values": {"kernel": "Linux"}});
        database.submit(CommandDocument { name: "replace facts", version: 5, document, at: Time(5) }).unwrap();
        let rows = [json!({"certname": "n1", "value": "Linux"})];
        assert_eq!(database.query("facts[certname, value] { name = 'kernel' }").unwrap(), rows);
        let query = json!(["from", "facts", ["extract", ["certname", "value"], ["=", "name", "kernel"]]]);
        assert_eq!(database.query(&query.to_string()).unwrap(), rows);
    }

    #[test]
    fn invalid_command_and_query_are_told_from_failures() {
        let directory = tempfile::tempdir().unwrap();
        let database = database(&directory);
        let is_invalid = |error: DatabaseError| matches!(error, DatabaseError::Invalid(_));
        assert!(is_invalid(database.query("nodes { nosuch = 1 }").unwrap_err()));
        assert!(is_invalid(database.query(r#"["from", "nosuch"]"#).unwrap_err()));
        let command = CommandDocument { name: "replace facts", version: 5, document: json!({}), at: Time(5) };
        assert!(is_invalid(database.submit(command).unwrap_err()));
        let error = StoreError::Database("disk".into()).into();
        assert!(matches!(error, DatabaseError::Failed(_)));
    }
}
