//! Owns what sdk, runtime and registry share of the provider contract: the schema document, the provider manifest, the grants in it
//! with how they are told, compared and name hosts, and how a component that carries them is read. The WIT files beside this crate are
//! the rest of the contract. No I/O, no knowledge of any host.

pub mod arguments;
pub mod grants;
pub mod manifest;
pub mod network;
#[cfg(feature = "package")]
pub mod package;
pub mod schema;

/// The name of the custom section that holds the schema document.
pub const SCHEMA_SECTION: &str = "marotte:schema";

/// The name of the custom section that holds the provider manifest (`provider.toml`).
pub const MANIFEST_SECTION: &str = "marotte:manifest";

/// The WIT package that this version of the contract describes, with its version.
pub const PACKAGE: &str = "marotte:provider@0.1.0";
