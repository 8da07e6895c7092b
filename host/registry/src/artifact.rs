//! OCI artifact of a component: its manifest and config. Both are derived from the component's bytes only, so a
//! component has the same digest regardless of its source, even as a plain file.

use std::collections::BTreeMap;

use marotte_contract::package::{Package, PackageError, read_documents, read_package};
use semver::Version;
use serde::{Deserialize, Serialize};

use crate::digest::Digest;

/// Media type of a manifest.
pub const MANIFEST_TYPE: &str = "application/vnd.oci.image.manifest.v1+json";

/// Media type of the config of a component.
pub const CONFIG_TYPE: &str = "application/vnd.wasm.config.v0+json";

/// Media type of the only layer, the component.
pub const COMPONENT_TYPE: &str = "application/wasm";

/// Maximum length of an invalid name in a message.
const MAX_NAME: usize = 100;

/// A reference to content by digest, as in OCI manifests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Descriptor {
    /// The media type.
    pub media_type: String,
    /// The digest of its bytes.
    pub digest: Digest,
    /// The number of bytes.
    pub size: u64,
    /// The annotations.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub annotations: BTreeMap<String, String>,
}

impl Descriptor {
    /// Creates the descriptor of some bytes.
    #[must_use]
    pub fn of(media_type: &str, bytes: &[u8]) -> Self {
        Self {
            media_type: media_type.to_owned(),
            digest: Digest::of(bytes),
            size: bytes.len() as u64,
            annotations: BTreeMap::new(),
        }
    }
}

/// An OCI manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OciManifest {
    /// Always 2.
    pub schema_version: u32,
    /// Always [`MANIFEST_TYPE`].
    pub media_type: String,
    /// The kind of the artifact; components have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub artifact_type: Option<String>,
    /// The config.
    pub config: Descriptor,
    /// The content of the artifact.
    pub layers: Vec<Descriptor>,
    /// The artifact that this one refers to, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<Descriptor>,
    /// Name, version and licence.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub annotations: BTreeMap<String, String>,
}

impl OciManifest {
    /// Creates a manifest without a kind, a subject and annotations.
    pub(crate) fn new(config: Descriptor, layers: Vec<Descriptor>) -> Self {
        Self {
            schema_version: 2,
            media_type: MANIFEST_TYPE.to_owned(),
            artifact_type: None,
            config,
            layers,
            subject: None,
            annotations: BTreeMap::new(),
        }
    }
}

/// The config, as specified by the CNCF's Wasm OCI artifact layout.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Config<'a> {
    /// Constant, since a date would give the same component different digests.
    created: &'static str,
    architecture: &'static str,
    os: &'static str,
    layer_digests: [Digest; 1],
    component: Interfaces<'a>,
}

#[derive(Serialize)]
struct Interfaces<'a> {
    exports: &'a [String],
    imports: &'a [String],
}

/// Manifest and config of an artifact in the form in which they are sent and stored.
#[derive(Debug, Clone)]
pub struct ArtifactDocuments {
    manifest: Vec<u8>,
    config: Vec<u8>,
    digest: Digest,
}

impl ArtifactDocuments {
    /// Creates the documents of an artifact whose manifest refers to `config`.
    pub(crate) fn new(manifest: &OciManifest, config: Vec<u8>) -> Self {
        let manifest = to_json(manifest);
        Self { digest: Digest::of(&manifest), manifest, config }
    }

    /// Returns the manifest.
    #[must_use]
    pub fn manifest(&self) -> &[u8] {
        &self.manifest
    }

    /// Returns the config.
    #[must_use]
    pub fn config(&self) -> &[u8] {
        &self.config
    }

    /// Returns the digest of the manifest.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.digest
    }
}

/// A component with its manifest and config.
#[derive(Debug, Clone)]
pub struct Artifact {
    component: Vec<u8>,
    component_digest: Digest,
    documents: ArtifactDocuments,
    schema_digest: Digest,
    grants_digest: Digest,
    package: Package,
}

