//! Storage of artifacts in repositories of blobs and manifests, whether in a directory or a registry. A version
//! is a tag, its signatures are a separate artifact, and fetched content is verified by digest.

use std::collections::BTreeMap;

use marotte_contract::package::MAX_COMPONENT;
use semver::Version;
use thiserror::Error;

use crate::artifact::{Artifact, COMPONENT_TYPE, CONFIG_TYPE, Descriptor, MANIFEST_TYPE, OciManifest, to_json};
use crate::digest::Digest;
use crate::signature::{SIGNATURE_TYPE, Signature};
use crate::source::{ArtifactSource, FetchedArtifact, SourceError};

/// Maximum size of a manifest or config.
pub const MAX_MANIFEST: usize = 1 << 20;

/// Maximum size of a signature.
const MAX_SIGNATURE: usize = 4 << 10;

/// Maximum number of signatures of an artifact.
const MAX_SIGNERS: usize = 64;

/// Maximum number of attempts to add signatures while other processes add theirs.
const TRIES: usize = 64;

/// The config of signatures and channels, which is empty.
pub(crate) const NOTHING: &[u8] = b"{}";

/// A storage of blobs and manifests.
pub trait Repository {
    /// Returns its name.
    fn place(&self) -> String;

    /// Returns the reference of one of its manifests.
    fn reference(&self, name: &str, tag: &str) -> String;

    /// Returns the tags of a name; empty if the name is unknown.
    ///
    /// # Errors
    /// Returns an error if the storage cannot be accessed.
    fn tags(&self, name: &str) -> Result<Vec<String>, SourceError>;

    /// Returns the manifest with a tag; `None` if it does not exist. At most [`MAX_MANIFEST`] bytes are read.
    ///
    /// # Errors
    /// Returns an error if the storage cannot be accessed, or returns invalid content.
    fn manifest(&self, name: &str, tag: &str) -> Result<Option<Vec<u8>>, SourceError>;

    /// Returns the manifest with a digest; `None` if it does not exist. At most [`MAX_MANIFEST`] bytes are read.
    ///
    /// # Errors
    /// Returns an error if the storage cannot be accessed, or the content has another digest.
    fn manifest_by_digest(&self, name: &str, digest: &Digest) -> Result<Option<Vec<u8>>, SourceError>;

    /// Returns a blob that matches its descriptor.
    ///
    /// # Errors
    /// Returns an error if the blob does not exist or does not match.
    fn blob(&self, name: &str, blob: &Descriptor) -> Result<Vec<u8>, SourceError>;

    /// Returns whether a blob exists and, as far as known without fetching it, is complete.
    ///
    /// # Errors
    /// Returns an error if the storage cannot be accessed.
    fn has(&self, name: &str, blob: &Descriptor) -> Result<bool, SourceError>;

    /// Stores a blob.
    ///
    /// # Errors
    /// Returns an error if the blob cannot be stored.
    fn put_blob(&self, name: &str, bytes: &[u8]) -> Result<(), SourceError>;

    /// Stores a manifest under a tag. Its blobs must already exist.
    ///
    /// # Errors
    /// Returns an error if the manifest cannot be stored; then the tag is unchanged.
    fn put_manifest(&self, name: &str, tag: &str, bytes: &[u8]) -> Result<(), SourceError>;

    /// Stores a manifest under a tag if the tag is unchanged since it was read, and returns whether it was
    /// stored. Registries have no such operation: the tag is read before and after, which leaves a race.
    ///
    /// # Errors
    /// Returns an error if the manifest cannot be stored; then the tag is unchanged.
    fn exchange_manifest(
        &self,
        name: &str,
        tag: &str,
        seen: Option<&Digest>,
        bytes: &[u8],
    ) -> Result<bool, SourceError> {
        let is_there = |digest: Option<&Digest>| -> Result<bool, SourceError> {
            Ok(self.manifest(name, tag)?.map(|manifest| Digest::of(&manifest)).as_ref() == digest)
        };
        if !is_there(seen)? {
            return Ok(false);
        }
        self.put_manifest(name, tag, bytes)?;
        is_there(Some(&Digest::of(bytes)))
    }
}

