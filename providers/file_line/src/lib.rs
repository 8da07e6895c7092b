//! Owns the resource type `file_line`: that a line is in a file, or is not, whatever else is there. It refuses to look into a
//! Sensitive line: the host tells whether a line of the file is it.

mod canonical;
mod edit;
mod encoding;
mod ruby;
mod schema;

pub use ruby::Ruby;
pub use schema::{Component, Ensure, FileLine, FileLineAttribute, FileLineState, Switch};
