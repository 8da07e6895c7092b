//! Owns the resource type `vcsrepo`: copies of repositories, kept at a revision. `git` is built; what `git` is asked and told is in `command.rs`,
//! how a repository is read in `repository.rs` and `revision.rs`, how it is made and changed in `create.rs` and `update.rs`.

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
