//! Runs with the catalog of a server, or with the cached one.

mod cached;
mod retrieved;
mod session;

use std::process::ExitCode;

use agent::AgentError;
use anyhow::Result;
use catalog::Level;
use report::RunRecord;

use super::once::AgentRun;
use crate::console::Console;
use crate::exit;

/// Retrieves and applies the catalog of the server. `unavailable` is the reason why no server could be selected.
///
/// # Errors
/// Returns an error if the catalog cannot be applied.
pub(super) fn apply(
    run: &AgentRun<'_>,
    unavailable: Option<anyhow::Error>,
    record: &mut RunRecord,
    console: &mut Console,
) -> Result<ExitCode> {
    if *run.settings.use_cached_catalog {
        let engine = session::engine(run, &run.settings.environment, console.engine_hooks(), console)?;
        if let Some(agent) = &mut record.agent {
            agent.prefers_cached = true;
        }
        if let Some(code) = cached::apply(run, &engine, record, console)? {
            return Ok(code);
        }
        record.agent.iter_mut().for_each(|agent| agent.prefers_cached = false);
    }
    let retrieved = match unavailable {
        Some(error) => Err(error),
        None => retrieved::retrieve(run, record, console),
    };
    match retrieved {
        Ok((engine, retrieved)) => retrieved::apply(run, &engine, retrieved, record, console),
        Err(error) => {
            let outage = error.downcast_ref::<AgentError>().is_some_and(AgentError::is_outage);
            console.fail(&error.context("Could not retrieve catalog from remote server"));
            let code = if may_use_cache(run, outage) {
                let engine = session::engine(run, &record.environment, console.engine_hooks(), console)?;
                record.is_cached = true;
                cached::apply(run, &engine, record, console)?
            } else {
                console.log(Level::Warning, "", "Not using cache on failed catalog");
                None
            };
            if code.is_none() {
                record.is_cached = false;
                console.log(Level::Err, "", "Could not retrieve catalog; skipping run");
            }
            Ok(code.unwrap_or(ExitCode::from(exit::FAILURE)))
        }
    }
}

/// Returns whether the cached catalog is applied: if the server cannot be reached, unless a setting or flag excludes it, and
/// otherwise if the setting requests it. It is not applied in a dry run, which would show the changes of other manifests.
fn may_use_cache(run: &AgentRun<'_>, is_outage: bool) -> bool {
    let setting = &run.settings.usecacheonfailure;
    match (**setting, setting.is_default()) {
        _ if *run.settings.noop => false,
        _ if run.mode.is_test && !setting.is_given() => false,
        (_, true) => is_outage,
        (requested, false) => requested,
    }
}
