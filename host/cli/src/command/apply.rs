//! Owns `apply`: from the manifest to the exit code. What is printed goes through the console, what is touched through the
//! runtime.

mod deferred;
mod fallback;

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime};
use std::{env, fs};

use anyhow::{Context as _, Result};
use catalog::{Catalog, ResourceRef};
use compiler::{Request, Strict};
use runtime::{Config, Runtime};
use transaction::{Clock, Graph, Issue, Log, Noop, Observer, Options, Prepared, Report};

use crate::args::{Apply, Compile, Durable};
use crate::compilation;
use crate::console::{Console, Level};
use crate::environment::Folders;
use crate::input::Input;
use crate::report::Run;
use crate::settings::Settings;
use crate::surroundings::Surroundings;
use crate::{environment, exit};

/// Compiles and applies. However it ends, a report is left behind.
///
/// # Errors
/// It could not begin: settings or facts that can't be read, a folder for the tree that can't be made.
pub(crate) fn run(arguments: &Apply, console: &mut Console) -> Result<ExitCode> {
    if arguments.test {
        console.speak_up();
    }
    let root = arguments.root.as_deref();
    let settings = Settings::of(&arguments.common, root, "user", console)?;
    let surroundings = Surroundings::of(&arguments.compile, settings, None, console)?;
    let settings = &surroundings.settings;
    if let Some(root) = root {
        fs::create_dir_all(root)
            .with_context(|| format!("Could not make the folder '{}' of --root", root.display()))?;
    }
    let noop = settings.values.flag("noop")?;
    let mut run = Run::begin(surroundings.node.name(), surroundings.environment.name.clone(), noop);
    console.record();
    let code = enforce(arguments, &surroundings, &mut run, console).unwrap_or_else(|error| {
        console.log(Level::Err, "", &format!("{error:#}"));
        ExitCode::from(exit::FAILURE)
    });
    run.summarize = settings.values.flag("summarize")?;
    run.finish(&settings.values, console);
    Ok(code)
}

fn enforce(arguments: &Apply, surroundings: &Surroundings, run: &mut Run, console: &mut Console) -> Result<ExitCode> {
    let settings = &surroundings.settings;
    let file = arguments.file.as_deref().or(settings.values.given("manifest").map(Path::new));
    let site = surroundings.site(file, arguments.execute.as_deref(), !io::stdin().is_terminal())?;
    let is_own = site.is_own;
    let mut config = configure(&arguments.compile, arguments.durable, surroundings, console)?;
    if let Some(format) = arguments.trace_effects {
        config.trace = Some(console.tracer(format, arguments.trace_file.as_deref())?);
    }
    let mut runtime = Runtime::new(config)?;
    warm(&mut runtime, &site.inputs);
    let folders = surroundings.folders(site.inputs, runtime.types().cloned());
    let request = compilation::request(surroundings, run.noop)?;
    let done = compilation::compile(surroundings, &folders, &request, console)?;
    let catalog = match done.catalog {
        Some(catalog) => {
            let (name, environment, seconds) = (&catalog.node, &catalog.environment, done.time.as_secs_f64());
            let message = format!("Compiled catalog for {name} in environment {environment} in {seconds:.2} seconds");
            console.log(Level::Notice, "", &message);
            if is_own && !run.noop {
                fallback::keep(surroundings, &catalog, console)?;
            }
            console.record();
            console.log(Level::Info, "", &format!("Using environment '{environment}'"));
            Some(catalog)
        }
        None if is_own => {
            let found = fallback::find(arguments, surroundings, console)?;
            run.is_cached = found.is_some();
            found
        }
        None => None,
    };
    let Some(catalog) = catalog else {
        return Ok(ExitCode::from(exit::FAILURE));
    };
    run.has_catalog(&catalog, done.time);
    let options = options(arguments, settings, run.noop)?;
    let preparing = Instant::now();
    let prepared = prepare(catalog, &folders, &request, &mut runtime, console);
    run.preparing = preparing.elapsed();
    let Some(prepared) = prepared else {
        return Ok(ExitCode::from(exit::FAILURE));
    };
    let code = apply(arguments, settings, prepared, options, &mut runtime, console, run)?;
    if arguments.profile {
        console.answer(&run.profile());
    }
    Ok(code)
}

/// Begins to make components ready while the manifest is compiled: those whose type the site mentions. What it does not
/// mention, since modules declare it, is made ready when it is used.
fn warm(runtime: &mut Runtime, site: &[Input]) {
    let mentioned = |name: &str| site.iter().any(|input| input.text.contains(name));
    let names: Vec<String> = runtime.types().map(|schema| schema.name.clone()).filter(|name| mentioned(name)).collect();
    runtime.warm(names.iter().map(String::as_str));
}

/// Returns how components are run on this machine, or on the tree that is managed instead.
///
/// # Errors
/// A component can't be read.
pub(super) fn configure(
    compile: &Compile,
    durable: Durable,
    surroundings: &Surroundings,
    console: &mut Console,
) -> Result<Config> {
    let settings = &surroundings.settings;
    let mut config = Config::new(compilation::components(&compile.provider, console)?);
    config.root.clone_from(&settings.root);
    config.state.clone_from(&settings.state);
    config.cache = Some(settings.cache.clone());
    config.environment = env::vars_os().collect();
    config.durable = durable.into();
    config.keep = settings.keep()?;
    let node = Rc::clone(&surroundings.node);
    config.facts = Rc::new(move |path| node.fact(path));
    let modulepath = surroundings.environment.modulepath.clone();
    config.modules = Rc::new(move |module, path| environment::module_file(&modulepath, module, path));
    // For tests: death after an effect, names of hosts, and patience with components.
    config.kill_after = super::kill_after();
    if let Some(hosts) = super::hosts() {
        config.resolver = hosts;
    }
    if let Some(milliseconds) = env::var("MAROTTE_TEST_DEADLINE_MS").ok().and_then(|text| text.parse().ok()) {
        let patience = Duration::from_millis(milliseconds);
        (config.limits.compute, config.limits.pure_compute, config.limits.query) = (patience, patience, patience);
    }
    Ok(config)
}

