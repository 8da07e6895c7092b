//! `apply`: the steps of a run (see the crate `engine`), its messages and its exit code.

mod options;
mod outcome;

use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use catalog::{Catalog, Level};
use engine::{
    ApplyRequest, Engine, ManifestSet, Plan, RunCatalog, RunLock, Session, SessionOptions, SiteSource, VerifyScope,
};
use ownership::CheckError;
use report::RunRecord;
use transaction::Noop;

use crate::args::Apply;
use crate::console::Console;
use crate::{exit, interrupt, report_processors};

/// Compiles and applies. A report is written whatever the result.
///
/// # Errors
/// Returns an error if the run cannot start: settings or facts cannot be read, or the directory of `--root`
/// cannot be created.
pub(crate) fn run(arguments: &Apply, console: &mut Console) -> Result<ExitCode> {
    if arguments.test {
        console.raise_verbosity();
    }
    let root = arguments.root.as_deref();
    let settings = console.settings(&arguments.common, root, "user")?;
    let engine = Engine::open(settings, arguments.compile.options(None), console.engine_hooks(), console)?;
    let noop = *engine.settings().noop || arguments.plan_out.is_some();
    if let Some(root) = root {
        create_root(root, noop)?;
    }
    let _lock = RunLock::take(engine.settings(), console)?;
    let mut run =
        RunRecord::begin(engine.next_run_number()?, engine.node_name(), engine.environment().name.clone(), noop);
    console.record();
    let code = apply(arguments, &engine, &mut run, console).unwrap_or_else(|error| {
        console.fail(&error);
        ExitCode::from(exit::FAILURE)
    });
    report_processors::finish(run, engine.settings(), console);
    Ok(code)
}

fn create_root(root: &Path, noop: bool) -> Result<()> {
    if root.is_dir() {
        return Ok(());
    }
    if noop {
        bail!("There is no directory '{}' for --root, and a dry run makes none", root.display());
    }
    fs::create_dir_all(root).with_context(|| format!("Could not make the directory '{}' of --root", root.display()))
}

fn apply(arguments: &Apply, engine: &Engine, run: &mut RunRecord, console: &mut Console) -> Result<ExitCode> {
    let settings = engine.settings();
    let site = site(arguments, engine, console)?;
    let interrupt = interrupt::flag();
    let trace = match arguments.trace_effects {
        Some(format) => Some(console.tracer(format, arguments.trace_file.as_deref())?),
        None => None,
    };
    let durable = arguments.durable.into();
    let options = SessionOptions { noop: run.noop, durable, trace, interrupt: interrupt.clone() };
    let mut session = engine.session(site, options, console)?;
    if arguments.loadclasses {
        match engine.listed_classes() {
            Ok(classes) => session.request.classes.extend(classes),
            Err(exposed @ CheckError::Exposed(_)) => return Err(exposed.into()),
            Err(_) => {
                console.log(Level::Err, "", &format!("{} is not readable", settings.classfile.display()));
                return Ok(ExitCode::from(exit::CLASSES_UNREADABLE));
            }
        }
    }
    let Some(mut catalog) = catalog_of(arguments, &session, run, console)? else {
        return Ok(ExitCode::from(exit::FAILURE));
    };
    catalog::add_defaults(&mut catalog, *settings.default_schedules);
    let mut options = options::of(arguments, settings, run.noop, interrupt);
    let plan = arguments.plan.as_deref().map(|path| Plan::load(path, &settings.checker)).transpose()?;
    if let Some(plan) = &plan {
        let check = session.check_plan(plan, &catalog, &options, console)?;
        if let Some(code) = outcome::of_plan_check(&check, console) {
            return Ok(code);
        }
    }
    let planned = arguments.plan_out.as_ref().map(|path| (path, catalog.clone()));
    if planned.is_some() {
        options.noop = Noop::Strict;
    }
    let preparing = Instant::now();
    let prepared = session.prepare(catalog, console)?;
    run.preparing = preparing.elapsed();
    let Some(prepared) = prepared else {
        return Ok(ExitCode::from(exit::FAILURE));
    };
    if *settings.write_catalog_summary {
        session.write_catalog_summary(&prepared, console);
    }
    let request = ApplyRequest { options, plan: plan.as_ref(), keeps_state: planned.is_none() };
    let applied = session.apply(prepared, request, run, console)?;
    let code = outcome::conclude(arguments, settings, applied, planned, run, console)?;
    // Generated resources can have types that were not used before.
    session.verify(VerifyScope::Used)?;
    if arguments.profile {
        for line in run.profile() {
            console.log(Level::Info, "", &line);
        }
    }
    Ok(code)
}

/// Reads the manifests, unless a catalog is applied.
fn site(arguments: &Apply, engine: &Engine, console: &mut Console) -> Result<ManifestSet> {
    let file = arguments.manifest().or(engine.settings().manifest.given().map(Path::new));
    let site = engine.site(match (&arguments.catalog, &arguments.execute, file) {
        (Some(_), ..) => SiteSource::Empty,
        (None, Some(code), _) => SiteSource::Code(code),
        (None, None, Some(path)) => SiteSource::Path(path),
        (None, None, None) if io::stdin().is_terminal() => SiteSource::Environment,
        (None, None, None) => SiteSource::StandardInput,
    })?;
    if let [_, others @ ..] = &*arguments.files
        && !others.is_empty()
    {
        let others: Vec<String> = others.iter().map(|path| path.display().to_string()).collect();
        let message = format!("Only one file can be applied per run.  Skipping {}", others.join(", "));
        console.log(Level::Warning, "", &message);
    }
    Ok(site)
}

/// Reads or compiles the catalog; `None` without one, with the errors in the log. As in Puppet, the report
/// begins with the compiled catalog and contains no messages of the compiler.
fn catalog_of(
    arguments: &Apply,
    session: &Session<'_>,
    run: &mut RunRecord,
    console: &mut Console,
) -> Result<Option<Catalog>> {
    let (catalog, time) = match &arguments.catalog {
        Some(path) => (session.read_catalog(path)?, Duration::ZERO),
        None => {
            let Some(found) = session.compile_for_run(run.noop, arguments.test, console)? else {
                return Ok(None);
            };
            let RunCatalog { catalog, time, is_cached } = found;
            run.is_cached = is_cached;
            if !is_cached {
                console.record();
                console.log(Level::Info, "", &format!("Using environment '{}'", catalog.environment));
            }
            (catalog, time)
        }
    };
    run.has_catalog(&catalog, time);
    Ok(Some(catalog))
}
