//! Catalogs of nodes.

use rusqlite::Transaction;
use serde_json::Value as Json;

use super::functions::pack;
use super::{active_node_id, environment_id, producer_id};
use crate::json::canonical_json;
use crate::model::{CatalogHead, CatalogInputs, CatalogResource, StoredCatalog};
use crate::records::{ResourceChanges, ResourceRow, StoredResources, edges_document, inputs_document, resource_count};
use crate::store::{StoreError, WriteOutcome};
use crate::time::Time;

pub(super) fn replace(
    transaction: &Transaction<'_>,
    catalog: &StoredCatalog,
    received: Time,
) -> Result<WriteOutcome, StoreError> {
    let stored = StoredHead::of(transaction, &catalog.head)?;
    if stored.is_later {
        return Ok(WriteOutcome::Older);
    }
    write_head(transaction, stored.node, &catalog.head, received)?;
    if stored.hash.as_deref() == Some(catalog.hash()) {
        return Ok(WriteOutcome::Same);
    }
    transaction.prepare("UPDATE node SET catalog_hash = ?2, catalog_resources = ?3 WHERE id = ?1")?.execute((
        stored.node,
        catalog.hash(),
        resource_count(catalog),
    ))?;
    write_resources(transaction, stored.node, &catalog.resources)?;
    write_edges(transaction, stored.node, catalog)?;
    Ok(WriteOutcome::Changed)
}

pub(super) fn confirm(
    transaction: &Transaction<'_>,
    head: &CatalogHead,
    hash: &str,
    received: Time,
) -> Result<bool, StoreError> {
    let stored = StoredHead::of(transaction, head)?;
    if stored.is_later || stored.hash.as_deref() != Some(hash) {
        return Ok(false);
    }
    write_head(transaction, stored.node, head, received)?;
    Ok(true)
}

/// The stored catalog of a node, compared with a new one.
struct StoredHead {
    node: i64,
    hash: Option<String>,
    is_later: bool,
}

impl StoredHead {
    fn of(transaction: &Transaction<'_>, head: &CatalogHead) -> Result<Self, StoreError> {
        let node = active_node_id(transaction, &head.certname, head.producer_timestamp)?;
        let (time, hash): (Option<i64>, Option<String>) = transaction
            .prepare("SELECT catalog_time, catalog_hash FROM node WHERE id = ?1")?
            .query_row([node], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(Self { node, hash, is_later: time.is_some_and(|time| time > head.producer_timestamp.0) })
    }
}

fn write_head(transaction: &Transaction<'_>, node: i64, head: &CatalogHead, received: Time) -> Result<(), StoreError> {
    let environment = environment_id(transaction, head.environment.as_deref())?;
    let producer = producer_id(transaction, head.producer.as_deref())?;
    transaction
        .prepare(
            "UPDATE node SET catalog_time = ?2, catalog_received = ?3, catalog_version = ?4, \
             catalog_transaction_uuid = ?5, catalog_uuid = ?6, catalog_code_id = ?7, catalog_job_id = ?8, \
             catalog_environment_id = ?9, catalog_producer_id = ?10 WHERE id = ?1",
        )?
        .execute((
            node,
            head.producer_timestamp.0,
            received.0,
            &head.version,
            &head.transaction_uuid,
            &head.catalog_uuid,
            &head.code_id,
            &head.job_id,
            environment,
            producer,
        ))?;
    Ok(())
}

/// Writes the resources that differ from the stored ones.
fn write_resources(transaction: &Transaction<'_>, node: i64, resources: &[CatalogResource]) -> Result<(), StoreError> {
    let changes = ResourceChanges::of(resources, stored_resources(transaction, node)?);
    let mut insert_parameters =
        transaction.prepare("INSERT OR IGNORE INTO parameters (hash, parameters) VALUES (?1, ?2)")?;
    let mut insert = transaction.prepare(
        "INSERT INTO resource (node_id, type, title, hash, exported, tags, file, line) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO UPDATE SET hash = excluded.hash, \
         exported = excluded.exported, tags = excluded.tags, file = excluded.file, line = excluded.line",
    )?;
    for (CatalogResource { name, parameters, .. }, row) in changes.written {
        insert_parameters.execute((&row.hash, canonical_json(&Json::Object(parameters.clone()))))?;
        let tags = row.tags.to_string();
        insert.execute((node, &name.type_name, &name.title, row.hash, row.exported, tags, row.file, row.line))?;
    }
    let mut delete = transaction.prepare("DELETE FROM resource WHERE node_id = ?1 AND type = ?2 AND title = ?3")?;
    for (type_name, title) in changes.removed {
        delete.execute((node, type_name, title))?;
    }
    Ok(())
}

fn stored_resources(transaction: &Transaction<'_>, node: i64) -> Result<StoredResources, StoreError> {
    let read = |row: &rusqlite::Row<'_>| {
        let tags: String = row.get(4)?;
        let tags = serde_json::from_str(&tags).unwrap_or_default();
        let (hash, exported, file, line) = (row.get(2)?, row.get(3)?, row.get(5)?, row.get(6)?);
        Ok(((row.get(0)?, row.get(1)?), ResourceRow { hash, exported, tags, file, line }))
    };
    let mut select =
        transaction.prepare("SELECT type, title, hash, exported, tags, file, line FROM resource WHERE node_id = ?1")?;
    let rows = select.query_map([node], read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn write_edges(transaction: &Transaction<'_>, node: i64, catalog: &StoredCatalog) -> Result<(), StoreError> {
    let packed = pack(&edges_document(catalog).to_string()).map_err(|error| StoreError::Database(error.into()))?;
    transaction
        .prepare(
            "INSERT INTO catalog_edges (node_id, edges) VALUES (?1, ?2) \
             ON CONFLICT DO UPDATE SET edges = excluded.edges",
        )?
        .execute((node, packed))?;
    Ok(())
}

pub(super) fn replace_inputs(
    transaction: &Transaction<'_>,
    inputs: &CatalogInputs,
) -> Result<WriteOutcome, StoreError> {
    if inputs.inputs.is_empty() {
        return Ok(WriteOutcome::Same);
    }
    let node = active_node_id(transaction, &inputs.certname, inputs.producer_timestamp)?;
    let pairs = inputs_document(inputs);
    let written = transaction.execute(
        "UPDATE node SET inputs_time = ?2, inputs_uuid = ?3, inputs = ?4 \
         WHERE id = ?1 AND coalesce(inputs_time, ?2) <= ?2",
        (node, inputs.producer_timestamp.0, &inputs.catalog_uuid, pairs.to_string()),
    )?;
    Ok(if written == 0 { WriteOutcome::Older } else { WriteOutcome::Changed })
}