/// Prepares a catalog, deferred calls included; nothing if what went wrong is on the console.
fn prepare(
    catalog: Catalog,
    folders: &Folders,
    request: &Request,
    runtime: &mut Runtime,
    console: &mut Console,
) -> Option<Prepared> {
    let clock = SystemClock::default();
    compiler::session(folders, request, |session| {
        let mut observer = Watcher { console };
        let mut functions = deferred::Calls { session };
        let prepared = transaction::prepare(catalog, runtime, &mut functions, &mut observer, &clock);
        let logs = functions.session.take_logs();
        compilation::print_logs(observer.console, &logs, functions.session.sources());
        match prepared {
            // Who is strict does not want an attribute to be left alone in silence.
            Ok(prepared) if request.settings.strict == Strict::Error && !prepared.unmanaged().is_empty() => {
                refuse(observer.console, prepared.unmanaged())
            }
            Ok(prepared) => Some(prepared),
            Err(issues) => refuse(observer.console, &issues),
        }
    })
}

/// Says what keeps a catalog from being applied.
fn refuse(console: &mut Console, issues: &[Issue]) -> Option<Prepared> {
    for issue in issues {
        console.log(Level::Err, "", &issue.to_string());
    }
    None
}

fn apply(
    arguments: &Apply,
    settings: &Settings,
    prepared: Prepared,
    options: Options,
    runtime: &mut Runtime,
    console: &mut Console,
    run: &mut Run,
) -> Result<ExitCode> {
    let mut observer = Watcher { console };
    let clock = SystemClock::default();
    if options.noop == Noop::On && prepared.enforced() > 0 {
        let message =
            format!("{} resource(s) have 'noop => false' and are enforced in this dry run", prepared.enforced());
        observer.console.log(Level::Warning, "", &message);
    }
    let cycle_graph = if arguments.graph { write_graphs(&prepared, &settings.state)? } else { None };
    let options = Options { cycle_graph, ..options };
    let report = transaction::apply(prepared, runtime, &options, &mut observer, &clock);
    console.finish();
    let finished = runtime.finish();
    let code = finished.map(|()| conclude(arguments, run, &report, console));
    run.transaction = Some(report);
    Ok(code?)
}

/// Returns how the flags, and the settings where these say nothing, want the catalog to be applied.
fn options(arguments: &Apply, settings: &Settings, noop: bool) -> Result<Options> {
    let values = &settings.values;
    let tags = |name: &str| -> Result<Vec<String>> {
        let text = values.text(name)?;
        Ok(text.split(',').map(str::trim).filter(|tag| !tag.is_empty()).map(str::to_owned).collect())
    };
    let show_diff = match values.given("show_diff") {
        Some(given) => given == "true",
        None => arguments.test || values.flag("show_diff")?,
    };
    Ok(Options {
        noop: if noop { Noop::On } else { Noop::Off },
        show_diff,
        tags: tags("tags")?,
        skip_tags: tags("skip_tags")?,
        interrupt: Some(interruption()),
        cycle_graph: None,
        ignores_order: !values.flag("ordering_check")?,
    })
}

fn conclude(arguments: &Apply, run: &Run, report: &Report, console: &mut Console) -> ExitCode {
    if let Some(error) = &report.error {
        console.log(Level::Err, "", &format!("Failed to apply catalog: {error}"));
        return ExitCode::from(exit::FAILURE);
    }
    let seconds = (run.preparing + report.duration).as_secs_f64();
    console.log(Level::Notice, "", &format!("Applied catalog in {seconds:.2} seconds"));
    let is_detailed = (arguments.detailed_exitcodes || arguments.test) && !arguments.no_detailed_exitcodes;
    exit::of_run(is_detailed, report.has_changes(), report.has_failures())
}

/// Writes the graphs; returns the path of the one with the cycles, if there are any.
fn write_graphs(prepared: &Prepared, state: &Path) -> Result<Option<String>> {
    let folder = state.join("graphs");
    fs::create_dir_all(&folder).with_context(|| format!("Could not make the folder '{}'", folder.display()))?;
    let write = |name: &str, graph: Graph| -> Result<Option<PathBuf>> {
        let Some(dot) = prepared.dot(graph) else { return Ok(None) };
        let path = folder.join(name).with_extension("dot");
        fs::write(&path, dot).with_context(|| format!("Could not write '{}'", path.display()))?;
        Ok(Some(path))
    };
    write("resources", Graph::Resources)?;
    write("relationships", Graph::Relationships)?;
    write("expanded_relationships", Graph::ExpandedRelationships)?;
    Ok(write("cycles", Graph::Cycles)?.map(|path| path.display().to_string()))
}

/// A first signal lets the run end after the resource in hand; a second one ends it at once.
fn interruption() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // Without the handler a signal ends the run at once, from which the next run recovers.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, i32::from(exit::FAILURE), Arc::clone(&flag));
        let _ = signal_hook::flag::register(signal, Arc::clone(&flag));
    }
    flag
}

/// Puts what happens on the console.
pub(super) struct Watcher<'a> {
    pub(super) console: &'a mut Console,
}

impl Observer for Watcher<'_> {
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

/// The clock of this machine.
pub(super) struct SystemClock {
    start: Instant,
}

impl Default for SystemClock {
    fn default() -> Self {
        Self { start: Instant::now() }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn monotonic(&self) -> Duration {
        self.start.elapsed()
    }
}
