//! The options of the transaction, from flags and settings.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use engine::{SessionOptions, Settings};
use transaction::{ApplyOptions, Noop};

use super::RunMode;
use crate::console::Console;

/// Returns the options of the session.
///
/// # Errors
/// Returns an error if the file of `--trace-file` cannot be created.
pub(crate) fn of_session(
    mode: RunMode<'_>,
    noop: bool,
    interrupt: Arc<AtomicBool>,
    console: &mut Console,
) -> Result<SessionOptions> {
    let flags = mode.flags;
    let trace_file = flags.trace_file.as_deref();
    let trace = flags.trace_effects.map(|format| console.tracer(format, trace_file)).transpose()?;
    let command_output = console.command_output();
    let (durable, copy_progress) = (flags.durable.into(), console.copy_progress());
    Ok(SessionOptions { noop, durable, trace, command_output, interrupt, copy_progress, sources: None })
}

/// Returns the options of the transaction.
pub(crate) fn of(mode: RunMode<'_>, settings: &Settings, noop: bool, interrupt: Arc<AtomicBool>) -> ApplyOptions {
    ApplyOptions {
        parallel: mode.flags.parallel,
        noop: if noop { Noop::On } else { Noop::Off },
        show_diff: *settings.show_diff || (mode.is_test && !settings.show_diff.is_given()),
        tags: settings.tags.value.clone(),
        skip_tags: settings.skip_tags.value.clone(),
        interrupt: Some(interrupt),
        cycle_graph: None,
        ordering_check: *settings.ordering_check,
        ignores_schedules: *settings.ignoreschedules,
        evaltrace: *settings.evaltrace,
        corrective_changes: *settings.corrective_changes,
    }
}
