//! The resource type `archive`: files that are downloaded or copied, checked and unpacked. `state.rs`
//! determines whether that is done, `transfer.rs` fetches the file, `remote.rs` sends requests to other
//! hosts, `extract.rs` unpacks.

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
