//! Checks which users can change a file or directory that controls a run: its owner, its permissions, and the
//! owners and permissions of all directories above it.
//!
//! OpenSSH's `StrictModes` is the model. A [`Checker`] judges the descriptor that is read, and walks the directories above it by
//! descriptor from `/`, so that no path is resolved twice. Once every directory of the chain has passed, no other user can exchange an
//! entry of it.

mod check;
mod error;
mod identity;
mod judge;
mod walk;

pub use check::Checker;
pub use error::{CheckError, Exposure};
pub use identity::home;
pub use judge::OwnershipRule;
