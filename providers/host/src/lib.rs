//! The resource type `host`: an address and its names, a line of `/etc/hosts`. Lines that no resource speaks of stay as they
//! are.

mod entry;
mod parsed;
mod schema;
mod value;

pub use parsed::Parsed;
pub use schema::{Component, Ensure, Host, HostAttribute, HostState};
pub use value::{Address, Alias, Comment, Name};
