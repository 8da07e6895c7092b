//! Owns the resource type `archive`: files that are downloaded or copied, checked and unpacked. `state.rs` tells whether that is done,
//! `transfer.rs` brings the file, `remote.rs` asks other machines, `extract.rs` unpacks.

mod canonical;
mod extract;
mod provider;
mod remote;
mod schema;
mod state;
#[cfg(test)]
mod tests;
mod transfer;
mod value;

pub use provider::Transfer;
pub use schema::*;
pub use value::{ArchivePath, Checksum, ExtractPath, Flags, Headers, Source, TempDir};
