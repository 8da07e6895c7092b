//! Environments as OCI artifacts: the files of a directory environment with a layer for each module, signatures, transfer
//! to and from repositories, the trees that were pulled to this system, and channels, which assign versions to nodes.

mod artifact;
mod channel;
mod difference;
mod entry_check;
mod error;
mod layer;
mod local;
mod pull;
mod reference;
mod store;
mod transfer;
mod tree;

pub use artifact::{EnvironmentArtifact, EnvironmentManifest, LayerManifest, ModuleVersion};
pub use channel::{Channel, ChannelStep, Percentage, PercentageError, RolloutError};
pub use difference::{FileChange, FileDifference, ModuleDifference, TreeDifference};
pub use error::EnvironmentError;
pub use local::{KeptTree, content_path, current};
pub use pull::{Pull, PullError, PullRequest, Rollout};
pub use reference::{EnvironmentReference, Revision};
pub use store::{EnvironmentStore, PullOutcome, PulledEnvironment, PulledVersion, StoreGuard, VersionOrigin};
pub use transfer::{FetchedChannel, FetchedEnvironment};
pub use tree::{EnvironmentTree, FileContent, SealedValues, TreeEntry};

/// Maximum number of files, directories and links of an environment.
pub const MAX_ENTRIES: usize = 200_000;

/// Maximum size of all files of an environment, in bytes.
pub const MAX_CONTENT: u64 = 1 << 30;

/// Maximum length of a path in an environment, in bytes.
pub const MAX_PATH: usize = 1024;

/// Maximum number of layers of an artifact.
pub const MAX_LAYERS: usize = 2000;

/// Maximum size of a compressed layer, in bytes.
pub const MAX_LAYER: u64 = 256 << 20;

/// Maximum length of the name of an environment or channel.
const MAX_NAME: usize = 100;

/// Returns whether a text is the name of an environment.
#[must_use]
pub fn is_environment_name(text: &str) -> bool {
    let is_letter = |letter: u8| letter.is_ascii_alphanumeric() || letter == b'_';
    !text.is_empty() && text.len() <= MAX_NAME && text.bytes().all(is_letter)
}

#[cfg(test)]
mod tests;
