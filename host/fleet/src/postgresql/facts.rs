//! Facts of nodes.

use serde_json::{Map, Value as Json};

use super::pool::Work;
use super::rows::{JsonText, json_value, text_value};
use super::{environment_id, locked_node, producer_id};
use crate::fact_path;
use crate::json::{self, text};
use crate::model::Factset;
use crate::records::{VolatileFacts, fact_paths};
use crate::store::{StoreError, WriteOutcome};
use crate::time::Time;

/// The key of the lock that writers of paths share, so that a sweep does not remove a path that a fact has from now on.
pub(super) const PATHS_LOCK: i64 = 0x6d61_726f_7474_6502;

pub(super) fn replace(
    work: &mut Work<'_>,
    facts: &Factset,
    received: Time,
    volatile: &VolatileFacts,
) -> Result<WriteOutcome, StoreError> {
    let node = locked_node(work, &facts.certname, Some(facts.producer_timestamp))?;
    if node.facts_time.is_some_and(|time| time > facts.producer_timestamp.0) {
        return Ok(WriteOutcome::Older);
    }
    let environment = environment_id(work, facts.environment.as_deref())?;
    let producer = producer_id(work, facts.producer.as_deref())?;
    let stable = volatile.stable_hash(&facts.values);
    let head: super::pool::Values<'_> = &[&node.id, &facts.producer_timestamp.0, &received.0, &environment, &producer];
    if node.facts_stable_hash.as_ref() == Some(&stable) {
        work.execute(SAME, head)?;
        return Ok(WriteOutcome::Same);
    }
    let hash = facts.hash();
    work.execute(CHANGED, &[head, &[&hash, &stable]].concat())?;
    write_values(work, node.id, &facts.values)?;
    Ok(WriteOutcome::Changed)
}

const SAME: &str = "UPDATE node SET facts_time = $2, facts_received = $3, facts_environment_id = $4, \
    facts_producer_id = $5 WHERE id = $1";

const CHANGED: &str = "UPDATE node SET facts_time = $2, facts_received = $3, facts_environment_id = $4, \
    facts_producer_id = $5, facts_hash = $6, facts_stable_hash = $7 WHERE id = $1";

/// Writes the facts that differ from the stored ones.
fn write_values(work: &mut Work<'_>, node: i64, values: &Map<String, Json>) -> Result<(), StoreError> {
    let names: Vec<String> = values.keys().map(|name| text_value(name).into_owned()).collect();
    let documents: Vec<JsonText> =
        values.values().map(|value| JsonText(json_value(&json::canonical_json(value)))).collect();
    let changed = work.query(WRITE_VALUES, &[&node, &names, &documents])?;
    work.execute("DELETE FROM fact WHERE node_id = $1 AND name <> ALL($2)", &[&node, &names])?;
    let changed: Vec<String> = changed.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    write_paths(work, values.iter().filter(|(name, _)| changed.contains(name)))
}

const WRITE_VALUES: &str = "INSERT INTO fact (node_id, name, value) \
    SELECT $1, new.name, new.value FROM unnest($2::text[], $3::jsonb[]) new(name, value) \
    WHERE NOT EXISTS (SELECT 1 FROM fact WHERE fact.node_id = $1 AND fact.name = new.name \
    AND fact.value::text = new.value::text) \
    ON CONFLICT (node_id, name) DO UPDATE SET value = excluded.value RETURNING name";

/// Writes the paths of facts, in an order that is the same for all writers.
fn write_paths<'a>(work: &mut Work<'_>, facts: impl Iterator<Item = (&'a String, &'a Json)>) -> Result<(), StoreError> {
    let (mut paths, mut kinds, mut names, mut depths, mut steps) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (name, value) in facts {
        for path in fact_paths(name, value) {
            let below = fact_path::decode(&path.path).split_off(1);
            let below: Vec<String> = below.iter().map(|part| text(part).unwrap_or_default()).collect();
            steps.push(JsonText(json_value(&Json::from(below).to_string())));
            paths.push(text_value(&path.path).into_owned());
            kinds.push(path.kind);
            names.push(text_value(name).into_owned());
            depths.push(path.depth);
        }
    }
    if !paths.is_empty() {
        work.execute("SELECT pg_advisory_xact_lock_shared($1)", &[&PATHS_LOCK])?;
        work.execute(WRITE_PATHS, &[&paths, &kinds, &names, &depths, &steps])?;
    }
    Ok(())
}

const WRITE_PATHS: &str = "INSERT INTO fact_path (path, type, name, depth, steps) \
    SELECT new.path, new.type, new.name, new.depth, texts_key(new.steps) \
    FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::jsonb[]) new(path, type, name, depth, steps) \
    WHERE NOT EXISTS (SELECT 1 FROM fact_path WHERE fact_path.path = new.path AND fact_path.type = new.type) \
    ORDER BY new.path, new.type ON CONFLICT DO NOTHING";
