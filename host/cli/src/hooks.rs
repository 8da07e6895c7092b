//! Replacements for parts of the environment, injected by the binary that the tests run.

use std::path::PathBuf;
use std::time::Duration;

/// Hooks of a run. The `marotte` binary has none.
#[derive(Clone, Default)]
pub struct Hooks {
    /// Hooks of the engine.
    pub engine: engine::Hooks,
    /// The socket of the system log in place of `/dev/log`.
    pub syslog: Option<PathBuf>,
    /// The time after which a run shows its progress.
    pub progress_delay: Option<Duration>,
}
