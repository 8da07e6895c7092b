//! Errors of environments.

use std::path::PathBuf;

use ownership::CheckError;
use thiserror::Error;

use crate::digest::Digest;
use crate::file_error::FileError;
use crate::source::SourceError;

/// Reason why an environment cannot be published, pulled or compared.
#[derive(Debug, Error)]
pub enum EnvironmentError {
    /// An entry of a directory cannot be part of an artifact.
    #[error("'{}' cannot be part of an environment: {reason}", path.display())]
    Entry {
        /// The path.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A file or directory cannot be read, or other users can change it.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// A file or directory cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The environment exceeds a limit.
    #[error("The environment has more than {limit} {what}")]
    TooLarge {
        /// The limit.
        limit: u64,
        /// What is limited.
        what: &'static str,
    },
    /// The artifact is not an environment, or violates its format.
    #[error("'{place}' is not a valid environment: {reason}")]
    Malformed {
        /// The artifact.
        place: String,
        /// The reason.
        reason: String,
    },
    /// The reference exists, but is of another kind.
    #[error("'{place}' is {found}, not {expected}{hint}")]
    Kind {
        /// The artifact.
        place: String,
        /// The expected kind.
        expected: &'static str,
        /// The actual kind.
        found: &'static str,
        /// What to do; begins with a colon, or is empty.
        hint: &'static str,
    },
    /// There is no such artifact.
    #[error("'{0}' does not exist")]
    Missing(String),
    /// The artifact has another name.
    #[error("'{place}' is {what} '{found}', not '{expected}'{hint}")]
    Name {
        /// The artifact.
        place: String,
        /// The kind of the artifact.
        what: &'static str,
        /// The expected name.
        expected: String,
        /// The actual name.
        found: String,
        /// What to do; begins with a colon, or is empty.
        hint: &'static str,
    },
    /// A text is not a reference.
    #[error(
        "'{text}' is not a reference of an environment: {reason}. References are oci://HOST[:PORT]/PATH/NAME and DIRECTORY:NAME, \
         each with :TAG or @DIGEST if needed"
    )]
    Reference {
        /// The text.
        text: String,
        /// The reason.
        reason: String,
    },
    /// A channel is older than the one that this system has applied.
    #[error(
        "The channel '{channel}' of the environment '{environment}' has the serial {offered}, but this system has already applied \
         serial {applied}: an older channel is not accepted"
    )]
    Older {
        /// The environment.
        environment: String,
        /// The channel.
        channel: String,
        /// The serial of the channel.
        offered: u64,
        /// The serial of the applied channel.
        applied: u64,
    },
    /// Two channels have the same serial.
    #[error(
        "The channel '{channel}' of the environment '{environment}' has the serial {serial}, which this system has already applied \
         with other content ({applied}, not {offered}); publish the channel again with `marotte environment rollout`"
    )]
    Ambiguous {
        /// The environment.
        environment: String,
        /// The channel.
        channel: String,
        /// The serial of both.
        serial: u64,
        /// The digest of the applied channel.
        applied: Digest,
        /// The digest of the other one.
        offered: Digest,
    },
    /// The environment on this system was not pulled.
    #[error(
        "'{}' exists and was not pulled: move it away to pull the environment '{name}'", path.display()
    )]
    Foreign {
        /// The path of the environment.
        path: PathBuf,
        /// Its name.
        name: String,
    },
    /// A repository cannot be read or written, or its content is not valid.
    #[error(transparent)]
    Source(#[from] SourceError),
}

impl EnvironmentError {
    pub(super) fn entry(path: impl Into<PathBuf>, reason: impl Into<String>) -> Self {
        Self::Entry { path: path.into(), reason: reason.into() }
    }

    pub(super) fn malformed(place: &str, reason: impl Into<String>) -> Self {
        Self::Malformed { place: place.to_owned(), reason: reason.into() }
    }
}
