//! Reads the description that a component embeds: schema, manifest and imports. Component code is neither run
//! nor compiled; the reader walks from section to section, which takes microseconds.

mod seek;

use std::io::{self, Read, Seek};
use std::str::Utf8Error;

use serde::Deserialize;
use thiserror::Error;
use wasmparser::{BinaryReaderError, Parser, Payload};

use crate::grants::{self, Grant};
use crate::manifest::Manifest;
use crate::schema::{self, PackageSchema, SchemaError};
use crate::{MANIFEST_SECTION, PACKAGE, SCHEMA_SECTION};

/// The maximum size of a component.
pub const MAX_COMPONENT: usize = 64 << 20;

/// The maximum size of a schema or manifest.
const MAX_SECTION: usize = 4 << 20;

/// The length of magic number and version at the beginning of a component.
const HEADER: usize = 8;

/// Error messages are truncated to this length.
const MAX_REASON: usize = 1024;

/// The embedded description of a component.
#[derive(Debug, Clone)]
pub struct Package {
    /// The name assigned by the embedder.
    pub name: String,
    /// The SHA-256 digest of the component, if the embedder supplied it or it has been computed.
    pub digest: Option<[u8; 32]>,
    /// The types and providers of the component.
    pub schema: PackageSchema,
    /// The author of the component and the grants that it requests.
    pub manifest: Manifest,
    /// The imported interfaces, which limit the operations of the component.
    pub imports: Vec<String>,
    /// The exported interfaces.
    pub exports: Vec<String>,
}

impl Package {
    /// Returns the grants that the component requests.
    #[must_use]
    pub fn requested_grants(&self) -> Vec<Grant> {
        grants::requested(&self.schema, &self.manifest)
    }

    /// Returns the text of the requested grants, one line for each: "write /etc/motd".
    #[must_use]
    pub fn grants(&self) -> Vec<String> {
        self.requested_grants().iter().map(ToString::to_string).collect()
    }

    /// Checks that the component was built for a contract version compatible with this program.
    ///
    /// # Errors
    /// Returns an error if the component was built for an incompatible version.
    pub fn check_version(&self) -> Result<(), PackageError> {
        check_version(&self.name, &self.imports, &self.exports)?;
        check_interface(&self.name, &self.manifest.package.interface)
    }
}

fn check_version(name: &str, imports: &[String], exports: &[String]) -> Result<(), PackageError> {
    let (contract, ours) = PACKAGE.split_once('@').unwrap_or((PACKAGE, ""));
    for interface in imports.iter().chain(exports) {
        let version = interface.strip_prefix(contract).and_then(|rest| rest.strip_prefix('/')?.split_once('@'));
        if let Some((_, theirs)) = version.filter(|(_, theirs)| track(theirs) != track(ours)) {
            return Err(PackageError::Version { name: name.to_owned(), theirs: theirs.to_owned(), ours });
        }
    }
    Ok(())
}

fn check_interface(name: &str, theirs: &str) -> Result<(), PackageError> {
    let ours = PACKAGE.split_once('@').map_or("", |(_, version)| version);
    if track(theirs) == track(ours) {
        return Ok(());
    }
    Err(PackageError::Version { name: name.to_owned(), theirs: theirs.to_owned(), ours })
}

/// Checks the version fields of documents that could not be parsed. Other fields are ignored.
fn check_documents(name: &str, documents: Documents<&str>) -> Result<(), PackageError> {
    #[derive(Deserialize)]
    struct Manifest {
        package: Head,
    }
    #[derive(Deserialize)]
    struct Head {
        interface: String,
    }
    #[derive(Deserialize)]
    struct Schema {
        version: u32,
    }
    if let Ok(manifest) = toml::from_str::<Manifest>(documents.manifest) {
        check_interface(name, &manifest.package.interface)?;
    }
    match serde_json::from_str::<Schema>(documents.schema) {
        Ok(Schema { version }) if version != schema::VERSION => {
            Err(PackageError::Schema { name: name.to_owned(), theirs: version, ours: schema::VERSION })
        }
        _ => Ok(()),
    }
}

/// Returns a hint for resolving a version mismatch between a component and this program.
fn remedy(theirs: &str, ours: &str) -> &'static str {
    let numbers = |version: &str| -> Vec<u64> { version.split('.').map_while(|number| number.parse().ok()).collect() };
    if numbers(theirs) > numbers(ours) { "update marotte" } else { "a newer version of the component is needed" }
}

