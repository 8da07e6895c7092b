//! Removes data that are kept no longer, in steps that hold locks for a short time.

use postgres::Row;
use postgres::error::SqlState;

use super::facts::PATHS_LOCK;
use super::pool::{DatabaseError, Pool, Work};
use super::report::Day;
use super::schema;
use crate::store::{Retention, StoreError, SweepCounts};
use crate::time::Time;

/// Removes a limited part of the data.
pub(super) fn step(pool: &Pool, retention: &Retention, now: Time) -> Result<SweepCounts, StoreError> {
    let batch = i64::from(retention.batch);
    let run = |sql: &'static str, time: Time| {
        pool.run(|session, _| session.work(|work| Ok(work.execute(sql, &[&time.0, &batch])? as usize)))
    };
    let unused =
        |sql: &'static str| pool.run(|session, _| session.work(|work| Ok(work.execute(sql, &[&batch])? as usize)));
    Ok(SweepCounts {
        days: remove_day(pool, Day::of(now.before(retention.report_ttl)))?,
        reports: 0,
        bodies: run(OLD_BODIES, now.before(retention.body_ttl))?,
        expired: match retention.node_ttl {
            Some(ttl) => pool.run(|session, _| {
                session.work(|work| Ok(work.execute(SILENT_NODES, &[&now.before(ttl).0, &batch, &now.0])? as usize))
            })?,
            None => 0,
        },
        nodes: match retention.node_purge_ttl {
            Some(ttl) => pool.run(|session, _| session.work(|work| remove_nodes(work, now.before(ttl), batch)))?,
            None => 0,
        },
        parameters: unused(UNUSED_PARAMETERS)?,
        paths: pool.run(|session, _| session.work(|work| remove_paths(work, batch)))?,
    })
}

/// Removes the oldest day with reports if it is before another day. It is left for the next sweep while a query reads reports, since
/// others would wait for it.
fn remove_day(pool: &Pool, oldest: Day) -> Result<usize, StoreError> {
    let removed = pool.run(|session, _| {
        session.work(|work| {
            work.execute("SELECT pg_advisory_xact_lock($1)", &[&schema::LOCK])?;
            let rows = work.query(PARTITIONS, &[])?;
            let names: Vec<String> = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
            let first = names.iter().filter_map(|name| Day::of_partition(name)).min();
            let Some(day) = first.filter(|day| *day < oldest) else { return Ok(0) };
            let (report, event) = (day.partition("report"), day.partition("event"));
            work.transaction
                .batch_execute(&format!("SET LOCAL lock_timeout = '1s'; DROP TABLE {event}; DROP TABLE {report}"))?;
            Ok(1)
        })
    });
    match removed {
        Err(StoreError::Database(error)) if is_locked(&*error) => Ok(0),
        other => other,
    }
}

fn is_locked(error: &(dyn std::error::Error + Send + Sync + 'static)) -> bool {
    let code = error.downcast_ref().and_then(|DatabaseError(error)| error.code());
    code == Some(&SqlState::LOCK_NOT_AVAILABLE)
}

const PARTITIONS: &str = "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'report'::regclass";

const OLD_BODIES: &str = "UPDATE report SET metrics = NULL, logs = NULL WHERE id = ANY (ARRAY(SELECT report.id FROM report \
    JOIN node ON node.id = report.node_id WHERE report.producer_timestamp < $1 AND report.status = 'unchanged' \
    AND report.logs IS NOT NULL AND report.id IS DISTINCT FROM node.latest_report_id LIMIT $2))";

const SILENT_NODES: &str = "UPDATE node SET expired = $3 WHERE id = ANY (ARRAY(SELECT id FROM node \
    WHERE deactivated IS NULL AND expired IS NULL AND greatest(coalesce(facts_received, 0), \
    coalesce(catalog_received, 0), coalesce(latest_report_received, 0)) < $1 LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED))";

/// Removes nodes with their data. A report that arrives at the same time waits for the lock and adds the node again.
fn remove_nodes(work: &mut Work<'_>, before: Time, batch: i64) -> Result<usize, StoreError> {
    let rows = work.query(OLD_NODES, &[&before.0, &batch])?;
    remove_rows(work, &rows)
}

/// Removes a node with its data. Returns whether it was there.
pub(super) fn remove_node(work: &mut Work<'_>, certname: &str) -> Result<bool, StoreError> {
    let rows = work.query("SELECT id FROM node WHERE certname = $1 FOR UPDATE", &[&certname])?;
    Ok(remove_rows(work, &rows)? > 0)
}

/// Removes the nodes whose keys are in the first column of rows, which are locked.
fn remove_rows(work: &mut Work<'_>, rows: &[Row]) -> Result<usize, StoreError> {
    let nodes: Vec<i64> = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    if !nodes.is_empty() {
        work.execute(
            "DELETE FROM event USING report WHERE event.report_id = report.id AND report.node_id = ANY($1)",
            &[&nodes],
        )?;
        work.execute("DELETE FROM report WHERE node_id = ANY($1)", &[&nodes])?;
        work.execute("DELETE FROM node WHERE id = ANY($1)", &[&nodes])?;
    }
    Ok(nodes.len())
}

const OLD_NODES: &str =
    "SELECT id FROM node WHERE deactivated < $1 OR expired < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED";

const UNUSED_PARAMETERS: &str = "DELETE FROM parameters WHERE hash = ANY (ARRAY(SELECT hash FROM parameters \
    WHERE NOT EXISTS (SELECT 1 FROM resource WHERE resource.hash = parameters.hash) LIMIT $1))";

/// Removes paths of facts that no node has, unless facts are written at the same time.
fn remove_paths(work: &mut Work<'_>, batch: i64) -> Result<usize, StoreError> {
    let found = work.query_opt("SELECT pg_try_advisory_xact_lock($1)", &[&PATHS_LOCK])?;
    match found.map_or(Ok(false), |row| row.try_get(0))? {
        true => Ok(work.execute(UNUSED_PATHS, &[&batch])? as usize),
        false => Ok(0),
    }
}

const UNUSED_PATHS: &str = "DELETE FROM fact_path WHERE name = ANY (ARRAY(SELECT DISTINCT name FROM fact_path \
    WHERE NOT EXISTS (SELECT 1 FROM fact WHERE fact.name = fact_path.name) LIMIT $1))";
