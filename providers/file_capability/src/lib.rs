//! The resource type `file_capability`: capabilities of programs on Linux.

mod schema;
mod setcap;
#[cfg(test)]
mod tests;

pub use schema::*;
pub use setcap::Setcap;
