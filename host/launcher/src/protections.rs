//! Protections of the kernel for the sandbox of queries: guarantees, and the mechanism of each.

use std::fmt;
use std::sync::Arc;

use crate::files;
use crate::namespaces::Namespaces;

/// A guarantee about queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protection {
    /// Queries open only permitted files, and write only in their scratch directory.
    Files,
    /// Queries cannot truncate files that they can only read.
    Truncation,
    /// Queries make only the listed system calls.
    SystemCalls,
    /// Queries cannot send signals to foreign processes.
    Signals,
    /// Queries leave no processes behind.
    Leftovers,
    /// Queries have no access to foreign shared memory, semaphores or message queues.
    Ipc,
    /// Queries without a network grant cannot reach other systems.
    Network,
    /// Queries keep no capability that permits changes.
    Capabilities,
}

impl Protection {
    /// Returns its name in reports and in the output of `marotte doctor`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Truncation => "truncation",
            Self::SystemCalls => "system calls",
            Self::Signals => "signals",
            Self::Leftovers => "leftover processes",
            Self::Ipc => "IPC",
            Self::Network => "network",
            Self::Capabilities => "capabilities",
        }
    }
}

/// The mechanism that enforces a guarantee.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mechanism {
    /// Landlock.
    Landlock,
    /// seccomp.
    Seccomp,
    /// A separate namespace.
    Namespace,
    /// A process group that no process can leave.
    ProcessGroup,
    /// Dropped before the program is executed.
    Dropped,
    /// None: the kernel does not support any.
    Missing,
}

impl fmt::Display for Mechanism {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Landlock => "Landlock",
            Self::Seccomp => "seccomp",
            Self::Namespace => "namespace",
            Self::ProcessGroup => "process group",
            Self::Dropped => "dropped",
            Self::Missing => "not enforced",
        })
    }
}

/// Mechanisms that queries require and that the kernel does not support.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingProtections(Vec<&'static str>);

impl fmt::Display for MissingProtections {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "this kernel cannot restrict queries: it lacks {}", self.0.join(" and "))
    }
}

/// The protections of this system, and the namespaces of its queries.
#[derive(Debug, Clone)]
pub struct Protections {
    landlock: i32,
    seccomp: bool,
    namespaces: Option<Arc<Namespaces>>,
}

impl Protections {
    /// Detects the protections of the kernel, and creates the namespaces of queries if possible.
    #[must_use]
    pub fn detect() -> Self {
        Self { landlock: files::version(), seccomp: has_seccomp(), namespaces: Namespaces::create().ok().map(Arc::new) }
    }

    /// Restricts the protections to those of a less capable kernel: a maximum version of the Landlock ABI, and
    /// optionally neither seccomp nor namespaces.
    #[must_use]
    pub fn without(self, landlock: i32, seccomp: bool, namespaces: bool) -> Self {
        Self {
            landlock: self.landlock.min(landlock),
            seccomp: self.seccomp && seccomp,
            namespaces: self.namespaces.filter(|_| namespaces),
        }
    }

    /// Returns each guarantee with its mechanism.
    #[must_use]
    pub fn list(&self) -> Vec<(Protection, Mechanism)> {
        let of = |is_offered: bool, mechanism| if is_offered { mechanism } else { Mechanism::Missing };
        let seccomp = of(self.seccomp, Mechanism::Seccomp);
        let has_namespaces = self.namespaces.is_some();
        let or_namespace = |other| if has_namespaces { Mechanism::Namespace } else { other };
        let scopes = if self.landlock >= files::SCOPES { Mechanism::Landlock } else { seccomp };
        let cut = if self.landlock >= files::TRUNCATION { Mechanism::Landlock } else { seccomp };
        vec![
            (Protection::Files, of(self.landlock > 0, Mechanism::Landlock)),
            (Protection::Truncation, cut),
            (Protection::SystemCalls, seccomp),
            (Protection::Signals, or_namespace(scopes)),
            (Protection::Leftovers, or_namespace(of(self.seccomp, Mechanism::ProcessGroup))),
            (Protection::Ipc, or_namespace(seccomp)),
            (Protection::Network, seccomp),
            (Protection::Capabilities, Mechanism::Dropped),
        ]
    }

    /// Returns the missing mechanisms if a guarantee cannot be given without them.
    #[must_use]
    pub fn missing(&self) -> Option<MissingProtections> {
        let mut missing = Vec::new();
        if self.landlock == 0 {
            missing.push("Landlock");
        }
        if !self.seccomp {
            missing.push("seccomp");
        }
        (!missing.is_empty()).then_some(MissingProtections(missing))
    }

    /// Returns the version of the Landlock ABI; 0 without Landlock.
    #[must_use]
    pub fn landlock(&self) -> i32 {
        self.landlock
    }

    pub(crate) fn seccomp(&self) -> bool {
        self.seccomp
    }

    pub(crate) fn namespaces(&self) -> Option<&Arc<Namespaces>> {
        self.namespaces.as_ref()
    }
}

impl fmt::Display for Protections {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> =
            self.list().iter().map(|(protection, mechanism)| format!("{}: {mechanism}", protection.name())).collect();
        formatter.write_str(&texts.join(", "))
    }
}

#[expect(unsafe_code, reason = "no library checks whether the kernel supports an action")]
fn has_seccomp() -> bool {
    let action = libc::SECCOMP_RET_ERRNO;
    // SAFETY: reads one local number.
    unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_GET_ACTION_AVAIL, 0, &raw const action) == 0 }
}
