//! Facts of nodes.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::Transaction;
use serde_json::{Map, Value as Json};

use super::{active_node_id, environment_id, producer_id};
use crate::fact_path;
use crate::json;
use crate::model::Factset;
use crate::store::{StoreError, WriteOutcome};
use crate::time::Time;

/// Facts that change at each run: names, and paths in structured facts.
const VOLATILE: [&str; 22] = [
    "uptime",
    "uptime_seconds",
    "uptime_minutes",
    "uptime_hours",
    "uptime_days",
    "system_uptime",
    "load_averages",
    "memoryfree",
    "memoryfree_mb",
    "swapfree",
    "swapfree_mb",
    "memory.system.available",
    "memory.system.available_bytes",
    "memory.system.used",
    "memory.system.used_bytes",
    "memory.system.capacity",
    "memory.swap.available",
    "memory.swap.available_bytes",
    "memory.swap.used",
    "memory.swap.used_bytes",
    "memory.swap.capacity",
    "mountpoints",
];

/// The names of facts whose changes alone are not written.
#[derive(Debug)]
pub(super) struct VolatileFacts(BTreeSet<String>);

impl Default for VolatileFacts {
    fn default() -> Self {
        Self::new(VOLATILE.map(str::to_owned))
    }
}

impl VolatileFacts {
    pub(super) fn new(names: impl IntoIterator<Item = String>) -> Self {
        Self(names.into_iter().collect())
    }

    /// Returns the hash of the other facts.
    fn stable_hash(&self, values: &Map<String, Json>) -> String {
        let mut values = values.clone();
        for name in &self.0 {
            remove(&mut values, name);
        }
        json::hash(&Json::Object(values))
    }
}

/// Removes the value at a path.
fn remove(values: &mut Map<String, Json>, path: &str) {
    match path.split_once('.') {
        None => drop(values.remove(path)),
        Some((name, rest)) => {
            if let Some(Json::Object(values)) = values.get_mut(name) {
                remove(values, rest);
            }
        }
    }
}

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
    let mut paths = BTreeSet::new();
    let is_filled = match value {
        Json::Array(values) => !values.is_empty(),
        Json::Object(members) => !members.is_empty(),
        _ => false,
    };
    if is_filled {
        paths.insert((fact_path::encode(&[name.into()]), "", 0));
    }
    fact_path::leaves(value, &mut |leaf| {
        let depth = leaf.path.len() as i64;
        let path: Vec<Json> = [Json::from(name)].into_iter().chain(leaf.path).collect();
        paths.insert((fact_path::encode(&path), fact_path::type_name(leaf.value), depth));
    });
    let mut insert =
        transaction.prepare("INSERT OR IGNORE INTO fact_path (path, type, name, depth) VALUES (?1, ?2, ?3, ?4)")?;
    for (path, kind, depth) in paths {
        insert.execute((path, kind, name, depth))?;
    }
    Ok(())
}
