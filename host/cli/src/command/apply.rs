//! Owns `apply`: from the manifest to the exit code. What is printed goes through the console, what is touched through the
//! runtime.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime};
use std::{env, fs};

use anyhow::{Context as _, Result, anyhow};
use catalog::{Catalog, ResourceRef, Value};
use compiler::{Manifests, Request};
use runtime::{ComponentSource, Config, Runtime};
use syntax::Sources;
use transaction::{Clock, Graph, Log, NoFunctions, Noop, Observer, Options, Prepared, Report};

use crate::args::{Apply, Durable, Strict};
use crate::console::{Console, Level};
use crate::environment::{self, Folders};
use crate::input::{self, Input};
use crate::settings::Settings;
use crate::{components, exit};

/// The only environment there is until environments are folders.
const ENVIRONMENT: &str = "production";

/// The version of Puppet whose language this is, which manifests may ask for.
const PUPPET_VERSION: &str = "7.23.0";

/// Compiles and applies.
///
/// # Errors
/// It could not begin: no manifest, no facts, a component that can't be read, a state folder that can't be made.
pub(crate) fn run(arguments: &Apply) -> Result<ExitCode> {
    let mut console = Console::new(&arguments.common, arguments.test);
    let settings = Settings::of(arguments);
    let site = read_site(arguments)?;
    let facts = Rc::new(Facts::of(arguments)?);
    if let Some(root) = &arguments.root {
        fs::create_dir_all(root)
            .with_context(|| format!("Could not make the folder '{}' of --root", root.display()))?;
    }
    let mut runtime = Runtime::new(configure(arguments, &settings, &facts, &mut console)?)?;
    warm(&mut runtime, &site);
    let mut timing = Timing::default();
    let site = site.into_iter().map(Input::into_text).collect();
    let folders = Folders::new(ENVIRONMENT, site, settings.modulepath.clone(), runtime.types().cloned());
    let Some(catalog) = compile(arguments, &folders, &facts, &mut console, &mut timing) else {
        return Ok(ExitCode::from(exit::FAILURE));
    };
    let code = apply(arguments, &settings, catalog, &mut runtime, &mut console, &mut timing)?;
    if arguments.profile {
        console.answer(&timing.to_string());
    }
    Ok(code)
}

/// Reads what is to be applied, as `-e`, a file, a folder of manifests or standard input.
fn read_site(arguments: &Apply) -> Result<Vec<Input>> {
    if let Some(code) = &arguments.execute {
        return Ok(vec![Input { name: String::new(), text: code.clone() }]);
    }
    let Some(path) = &arguments.file else {
        return Ok(vec![input::read_stdin()?]);
    };
    if !path.exists() {
        return Err(anyhow!("Could not find file {}", path.display()));
    }
    let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
    input::files_of(&path, &["pp"])?.iter().map(|file| input::read(file)).collect()
}

/// Begins to make components ready while the manifest is compiled: those whose type the site mentions. What it does not
/// mention, since modules declare it, is made ready when it is used.
fn warm(runtime: &mut Runtime, site: &[Input]) {
    let mentioned = |name: &str| site.iter().any(|input| input.text.contains(name));
    let names: Vec<String> = runtime.types().map(|schema| schema.name.clone()).filter(|name| mentioned(name)).collect();
    runtime.warm(names.iter().map(String::as_str));
}

/// The facts of the run, gathered once and only if asked for.
struct Facts {
    given: Option<Vec<(String, Value)>>,
    gathered: OnceCell<Value>,
}

impl Facts {
    fn of(arguments: &Apply) -> Result<Self> {
        let given = arguments.facts.as_deref().map(input::read_facts).transpose()?;
        Ok(Self { given, gathered: OnceCell::new() })
    }

    fn all(&self) -> &Value {
        self.gathered.get_or_init(|| {
            let facts = self.given.clone().unwrap_or_else(|| facts::gather(&env::var("PATH").unwrap_or_default()));
            Value::Hash(facts.into_iter().map(|(name, value)| (name.into(), value)).collect())
        })
    }

    /// Returns the fact at a dotted path.
    fn at(&self, path: &str) -> Option<Value> {
        path.split('.').try_fold(self.all(), |value, key| lookup(value, key)).cloned()
    }

    fn text(&self, path: &str) -> Option<String> {
        self.at(path).and_then(|value| value.as_str().map(str::to_owned)).filter(|text| !text.is_empty())
    }

