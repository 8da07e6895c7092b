//! Log messages of `undo` and its list of runs.

mod summary;

use std::fmt::Write as _;
use std::time::UNIX_EPOCH;

use anyhow::{Context as _, Result};
use catalog::Level;
use runtime::{KeptRun, UndoAction, UndoConflict, UndoOutcome, UndoStep};
use serde_json::{Value as Json, json};

use crate::console::Console;

use summary::{sentence, time};

/// Logs the outcome of a step.
pub(super) fn log_step(console: &mut Console, step: &UndoStep, is_noop: bool) {
    let subject = &step.subject;
    let (level, message) = match &step.outcome {
        UndoOutcome::Undone(action) => (Level::Notice, describe(action, subject, is_noop)),
        UndoOutcome::Refused(reason) => {
            let hint = if matches!(reason, UndoConflict::NotEmpty { .. }) { "removes it" } else { "restores it" };
            (Level::Err, format!("Could not undo the change of {subject}: {reason}; --force {hint} anyway"))
        }
        UndoOutcome::Failed(reason) => (Level::Err, format!("Could not undo the change of {subject}: {reason}")),
        UndoOutcome::Command => (Level::Warning, format!("The effects of this command cannot be undone: {subject}")),
        UndoOutcome::Remark(text) => (Level::Warning, text.clone()),
    };
    console.log(level, &step.resource, &message);
}

fn describe(action: &UndoAction, path: &str, is_noop: bool) -> String {
    let done = match action {
        UndoAction::Removed => format!("removed {path}"),
        UndoAction::PutBack => format!("restored {path}"),
        UndoAction::Attributes => format!("restored owner and mode of {path}"),
        UndoAction::MovedBack(from) => format!("moved {from} back to {path}"),
    };
    if is_noop { format!("would have {done} (noop)") } else { done }
}

/// Lists runs, one on each line.
pub(super) fn as_text(runs: &[KeptRun]) -> String {
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

/// Lists runs as a JSON array.
///
/// # Errors
/// Returns an error if the time of a run is before 1970.
pub(super) fn as_json(runs: &[KeptRun]) -> Result<Json> {
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
    Ok(Json::Array(list))
}
