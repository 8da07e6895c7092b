//! Sources and verification of components: sources of artifacts, signatures and the policy that decides which
//! are accepted, the lock file with the versions in use, and the store of installed components. Environments are
//! published, verified and stored in the same way. This crate prints nothing, does not read environment variables and runs no
//! component.

pub mod accepted;
pub mod artifact;
pub mod digest;
pub mod environment;
mod file_error;
pub mod index;
pub mod installed;
pub mod key;
pub mod layout;
pub mod lock;
pub mod network;
pub mod oci;
pub mod pack;
pub mod policy;
pub mod repository;
pub mod resolver;
#[cfg(test)]
mod sample;
pub mod signature;
pub mod source;
pub mod store;

pub use accepted::AcceptedProviders;
pub use artifact::Artifact;
pub use digest::Digest;
pub use file_error::FileError;
pub use index::RepositoryIndex;
pub use key::{PrivateKey, PublicKey};
pub use layout::OciLayout;
pub use lock::{LockFile, LockGuard, LockedProvider};
pub use marotte_contract::grants::{Grant, beyond};
pub use network::Network;
pub use oci::Registry;
pub use policy::Policy;
pub use repository::Repository;
pub use signature::Signature;
pub use source::{ArtifactSource, FetchedArtifact, SourceError, SourceLocator};
pub use store::ProviderStore;
