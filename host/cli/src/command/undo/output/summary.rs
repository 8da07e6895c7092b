//! Summary of a run in the list of runs.

use std::time::SystemTime;

use jiff::Timestamp;
use runtime::KeptJournal;

/// Formats a time in UTC.
pub(super) fn time(time: SystemTime) -> String {
    let time = Timestamp::try_from(time).unwrap_or(Timestamp::UNIX_EPOCH);
    time.strftime("%Y-%m-%d %H:%M:%S UTC").to_string()
}

/// Returns the counts and the state of a run.
pub(super) fn sentence(journal: &KeptJournal) -> String {
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
