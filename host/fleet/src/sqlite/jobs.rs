//! The jobs in an SQLite file.

use std::collections::HashSet;

use rusqlite::types::FromSql;
use rusqlite::{Connection, OptionalExtension as _, Params, Row, Transaction};

use super::SqliteStore;
use crate::job::{AssignedRun, Job, JobNode, JobNodeState, JobOrder, JobState, JobStore, NewJob, RUN_TIME, state_of};
use crate::model::StoredReport;
use crate::store::StoreError;
use crate::time::Time;

const COLUMNS: &str = "id, noop, environment, tags, query, creator, at_once, allowed_failures, created, ends, state";

impl JobStore for SqliteStore {
    fn add_job(&self, job: &NewJob) -> Result<i64, StoreError> {
        self.write(|transaction| {
            let tags = serde_json::Value::from(job.order.tags.clone()).to_string();
            let id = transaction
                .prepare(
                    "INSERT INTO job (noop, environment, tags, query, creator, at_once, allowed_failures, created, \
                     ends, state) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 'running')",
                )?
                .insert((
                    job.order.is_noop,
                    &job.order.environment,
                    tags,
                    &job.query,
                    &job.creator,
                    job.at_once,
                    job.allowed_failures,
                    job.created.0,
                    job.ends.0,
                ))?;
            let mut insert = transaction.prepare(
                "INSERT OR IGNORE INTO job_node (job_id, certname, state, since) VALUES (?1, ?2, 'waiting', ?3)",
            )?;
            for node in &job.nodes {
                insert.execute((id, node, job.created.0))?;
            }
            Ok(id)
        })
    }

    fn all_jobs(&self) -> Result<Vec<Job>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare(&format!("SELECT {COLUMNS} FROM job ORDER BY id DESC"))?;
            let mut rows = statement.query([])?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                found.push(read(connection, row)?);
            }
            Ok(found)
        })
    }

    fn job(&self, id: i64) -> Result<Option<(Job, Vec<JobNode>)>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare(&format!("SELECT {COLUMNS} FROM job WHERE id = ?1"))?;
            let mut rows = statement.query([id])?;
            let Some(row) = rows.next()? else { return Ok(None) };
            let job = read(connection, row)?;
            let mut statement = connection
                .prepare("SELECT certname, state, since FROM job_node WHERE job_id = ?1 ORDER BY certname")?;
            let mut rows = statement.query([id])?;
            let mut nodes = Vec::new();
            while let Some(row) = rows.next()? {
                let state = state_of(row.get_ref(1)?.as_str().unwrap_or_default(), &JobNodeState::NAMES)?;
                nodes.push(JobNode { certname: row.get(0)?, state, since: Time(row.get(2)?) });
            }
            Ok(Some((job, nodes)))
        })
    }

    fn stop_job(&self, id: i64, now: Time) -> Result<bool, StoreError> {
        self.write(|transaction| Ok(end(transaction, id, JobState::Stopped, now)?))
    }

    fn has_running_jobs(&self) -> Result<bool, StoreError> {
        self.read(|connection| Ok(connection.prepare("SELECT 1 FROM job WHERE state = 'running'")?.exists([])?))
    }

    fn assign(&self, nodes: &[String], now: Time) -> Result<Vec<AssignedRun>, StoreError> {
        self.write(|transaction| {
            count_missed(transaction, now)?;
            let mut free: HashSet<&str> = nodes.iter().map(String::as_str).collect();
            let running = "SELECT certname FROM job_node WHERE state = 'running'";
            for busy in column::<String>(transaction, running, [])? {
                free.remove(busy.as_str());
            }
            let mut assigned = Vec::new();
            for id in column(transaction, "SELECT id FROM job WHERE state = 'running' ORDER BY id", [])? {
                assign_job(transaction, id, &mut free, now, &mut assigned)?;
            }
            Ok(assigned)
        })
    }

    fn withdraw(&self, run: &AssignedRun, now: Time) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "UPDATE job_node SET state = CASE (SELECT state FROM job WHERE id = ?1) WHEN 'running' THEN 'waiting' \
                 ELSE 'stopped' END, since = ?3 WHERE job_id = ?1 AND certname = ?2 AND state = 'running'",
                (run.job, &run.node, now.0),
            )?;
            Ok(())
        })
    }
}

/// Assigns the runs of a job to nodes, which are free no longer.
fn assign_job(
    transaction: &Transaction<'_>,
    id: i64,
    free: &mut HashSet<&str>,
    now: Time,
    assigned: &mut Vec<AssignedRun>,
) -> Result<(), StoreError> {
    let (order, at_once) =
        transaction.query_row("SELECT noop, environment, tags, at_once FROM job WHERE id = ?1", [id], |row| {
            Ok((order(row, 0)?, row.get::<_, i64>(3)?))
        })?;
    let count = "SELECT count(*) FROM job_node WHERE job_id = ?1 AND state = 'running'";
    let running: i64 = transaction.query_row(count, [id], |row| row.get(0))?;
    let waiting = "SELECT certname FROM job_node WHERE job_id = ?1 AND state = 'waiting' ORDER BY certname";
    let waiting: Vec<String> = column(transaction, waiting, [id])?;
    if waiting.is_empty() && running == 0 {
        end(transaction, id, JobState::Finished, now)?;
        return Ok(());
    }
    let mut update =
        transaction.prepare("UPDATE job_node SET state = 'running', since = ?3 WHERE job_id = ?1 AND certname = ?2")?;
    let chosen: Vec<String> = waiting
        .into_iter()
        .filter(|node| free.contains(node.as_str()))
        .take(usize::try_from(at_once.saturating_sub(running)).unwrap_or_default())
        .collect();
    for node in chosen {
        free.remove(node.as_str());
        update.execute((id, &node, now.0))?;
        assigned.push(AssignedRun { node, job: id, order: order.clone() });
    }
    Ok(())
}

