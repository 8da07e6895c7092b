//! The resource type `loginctl_user`: users whose services run without a session.

mod loginctl;
mod schema;
#[cfg(test)]
mod tests;

pub use loginctl::Loginctl;
pub use schema::*;
