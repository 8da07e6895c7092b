//! Owns the resource type `service`. No service manager is built yet, so each of them is suitable nowhere.

mod schema;

pub use schema::*;
