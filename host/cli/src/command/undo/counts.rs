//! Counts of the changes that an undo reverted or could not revert, and the message with these counts.

use runtime::{UndoOutcome, UndoResult};
use serde_json::{Value as Json, json};

/// Numbers of steps by their result.
#[derive(Debug, Default)]
pub(super) struct UndoCounts {
    pub(super) undone: usize,
    left: usize,
    commands: usize,
    /// The journal is damaged, so that later changes are unknown.
    pub(super) is_damaged: bool,
}

impl UndoCounts {
    /// Counts a step.
    pub(super) fn add(&mut self, outcome: &UndoOutcome) {
        match outcome {
            UndoOutcome::Undone(_) => self.undone += 1,
            UndoOutcome::Refused(_) | UndoOutcome::Failed(_) => self.left += 1,
            UndoOutcome::Command => self.commands += 1,
            UndoOutcome::Remark(_) => {}
        }
    }

    /// Returns whether anything could not be undone. Commands never can.
    pub(super) fn is_partial(&self) -> bool {
        self.left > 0 || self.commands > 0 || self.is_damaged
    }

    /// Returns the result of an undo as data.
    pub(super) fn data(&self, undone: &UndoResult, is_noop: bool) -> Json {
        let status = match (self.undone, self.is_partial()) {
            (0, true) => "nothing undone",
            (_, true) => "partially undone",
            (_, false) => "undone",
        };
        json!({
            "run": undone.number,
            "undoes": undone.run,
            "status": status,
            "noop": is_noop,
            "undone": self.undone,
            "left": self.left,
            "commands": self.commands,
            "damaged": self.is_damaged,
        })
    }

    /// Returns the last message of an undo: "Undid run 2 in run 3", or what could not be undone.
    pub(super) fn result(&self, undone: &UndoResult, is_noop: bool) -> String {
        let run = undone.run;
        if self.undone == 0 && self.is_partial() {
            return format!("Nothing of run {run} {} undone", if is_noop { "would have been" } else { "was" });
        }
        let number = undone.number.map_or_else(String::new, |number| format!(" in run {number}"));
        let done = if is_noop { "Would have undone" } else { "Undid" };
        if !self.is_partial() {
            return format!("{done} run {run}{number}");
        }
        let parts = [
            (self.undone, "change undone", "changes undone"),
            (self.left, "change not undone", "changes not undone"),
            (self.commands, "command not undone", "commands not undone"),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(count, ..)| *count > 0)
            .map(|(count, one, several)| format!("{count} {}", if count == 1 { one } else { several }))
            .collect();
        format!("{done} run {run} in part{number}: {}", parts.join(", "))
    }
}
