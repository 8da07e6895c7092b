//! Replacements for parts of the environment, injected by the binary that the tests run.

use std::path::PathBuf;
use std::time::Duration;

use runtime::{ChangeHook, HostResolver};

/// Hooks of a run. The `marotte` binary has none.
#[derive(Clone, Default)]
pub struct Hooks {
    /// Resolves host names in place of the system's resolver.
    pub resolver: Option<HostResolver>,
    /// Replaces the time limits of calls and queries of components.
    pub component_time_limit: Option<Duration>,
    /// The socket of the system log in place of `/dev/log`.
    pub syslog: Option<PathBuf>,
    /// The time after which a run shows its progress.
    pub progress_delay: Option<Duration>,
    /// Called after each change of the system.
    pub after_change: Option<ChangeHook>,
}
