//! Owns the resource type `user`. No provider is built yet, so each of them is suitable nowhere.

mod schema;

pub use schema::*;