impl Artifact {
    /// Creates the artifact of a component; `name` is used in messages.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a component, or it does not contain its description.
    pub fn of(name: &str, component: Vec<u8>) -> Result<Self, PackageError> {
        let package = read_package(name, &component)?;
        check_names(name, &package)?;
        let layer = Descriptor::of(COMPONENT_TYPE, &component);
        let component_digest = layer.digest;
        let config = to_json(&Config {
            created: "1970-01-01T00:00:00Z",
            architecture: "wasm",
            os: "wasip2",
            layer_digests: [component_digest],
            component: Interfaces { exports: &package.exports, imports: &package.imports },
        });
        let about = &package.manifest.package;
        let entries =
            [("title", Some(&about.name)), ("version", Some(&about.version)), ("licenses", about.license.as_ref())];
        let annotation = |(key, value): (&str, Option<&String>)| {
            value.map(|value| (format!("org.opencontainers.image.{key}"), value.clone()))
        };
        let manifest = OciManifest {
            annotations: entries.into_iter().filter_map(annotation).collect(),
            ..OciManifest::new(Descriptor::of(CONFIG_TYPE, &config), vec![layer])
        };
        let image = ArtifactDocuments::new(&manifest, config);
        let documents = read_documents(name, &component)?;
        let schema_digest = Digest::of(documents.schema.as_bytes());
        let grants_digest = grants_digest(documents.manifest);
        Ok(Self { component, component_digest, documents: image, schema_digest, grants_digest, package })
    }

    /// Returns the digest of the manifest, which signatures and the lock use.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.documents.digest
    }

    /// Returns the digest of the component.
    #[must_use]
    pub fn component_digest(&self) -> Digest {
        self.component_digest
    }

    /// Returns the digest of the schema as stored in the component.
    #[must_use]
    pub fn schema_digest(&self) -> Digest {
        self.schema_digest
    }

    /// Returns the digest of the requested grants. Versions with the same grants have the same digest.
    #[must_use]
    pub fn grants_digest(&self) -> Digest {
        self.grants_digest
    }

    /// Returns the component.
    #[must_use]
    pub fn component_bytes(&self) -> &[u8] {
        &self.component
    }

    /// Returns the component, consuming the artifact.
    #[must_use]
    pub fn into_component(self) -> Vec<u8> {
        self.component
    }

    /// Returns the manifest and the config.
    #[must_use]
    pub fn documents(&self) -> &ArtifactDocuments {
        &self.documents
    }

    /// Returns the description of the component.
    #[must_use]
    pub fn package(&self) -> &Package {
        &self.package
    }

    /// Returns the name, `namespace/name`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.package.manifest.package.name
    }

    /// Returns the version.
    ///
    /// # Errors
    /// Returns an error if the version in the component is not valid.
    pub fn version(&self) -> Result<Version, semver::Error> {
        self.package.manifest.package.version.parse()
    }
}

/// Checks the names in a component's manifest, which become parts of paths and URLs.
fn check_names(name: &str, package: &Package) -> Result<(), PackageError> {
    let manifest = &package.manifest;
    let mut names = std::iter::once(&manifest.package.name).chain(manifest.dependencies.keys());
    match names.find(|known| !is_name(known)) {
        None => Ok(()),
        Some(wrong) => {
            let reason = format!(
                "its manifest: '{}' is not the name of a provider: names have the form NAMESPACE/NAME in lower case, such as acme/nginx",
                wrong.escape_debug().take(MAX_NAME).collect::<String>()
            );
            Err(PackageError::Unreadable { name: name.to_owned(), reason })
        }
    }
}

/// Returns whether a text is a valid provider name, `namespace/name`.
#[must_use]
pub fn is_name(text: &str) -> bool {
    let is_letter =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || matches!(letter, '_' | '-');
    let is_part =
        |part: &str| part.starts_with(|first: char| first.is_ascii_lowercase()) && part.chars().all(is_letter);
    text.split_once('/').is_some_and(|(namespace, rest)| is_part(namespace) && is_part(rest))
}

/// Returns the digest of the grants that a manifest requests, which does not depend on the order of tables or
/// on the version.
pub(crate) fn grants_digest(manifest: &str) -> Digest {
    let mut tables: toml::Table = manifest.parse().unwrap_or_default();
    tables.remove("package");
    tables.remove("dependencies");
    Digest::of(tables.to_string().as_bytes())
}

pub(crate) fn to_json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("strings and numbers are valid JSON")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn artifact_rejects_invalid_provider_names() {
        for wrong in ["motd", "acme/../motd", "acme/motd?x=1", "acme/motd#x", "Acme/motd", "acme/motd/x", "acme/", ""] {
            let message = Artifact::of("x", sample::component(wrong, "1.0.0", "")).unwrap_err().to_string();
            assert!(message.contains(&format!("'{wrong}' is not the name of a provider")), "{message}");
            let needs = format!("[dependencies]\n'{wrong}' = '*'\n");
            let message = Artifact::of("x", sample::with("acme/motd", "1.0.0", &needs, "")).unwrap_err().to_string();
            assert!(message.contains(&format!("'{wrong}' is not the name of a provider")), "{message}");
        }
        assert!(Artifact::of("x", sample::with("acme/motd", "1.0.0", "[dependencies]\n'a-1/b_2' = '*'\n", "")).is_ok());
    }
}
