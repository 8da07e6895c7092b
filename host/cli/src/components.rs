//! The built-in providers: components that the build embeds, with their native code, so that the binary works alone and its
//! first run is as fast as any other.

use std::path::Path;

use anyhow::{Context as _, Result};
use runtime::{ComponentIndex, ComponentSource, NameList, Package};

/// Name, component, SHA-256, native code, and which names stand in it.
type EmbeddedComponent = (&'static str, &'static [u8], [u8; 32], Option<&'static [u8]>, ComponentIndex);

// A constant would be there once for each use.
static EMBEDDED: &[EmbeddedComponent] = include!(concat!(env!("OUT_DIR"), "/components.rs"));

/// Reads a component, of one that is too large no more than shows that it is.
///
/// # Errors
/// It can't be read.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    let bytes = registry::atomic_file::read_file(path, runtime::MAX_COMPONENT);
    bytes.with_context(|| format!("Could not read the provider '{}'", path.display()))
}

/// Returns the built-in components.
#[must_use]
pub fn embedded() -> Vec<ComponentSource> {
    EMBEDDED.iter().map(source).collect()
}

/// Returns the types that the built-in components define.
pub(crate) fn built_in_types() -> impl Iterator<Item = &'static str> {
    EMBEDDED.iter().flat_map(|(.., outline)| outline.types.iter())
}

/// Takes out the built-in components that define a type which another one defines as well: who names a component by hand means
/// that one.
pub(crate) fn drop_overridden(sources: &mut Vec<ComponentSource>, to: &Package) {
    let is_defined = |name: &str| to.schema.types.iter().any(|schema| schema.name == name);
    // Only built-in ones have an outline.
    sources.retain(|source| !source.outline().is_some_and(|known| known.types.iter().any(is_defined)));
}

#[expect(unsafe_code, reason = "the native code is part of this program")]
fn source((name, bytes, digest, native, outline): &EmbeddedComponent) -> ComponentSource {
    let source = ComponentSource::new(*name, *bytes).with_digest(*digest).with_outline(outline.clone());
    match native {
        // SAFETY: the build script embedded what `runtime::Precompiler::compile` returned for these bytes, and changing it
        // requires changing the program.
        Some(code) => unsafe { source.with_native(code) },
        None => source,
    }
}
