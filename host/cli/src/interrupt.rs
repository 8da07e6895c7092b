//! SIGINT and SIGTERM.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::exit;

/// Returns a flag that is set by the first signal, so that a run ends after the current resource. A second
/// signal terminates the process at once.
pub(crate) fn flag() -> Arc<AtomicBool> {
    let flag = Arc::default();
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // Without the handler a signal ends the run at once, and the next run recovers.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, i32::from(exit::FAILURE), Arc::clone(&flag));
        let _ = signal_hook::flag::register(signal, Arc::clone(&flag));
    }
    flag
}
