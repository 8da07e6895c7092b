//! `apply`: the steps of a run (see the crate `engine`), its messages and its exit code.

mod input;
mod options;
mod outcome;
mod previous;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use catalog::Level;
use engine::{ApplyRequest, Engine, Plan, RunLock, SessionOptions, VerifyScope};
use ownership::CheckError;
use report::RunRecord;
use transaction::Noop;

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
    let engine = Engine::open(settings, arguments.compile.options(None), console.engine_hooks(), console)?;
    let noop = *engine.settings().noop || arguments.plan_out.is_some();
    if let Some(root) = root {
        input::create_root(root, noop)?;
    }
    let _lock = RunLock::take(engine.settings(), console)?;
    let number = previous::next_number(&engine, console)?;
    let mut run = RunRecord::begin(number, engine.node_name(), engine.environment().name.clone(), noop);
    console.record();
    let applied = apply(arguments, &engine, &mut run, console);
    let code = applied.unwrap_or_else(|error| exit::failed(&error, console));
    report_processors::finish(run, engine.settings(), console);
    Ok(code)
}

fn apply(arguments: &Apply, engine: &Engine, run: &mut RunRecord, console: &mut Console) -> Result<ExitCode> {
    let settings = engine.settings();
    let site = input::site(arguments, engine, console)?;
    let interrupt = interrupt::flag(console);
    let trace =
        arguments.trace_effects.map(|format| console.tracer(format, arguments.trace_file.as_deref())).transpose()?;
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
    let Some(mut catalog) = input::catalog_of(arguments, &session, run, console)? else {
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
        run.profile().iter().for_each(|line| console.log(Level::Notice, "", line));
    }
    Ok(code)
}
