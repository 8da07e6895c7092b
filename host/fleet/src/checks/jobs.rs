//! Checks of jobs.

use serde_json::json;

use super::NOW;
use crate::command::Command;
use crate::job::{JobNodeState, JobOrder, JobState, JobStore, NewJob, RUN_TIME};
use crate::store::Store;
use crate::time::Time;

const BEGIN: Time = Time(NOW);

fn jobs(store: &dyn Store) -> &dyn JobStore {
    store.jobs().unwrap()
}

fn job(nodes: usize, at_once: u32, allowed_failures: Option<u32>) -> NewJob {
    NewJob {
        order: JobOrder { is_noop: true, environment: None, tags: vec!["web".to_owned()] },
        nodes: names(nodes),
        query: "nodes { }".to_owned(),
        creator: "root".to_owned(),
        at_once,
        allowed_failures,
        created: BEGIN,
        ends: Time(NOW + 1_000_000),
    }
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("n{number}")).collect()
}

/// Stores the report of a run of a job.
fn report(store: &dyn Store, node: &str, job: i64, status: &str, now: Time) {
    let document = json!({"certname": node, "puppet_version": "7", "report_format": 12, "resources": [],
        "configuration_version": "1", "start_time": now.0, "end_time": now.0, "producer_timestamp": now.0,
        "noop": true, "transaction_uuid": format!("{node}-{job}-{}", now.0), "metrics": [], "logs": [],
        "environment": "production", "status": status, "job_id": job.to_string(), "catalog_uuid": null,
        "code_id": null, "producer": null, "cached_catalog_status": null, "noop_pending": false,
        "corrective_change": false});
    Command::of_document("store report", 8, document, now).unwrap().apply(store, now).unwrap();
}

fn assigned(store: &dyn Store, now: Time) -> Vec<String> {
    jobs(store).assign(&names(10), now).unwrap().into_iter().map(|run| run.node).collect()
}

pub(crate) fn at_most_the_given_number_of_nodes_runs_at_once(store: &dyn Store) {
    assert!(!jobs(store).has_running_jobs().unwrap());
    let id = jobs(store).add_job(&job(3, 2, None)).unwrap();
    assert_eq!(assigned(store, BEGIN), ["n0", "n1"]);
    assert!(assigned(store, BEGIN).is_empty());
    report(store, "n0", id, "changed", BEGIN);
    assert_eq!(assigned(store, BEGIN), ["n2"]);
    report(store, "n1", id, "unchanged", BEGIN);
    report(store, "n2", id, "failed", BEGIN);
    let (job, nodes) = jobs(store).job(id).unwrap().unwrap();
    assert_eq!((job.state, job.count(JobNodeState::Changed), job.nodes()), (JobState::Finished, 1, 3));
    assert_eq!(nodes[2].state, JobNodeState::Failed);
    assert!(!jobs(store).has_running_jobs().unwrap());
}

pub(crate) fn job_stops_after_too_many_failures(store: &dyn Store) {
    let id = jobs(store).add_job(&job(10, 2, Some(1))).unwrap();
    for _ in 0..2 {
        for node in assigned(store, BEGIN) {
            report(store, &node, id, "failed", BEGIN);
        }
    }
    let (job, _) = jobs(store).job(id).unwrap().unwrap();
    assert_eq!(job.state, JobState::Failed);
    assert_eq!((job.count(JobNodeState::Failed), job.count(JobNodeState::Stopped)), (2, 8));
    assert!(assigned(store, BEGIN).is_empty());
}

pub(crate) fn nodes_that_are_late_are_missed(store: &dyn Store) {
    let id = jobs(store).add_job(&job(2, 1, None)).unwrap();
    assert_eq!(assigned(store, BEGIN), ["n0"]);
    // No report within an hour: the other node runs.
    let later = Time(NOW + RUN_TIME * 1000);
    let _ = jobs(store).add_job(&NewJob { created: later, ends: Time(later.0 + 1), ..job(0, 1, None) }).unwrap();
    assert!(assigned(store, later).is_empty(), "the job has ended");
    let (job, nodes) = jobs(store).job(id).unwrap().unwrap();
    assert_eq!(job.state, JobState::Finished);
    assert!(nodes.iter().all(|node| node.state == JobNodeState::Missed));
    // A report that arrives late counts.
    report(store, "n0", id, "changed", later);
    assert_eq!(jobs(store).job(id).unwrap().unwrap().1[0].state, JobNodeState::Changed);
}

pub(crate) fn node_runs_one_job_at_a_time_and_waits_again_if_it_was_not_reached(store: &dyn Store) {
    let first = jobs(store).add_job(&job(1, 1, None)).unwrap();
    let later = NewJob { created: Time(NOW + 1), ..job(1, 1, None) };
    let second = jobs(store).add_job(&later).unwrap();
    let run = jobs(store).assign(&names(1), BEGIN).unwrap().remove(0);
    assert_eq!((run.job, run.order.tags.len(), run.order.is_noop), (first, 1, true));
    assert!(assigned(store, BEGIN).is_empty());
    jobs(store).withdraw(&run, BEGIN).unwrap();
    assert_eq!(jobs(store).assign(&names(1), BEGIN).unwrap()[0].job, first);
    report(store, "n0", first, "changed", BEGIN);
    assert_eq!(jobs(store).assign(&names(1), BEGIN).unwrap()[0].job, second);
}

pub(crate) fn stopped_job_assigns_no_further_runs(store: &dyn Store) {
    let id = jobs(store).add_job(&job(3, 1, None)).unwrap();
    assert_eq!(assigned(store, BEGIN).len(), 1);
    assert!(jobs(store).stop_job(id, BEGIN).unwrap());
    assert!(!jobs(store).stop_job(id, BEGIN).unwrap());
    assert!(assigned(store, BEGIN).is_empty());
    let all = jobs(store).all_jobs().unwrap();
    assert_eq!((all[0].state, all[0].count(JobNodeState::Stopped)), (JobState::Stopped, 2));
    // The node that has begun reports.
    report(store, "n0", id, "changed", BEGIN);
    assert_eq!(jobs(store).job(id).unwrap().unwrap().0.count(JobNodeState::Changed), 1);
}
