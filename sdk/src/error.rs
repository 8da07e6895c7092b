//! The error that a provider answers with. The message becomes Puppet's "change from .. to .. failed: MESSAGE".

pub use crate::bindings::marotte::provider::errors::{Code, Error};

/// The result of a call to the machine, and of most calls to a provider.
pub type Result<T, E = Error> = core::result::Result<T, E>;

impl Error {
    /// Makes an error of this kind.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), detail: None }
    }

    /// Makes an error about a value that cannot be.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(Code::Invalid, message)
    }

    /// Makes an error of no particular kind.
    pub fn other(message: impl Into<String>) -> Self {
        Self::new(Code::Other, message)
    }

    /// Keeps the kind and says it in other words.
    #[must_use]
    pub fn reword(self, message: impl Into<String>) -> Self {
        Self { message: message.into(), ..self }
    }
}
