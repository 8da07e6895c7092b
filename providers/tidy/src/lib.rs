//! The resource type `tidy`. It looks at files and asks for resources of the type `file` that remove them; it removes nothing
//! itself.

mod attribute;
mod canonical;
mod schema;
mod sweep;

pub use schema::{Tidy, TidyAttribute, TidyState};
pub use sweep::Sweep;
