//! The resource types `sysctl` and `sysctl_runtime`: kernel parameters in a file and in the running kernel.

mod applied;
mod comment;
mod parsed;
mod runtime;
mod schema;
mod setting;

pub use parsed::Parsed;
pub use runtime::Runtime;
pub use schema::{
    Component, Ensure, Switch, Sysctl, SysctlAttribute, SysctlRuntime, SysctlRuntimeAttribute, SysctlRuntimeState,
    SysctlState,
};
pub use setting::{Setting, Val};
