//! Artifacts of environments: manifest, config and layers, which are functions of the files, the name and the commit.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::layer::{LAYER_TYPE, pack};
use super::tree::{EnvironmentTree, SealedValues};
use super::{EnvironmentError, MAX_LAYER, MAX_LAYERS, is_environment_name};
use crate::artifact::{ArtifactDocuments, Descriptor, OciManifest, to_json};
use crate::digest::Digest;
use crate::repository::MAX_MANIFEST;

/// The kind of artifact.
pub(super) const ENVIRONMENT_TYPE: &str = "application/vnd.marotte.environment.v1+json";

/// Media type of the config.
const CONFIG_TYPE: &str = "application/vnd.marotte.environment.config.v1+json";

/// The annotation with the name of an environment, and with the path of a layer.
const TITLE: &str = "org.opencontainers.image.title";

/// The annotation with the commit.
const REVISION: &str = "org.opencontainers.image.revision";

/// Directories with data, which have a layer of their own.
const DATA: [&str; 2] = ["data", "hieradata"];

/// The path of the layer with all other files.
pub(super) const REST: &str = ".";

/// Maximum length of a commit or version.
const MAX_TEXT: usize = 200;

/// A module of an environment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModuleVersion {
    /// The name of its directory.
    pub name: String,
    /// The path in the environment.
    pub path: String,
    /// The version in its `metadata.json`, if it has one.
    #[serde(default)]
    pub version: Option<String>,
}

/// The config of an artifact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct EnvironmentConfig {
    pub(super) name: String,
    pub(super) modules: Vec<ModuleVersion>,
    /// Artifacts without such values have no entry, so that their digests remain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) sealed: Option<SealedValues>,
}

/// An environment that is to be published.
#[derive(Debug, Clone)]
pub struct EnvironmentArtifact {
    name: String,
    documents: ArtifactDocuments,
    pub(super) layers: Vec<Vec<u8>>,
}

impl EnvironmentArtifact {
    /// Creates the artifact of a tree. `module_directories` are the directories of modules, relative to the environment.
    ///
    /// # Errors
    /// Returns an error if the name or the commit is not valid, or a layer is too large.
    pub fn new(
        name: &str,
        tree: &EnvironmentTree,
        module_directories: &[String],
        commit: Option<&str>,
    ) -> Result<Self, EnvironmentError> {
        check_name(name, name)?;
        if let Some(commit) = commit.filter(|commit| !is_text(commit)) {
            return Err(EnvironmentError::malformed(name, format!("the commit '{commit}' is not a line of text")));
        }
        let modules = tree.modules(module_directories);
        let own: Vec<&str> = modules.iter().map(|module| module.path.as_str()).chain(DATA).collect();
        let mut parts: BTreeMap<&str, Vec<_>> = own.iter().map(|path| (*path, Vec::new())).collect();
        let mut rest = Vec::new();
        for entry in tree.entries() {
            match layer_of(entry.0, &parts).and_then(|path| parts.get_mut(path)) {
                Some(part) => part.push(entry),
                None => rest.push(entry),
            }
        }
        // The first layer has the directories that contain the others.
        let others = parts.into_iter().filter(|(_, entries)| !entries.is_empty());
        let (mut layers, mut descriptors) = (Vec::new(), Vec::new());
        for (path, entries) in std::iter::once((REST, rest)).chain(others) {
            let layer = pack(entries.into_iter())?;
            if layer.len() as u64 > MAX_LAYER {
                return Err(EnvironmentError::TooLarge { limit: MAX_LAYER, what: "bytes in a compressed layer" });
            }
            let mut descriptor = Descriptor::of(LAYER_TYPE, &layer);
            descriptor.annotations.insert(TITLE.to_owned(), path.to_owned());
            descriptors.push(descriptor);
            layers.push(layer);
        }
        let config = to_json(&EnvironmentConfig { name: name.to_owned(), modules, sealed: tree.sealed });
        let documents = ArtifactDocuments::new(&manifest(name, &config, descriptors, commit), config);
        check_size(layers.len(), &documents)?;
        Ok(Self { name: name.to_owned(), documents, layers })
    }

    /// Returns the name of the environment.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the digest of the manifest.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.documents.digest()
    }

    /// Returns the manifest and the config.
    #[must_use]
    pub fn documents(&self) -> &ArtifactDocuments {
        &self.documents
    }

    /// Returns the size of all layers.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.layers.iter().map(|layer| layer.len() as u64).sum()
    }
}

fn manifest(name: &str, config: &[u8], layers: Vec<Descriptor>, commit: Option<&str>) -> OciManifest {
    let mut annotations = BTreeMap::from([(TITLE.to_owned(), name.to_owned())]);
    annotations.extend(commit.map(|commit| (REVISION.to_owned(), commit.to_owned())));
    OciManifest {
        artifact_type: Some(ENVIRONMENT_TYPE.to_owned()),
        annotations,
        ..OciManifest::new(Descriptor::of(CONFIG_TYPE, config), layers)
    }
}

fn check_size(layers: usize, documents: &ArtifactDocuments) -> Result<(), EnvironmentError> {
    if layers > MAX_LAYERS {
        return Err(EnvironmentError::TooLarge { limit: MAX_LAYERS as u64, what: "layers" });
    }
    match documents.manifest().len().max(documents.config().len()) > MAX_MANIFEST {
        true => Err(EnvironmentError::TooLarge { limit: MAX_MANIFEST as u64, what: "bytes in its manifest or config" }),
        false => Ok(()),
    }
}

