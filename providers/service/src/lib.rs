//! Owns the resource type `service`: one module for each service manager, what they have in common in `keeper`, what a manifest gives
//! to be run in `own`, and the process table in `process`.

mod base;
mod command;
mod debian;
mod init;
mod keeper;
mod openrc;
mod own;
mod process;
mod redhat;
mod runit;
mod schema;
mod systemd;
#[cfg(test)]
mod tests;
mod value;

use keeper::Keeper;
pub use schema::*;
pub use value::{Folders, Line, Seconds};

/// The provider `base`.
pub(crate) type Base = Keeper<base::Processes>;
/// The provider `debian`.
pub(crate) type Debian = Keeper<debian::Debian>;
/// The provider `init`.
pub(crate) type Init = Keeper<init::Init>;
/// The provider `openrc`.
pub(crate) type OpenRc = Keeper<openrc::OpenRc>;
/// The provider `redhat`.
pub(crate) type RedHat = Keeper<redhat::RedHat>;
/// The provider `runit`.
pub(crate) type Runit = Keeper<runit::Runit>;
/// The provider `systemd`.
pub(crate) type Systemd = Keeper<systemd::Systemd>;
