//! The resource type `archive`: files that are downloaded or copied, verified and extracted. `state.rs`
//! determines the current state, `transfer.rs` fetches the file, `remote.rs` sends requests to other hosts,
//! `extract.rs` extracts archives.

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
