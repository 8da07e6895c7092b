//! `undo`: undoing a run, and output about stored runs and each step.

mod counts;
mod output;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use runtime::{KeptRun, RuntimeConfig};

use crate::args::Undo;
use crate::console::Console;
use crate::exit;
use catalog::Level;
use counts::UndoCounts;
use engine::RunLock;

/// Undoes a run, or lists the runs.
///
/// # Errors
/// Returns an error if the run does not exist, its journal cannot be read, or the undo cannot be journaled.
pub(crate) fn run(arguments: &Undo, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, arguments.root.as_deref(), "user")?;
    let noop = *settings.noop;
    let _lock = if arguments.list || noop { None } else { Some(RunLock::take(&settings, console)?) };
    let runs = runtime::kept_runs(settings.state()?);
    if arguments.list {
        match console.is_structured() {
            true => console.print_data(&output::as_json(&runs)?),
            false => console.print(&output::as_text(&runs)),
        }
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    let mut config = RuntimeConfig::new(Vec::new());
    config.state = settings.state()?.to_owned();
    config.keep = *settings.undo_keep;
    config.next_run_number_floor = engine::next_run_number_floor(&settings);
    config.durable = arguments.durable.into();
    config.limits.content = settings.content_timeout.unwrap_or(Duration::MAX);
    config.after_change.clone_from(&console.hooks().engine.after_change);
    let request = runtime::UndoRequest { run: arguments.run, noop, force: arguments.force };
    config.root = match &arguments.root {
        Some(_) => settings.root.clone(),
        None => root_of(&runs, &request).unwrap_or(settings.root.clone()),
    };
    let mut counts = UndoCounts::default();
    let undone = runtime::undo(&config, &request, &mut |step| {
        counts.add(&step.outcome);
        output::log_step(console, step, noop);
    })?;
    if let Some(line) = undone.damaged {
        counts.is_damaged = true;
        let message = format!(
            "The journal of run {} is damaged in line {line}; later changes of the run are not undone",
            undone.run
        );
        console.log(Level::Err, "", &message);
    }
    console.log(Level::Notice, "", &counts.result(&undone, noop));
    if console.is_structured() {
        console.print_data(&counts.data(&undone, noop));
    }
    let is_partial = counts.is_partial();
    if arguments.detailed_exitcodes {
        return Ok(exit::of_run(true, counts.undone > 0, is_partial));
    }
    Ok(ExitCode::from(if is_partial { exit::FAILURE } else { exit::SUCCESS }))
}

/// Returns the root that the run was applied to, which is used without `--root`.
fn root_of(runs: &[KeptRun], request: &runtime::UndoRequest) -> Option<std::path::PathBuf> {
    let journal = |run: &KeptRun| run.journal.as_ref().ok().map(|journal| journal.root.clone());
    match request.run {
        Some(number) => runs.iter().find(|run| run.number == number).and_then(journal),
        None => runtime::last_run(runs).and_then(journal),
    }
}
