//! The resource type `package` and its providers, one file for each package system. Their common part (when a
//! package is in sync, how it is changed, and the log messages) is in `managed.rs`; a package system
//! implements `Backend`.

mod apk;
mod apt;
mod backend;
mod canonical;
mod command;
mod current;
mod deb;
mod dpkg;
mod flatpak;
mod gem;
mod managed;
mod npm;
mod options;
mod pacman;
mod pip;
mod rpm;
mod schema;
mod snap;
#[cfg(test)]
mod tests;
mod version;
mod yum;
mod zypper;

pub use current::Current;
pub use options::Options;
pub use schema::*;
