//! Owns where components come from: sources that have them, signatures and the policy that say whose are taken, the lock that says which
//! one a run uses, the store that keeps them. It prints nothing, reads no environment and runs no component.

pub mod accepted;
pub mod artifact;
pub mod digest;
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
pub mod whole;

pub use accepted::Accepted;
pub use artifact::Artifact;
pub use digest::Digest;
pub use index::Index;
pub use key::{PrivateKey, PublicKey};
pub use layout::Layout;
pub use lock::{Changes, Entry, Lock};
pub use marotte_wit::grants::{Grant, beyond};
pub use network::Network;
pub use oci::Registry;
pub use policy::Policy;
pub use repository::Repository;
pub use signature::Signature;
pub use source::{Fetched, Place, Source, SourceError};
pub use store::Store;
