//! Messages and exit code of a run.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use catalog::{Catalog, Level};
use engine::settings::types::ExitCodes;
use engine::{ApplyOutcome, Plan, PlanCheck, Settings};
use report::RunRecord;
use transaction::Report;

use super::RunMode;
use crate::console::Console;
use crate::exit;

/// Logs why a plan cannot be applied; `None` if it can.
pub(crate) fn of_plan_check(check: &PlanCheck, console: &mut Console) -> Option<ExitCode> {
    let (what, difference) = match check {
        PlanCheck::Current => return None,
        PlanCheck::Invalid => return Some(ExitCode::from(exit::FAILURE)),
        PlanCheck::CatalogChanged(difference) => ("the catalog has changed", difference),
        PlanCheck::SystemChanged(difference) => ("the system has changed", difference),
    };
    console.log(Level::Err, "", &format!("The plan is stale: {what}\n{difference}"));
    Some(ExitCode::from(exit::PLAN_STALE))
}

/// Logs the result, saves the plan of a dry run, and records the report in `run`.
pub(crate) fn conclude(
    mode: RunMode<'_>,
    settings: &Settings,
    (applied, planned): (ApplyOutcome, Option<(&PathBuf, Catalog)>),
    run: &mut RunRecord,
    console: &mut Console,
) -> Result<ExitCode> {
    let ApplyOutcome { report, unplanned_change, state } = applied;
    let mut code = exit_code(mode, settings, run, &report, console);
    state?;
    if let Some(change) = unplanned_change {
        let message = format!("The run was stopped after a change that is not in the plan: {change}");
        console.log(Level::Err, "", &message);
        code = ExitCode::from(exit::PLAN_STALE);
    }
    if let Some((path, catalog)) = planned {
        Plan::of(&catalog, &settings.root, &report)?.save(path)?;
        console.log(Level::Notice, "", &format!("Saved the plan '{}'", path.display()));
    }
    run.transaction = Some(report);
    Ok(code)
}

fn exit_code(
    mode: RunMode<'_>,
    settings: &Settings,
    run: &RunRecord,
    report: &Report,
    console: &mut Console,
) -> ExitCode {
    if let Some(error) = &report.error {
        console.log(Level::Err, "", &format!("Failed to apply catalog: {error}"));
        return ExitCode::from(exit::FAILURE);
    }
    if report.canceled > 0 {
        let message = format!("The run was interrupted; {} resource(s) were not applied", report.canceled);
        console.log(Level::Err, "", &message);
        return ExitCode::from(exit::FAILURE);
    }
    let seconds = (run.preparing + report.duration).as_secs_f64();
    console.log(Level::Notice, "", &format!("Applied catalog in {seconds:.2} seconds"));
    if !settings.tags.is_empty() && report.statuses.iter().all(|status| status.skipped) {
        let tags = settings.tags.iter().map(|tag| format!("'{tag}'")).collect::<Vec<_>>();
        let text = match &*tags {
            [tag] => format!("No resource has the tag {tag}"),
            tags => format!("No resource has one of the tags {}", tags.join(", ")),
        };
        console.log(Level::Warning, "", &text);
    }
    let flags = mode.flags;
    let is_detailed = (flags.detailed_exitcodes || mode.is_test) && !flags.no_detailed_exitcodes;
    let code = exit::RunExitCode {
        changed: report.has_changes(),
        // The manifests do not compile, or their last version could not be fetched.
        failed: report.has_failures() || run.is_cached || run.is_outdated,
        pending: flags.pending_exitcodes && report.noop_pending(),
    };
    let fails = run.is_cached || run.is_outdated || code.failed && *settings.exit_codes == ExitCodes::Strict;
    match is_detailed || flags.pending_exitcodes {
        false if fails => ExitCode::from(exit::FAILURE),
        is_detailed => code.code(is_detailed),
    }
}
