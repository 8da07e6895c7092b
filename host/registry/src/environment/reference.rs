//! References of environments and channels: the repository, the name in it, and the tag or digest.

use std::fmt;
use std::path::PathBuf;

use super::EnvironmentError;
use crate::digest::Digest;
use crate::layout::OciLayout;
use crate::network::Network;
use crate::oci::Registry;
use crate::repository::Repository;
use crate::source::{SourceError, SourceLocator, is_word};

/// Prefix of the references of a registry.
const REGISTRY: &str = "oci://";

/// The tag of references without one.
const LATEST: &str = "latest";

/// Maximum length of a tag.
const MAX_TAG: usize = 128;

/// A tag or digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Revision {
    /// A tag.
    Tag(String),
    /// The digest of a manifest.
    Digest(Digest),
}

/// A reference: `oci://HOST[:PORT]/PATH/NAME` or `DIRECTORY:NAME`, with `:TAG` or `@DIGEST`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnvironmentReference {
    place: Place,
    /// The name in the repository: the last part of the path.
    pub name: String,
    /// The tag or digest.
    pub revision: Revision,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Place {
    Registry {
        host: String,
        prefix: String,
    },
    /// A directory, which need not exist.
    Layout(PathBuf),
}

impl EnvironmentReference {
    /// Parses a reference.
    ///
    /// # Errors
    /// Returns an error if the text is not a reference.
    pub fn parse(text: &str) -> Result<Self, EnvironmentError> {
        let fault = |reason: &str| EnvironmentError::Reference { text: text.to_owned(), reason: reason.to_owned() };
        let (rest, digest) = match text.split_once('@') {
            Some((rest, digest)) => (rest, Some(digest.parse::<Digest>().map_err(|error| fault(&error.to_string()))?)),
            None => (text, None),
        };
        // The port of a host and the directory of a layout end with a slash or a colon before the name.
        let (place, named) = match rest.strip_prefix(REGISTRY) {
            Some(after) => after.rsplit_once('/').ok_or_else(|| fault("it has no name"))?,
            None => {
                let start = rest.rfind('/').map_or(0, |slash| slash + 1);
                let colon = rest[start..].find(':').ok_or_else(|| fault("it has no name"))? + start;
                (&rest[..colon], &rest[colon + 1..])
            }
        };
        let (name, tag) = named.split_once(':').map_or((named, None), |(name, tag)| (name, Some(tag)));
        if !is_word(name) {
            return Err(fault("the name consists of lower-case letters, digits, '.', '_' and '-'"));
        }
        let revision = match (digest, tag) {
            (Some(_), Some(_)) => return Err(fault("it has a tag and a digest")),
            (Some(digest), None) => Revision::Digest(digest),
            (None, tag) => Revision::Tag(tag.unwrap_or(LATEST).to_owned()),
        };
        if matches!(&revision, Revision::Tag(tag) if !is_tag(tag)) {
            return Err(fault("a tag has at most 128 letters, digits, '.', '_' and '-'"));
        }
        let place = match rest.starts_with(REGISTRY) {
            true => Place::registry(place, &fault)?,
            false if place.is_empty() || place.contains("://") => return Err(fault("it has no directory")),
            false => Place::Layout(std::path::absolute(place).map_err(|error| fault(&error.to_string()))?),
        };
        Ok(Self { place, name: name.to_owned(), revision })
    }

    /// Returns the reference to another version in the same repository.
    #[must_use]
    pub fn at(&self, digest: Digest) -> Self {
        Self { revision: Revision::Digest(digest), ..self.clone() }
    }

    /// Returns the tag.
    ///
    /// # Errors
    /// Returns an error if the reference has a digest instead.
    pub fn tag(&self) -> Result<&str, EnvironmentError> {
        match &self.revision {
            Revision::Tag(tag) => Ok(tag),
            Revision::Digest(_) => {
                let reason = "a tag is needed here, not a digest".to_owned();
                Err(EnvironmentError::Reference { text: self.to_string(), reason })
            }
        }
    }

    /// Returns the location of the repository, as in the list `sources` of a policy.
    #[must_use]
    pub fn source(&self) -> String {
        match &self.place {
            Place::Registry { host, prefix } if prefix.is_empty() => format!("{REGISTRY}{host}"),
            Place::Registry { host, prefix } => format!("{REGISTRY}{host}/{prefix}"),
            Place::Layout(directory) => directory.display().to_string(),
        }
    }

