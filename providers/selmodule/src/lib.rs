//! The resource type `selmodule`: modules of an SELinux policy.

mod canonical;
mod module;
mod schema;
mod semodule;

pub use schema::*;
pub use semodule::Semodule;

#[cfg(test)]
mod tests;
