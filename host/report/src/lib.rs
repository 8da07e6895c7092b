//! Reports of runs: Puppet's report (format 12), the summary, the list of stored reports, their text and HTML
//! forms, and the graph of resources. Reports about catalogs of other servers: differences, and fallbacks.

pub mod catalog_diff;
pub mod comparison;
pub mod digests;
mod document;
mod escape;
pub mod fallbacks;
pub mod fleet;
pub mod graph;
mod header;
pub mod html;
mod json;
mod metrics;
mod prometheus;
mod result_data;
mod result_line;
pub mod sanitize;
pub mod show;
mod store;
mod summary;
mod time;
pub mod view;

use std::io;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, Result};
use catalog::Catalog;
use files::Durability;
use runtime::KeepRuns;
use transaction::{Log, Report, RunOutcome};

use crate::graph::Drawing;

pub use header::ReportHeader;
pub use store::{ReportStore, StoredReport};

use metrics::Metric;

/// Data about a run of the agent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AgentRecord {
    /// The environment that was requested first.
    pub initial_environment: String,
    /// The selected server of several, `HOST:PORT`.
    pub server: Option<String>,
    /// The version of the code of the catalog.
    pub code_id: Option<String>,
    /// The job that started the run.
    pub job_id: Option<String>,
    /// Whether the cached catalog was applied because a setting requests it.
    pub prefers_cached: bool,
}

/// Data about a run, collected while it is in progress, from which the report is created.
#[derive(Debug)]
pub struct RunRecord {
    /// The run number, also used by undo.
    pub number: u64,
    /// The node.
    pub host: String,
    /// The environment.
    pub environment: String,
    /// The start of the report: the time at which the catalog became available.
    pub time: SystemTime,
    /// The identifier of the run.
    pub uuid: String,
    /// The identifier of the catalog, if there is one.
    pub catalog_uuid: Option<String>,
    /// The version of the code of the catalog.
    pub version: Option<String>,
    /// Whether it is a dry run.
    pub noop: bool,
    /// Whether the last good catalog was applied because the manifests do not compile, or the server cannot be reached.
    pub is_cached: bool,
    /// Whether an earlier commit of the manifests was applied because the repository could not be fetched.
    pub is_outdated: bool,
    /// The duration of the compilation, if there was one.
    pub compiling: Option<Duration>,
    /// The duration of the preparation of the catalog.
    pub preparing: Duration,
    /// The total duration without the compilation.
    pub total: Duration,
    /// The time that syncing written files to disk took, if each file is synced. The times of parallel writers are added up.
    pub syncing: Option<Duration>,
    /// The log messages.
    pub logs: Vec<Log>,
    /// The results of the resources; `None` if the catalog was not applied.
    pub transaction: Option<Report>,
    /// The graph of the resources.
    pub drawing: Option<Drawing>,
    /// The protections of queries with their mechanisms; `None` if there were no queries.
    pub protections: Option<String>,
    /// Data about a run of the agent.
    pub agent: Option<AgentRecord>,
    began: Instant,
}

impl RunRecord {
    /// Starts the report of a run.
    pub fn begin(number: u64, host: String, environment: String, noop: bool) -> Self {
        Self {
            number,
            host,
            environment,
            time: SystemTime::now(),
            uuid: random_uuid(),
            catalog_uuid: None,
            version: None,
            noop,
            is_cached: false,
            is_outdated: false,
            compiling: None,
            preparing: Duration::ZERO,
            total: Duration::ZERO,
            syncing: None,
            logs: Vec::new(),
            transaction: None,
            drawing: None,
            protections: None,
            agent: None,
            began: Instant::now(),
        }
    }

    /// Records the catalog. As in Puppet, the report and its log start now, without the messages of the compiler.
    pub fn set_catalog(&mut self, catalog: &Catalog, compiling: Duration) {
        self.time = SystemTime::now();
        self.began = Instant::now();
        self.compiling = Some(compiling);
        self.catalog_uuid = Some(random_uuid());
        self.version = Some(catalog.version.clone()).filter(|version| !version.is_empty());
    }

    /// Records the catalog of a run of the agent. As in Puppet, the report and its log start with the run.
    pub fn set_retrieved_catalog(&mut self, catalog: &Catalog, uuid: Option<String>, retrieving: Duration) {
        self.compiling = Some(retrieving);
        self.catalog_uuid = uuid;
        self.version = Some(catalog.version.clone()).filter(|version| !version.is_empty());
    }

    /// Returns the use of the cached catalog, with the name in reports.
    #[must_use]
    pub fn cached_catalog_status(&self) -> &'static str {
        match &self.agent {
            Some(agent) if agent.prefers_cached => "explicitly_requested",
            _ if self.is_cached => "on_failure",
            _ => "not_used",
        }
    }

    /// Returns the duration of each step for `--profile`, one per line.
    pub fn profile(&self) -> Vec<String> {
        let transaction = self.transaction.as_ref().map_or(Duration::ZERO, |report| report.duration);
        let compile = self.compiling.unwrap_or_default();
        let steps = [("compile", compile), ("prepare", self.preparing), ("transaction", transaction)];
        steps.iter().map(|(what, time)| format!("Profile: {what} {:.6} s", time.as_secs_f64())).collect()
    }

    /// Returns the outcome.
    pub fn outcome(&self) -> RunOutcome {
        self.transaction.as_ref().map_or(RunOutcome::Failed, Report::outcome)
    }

    /// Ends the run. `logs` are the log messages of the report.
    #[must_use]
    pub fn complete(mut self, logs: Vec<Log>) -> CompletedRun {
        self.total = self.began.elapsed();
        self.logs = logs;
        let (metrics, header) = (metrics::metrics(&self), self.head());
        CompletedRun { run: self, metrics, header }
    }

    fn head(&self) -> ReportHeader {
        let figures = self.transaction.as_ref().map(Report::metrics).unwrap_or_default();
        let count = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        ReportHeader {
            run: self.number,
            host: self.host.clone(),
            time: time::iso(self.time),
            status: self.outcome().to_string(),
            noop: self.noop,
            changes: count(figures.changes),
            pending: count(figures.noops),
            failures: count(figures.failed.max(figures.failed_to_restart)),
            duration: (self.compiling.unwrap_or_default() + self.total).as_secs_f64(),
            protections: self.protections.clone(),
            interrupted: self.transaction.as_ref().is_some_and(Report::is_interrupted),
        }
    }
}

