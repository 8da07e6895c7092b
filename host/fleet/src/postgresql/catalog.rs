//! Catalogs of nodes.

use serde_json::Value as Json;

use super::pool::Work;
use super::rows::{JsonText, json_value, text_value};
use super::{environment_id, locked_node, producer_id};
use crate::json::canonical_json;
use crate::model::{CatalogHead, CatalogInputs, StoredCatalog};
use crate::records::{ResourceChanges, ResourceRow, StoredResources, edges_document, inputs_document, resource_count};
use crate::store::{StoreError, WriteOutcome};
use crate::time::Time;

pub(super) fn replace(
    work: &mut Work<'_>,
    catalog: &StoredCatalog,
    received: Time,
) -> Result<WriteOutcome, StoreError> {
    let head = &catalog.head;
    let node = locked_node(work, &head.certname, Some(head.producer_timestamp))?;
    if node.has_newer_catalog(head) {
        return Ok(WriteOutcome::Older);
    }
    write_head(work, node.id, head, received)?;
    if node.catalog_hash.as_deref() == Some(catalog.hash()) {
        return Ok(WriteOutcome::Same);
    }
    work.execute(CONTENT, &[&node.id, &catalog.hash(), &resource_count(catalog)])?;
    let changes = ResourceChanges::of(&catalog.resources, stored_resources(work, node.id)?);
    write_resources(work, node.id, &changes)?;
    let edges = JsonText(json_value(&edges_document(catalog).to_string()));
    work.execute(WRITE_EDGES, &[&node.id, &edges])?;
    Ok(WriteOutcome::Changed)
}

pub(super) fn confirm(work: &mut Work<'_>, head: &CatalogHead, hash: &str, received: Time) -> Result<bool, StoreError> {
    let node = locked_node(work, &head.certname, Some(head.producer_timestamp))?;
    if node.has_newer_catalog(head) || node.catalog_hash.as_deref() != Some(hash) {
        return Ok(false);
    }
    write_head(work, node.id, head, received)?;
    Ok(true)
}

fn write_head(work: &mut Work<'_>, node: i64, head: &CatalogHead, received: Time) -> Result<(), StoreError> {
    let environment = environment_id(work, head.environment.as_deref())?;
    let producer = producer_id(work, head.producer.as_deref())?;
    work.execute(
        HEAD,
        &[
            &node,
            &head.producer_timestamp.0,
            &received.0,
            &text_value(&head.version),
            &head.transaction_uuid,
            &head.catalog_uuid,
            &head.code_id,
            &head.job_id,
            &environment,
            &producer,
        ],
    )?;
    Ok(())
}

const HEAD: &str = "UPDATE node SET catalog_time = $2, catalog_received = $3, catalog_version = $4, \
    catalog_transaction_uuid = $5, catalog_uuid = $6, catalog_code_id = $7, catalog_job_id = $8, \
    catalog_environment_id = $9, catalog_producer_id = $10 WHERE id = $1";

const CONTENT: &str = "UPDATE node SET catalog_hash = $2, catalog_resources = $3 WHERE id = $1";

const WRITE_EDGES: &str = "INSERT INTO catalog_edges (node_id, edges) VALUES ($1, $2) \
    ON CONFLICT (node_id) DO UPDATE SET edges = excluded.edges";

fn stored_resources(work: &mut Work<'_>, node: i64) -> Result<StoredResources, StoreError> {
    let rows = work.query(
        "SELECT type, title, hash, exported, tags::text, file, line FROM resource WHERE node_id = $1",
        &[&node],
    )?;
    let read = |row: &postgres::Row| {
        let tags: String = row.try_get(4)?;
        let tags = serde_json::from_str(&tags).unwrap_or_default();
        let (hash, exported, file, line) = (row.try_get(2)?, row.try_get(3)?, row.try_get(5)?, row.try_get(6)?);
        Ok(((row.try_get(0)?, row.try_get(1)?), ResourceRow { hash, exported, tags, file, line }))
    };
    rows.iter().map(read).collect()
}

/// Writes the resources that differ from the stored ones.
fn write_resources(work: &mut Work<'_>, node: i64, changes: &ResourceChanges<'_>) -> Result<(), StoreError> {
    let ResourceChanges { written, removed } = changes;
    if !removed.is_empty() {
        let (types, titles): (Vec<&str>, Vec<&str>) =
            removed.iter().map(|(type_name, title)| (type_name.as_str(), title.as_str())).unzip();
        work.execute(REMOVE, &[&node, &types, &titles])?;
    }
    if written.is_empty() {
        return Ok(());
    }
    let document = |value: &Json| JsonText(json_value(&canonical_json(value)));
    let parameters: Vec<JsonText> =
        written.iter().map(|(resource, _)| document(&Json::Object(resource.parameters.clone()))).collect();
    let hashes: Vec<&str> = written.iter().map(|(_, row)| row.hash.as_str()).collect();
    let types: Vec<_> = written.iter().map(|(resource, _)| text_value(&resource.name.type_name)).collect();
    let titles: Vec<_> = written.iter().map(|(resource, _)| text_value(&resource.name.title)).collect();
    let exported: Vec<bool> = written.iter().map(|(_, row)| row.exported).collect();
    let tags: Vec<JsonText> = written.iter().map(|(_, row)| document(&row.tags)).collect();
    let files: Vec<Option<_>> = written.iter().map(|(_, row)| row.file.as_deref().map(text_value)).collect();
    let lines: Vec<Option<i64>> = written.iter().map(|(_, row)| row.line).collect();
    work.execute(WRITE_PARAMETERS, &[&hashes, &parameters])?;
    work.execute(WRITE_RESOURCES, &[&node, &types, &titles, &hashes, &exported, &tags, &files, &lines])?;
    Ok(())
}

// Parameters are shared by nodes: all writers add them in the same order.
const WRITE_PARAMETERS: &str = "INSERT INTO parameters (hash, parameters) \
    SELECT DISTINCT ON (new.hash) new.hash, new.parameters FROM unnest($1::text[], $2::jsonb[]) new(hash, parameters) \
    ORDER BY new.hash ON CONFLICT DO NOTHING";

const WRITE_RESOURCES: &str = "INSERT INTO resource (node_id, type, title, hash, exported, tags, file, line) \
    SELECT $1, new.* FROM unnest($2::text[], $3::text[], $4::text[], $5::boolean[], $6::jsonb[], $7::text[], \
    $8::bigint[]) new ON CONFLICT (node_id, type, title) DO UPDATE SET hash = excluded.hash, \
    exported = excluded.exported, tags = excluded.tags, file = excluded.file, line = excluded.line";

const REMOVE: &str = "DELETE FROM resource USING unnest($2::text[], $3::text[]) old(type, title) \
    WHERE resource.node_id = $1 AND resource.type = old.type AND resource.title = old.title";

pub(super) fn replace_inputs(work: &mut Work<'_>, inputs: &CatalogInputs) -> Result<WriteOutcome, StoreError> {
    if inputs.inputs.is_empty() {
        return Ok(WriteOutcome::Same);
    }
    let node = locked_node(work, &inputs.certname, Some(inputs.producer_timestamp))?;
    let pairs = JsonText(json_value(&inputs_document(inputs).to_string()));
    let written = work.execute(
        "UPDATE node SET inputs_time = $2, inputs_uuid = $3, inputs = $4 WHERE id = $1 AND coalesce(inputs_time, $2) <= $2",
        &[&node.id, &inputs.producer_timestamp.0, &inputs.catalog_uuid, &pairs],
    )?;
    Ok(if written == 0 { WriteOutcome::Older } else { WriteOutcome::Changed })
}
