//! Reasons why a path was not accepted, with commands that correct them.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use nix::unistd::{Uid, User};
use thiserror::Error;

use crate::rule::OwnershipRule;

/// Reason why a path was not accepted.
#[derive(Debug, Error)]
pub enum CheckError {
    /// Other users can change the path.
    #[error(transparent)]
    Exposed(#[from] Exposure),
    /// The file was replaced between two steps of the check.
    #[error("'{}' was replaced while it was being read; run the command again", .0.display())]
    Replaced(PathBuf),
    /// The path cannot be read or examined.
    #[error("Could not read '{}'", path.display())]
    Io {
        /// The path.
        path: PathBuf,
        /// The error of the system.
        #[source]
        source: io::Error,
    },
}

impl CheckError {
    pub(crate) fn io(path: &Path, error: impl Into<io::Error>) -> Self {
        Self::Io { path: path.to_owned(), source: error.into() }
    }

    /// Returns whether the file does not exist.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        let kind = match self {
            Self::Io { source, .. } => source.kind(),
            Self::Exposed(_) | Self::Replaced(_) => return false,
        };
        matches!(kind, io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
    }
}

/// A path that other users can change.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct Exposure {
    /// The path that was checked.
    pub(crate) path: PathBuf,
    /// The file or directory with wrong permissions or owner: the path itself, or a directory above it.
    pub(crate) place: PathBuf,
    pub(crate) rule: OwnershipRule,
    pub(crate) reason: Reason,
    /// The running user.
    pub(crate) user: u32,
}

/// The reason why a file or directory is not trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reason {
    /// The owner, if not a trusted user.
    pub(crate) owner: Option<u32>,
    /// The permissions, if others may write.
    pub(crate) writable: Option<u32>,
    /// Everybody may write, and not only a group.
    pub(crate) by_world: bool,
}

impl fmt::Display for Exposure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, place) = (self.path.display(), self.place.display());
        write!(formatter, "Refusing to use '{path}', which other users can change: ")?;
        match self.path == self.place {
            true => write!(formatter, "it ")?,
            false => write!(formatter, "'{place}' ")?,
        }
        if let Some(owner) = self.reason.owner {
            write!(formatter, "belongs to the user '{}'", user_name(owner))?;
        }
        if let Some(mode) = self.reason.writable {
            let and = if self.reason.owner.is_some() { " and " } else { "" };
            let who = if self.reason.by_world { "everybody" } else { "its group" };
            write!(formatter, "{and}is writable by {who} (mode {mode:04o})")?;
        }
        write!(formatter, ". Correct this with `{}`, or skip the check with --no-strict_permissions", self.remedy())
    }
}

impl Exposure {
    /// Returns the command that corrects the permissions and the owner.
    #[must_use]
    pub fn remedy(&self) -> String {
        let place = shell_word(&self.place);
        let chown = self.reason.owner.map(|_| format!("chown {} {place}", user_name(self.user)));
        let bits = if self.rule == OwnershipRule::Trusted { "go-w" } else { "o-w" };
        let chmod = self.reason.writable.map(|_| format!("chmod {bits} {place}"));
        chown.into_iter().chain(chmod).collect::<Vec<_>>().join(" && ")
    }
}

/// Returns the name of a user, or the user ID if it has no name.
fn user_name(uid: u32) -> String {
    match User::from_uid(Uid::from_raw(uid)) {
        Ok(Some(user)) => user.name,
        _ => uid.to_string(),
    }
}

/// Returns a path as one word of a shell command.
fn shell_word(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+@%:,=".contains(letter);
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exposure(place: &str, reason: Reason) -> Exposure {
        Exposure { path: "/etc/m/m.conf".into(), place: place.into(), rule: OwnershipRule::Trusted, reason, user: 0 }
    }

    #[test]
    fn exposure_message_contains_the_path_and_a_command() {
        let reason = Reason { owner: Some(4_000_000_001), writable: Some(0o777), by_world: true };
        assert_eq!(
            exposure("/etc/m", reason).to_string(),
            "Refusing to use '/etc/m/m.conf', which other users can change: '/etc/m' belongs to the user '4000000001' and is \
             writable by everybody (mode 0777). Correct this with `chown root /etc/m && chmod go-w /etc/m`, or skip the check with \
             --no-strict_permissions"
        );
        let reason = Reason { owner: None, writable: Some(0o660), by_world: false };
        let text = exposure("/etc/m/m.conf", reason).to_string();
        assert!(text.contains("can change: it is writable by its group (mode 0660). Correct"), "{text}");
    }

    #[test]
    fn remedy_quotes_paths_for_the_shell() {
        let reason = Reason { owner: None, writable: Some(0o666), by_world: true };
        let remedy = exposure("/etc/it's here", reason).remedy();
        assert_eq!(remedy, "chmod go-w '/etc/it'\\''s here'");
        let code = Exposure { rule: OwnershipRule::Code, ..exposure("/etc/m", reason) };
        assert_eq!(code.remedy(), "chmod o-w /etc/m");
    }
}
