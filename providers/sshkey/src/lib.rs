//! The resource type `sshkey`: the public keys of known hosts.

mod entry;
mod parsed;
mod schema;
mod value;

pub use parsed::Parsed;
pub use schema::*;
pub use value::{Alias, Name};
