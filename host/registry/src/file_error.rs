//! Errors of files and directories.

use std::path::PathBuf;

use thiserror::Error;

/// A file or directory cannot be read or written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("Could not read '{}': {reason}", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// It cannot be written.
    #[error("Could not write '{}': {reason}", path.display())]
    Unwritten {
        /// The path.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
}

impl FileError {
    pub(crate) fn unreadable(path: impl Into<PathBuf>, reason: &impl ToString) -> Self {
        Self::Unreadable { path: path.into(), reason: reason.to_string() }
    }

    pub(crate) fn unwritten(path: impl Into<PathBuf>, reason: &impl ToString) -> Self {
        Self::Unwritten { path: path.into(), reason: reason.to_string() }
    }
}
