//! Runs with a catalog that is compiled from the manifests of this system.

use std::process::ExitCode;

use anyhow::Result;
use engine::{Engine, EngineOptions, SiteSource};
use report::RunRecord;

use super::super::node_database;
use super::super::run::options;
use super::enforcement::finish;
use super::once::AgentRun;
use crate::console::Console;
use crate::exit;

/// Compiles the catalog from the manifests of this system and applies it.
///
/// # Errors
/// Returns an error if the environment does not exist, or the catalog cannot be applied.
pub(super) fn apply(run: &AgentRun<'_>, record: &mut RunRecord, console: &mut Console) -> Result<ExitCode> {
    let language = run.arguments.language.setting();
    let database = node_database::of_settings(&run.settings)?;
    let options = EngineOptions { language, database, ..EngineOptions::default() };
    let engine = Engine::open(run.settings.clone(), options, console.engine_hooks(), console)?;
    record.environment.clone_from(&engine.environment().name);
    if let Some(agent) = &mut record.agent {
        agent.code_id = engine.environment().artifact.map(|digest| digest.to_string());
    }
    let options = options::of_session(run.mode, record.noop, run.interrupt.clone(), console)?;
    let mut session = engine.session(engine.site(SiteSource::Environment)?, options, console)?;
    let Some(found) = session.compile_for_run(record.noop, run.mode.is_test, console)? else {
        return Ok(ExitCode::from(exit::FAILURE));
    };
    record.is_cached = found.is_cached;
    record.set_retrieved_catalog(&found.catalog, Some(report::random_uuid()), found.time);
    finish(run, &mut session, found.catalog, record, console)
}
