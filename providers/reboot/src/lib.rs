//! The resource type `reboot`: restarts the system after a run in which a resource that it subscribes to has changed.

mod schema;
mod shutdown;
#[cfg(test)]
mod tests;

pub use schema::*;
pub use shutdown::Shutdown;
