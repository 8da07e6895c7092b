//! `apply`: from the manifest to the exit code. Output goes through the console, changes go through the runtime.

mod deferred;
mod fallback;
mod source;
mod summary;

use std::collections::BTreeSet;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime};
use std::{env, fs};

use anyhow::{Context as _, Result, bail};
use catalog::{Catalog, ResourceRef};
use compiler::{CompileRequest, Strict};
use ownership::{CheckError, OwnershipRule};
use runtime::{Runtime, RuntimeConfig};
use transaction::{ApplyOptions, CatalogIssue, GraphKind, Log, Noop, Observer, Ordering, Prepared, Report};

use crate::args::{Apply, Compile, Durable};
use crate::clock::SystemClock;
use crate::compilation;
use crate::compile_context::{CompileContext, ManifestSet};
use crate::console::{Console, Level};
use crate::graph_render::Drawing;
use crate::hooks::Hooks;
use crate::input::ManifestText;
use crate::plan::{Plan, PlanGuard};
use crate::report::{self, RunRecord};
use crate::settings::Settings;
use crate::settings::types::ResourceOrder;
use crate::transaction_store::StateFile;
use crate::world::{RubyType, SystemWorld, VerifyScope};
use crate::{exit, lock, provider_lock, world};

/// Compiles and applies. However it ends, a report is left behind.
///
/// # Errors
/// It could not begin: settings or facts that can't be read, no directory for the tree that could be made.
pub(crate) fn run(arguments: &Apply, console: &mut Console) -> Result<ExitCode> {
    if arguments.test {
        console.raise_verbosity();
    }
    let root = arguments.root.as_deref();
    let settings = Settings::of(&arguments.common, root, "user", console)?;
    let surroundings = CompileContext::of(&arguments.compile, settings, None, console)?;
    let settings = &surroundings.settings;
    let noop = *settings.noop || arguments.plan_out.is_some();
    if let Some(root) = root.filter(|root| !root.is_dir()) {
        if noop {
            bail!("There is no directory '{}' for --root, and a dry run makes none", root.display());
        }
        fs::create_dir_all(root)
            .with_context(|| format!("Could not make the directory '{}' of --root", root.display()))?;
    }
    let _lock = lock::take(settings, console)?;
    let number = runtime::next_run(settings.state()?, report::next_run_number_floor(settings));
    let mut run = RunRecord::begin(number, surroundings.node.name(), surroundings.environment.name.clone(), noop);
    console.record();
    let code = enforce(arguments, &surroundings, &mut run, console).unwrap_or_else(|error| {
        console.fail(&error);
        ExitCode::from(exit::FAILURE)
    });
    run.summarize = *settings.summarize;
    run.finish(settings, console);
    Ok(code)
}

