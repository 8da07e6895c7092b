//! The resource type `apt_key`: a key in the keyring with which apt verifies packages.

mod keyring;
mod listing;
mod schema;
#[cfg(test)]
mod tests;
mod value;

pub use keyring::Keyring;
pub use schema::*;
pub use value::{KeyId, Server, Source};
