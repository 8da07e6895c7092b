//! The jobs in a PostgreSQL database. The rows of jobs are locked in the order of their numbers.

use std::collections::HashSet;

use postgres::Row;

use super::PostgresStore;
use super::pool::Work;
use crate::job::{AssignedRun, Job, JobNode, JobNodeState, JobOrder, JobState, JobStore, NewJob, RUN_TIME, state_of};
use crate::model::StoredReport;
use crate::store::StoreError;
use crate::time::Time;

const JOBS: &str = "SELECT id, noop, environment, tags, query, creator, at_once, allowed_failures, created, ends, state \
    FROM job WHERE $1::bigint IS NULL OR id = $1 ORDER BY id DESC";

impl JobStore for PostgresStore {
    fn add_job(&self, job: &NewJob) -> Result<i64, StoreError> {
        self.write(|work| {
            let row = work.query_opt(
                "INSERT INTO job (noop, environment, tags, query, creator, at_once, allowed_failures, created, \
                 ends, state) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'running') \
                 ON CONFLICT (creator, created) DO UPDATE SET state = job.state RETURNING id",
                &[
                    &job.order.is_noop,
                    &job.order.environment,
                    &job.order.tags,
                    &job.query,
                    &job.creator,
                    &i64::from(job.at_once),
                    &job.allowed_failures.map(i64::from),
                    &job.created.0,
                    &job.ends.0,
                ],
            )?;
            let row = row.ok_or_else(|| StoreError::Value("The job was not added".to_owned()))?;
            let id: i64 = row.try_get(0)?;
            work.execute(
                "INSERT INTO job_node (job_id, certname, state, since) SELECT $1, name, 'waiting', $3 \
                 FROM unnest($2::text[]) name ON CONFLICT DO NOTHING",
                &[&id, &job.nodes, &job.created.0],
            )?;
            Ok(id)
        })
    }

    fn all_jobs(&self) -> Result<Vec<Job>, StoreError> {
        self.write(|work| jobs(work, None))
    }

    fn job(&self, id: i64) -> Result<Option<(Job, Vec<JobNode>)>, StoreError> {
        self.write(|work| {
            let Some(job) = jobs(work, Some(id))?.into_iter().next() else { return Ok(None) };
            let sql = "SELECT certname, state, since FROM job_node WHERE job_id = $1 ORDER BY certname";
            let node = |row: &Row| {
                let state = state_of(row.try_get(1)?, &JobNodeState::NAMES)?;
                Ok(JobNode { certname: row.try_get(0)?, state, since: Time(row.try_get(2)?) })
            };
            let nodes = work.query(sql, &[&id])?.iter().map(node).collect::<Result<_, StoreError>>()?;
            Ok(Some((job, nodes)))
        })
    }

    fn stop_job(&self, id: i64, now: Time) -> Result<bool, StoreError> {
        self.write(|work| end(work, id, JobState::Stopped, now))
    }

    fn has_running_jobs(&self) -> Result<bool, StoreError> {
        self.write(|work| {
            let row = work.query_opt("SELECT EXISTS (SELECT 1 FROM job WHERE state = 'running')", &[])?;
            row.map_or(Ok(false), |row| Ok(row.try_get(0)?))
        })
    }

    fn assign(&self, nodes: &[String], now: Time) -> Result<Vec<AssignedRun>, StoreError> {
        self.write(|work| {
            let running =
                "SELECT id, noop, environment, tags, at_once FROM job WHERE state = 'running' ORDER BY id FOR UPDATE";
            let running = work.query(running, &[])?;
            count_missed(work, now)?;
            let mut free: HashSet<&str> = nodes.iter().map(String::as_str).collect();
            for busy in work.query("SELECT certname FROM job_node WHERE state = 'running'", &[])? {
                free.remove(busy.try_get::<_, &str>(0)?);
            }
            let mut assigned = Vec::new();
            for job in &running {
                assign_job(work, job, &mut free, now, &mut assigned)?;
            }
            Ok(assigned)
        })
    }

    fn withdraw(&self, run: &AssignedRun, now: Time) -> Result<(), StoreError> {
        self.write(|work| {
            work.execute(
                "UPDATE job_node SET state = CASE (SELECT state FROM job WHERE id = $1) WHEN 'running' THEN 'waiting' \
                 ELSE 'stopped' END, since = $3 WHERE job_id = $1 AND certname = $2 AND state = 'running'",
                &[&run.job, &run.node, &now.0],
            )?;
            Ok(())
        })
    }
}

/// Assigns the runs of a job to nodes, which are free no longer.
fn assign_job(
    work: &mut Work<'_>,
    job: &Row,
    free: &mut HashSet<&str>,
    now: Time,
    assigned: &mut Vec<AssignedRun>,
) -> Result<(), StoreError> {
    let id: i64 = job.try_get(0)?;
    // Failures that were counted just now may have ended it.
    let sql = "SELECT (SELECT count(*) FROM job_node WHERE job_id = $1 AND state = 'running') FROM job \
               WHERE id = $1 AND state = 'running'";
    let Some(row) = work.query_opt(sql, &[&id])? else { return Ok(()) };
    let running: i64 = row.try_get(0)?;
    let waiting =
        work.query("SELECT certname FROM job_node WHERE job_id = $1 AND state = 'waiting' ORDER BY certname", &[&id])?;
    if waiting.is_empty() && running == 0 {
        end(work, id, JobState::Finished, now)?;
        return Ok(());
    }
    let slots = usize::try_from(job.try_get::<_, i64>(4)?.saturating_sub(running)).unwrap_or_default();
    let names = waiting.iter().map(|row| row.try_get::<_, String>(0)).collect::<Result<Vec<_>, _>>()?;
    let chosen: Vec<String> = names.into_iter().filter(|node| free.contains(node.as_str())).take(slots).collect();
    work.execute(
        "UPDATE job_node SET state = 'running', since = $3 WHERE job_id = $1 AND certname = ANY($2)",
        &[&id, &chosen, &now.0],
    )?;
    let order = order(job, 1)?;
    for node in chosen {
        free.remove(node.as_str());
        assigned.push(AssignedRun { node, job: id, order: order.clone() });
    }
    Ok(())
}

