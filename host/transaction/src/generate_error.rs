//! Errors of generated resources.

use thiserror::Error;

use crate::CatalogIssue;
use crate::prepare::CanonicalizeError;
use crate::provider::ProviderError;
use crate::purge::PurgeError;

/// Maximum depth of generated resources that generate further resources.
pub(crate) const MAX_DEPTH: u32 = 100;

/// Reason why generated resources cannot be added.
#[derive(Debug, Error)]
pub(crate) enum GenerateError {
    /// The provider failed.
    #[error(transparent)]
    Provider(#[from] ProviderError),
    /// The resources to purge cannot be determined.
    #[error(transparent)]
    Purge(PurgeError),
    /// The type does not exist.
    #[error("Could not find type {0}")]
    UnknownType(String),
    /// A resource is invalid. Displays without the position.
    #[error("{}", .0.message)]
    Issue(#[from] CatalogIssue),
    /// A resource refers to a resource that does not exist. Contains the whole message.
    #[error("{0}")]
    Missing(String),
    /// A resource sets a metaparameter that only its parent can set.
    #[error("{resource} cannot have its own '{metaparameter}'")]
    Bound {
        /// The resource.
        resource: String,
        /// The metaparameter.
        metaparameter: String,
    },
    /// The type's code failed.
    #[error(transparent)]
    Canonicalize(#[from] CanonicalizeError),
    /// A resource that is to be changed does not exist.
    #[error("{0} is not in the catalog")]
    Unknown(String),
    /// Attributes of a resource that has already been applied were set.
    #[error("{0} has already been applied")]
    Applied(String),
    /// Generated resources generate further resources beyond the maximum depth.
    #[error("generated resources are nested more than {MAX_DEPTH} levels deep")]
    TooDeep,
}
