//! Application of a prepared catalog.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context as _, Result};
use catalog::{Catalog, Level};
use report::RunRecord;
use report::graph::Drawing;
use runtime::RefusedAccess;
use transaction::{ApplyOptions, GraphKind, Noop, Ordering, Prepared, Report};

use crate::class_list;
use crate::clock::SystemClock;
use crate::log::{Logger, RecordOnly, TransactionLogger};
use crate::plan::{Plan, PlanCheck, PlanGuard};
use crate::ruby::RubyStore;
use crate::session::Session;
use crate::settings::Settings;
use crate::settings::types::ResourceOrder;
use crate::state_file::StateFile;

/// A request to apply a catalog.
pub struct ApplyRequest<'a> {
    /// The options of the transaction.
    pub options: ApplyOptions,
    /// A plan; changes that are not in it end the run.
    pub plan: Option<&'a Plan>,
    /// Whether the state file is written. A run that creates a plan leaves it unchanged, so that applying the
    /// plan starts from the same state.
    pub keeps_state: bool,
}

/// The result of applying a catalog.
pub struct ApplyOutcome {
    /// The results of the resources.
    pub report: Report,
    /// The unplanned change that ended the run.
    pub unplanned_change: Option<String>,
    /// The result of writing the state file.
    pub state: Result<()>,
}

impl Session<'_> {
    /// Compares catalog and system with a plan by means of a dry run.
    ///
    /// # Errors
    /// Returns an error if the plan is damaged, or a component is not accepted.
    pub fn check_plan(
        &mut self,
        plan: &Plan,
        catalog: &Catalog,
        options: &ApplyOptions,
        logger: &mut dyn Logger,
    ) -> Result<PlanCheck> {
        if let Some(difference) = plan.catalog_drift(catalog, &self.engine.settings.root)? {
            return Ok(PlanCheck::CatalogChanged(difference));
        }
        let Some(mut prepared) = self.prepare(catalog.clone(), logger)? else {
            return Ok(PlanCheck::Invalid);
        };
        prepared.set_store(StateFile::open(&self.engine.settings, logger)?.memory());
        let dry = ApplyOptions { noop: Noop::Strict, show_diff: true, ..options.clone() };
        // The messages of changes and their differences are recorded in the report, but not shown.
        let (mut recorder, clock) = (RecordOnly, SystemClock::default());
        let report = transaction::apply(prepared, &mut self.runtime, &dry, &mut recorder, &clock);
        Ok(match plan.system_drift(&report)? {
            Some(difference) => PlanCheck::SystemChanged(difference),
            None => PlanCheck::Current,
        })
    }

    /// Applies a catalog and completes the journal of the run. The number, protections and graph of the run
    /// are recorded in `run`.
    ///
    /// # Errors
    /// Returns an error if the graphs cannot be written, the state file cannot be read, or the journal cannot
    /// be completed.
    pub fn apply(
        &mut self,
        mut prepared: Prepared,
        request: ApplyRequest<'_>,
        run: &mut RunRecord,
        logger: &mut dyn Logger,
    ) -> Result<ApplyOutcome> {
        // A session applies its last catalog, and the manifests of many resources are large.
        self.world.drop_site();
        self.sources.take();
        let (settings, clock) = (&self.engine.settings, SystemClock::default());
        if request.options.noop == Noop::On && prepared.enforced() > 0 {
            let message =
                format!("{} resource(s) have 'noop => false' and are enforced in this dry run", prepared.enforced());
            logger.log(Level::Warning, "", &message);
        }
        let mut drawing = Drawing::of_relationships(&prepared);
        let cycle_graph = if *settings.graph { write_graphs(&prepared, &settings.graphdir)? } else { None };
        let options = ApplyOptions { cycle_graph, ..request.options };
        let state = StateFile::open(settings, logger)?;
        prepared.arrange(ordering(settings, logger));
        prepared.set_store(state.memory());
        let runtime = &mut self.runtime;
        let (mut report, unplanned_change) = match request.plan {
            Some(plan) => {
                let interrupt = options.interrupt.clone().unwrap_or_default();
                let mut guard = PlanGuard::new(plan, interrupt, TransactionLogger(logger));
                let report = transaction::apply(prepared, runtime, &options, &mut guard, &clock);
                (report, guard.unplanned_change())
            }
            None => (transaction::apply(prepared, runtime, &options, &mut TransactionLogger(logger), &clock), None),
        };
        logger.finish_progress();
        run.number = runtime.number();
        run.protections = runtime.protections_used();
        drawing.complete(&report.catalog, &report.missing_dependencies);
        run.drawing = Some(drawing);
        let memory = std::mem::take(&mut report.store);
        let state = if request.keeps_state { state.keep(memory, logger) } else { Ok(()) };
        note_refused(&settings.ruby(), runtime.take_refused_accesses(), logger);
        runtime.finish()?;
        run.syncing = runtime.sync_time();
        Ok(ApplyOutcome { report, unplanned_change, state })
    }

    /// Writes Puppet's lists of the classes and resources of a catalog, to the files of the settings `classfile`
    /// and `resourcefile`. Failures are logged.
    pub fn write_catalog_summary(&self, prepared: &Prepared, logger: &mut dyn Logger) {
        class_list::write(prepared, &self.runtime, &self.engine.settings, logger);
    }
}

/// Stores the accesses of Ruby code that were refused, for `marotte module trust --learn`. Failures are logged.
fn note_refused(store: &RubyStore, refused: BTreeSet<RefusedAccess>, logger: &mut dyn Logger) {
    if !refused.is_empty()
        && let Err(error) = store.add_refused(refused)
    {
        logger.log(Level::Warning, "", &format!("Could not store which accesses of Ruby code were refused: {error:#}"));
    }
}

/// Returns the order of resources without relationships, and logs the seed of a random order.
fn ordering(settings: &Settings, logger: &mut dyn Logger) -> Ordering {
    match *settings.ordering {
        ResourceOrder::TitleHash => Ordering::TitleHash,
        ResourceOrder::Random => {
            let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            let seed = since.as_secs() ^ u64::from(since.subsec_nanos());
            logger.log(Level::Info, "", &format!("Applying in random order {seed}"));
            Ordering::Random(seed)
        }
        ResourceOrder::Manifest => Ordering::Manifest,
    }
}

/// Writes Puppet's graphs. Returns the path of the graph of cycles if there are any.
fn write_graphs(prepared: &Prepared, directory: &Path) -> Result<Option<String>> {
    fs::create_dir_all(directory)
        .with_context(|| format!("Could not create the directory '{}'", directory.display()))?;
    let write = |name: &str, graph: GraphKind| -> Result<Option<PathBuf>> {
        let Some(dot) = prepared.dot(graph) else { return Ok(None) };
        let path = directory.join(name).with_extension("dot");
        fs::write(&path, dot).with_context(|| format!("Could not write '{}'", path.display()))?;
        Ok(Some(path))
    };
    write("resources", GraphKind::Resources)?;
    write("relationships", GraphKind::Relationships)?;
    write("expanded_relationships", GraphKind::ExpandedRelationships)?;
    Ok(write("cycles", GraphKind::Cycles)?.map(|path| path.display().to_string()))
}
