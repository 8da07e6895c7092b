//! Errors of commands, with PuppetDB's messages for wrong parameters.

use thiserror::Error;

/// A command is not valid.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum CommandError {
    /// The parameters are wrong.
    #[error("{0}")]
    Parameters(String),
    /// The body is not JSON.
    #[error("The body of the command is not valid JSON: {0}")]
    Body(String),
    /// The document does not have the format of the command.
    #[error("The document of the command \"{command}\" is not valid: {reason}")]
    Document {
        /// The name of the command.
        command: String,
        /// The reason.
        reason: String,
    },
    /// A resource of a catalog has a tag with invalid letters.
    #[error("Resource '{resource}' has an invalid tag '{tag}'.")]
    Tag {
        /// The resource.
        resource: String,
        /// The tag.
        tag: String,
    },
    /// A relationship refers to a resource that is not in the catalog.
    #[error("Edge '{edge}' refers to resource '{resource}', which doesn't exist in the catalog.")]
    Edge {
        /// The relationship.
        edge: String,
        /// The resource.
        resource: String,
    },
    /// The kind of a relationship is unknown.
    #[error("Edge '{edge}' has invalid relationship type '{relationship}'")]
    Relationship {
        /// The relationship.
        edge: String,
        /// Its kind.
        relationship: String,
    },
}

impl CommandError {
    pub(super) fn parameters(command: Option<&str>, certname: Option<&str>, reason: &str) -> Self {
        let shown = |text: Option<&str>| text.map_or_else(|| "nil".to_owned(), |text| format!("{text:?}"));
        Self::Parameters(format!("Command {} for certname {} is invalid. {reason}", shown(command), shown(certname)))
    }
}
