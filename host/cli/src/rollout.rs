//! Rollouts of environments: channels as text, and the runs of their nodes.

mod progress;
pub(crate) mod text;
mod watch;

use registry::environment::Rollout;
use registry::{Policy, Repository};

pub(crate) use watch::Watch;

/// A channel in its repository.
pub(crate) struct ChannelPlace<'a> {
    pub(crate) rollout: Rollout<'a>,
    pub(crate) repository: &'a dyn Repository,
    pub(crate) policy: &'a Policy,
}
