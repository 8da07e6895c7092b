//! The resource types `alternatives`, which selects the program that a common name refers to, and
//! `alternative_entry`, which manages the programs available for a name. The current state is read from the
//! files of the system's own tool; changes are made by the tool.

mod entry;
mod schema;
mod selection;
mod store;
#[cfg(test)]
mod tests;

pub use entry::Priority;
pub use schema::*;