fn enforce(
    arguments: &Apply,
    surroundings: &CompileContext,
    run: &mut RunRecord,
    console: &mut Console,
) -> Result<ExitCode> {
    let settings = &surroundings.settings;
    let file = arguments.manifest().or(settings.manifest.given().map(Path::new));
    let site = match &arguments.catalog {
        Some(_) => ManifestSet::default(),
        None => surroundings.site(file, arguments.execute.as_deref(), !io::stdin().is_terminal())?,
    };
    if let [_, others @ ..] = &*arguments.files
        && !others.is_empty()
    {
        let others: Vec<String> = others.iter().map(|path| path.display().to_string()).collect();
        let message = format!("Only one file can be applied per run.  Skipping {}", others.join(", "));
        console.log(Level::Warning, "", &message);
    }
    let is_own = site.is_own;
    let mut config = configure(&arguments.compile, arguments.durable, surroundings, console)?;
    let interrupt = Arc::clone(&config.interrupt);
    if let Some(format) = arguments.trace_effects {
        config.trace = Some(console.tracer(format, arguments.trace_file.as_deref())?);
    }
    let mut runtime = Runtime::new(config)?;
    precompile(&mut runtime, &site.inputs);
    let directories = surroundings.directories(site.inputs, &runtime);
    let mut request = compilation::request(surroundings, run.noop)?;
    if arguments.loadclasses {
        let path = &settings.classfile;
        match summary::load(path, &settings.checker) {
            Ok(classes) => request.classes.extend(classes),
            Err(exposed @ CheckError::Exposed(_)) => return Err(exposed.into()),
            Err(_) => {
                console.log(Level::Err, "", &format!("{} is not readable", path.display()));
                return Ok(ExitCode::from(exit::CLASSES_UNREADABLE));
            }
        }
    }
    let found = match &arguments.catalog {
        Some(path) => Some((source::read(path, &settings.checker, &runtime)?, Duration::ZERO)),
        None => source::compiled(arguments, is_own, (surroundings, &directories, &request), run, console)?,
    };
    let Some((catalog, time)) = found else {
        return Ok(ExitCode::from(exit::FAILURE));
    };
    run.has_catalog(&catalog, time);
    let mut catalog = catalog;
    catalog::add_defaults(&mut catalog, *settings.default_schedules);
    let mut course =
        ApplyConfig { plan: None, catalog: None, options: options(arguments, settings, run.noop, interrupt) };
    if let Some(path) = &arguments.plan {
        let plan = Plan::load(path, &settings.checker)?;
        if let Some(code) =
            check_drift(&plan, &catalog, (&course.options, settings), (&directories, &request), &mut runtime, console)?
        {
            return Ok(code);
        }
        course.plan = Some(plan);
    }
    if arguments.plan_out.is_some() {
        course.catalog = Some(catalog.clone());
        course.options.noop = Noop::Strict;
    }
    let preparing = Instant::now();
    let prepared = prepare(catalog, &directories, &request, &mut runtime, console)?;
    run.preparing = preparing.elapsed();
    let Some(prepared) = prepared else {
        return Ok(ExitCode::from(exit::FAILURE));
    };
    if *settings.write_catalog_summary {
        summary::write(&prepared, &runtime, settings, console)?;
    }
    let code = apply(arguments, settings, prepared, course, &mut runtime, console, run)?;
    // Generated resources can have types that were not used before.
    directories.ensure_providers_verified(VerifyScope::Used)?;
    if arguments.profile {
        for line in run.profile() {
            console.log(Level::Info, "", &line);
        }
    }
    Ok(code)
}

/// How a catalog is applied.
struct ApplyConfig {
    options: ApplyOptions,
    /// What the run must not leave.
    plan: Option<Plan>,
    /// The catalog, if a plan of it is to be saved.
    catalog: Option<Catalog>,
}

/// Compares catalog and system with the plan and logs the drift; `None` without drift.
fn check_drift(
    plan: &Plan,
    catalog: &Catalog,
    (options, settings): (&ApplyOptions, &Settings),
    (directories, request): (&SystemWorld, &CompileRequest),
    runtime: &mut Runtime,
    console: &mut Console,
) -> Result<Option<ExitCode>> {
    let tell = |what: &str, difference: &str, console: &mut Console| {
        console.log(Level::Err, "", &format!("The plan does not fit any more: {what}\n{difference}"));
        Ok(Some(ExitCode::from(exit::PLAN_STALE)))
    };
    if let Some(difference) = plan.catalog_drift(catalog, &settings.root)? {
        return tell("the catalog has changed", &difference, console);
    }
    let Some(mut prepared) = prepare(catalog.clone(), directories, request, runtime, console)? else {
        return Ok(Some(ExitCode::from(exit::FAILURE)));
    };
    prepared.recall(StateFile::open(settings, console)?.memory());
    let dry = ApplyOptions { noop: Noop::Strict, ..options.clone() };
    let report = transaction::apply(prepared, runtime, &dry, &mut NullObserver, &SystemClock::default());
    match plan.system_drift(&report)? {
        Some(difference) => tell("the system has changed", &difference, console),
        None => Ok(None),
    }
}

