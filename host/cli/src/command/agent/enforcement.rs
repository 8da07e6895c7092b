//! Preparation, storage and application of the catalog of a run.

use std::process::ExitCode;

use anyhow::Result;
use catalog::{Catalog, Level};
use engine::Session;
use report::RunRecord;

use super::super::run::{self, PreparedRun};
use super::once::AgentRun;
use crate::console::Console;
use crate::exit;

/// Prepares, stores and applies a catalog.
pub(super) fn finish(
    run: &AgentRun<'_>,
    session: &mut Session<'_>,
    mut catalog: Catalog,
    record: &mut RunRecord,
    console: &mut Console,
) -> Result<ExitCode> {
    let is_new = !record.is_cached && record.cached_catalog_status() == "not_used";
    let stored = (is_new && !record.noop).then(|| catalog.clone());
    catalog::add_defaults(&mut catalog, *run.settings.default_schedules);
    let Some(prepared) = run::prepare(session, catalog, record, console)? else {
        return Ok(ExitCode::from(exit::FAILURE));
    };
    if let Some(catalog) = stored {
        console.log(Level::Info, "", &format!("Caching catalog for {}", run.certname));
        session.keep_catalog(&catalog, console)?;
    }
    let interrupt = run.interrupt.clone();
    let prepared = PreparedRun { mode: run.mode, prepared, applied: None, saved: None, interrupt };
    run::enforce(session, prepared, record, console)
}
