//! The resource type `posix_acl`: access control lists of files and directories.

mod entry;
mod relation;
mod schema;
mod setfacl;
#[cfg(test)]
mod tests;

pub use entry::Entry;
pub use schema::*;
pub use setfacl::Setfacl;
