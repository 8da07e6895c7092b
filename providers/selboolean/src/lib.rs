//! The resource type `selboolean`: booleans of an SELinux policy.

mod getsetsebool;
mod schema;

pub use getsetsebool::Getsetsebool;
pub use schema::*;

#[cfg(test)]
mod tests;
