//! Removes data that are kept no longer, in steps that hold the lock for a short time.

use super::SqliteStore;
use crate::store::{Retention, StoreError, SweepCounts};
use crate::time::Time;

/// Removes a limited part of the data.
pub(super) fn step(store: &SqliteStore, retention: &Retention, now: Time) -> Result<SweepCounts, StoreError> {
    let batch = retention.batch;
    let run = |sql: &str, time: Option<Time>| match time {
        Some(time) => store.write(|transaction| Ok(transaction.execute(sql, (time.0, batch))?)),
        None => Ok(0),
    };
    let before = |seconds: i64| Some(now.before(seconds));
    Ok(SweepCounts {
        days: 0,
        reports: run(OLD_REPORTS, before(retention.report_ttl))?,
        bodies: run(OLD_BODIES, before(retention.body_ttl))?,
        expired: match retention.node_ttl {
            Some(ttl) => {
                store.write(|transaction| Ok(transaction.execute(SILENT_NODES, (now.before(ttl).0, batch, now.0))?))?
            }
            None => 0,
        },
        nodes: run(OLD_NODES, retention.node_purge_ttl.and_then(before))?,
        parameters: unused(store, UNUSED_PARAMETERS, "DELETE FROM parameters WHERE hash = ?1", batch)?,
        paths: unused(store, UNUSED_FACTS, "DELETE FROM fact_path WHERE name = ?1", batch)?,
    })
}

/// Finds unused rows without a lock, then removes them.
fn unused(store: &SqliteStore, find: &str, delete: &str, batch: u32) -> Result<usize, StoreError> {
    let found: Vec<String> = store.read(|connection| {
        let mut statement = connection.prepare(find)?;
        let rows = statement.query_map([batch], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    })?;
    if found.is_empty() {
        return Ok(0);
    }
    store.write(|transaction| {
        let mut removed = 0;
        for name in &found {
            // In the meantime it may be used again.
            let is_used = match delete.contains("parameters") {
                true => "SELECT 1 FROM resource WHERE hash = ?1",
                false => "SELECT 1 FROM fact WHERE name = ?1",
            };
            if !transaction.prepare(is_used)?.exists([name])? {
                removed += transaction.prepare(delete)?.execute([name])?;
            }
        }
        Ok(removed)
    })
}

const OLD_REPORTS: &str =
    "DELETE FROM report WHERE id IN (SELECT id FROM report WHERE producer_timestamp < ?1 LIMIT ?2)";

const OLD_BODIES: &str = "UPDATE report SET metrics = NULL, logs = NULL WHERE id IN (SELECT report.id FROM report INDEXED BY report_body \
    CROSS JOIN node ON node.id = report.node_id WHERE producer_timestamp < ?1 AND status = 'unchanged' \
    AND logs IS NOT NULL AND report.id IS NOT node.latest_report_id LIMIT ?2)";

const SILENT_NODES: &str = "UPDATE node SET expired = ?3 WHERE id IN (SELECT id FROM node \
    WHERE deactivated IS NULL AND expired IS NULL AND max(coalesce(facts_received, 0), coalesce(catalog_received, 0), \
    coalesce((SELECT receive_time FROM report WHERE report.id = node.latest_report_id), 0)) < ?1 LIMIT ?2)";

const OLD_NODES: &str =
    "DELETE FROM node WHERE id IN (SELECT id FROM node WHERE deactivated < ?1 OR expired < ?1 LIMIT ?2)";

const UNUSED_PARAMETERS: &str = "SELECT hash FROM parameters WHERE NOT EXISTS \
    (SELECT 1 FROM resource WHERE resource.hash = parameters.hash) LIMIT ?1";

const UNUSED_FACTS: &str = "SELECT DISTINCT name FROM fact_path WHERE NOT EXISTS \
    (SELECT 1 FROM fact WHERE fact.name = fact_path.name) LIMIT ?1";
