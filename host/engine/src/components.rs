//! The components of a run. Built-in components are embedded in the binary with their native code, so it
//! needs no other files and the first run is as fast as later ones.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use catalog::Level;
use catalog::schema::TypeSchema;
use ownership::OwnershipRule;
use runtime::{ComponentIndex, ComponentRefused, ComponentSource, NameList, NativeCode, Package};

use crate::log::Logger;
use crate::provider_lock;
use crate::settings::Settings;

/// Name, compressed component (without code if there is native code), SHA-256 digest of the whole component, native code, and
/// names in the schema.
type EmbeddedComponent = (&'static str, &'static [u8], [u8; 32], Option<NativeCode>, ComponentIndex);

/// The native code that the code of the other components is compressed with; empty on platforms without native code.
static DICTIONARY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/dictionary"));

// A constant would be duplicated for each use.
static EMBEDDED: &[EmbeddedComponent] = include!(concat!(env!("OUT_DIR"), "/components.rs"));

/// Reads a component, up to one byte more than the maximum size.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    let bytes = files::read_file(path, runtime::MAX_COMPONENT);
    bytes.with_context(|| format!("Could not read the provider '{}'", path.display()))
}

/// Returns the built-in components.
#[must_use]
pub fn embedded() -> Vec<ComponentSource> {
    EMBEDDED.iter().map(source).collect()
}

/// Returns the types that the built-in components define.
pub fn built_in_types() -> impl Iterator<Item = &'static str> {
    EMBEDDED.iter().flat_map(|(.., outline)| outline.types.iter())
}

/// Returns the schema of a built-in type.
pub(crate) fn built_in_schema(type_name: &str) -> Option<TypeSchema> {
    let (name, bytes, ..) = EMBEDDED.iter().find(|(.., outline)| outline.types.contains(type_name))?;
    let (_, package) = decompress(name, bytes).ok()?;
    package.schema.types.into_iter().find(|schema| schema.name == type_name)
}

/// Leaves out types of built-in components that are replaced.
pub fn replace_types(sources: &mut [ComponentSource], is_replaced: &dyn Fn(&str) -> bool) {
    for source in sources {
        *source = source.clone().without_types(is_replaced);
    }
}

/// Returns the components of a run: those given on the command line, and the built-in and locked ones that
/// define none of the same types.
///
/// # Errors
/// Returns an error if a file cannot be read or is not a component.
pub fn of_run(settings: &Settings, given: &[PathBuf], logger: &mut dyn Logger) -> Result<Vec<ComponentSource>> {
    let mut sources = embedded();
    let mut locked = provider_lock::read(settings)?;
    if !locked.is_empty() {
        let of_locked =
            |name: &str| locked.iter().filter_map(ComponentSource::outline).any(|outline| outline.types.contains(name));
        replace_types(&mut sources, &of_locked);
    }
    for path in given {
        settings.checker.check_path(path, OwnershipRule::Code)?;
        let (package, source) = unlocked(path, logger)?;
        // The user named the package explicitly.
        replace_types(&mut sources, &|name| package.schema.type_named(name).is_some());
        locked.retain(|source| !provider_lock::is_overridden_by(source, &package));
        sources.push(source);
    }
    sources.extend(locked);
    Ok(sources)
}

/// Reads a component given on the command line and logs the grants that it requests.
fn unlocked(path: &Path, logger: &mut dyn Logger) -> Result<(Package, ComponentSource)> {
    let bytes = read(path)?;
    let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let package =
        runtime::read_package(&name, &bytes).with_context(|| format!("'{}' is not a provider", path.display()))?;
    let grants = package.grants();
    let grants = if grants.is_empty() { "access nothing".to_owned() } else { grants.join(", ") };
    logger.log(Level::Warning, "", &format!("The provider {} is not locked; it may {grants}", path.display()));
    Ok((package, ComponentSource::new(name, bytes)))
}

/// Returns the bytes and the description of an embedded component.
fn decompress(name: &str, compressed: &[u8]) -> Result<(Vec<u8>, Package), ComponentRefused> {
    let bytes = zstd::decode_all(compressed).map_err(|error| ComponentRefused(error.to_string()))?;
    let package = runtime::read_package(name, &bytes).map_err(|error| ComponentRefused(error.to_string()))?;
    Ok((bytes, package))
}

#[expect(unsafe_code, reason = "the native code is part of this program")]
fn source((name, bytes, digest, native, outline): &'static EmbeddedComponent) -> ComponentSource {
    let source = ComponentSource::lazy(*name, outline.clone(), move || decompress(name, bytes))
        .with_digest(*digest)
        .checked_when_built();
    match native {
        // SAFETY: the build script embedded the output of `runtime::Precompiler::compile` for this component,
        // compressed, which cannot be changed without changing the program.
        Some(code) => unsafe { source.with_native(*code) },
        None => source,
    }
}
