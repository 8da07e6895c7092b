//! The options of the transaction, from flags and settings.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use engine::{SessionOptions, Settings};
use transaction::{ApplyOptions, Noop};

use crate::args::Apply;
use crate::console::Console;

/// Returns the options of the session.
///
/// # Errors
/// Returns an error if the file of `--trace-file` cannot be created.
pub(super) fn of_session(
    arguments: &Apply,
    noop: bool,
    interrupt: Arc<AtomicBool>,
    console: &mut Console,
) -> Result<SessionOptions> {
    let trace_file = arguments.trace_file.as_deref();
    let trace = arguments.trace_effects.map(|format| console.tracer(format, trace_file)).transpose()?;
    let command_output = console.command_output();
    Ok(SessionOptions { noop, durable: arguments.durable.into(), trace, command_output, interrupt })
}

/// Returns the options of the transaction.
pub(super) fn of(arguments: &Apply, settings: &Settings, noop: bool, interrupt: Arc<AtomicBool>) -> ApplyOptions {
    ApplyOptions {
        parallel: arguments.parallel,
        noop: if noop { Noop::On } else { Noop::Off },
        show_diff: *settings.show_diff || (arguments.test && !settings.show_diff.is_given()),
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
