//! Owns the resource type `mount`: the table of file systems, what is mounted, and the commands that change that.

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
