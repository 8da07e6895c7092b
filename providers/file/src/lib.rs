//! The resource type `file`. It asks for the path that a resource names, for the sources that it gives and for more resources of
//! its own type, nothing else.

mod attribute;
mod canonical;
mod checksum;
mod desired;
mod identity;
mod label;
mod mode;
mod posix;
mod schema;
mod source;

pub use posix::Posix;
pub use schema::{File, FileAttribute, FileState};
