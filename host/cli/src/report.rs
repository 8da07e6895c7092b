//! Files written at the end of a run: Puppet's report, format 12, and the summary.

mod document;
mod header;
pub(crate) mod html;
mod issue;
mod metrics;
mod processors;
pub(crate) mod show;
mod store;
mod summary;
mod time;
mod uuid;
pub(crate) mod view;

pub(crate) use uuid::random as random_uuid;

use std::io;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, Result};
use catalog::Catalog;
use transaction::{Log, Report, RunOutcome};

use crate::atomic_file::{self, Durability};
use crate::console::{Console, Level};
use crate::graph_render::Drawing;
use crate::settings::Settings;

pub(crate) use header::ReportHeader;
pub(crate) use store::ReportStore;

use metrics::Metric;

/// Data about a run, collected while it is in progress, from which the report is made.
#[derive(Debug)]
pub(crate) struct RunRecord {
    /// Its number, the same as for an undo.
    pub(crate) number: u64,
    /// The node.
    pub(crate) host: String,
    /// The environment.
    pub(crate) environment: String,
    /// When the report begins: once the catalog is there.
    pub(crate) time: SystemTime,
    /// Identifies the run.
    pub(crate) uuid: String,
    /// Identifies the catalog, if there is one.
    pub(crate) catalog_uuid: Option<String>,
    /// Identifies the code of the catalog.
    pub(crate) version: Option<String>,
    /// Whether nothing was to be changed.
    pub(crate) noop: bool,
    /// Whether the last good catalog was applied, since the manifests do not compile.
    pub(crate) is_cached: bool,
    /// How long it took to compile.
    pub(crate) compiling: Option<Duration>,
    /// How long it took to make the catalog ready.
    pub(crate) preparing: Duration,
    /// How long all of it took, compiling apart.
    pub(crate) total: Duration,
    /// The lines of the log.
    pub(crate) logs: Vec<Log>,
    /// What became of the resources; `None` where it did not come to applying them.
    pub(crate) transaction: Option<Report>,
    /// The graph of the resources.
    pub(crate) drawing: Option<Drawing>,
    /// The protections of its queries, with what enforced each; `None` if there was no query.
    pub(crate) protections: Option<String>,
    /// Whether it is summed up on the console.
    pub(crate) summarize: bool,
    began: Instant,
}

/// Returns the number that a run has at least, since earlier ones belong to runs that have a report. Runs that changed something
/// have a journal, too, whose number is the same.
///
/// # Errors
/// A setting depends on itself.
pub(crate) fn next_run_number_floor(settings: &Settings) -> u64 {
    ReportStore::new(settings.reportdir.value.clone()).last().map_or(1, |last| last + 1)
}

impl RunRecord {
    /// Begins the report of a run.
    pub(crate) fn begin(number: u64, host: String, environment: String, noop: bool) -> Self {
        Self {
            number,
            host,
            environment,
            time: SystemTime::now(),
            uuid: uuid::random(),
            catalog_uuid: None,
            version: None,
            noop,
            is_cached: false,
            compiling: None,
            preparing: Duration::ZERO,
            total: Duration::ZERO,
            logs: Vec::new(),
            transaction: None,
            drawing: None,
            protections: None,
            summarize: false,
            began: Instant::now(),
        }
    }

    /// The catalog is there: as in Puppet, the report and its log begin now, and the compiler's lines are not in it.
    pub(crate) fn has_catalog(&mut self, catalog: &Catalog, compiling: Duration) {
        self.time = SystemTime::now();
        self.began = Instant::now();
        self.compiling = Some(compiling);
        self.catalog_uuid = Some(uuid::random());
        self.version = Some(catalog.version.clone()).filter(|version| !version.is_empty());
    }

    /// Returns where the time went, for `--profile`: a line for each step.
    pub(crate) fn profile(&self) -> Vec<String> {
        let transaction = self.transaction.as_ref().map_or(Duration::ZERO, |report| report.duration);
        let compile = self.compiling.unwrap_or_default();
        let steps = [("compile", compile), ("prepare", self.preparing), ("transaction", transaction)];
        steps.iter().map(|(what, time)| format!("Profile: {what} {:.6} s", time.as_secs_f64())).collect()
    }

    /// Returns how it ended.
    pub(crate) fn outcome(&self) -> RunOutcome {
        self.transaction.as_ref().map_or(RunOutcome::Failed, Report::outcome)
    }

    /// Ends the run and writes the report. A failure is logged and does not affect the result of the run.
    pub(crate) fn finish(mut self, settings: &Settings, console: &mut Console) {
        self.total = self.began.elapsed();
        self.logs = console.take_record();
        let metrics = metrics::metrics(&self);
        if self.summarize {
            console.print(&summary::text(&self, &metrics));
        }
        if let Err(error) = self.write_report(&metrics, settings, console) {
            console.log(Level::Err, "", &issue::not_saved(&error));
        }
    }

    fn write_report(&self, metrics: &[Metric], settings: &Settings, console: &mut Console) -> Result<()> {
        let summarized =
            replace_with(&settings.lastrunfile, |out| out.write_all(summary::document(self, metrics).as_bytes()));
        if !*settings.report {
            return summarized;
        }
        let head = self.head();
        let path = settings.lastrunreport.value.clone();
        let saved = replace_with(&path, |out| document::write(self, metrics, Some(&head), out));
        let written = saved.is_ok().then_some(path.as_path());
        processors::process(
            &processors::ProcessedReport { run: self, metrics, head: &head, written },
            settings,
            console,
        )?;
        saved.and(summarized)
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
        }
    }
}

/// Replaces a file of a report. Only the owner can read it, and the next run writes it again, so it is not synced.
///
/// # Errors
/// It can't be written.
fn replace_with(path: &Path, write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> Result<()> {
    atomic_file::keep(path, atomic_file::PRIVATE, Durability::Lazy, write)
        .with_context(|| format!("Could not write '{}'", path.display()))
}
