//! Reasons why a change is not undone: the path is no longer in the state that the run left.

use std::mem::discriminant;

use thiserror::Error;

use crate::journal::line::{FileKind, FileState};

/// A difference between a path and the state that the run left.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum UndoConflict {
    /// The path was removed by the run and exists again.
    #[error("it exists again")]
    Present,
    /// The path does not exist.
    #[error("it has been removed since")]
    Removed,
    /// The object is no longer where the run moved it.
    #[error("it is no longer at {to}, where the run moved it")]
    Moved {
        /// The path that the run moved it to.
        to: String,
    },
    /// The directory contains entries that the run did not create.
    #[error("it contains entries that the run did not create: {names}")]
    NotEmpty {
        /// The first of these entries, separated by commas.
        names: String,
    },
    /// The content differs.
    #[error("its content has been changed since")]
    Content,
    /// The symbolic link has another target.
    #[error("it points to {to} now")]
    Target {
        /// The current target.
        to: String,
    },
    /// The file type differs.
    #[error("it has another file type now")]
    FileType,
    /// The mode differs.
    #[error("its mode is {is:04o} now, the run left {left:04o}")]
    Mode {
        /// The current mode.
        is: u32,
        /// The mode that the run left.
        left: u32,
    },
    /// The owner or group differs; each pair is user ID and group ID.
    #[error("its owner and group are {}:{} now, the run left {}:{}", .is.0, .is.1, .left.0, .left.1)]
    Owner {
        /// The current IDs.
        is: (u32, u32),
        /// The IDs that the run left.
        left: (u32, u32),
    },
    /// The SELinux label differs.
    #[error("its SELinux label has been changed since")]
    Label,
    /// Other metadata differs.
    #[error("its access control list, extended attributes or flags have been changed since")]
    Metadata,
}

impl UndoConflict {
    /// Returns the difference between the current state of a path and the state that a run left; `None` if they
    /// match. A state of `None` represents a path that does not exist.
    pub(super) fn of(now: Option<&FileState>, left: Option<&FileState>) -> Option<Self> {
        let (now, left) = match (now, left) {
            (None, None) => return None,
            (Some(_), None) => return Some(Self::Present),
            (None, Some(_)) => return Some(Self::Removed),
            (Some(now), Some(left)) => (now, left),
        };
        if now.agrees_with(left) {
            return None;
        }
        Some(match (&now.kind, &left.kind) {
            (FileKind::File { digest: is, .. }, FileKind::File { digest: left, .. })
                if left.is_some() && is != left =>
            {
                Self::Content
            }
            (FileKind::Link { to: is }, FileKind::Link { to: left }) if is != left => {
                Self::Target { to: is.to_string() }
            }
            (is, left) if discriminant(is) != discriminant(left) => Self::FileType,
            _ if now.mode != left.mode => Self::Mode { is: now.mode, left: left.mode },
            _ if (now.uid, now.gid) != (left.uid, left.gid) => {
                Self::Owner { is: (now.uid, now.gid), left: (left.uid, left.gid) }
            }
            _ if now.label != left.label && now.label.is_some() && left.label.is_some() => Self::Label,
            _ => Self::Metadata,
        })
    }
}
