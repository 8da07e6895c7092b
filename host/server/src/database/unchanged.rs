//! Catalogs that are the same as the last one of their node. Most runs have one: its resources need not be read, compared or written.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use fleet::{CatalogHead, Command, CommandDocument, DatabaseError, Store};
use sha2::{Digest as _, Sha256};

/// Distinguishes the contents of catalogs. It is only kept in memory: it is made from sensitive values, too.
pub(super) type Fingerprint = [u8; 32];

/// Returns the fingerprint of a catalog and its exported resources, both as JSON.
pub(super) fn fingerprint(catalog: &str, exported: &str) -> Fingerprint {
    let mut hash = Sha256::new();
    for part in [catalog, exported] {
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// The last catalog of each node that this server has stored.
pub(super) struct StoredCatalogs {
    store: Arc<dyn Store>,
    /// By name of the node: the fingerprint, and the hash of what is stored.
    catalogs: Mutex<HashMap<String, (Fingerprint, String)>>,
}

impl StoredCatalogs {
    pub(super) fn new(store: Arc<dyn Store>) -> Self {
        Self { store, catalogs: Mutex::default() }
    }

    /// Updates the time and identifiers of a node's stored catalog, if its content is the same. Otherwise returns false and leaves
    /// the stored catalog as it is: another server can have replaced it.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written.
    pub(super) fn confirm(&self, head: &CatalogHead, fingerprint: &Fingerprint) -> Result<bool, DatabaseError> {
        let hash = {
            let catalogs = self.catalogs.lock().unwrap_or_else(PoisonError::into_inner);
            catalogs.get(&head.certname).filter(|(known, _)| known == fingerprint).map(|(_, hash)| hash.clone())
        };
        match hash {
            Some(hash) => Ok(self.store.confirm_catalog(head, &hash, head.producer_timestamp)?),
            None => Ok(false),
        }
    }

    /// Replaces the catalog of a node.
    ///
    /// # Errors
    /// Returns an error if the command is not valid, or the store cannot be written.
    pub(super) fn replace(&self, command: CommandDocument, fingerprint: Fingerprint) -> Result<(), DatabaseError> {
        let CommandDocument { name, version, document, at } = command;
        let command = Command::of_document(name, version, document, at);
        let command = command.map_err(|error| DatabaseError::Invalid(error.to_string()))?;
        command.apply(&*self.store, at)?;
        if let Command::ReplaceCatalog(catalog) = &command {
            let mut catalogs = self.catalogs.lock().unwrap_or_else(PoisonError::into_inner);
            catalogs.insert(command.certname().to_owned(), (fingerprint, catalog.hash().to_owned()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use fleet::{SqliteStore, Time};
    use serde_json::json;

    use super::*;

    #[test]
    fn catalog_is_confirmed_while_it_is_the_stored_one() {
        let directory = tempfile::tempdir().unwrap();
        let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&directory.path().join("fleet.sqlite3")).unwrap());
        let [one, other] = [1, 2].map(|_| StoredCatalogs::new(Arc::clone(&store)));
        let file = |title: &str| fingerprint(title, "[]");
        assert!(!one.confirm(&head(1), &file("a")).unwrap(), "nothing is stored");
        one.replace(command(2, "a"), file("a")).unwrap();
        assert!(one.confirm(&head(3), &file("a")).unwrap());
        assert!(!one.confirm(&head(4), &file("b")).unwrap(), "the catalog has changed");
        assert!(!other.confirm(&head(4), &file("a")).unwrap(), "this server has not stored it");
        other.replace(command(5, "b"), file("b")).unwrap();
        assert!(!one.confirm(&head(6), &file("a")).unwrap(), "another server has replaced it");
        assert_ne!(fingerprint("a", "b"), fingerprint("ab", ""));
    }

    fn head(at: i64) -> CatalogHead {
        CatalogHead {
            certname: "n".to_owned(),
            version: "1".to_owned(),
            environment: None,
            transaction_uuid: None,
            catalog_uuid: None,
            code_id: None,
            job_id: None,
            producer: None,
            producer_timestamp: Time(at),
        }
    }

    fn command(at: i64, title: &str) -> CommandDocument {
        let resource = json!({"type": "File", "title": title, "parameters": {}, "tags": [], "exported": false});
        let document = json!({"certname": "n", "version": "1", "environment": null, "transaction_uuid": null,
            "catalog_uuid": null, "code_id": null, "job_id": null, "producer": null,
            "producer_timestamp": Time(at).to_string(), "resources": [resource], "edges": []});
        CommandDocument { name: "replace catalog", version: 9, document, at: Time(at) }
    }
}
