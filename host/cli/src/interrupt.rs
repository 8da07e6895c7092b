//! SIGINT, SIGTERM, and SIGHUP of a closed terminal.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::console::Console;
use crate::exit;

/// Returns a flag that is set by the first signal, so that a run ends after the current resource, which a message names. A
/// second signal ends the commands of the current resource, a third one the process; the next run recovers.
pub(crate) fn flag(console: &Console) -> Arc<AtomicBool> {
    let flag: Arc<AtomicBool> = Arc::default();
    // A process in the background may have been started to ignore some of them.
    let handled = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| !launcher::is_ignored(*signal));
    // Without the handler a signal ends the process at once.
    let Ok(mut signals) = Signals::new(handled) else { return flag };
    let (is_interrupted, messages) = (Arc::clone(&flag), console.interrupt_messages());
    thread::spawn(move || {
        let mut received = signals.forever();
        if received.next().is_some() {
            is_interrupted.store(true, Ordering::Relaxed);
            match messages.current() {
                Some(resource) => messages.write(&format!(
                    "Interrupted: the run ends after {resource}; interrupt it again to end the commands of the resource"
                )),
                None => messages.write("Interrupted"),
            }
        }
        if received.next().is_some() {
            messages.write("Interrupted again: ending all commands of the run");
            launcher::stop_commands();
        }
        if received.next().is_some() {
            messages.write("Interrupted again: the run ends at once; the next run completes its records");
            process::exit(i32::from(exit::FAILURE));
        }
    });
    flag
}
