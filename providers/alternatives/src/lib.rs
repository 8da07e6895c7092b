//! Owns the resource types `alternatives`, which of several programs a common name leads to, and `alternative_entry`, the programs that
//! there are for a name. What is there they read where the system's own tool keeps it; changes are left to the tool.

mod entry;
mod schema;
mod selection;
mod store;
#[cfg(test)]
mod tests;

pub use entry::Priority;
pub use schema::*;
