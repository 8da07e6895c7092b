//! Owns the resource type `ssh_authorized_key`: the keys with which one may come in as a user.

mod canonical;
mod entry;
mod keeper;
mod parsed;
mod schema;
mod value;

pub use parsed::Parsed;
pub use schema::*;
pub use value::{Comment, Key, Options};
