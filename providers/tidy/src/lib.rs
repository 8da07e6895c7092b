//! The resource type `tidy`. It removes no files itself, but generates `file` resources that remove them.

mod attribute;
mod canonical;
mod schema;
mod sweep;

pub use schema::{Tidy, TidyAttribute, TidyState};
pub use sweep::Sweep;
