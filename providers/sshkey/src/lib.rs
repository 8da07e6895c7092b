//! Owns the resource type `sshkey`: the keys by which the hosts of others are known.

mod entry;
mod parsed;
mod schema;
mod value;

pub use parsed::Parsed;
pub use schema::*;
pub use value::{Alias, Name};
