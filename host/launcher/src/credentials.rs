//! Credentials of a child process.

/// User, group and supplementary groups of a process, always set together so that a process never keeps a group
/// of another user.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ProcessCredentials {
    /// Real, effective and saved user ID; the current one if `None`.
    pub uid: Option<u32>,
    /// Real, effective and saved group ID.
    pub gid: u32,
    /// Supplementary group IDs.
    pub groups: Vec<u32>,
}
