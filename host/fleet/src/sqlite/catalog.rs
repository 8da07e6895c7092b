//! Catalogs of nodes.

use std::collections::HashMap;

use rusqlite::Transaction;
use serde_json::{Value as Json, json};

use super::functions::pack;
use super::{active_node_id, environment_id, producer_id};
use crate::json::canonical_json;
use crate::model::{CatalogInputs, CatalogResource, StoredCatalog};
use crate::store::{StoreError, WriteOutcome};
use crate::time::Time;

pub(super) fn replace(
    transaction: &Transaction<'_>,
    catalog: &StoredCatalog,
    received: Time,
) -> Result<WriteOutcome, StoreError> {
    let node = active_node_id(transaction, &catalog.certname, catalog.producer_timestamp)?;
    let (time, previous): (Option<i64>, Option<String>) = transaction
        .prepare("SELECT catalog_time, catalog_hash FROM node WHERE id = ?1")?
        .query_row([node], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if time.is_some_and(|time| time > catalog.producer_timestamp.0) {
        return Ok(WriteOutcome::Older);
    }
    let environment = environment_id(transaction, catalog.environment.as_deref())?;
    let producer = producer_id(transaction, catalog.producer.as_deref())?;
    let hash = catalog.hash();
    transaction
        .prepare(
            "UPDATE node SET catalog_hash = ?2, catalog_time = ?3, catalog_received = ?4, catalog_version = ?5, \
             catalog_transaction_uuid = ?6, catalog_uuid = ?7, catalog_code_id = ?8, catalog_job_id = ?9, \
             catalog_environment_id = ?10, catalog_producer_id = ?11 WHERE id = ?1",
        )?
        .execute((
            node,
            &hash,
            catalog.producer_timestamp.0,
            received.0,
            &catalog.version,
            &catalog.transaction_uuid,
            &catalog.catalog_uuid,
            &catalog.code_id,
            &catalog.job_id,
            environment,
            producer,
        ))?;
    if previous == Some(hash) {
        return Ok(WriteOutcome::Same);
    }
    write_resources(transaction, node, &catalog.resources)?;
    write_edges(transaction, node, catalog)?;
    Ok(WriteOutcome::Changed)
}

/// A stored resource without its name: the hash of its parameters, and the other columns.
type Row = (String, bool, String, Option<String>, Option<i64>);

/// Writes the resources that differ from the stored ones.
fn write_resources(transaction: &Transaction<'_>, node: i64, resources: &[CatalogResource]) -> Result<(), StoreError> {
    let read = |row: &rusqlite::Row<'_>| {
        let name: (String, String) = (row.get(0)?, row.get(1)?);
        let rest: Row = (row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?);
        Ok((name, rest))
    };
    let mut stored: HashMap<(String, String), Row> = transaction
        .prepare("SELECT type, title, hash, exported, tags, file, line FROM resource WHERE node_id = ?1")?
        .query_map([node], read)?
        .collect::<rusqlite::Result<_>>()?;
    let mut insert_parameters =
        transaction.prepare("INSERT OR IGNORE INTO parameters (hash, parameters) VALUES (?1, ?2)")?;
    let mut insert = transaction.prepare(
        "INSERT INTO resource (node_id, type, title, hash, exported, tags, file, line) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO UPDATE SET hash = excluded.hash, \
         exported = excluded.exported, tags = excluded.tags, file = excluded.file, line = excluded.line",
    )?;
    for resource in resources {
        let tags = Json::from(resource.tags.clone()).to_string();
        let row = (resource.hash(), resource.exported, tags, resource.file.clone(), resource.line);
        let name = (resource.name.type_name.clone(), resource.name.title.clone());
        if stored.remove(&name).as_ref() == Some(&row) {
            continue;
        }
        insert_parameters.execute((&row.0, canonical_json(&Json::Object(resource.parameters.clone()))))?;
        insert.execute((node, name.0, name.1, row.0, row.1, row.2, row.3, row.4))?;
    }
    let mut names: Vec<(String, String)> = stored.into_keys().collect();
    names.sort_unstable();
    let mut delete = transaction.prepare("DELETE FROM resource WHERE node_id = ?1 AND type = ?2 AND title = ?3")?;
    for (type_name, title) in names {
        delete.execute((node, type_name, title))?;
    }
    Ok(())
}

fn write_edges(transaction: &Transaction<'_>, node: i64, catalog: &StoredCatalog) -> Result<(), StoreError> {
    let mut edges: Vec<_> = catalog.edges.iter().collect();
    edges.sort_unstable();
    edges.dedup();
    let row = |edge: &&crate::model::Edge| {
        let (source, target) = (&edge.source, &edge.target);
        json!([source.type_name, source.title, target.type_name, target.title, edge.relationship])
    };
    let edges = Json::from(edges.iter().map(row).collect::<Vec<_>>()).to_string();
    let packed = pack(&edges).map_err(|error| StoreError::Database(error.into()))?;
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
    let pairs = Json::from(inputs.inputs.iter().map(|(kind, name)| json!([kind, name])).collect::<Vec<_>>());
    let written = transaction.execute(
        "UPDATE node SET inputs_time = ?2, inputs_uuid = ?3, inputs = ?4 \
         WHERE id = ?1 AND coalesce(inputs_time, ?2) <= ?2",
        (node, inputs.producer_timestamp.0, &inputs.catalog_uuid, pairs.to_string()),
    )?;
    Ok(if written == 0 { WriteOutcome::Older } else { WriteOutcome::Changed })
}