/// Starts loading components while the manifest is compiled: those whose types the manifests mention. Types that only modules use
/// are loaded on first use.
fn precompile(runtime: &mut Runtime, site: &[ManifestText]) {
    let mentioned = |name: &str| site.iter().any(|input| input.text.contains(name));
    let names: Vec<String> =
        runtime.registry().type_names().filter(|name| mentioned(name)).map(str::to_owned).collect();
    runtime.precompile(names.iter().map(String::as_str));
}

/// Returns how components are run on this machine, or on the tree that is managed instead.
///
/// # Errors
/// A component can't be read.
pub(super) fn configure(
    compile: &Compile,
    durable: Durable,
    surroundings: &CompileContext,
    console: &mut Console,
) -> Result<RuntimeConfig> {
    let settings = &surroundings.settings;
    provider_lock::check_modules(&surroundings.environment.modulepath, settings)?;
    let mut config = RuntimeConfig::new(compilation::components(settings, &compile.provider, console)?);
    config.root.clone_from(&settings.root);
    config.state = settings.state()?.to_owned();
    config.cache = Some(settings.cache.value.clone());
    config.environment = env::vars_os().collect();
    config.durable = durable.into();
    config.keep = *settings.undo_keep;
    config.guards = *settings.noop_guards;
    config.root_commands = *settings.root_commands;
    config.next_run_number_floor = report::next_run_number_floor(settings);
    config.limits.content = settings.content_timeout.unwrap_or(Duration::MAX);
    let node = Rc::clone(&surroundings.node);
    config.facts = Rc::new(move |path| node.fact(path));
    let modulepath = surroundings.environment.modulepath.clone();
    let checker = Arc::clone(&settings.checker);
    config.modules = Rc::new(move |module, path| {
        let file = world::module_file(&modulepath, module, path)?;
        match checker.check_path(&file, OwnershipRule::Code) {
            Err(CheckError::Exposed(exposure)) => Some(Err(exposure)),
            // Whoever reads it reports every other error.
            _ => Some(Ok(file)),
        }
    });
    let Hooks { resolver, component_time_limit, after_change, .. } = console.hooks();
    config.after_change.clone_from(after_change);
    if let Some(resolver) = resolver {
        config.resolver = Arc::clone(resolver);
    }
    if let Some(limit) = *component_time_limit {
        (config.limits.compute, config.limits.pure_compute, config.limits.query) = (limit, limit, limit);
    }
    Ok(config)
}

/// Prepares a catalog, deferred calls included; `None` if what went wrong is on the console.
///
/// # Errors
/// A component may not run that it needs, or that may be why it can't be prepared.
pub(super) fn prepare(
    catalog: Catalog,
    directories: &SystemWorld,
    request: &CompileRequest,
    runtime: &mut Runtime,
    console: &mut Console,
) -> Result<Option<Prepared>> {
    let clock = SystemClock::default();
    declare(&catalog, directories, runtime);
    compiler::session(directories, request, |session| {
        let mut observer = ConsoleObserver { console };
        let mut functions = deferred::Calls { session };
        let prepared = transaction::prepare(catalog, runtime, &mut functions, &mut observer, &clock);
        let logs = functions.session.take_logs();
        compilation::print_logs(observer.console, &logs, functions.session.sources());
        directories.ensure_providers_verified(if prepared.is_ok() { VerifyScope::Used } else { VerifyScope::All })?;
        Ok(match prepared {
            // With `strict = error`, an unmanaged attribute is an error.
            Ok(prepared) if request.settings.strict == Strict::Error && !prepared.unmanaged().is_empty() => {
                refuse(observer.console, prepared.unmanaged())
            }
            Ok(prepared) => Some(prepared),
            Err(issues) => refuse(observer.console, &issues),
        })
    })
}

