//! Sources of artifacts: the interface of all sources, and the texts that locate one.

pub mod file;

use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use marotte_contract::package::PackageError;
use semver::Version;
use thiserror::Error;

use crate::artifact::Artifact;
use crate::digest::Digest;
use crate::file_error::FileError;
use crate::layout::OciLayout;
use crate::network::Network;
use crate::oci::Registry;
use crate::signature::Signature;
use file::FileSource;

/// Prefix of the text of a registry.
const REGISTRY: &str = "oci://";

/// A fetched artifact with its signatures. Its integrity and identity have been verified, the signatures have not.
#[derive(Debug, Clone)]
pub struct FetchedArtifact {
    /// The artifact.
    pub artifact: Artifact,
    /// The signatures.
    pub signatures: Vec<Signature>,
}

/// A source of artifacts: a registry, a directory or a file.
pub trait ArtifactSource {
    /// Returns its name.
    fn describe(&self) -> String;

    /// Returns the available versions of a provider, `namespace/name`, in ascending order; empty if the
    /// provider is unknown.
    ///
    /// # Errors
    /// Returns an error if the source cannot be accessed.
    fn versions(&self, name: &str) -> Result<Vec<Version>, SourceError>;

    /// Fetches a version of a provider, with its signatures.
    ///
    /// # Errors
    /// Returns an error if the version does not exist, is incomplete, or has another name.
    fn fetch(&self, name: &str, version: &Version) -> Result<FetchedArtifact, SourceError>;

    /// Returns the signatures of a version if it is this artifact; `None` if it is another one, or if that is
    /// unknown without fetching it.
    ///
    /// # Errors
    /// Returns an error if the source cannot be accessed, or a signature is not valid.
    fn signatures(
        &self,
        _name: &str,
        _version: &Version,
        _artifact: &Digest,
    ) -> Result<Option<Vec<Signature>>, SourceError> {
        Ok(None)
    }
}

/// Error of a source.
#[derive(Debug, Error)]
pub enum SourceError {
    /// The version does not exist.
    #[error("'{place}' has no version {version} of the provider '{name}'")]
    Missing {
        /// The source.
        place: String,
        /// The provider.
        name: String,
        /// The version.
        version: Version,
    },
    /// A file or directory cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A registry rejects a request.
    #[error("'{reference}': {reason}")]
    Remote {
        /// Registry, repository and reference.
        reference: String,
        /// The reason.
        reason: String,
    },
    /// The content is not a component.
    #[error(transparent)]
    Package(#[from] PackageError),
    /// The version of a component is not valid.
    #[error("'{place}': the version '{version}' of the provider '{name}' is not a semantic version: {reason}")]
    Version {
        /// The source.
        place: String,
        /// The provider.
        name: String,
        /// The version string.
        version: String,
        /// The reason.
        reason: String,
    },
    /// The content differs from the expected one.
    #[error("'{place}': {what} is {found}, where {expected} was expected")]
    Differs {
        /// The source.
        place: String,
        /// The differing property.
        what: String,
        /// The expected value.
        expected: String,
        /// The actual value.
        found: String,
    },
    /// Signatures or other content cannot be parsed.
    #[error("'{place}': {reason}")]
    Malformed {
        /// The file, or the reference.
        place: String,
        /// The reason.
        reason: String,
    },
}

/// The location of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SourceLocator {
    /// A registry: `oci://HOST[:PORT]/PREFIX`. The provider `a/b` is its repository `PREFIX/a/b`.
    Registry {
        /// The host, with its port if given.
        host: String,
        /// The prefix of all repositories; may be empty.
        prefix: String,
    },
    /// A directory that is an OCI image layout.
    Layout(PathBuf),
    /// A component.
    File(PathBuf),
}

impl SourceLocator {
    /// Parses a location. Directories and files must exist.
    ///
    /// # Errors
    /// Returns an error if the text is not a location.
    pub fn find(text: &str) -> Result<Self, LocatorError> {
        let fault = |reason: &str| LocatorError { text: text.to_owned(), reason: reason.to_owned() };
        if let Some(rest) = text.strip_prefix(REGISTRY) {
            let (host, prefix) = rest.split_once('/').unwrap_or((rest, ""));
            let prefix = prefix.trim_end_matches('/');
            if !is_host(host) {
                return Err(fault("its host is invalid"));
            }
            if !prefix.is_empty() && !prefix.split('/').all(is_word) {
                return Err(fault(
                    "the path after the host consists of lower-case letters, digits, '.', '_' and '-', separated by '/'",
                ));
            }
            return Ok(Self::Registry { host: host.to_owned(), prefix: prefix.to_owned() });
        }
        if text.contains("://") {
            return Err(fault("a registry begins with 'oci://' and is accessed by https unless it is on this system"));
        }
        // Canonical, since the policy restricts paths.
        let path = std::fs::canonicalize(text).map_err(|error| match error.kind() {
            ErrorKind::NotFound if Self::is_ambiguous(text) => {
                fault(&format!("no such directory or file; the registry is '{REGISTRY}{text}'"))
            }
            ErrorKind::NotFound => fault("no such directory or file"),
            _ => fault(&error.to_string()),
        })?;
        if path.is_dir() {
            return match path.join("oci-layout").is_file() {
                true => Ok(Self::Layout(path)),
                false => Err(fault("the directory has no file 'oci-layout'")),
            };
        }
        match path.is_file() {
            true => Ok(Self::File(path)),
            false => Err(fault("it is neither a directory nor a file")),
        }
    }