    /// Opens the repository for reading. A registry is not contacted before it is used.
    ///
    /// # Errors
    /// Returns an error if the directory is not an OCI layout, or the network configuration is not valid.
    pub fn open(&self, network: &Network) -> Result<Box<dyn Repository>, SourceError> {
        Ok(match &self.place {
            Place::Registry { host, prefix } => Box::new(Registry::new(host, prefix, network)?),
            Place::Layout(directory) => Box::new(OciLayout::open(directory)?),
        })
    }

    /// Opens the repository for writing. A missing directory is created.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be written, or the network configuration is not valid.
    pub fn create(&self, network: &Network) -> Result<Box<dyn Repository>, SourceError> {
        Ok(match &self.place {
            Place::Registry { .. } => self.open(network)?,
            Place::Layout(directory) => Box::new(OciLayout::make(directory)?),
        })
    }
}

impl Place {
    fn registry(text: &str, fault: &impl Fn(&str) -> EnvironmentError) -> Result<Self, EnvironmentError> {
        if text.ends_with('/') {
            return Err(fault("its path has an empty part"));
        }
        match SourceLocator::find(&format!("{REGISTRY}{text}")) {
            Ok(SourceLocator::Registry { host, prefix }) => Ok(Self::Registry { host, prefix }),
            Ok(_) => Err(fault("it is not a registry")),
            Err(error) => Err(fault(&error.reason)),
        }
    }
}

impl fmt::Display for EnvironmentReference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if matches!(self.place, Place::Registry { .. }) { '/' } else { ':' };
        write!(formatter, "{}{separator}{}", self.source(), self.name)?;
        match &self.revision {
            Revision::Tag(tag) => write!(formatter, ":{tag}"),
            Revision::Digest(digest) => write!(formatter, "@{digest}"),
        }
    }
}

/// Returns whether a text is a tag. Tags of signatures are not the tags of environments.
fn is_tag(tag: &str) -> bool {
    let is_letter = |letter: u8| letter.is_ascii_alphanumeric() || matches!(letter, b'.' | b'_' | b'-');
    let begins = tag.bytes().next().is_some_and(|first| first.is_ascii_alphanumeric() || first == b'_');
    begins && tag.len() <= MAX_TAG && tag.bytes().all(is_letter) && !tag.starts_with("sha256-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> EnvironmentReference {
        EnvironmentReference::parse(text).unwrap()
    }

    #[test]
    fn reference_has_repository_name_and_revision() {
        let digest = Digest::of(b"x");
        for (text, source, name, shown) in [
            ("oci://h.example/puppet/production:v1", "oci://h.example/puppet", "production", None),
            ("oci://127.0.0.1:5000/production", "oci://127.0.0.1:5000", "production", Some(":latest")),
            ("oci://[::1]:5000/a/b/production:v1", "oci://[::1]:5000/a/b", "production", None),
            ("/srv/mirror:production:v1", "/srv/mirror", "production", None),
            ("/srv/a:b/mirror:production", "/srv/a:b/mirror", "production", Some(":latest")),
        ] {
            let reference = parse(text);
            assert_eq!((reference.source().as_str(), reference.name.as_str()), (source, name), "{text}");
            assert_eq!(reference.to_string(), format!("{text}{}", shown.unwrap_or_default()));
            let fixed = reference.at(digest).to_string();
            assert_eq!(parse(&fixed).revision, Revision::Digest(digest), "{fixed}");
        }
        assert!(parse("mirror:production").source().ends_with("/mirror"));
    }

    #[test]
    fn text_that_is_not_a_reference_is_rejected() {
        for wrong in [
            "",
            "production",
            "oci://",
            "oci://host",
            "oci://host/",
            "oci://host/Production",
            "oci://host/a//production",
            "https://host/production",
            "/srv/mirror",
            ":production",
            "/srv/mirror:",
            "/srv/mirror:a:b:c",
            "/srv/mirror:a:-x",
            "/srv/mirror:a@sha256:12",
            "oci://host/a:sha256-12.marotte",
        ] {
            let message = EnvironmentReference::parse(wrong).unwrap_err().to_string();
            assert!(message.contains("is not a reference of an environment"), "{wrong}: {message}");
        }
        let both = format!("/srv/mirror:a:b@{}", Digest::of(b"x"));
        assert!(EnvironmentReference::parse(&both).is_err());
    }
}
