//! The resource types `network_config` and `network_route`: the configuration of interfaces and routes in files of Debian, Red Hat and
//! SUSE.

mod address;
mod assignments;
mod attributes;
mod interfaces;
mod route;
mod routes;
mod schema;
mod scripts;
mod stanzas;
#[cfg(test)]
mod tests;
mod values;

pub use interfaces::Interfaces;
pub use routes::Routes;
pub use schema::*;
pub use scripts::Scripts;
pub use values::{Address, Mtu, Netmask, Options};
