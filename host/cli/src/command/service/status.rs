//! `service status`: schedule, last run and next run.

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::Result;
use engine::service::ServiceStatus;
use serde_json::json;

use crate::args::ServicePlace;
use crate::console::Console;
use crate::exit;

/// Shows the service.
///
/// # Errors
/// Returns an error if a file cannot be read, or systemd does not answer.
pub(super) fn run(place: &ServicePlace, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&place.common, place.root.as_deref(), "user")?;
    let status = ServiceStatus::collect(&settings)?;
    let values = [
        ("schedule", &status.schedule),
        ("command", &status.command),
        ("next_run", &status.next_run),
        ("last_run", &status.last_run),
        ("result", &status.result),
        ("repository", &status.repository),
        ("commit", &status.commit),
    ];
    if console.is_structured() {
        let mut answer = json!({ "scheduled": status.is_scheduled, "failed": status.is_failed });
        values.iter().for_each(|(name, value)| answer[*name] = json!(value));
        console.print_data(&answer);
    } else {
        let mut text = String::new();
        for (name, value) in values {
            let Some(value) = value else { continue };
            // Writing to a string does not fail.
            let _ = writeln!(text, "{:<12}{value}", name.replace('_', " ") + ":");
        }
        console.print_untrusted(&text);
    }
    Ok(ExitCode::from(match (status.is_scheduled, status.is_failed) {
        (false, _) => exit::NOT_SCHEDULED,
        (true, true) => exit::FAILURE,
        (true, false) => exit::SUCCESS,
    }))
}
