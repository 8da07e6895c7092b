//! Owns the resource type `package`. No package system is built yet, so each of them is suitable nowhere.

mod schema;

pub use schema::*;
