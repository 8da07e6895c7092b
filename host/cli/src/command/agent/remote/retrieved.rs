//! The catalog of the server.

use std::process::ExitCode;

use agent::{CatalogFiles, CatalogRetrieval, RetrievedCatalog};
use anyhow::{Context as _, Result};
use catalog::Level;
use engine::settings::SettingOrigin;
use engine::{Engine, Logger};
use report::RunRecord;
use transaction::Report;

use super::super::enforcement::finish;
use super::super::once::AgentRun;
use super::session;
use crate::console::Console;

/// Retrieves the catalog. The environment that the server specifies is recorded in `record`.
///
/// # Errors
/// Returns an error if the server cannot be reached or cannot compile a catalog.
pub(super) fn retrieve(
    run: &AgentRun<'_>,
    record: &mut RunRecord,
    console: &mut Console,
) -> Result<(Engine, RetrievedCatalog)> {
    let server = run.server.as_deref().context("There is no server")?;
    let setting = &run.settings.environment;
    let hooks = console.engine_hooks();
    let retrieval = CatalogRetrieval {
        server,
        plugins: &session::plugins(run),
        certname: &run.certname,
        configured_environment: (!setting.is_default()).then_some(setting.value.as_str()),
        is_environment_given: matches!(run.settings.texts.origin("environment"), SettingOrigin::Flag(_)),
        is_environment_strict: *run.settings.strict_environment_mode,
        transaction_uuid: &record.uuid,
        job_id: run.arguments.job_id.as_deref(),
        noop: record.noop,
    };
    let open =
        &mut |environment: &str, logger: &mut dyn Logger| session::engine(run, environment, hooks.clone(), logger);
    retrieval.retrieve(&mut record.environment, open, console)
}

/// Returns whether all resources of the catalog were applied.
fn is_whole(run: &AgentRun<'_>, record: &RunRecord) -> bool {
    let is_restricted = record.noop || !run.settings.tags.is_empty() || !run.settings.skip_tags.is_empty();
    let is_complete = |report: &Report| report.transaction_completed && !report.is_interrupted();
    !is_restricted && record.transaction.as_ref().is_some_and(is_complete)
}

/// Applies a retrieved catalog.
///
/// # Errors
/// Returns an error if the text is not a catalog, or it cannot be applied.
pub(super) fn apply(
    run: &AgentRun<'_>,
    engine: &Engine,
    retrieved: RetrievedCatalog,
    record: &mut RunRecord,
    console: &mut Console,
) -> Result<ExitCode> {
    let (mut session, mirror) = session::open(run, engine, false, console)?;
    let catalog = session.read_retrieved_catalog(&retrieved.text)?;
    record.set_retrieved_catalog(&catalog, retrieved.fields.catalog_uuid.clone(), retrieved.time);
    if let Some(agent) = &mut record.agent {
        agent.code_id.clone_from(&retrieved.fields.code_id);
    }
    mirror.set_files(CatalogFiles::new(&catalog, retrieved.fields));
    let code = finish(run, &mut session, catalog, record, console)?;
    session::report_unverified(&mirror, console);
    if is_whole(run, record)
        && let Err(error) = mirror.prune()
    {
        console.log(Level::Warning, "", &format!("Copies of files of the server could not be removed: {error}"));
    }
    Ok(code)
}
