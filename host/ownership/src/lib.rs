//! Checks which users can change a file or directory that controls a run: its owner, its permissions, and the
//! owners and permissions of all directories above it.
//!
//! The model is OpenSSH's `StrictModes`. A [`Checker`] examines the descriptor that is read, and walks the
//! directories above it by descriptor from `/`, so that no path is resolved twice. Once all directories on the
//! path are accepted, no other user can replace an entry of them.

mod check;
mod error;
mod identity;
mod rule;
mod walk;

pub use check::Checker;
pub use error::{CheckError, Exposure};
pub use identity::{home, home_in_database};
pub use rule::OwnershipRule;
