//! The steps of a run after its catalog is known, for `apply` and `agent`.

pub(super) mod options;
pub(super) mod outcome;
pub(super) mod previous;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::Result;
use catalog::{Catalog, Level};
use engine::{ApplyRequest, Plan, Session, VerifyScope};
use report::RunRecord;
use transaction::{Noop, Prepared};

use crate::args::RunFlags;
use crate::console::Console;

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

/// A prepared run.
pub(super) struct PreparedRun<'a> {
    /// The flags.
    pub(super) mode: RunMode<'a>,
    /// The catalog.
    pub(super) prepared: Prepared,
    /// The plan that is applied.
    pub(super) applied: Option<&'a Plan>,
    /// The file in which a plan is saved, and the catalog of the plan.
    pub(super) saved: Option<(&'a PathBuf, Catalog)>,
    /// Ends the run after the current resource when set.
    pub(super) interrupt: Arc<AtomicBool>,
}

/// Applies a prepared catalog, logs the result and returns the exit code.
///
/// # Errors
/// Returns an error if the state of the run cannot be read or written, or a provider is not accepted.
pub(super) fn enforce(
    session: &mut Session<'_>,
    prepared: PreparedRun<'_>,
    run: &mut RunRecord,
    console: &mut Console,
) -> Result<ExitCode> {
    let PreparedRun { mode, prepared, applied: plan, saved, interrupt } = prepared;
    let mut options = options::of(mode, session.settings(), run.noop, interrupt);
    if saved.is_some() {
        options.noop = Noop::Strict;
    }
    let request = ApplyRequest { options, plan, keeps_state: saved.is_none() };
    let applied = session.apply(prepared, request, run, console)?;
    let code = outcome::conclude(mode, session.settings(), (applied, saved), run, console)?;
    // Generated resources can have types that were not used before.
    session.verify(VerifyScope::Used)?;
    if mode.flags.profile {
        run.profile().iter().for_each(|line| console.log(Level::Notice, "", line));
    }
    Ok(code)
}