/// Makes the types known that a catalog names and that only modules have, in Ruby: their resources fail by name.
fn declare(catalog: &Catalog, directories: &SystemWorld, runtime: &mut Runtime) {
    let mut names: BTreeSet<String> =
        catalog.iter().map(|(_, resource)| resource.reference.type_name.to_lowercase()).collect();
    names.retain(|name| runtime.registry().schema(name).is_none());
    for name in names {
        if let Some(RubyType { schema, file }) = directories.declared(&name) {
            let file = file.display();
            let reason = format!(
                "it is written in Ruby ({file}), which can not run here; marotte provider new --from-ruby {file} makes the \
                 skeleton of a component of it"
            );
            runtime.declare(schema, reason);
        }
    }
}

/// Says what keeps a catalog from being applied.
fn refuse(console: &mut Console, issues: &[CatalogIssue]) -> Option<Prepared> {
    for issue in issues {
        console.log(Level::Err, "", &issue.to_string());
    }
    None
}

fn apply(
    arguments: &Apply,
    settings: &Settings,
    prepared: Prepared,
    course: ApplyConfig,
    runtime: &mut Runtime,
    console: &mut Console,
    run: &mut RunRecord,
) -> Result<ExitCode> {
    let ApplyConfig { options, plan, catalog } = course;
    let mut observer = ConsoleObserver { console };
    let clock = SystemClock::default();
    if options.noop == Noop::On && prepared.enforced() > 0 {
        let message =
            format!("{} resource(s) have 'noop => false' and are enforced in this dry run", prepared.enforced());
        observer.console.log(Level::Warning, "", &message);
    }
    run.drawing = Some(Drawing::of(&prepared));
    let draws = *settings.graph;
    let cycle_graph = if draws { write_graphs(&prepared, &settings.graphdir)? } else { None };
    let options = ApplyOptions { cycle_graph, ..options };
    let state = StateFile::open(settings, observer.console)?;
    let mut prepared = prepared;
    prepared.arrange(ordering(settings, observer.console));
    prepared.recall(state.memory());
    let (mut report, unforeseen) = match &plan {
        Some(plan) => {
            let interrupt = options.interrupt.clone().unwrap_or_default();
            let mut guard = PlanGuard::new(plan, interrupt, observer);
            let report = transaction::apply(prepared, runtime, &options, &mut guard, &clock);
            (report, guard.unplanned_change())
        }
        None => (transaction::apply(prepared, runtime, &options, &mut observer, &clock), None),
    };
    console.finish();
    run.number = runtime.number();
    run.protections = runtime.protections_used();
    if let Some(drawing) = &mut run.drawing {
        drawing.complete(&report.catalog, &report.forgotten);
    }
    let memory = std::mem::take(&mut report.memory);
    // What a plan was made of is looked at again when it is applied.
    let kept = if arguments.plan_out.is_none() { state.keep(memory, console) } else { Ok(()) };
    let finished = runtime.finish();
    let mut code = finished.map(|()| conclude(arguments, run, &report, console))?;
    kept?;
    if let Some(change) = unforeseen {
        let message = format!("The run was ended after a change that is not in the plan: {change}");
        console.log(Level::Err, "", &message);
        code = ExitCode::from(exit::PLAN_STALE);
    }
    if let (Some(path), Some(catalog)) = (&arguments.plan_out, catalog) {
        Plan::of(&catalog, &settings.root, &report)?.save(path)?;
        console.log(Level::Notice, "", &format!("Saved the plan '{}'", path.display()));
    }
    run.transaction = Some(report);
    Ok(code)
}

