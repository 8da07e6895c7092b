//! The resource type `user` and its provider for systems with `useradd` and related programs.

mod accounts_db;
mod canonical;
mod keys;
mod relation;
mod schema;
mod tool;
mod useradd;
mod value;

pub use schema::*;
pub use useradd::Useradd;
pub use value::{Expiry, Id, MaxAge, MinAge, Names, PurgeSshKeys, WarnDays};

#[cfg(test)]
mod tests;
