//! Application of a prepared catalog.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use catalog::{Catalog, Level};
use engine::{ApplyRequest, Plan, Session, VerifyScope};
use report::RunRecord;
use transaction::{Noop, Prepared};

use super::commands::RunCommands;
use super::{RunMode, options, outcome};
use crate::console::Console;
use crate::exit;

/// A prepared run.
pub(in crate::command) struct PreparedRun<'a> {
    /// The flags.
    pub(in crate::command) mode: RunMode<'a>,
    /// The catalog.
    pub(in crate::command) prepared: Prepared,
    /// The plan that is applied.
    pub(in crate::command) applied: Option<&'a Plan>,
    /// The file in which a plan is saved, and the catalog of the plan.
    pub(in crate::command) saved: Option<(&'a PathBuf, Catalog)>,
    /// Ends the run after the current resource when set.
    pub(in crate::command) interrupt: Arc<AtomicBool>,
}

/// Applies a prepared catalog between the commands of the settings, logs the result and returns the exit code.
///
/// # Errors
/// Returns an error if the state of the run cannot be read or written, or a provider is not accepted.
pub(in crate::command) fn enforce(
    session: &mut Session<'_>,
    prepared: PreparedRun<'_>,
    run: &mut RunRecord,
    console: &mut Console,
) -> Result<ExitCode> {
    let is_dry = run.noop || prepared.saved.is_some();
    let commands = RunCommands::new(session.settings(), is_dry);
    let applied = commands.run_before(console).then(|| apply(session, prepared, run, console));
    let is_successful = commands.run_after(console);
    let code = applied.unwrap_or(Ok(ExitCode::from(exit::FAILURE)))?;
    Ok(if is_successful { code } else { ExitCode::from(exit::FAILURE) })
}

fn apply(
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
