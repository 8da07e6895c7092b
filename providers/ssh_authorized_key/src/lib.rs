//! The resource type `ssh_authorized_key`: keys that authorize logins as a user.

mod canonical;
mod entry;
mod key_owner;
mod parsed;
mod schema;
mod value;

pub use parsed::Parsed;
pub use schema::*;
pub use value::{Comment, Key, Options};