    /// The node's name, as Puppet makes it of the names of the machine.
    fn node(&self, arguments: &Apply) -> String {
        let known = arguments.certname.clone();
        let name = known
            .or_else(|| self.text("networking.fqdn"))
            .or_else(|| self.text("fqdn"))
            .or_else(|| self.text("networking.hostname"));
        name.unwrap_or_else(|| "localhost".to_owned()).to_lowercase()
    }
}

fn lookup<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    match value {
        Value::Hash(entries) => entries.iter().find(|(name, _)| name.as_str() == Some(key)).map(|(_, value)| value),
        _ => None,
    }
}

fn configure(arguments: &Apply, settings: &Settings, facts: &Rc<Facts>, console: &mut Console) -> Result<Config> {
    let mut sources = components::embedded();
    for path in &arguments.provider {
        sources.push(unlocked(path, console)?);
    }
    let mut config = Config::new(sources);
    config.root.clone_from(&settings.root);
    config.state.clone_from(&settings.state);
    config.cache = Some(settings.cache.clone());
    config.environment = env::vars_os().collect();
    config.durable = match arguments.durable {
        Durable::File => runtime::Durable::File,
        Durable::Run => runtime::Durable::Run,
        Durable::Off => runtime::Durable::Off,
    };
    let facts = Rc::clone(facts);
    config.facts = Rc::new(move |path| facts.at(path));
    let modulepath = settings.modulepath.clone();
    config.modules = Rc::new(move |module, path| environment::module_file(&modulepath, module, path));
    // For tests: death after an effect, and patience with components.
    config.kill_after = env::var("MAROTTE_TEST_KILL_AFTER").ok().and_then(|text| text.parse().ok());
    if let Some(milliseconds) = env::var("MAROTTE_TEST_DEADLINE_MS").ok().and_then(|text| text.parse().ok()) {
        config.limits.compute = Duration::from_millis(milliseconds);
    }
    Ok(config)
}

/// Reads a component that is tried out, and says what it asks for.
fn unlocked(path: &Path, console: &mut Console) -> Result<ComponentSource> {
    let bytes = fs::read(path).with_context(|| format!("Could not read the provider '{}'", path.display()))?;
    let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let package =
        runtime::read_package(&name, &bytes).with_context(|| format!("'{}' is not a provider", path.display()))?;
    let files = &package.manifest.files;
    let grants = format!("may read {} and write {}", words(&files.read), words(&files.write));
    console.log(Level::Warning, "", &format!("The provider {} is not locked; it {grants}", path.display()));
    Ok(ComponentSource::new(name, bytes))
}

fn words(entries: &[String]) -> String {
    if entries.is_empty() { "nothing".to_owned() } else { entries.join(" ") }
}

/// Compiles; what went wrong is on the console already where there is no catalog.
fn compile(
    arguments: &Apply,
    folders: &Folders,
    facts: &Facts,
    console: &mut Console,
    timing: &mut Timing,
) -> Option<Catalog> {
    let node = facts.node(arguments);
    let start = Instant::now();
    let request = Request {
        facts: client_facts(facts.all(), &node, arguments.noop),
        trusted: trusted(&node),
        manifests: Manifests::Site,
        settings: compiler::Settings {
            strict: match arguments.strict {
                Strict::Off => compiler::Strict::Off,
                Strict::Warning => compiler::Strict::Warning,
                Strict::Error => compiler::Strict::Error,
            },
            strict_variables: arguments.strict_variables,
            ..compiler::Settings::default()
        },
        node: node.clone(),
        ..Request::default()
    };
    let compiled = compiler::compile(folders, &request);
    timing.compile = start.elapsed();
    match compiled {
        Ok(mut compiled) => {
            let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            compiled.catalog.version = since.as_secs().to_string();
            print_logs(console, &compiled.logs, &compiled.sources);
            let seconds = timing.compile.as_secs_f64();
            let message = format!("Compiled catalog for {node} in environment {ENVIRONMENT} in {seconds:.2} seconds");
            console.log(Level::Notice, "", &message);
            console.log(Level::Info, "", &format!("Using environment '{ENVIRONMENT}'"));
            Some(compiled.catalog)
        }
        Err(failure) => {
            print_logs(console, &failure.logs, &failure.sources);
            let before = if failure.is_parse {
                format!("Could not parse for environment {ENVIRONMENT}: ")
            } else {
                String::new()
            };
            for diagnostic in &failure.diagnostics {
                console.diagnostic(diagnostic, &failure.sources, &before, &format!(" on node {node}"));
            }
            None
        }
    }
}

