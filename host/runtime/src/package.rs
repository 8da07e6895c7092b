//! Owns reading what a component says about itself: schema, manifest and imports. No code of the component is run or
//! compiled for it; the walk goes from section to section and costs microseconds.

use marotte_wit::manifest::Manifest;
use marotte_wit::schema::PackageSchema;
use marotte_wit::{MANIFEST_SECTION, SCHEMA_SECTION};
use thiserror::Error;
use wasmparser::{Parser, Payload};

/// A component as it describes itself.
#[derive(Debug, Clone)]
pub struct Package {
    /// The name that the embedder gave it.
    pub name: String,
    /// The SHA-256 of its bytes, where the embedder gave it or it has been needed.
    pub digest: Option<[u8; 32]>,
    /// Its types and providers.
    pub schema: PackageSchema,
    /// Who made it and what it asks to be granted.
    pub manifest: Manifest,
    /// The interfaces that it imports: the proof of what it can do at all.
    pub imports: Vec<String>,
}

/// Why a component cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PackageError {
    /// The bytes are not a component.
    #[error("'{name}' is not a WebAssembly component: {reason}")]
    Malformed {
        /// The component's name.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// It does not describe itself.
    #[error("the component '{name}' has no section '{section}'; build it with the sdk or `marotte provider build`")]
    Missing {
        /// The component's name.
        name: String,
        /// The section that it lacks.
        section: &'static str,
    },
    /// What it says about itself cannot be read.
    #[error("the component '{name}': {reason}")]
    Unreadable {
        /// The component's name.
        name: String,
        /// What is wrong.
        reason: String,
    },
}

/// Reads what a component says about itself.
///
/// # Errors
/// The bytes are no component, or a section is missing or malformed.
pub fn read_package(name: &str, bytes: &[u8]) -> Result<Package, PackageError> {
    let unreadable = |reason: String| PackageError::Unreadable { name: name.to_owned(), reason };
    let missing = |section| PackageError::Missing { name: name.to_owned(), section };
    let sections = read_sections(bytes).map_err(|reason| PackageError::Malformed { name: name.to_owned(), reason })?;
    let schema = text(sections.schema.ok_or_else(|| missing(SCHEMA_SECTION))?).map_err(unreadable)?;
    let manifest = text(sections.manifest.ok_or_else(|| missing(MANIFEST_SECTION))?).map_err(unreadable)?;
    let schema = PackageSchema::from_json(schema).map_err(|error| unreadable(error.to_string()))?;
    let manifest = Manifest::from_toml(manifest).map_err(|error| unreadable(format!("its manifest: {error}")))?;
    Ok(Package { name: name.to_owned(), digest: None, schema, manifest, imports: sections.imports })
}

#[derive(Default)]
struct Sections<'a> {
    schema: Option<&'a [u8]>,
    manifest: Option<&'a [u8]>,
    imports: Vec<String>,
}

/// Collects the sections of the component and of the core modules in it, since a linker may leave them in either.
fn read_sections(bytes: &[u8]) -> Result<Sections<'_>, String> {
    let mut sections = Sections::default();
    let mut depth = 0_u32;
    for payload in Parser::new(0).parse_all(bytes) {
        match payload.map_err(|error| first_line(&error))? {
            Payload::Version { encoding, .. } if depth == 0 && encoding != wasmparser::Encoding::Component => {
                return Err("it is a core module".into());
            }
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth = depth.saturating_sub(1),
            Payload::ComponentImportSection(imports) if depth == 0 => {
                for import in imports {
                    let import = import.map_err(|error| first_line(&error))?;
                    sections.imports.push(import.name.name.to_owned());
                }
            }
            // The first of a kind counts.
            Payload::CustomSection(section) if section.name() == SCHEMA_SECTION => {
                sections.schema.get_or_insert(section.data());
            }
            Payload::CustomSection(section) if section.name() == MANIFEST_SECTION => {
                sections.manifest.get_or_insert(section.data());
            }
            _ => {}
        }
    }
    Ok(sections)
}

/// What follows are bytes, which nobody wants to see.
fn first_line(error: &wasmparser::BinaryReaderError) -> String {
    let message = error.message();
    let line = message.lines().next().unwrap_or_default();
    format!("{} (at byte {})", line.split(" - expected=").next().unwrap_or(line), error.offset())
}

fn text(bytes: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(bytes).map_err(|error| format!("a section is not UTF-8: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_component_is_refused_by_name() {
        let error = read_package("x", b"#!/bin/sh\n").unwrap_err();
        let message = "'x' is not a WebAssembly component: magic header not detected: bad magic number (at byte 0)";
        assert_eq!(error.to_string(), message);
        let module = b"\0asm\x01\0\0\0";
        assert!(matches!(read_package("x", module), Err(PackageError::Malformed { .. })));
        let empty = b"\0asm\x0d\0\x01\0";
        assert_eq!(
            read_package("x", empty).unwrap_err(),
            PackageError::Missing { name: "x".into(), section: SCHEMA_SECTION }
        );
    }
}
