//! Owns reading what a component says about itself: schema, manifest and imports. No code of the component is run or
//! compiled for it; the walk goes from section to section and costs microseconds.

use marotte_wit::manifest::Manifest;
use marotte_wit::schema::PackageSchema;
use marotte_wit::{MANIFEST_SECTION, SCHEMA_SECTION};
use thiserror::Error;
use wasmparser::{Parser, Payload};

use crate::error::cut;
use crate::gate::import::ALL;

/// The largest component that is looked at.
pub const MAX_COMPONENT: usize = 64 << 20;

/// The largest schema or manifest that is read.
const MAX_SECTION: usize = 4 << 20;

/// As much is said of what is wrong.
const MAX_REASON: usize = 1024;

/// Interfaces that only name the forms of values.
const FORMS: [&str; 5] = ["values", "errors", "fs-types", "http-types", "process-types"];

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
    /// What it exports.
    exports: Vec<String>,
}

impl Package {
    /// Tells whether this program can run the component at all.
    ///
    /// # Errors
    /// It was built for another version of the contract, or imports what is not in it.
    pub(crate) fn check(&self) -> Result<(), PackageError> {
        let (contract, ours) = marotte_wit::PACKAGE.split_once('@').unwrap_or((marotte_wit::PACKAGE, ""));
        for name in self.imports.iter().chain(&self.exports) {
            let version = name.strip_prefix(contract).and_then(|rest| rest.strip_prefix('/')?.split_once('@'));
            if let Some((_, theirs)) = version.filter(|(_, theirs)| track(theirs) != track(ours)) {
                return Err(PackageError::Version { name: self.name.clone(), theirs: theirs.to_owned(), ours });
            }
        }
        let is_ours = |import: &str| {
            let interface = import.strip_prefix(contract).and_then(|rest| rest.strip_prefix('/')?.split('@').next());
            interface.is_some_and(|name| FORMS.contains(&name) || ALL.iter().any(|known| known.interface == name))
        };
        let is_foreign = |import: &&str| !import.starts_with("wasi:") && !is_ours(import);
        let foreign: Vec<&str> = self.imports.iter().map(String::as_str).filter(is_foreign).collect();
        if foreign.is_empty() {
            return Ok(());
        }
        Err(PackageError::Foreign { name: self.name.clone(), imports: foreign.join(", ") })
    }
}

/// What has to be the same for two versions to fit together: the first number, and the second while the first is 0.
fn track(version: &str) -> (&str, &str) {
    let mut numbers = version.split('.');
    match (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default()) {
        ("0", minor) => ("0", minor),
        (major, _) => (major, ""),
    }
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
    /// It was built against another contract.
    #[error("the component '{name}' was built for version {theirs} of the contract; this program has version {ours}")]
    Version {
        /// The component's name.
        name: String,
        /// The version that it was built for.
        theirs: String,
        /// Ours.
        ours: &'static str,
    },
    /// It asks for what nobody lends.
    #[error("the component '{name}' imports {imports}, which is not in the contract")]
    Foreign {
        /// The component's name.
        name: String,
        /// What it asks for.
        imports: String,
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
    if bytes.len() > MAX_COMPONENT {
        let reason = format!("it has more than {} MiB", MAX_COMPONENT >> 20);
        return Err(PackageError::Malformed { name: name.to_owned(), reason });
    }
    // What is wrong may be as long as what is read.
    let unreadable =
        |reason: String| PackageError::Unreadable { name: name.to_owned(), reason: cut(reason, MAX_REASON) };
    let missing = |section| PackageError::Missing { name: name.to_owned(), section };
    let sections = read_sections(bytes).map_err(|reason| PackageError::Malformed { name: name.to_owned(), reason })?;
    let schema = text("schema", sections.schema.ok_or_else(|| missing(SCHEMA_SECTION))?).map_err(unreadable)?;
    let manifest = text("manifest", sections.manifest.ok_or_else(|| missing(MANIFEST_SECTION))?).map_err(unreadable)?;
    let schema = PackageSchema::from_json(schema).map_err(|error| unreadable(error.to_string()))?;
    let manifest = Manifest::from_toml(manifest).map_err(|error| unreadable(format!("its manifest: {error}")))?;
    let (imports, exports) = (sections.imports, sections.exports);
    Ok(Package { name: name.to_owned(), digest: None, schema, manifest, imports, exports })
}

#[derive(Default)]
struct Sections<'a> {
    schema: Option<&'a [u8]>,
    manifest: Option<&'a [u8]>,
    imports: Vec<String>,
    exports: Vec<String>,
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
            Payload::ComponentExportSection(exports) if depth == 0 => {
                for export in exports {
                    let export = export.map_err(|error| first_line(&error))?;
                    sections.exports.push(export.name.name.to_owned());
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

fn text<'a>(what: &str, bytes: &'a [u8]) -> Result<&'a str, String> {
    if bytes.len() > MAX_SECTION {
        return Err(format!("its {what} has more than {} MiB", MAX_SECTION >> 20));
    }
    std::str::from_utf8(bytes).map_err(|error| format!("its {what} is not UTF-8: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_component_is_refused_by_name() {
        let error = read_package("x", b"#!/bin/sh\n").unwrap_err();
        let message = "'x' is not a WebAssembly component: magic header not detected: bad magic number (at byte 0)";
        assert_eq!(error.to_string(), message);
        let large = vec![0; MAX_COMPONENT + 1];
        assert!(read_package("x", &large).unwrap_err().to_string().contains("more than 64 MiB"));
        let module = b"\0asm\x01\0\0\0";
        assert!(matches!(read_package("x", module), Err(PackageError::Malformed { .. })));
        let empty = b"\0asm\x0d\0\x01\0";
        assert_eq!(
            read_package("x", empty).unwrap_err(),
            PackageError::Missing { name: "x".into(), section: SCHEMA_SECTION }
        );
    }

    fn package(imports: &[&str], exports: &[&str]) -> Package {
        let schema = PackageSchema::from_json(r#"{"version":1}"#).unwrap();
        let manifest = "[package]\nname = 'a/b'\nversion = '1.0.0'\ninterface = '0.1'\n";
        let manifest = Manifest::from_toml(manifest).unwrap();
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Package { name: "x".into(), digest: None, schema, manifest, imports: owned(imports), exports: owned(exports) }
    }

    #[test]
    fn another_version_and_an_unknown_import_are_told() {
        assert!(package(&["marotte:provider/log@0.1.7", "wasi:io/poll@0.2.6"], &[]).check().is_ok());
        let stale = package(&[], &["marotte:provider/types@0.9.0"]).check().unwrap_err().to_string();
        assert_eq!(
            stale,
            "the component 'x' was built for version 0.9.0 of the contract; this program has version 0.1.0"
        );
        let unknown = package(&["marotte:provider/teleport@0.1.0", "evil:thing/x"], &[]).check().unwrap_err();
        let said =
            "the component 'x' imports marotte:provider/teleport@0.1.0, evil:thing/x, which is not in the contract";
        assert_eq!(unknown.to_string(), said);
    }

    #[test]
    fn versions_fit_within_their_track() {
        assert_eq!(track("0.1.0"), track("0.1.9"));
        assert_ne!(track("0.1.0"), track("0.2.0"));
        assert_eq!(track("1.0.0"), track("1.7.2"));
        assert_ne!(track("1.0.0"), track("2.0.0"));
    }
}