/// Returns the part of a version that must be equal for two versions to be compatible: the major version, and
/// the minor version while the major version is 0.
fn track(version: &str) -> (&str, &str) {
    let mut numbers = version.split('.');
    match (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default()) {
        ("0", minor) => ("0", minor),
        (major, _) => (major, ""),
    }
}

/// Reason why a component cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PackageError {
    /// The bytes are not a component.
    #[error("'{name}' is not a WebAssembly component: {reason}")]
    Malformed {
        /// The component's name.
        name: String,
        /// The reason.
        reason: String,
    },
    /// The component lacks a section that describes it.
    #[error("the component '{name}' has no section '{section}'; build it with the sdk or `marotte provider build`")]
    Missing {
        /// The component's name.
        name: String,
        /// The missing section.
        section: &'static str,
    },
    /// The component was built against an incompatible contract version.
    #[error(
        "the component '{name}' was built for version {theirs} of the contract; this program has version {ours}: {}",
        remedy(theirs, ours)
    )]
    Version {
        /// The component's name.
        name: String,
        /// The version for which the component was built.
        theirs: String,
        /// The version of this program.
        ours: &'static str,
    },
    /// The schema document has an unsupported version.
    #[error(
        "the schema of the component '{name}' is a document of version {theirs}; this program reads version {ours}: {}",
        remedy(&theirs.to_string(), &ours.to_string())
    )]
    Schema {
        /// The component's name.
        name: String,
        /// The version of the schema document.
        theirs: u32,
        /// The version that this program reads.
        ours: u32,
    },
    /// The component imports a function that is not in the contract.
    #[error("the component '{name}' imports {imports}, which is not in the contract")]
    Foreign {
        /// The component's name.
        name: String,
        /// The names of the unknown imports.
        imports: String,
    },
    /// The description cannot be read.
    #[error("the component '{name}': {reason}")]
    Unreadable {
        /// The component's name.
        name: String,
        /// The reason.
        reason: String,
    },
}