impl<R: Repository + ?Sized> ArtifactSource for R {
    fn signatures(
        &self,
        name: &str,
        version: &Version,
        artifact: &Digest,
    ) -> Result<Option<Vec<Signature>>, SourceError> {
        match self.manifest(name, &version.to_string())? {
            Some(bytes) if Digest::of(&bytes) == *artifact => signatures(self, name, artifact).map(Some),
            _ => Ok(None),
        }
    }

    fn describe(&self) -> String {
        self.place()
    }

    fn versions(&self, name: &str) -> Result<Vec<Version>, SourceError> {
        // Tags that are not versions are ignored.
        let mut versions: Vec<Version> = self.tags(name)?.iter().filter_map(|tag| Version::parse(tag).ok()).collect();
        versions.sort();
        Ok(versions)
    }

    fn fetch(&self, name: &str, version: &Version) -> Result<FetchedArtifact, SourceError> {
        let tag = version.to_string();
        let missing = || SourceError::Missing { place: self.place(), name: name.to_owned(), version: version.clone() };
        let bytes = self.manifest(name, &tag)?.ok_or_else(missing)?;
        let reference = self.reference(name, &tag);
        let manifest = read_manifest(&reference, &bytes)?;
        let [layer] = &*manifest.layers else {
            return Err(invalid_artifact(&reference, &format!("it has {} layers, not one", manifest.layers.len())));
        };
        expect_type(&reference, "config", &manifest.config, CONFIG_TYPE, MAX_MANIFEST)?;
        expect_type(&reference, "layer", layer, COMPONENT_TYPE, MAX_COMPONENT)?;
        let config = self.blob(name, &manifest.config)?;
        let artifact = Artifact::of(&reference, self.blob(name, layer)?)?;
        let about = &artifact.package().manifest.package;
        let differs = |what: &str, expected: &dyn ToString, found: &dyn ToString| {
            let (expected, found) = (expected.to_string(), found.to_string());
            if expected == found {
                return Ok(());
            }
            Err(SourceError::Differs { place: reference.clone(), what: what.to_owned(), expected, found })
        };
        differs("the name of the component", &name, &about.name)?;
        differs("the version of the component", &version, &about.version)?;
        differs("the digest of the config", &Digest::of(artifact.documents().config()), &Digest::of(&config))?;
        differs("the digest of the manifest", &artifact.digest(), &Digest::of(&bytes))?;
        let signatures = signatures(self, name, &artifact.digest())?;
        Ok(FetchedArtifact { artifact, signatures })
    }
}

/// The result of publishing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublishOutcome {
    /// The version is new.
    Newly,
    /// The version existed; missing signatures were added.
    Again,
}

/// Reason why an artifact is not published.
#[derive(Debug, Error)]
pub enum PublishError {
    /// The version exists with other bytes.
    #[error(
        "'{reference}' already exists with other content (manifest {existing}, not {offered}): published versions are \
         immutable; choose another version"
    )]
    Taken {
        /// The reference of the existing version.
        reference: String,
        /// The digest of the existing version.
        existing: Digest,
        /// The digest of the new version.
        offered: Digest,
    },
    /// The version cannot be a tag.
    #[error(
        "Version '{version}' of the provider '{name}' can't be published: versions have three numbers and \
         optionally a pre-release, such as 1.2.0-rc.1"
    )]
    Version {
        /// The provider.
        name: String,
        /// The version string.
        version: String,
    },
    /// The storage cannot be read or written.
    #[error(transparent)]
    Source(#[from] SourceError),
}

/// Publishes an artifact with its signatures, or adds signatures to an existing one. The version's tag is
/// written last, so it never refers to an incomplete artifact.
///
/// # Errors
/// Returns an error if the version exists with other bytes, or the storage cannot be written.
pub fn publish(to: &dyn Repository, fetched: &FetchedArtifact) -> Result<PublishOutcome, PublishError> {
    let artifact = &fetched.artifact;
    let name = artifact.name();
    let text = &artifact.package().manifest.package.version;
    let version = Version::parse(text).ok().filter(|version| version.build.is_empty());
    let version = version.ok_or_else(|| PublishError::Version { name: name.to_owned(), version: text.clone() })?;
    let tag = version.to_string();
    let is_there = || match to.manifest(name, &tag)?.map(|manifest| Digest::of(&manifest)) {
        Some(existing) if existing != artifact.digest() => {
            let (reference, offered) = (to.reference(name, &tag), artifact.digest());
            Err(PublishError::Taken { reference, existing, offered })
        }
        existing => Ok(existing.is_some()),
    };
    let was_there = is_there()?;
    put_signatures(to, name, artifact.documents().manifest(), &fetched.signatures)?;
    // Damaged blobs are replaced.
    to.put_blob(name, artifact.documents().config())?;
    to.put_blob(name, artifact.component_bytes())?;
    if was_there {
        return Ok(PublishOutcome::Again);
    }
    if to.exchange_manifest(name, &tag, None, artifact.documents().manifest())? {
        return Ok(PublishOutcome::Newly);
    }
    // Another process has published the version.
    if is_there()? {
        return Ok(PublishOutcome::Again);
    }
    Err(changing(to, name, &tag).into())
}