/// A run that has ended, and its report.
#[derive(Debug)]
pub struct CompletedRun {
    run: RunRecord,
    metrics: [Metric; 4],
    header: ReportHeader,
}

impl CompletedRun {
    /// Returns the last line of the run's messages: "3 changed, 1 failed, 6 skipped of 15 in 0.06 s; undo: marotte undo 7", in a
    /// dry run "5 to create, 2 to change, 0 to remove of 15 in 0.06 s". Returns `None` if the catalog was not applied. `undo` are
    /// the flags that select the state of the run, if its changes can be undone.
    #[must_use]
    pub fn result_line(&self, undo: Option<&str>) -> Option<String> {
        result_line::result_line(&self.run, undo)
    }

    /// Returns a message about the time that syncing each written file took, and the flags that reduce it; `None` if it took
    /// less than a second.
    #[must_use]
    pub fn sync_line(&self) -> Option<String> {
        result_line::sync_line(&self.run)
    }

    /// Returns the result as data: run number, status, counts and, if its changes can be undone, the command that does so.
    /// `undo` are the flags that select the state of the run.
    #[must_use]
    pub fn result(&self, undo: Option<&str>) -> serde_json::Value {
        result_data::result(&self.run, &self.header, undo)
    }

    /// Returns the run.
    #[must_use]
    pub fn run(&self) -> &RunRecord {
        &self.run
    }

    /// Returns the figures as text, as printed by `puppet apply --summarize`.
    #[must_use]
    pub fn summary(&self) -> String {
        summary::text(&self.run, &self.metrics)
    }

    /// Writes the summary to the file of the setting `lastrunfile`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write_summary(&self, path: &Path) -> Result<()> {
        replace_with(path, |out| out.write_all(summary::document(&self.run, &self.metrics).as_bytes()))
    }

    /// Writes the report to the file of the setting `lastrunreport`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write_report(&self, path: &Path) -> Result<()> {
        replace_with(path, |out| document::write(&self.run, &self.metrics, Some(&self.header), out))
    }

    /// Adds the report to a store and removes the oldest reports beyond the limits. `written` is a file that
    /// already contains the report; the store creates a hard link to it if possible.
    ///
    /// # Errors
    /// Returns an error if the report cannot be written.
    pub fn store(&self, store: &ReportStore, written: Option<&Path>, keep: KeepRuns) -> Result<()> {
        store.keep(&self.header, self.run.time, written, |out| {
            document::write(&self.run, &self.metrics, Some(&self.header), out)
        })?;
        store.prune(keep);
        Ok(())
    }

    /// Writes the figures for Prometheus to `marotte.prom` in a directory that node_exporter reads.
    ///
    /// # Errors
    /// Returns an error if the directory does not exist or the file cannot be written.
    pub fn write_metrics(&self, directory: &Path) -> Result<()> {
        let text = prometheus::text(self, SystemTime::now());
        files::replace_in(directory, prometheus::FILE, prometheus::MODE, text.as_bytes())
            .with_context(|| format!("Could not write '{}'", directory.join(prometheus::FILE).display()))
    }

    /// Returns the report in the JSON of Puppet's agents.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        json::document(&self.run, &self.metrics)
    }

    /// Returns the report in Puppet's format, without the additional data of stored reports.
    ///
    /// # Errors
    /// Returns an error if a value of the report cannot be written as YAML.
    pub fn document(&self) -> Result<Vec<u8>> {
        let mut body = Vec::new();
        document::write(&self.run, &self.metrics, None, &mut body)?;
        Ok(body)
    }
}

/// Replaces a report file, which is readable only by its owner. The file is not synced, since the next run
/// replaces it.
///
/// # Errors
/// Returns an error if the file cannot be written.
fn replace_with(path: &Path, write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> Result<()> {
    files::keep(path, files::PRIVATE, Durability::Lazy, write)
        .with_context(|| format!("Could not write '{}'", path.display()))
}

/// Appends the version of the configuration to a YAML document after its key, which begins in column `indentation`: like Puppet,
/// without quotes if it is a number.
fn push_version(text: &mut String, version: &str, indentation: usize) {
    let is_number =
        !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit()) && !version.starts_with('0');
    if is_number { text.push_str(version) } else { ruby::yaml::push_text(text, version, indentation) }
}

/// Returns a random identifier of a run or catalog: a UUID of version 4.
#[must_use]
pub fn random_uuid() -> String {
    uuid::Uuid::new_v4().to_string()
}