/// Reason why bytes are not a component with readable sections.
#[derive(Debug, Error)]
enum FormatError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("{}", first_line(.0))]
    Binary(#[from] BinaryReaderError),
    #[error("it is a core module")]
    CoreModule,
    #[error("expected a module or component at byte {at}")]
    Header { at: u64 },
    #[error("unexpected end at byte {at}")]
    Truncated { at: u64 },
    #[error("number with more than 32 bits at byte {at}")]
    Number { at: u64 },
    #[error("section exceeds its parent at byte {at}")]
    SectionOverrun { at: u64 },
    #[error("components are nested more than {limit} levels deep")]
    Nesting { limit: usize },
    #[error("its {document} has more than {} MiB", MAX_SECTION >> 20)]
    DocumentSize { document: &'static str },
    #[error("its {document} is not UTF-8: {error}")]
    NotUtf8 { document: &'static str, error: Utf8Error },
}

impl FormatError {
    fn in_component(self, name: &str) -> PackageError {
        PackageError::Malformed { name: name.to_owned(), reason: self.to_string() }
    }
}

/// Reason why the schema or the manifest of a component cannot be read.
#[derive(Debug, Error)]
enum DocumentError {
    #[error(transparent)]
    Schema(#[from] SchemaError),
    #[error("its manifest: {0}")]
    Manifest(#[from] toml::de::Error),
}

/// Reads the description embedded in a component.
///
/// # Errors
/// Returns an error if the bytes are not a component, or if a section is missing or malformed.
pub fn read_package(name: &str, bytes: &[u8]) -> Result<Package, PackageError> {
    if bytes.len() > MAX_COMPONENT {
        let reason = format!("it has more than {} MiB", MAX_COMPONENT >> 20);
        return Err(PackageError::Malformed { name: name.to_owned(), reason });
    }
    let sections = read_sections(bytes).map_err(|error| error.in_component(name))?;
    let documents = sections.documents(name)?;
    let (imports, exports) = (sections.imports, sections.exports);
    let unreadable = |error: DocumentError| {
        // A component built for another version may be unreadable for that reason, so the version error takes
        // precedence. Messages can be as long as the input, so they are truncated.
        let other = check_version(name, &imports, &exports).and_then(|()| check_documents(name, documents));
        other.err().unwrap_or_else(|| PackageError::Unreadable {
            name: name.to_owned(),
            reason: cut(error.to_string(), MAX_REASON),
        })
    };
    let (schema, manifest) = documents.parse().map_err(unreadable)?;
    Ok(Package { name: name.to_owned(), digest: None, schema, manifest, imports, exports })
}

/// The raw documents that a component embeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Documents<T> {
    /// The schema as JSON.
    pub schema: T,
    /// The manifest as TOML.
    pub manifest: T,
}

impl<T: AsRef<str>> Documents<T> {
    fn parse(&self) -> Result<(PackageSchema, Manifest), DocumentError> {
        let schema = PackageSchema::from_json(self.schema.as_ref())?;
        let manifest = Manifest::from_toml(self.manifest.as_ref())?;
        Ok((schema, manifest))
    }

    /// Parses both documents. `name` is the name of the component in error messages.
    ///
    /// # Errors
    /// Returns an error if a document is invalid.
    pub fn read(&self, name: &str) -> Result<(PackageSchema, Manifest), PackageError> {
        self.parse().map_err(|error| PackageError::Unreadable {
            name: name.to_owned(),
            reason: cut(error.to_string(), MAX_REASON),
        })
    }
}

/// Locates the documents embedded in a component without parsing them.
///
/// # Errors
/// Returns an error if the bytes are not a component, or if a section is missing or not UTF-8.
pub fn read_documents<'a>(name: &str, bytes: &'a [u8]) -> Result<Documents<&'a str>, PackageError> {
    read_sections(bytes).map_err(|error| error.in_component(name))?.documents(name)
}

/// Locates the documents like [`read_documents`] in a component that is not in memory. Other sections are
/// skipped without reading them.
///
/// # Errors
/// Returns an error if the component cannot be read or is not valid, or if a section is missing or not UTF-8.
pub fn seek_documents(name: &str, component: impl Read + Seek) -> Result<Documents<String>, PackageError> {
    let found = seek::find(component).map_err(|error| error.in_component(name))?;
    let (schema, manifest) = (found.schema.as_deref(), found.manifest.as_deref());
    let sections = Sections { schema, manifest, ..Sections::default() };
    let Documents { schema, manifest } = sections.documents(name)?;
    Ok(Documents { schema: schema.to_owned(), manifest: manifest.to_owned() })
}

/// Returns a component without its code and types: [`read_package`] reads the same description from it.
///
/// # Errors
/// Returns an error if the bytes are not a component, or if a section is missing or not UTF-8.
pub fn without_code(name: &str, component: &[u8]) -> Result<Vec<u8>, PackageError> {
    let sections = read_sections(component).map_err(|error| error.in_component(name))?;
    let Documents { schema, manifest } = sections.documents(name)?;
    let mut description = component[..HEADER].to_vec();
    for (id, content) in sections.interfaces {
        description.push(id);
        push_sized(&mut description, content);
    }
    Ok(embed(&description, schema.as_bytes(), manifest.as_bytes()))
}

/// Appends schema and manifest as custom sections to a component. The component must not contain these
/// sections yet, because readers use the first section of each name.
#[must_use]
pub fn embed(component: &[u8], schema: &[u8], manifest: &[u8]) -> Vec<u8> {
    let mut whole = component.to_vec();
    for (name, text) in [(SCHEMA_SECTION, schema), (MANIFEST_SECTION, manifest)] {
        let mut content = Vec::with_capacity(text.len() + name.len() + 1);
        push_sized(&mut content, name.as_bytes());
        content.extend_from_slice(text);
        // Section ID of custom sections.
        whole.push(0);
        push_sized(&mut whole, &content);
    }
    whole
}

/// Appends the length in LEB128 encoding, then the bytes.
pub fn push_sized(out: &mut Vec<u8>, bytes: &[u8]) {
    let mut length = bytes.len();
    while length >= 0x80 {
        out.push((length & 0x7f) as u8 | 0x80);
        length >>= 7;
    }
    out.push(length as u8);
    out.extend_from_slice(bytes);
}

#[derive(Default)]
struct Sections<'a> {
    schema: Option<&'a [u8]>,
    manifest: Option<&'a [u8]>,
    imports: Vec<String>,
    exports: Vec<String>,
    /// The sections of imports and exports, with their IDs.
    interfaces: Vec<(u8, &'a [u8])>,
}

impl<'a> Sections<'a> {
    fn documents(&self, name: &str) -> Result<Documents<&'a str>, PackageError> {
        let missing = |section| PackageError::Missing { name: name.to_owned(), section };
        let unreadable =
            |error: FormatError| PackageError::Unreadable { name: name.to_owned(), reason: error.to_string() };
        let schema = self.schema.ok_or_else(|| missing(SCHEMA_SECTION))?;
        let manifest = self.manifest.ok_or_else(|| missing(MANIFEST_SECTION))?;
        let schema = text("schema", schema).map_err(unreadable)?;
        Ok(Documents { schema, manifest: text("manifest", manifest).map_err(unreadable)? })
    }
}

