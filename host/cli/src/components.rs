//! Owns the built-in providers: components that the build embeds, so that the binary works alone.

use runtime::ComponentSource;

/// Name, component, SHA-256.
type Embedded = (&'static str, &'static [u8], [u8; 32]);

const EMBEDDED: &[Embedded] = include!(concat!(env!("OUT_DIR"), "/components.rs"));

/// Returns the built-in components.
pub fn embedded() -> Vec<ComponentSource> {
    EMBEDDED.iter().map(|(name, bytes, digest)| ComponentSource::new(*name, *bytes).with_digest(*digest)).collect()
}
