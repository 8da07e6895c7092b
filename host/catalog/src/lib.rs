//! The catalog shared by compiler and transaction, with its resources, values and references, and the
//! relationship graph. The crate is pure: it neither evaluates code nor accesses the system.

mod catalog;
pub mod diff;
mod engine;
pub mod graph;
mod json_fault;
mod level;
mod metaparameter;
mod resource;
pub mod text_diff;
mod value;
pub mod wire;

pub use catalog::{Catalog, CatalogError, ResourceIndex};
pub use engine::{add_defaults, engine_types, is_engine_type};
pub use json_fault::json_fault;
pub use level::Level;
/// The schema of the contract, for crates that access types only through the catalog.
pub use marotte_contract::schema;
pub use metaparameter::Metaparameter;
pub use resource::{Parameter, Position, Resource, ResourceRef, is_tag};
pub use value::{Deferred, Object, Sensitive, TextualValue, Value};

/// The Puppet version whose language, messages and reports are implemented; `puppetversion` in manifests.
pub const PUPPET_VERSION: &str = "7.23.0";
