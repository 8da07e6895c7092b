//! The resource type `vcsrepo`: copies of repositories, kept at a revision. Only `git` is supported; its
//! commands are in `command.rs`, reading a repository in `repository.rs` and `revision.rs`, creating and
//! changing it in `create.rs` and `update.rs`.

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
