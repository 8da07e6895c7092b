//! The options of the transaction, from flags and settings.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::Settings;
use transaction::{ApplyOptions, Noop};

use crate::args::Apply;

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