/// Counts nodes as missed whose job has ended, or whose report has not arrived.
fn count_missed(transaction: &Transaction<'_>, now: Time) -> rusqlite::Result<()> {
    transaction.execute(
        "UPDATE job_node SET state = 'missed', since = ?1 WHERE state = 'waiting' AND job_id IN (SELECT id FROM job \
         WHERE state = 'running' AND ends <= ?1)",
        [now.0],
    )?;
    let late = "SELECT DISTINCT job_id FROM job_node WHERE state = 'running' AND since <= ?1";
    for id in column::<i64>(transaction, late, [now.before(RUN_TIME).0])? {
        transaction.execute(
            "UPDATE job_node SET state = 'missed', since = ?2 WHERE job_id = ?1 AND state = 'running' AND since <= ?3",
            (id, now.0, now.before(RUN_TIME).0),
        )?;
        stop_after_failures(transaction, id, now)?;
    }
    Ok(())
}

/// Records the result of a run that a job started.
pub(super) fn finish(transaction: &Transaction<'_>, report: &StoredReport, now: Time) -> rusqlite::Result<()> {
    let Some(id) = report.job_id.as_deref().and_then(|id| id.parse::<i64>().ok()) else { return Ok(()) };
    let state = JobNodeState::of_report(report.status.as_deref(), report.noop_pending == Some(true));
    // A report can arrive after the node was counted as missed.
    let changed = transaction.execute(
        "UPDATE job_node SET state = ?3, since = ?4 WHERE job_id = ?1 AND certname = ?2 AND state IN ('running', 'missed')",
        (id, &report.certname, state.name(), now.0),
    )?;
    if changed > 0 {
        // Counting the failures takes longer than the rest, and other reports of the job wait.
        if state == JobNodeState::Failed {
            stop_after_failures(transaction, id, now)?;
        }
        let left = "SELECT 1 FROM job_node WHERE job_id = ?1 AND state IN ('waiting', 'running')";
        if !transaction.prepare(left)?.exists([id])? {
            end(transaction, id, JobState::Finished, now)?;
        }
    }
    Ok(())
}

/// Stops a job if more nodes failed or were missed after they had begun than it allows.
fn stop_after_failures(transaction: &Transaction<'_>, id: i64, now: Time) -> rusqlite::Result<()> {
    let allowed = transaction
        .query_row("SELECT allowed_failures FROM job WHERE id = ?1", [id], |row| row.get::<_, Option<i64>>(0))
        .optional()?
        .flatten();
    let Some(allowed) = allowed else { return Ok(()) };
    let count = "SELECT count(*) FROM job_node WHERE job_id = ?1 AND state IN ('failed', 'missed')";
    let failed: i64 = transaction.query_row(count, [id], |row| row.get(0))?;
    if failed > allowed {
        end(transaction, id, JobState::Failed, now)?;
    }
    Ok(())
}

/// Ends a job that is running; nodes that have not begun do not run. Returns whether it was running.
fn end(transaction: &Transaction<'_>, id: i64, state: JobState, now: Time) -> rusqlite::Result<bool> {
    let ended =
        transaction.execute("UPDATE job SET state = ?2 WHERE id = ?1 AND state = 'running'", (id, state.name()))?;
    if ended > 0 {
        transaction.execute(
            "UPDATE job_node SET state = 'stopped', since = ?2 WHERE job_id = ?1 AND state = 'waiting'",
            (id, now.0),
        )?;
    }
    Ok(ended > 0)
}

fn order(row: &Row<'_>, first: usize) -> rusqlite::Result<JobOrder> {
    let tags: String = row.get(first + 2)?;
    let tags = serde_json::from_str(&tags).unwrap_or_default();
    Ok(JobOrder { is_noop: row.get(first)?, environment: row.get(first + 1)?, tags })
}

fn read(connection: &Connection, row: &Row<'_>) -> Result<Job, StoreError> {
    let id: i64 = row.get(0)?;
    let mut statement = connection.prepare("SELECT state, count(*) FROM job_node WHERE job_id = ?1 GROUP BY state")?;
    let mut rows = statement.query([id])?;
    let mut counts = Vec::new();
    while let Some(row) = rows.next()? {
        let state = state_of(row.get_ref(0)?.as_str().unwrap_or_default(), &JobNodeState::NAMES)?;
        counts.push((state, row.get::<_, i64>(1)?.unsigned_abs()));
    }
    counts.sort_unstable();
    let state: String = row.get(10)?;
    Ok(Job {
        id,
        order: order(row, 1)?,
        query: row.get(4)?,
        creator: row.get(5)?,
        at_once: row.get(6)?,
        allowed_failures: row.get(7)?,
        created: Time(row.get(8)?),
        ends: Time(row.get(9)?),
        state: state_of(&state, &JobState::NAMES)?,
        counts,
    })
}

/// Returns the first column of a query.
fn column<T: FromSql>(transaction: &Transaction<'_>, sql: &str, parameters: impl Params) -> rusqlite::Result<Vec<T>> {
    transaction.prepare(sql)?.query_map(parameters, |row| row.get(0))?.collect()
}
