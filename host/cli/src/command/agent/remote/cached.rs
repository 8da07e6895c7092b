//! The cached catalog: the last one that was retrieved and valid.

use std::process::ExitCode;
use std::time::Duration;

use agent::CatalogFiles;
use anyhow::Result;
use catalog::Level;
use engine::clock::LocalZone;
use engine::{CachedCatalogError, Engine};
use report::RunRecord;

use super::super::enforcement::finish;
use super::super::once::AgentRun;
use super::session;
use crate::console::Console;

/// Applies the stored catalog; `None` if there is none for the environment, with the reason in the log.
///
/// # Errors
/// Returns an error if the catalog cannot be applied.
pub(super) fn apply(
    run: &AgentRun<'_>,
    engine: &Engine,
    record: &mut RunRecord,
    console: &mut Console,
) -> Result<Option<ExitCode>> {
    let (mut session, mirror) = session::open(run, engine, record.is_cached, console)?;
    let (catalog, time) = match session.stored_catalog() {
        Ok(stored) => stored,
        Err(error @ CachedCatalogError::Missing(_)) => {
            console.log(Level::Warning, "", &format!("{error} (a catalog with secrets is not stored)"));
            return Ok(None);
        }
        Err(error) => {
            console.log(Level::Err, "", &error.to_string());
            return Ok(None);
        }
    };
    let environment = &engine.environment().name;
    let time = LocalZone::system().time(time);
    let message = format!("Using cached catalog from environment '{environment}' of {}", time.plain());
    console.log(Level::Warning, "", &message);
    mirror.set_files(CatalogFiles::of_cached(&catalog));
    record.set_retrieved_catalog(&catalog, Some(report::random_uuid()), Duration::ZERO);
    let code = finish(run, &mut session, catalog, record, console)?;
    session::report_unverified(&mirror, console);
    Ok(Some(code))
}
