//! Owns the resource type `file`. It asks for the path that a resource names and for the sources that it gives, nothing else.

mod attribute;
mod canonical;
mod desired;
mod identity;
mod mode;
mod posix;
mod schema;
mod source;

pub use posix::Posix;
pub use schema::{File, FileAttribute, FileState};
