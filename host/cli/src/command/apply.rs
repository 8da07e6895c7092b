//! `apply`: the steps of a run (see the crate `engine`), its messages and its exit code.

mod classes;
mod directory;
mod input;
mod planned;
mod repository;

use std::mem;
use std::process::ExitCode;

use anyhow::Result;
use engine::{Engine, EngineOptions, RunLock};
use report::RunRecord;

use super::node_database;
use super::run::{self, PreparedRun, RunMode, options, outcome, previous};
use crate::args::Apply;
use crate::console::Console;
use crate::{exit, interrupt, report_processors};

/// Compiles and applies. A report is written whatever the result.
///
/// # Errors
/// Returns an error if the run cannot start.
pub(crate) fn run(arguments: &Apply, console: &mut Console) -> Result<ExitCode> {
    if arguments.test {
        console.raise_verbosity();
    }
    let root = arguments.root.as_deref();
    let settings = console.settings(&arguments.common, root, "user")?;
    let source = repository::fetch(arguments, settings, console)?;
    let options = node_database::options(&arguments.compile, None, &source.settings)?;
    let options = EngineOptions { config_version: source.commit, ..options };
    source.settings.texts.check_noop_of_agent()?;
    let engine = Engine::open(source.settings, options, console.engine_hooks(), console)?;
    let noop = *engine.settings().noop || arguments.plan_out.is_some();
    if let Some(root) = root {
        directory::create_root(root, noop)?;
    }
    let _lock = source.lock.map_or_else(|| RunLock::take(engine.settings(), console), Ok)?;
    let number = previous::next_number(engine.settings(), console)?;
    let mut run = RunRecord::begin(number, engine.node_name(), engine.environment().name.clone(), noop);
    run.is_outdated = source.is_outdated;
    console.record();
    let applied = apply(arguments, &engine, &mut run, console);
    let code = applied.unwrap_or_else(|error| exit::failed(&error, console));
    // The program ends, which frees its memory: dropping each resource before would only take time.
    mem::forget(report_processors::finish(run, engine.settings(), console));
    Ok(code)
}

fn apply(arguments: &Apply, engine: &Engine, run: &mut RunRecord, console: &mut Console) -> Result<ExitCode> {
    let settings = engine.settings();
    let mode = RunMode { flags: &arguments.run, is_test: arguments.test };
    let planned = planned::plan(arguments, settings)?;
    let site = input::site(arguments, planned.as_ref(), engine, console)?;
    let interrupt = interrupt::flag(console);
    let options = options::of_session(mode, run.noop, interrupt.clone(), console)?;
    let mut session = engine.session(site, options, console)?;
    if arguments.loadclasses && !classes::add_classes(engine, &mut session, console)? {
        return Ok(ExitCode::from(exit::CLASSES_UNREADABLE));
    }
    let Some(mut catalog) = input::catalog_of(arguments, planned.as_ref(), &session, run, console)? else {
        return Ok(ExitCode::from(exit::FAILURE));
    };
    catalog::add_defaults(&mut catalog, *settings.default_schedules);
    let plan = planned.as_ref().map(|planned| &planned.plan);
    if let Some(plan) = plan {
        let options = options::of(mode, settings, run.noop, interrupt.clone());
        let check = session.check_plan(plan, &catalog, &options, console)?;
        if let Some(code) = outcome::of_plan_check(&check, console) {
            return Ok(code);
        }
    }
    let saved = arguments.plan_out.as_ref().map(|path| (path, catalog.clone()));
    let Some(prepared) = run::prepare(&mut session, catalog, run, console)? else {
        return Ok(ExitCode::from(exit::FAILURE));
    };
    let prepared = PreparedRun { mode, prepared, applied: plan, saved, interrupt };
    run::enforce(&mut session, prepared, run, console)
}
