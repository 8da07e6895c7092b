//! `undo`: undoing a run, and output about stored runs and each step.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result};
use jiff::Timestamp;
use runtime::{KeptJournal, KeptRun, RuntimeConfig, UndoAction, UndoConflict, UndoOutcome, UndoStep};
use serde_json::{Value as Json, json};

use crate::args::Undo;
use crate::console::Console;
use crate::exit;
use catalog::Level;
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
        let text = if console.is_json() { as_json(&runs)? } else { as_text(&runs) };
        console.print(&text);
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
    let (mut done, mut left) = (false, false);
    let undone = runtime::undo(&config, &request, &mut |step| {
        done |= matches!(step.outcome, UndoOutcome::Undone(_));
        left |= matches!(step.outcome, UndoOutcome::Refused(_) | UndoOutcome::Failed(_));
        tell(console, step, noop);
    })?;
    if let Some(line) = undone.damaged {
        left = true;
        let message = format!(
            "The journal of run {} is damaged in line {line}; what the run did from there on is not undone",
            undone.run
        );
        console.log(Level::Err, "", &message);
    }
    let message = match undone.number {
        Some(number) => format!("Undid run {} in run {number}", undone.run),
        None if noop => format!("Would have undone run {}", undone.run),
        None => format!("Undid run {}", undone.run),
    };
    console.log(Level::Notice, "", &message);
    if arguments.detailed_exitcodes {
        return Ok(exit::of_run(true, done, left));
    }
    Ok(ExitCode::from(if left { exit::FAILURE } else { exit::SUCCESS }))
}

/// Returns the root that the run was applied to, which is used without `--root`.
fn root_of(runs: &[KeptRun], request: &runtime::UndoRequest) -> Option<std::path::PathBuf> {
    let journal = |run: &KeptRun| run.journal.as_ref().ok().map(|journal| journal.root.clone());
    match request.run {
        Some(number) => runs.iter().find(|run| run.number == number).and_then(journal),
        None => runtime::last_run(runs).and_then(journal),
    }
}

fn tell(console: &mut Console, step: &UndoStep, is_noop: bool) {
    let subject = &step.subject;
    let (level, message) = match &step.outcome {
        UndoOutcome::Undone(deed) => (Level::Notice, describe(deed, subject, is_noop)),
        UndoOutcome::Refused(reason) => {
            let hint = if matches!(reason, UndoConflict::NotEmpty { .. }) { "removes it" } else { "puts it back" };
            (Level::Err, format!("Could not undo the change of {subject}: {reason}; --force {hint} all the same"))
        }
        UndoOutcome::Failed(reason) => (Level::Err, format!("Could not undo the change of {subject}: {reason}")),
        UndoOutcome::Command => (Level::Warning, format!("The effects of this command cannot be undone: {subject}")),
        UndoOutcome::Remark(text) => (Level::Warning, text.clone()),
    };
    console.log(level, &step.resource, &message);
}

fn describe(deed: &UndoAction, path: &str, is_noop: bool) -> String {
    let done = match deed {
        UndoAction::Removed => format!("removed {path}"),
        UndoAction::PutBack => format!("put back {path}"),
        UndoAction::Attributes => format!("put back owner and mode of {path}"),
        UndoAction::MovedBack(from) => format!("moved {from} back to {path}"),
    };
    if is_noop { format!("would have {done} (noop)") } else { done }
}

fn as_text(runs: &[KeptRun]) -> String {
    let mut text = String::new();
    for run in runs {
        let line = match &run.journal {
            Ok(journal) => format!("{}  {}", time(journal.time), sentence(journal)),
            Err(error) => error.to_string(),
        };
        // Writing to a string does not fail.
        let _ = writeln!(text, "{:>5}  {line}", run.number);
    }
    text
}

fn time(time: SystemTime) -> String {
    let time = Timestamp::try_from(time).unwrap_or(Timestamp::UNIX_EPOCH);
    time.strftime("%Y-%m-%d %H:%M:%S UTC").to_string()
}

fn sentence(journal: &KeptJournal) -> String {
    let count = |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
    let mut text = count(journal.changes, "change");
    if journal.commands > 0 {
        text += &format!(", {}", count(journal.commands, "command"));
    }
    if let Some(undoes) = journal.undoes {
        text += &format!(", undo of run {undoes}");
    }
    if journal.root != std::path::Path::new("/") {
        text += &format!(", in {}", journal.root.display());
    }
    if !journal.is_finished {
        text += ", not finished";
    }
    if !journal.is_in_effect {
        text += ", undone";
    }
    text
}

fn as_json(runs: &[KeptRun]) -> Result<String> {
    let mut list = Vec::new();
    for run in runs {
        list.push(match &run.journal {
            Err(error) => json!({ "run": run.number, "error": error.to_string() }),
            Ok(journal) => {
                let time = journal.time.duration_since(UNIX_EPOCH).context("A run is older than 1970")?;
                json!({
                    "run": run.number,
                    "time": time.as_secs(),
                    "root": journal.root,
                    "undoes": journal.undoes,
                    "changes": journal.changes,
                    "commands": journal.commands,
                    "finished": journal.is_finished,
                    "in_effect": journal.is_in_effect,
                })
            }
        });
    }
    Ok(serde_json::to_string_pretty(&Json::Array(list))? + "\n")
}