/// Writes what functions and the compiler itself had to say.
fn print_logs(console: &mut Console, logs: &[compiler::Log], sources: &Sources) {
    for line in logs {
        match &line.diagnostic {
            Some(diagnostic) => console.diagnostic(diagnostic, sources, "", ""),
            None => console.log(line.level.into(), &line.source, &line.message),
        }
    }
}

/// Facts that every node has beside the gathered ones.
fn client_facts(facts: &Value, node: &str, noop: bool) -> Value {
    let mut entries = match facts {
        Value::Hash(entries) => entries.clone(),
        _ => Vec::new(),
    };
    for (name, value) in
        [("clientcert", node.into()), ("clientversion", PUPPET_VERSION.into()), ("clientnoop", noop.into())]
    {
        if lookup(facts, name).is_none() {
            entries.push((name.into(), value));
        }
    }
    Value::Hash(entries)
}

/// What is known for certain of a node that compiles for itself.
fn trusted(node: &str) -> Value {
    let (hostname, domain) = node.split_once('.').map_or((node, None), |(hostname, domain)| (hostname, Some(domain)));
    Value::Hash(vec![
        ("authenticated".into(), "local".into()),
        ("certname".into(), node.into()),
        ("extensions".into(), Value::Hash(Vec::new())),
        ("hostname".into(), hostname.into()),
        ("domain".into(), domain.map_or(Value::Undef, Value::from)),
        ("external".into(), Value::Hash(Vec::new())),
    ])
}

fn apply(
    arguments: &Apply,
    settings: &Settings,
    catalog: Catalog,
    runtime: &mut Runtime,
    console: &mut Console,
    timing: &mut Timing,
) -> Result<ExitCode> {
    let start = Instant::now();
    let mut observer = Watcher { console };
    let clock = SystemClock::default();
    let prepared = match transaction::prepare(catalog, runtime, &mut NoFunctions, &mut observer, &clock) {
        Ok(prepared) => prepared,
        Err(issues) => {
            for issue in issues {
                observer.console.log(Level::Err, "", &issue.to_string());
            }
            return Ok(ExitCode::from(exit::FAILURE));
        }
    };
    timing.prepare = start.elapsed();
    if arguments.noop && prepared.enforced() > 0 {
        let message =
            format!("{} resource(s) have 'noop => false' and are enforced in this dry run", prepared.enforced());
        observer.console.log(Level::Warning, "", &message);
    }
    let cycle_graph = if arguments.graph { write_graphs(&prepared, &settings.state)? } else { None };
    let options = Options {
        noop: if arguments.noop { Noop::On } else { Noop::Off },
        show_diff: (arguments.show_diff || arguments.test) && !arguments.no_show_diff,
        tags: arguments.tags.clone(),
        skip_tags: arguments.skip_tags.clone(),
        interrupt: Some(interruption()),
        cycle_graph,
    };
    let start = Instant::now();
    let report = transaction::apply(prepared, runtime, &options, &mut observer, &clock);
    timing.transaction = start.elapsed();
    console.finish();
    runtime.finish()?;
    Ok(conclude(arguments, &report, console, timing))
}

fn conclude(arguments: &Apply, report: &Report, console: &mut Console, timing: &Timing) -> ExitCode {
    if let Some(error) = &report.error {
        console.log(Level::Err, "", &format!("Failed to apply catalog: {error}"));
        return ExitCode::from(exit::FAILURE);
    }
    let seconds = (timing.prepare + timing.transaction).as_secs_f64();
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
struct Watcher<'a> {
    console: &'a mut Console,
}

impl Observer for Watcher<'_> {
    fn wants(&self, level: transaction::Level) -> bool {
        self.console.shows(level.into())
    }

    fn log(&mut self, line: &Log) {
        self.console.log(line.level.into(), line.source.as_deref().unwrap_or_default(), &line.message);
    }

    fn progress(&mut self, done: usize, total: usize, resource: &ResourceRef) {
        self.console.progress(done, total, resource);
    }
}

/// The clock of this machine.
struct SystemClock {
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

/// Where the time went, for `--profile`.
#[derive(Debug, Default)]
struct Timing {
    compile: Duration,
    prepare: Duration,
    transaction: Duration,
}

impl std::fmt::Display for Timing {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (what, time) in [("compile", self.compile), ("prepare", self.prepare), ("transaction", self.transaction)] {
            writeln!(formatter, "Profile: {what} {:.6} s", time.as_secs_f64())?;
        }
        Ok(())
    }
}
