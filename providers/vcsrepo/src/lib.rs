//! The resource type `vcsrepo`: working copies and bare repositories at a given revision. Only `git` is
//! supported. `command.rs` runs git, `repository.rs` and `revision.rs` read a repository, `create.rs` and
//! `update.rs` create and change it.

mod canonical;
mod command;
mod create;
mod git;
mod repository;
mod revision;
mod schema;
#[cfg(test)]
mod tests;
mod update;
mod value;

pub use git::Git;
pub use schema::*;
pub use value::{Count, Lines, Mask, Owner, Path, Proxy, Remote, Revision, Source};
