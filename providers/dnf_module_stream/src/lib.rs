//! The resource type `dnf_module_stream`: the enabled stream of a module of dnf.

mod dnf;
mod listing;
mod schema;
#[cfg(test)]
mod tests;

pub use dnf::Dnf;
pub use schema::*;
