//! The resource type `host`: an address and its names in `/etc/hosts`. Lines without a resource are
//! preserved.

mod entry;
mod parsed;
mod schema;
mod value;

pub use parsed::Parsed;
pub use schema::{Component, Ensure, Host, HostAttribute, HostState};
pub use value::{Address, Alias, Comment, Name};
