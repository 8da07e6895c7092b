//! The resource type `mount`: the file system table, mounted file systems, and the commands that change them.

mod canonical;
mod entry;
mod mounted;
mod parsed;
mod relation;
mod schema;
#[cfg(test)]
mod tests;
mod value;

pub use parsed::Parsed;
pub use schema::*;
pub use value::{Dump, Number, Point, Refused, Word};