/// Copies the signatures of a version to a storage that already has the identical artifact, and returns its
/// digest; `None` if the artifact must be fetched and published.
///
/// # Errors
/// Returns an error if the source or the destination cannot be read or written.
pub fn follow(
    from: &dyn ArtifactSource,
    to: &dyn Repository,
    name: &str,
    version: &Version,
) -> Result<Option<Digest>, SourceError> {
    let tag = version.to_string();
    let Some(bytes) = to.manifest(name, &tag)? else { return Ok(None) };
    // A different artifact is reported when publishing.
    let Ok(manifest) = read_manifest(&to.reference(name, &tag), &bytes) else { return Ok(None) };
    for blob in manifest.layers.iter().chain([&manifest.config]) {
        if !to.has(name, blob)? {
            return Ok(None);
        }
    }
    let artifact = Digest::of(&bytes);
    let Some(signatures) = from.signatures(name, version, &artifact)? else { return Ok(None) };
    put_signatures(to, name, &bytes, &signatures)?;
    Ok(Some(artifact))
}

/// Returns the tag of the signatures of an artifact. A tag is used because not all registries support the
/// referrers API. The tag `sha256-….sig` is used by cosign.
fn signature_tag(artifact: &Digest) -> String {
    format!("sha256-{}.marotte", artifact.hex())
}

pub(crate) fn signatures<R: Repository + ?Sized>(
    from: &R,
    name: &str,
    artifact: &Digest,
) -> Result<Vec<Signature>, SourceError> {
    let manifest = from.manifest(name, &signature_tag(artifact))?;
    manifest.map_or_else(|| Ok(Vec::new()), |bytes| read_signatures(from, name, artifact, &bytes))
}

/// Reads the signatures that a manifest lists.
fn read_signatures<R: Repository + ?Sized>(
    from: &R,
    name: &str,
    artifact: &Digest,
    bytes: &[u8],
) -> Result<Vec<Signature>, SourceError> {
    let reference = from.reference(name, &signature_tag(artifact));
    let manifest = read_manifest(&reference, bytes)?;
    if manifest.config.media_type != SIGNATURE_TYPE {
        // An artifact of another program.
        return Ok(Vec::new());
    }
    let subject = manifest.subject.as_ref().map(|subject| subject.digest);
    if subject != Some(*artifact) {
        let found = subject.map_or_else(|| "nothing".to_owned(), |subject| subject.to_string());
        let (what, expected) = ("the subject of the signatures".to_owned(), artifact.to_string());
        return Err(SourceError::Differs { place: reference, what, expected, found });
    }
    if manifest.layers.len() > MAX_SIGNERS {
        return Err(invalid_artifact(&reference, &format!("it has more than {MAX_SIGNERS} signatures")));
    }
    let read = |layer: &Descriptor| {
        expect_type(&reference, "layer", layer, SIGNATURE_TYPE, MAX_SIGNATURE)?;
        let signature = Signature::from_json(&from.blob(name, layer)?);
        signature.map_err(|error| SourceError::Malformed { place: reference.clone(), reason: error.to_string() })
    };
    manifest.layers.iter().map(read).collect()
}