    /// Returns whether the text is a missing relative path that could be a registry without its scheme:
    /// `registry.example.org/x`, `localhost:5000`.
    #[must_use]
    pub fn is_ambiguous(text: &str) -> bool {
        let host = text.split('/').next().unwrap_or_default();
        let has_domain = host.rsplit_once('.').is_some_and(|(name, top)| {
            !name.is_empty() && top.len() > 1 && top.bytes().all(|letter| letter.is_ascii_alphabetic())
        });
        let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        is_host(host) && !host.starts_with('.') && (has_domain || has_port) && !Path::new(text).exists()
    }

    /// Opens the source. A registry is not contacted before it is used.
    ///
    /// # Errors
    /// Returns an error if the directory is not a layout, or the network configuration is not valid.
    pub fn open(&self, network: &Network) -> Result<Box<dyn ArtifactSource>, SourceError> {
        Ok(match self {
            Self::Registry { host, prefix } => Box::new(Registry::new(host, prefix, network)?),
            Self::Layout(directory) => Box::new(OciLayout::open(directory)?),
            Self::File(path) => Box::new(FileSource::new(path.clone())),
        })
    }

    /// Returns whether a text can only be a location, and not the name of a provider.
    #[must_use]
    pub fn is_location(text: &str) -> bool {
        let begins = ["/", "./", "../", REGISTRY].iter().any(|start| text.starts_with(start));
        begins || Path::new(text).extension().is_some_and(|extension| extension == "wasm")
    }
}

impl fmt::Display for SourceLocator {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Registry { host, prefix } if prefix.is_empty() => write!(formatter, "{REGISTRY}{host}"),
            Self::Registry { host, prefix } => write!(formatter, "{REGISTRY}{host}/{prefix}"),
            Self::Layout(path) | Self::File(path) => write!(formatter, "{}", path.display()),
        }
    }
}

impl FromStr for SourceLocator {
    type Err = LocatorError;

    fn from_str(text: &str) -> Result<Self, LocatorError> {
        Self::find(text)
    }
}

/// A text that is not a location.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{text}' is not a source of providers: {reason}. Sources are oci://HOST[:PORT]/PREFIX, OCI layouts and files")]
pub struct LocatorError {
    text: String,
    pub(crate) reason: String,
}

fn is_host(host: &str) -> bool {
    let (name, port) = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, port)) if address.parse::<std::net::Ipv6Addr>().is_ok() => ("v6", port.strip_prefix(':')),
        Some(_) => return false,
        None => host.split_once(':').map_or((host, None), |(name, port)| (name, Some(port))),
    };
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-');
    !name.is_empty() && name.chars().all(is_letter) && port.is_none_or(|port| port.parse::<u16>().is_ok())
}

/// Returns whether a text is a valid component of a repository name.
pub(crate) fn is_word(word: &str) -> bool {
    let is_plain = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    let is_letter = |letter: u8| is_plain(letter) || matches!(letter, b'.' | b'_' | b'-');
    word.bytes().next().is_some_and(is_plain) && word.bytes().all(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registry_locator_has_host_and_optional_prefix() {
        for text in ["oci://127.0.0.1:5000", "oci://ghcr.io/acme/providers", "oci://[::1]:5000/x"] {
            assert_eq!(SourceLocator::find(text).unwrap().to_string(), text);
        }
        let slash = SourceLocator::find("oci://ghcr.io/acme/").unwrap();
        assert_eq!(slash, SourceLocator::Registry { host: "ghcr.io".into(), prefix: "acme".into() });
        for wrong in [
            "oci://",
            "oci:///x",
            "oci://h:x/y",
            "oci://h/Acme",
            "oci://h//x",
            "oci://h/../x",
            "https://h/x",
            "oci://u@h/x",
        ] {
            assert!(SourceLocator::find(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn location_without_scheme_that_names_a_host_is_ambiguous() {
        for text in ["registry.example.org/x", "ghcr.io", "localhost:5000/x", "127.0.0.1:5000"] {
            assert!(SourceLocator::is_ambiguous(text), "{text}");
        }
        for text in ["./ghcr.io/x", "../x.org", "/srv/x.org", "mirror", "v1.2", "oci://ghcr.io", ".config", "src"] {
            assert!(!SourceLocator::is_ambiguous(text), "{text}");
        }
        let refused = SourceLocator::find("registry.example.org/x").unwrap_err().to_string();
        assert!(refused.contains("the registry is 'oci://registry.example.org/x'"), "{refused}");
    }

    #[test]
    fn directory_and_file_locators_must_exist() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().canonicalize().unwrap();
        let text = path.display().to_string();
        assert!(SourceLocator::find(&text).unwrap_err().to_string().contains("has no file 'oci-layout'"));
        std::fs::write(directory.path().join("oci-layout"), "{}").unwrap();
        assert_eq!(SourceLocator::find(&text).unwrap(), SourceLocator::Layout(path.clone()));
        assert!(matches!(SourceLocator::find(&format!("{text}/oci-layout")), Ok(SourceLocator::File(_))));
        // A file has the same name for all paths that lead to it.
        std::os::unix::fs::symlink(&path, path.join("link")).unwrap();
        for other in ["link", "./link/.", "."] {
            assert_eq!(SourceLocator::find(&format!("{text}/{other}")).unwrap().to_string(), text);
        }
        assert!(
            SourceLocator::find(&format!("{text}/x.wasm"))
                .unwrap_err()
                .to_string()
                .contains("no such directory or file")
        );
    }
}