/// Counts nodes as missed whose job has ended, or whose report has not arrived.
fn count_missed(work: &mut Work<'_>, now: Time) -> Result<(), StoreError> {
    work.execute(
        "UPDATE job_node SET state = 'missed', since = $1 WHERE state = 'waiting' AND job_id IN (SELECT id FROM job \
         WHERE state = 'running' AND ends <= $1)",
        &[&now.0],
    )?;
    let late = work.query(
        "UPDATE job_node SET state = 'missed', since = $1 WHERE state = 'running' AND since <= $2 RETURNING job_id",
        &[&now.0, &now.before(RUN_TIME).0],
    )?;
    for row in late {
        stop_after_failures(work, row.try_get(0)?, now)?;
    }
    Ok(())
}

/// Records the result of a run that a job started.
pub(super) fn finish(work: &mut Work<'_>, report: &StoredReport, now: Time) -> Result<(), StoreError> {
    let Some(id) = report.job_id.as_deref().and_then(|id| id.parse::<i64>().ok()) else { return Ok(()) };
    if work.query_opt("SELECT 1 FROM job WHERE id = $1 FOR UPDATE", &[&id])?.is_none() {
        return Ok(());
    }
    let state = JobNodeState::of_report(report.status.as_deref(), report.noop_pending == Some(true));
    // A report can arrive after the node was counted as missed.
    let changed = work.execute(
        "UPDATE job_node SET state = $3, since = $4 WHERE job_id = $1 AND certname = $2 AND state IN ('running', 'missed')",
        &[&id, &report.certname, &state.name(), &now.0],
    )?;
    if changed > 0 {
        // Counting the failures takes longer than the rest, and other reports of the job wait.
        if state == JobNodeState::Failed {
            stop_after_failures(work, id, now)?;
        }
        let left = "SELECT 1 FROM job_node WHERE job_id = $1 AND state IN ('waiting', 'running') LIMIT 1";
        if work.query_opt(left, &[&id])?.is_none() {
            end(work, id, JobState::Finished, now)?;
        }
    }
    Ok(())
}

/// Stops a job if more nodes failed or were missed after they had begun than it allows.
fn stop_after_failures(work: &mut Work<'_>, id: i64, now: Time) -> Result<(), StoreError> {
    let too_many = "SELECT 1 FROM job WHERE id = $1 AND allowed_failures < (SELECT count(*) FROM job_node \
                    WHERE job_id = $1 AND state IN ('failed', 'missed'))";
    if work.query_opt(too_many, &[&id])?.is_some() {
        end(work, id, JobState::Failed, now)?;
    }
    Ok(())
}

/// Ends a job that is running; nodes that have not begun do not run. Returns whether it was running.
fn end(work: &mut Work<'_>, id: i64, state: JobState, now: Time) -> Result<bool, StoreError> {
    let ended = work.execute("UPDATE job SET state = $2 WHERE id = $1 AND state = 'running'", &[&id, &state.name()])?;
    if ended > 0 {
        work.execute(
            "UPDATE job_node SET state = 'stopped', since = $2 WHERE job_id = $1 AND state = 'waiting'",
            &[&id, &now.0],
        )?;
    }
    Ok(ended > 0)
}

fn order(row: &Row, first: usize) -> Result<JobOrder, StoreError> {
    Ok(JobOrder { is_noop: row.try_get(first)?, environment: row.try_get(first + 1)?, tags: row.try_get(first + 2)? })
}

/// Returns the jobs, or the one with a number.
fn jobs(work: &mut Work<'_>, id: Option<i64>) -> Result<Vec<Job>, StoreError> {
    let mut found = Vec::new();
    for row in work.query(JOBS, &[&id])? {
        found.push(job(work, &row)?);
    }
    Ok(found)
}

fn job(work: &mut Work<'_>, row: &Row) -> Result<Job, StoreError> {
    let id: i64 = row.try_get(0)?;
    let mut counts = Vec::new();
    for row in work.query("SELECT state, count(*) FROM job_node WHERE job_id = $1 GROUP BY state", &[&id])? {
        let number: i64 = row.try_get(1)?;
        counts.push((state_of(row.try_get(0)?, &JobNodeState::NAMES)?, number.unsigned_abs()));
    }
    counts.sort_unstable();
    let small = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
    Ok(Job {
        id,
        order: order(row, 1)?,
        query: row.try_get(4)?,
        creator: row.try_get(5)?,
        at_once: small(row.try_get(6)?),
        allowed_failures: row.try_get::<_, Option<i64>>(7)?.map(small),
        created: Time(row.try_get(8)?),
        ends: Time(row.try_get(9)?),
        state: state_of(row.try_get(10)?, &JobState::NAMES)?,
        counts,
    })
}
