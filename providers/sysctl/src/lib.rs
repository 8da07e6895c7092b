//! The resource types `sysctl` and `sysctl_runtime`: settings of the kernel, as they are kept in a file and as they are now.

mod parsed;
mod runtime;
mod schema;
mod setting;

pub use parsed::Parsed;
pub use runtime::Runtime;
pub use schema::{
    Component, Ensure, Sysctl, SysctlAttribute, SysctlRuntime, SysctlRuntimeAttribute, SysctlRuntimeState, SysctlState,
};
pub use setting::{Setting, Val};
