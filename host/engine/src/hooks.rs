//! Replacements for parts of the environment, injected by tests.

use std::time::Duration;

use runtime::{ChangeHook, HostResolver};

/// Hooks of a run; none by default.
#[derive(Clone, Default)]
pub struct Hooks {
    /// Resolves host names in place of the system's resolver.
    pub resolver: Option<HostResolver>,
    /// Replaces the time limits of calls and queries of components.
    pub component_time_limit: Option<Duration>,
    /// Called after each change of the system.
    pub after_change: Option<ChangeHook>,
}
