//! The resource type `group` and its provider for systems with `groupadd` and related programs.

mod canonical;
mod groupadd;
mod schema;
mod tool;
mod value;

pub use groupadd::Groupadd;
pub use schema::*;
pub use value::{Gid, Names};

#[cfg(test)]
mod tests;
