//! Owns the resource type `group`. No provider is built yet, so each of them is suitable nowhere.

mod schema;

pub use schema::*;
