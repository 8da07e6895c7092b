//! Distribution format of components: schema and manifest are in sections at the end, and all other custom
//! sections are removed. Names, producers and debug information depend on the build environment.

use marotte_contract::package::{PackageError, embed, push_sized, read_package};
use marotte_contract::{MANIFEST_SECTION, SCHEMA_SECTION};
use thiserror::Error;
use wasmparser::{BinaryReader, BinaryReaderError};

/// Maximum depth of nested components.
const DEPTH: u32 = 32;

/// Length of the header of a module or component: the magic number and the version.
const HEADER: usize = 8;

const CUSTOM: u8 = 0;

/// Sections of a component that contain a module or a component.
const NESTED: [u8; 2] = [1, 4];

/// Reason why a component cannot be packed.
#[derive(Debug, Error)]
pub enum PackError {
    /// The component does not contain its description.
    #[error(transparent)]
    Package(#[from] PackageError),
    /// The component does not consist of sections.
    #[error("'{name}' is not a WebAssembly component: {reason}")]
    Malformed {
        /// The name of the component.
        name: String,
        /// The reason.
        reason: String,
    },
}

/// Converts a component to its distribution format; `name` is used in messages. The behaviour is unchanged, and
/// a component in this format is returned unchanged.
///
/// # Errors
/// Returns an error if the bytes are not a component, or it does not contain its description.
pub fn pack(name: &str, component: &[u8]) -> Result<Vec<u8>, PackError> {
    let before = read_package(name, component)?;
    let malformed = |reason: String| PackError::Malformed { name: name.to_owned(), reason };
    let mut kept = Sections::default();
    let stripped = strip(component, DEPTH, &mut kept).map_err(|error| malformed(error.to_string()))?;
    let packed = embed(&stripped, kept.schema, kept.manifest);
    let after = read_package(name, &packed)?;
    if (&after.manifest, &after.imports, &after.exports) != (&before.manifest, &before.imports, &before.exports) {
        return Err(malformed("its sections are ambiguous".into()));
    }
    Ok(packed)
}

/// The sections to keep. The first one of each kind is used, as when reading a component.
#[derive(Default)]
struct Sections<'a> {
    schema: &'a [u8],
    manifest: &'a [u8],
}

/// Reason why the sections of a component cannot be read.
#[derive(Debug, Error)]
enum StripError {
    #[error("it is truncated")]
    Truncated,
    #[error("{}", .0.message())]
    Section(#[from] BinaryReaderError),
    #[error("components are nested too deeply")]
    TooDeep,
}

/// Removes custom sections, including those of nested components and modules.
fn strip<'a>(bytes: &'a [u8], depth: u32, kept: &mut Sections<'a>) -> Result<Vec<u8>, StripError> {
    let header = bytes.get(..HEADER).ok_or(StripError::Truncated)?;
    // The last two bytes distinguish components from modules.
    let is_component = header[6..] == [1, 0];
    let mut out = Vec::with_capacity(bytes.len());
    out.extend_from_slice(header);
    let mut reader = BinaryReader::new(&bytes[HEADER..], HEADER);
    while !reader.eof() {
        let (id, content) = section(&mut reader)?;
        if id == CUSTOM {
            keep(content, kept)?;
            continue;
        }
        out.push(id);
        if is_component && NESTED.contains(&id) {
            let depth = depth.checked_sub(1).ok_or(StripError::TooDeep)?;
            push_sized(&mut out, &strip(content, depth, kept)?);
        } else {
            push_sized(&mut out, content);
        }
    }
    Ok(out)
}

fn section<'a>(reader: &mut BinaryReader<'a>) -> Result<(u8, &'a [u8]), BinaryReaderError> {
    let id = reader.read_u8()?;
    let size = reader.read_var_u32()?;
    Ok((id, reader.read_bytes(size as usize)?))
}

fn keep<'a>(custom: &'a [u8], kept: &mut Sections<'a>) -> Result<(), BinaryReaderError> {
    let mut reader = BinaryReader::new(custom, 0);
    let place = match reader.read_string()? {
        SCHEMA_SECTION => &mut kept.schema,
        MANIFEST_SECTION => &mut kept.manifest,
        _ => return Ok(()),
    };
    if place.is_empty() {
        *place = reader.read_bytes(reader.bytes_remaining())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMPONENT: &[u8] = b"\0asm\x0d\0\x01\0";
    const MODULE: &[u8] = b"\0asm\x01\0\0\0";
    const MANIFEST: &str = "[package]\nname = 'acme/motd'\nversion = '1.0.0'\ninterface = '0.1'\n";

    fn sections(parts: &[(u8, Vec<u8>)], header: &[u8]) -> Vec<u8> {
        let mut bytes = header.to_vec();
        for (id, content) in parts {
            bytes.push(*id);
            push_sized(&mut bytes, content);
        }
        bytes
    }

    fn custom(name: &str, content: &str) -> (u8, Vec<u8>) {
        let mut bytes = Vec::new();
        push_sized(&mut bytes, name.as_bytes());
        bytes.extend_from_slice(content.as_bytes());
        (CUSTOM, bytes)
    }

    /// Returns a component like a linker's output: schema and manifest in the module, with other custom
    /// sections.
    fn built(builder: &str) -> Vec<u8> {
        let module = sections(
            &[
                custom(SCHEMA_SECTION, "{\"version\":1}"),
                custom("name", builder),
                custom(".debug_str", &format!("/home/{builder}/motd/src/lib.rs")),
                custom(MANIFEST_SECTION, MANIFEST),
            ],
            MODULE,
        );
        let inner = sections(&[(1, sections(&[custom("producers", builder)], MODULE))], COMPONENT);
        sections(&[(1, module), (4, inner), custom("producers", builder)], COMPONENT)
    }

    #[test]
    fn pack_removes_data_about_the_build() {
        let packed = pack("motd", &built("ada")).unwrap();
        assert_eq!(packed, pack("motd", &built("bertrand-russell")).unwrap());
        assert!(!String::from_utf8_lossy(&packed).contains("ada"));
        let package = read_package("motd", &packed).unwrap();
        assert_eq!(package.manifest.package.name, "acme/motd");
        assert_eq!(pack("motd", &packed).unwrap(), packed);
    }

    #[test]
    fn pack_rejects_invalid_components() {
        let silent = sections(&[], COMPONENT);
        assert!(pack("motd", &silent).unwrap_err().to_string().contains(SCHEMA_SECTION));
        for cut in HEADER + 1..built("ada").len() {
            let _ = pack("motd", &built("ada")[..cut]);
        }
        let mut deep = built("ada");
        for _ in 0..=DEPTH {
            deep = sections(&[(4, deep)], COMPONENT);
        }
        assert!(pack("motd", &deep).is_err());
    }

    #[test]
    fn sizes_are_encoded_in_the_shortest_form() {
        for (length, expected) in [(0, vec![0]), (127, vec![127]), (128, vec![0x80, 1]), (16384, vec![0x80, 0x80, 1])] {
            let mut out = Vec::new();
            push_sized(&mut out, &vec![7; length]);
            assert_eq!(out[..expected.len()], expected);
        }
    }
}
