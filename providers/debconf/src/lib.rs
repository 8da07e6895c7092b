//! The resource type `debconf`: answers to questions in Debian's configuration database.

mod answer;
mod database;
mod schema;
#[cfg(test)]
mod tests;

pub use database::Database;
pub use schema::*;
