//! Transfer of environments and channels to and from repositories. A tag is written after everything that it refers to.

use super::artifact::ENVIRONMENT_TYPE;
use super::channel::{CHANNEL_TYPE, manifest_of};
use super::{Channel, EnvironmentArtifact, EnvironmentError, EnvironmentManifest, EnvironmentReference, Revision};
use crate::artifact::{Descriptor, OciManifest};
use crate::digest::Digest;
use crate::repository::{NOTHING, PublishOutcome, Repository, changing, put_signatures, read_manifest, signatures};
use crate::signature::Signature;

/// Maximum size of the document of a channel.
const MAX_CHANNEL: u64 = 64 << 10;

/// An environment in a repository with its signatures. The digests have been verified, the signatures have not.
#[derive(Debug, Clone)]
pub struct FetchedEnvironment {
    /// The content of manifest and config.
    pub manifest: EnvironmentManifest,
    /// The signatures.
    pub signatures: Vec<Signature>,
}

/// A channel in a repository with its signatures. The digests have been verified, the signatures have not.
#[derive(Debug, Clone)]
pub struct FetchedChannel {
    /// The channel.
    pub channel: Channel,
    /// The digest of its manifest.
    pub digest: Digest,
    /// The signatures.
    pub signatures: Vec<Signature>,
}

impl EnvironmentArtifact {
    /// Publishes the environment with its signatures under the tag of a reference. Returns whether the tag is new or referred to
    /// another version.
    ///
    /// # Errors
    /// Returns an error if the tag is that of something else, or the repository cannot be written; then the tag is unchanged.
    pub fn publish(
        &self,
        to: &dyn Repository,
        reference: &EnvironmentReference,
        signatures: &[Signature],
    ) -> Result<PublishOutcome, EnvironmentError> {
        let (name, tag) = (reference.name.as_str(), reference.tag()?);
        let existing = to.manifest(name, tag)?;
        if let Some(bytes) = &existing {
            expect_kind(&reference.to_string(), bytes, ENVIRONMENT_TYPE)?;
        }
        put_signatures(to, name, self.documents().manifest(), signatures)?;
        to.put_blob(name, self.documents().config())?;
        self.layers.iter().try_for_each(|layer| to.put_blob(name, layer))?;
        let seen = existing.as_deref().map(Digest::of);
        if seen == Some(self.digest()) {
            return Ok(PublishOutcome::Again);
        }
        match to.exchange_manifest(name, tag, seen.as_ref(), self.documents().manifest())? {
            true => Ok(PublishOutcome::Newly),
            false => Err(changing(to, name, tag).into()),
        }
    }
}

impl FetchedEnvironment {
    /// Fetches manifest, config and signatures of an environment.
    ///
    /// # Errors
    /// Returns an error if it does not exist, is not an environment, or the repository cannot be read.
    pub fn fetch(from: &dyn Repository, reference: &EnvironmentReference) -> Result<Self, EnvironmentError> {
        let place = reference.to_string();
        let bytes = manifest(from, reference)?;
        let parsed = expect_kind(&place, &bytes, ENVIRONMENT_TYPE)?;
        let config = from.blob(&reference.name, &EnvironmentManifest::config_of(&place, &parsed)?)?;
        let digest = Digest::of(&bytes);
        let manifest = EnvironmentManifest::read(&place, digest, parsed, &config)?;
        Ok(Self { manifest, signatures: signatures(from, &reference.name, &digest)? })
    }
}

impl FetchedChannel {
    /// Fetches a channel; `None` if the tag does not exist.
    ///
    /// # Errors
    /// Returns an error if the tag is that of something else, or the repository cannot be read.
    pub fn fetch(from: &dyn Repository, reference: &EnvironmentReference) -> Result<Option<Self>, EnvironmentError> {
        let (place, tag) = (reference.to_string(), reference.tag()?);
        let Some(bytes) = from.manifest(&reference.name, tag)? else { return Ok(None) };
        let parsed = expect_kind(&place, &bytes, CHANNEL_TYPE)?;
        let [layer] = &*parsed.layers else {
            return Err(EnvironmentError::malformed(&place, "a channel has one layer"));
        };
        if layer.media_type != CHANNEL_TYPE || layer.size > MAX_CHANNEL {
            return Err(EnvironmentError::malformed(&place, "its layer is not that of a channel"));
        }
        let channel = Channel::read(&place, &from.blob(&reference.name, layer)?)?;
        let digest = Digest::of(&bytes);
        Ok(Some(Self { channel, digest, signatures: signatures(from, &reference.name, &digest)? }))
    }

    /// Publishes a channel unless its tag has changed since `seen` was read.
    ///
    /// # Errors
    /// Returns an error if the tag has changed, or the repository cannot be written; then the tag is unchanged.
    pub fn publish(
        channel: &Channel,
        to: &dyn Repository,
        reference: &EnvironmentReference,
        seen: Option<&Digest>,
        sign: impl FnOnce(&Digest) -> Signature,
    ) -> Result<Digest, EnvironmentError> {
        let (name, tag) = (reference.name.as_str(), reference.tag()?);
        let document = channel.to_json();
        let manifest = manifest_of(Descriptor::of(CHANNEL_TYPE, &document));
        let digest = Digest::of(&manifest);
        put_signatures(to, name, &manifest, &[sign(&digest)])?;
        to.put_blob(name, NOTHING)?;
        to.put_blob(name, &document)?;
        match to.exchange_manifest(name, tag, seen, &manifest)? {
            true => Ok(digest),
            false => Err(changing(to, name, tag).into()),
        }
    }
}

fn manifest(from: &dyn Repository, reference: &EnvironmentReference) -> Result<Vec<u8>, EnvironmentError> {
    let found = match &reference.revision {
        Revision::Tag(tag) => from.manifest(&reference.name, tag)?,
        Revision::Digest(digest) => from.manifest_by_digest(&reference.name, digest)?,
    };
    found.ok_or_else(|| EnvironmentError::Missing(reference.to_string()))
}

/// Parses a manifest and checks the kind of its artifact.
fn expect_kind(place: &str, bytes: &[u8], expected: &'static str) -> Result<OciManifest, EnvironmentError> {
    let manifest = read_manifest(place, bytes);
    let found = manifest.as_ref().ok().and_then(|manifest| manifest.artifact_type.as_deref());
    if found == Some(expected) {
        return Ok(manifest?);
    }
    let (expected, hint) = match expected {
        CHANNEL_TYPE => ("a channel", ""),
        _ if found == Some(CHANNEL_TYPE) => ("an environment", ": a channel is pulled with --channel"),
        _ => ("an environment", ""),
    };
    let found = match found {
        Some(ENVIRONMENT_TYPE) => "an environment",
        Some(CHANNEL_TYPE) => "a channel",
        _ => "another artifact",
    };
    Err(EnvironmentError::Kind { place: place.to_owned(), expected, found, hint })
}
