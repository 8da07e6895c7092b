//! The resource type `swap_file`: files that are used as swap space.

mod schema;
mod swapon;
#[cfg(test)]
mod tests;

pub use schema::*;
pub use swapon::Swapon;
