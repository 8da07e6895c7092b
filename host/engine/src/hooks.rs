//! Replacements for parts of the environment, injected by tests.

use std::time::Duration;

use runtime::{ChangeHook, HostResolver};

/// The hooks of a run; none by default.
#[derive(Clone, Default)]
pub struct Hooks {
    /// Resolver of host names that replaces the system's resolver.
    pub resolver: Option<HostResolver>,
    /// Replacement for the time limits of component calls and queries.
    pub component_time_limit: Option<Duration>,
    /// Called after each change of the system.
    pub after_change: Option<ChangeHook>,
}
