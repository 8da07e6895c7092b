//! The resource type `shellvar`: a variable in a shell script or in a file of the same syntax.

mod assignment;
mod document;
mod edit;
mod provider;
mod scan;
mod schema;
#[cfg(test)]
mod tests;
mod words;

pub use provider::Script;
pub use schema::*;
pub use words::Word;
