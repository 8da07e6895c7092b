//! The resource type `file_line`: a line is present in a file, or absent, regardless of the other lines. A
//! Sensitive line is not read; the host compares it with the lines of the file.

mod canonical;
mod edit;
mod encoding;
mod ruby;
mod schema;

pub use ruby::Ruby;
pub use schema::{Component, Ensure, FileLine, FileLineAttribute, FileLineState, Switch};
