//! The error returned by a provider. Its message becomes Puppet's "change from .. to .. failed: MESSAGE".

pub use crate::bindings::marotte::provider::errors::{Code, Error};

/// The result of a system call, and of most methods of a provider.
pub type Result<T, E = Error> = core::result::Result<T, E>;

impl Error {
    /// Creates an error with a code.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), detail: None }
    }

    /// Creates an error about an invalid value.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(Code::Invalid, message)
    }

    /// Creates an error with the code `Other`.
    pub fn other(message: impl Into<String>) -> Self {
        Self::new(Code::Other, message)
    }

    /// Replaces the message and keeps the code.
    #[must_use]
    pub fn reword(self, message: impl Into<String>) -> Self {
        Self { message: message.into(), ..self }
    }
}
