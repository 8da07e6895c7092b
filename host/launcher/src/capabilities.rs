//! Linux capabilities that a sandboxed query may keep.

/// A capability that the sandbox of a query can leave to a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Capability {
    /// Read every file and search every directory.
    DacReadSearch,
    /// Network administration. The kernel does not distinguish reading the packet filter from changing it.
    NetAdmin,
    /// Open raw sockets.
    NetRaw,
}

impl Capability {
    /// Returns the kernel's number.
    pub(crate) fn number(self) -> u32 {
        match self {
            Self::DacReadSearch => 2,
            Self::NetAdmin => 12,
            Self::NetRaw => 13,
        }
    }
}

/// Returns the bit mask of a set.
pub(crate) fn mask(capabilities: &[Capability]) -> u64 {
    capabilities.iter().fold(0, |mask, capability| mask | 1 << capability.number())
}
