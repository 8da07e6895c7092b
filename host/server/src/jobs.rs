//! Jobs: nodes hold a request until a job assigns a run to them.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use fleet::{AssignedRun, JobStore, StoreError, Time};
use puppet::{ApiRequest, Reply};
use rustc_hash::FxHashMap;
use serde_json::json;
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

use crate::app::App;

/// The longest time for which a request is held.
const LONGEST: Duration = Duration::from_secs(300);

/// The time between two assignments of runs.
const INTERVAL: Duration = Duration::from_millis(500);

/// After this number of intervals, late nodes are counted although no node waits here.
const INTERVALS: u32 = 60;

/// The pause after an error of the database.
const PAUSE: Duration = Duration::from_secs(30);

/// The nodes that wait for a run, by name.
#[derive(Default)]
pub(crate) struct WaitingNodes(Mutex<FxHashMap<String, oneshot::Sender<AssignedRun>>>);

impl WaitingNodes {
    /// Adds a node. A request that it sent before is answered without a run.
    fn add(&self, name: &str) -> oneshot::Receiver<AssignedRun> {
        let (sender, receiver) = oneshot::channel();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), sender);
        receiver
    }

    /// Returns the names of the nodes whose connections are open.
    fn names(&self) -> Vec<String> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|_, sender| !sender.is_closed());
        waiting.keys().cloned().collect()
    }

    /// Sends a run to its node.
    ///
    /// # Errors
    /// Returns the run if the node waits no longer.
    fn send(&self, run: AssignedRun) -> Result<(), AssignedRun> {
        let sender = self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&run.node);
        match sender {
            Some(sender) => sender.send(run),
            None => Err(run),
        }
    }

    /// Answers all requests without a run.
    pub(crate) fn end(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// Answers the request for the next run: when a job assigns one to the client, or without content after the time in the parameter
/// `timeout`, in seconds.
pub(crate) async fn next_run(app: &App, request: ApiRequest) -> Reply {
    let Some(name) = request.client.name().filter(|_| jobs(app).is_some()) else {
        return Reply::no_endpoint(&request.path);
    };
    let seconds = match request.parameter("timeout").map(str::parse) {
        None => LONGEST,
        Some(Ok(seconds)) => Duration::from_secs(seconds).min(LONGEST),
        Some(Err(_)) => return Reply::text(400, "The timeout must be a number of seconds"),
    };
    let waiting = app.waiting.add(&name.to_ascii_lowercase());
    // Its fields take more memory than the rest of a request that waits.
    drop(request);
    match timeout(seconds, waiting).await {
        Ok(Ok(AssignedRun { job, order, .. })) => Reply::json(&json!({
            "job_id": job.to_string(),
            "noop": order.is_noop,
            "environment": order.environment,
            "tags": order.tags,
        })),
        Ok(Err(_)) | Err(_) => Reply::new(204, "", String::new()),
    }
}

fn jobs(app: &App) -> Option<&dyn JobStore> {
    app.store.as_ref()?.jobs()
}

/// Assigns runs to the nodes that wait here, until the server ends.
pub(crate) async fn assign(app: Arc<App>) {
    if jobs(&app).is_none() {
        return;
    }
    for number in (0..INTERVALS).cycle() {
        sleep(INTERVAL).await;
        let nodes = app.waiting.names();
        if nodes.is_empty() && number > 0 {
            continue;
        }
        let of_task = Arc::clone(&app);
        let assigned = tokio::task::spawn_blocking(move || assign_once(&of_task, &nodes)).await;
        if let Ok(Err(error)) = assigned {
            app.log.error(format!("Jobs cannot be read from the database: {error}"));
            sleep(PAUSE).await;
        }
    }
}

fn assign_once(app: &App, nodes: &[String]) -> Result<(), StoreError> {
    let Some(jobs) = jobs(app).filter(|jobs| !matches!(jobs.has_running_jobs(), Ok(false))) else { return Ok(()) };
    for run in jobs.assign(nodes, Time::now())? {
        let (node, job) = (run.node.clone(), run.job);
        match app.waiting.send(run) {
            Ok(()) => app.log.notice(format!("{node}: runs for job {job}")),
            Err(run) => jobs.withdraw(&run, Time::now())?,
        }
    }
    Ok(())
}
