//! Owns the resource type `tidy`. There is no provider yet, so a resource of this type fails.

mod schema;

pub use schema::*;