/// Returns the path of the layer that contains an entry: one of its parent directories, or itself.
fn layer_of<'p, T>(path: &'p str, parts: &BTreeMap<&str, T>) -> Option<&'p str> {
    let ends = path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
    ends.map(|end| &path[..end]).find(|parent| parts.contains_key(parent))
}

impl EnvironmentTree {
    /// Returns the modules in directories, which are relative to the environment, sorted by path. Of several directories of modules
    /// that contain each other, the outer one counts.
    #[must_use]
    pub fn modules(&self, directories: &[String]) -> Vec<ModuleVersion> {
        let paths: BTreeMap<String, &str> = directories
            .iter()
            .flat_map(|parent| self.directories(parent).map(move |name| (format!("{parent}/{name}"), name)))
            .collect();
        let is_inner = |path: &str| {
            let mut parents = path.match_indices('/').map(|(end, _)| &path[..end]);
            parents.any(|parent| paths.contains_key(parent))
        };
        let outer = paths.iter().filter(|(path, _)| !is_inner(path));
        outer
            .map(|(path, name)| ModuleVersion {
                name: (*name).to_owned(),
                path: path.clone(),
                version: self.bytes(&format!("{path}/metadata.json")).and_then(version),
            })
            .collect()
    }
}

/// Returns the version in the metadata of a module, if they are valid.
fn version(metadata: &[u8]) -> Option<String> {
    let metadata: Value = serde_json::from_slice(metadata).ok()?;
    metadata.get("version")?.as_str().filter(|version| is_text(version)).map(str::to_owned)
}

fn is_text(text: &str) -> bool {
    !text.is_empty() && text.len() <= MAX_TEXT && !text.contains(char::is_control)
}

fn check_name(place: &str, name: &str) -> Result<(), EnvironmentError> {
    match is_environment_name(name) {
        true => Ok(()),
        false => Err(EnvironmentError::malformed(
            place,
            format!(
                "'{}' is not the name of an environment, which has letters, digits and '_'",
                name.chars().take(MAX_TEXT).collect::<String>()
            ),
        )),
    }
}

/// A layer in a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerManifest {
    /// The path of the directory that it contains; `.` for the rest of the environment.
    pub path: String,
    /// The digest of its bytes.
    pub digest: Digest,
    /// The number of its bytes.
    pub size: u64,
}

impl LayerManifest {
    pub(super) fn descriptor(&self) -> Descriptor {
        Descriptor {
            media_type: LAYER_TYPE.to_owned(),
            digest: self.digest,
            size: self.size,
            annotations: BTreeMap::new(),
        }
    }
}

/// A published environment: the content of its manifest and config.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnvironmentManifest {
    /// The digest of the manifest.
    pub digest: Digest,
    /// The name of the environment.
    pub name: String,
    /// The commit that was given when it was published.
    pub commit: Option<String>,
    /// The modules by path.
    pub modules: Vec<ModuleVersion>,
    /// The values that were encrypted for the nodes that may read them.
    #[serde(default)]
    pub sealed: Option<SealedValues>,
    /// The layers; the first one contains the directories of the others.
    pub layers: Vec<LayerManifest>,
}

impl EnvironmentManifest {
    /// Returns the descriptor of the config of a manifest, after checks of its form. `place` is used in messages.
    pub(super) fn config_of(place: &str, manifest: &OciManifest) -> Result<Descriptor, EnvironmentError> {
        let malformed = |reason: String| EnvironmentError::malformed(place, reason);
        if manifest.config.media_type != CONFIG_TYPE {
            return Err(malformed(format!("its config is of the type '{}'", manifest.config.media_type)));
        }
        if manifest.config.size > MAX_MANIFEST as u64 {
            return Err(malformed(format!("its config has more than {MAX_MANIFEST} bytes")));
        }
        if manifest.layers.len() > MAX_LAYERS {
            return Err(malformed(format!("it has more than {MAX_LAYERS} layers")));
        }
        Ok(manifest.config.clone())
    }

    /// Reads a manifest and its config.
    pub(super) fn read(
        place: &str,
        digest: Digest,
        manifest: OciManifest,
        config: &[u8],
    ) -> Result<Self, EnvironmentError> {
        let malformed = |reason: String| EnvironmentError::malformed(place, reason);
        let EnvironmentConfig { name, modules, sealed } =
            serde_json::from_slice(config).map_err(|error| malformed(error.to_string()))?;
        check_name(place, &name)?;
        let texts = modules.iter().flat_map(|module| [Some(&module.name), module.version.as_ref()]).flatten();
        let commit = manifest.annotations.get(REVISION).cloned();
        if let Some(wrong) = texts.chain(&commit).find(|text| !is_text(text)) {
            return Err(malformed(format!(
                "{:?} is not a line of text",
                wrong.chars().take(MAX_TEXT).collect::<String>()
            )));
        }
        let layer = |layer: Descriptor| {
            let path = layer.annotations.get(TITLE).cloned().unwrap_or_default();
            if layer.media_type != LAYER_TYPE || path.is_empty() {
                return Err(malformed(format!("a layer is of the type '{}' or has no path", layer.media_type)));
            }
            if layer.size > MAX_LAYER {
                return Err(malformed(format!("the layer of '{path}' has more than {MAX_LAYER} bytes")));
            }
            Ok(LayerManifest { path, digest: layer.digest, size: layer.size })
        };
        let layers = manifest.layers.into_iter().map(layer).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { digest, name, commit, modules, sealed, layers })
    }

    /// Returns the size of all layers.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.layers.iter().map(|layer| layer.size).sum()
    }
}
