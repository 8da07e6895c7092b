//! Facts of nodes.

use std::collections::BTreeMap;

use rusqlite::Transaction;
use serde_json::{Map, Value as Json};

use super::{active_node_id, environment_id, producer_id};
use crate::json;
use crate::model::Factset;
use crate::records::{VolatileFacts, fact_paths};
use crate::store::{StoreError, WriteOutcome};
use crate::time::Time;

pub(super) fn replace(
    transaction: &Transaction<'_>,
    facts: &Factset,
    received: Time,
    volatile: &VolatileFacts,
) -> Result<WriteOutcome, StoreError> {
    let node = active_node_id(transaction, &facts.certname, facts.producer_timestamp)?;
    let stable = volatile.stable_hash(&facts.values);
    let environment = environment_id(transaction, facts.environment.as_deref())?;
    let producer = producer_id(transaction, facts.producer.as_deref())?;
    let (time, previous): (Option<i64>, Option<String>) = transaction
        .prepare("SELECT facts_time, facts_stable_hash FROM node WHERE id = ?1")?
        .query_row([node], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if time.is_some_and(|time| time > facts.producer_timestamp.0) {
        return Ok(WriteOutcome::Older);
    }
    transaction
        .prepare(
            "UPDATE node SET facts_time = ?2, facts_received = ?3, facts_environment_id = ?4, facts_producer_id = ?5 \
             WHERE id = ?1",
        )?
        .execute((node, facts.producer_timestamp.0, received.0, environment, producer))?;
    if previous.as_ref() == Some(&stable) {
        return Ok(WriteOutcome::Same);
    }
    transaction.prepare("UPDATE node SET facts_hash = ?2, facts_stable_hash = ?3 WHERE id = ?1")?.execute((
        node,
        facts.hash(),
        stable,
    ))?;
    write_values(transaction, node, &facts.values)?;
    Ok(WriteOutcome::Changed)
}

/// Writes the facts that differ from the stored ones.
fn write_values(transaction: &Transaction<'_>, node: i64, values: &Map<String, Json>) -> Result<(), StoreError> {
    let mut stored: BTreeMap<String, String> = transaction
        .prepare("SELECT name, value FROM fact WHERE node_id = ?1")?
        .query_map([node], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    let mut insert = transaction.prepare(
        "INSERT INTO fact (node_id, name, value) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET value = excluded.value",
    )?;
    for (name, value) in values {
        let text = json::canonical_json(value);
        if stored.remove(name).as_ref() == Some(&text) {
            continue;
        }
        insert.execute((node, name, text))?;
        write_paths(transaction, name, value)?;
    }
    let mut delete = transaction.prepare("DELETE FROM fact WHERE node_id = ?1 AND name = ?2")?;
    for name in stored.keys() {
        delete.execute((node, name))?;
    }
    Ok(())
}

fn write_paths(transaction: &Transaction<'_>, name: &str, value: &Json) -> Result<(), StoreError> {
    let mut insert =
        transaction.prepare("INSERT OR IGNORE INTO fact_path (path, type, name, depth) VALUES (?1, ?2, ?3, ?4)")?;
    for path in fact_paths(name, value) {
        insert.execute((path.path, path.kind, name, path.depth))?;
    }
    Ok(())
}
