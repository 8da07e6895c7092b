//! The result of a run as data, for programs.

use serde_json::{Value as Json, json};

use super::header::ReportHeader;
use super::show::undo_command;
use super::{RunRecord, result_line};

/// Returns the result, see `host/docs/json/apply.schema.json`.
pub(crate) fn result(run: &RunRecord, header: &ReportHeader, undo: Option<&str>) -> Json {
    let statuses = run.transaction.as_ref().map(result_line::counted).unwrap_or_default();
    let has_changes = run.transaction.as_ref().is_some_and(transaction::Report::has_changes);
    let undo = undo.filter(|_| has_changes).map(|flags| undo_command(run.number, flags));
    json!({
        "run": header.run,
        "status": header.status,
        "noop": header.noop,
        "interrupted": header.interrupted,
        "resources": statuses.len(),
        "changed": statuses.iter().filter(|status| status.changed).count(),
        "changes": header.changes,
        "pending": header.pending,
        "failures": header.failures,
        "skipped": statuses.iter().filter(|status| status.skipped).count(),
        "host": header.host,
        "environment": run.environment,
        "time": header.time,
        "duration": header.duration,
        "undo": undo,
    })
}
