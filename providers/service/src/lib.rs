//! The resource type `service`: one module for each service manager, their common part in `service_provider`,
//! the commands of a manifest in `custom_commands`, and the process table in `process`.

mod base;
mod command;
mod custom_commands;
mod debian;
mod init;
mod openrc;
mod process;
mod redhat;
mod runit;
mod schema;
mod service_provider;
mod systemd;
#[cfg(test)]
mod tests;
mod value;

pub use schema::*;
use service_provider::ServiceProvider;
pub use value::{Directories, Line, Seconds};

/// The provider `base`.
pub(crate) type Base = ServiceProvider<base::Processes>;
/// The provider `debian`.
pub(crate) type Debian = ServiceProvider<debian::Debian>;
/// The provider `init`.
pub(crate) type Init = ServiceProvider<init::Init>;
/// The provider `openrc`.
pub(crate) type OpenRc = ServiceProvider<openrc::OpenRc>;
/// The provider `redhat`.
pub(crate) type RedHat = ServiceProvider<redhat::RedHat>;
/// The provider `runit`.
pub(crate) type Runit = ServiceProvider<runit::Runit>;
/// The provider `systemd`.
pub(crate) type Systemd = ServiceProvider<systemd::Systemd>;