/// Returns how the flags, and the settings where these say nothing, want the catalog to be applied.
fn options(arguments: &Apply, settings: &Settings, noop: bool, interrupt: Arc<AtomicBool>) -> ApplyOptions {
    let show_diff = *settings.show_diff || (arguments.test && !settings.show_diff.is_given());
    handle_signals(&interrupt);
    ApplyOptions {
        parallel: arguments.parallel,
        noop: if noop { Noop::On } else { Noop::Off },
        show_diff,
        tags: settings.tags.value.clone(),
        skip_tags: settings.skip_tags.value.clone(),
        interrupt: Some(interrupt),
        cycle_graph: None,
        ordering_check: *settings.ordering_check,
        ignores_schedules: *settings.ignoreschedules,
        evaltrace: *settings.evaltrace,
        corrective_changes: *settings.corrective_changes,
    }
}

/// Returns the order of resources without relationships. The seed of a random order is logged.
fn ordering(settings: &Settings, console: &mut Console) -> Ordering {
    match *settings.ordering {
        ResourceOrder::TitleHash => Ordering::TitleHash,
        ResourceOrder::Random => {
            let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            let seed = since.as_secs() ^ u64::from(since.subsec_nanos());
            console.log(Level::Info, "", &format!("Applying in random order {seed}"));
            Ordering::Random(seed)
        }
        ResourceOrder::Manifest => Ordering::Manifest,
    }
}

fn conclude(arguments: &Apply, run: &RunRecord, report: &Report, console: &mut Console) -> ExitCode {
    if let Some(error) = &report.error {
        console.log(Level::Err, "", &format!("Failed to apply catalog: {error}"));
        return ExitCode::from(exit::FAILURE);
    }
    if report.canceled > 0 {
        let message = format!("The run was interrupted; {} resource(s) had no turn", report.canceled);
        console.log(Level::Err, "", &message);
        return ExitCode::from(exit::FAILURE);
    }
    let seconds = (run.preparing + report.duration).as_secs_f64();
    console.log(Level::Notice, "", &format!("Applied catalog in {seconds:.2} seconds"));
    let is_detailed = (arguments.detailed_exitcodes || arguments.test) && !arguments.no_detailed_exitcodes;
    let code = exit::RunExitCode {
        changed: report.has_changes(),
        failed: report.has_failures(),
        pending: arguments.pending_exitcodes && report.noop_pending(),
    };
    code.code(is_detailed || arguments.pending_exitcodes)
}

/// Writes the graphs; returns the path of the one with the cycles, if there are any.
fn write_graphs(prepared: &Prepared, directory: &Path) -> Result<Option<String>> {
    fs::create_dir_all(directory).with_context(|| format!("Could not make the directory '{}'", directory.display()))?;
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

/// Returns a flag that is set by signals, see [`handle_signals`].
pub(super) fn interruption() -> Arc<AtomicBool> {
    let flag = Arc::default();
    handle_signals(&flag);
    flag
}

/// Has a first signal set a flag, so that the run ends after the resource in hand, whose work on contents ends early; a second one ends
/// the run at once.
fn handle_signals(flag: &Arc<AtomicBool>) {
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // Without the handler a signal ends the run at once, from which the next run recovers.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, i32::from(exit::FAILURE), Arc::clone(flag));
        let _ = signal_hook::flag::register(signal, Arc::clone(flag));
    }
}

/// Puts what happens on the console.
pub(super) struct ConsoleObserver<'a> {
    pub(super) console: &'a mut Console,
}

impl Observer for ConsoleObserver<'_> {
    fn wants(&self, level: transaction::Level) -> bool {
        self.console.shows(level.into())
    }

    fn log(&mut self, line: &Log) {
        self.console.log_line(line);
    }

    fn progress(&mut self, done: usize, total: usize, resource: &ResourceRef) {
        self.console.progress(done, total, resource);
    }
}

/// Hears and says nothing.
pub(super) struct NullObserver;

impl Observer for NullObserver {
    fn wants(&self, _level: transaction::Level) -> bool {
        false
    }

    fn log(&mut self, _line: &Log) {}
}