/// Collects the sections of the component and of its nested core modules, since linkers may place them in
/// either.
fn read_sections(bytes: &[u8]) -> Result<Sections<'_>, FormatError> {
    let mut sections = Sections::default();
    let mut depth = 0_u32;
    for payload in Parser::new(0).parse_all(bytes) {
        let payload = payload?;
        if depth == 0
            && matches!(payload, Payload::ComponentImportSection(_) | Payload::ComponentExportSection(_))
            && let Some((id, range)) = payload.as_section()
        {
            sections.interfaces.push((id, &bytes[range]));
        }
        match payload {
            Payload::Version { encoding, .. } if depth == 0 && encoding != wasmparser::Encoding::Component => {
                return Err(FormatError::CoreModule);
            }
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth = depth.saturating_sub(1),
            Payload::ComponentImportSection(imports) if depth == 0 => {
                for import in imports {
                    sections.imports.push(import?.name.name.to_owned());
                }
            }
            Payload::ComponentExportSection(exports) if depth == 0 => {
                for export in exports {
                    sections.exports.push(export?.name.name.to_owned());
                }
            }
            // The first section of each name is used.
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

/// Returns the first line of the message, since the remainder is a byte dump.
fn first_line(error: &BinaryReaderError) -> String {
    let message = error.message();
    let line = message.lines().next().unwrap_or_default();
    format!("{} (at byte {})", line.split(" - expected=").next().unwrap_or(line), error.offset())
}

fn text<'a>(document: &'static str, bytes: &'a [u8]) -> Result<&'a str, FormatError> {
    if bytes.len() > MAX_SECTION {
        return Err(FormatError::DocumentSize { document });
    }
    std::str::from_utf8(bytes).map_err(|error| FormatError::NotUtf8 { document, error })
}

/// Truncates a text that exceeds the limit and marks the truncation.
fn cut(mut text: String, limit: usize) -> String {
    if text.len() > limit {
        let end = text.floor_char_boundary(limit);
        let rest = text.len() - end;
        text.truncate(end);
        text.push_str(&format!("... ({rest} more bytes)"));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn file_that_is_not_a_component_is_rejected() {
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

    #[test]
    fn embedded_documents_are_read() {
        let docs = "x".repeat(300);
        let schema = format!(
            r#"{{"version":1,"types":[{{"name":"motd","docs":"{docs}","attributes":[{{"name":"path","traits":["namevar"]}}]}}]}}"#
        );
        let manifest = "[package]\nname = 'acme/motd'\nversion = '1.0.0'\ninterface = '0.1'\n";
        let component = embed(b"\0asm\x0d\0\x01\0", schema.as_bytes(), manifest.as_bytes());
        let package = read_package("x", &component).unwrap();
        assert_eq!((&*package.schema.types[0].docs, &*package.manifest.package.name), (&*docs, "acme/motd"));
        let again = embed(&component, br#"{"version":1}"#, manifest.as_bytes());
        assert_eq!(read_package("x", &again).unwrap().schema, package.schema);
        // Sections in a core module nested in the component.
        let module = embed(b"\0asm\x01\0\0\0", schema.as_bytes(), manifest.as_bytes());
        let mut nested = b"\0asm\x0d\0\x01\0\x01".to_vec();
        push_sized(&mut nested, &module);
        let owned = |it: Documents<&str>| Documents { schema: it.schema.into(), manifest: it.manifest.into() };
        for whole in [&component, &again, &nested, &embed(b"\0asm\x0d\0\x01\0", b"\xff", b"")] {
            assert_eq!(seek_documents("x", Cursor::new(whole)), read_documents("x", whole).map(owned));
        }
        for whole in [component, nested] {
            for length in 0..whole.len() {
                let cut = seek_documents("x", Cursor::new(&whole[..length]));
                assert!(cut.is_err(), "{length} of {} bytes", whole.len());
            }
        }
    }

    #[test]
    fn description_remains_without_the_code() {
        let manifest = "[package]\nname = 'acme/motd'\nversion = '1.0.0'\ninterface = '0.1'\n";
        let module = embed(b"\0asm\x01\0\0\0", br#"{"version":1}"#, manifest.as_bytes());
        let mut component = b"\0asm\x0d\0\x01\0\x01".to_vec();
        push_sized(&mut component, &module);
        // The import of a function `a`, and the export of a function `b`.
        component.extend_from_slice(b"\x0a\x06\x01\0\x01a\x01\0");
        component.extend_from_slice(b"\x0b\x07\x01\0\x01b\x01\0\0");
        let (whole, package) = (read_package("x", &component).unwrap(), without_code("x", &component).unwrap());
        let described = read_package("x", &package).unwrap();
        assert_eq!((&described.imports, &described.exports), (&vec!["a".to_owned()], &vec!["b".to_owned()]));
        assert_eq!((described.imports, described.exports), (whole.imports, whole.exports));
        assert_eq!((described.schema, described.manifest), (whole.schema, whole.manifest));
        assert!(!package.windows(4).skip(1).any(|bytes| bytes == b"\0asm"), "the core module is still there");
        assert!(without_code("x", b"#!/bin/sh\n").is_err());
    }

    #[test]
    fn incompatible_contract_version_is_reported() {
        let schema = PackageSchema::from_json(r#"{"version":1}"#).unwrap();
        let manifest = "[package]\nname = 'a/b'\nversion = '1.0.0'\ninterface = '0.1'\n";
        let manifest = Manifest::from_toml(manifest).unwrap();
        let (name, imports) = ("x".to_owned(), vec!["marotte:provider/log@0.1.7".to_owned()]);
        let mut package = Package { name, digest: None, schema, manifest, imports, exports: Vec::new() };
        assert!(package.check_version().is_ok());
        package.exports.push("marotte:provider/types@0.9.0".into());
        let stale = package.check_version().unwrap_err().to_string();
        let said = "the component 'x' was built for version 0.9.0 of the contract; this program has version 0.1.0: update marotte";
        assert_eq!(stale, said);
        package.exports = vec!["marotte:provider/types@0.0.9".into()];
        let stale = package.check_version().unwrap_err().to_string();
        assert!(
            stale.ends_with("this program has version 0.1.0: a newer version of the component is needed"),
            "{stale}"
        );
    }

    #[test]
    fn unknown_field_of_a_later_version_is_reported_as_its_version() {
        let schema = |version: u32, more: &str| format!("{{\"version\":{version}{more}}}");
        let manifest = |interface: &str, more: &str| {
            format!("[package]\nname = 'a/b'\nversion = '1.0.0'\ninterface = '{interface}'\n{more}")
        };
        let said = |schema: &str, manifest: &str| {
            let component = embed(b"\0asm\x0d\0\x01\0", schema.as_bytes(), manifest.as_bytes());
            let package = read_package("x", &component).and_then(|package| package.check_version().map(|()| package));
            package.unwrap_err().to_string()
        };
        let contract = "the component 'x' was built for version 0.2 of the contract; this program has version 0.1.0: update marotte";
        assert_eq!(said(&schema(1, ""), &manifest("0.2", "[clouds]\nread = []\n")), contract);
        assert_eq!(said(&schema(1, ""), &manifest("0.2", "")), contract);
        assert_eq!(said(&schema(2, ",\"colour\":1"), &manifest("0.2", "")), contract);
        let document =
            "the schema of the component 'x' is a document of version 2; this program reads version 1: update marotte";
        assert_eq!(said(&schema(2, ",\"colour\":1"), &manifest("0.1", "")), document);
        assert_eq!(said(&schema(2, ""), &manifest("0.1", "")), document);
        assert!(said(&schema(1, ""), &manifest("0.1", "[clouds]\n")).contains("unknown field `clouds`"));
    }

    #[test]
    fn compatible_versions_share_major_or_minor() {
        assert_eq!(track("0.1.0"), track("0.1.9"));
        assert_ne!(track("0.1.0"), track("0.2.0"));
        assert_eq!(track("1.0.0"), track("1.7.2"));
        assert_ne!(track("1.0.0"), track("2.0.0"));
    }
}
