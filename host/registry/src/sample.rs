//! Artifacts for the tests of this crate: small components without code.

use marotte_contract::{MANIFEST_SECTION, SCHEMA_SECTION};

use crate::artifact::Artifact;
use crate::key::PrivateKey;
use crate::signature::Signature;
use crate::source::FetchedArtifact;

/// Creates a component with this name and version; `more` varies its bytes.
pub(crate) fn component(name: &str, version: &str, more: &str) -> Vec<u8> {
    with(name, version, "", more)
}

/// Creates a component whose manifest contains the given additional tables.
pub(crate) fn with(name: &str, version: &str, tables: &str, more: &str) -> Vec<u8> {
    let manifest =
        format!("[package]\nname = '{name}'\nversion = '{version}'\ninterface = '0.1'\nlicense = 'MIT'\n{tables}");
    let mut bytes = b"\0asm\x0d\0\x01\0".to_vec();
    for (section, text) in [(SCHEMA_SECTION, r#"{"version":1}"#), (MANIFEST_SECTION, &manifest), ("more", more)] {
        let length = |bytes: usize| u8::try_from(bytes).expect("a number of up to 127 is one byte");
        let content = [&[length(section.len())], section.as_bytes(), text.as_bytes()].concat();
        let size = content.len();
        assert!(size < 1 << 14, "a number of two bytes");
        // An overlong encoding, which is allowed.
        bytes.extend([0, (size & 0x7f) as u8 | 0x80, (size >> 7) as u8]);
        bytes.extend(content);
    }
    bytes
}

/// Replaces a text by one of the same length.
pub(crate) fn replace(component: &mut [u8], old: &str, new: &str) {
    assert_eq!(old.len(), new.len());
    let place = component
        .windows(old.len())
        .position(|window| window == old.as_bytes())
        .expect("the text occurs in the component");
    component[place..place + old.len()].copy_from_slice(new.as_bytes());
}

/// Creates an artifact of such a component.
pub(crate) fn artifact(name: &str, version: &str, more: &str) -> Artifact {
    Artifact::of(name, component(name, version, more)).expect("the component is valid")
}

/// Creates an artifact with a number of signatures.
pub(crate) fn signed(name: &str, version: &str, signers: usize) -> FetchedArtifact {
    let artifact = artifact(name, version, "");
    let sign = |_| Signature::make(&PrivateKey::generate().expect("random numbers are available"), &artifact.digest());
    let signatures = (0..signers).map(sign).collect();
    FetchedArtifact { artifact, signatures }
}

/// Returns whether a fetched artifact equals the published one.
pub(crate) fn is_same(one: &FetchedArtifact, other: &FetchedArtifact) -> bool {
    one.artifact.digest() == other.artifact.digest()
        && one.signatures.len() == other.signatures.len()
        && one.signatures.iter().all(|signature| other.signatures.contains(signature))
}

/// Adds an import of an instance without exports, so that the component imports an interface.
pub(crate) fn import(component: &mut Vec<u8>, name: &str) {
    let length = u8::try_from(name.len()).expect("a number of up to 127 is one byte");
    // A type section with an empty instance type.
    component.extend([7, 3, 1, 0x42, 0]);
    component.extend([10, length + 5, 1, 0, length]);
    component.extend(name.as_bytes());
    component.extend([5, 0]);
}
