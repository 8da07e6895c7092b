//! The steps of a run after its catalog is known, for `apply` and `agent`.

mod commands;
mod enforcement;
pub(super) mod options;
pub(super) mod outcome;
pub(super) mod previous;

use std::time::Instant;

use anyhow::Result;
use catalog::Catalog;
use engine::Session;
use report::RunRecord;
use transaction::Prepared;

use crate::args::RunFlags;
use crate::console::Console;
pub(super) use enforcement::{PreparedRun, enforce};

/// Flags of a run.
#[derive(Debug, Clone, Copy)]
pub(super) struct RunMode<'a> {
    /// The flags.
    pub(super) flags: &'a RunFlags,
    /// Whether `--test` is given.
    pub(super) is_test: bool,
}

/// Prepares a catalog; `None` if it is invalid, with the errors in the log.
///
/// # Errors
/// Returns an error if a component that the catalog needs is not accepted.
pub(super) fn prepare(
    session: &mut Session<'_>,
    catalog: Catalog,
    run: &mut RunRecord,
    console: &mut Console,
) -> Result<Option<Prepared>> {
    let preparing = Instant::now();
    let prepared = session.prepare(catalog, console)?;
    run.preparing = preparing.elapsed();
    if let Some(prepared) = &prepared
        && *session.settings().write_catalog_summary
    {
        session.write_catalog_summary(prepared, console);
    }
    Ok(prepared)
}
