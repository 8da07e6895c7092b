//! The database of cases with resources that other nodes export.

use std::collections::BTreeMap;
use std::sync::Arc;

use fleet::{CommandDocument, DatabaseError, NodeDatabase, SqliteStore, StoreDatabase, Time};
use serde_json::{Value as Json, json};
use tempfile::TempDir;

/// A database with the nodes of a file `exported.yaml`, each with a catalog.
pub(super) struct ExportedResources {
    database: StoreDatabase,
    /// Removed at the end.
    _directory: TempDir,
}

impl ExportedResources {
    /// Creates the database.
    ///
    /// # Errors
    /// Returns an error if a row is not valid.
    pub(super) fn new(rows: &[Json]) -> Result<Self, String> {
        let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
        let store = SqliteStore::open(&directory.path().join("fleet.sqlite3")).map_err(|error| error.to_string())?;
        let database = StoreDatabase(Arc::new(store));
        let mut nodes: BTreeMap<&str, Vec<Json>> = BTreeMap::new();
        for row in rows {
            let text = |key: &str| row[key].as_str().ok_or_else(|| format!("exported.yaml: {row} has no {key}"));
            let type_name = text("type")?;
            let mut tags = vec![Json::from(type_name.to_lowercase())];
            tags.extend(row["tags"].as_array().into_iter().flatten().cloned());
            let parameters = if row["parameters"].is_null() { json!({}) } else { row["parameters"].clone() };
            nodes.entry(text("node")?).or_default().push(json!({
                "type": type_name, "title": text("title")?, "parameters": parameters, "exported": true, "tags": tags,
                "file": null, "line": null,
            }));
        }
        let at = Time::now();
        for (node, resources) in nodes {
            let document = json!({
                "certname": node, "version": "1", "environment": "production", "transaction_uuid": null,
                "catalog_uuid": null, "code_id": null, "job_id": null, "producer": null,
                "producer_timestamp": at.to_string(), "resources": resources, "edges": [],
            });
            let command = CommandDocument { name: "replace catalog", version: 9, document, at };
            database.submit(command).map_err(|error| format!("exported.yaml: {error}"))?;
        }
        Ok(Self { database, _directory: directory })
    }
}

impl NodeDatabase for ExportedResources {
    fn submit(&self, command: CommandDocument) -> Result<(), DatabaseError> {
        self.database.submit(command)
    }

    fn query(&self, query: &str) -> Result<Vec<Json>, DatabaseError> {
        self.database.query(query)
    }
}
