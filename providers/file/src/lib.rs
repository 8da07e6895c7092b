//! The resource type `file`. It needs access only to the path of the resource, to its sources on this system
//! and on web servers, and to additional resources of its own type.

mod attribute;
mod canonical;
mod checksum;
mod desired;
mod identity;
mod label;
mod mode;
mod posix;
mod remote;
mod schema;
mod source;

pub use posix::Posix;
pub use schema::{File, FileAttribute, FileState};
