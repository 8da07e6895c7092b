//! The part of the provider contract that SDK, runtime and registry share: the schema document, the provider
//! manifest, its grants with their text form, comparison and host patterns, and the reader of components that
//! embed these documents. The WIT files next to this crate are the rest of the contract. This crate performs
//! no I/O and does not depend on the host.

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
