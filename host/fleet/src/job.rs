//! Jobs: runs of many nodes at the request of an administrator. A node asks for its next run, and its report is the result.

use crate::store::StoreError;
use crate::time::Time;

/// A node that has not sent the report of a run for this long is counted as missed, in seconds.
pub const RUN_TIME: i64 = 60 * 60;

/// A job to be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewJob {
    /// How the nodes run.
    pub order: JobOrder,
    /// The names of the nodes.
    pub nodes: Vec<String>,
    /// The query that selected them.
    pub query: String,
    /// Who started it.
    pub creator: String,
    /// The maximum number of nodes that run at the same time.
    pub at_once: u32,
    /// The number of failures after which no further node runs; `None`: all nodes run.
    pub allowed_failures: Option<u32>,
    /// When it was started.
    pub created: Time,
    /// Nodes that have not begun by then are missed.
    pub ends: Time,
}

/// How a node runs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JobOrder {
    /// Whether it is a dry run.
    pub is_noop: bool,
    /// The environment, in place of that of the node.
    pub environment: Option<String>,
    /// The tags to which the run is limited.
    pub tags: Vec<String>,
}

/// A run that a node receives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssignedRun {
    /// The name of the node.
    pub node: String,
    /// The number of the job.
    pub job: i64,
    /// How the node runs.
    pub order: JobOrder,
}

/// The state of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobState {
    /// Nodes receive it.
    Running,
    /// It was stopped: nodes that have not begun do not run.
    Stopped,
    /// It was stopped because too many nodes failed.
    Failed,
    /// No node is left.
    Finished,
}

/// The state of a node of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum JobNodeState {
    /// It has not asked for the run.
    Waiting,
    /// It received the run, and has not sent its report.
    Running,
    /// It ran and changed nothing.
    Unchanged,
    /// It ran and changed something, or would have in a dry run.
    Changed,
    /// Its run failed.
    Failed,
    /// It did not ask for the run in time, or sent no report within an hour.
    Missed,
    /// The job was stopped before.
    Stopped,
}

impl JobState {
    /// All states by name.
    pub(crate) const NAMES: [(Self, &'static str); 4] = [
        (Self::Running, "running"),
        (Self::Stopped, "stopped"),
        (Self::Failed, "failed"),
        (Self::Finished, "finished"),
    ];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        name_of(self, &Self::NAMES)
    }
}

impl JobNodeState {
    /// All states by name.
    pub const NAMES: [(Self, &'static str); 7] = [
        (Self::Waiting, "waiting"),
        (Self::Running, "running"),
        (Self::Unchanged, "unchanged"),
        (Self::Changed, "changed"),
        (Self::Failed, "failed"),
        (Self::Missed, "missed"),
        (Self::Stopped, "stopped"),
    ];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        name_of(self, &Self::NAMES)
    }

    /// Returns the state of a node that has sent its report.
    pub(crate) fn of_report(status: Option<&str>, has_pending: bool) -> Self {
        match status {
            Some("failed") => Self::Failed,
            Some("changed") => Self::Changed,
            _ if has_pending => Self::Changed,
            _ => Self::Unchanged,
        }
    }
}

fn name_of<S: PartialEq>(state: S, names: &[(S, &'static str)]) -> &'static str {
    names.iter().find(|(known, _)| *known == state).map_or("", |(_, name)| name)
}

/// Returns the state with a name that the store has.
pub(crate) fn state_of<S: Copy>(name: &str, names: &[(S, &'static str)]) -> Result<S, StoreError> {
    let found = names.iter().find(|(_, known)| *known == name);
    found.map(|(state, _)| *state).ok_or_else(|| StoreError::Value(format!("'{name}' is not a state")))
}

/// A job with the numbers of its nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// The number.
    pub id: i64,
    /// How the nodes run.
    pub order: JobOrder,
    /// The query that selected the nodes.
    pub query: String,
    /// Who started it.
    pub creator: String,
    /// The maximum number of nodes that run at the same time.
    pub at_once: u32,
    /// The number of failures after which no further node runs.
    pub allowed_failures: Option<u32>,
    /// When it was started.
    pub created: Time,
    /// Nodes that have not begun by then are missed.
    pub ends: Time,
    /// The state.
    pub state: JobState,
    /// The numbers of nodes by state; states without nodes are left out.
    pub counts: Vec<(JobNodeState, u64)>,
}

impl Job {
    /// Returns the number of nodes with a state.
    pub fn count(&self, state: JobNodeState) -> u64 {
        self.counts.iter().find(|(known, _)| *known == state).map_or(0, |(_, number)| *number)
    }

    /// Returns the number of all nodes.
    pub fn nodes(&self) -> u64 {
        self.counts.iter().map(|(_, number)| number).sum()
    }
}

/// A node of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobNode {
    /// The name.
    pub certname: String,
    /// The state.
    pub state: JobNodeState,
    /// Since when.
    pub since: Time,
}

/// The jobs in a store. All functions block.
pub trait JobStore: Send + Sync {
    /// Adds a job and returns its number.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written.
    fn add_job(&self, job: &NewJob) -> Result<i64, StoreError>;

    /// Returns all jobs, the latest first.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    fn all_jobs(&self) -> Result<Vec<Job>, StoreError>;

    /// Returns a job with its nodes by name; `None` if there is none with the number.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    fn job(&self, id: i64) -> Result<Option<(Job, Vec<JobNode>)>, StoreError>;

    /// Stops a job: nodes that have not begun do not run. Returns whether it was running.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written.
    fn stop_job(&self, id: i64, now: Time) -> Result<bool, StoreError>;

    /// Returns whether a node may receive a run. This is fast without jobs.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    fn has_running_jobs(&self) -> Result<bool, StoreError>;

    /// Assigns runs to nodes that ask for one: at most one to each node, in the order of the jobs, and as many of a job as may run at
    /// the same time. Nodes that are late are counted as missed.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written.
    fn assign(&self, nodes: &[String], now: Time) -> Result<Vec<AssignedRun>, StoreError>;

    /// Withdraws a run that did not reach its node, which waits again.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written.
    fn withdraw(&self, run: &AssignedRun, now: Time) -> Result<(), StoreError>;
}
