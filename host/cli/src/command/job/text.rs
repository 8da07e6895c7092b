//! Jobs as text and as JSON.

use std::fmt::Write as _;

use fleet::{Job, JobNode, JobNodeState, JobState};
use serde_json::{Map, Value as Json, json};

/// Returns a table of jobs.
pub(super) fn list(jobs: &[Job]) -> String {
    if jobs.is_empty() {
        return "There are no jobs.\n".to_owned();
    }
    let mut text = "  job  started               state     nodes\n".to_owned();
    for job in jobs {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{:>5}  {}  {:8}  {}", job.id, second(job), job.state.name(), progress(job));
    }
    text
}

fn second(job: &Job) -> String {
    job.created.to_string().chars().take(19).chain(['Z']).collect()
}

/// Returns the numbers of nodes in a line.
pub(super) fn progress(job: &Job) -> String {
    let done = job.nodes() - job.count(JobNodeState::Waiting) - job.count(JobNodeState::Running);
    let counts: Vec<String> = job.counts.iter().map(|(state, number)| format!("{number} {}", state.name())).collect();
    let noop = if job.order.is_noop { " (dry run)" } else { "" };
    let state = if job.state == JobState::Failed { "; stopped after too many failures" } else { "" };
    format!("{done} of {} done{noop}: {}{state}", job.nodes(), counts.join(", "))
}

/// Returns a job with its nodes.
pub(super) fn job(job: &Job, nodes: &[JobNode]) -> String {
    let mut text = format!("Job {}: {}, {}\n", job.id, job.state.name(), progress(job));
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "  {name:12} {value}");
    };
    line("started", &format!("{} by {}", second(job), job.creator));
    line("query", &job.query);
    line("at once", &job.at_once.to_string());
    if let Some(allowed) = job.allowed_failures {
        line("failures", &format!("{allowed} allowed"));
    }
    if let Some(environment) = &job.order.environment {
        line("environment", environment);
    }
    if !job.order.tags.is_empty() {
        line("tags", &job.order.tags.join(", "));
    }
    text.push('\n');
    for node in nodes {
        let _ = writeln!(text, "  {:9}  {}  {}", node.state.name(), node.since, node.certname);
    }
    text
}

/// Returns the nodes that failed or did not run.
pub(super) fn failures(nodes: &[JobNode]) -> String {
    let failed =
        |node: &&JobNode| matches!(node.state, JobNodeState::Failed | JobNodeState::Missed | JobNodeState::Stopped);
    nodes.iter().filter(failed).map(|node| format!("{:9}  {}\n", node.state.name(), node.certname)).collect()
}

/// Returns a job as JSON.
pub(super) fn job_json(job: &Job) -> Json {
    let counts: Map<String, Json> =
        job.counts.iter().map(|(state, number)| (state.name().to_owned(), (*number).into())).collect();
    json!({
        "job": job.id,
        "state": job.state.name(),
        "noop": job.order.is_noop,
        "environment": job.order.environment,
        "tags": job.order.tags,
        "query": job.query,
        "creator": job.creator,
        "created": job.created.to_string(),
        "ends": job.ends.to_string(),
        "at_once": job.at_once,
        "allowed_failures": job.allowed_failures,
        "counts": counts,
    })
}

/// Returns a job and its nodes as JSON.
pub(super) fn with_nodes(job: &Job, nodes: &[JobNode]) -> Json {
    let node =
        |node: &JobNode| json!({ "name": node.certname, "state": node.state.name(), "since": node.since.to_string() });
    let mut shown = job_json(job);
    shown["nodes"] = nodes.iter().map(node).collect();
    shown
}
