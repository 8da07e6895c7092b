//! Owns the built-in providers: components that the build embeds, with their native code, so that the binary works alone and its
//! first run is as fast as any other.

use runtime::ComponentSource;

/// Name, component, SHA-256, native code.
type Embedded = (&'static str, &'static [u8], [u8; 32], Option<&'static [u8]>);

const EMBEDDED: &[Embedded] = include!(concat!(env!("OUT_DIR"), "/components.rs"));

/// Returns the built-in components.
#[must_use]
pub fn embedded() -> Vec<ComponentSource> {
    EMBEDDED.iter().map(source).collect()
}

#[expect(unsafe_code, reason = "the native code is part of this program")]
fn source((name, bytes, digest, native): &Embedded) -> ComponentSource {
    let source = ComponentSource::new(*name, *bytes).with_digest(*digest);
    match native {
        // SAFETY: the build script put in what `runtime::precompile` returned for these bytes, and nobody can change it now
        // who could not change the program as well.
        Some(code) => unsafe { source.with_native(code) },
        None => source,
    }
}