pub(crate) fn put_signatures(
    to: &dyn Repository,
    name: &str,
    manifest: &[u8],
    new: &[Signature],
) -> Result<(), SourceError> {
    let artifact = Digest::of(manifest);
    let tag = signature_tag(&artifact);
    for _ in 0..TRIES {
        let existing = to.manifest(name, &tag)?;
        let known = existing.as_deref().map(|bytes| read_signatures(to, name, &artifact, bytes)).transpose()?;
        let known = known.unwrap_or_default();
        if new.iter().all(|signature| known.contains(signature)) {
            return Ok(());
        }
        let all = list_signatures(to, name, manifest, &[&known, new].concat())?;
        // Concurrently added signatures are merged.
        if to.exchange_manifest(name, &tag, existing.as_deref().map(Digest::of).as_ref(), &all)? {
            return Ok(());
        }
    }
    Err(changing(to, name, &tag))
}

/// Stores signatures and returns the manifest that lists them.
fn list_signatures(
    to: &dyn Repository,
    name: &str,
    manifest: &[u8],
    signatures: &[Signature],
) -> Result<Vec<u8>, SourceError> {
    // Sorted by their bytes, so that the manifest does not depend on the order in which they were added.
    let all: BTreeMap<Vec<u8>, ()> = signatures.iter().map(|signature| (signature.to_json(), ())).collect();
    for signature in all.keys() {
        to.put_blob(name, signature)?;
    }
    to.put_blob(name, NOTHING)?;
    let layers = all.keys().map(|signature| Descriptor::of(SIGNATURE_TYPE, signature)).collect();
    Ok(to_json(&OciManifest {
        subject: Some(Descriptor::of(MANIFEST_TYPE, manifest)),
        ..OciManifest::new(Descriptor::of(SIGNATURE_TYPE, NOTHING), layers)
    }))
}

pub(crate) fn changing(to: &dyn Repository, name: &str, tag: &str) -> SourceError {
    let reason = "it is being changed by another process: check its content and try again".to_owned();
    SourceError::Malformed { place: to.reference(name, tag), reason }
}

/// Parses a manifest.
pub(crate) fn read_manifest(reference: &str, bytes: &[u8]) -> Result<OciManifest, SourceError> {
    let manifest: OciManifest =
        serde_json::from_slice(bytes).map_err(|error| invalid_artifact(reference, &error.to_string()))?;
    if manifest.media_type == MANIFEST_TYPE && manifest.schema_version == 2 {
        return Ok(manifest);
    }
    Err(invalid_artifact(reference, &format!("it is of the type '{}'", manifest.media_type)))
}

fn invalid_artifact(reference: &str, reason: &str) -> SourceError {
    let reason = format!(
        "this is not the manifest of a provider: {reason}. Providers are published with `marotte provider publish`"
    );
    SourceError::Malformed { place: reference.to_owned(), reason }
}

fn expect_type(
    reference: &str,
    what: &str,
    found: &Descriptor,
    media_type: &str,
    most: usize,
) -> Result<(), SourceError> {
    if found.media_type != media_type {
        return Err(invalid_artifact(reference, &format!("its {what} is of the type '{}'", found.media_type)));
    }
    if found.size > most as u64 {
        return Err(invalid_artifact(reference, &format!("its {what} has {} bytes, more than {most}", found.size)));
    }
    Ok(())
}

/// Checks a blob against its descriptor.
pub(crate) fn expect_blob(place: &str, blob: &Descriptor, bytes: &[u8]) -> Result<(), SourceError> {
    let found = Digest::of(bytes);
    if found == blob.digest && bytes.len() as u64 == blob.size {
        return Ok(());
    }
    let of = |digest: &Digest, size: u64| format!("{digest} ({size} bytes)");
    Err(SourceError::Differs {
        place: place.to_owned(),
        what: format!("the digest of the {}", what(&blob.media_type)),
        expected: of(&blob.digest, blob.size),
        found: of(&found, bytes.len() as u64),
    })
}

/// Checks the digest of a manifest.
pub(crate) fn expect_manifest(place: &str, digest: &Digest, bytes: &[u8]) -> Result<(), SourceError> {
    let found = Digest::of(bytes);
    if found == *digest {
        return Ok(());
    }
    Err(SourceError::Differs {
        place: place.to_owned(),
        what: "the digest of the manifest".to_owned(),
        expected: digest.to_string(),
        found: found.to_string(),
    })
}

/// Returns the name of a kind of blob for messages.
fn what(media_type: &str) -> &'static str {
    match media_type {
        COMPONENT_TYPE => "component",
        CONFIG_TYPE => "config",
        MANIFEST_TYPE => "manifest",
        SIGNATURE_TYPE => "signature",
        _ => "blob",
    }
}
