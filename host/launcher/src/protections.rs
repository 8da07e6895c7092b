//! What the kernel offers for the sandbox of queries: guarantees, and the mechanism behind each.

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
    /// Queries make no system call that is not on the list.
    SystemCalls,
    /// Queries send no signals to foreign processes.
    Signals,
    /// Queries leave no process behind.
    Leftovers,
    /// Queries have no access to foreign shared memory, semaphores or message queues.
    Ipc,
    /// Queries without a network grant reach no other machine.
    Network,
    /// Queries keep no capability that changes something.
    Capabilities,
}

impl Protection {
    /// Returns its name as reports and `marotte doctor` have it.
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

/// What enforces a guarantee.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mechanism {
    /// Landlock.
    Landlock,
    /// seccomp.
    Seccomp,
    /// A namespace of their own.
    Namespace,
    /// A process group that no process can leave.
    ProcessGroup,
    /// Dropped before the program is executed.
    Dropped,
    /// Nothing: the kernel does not offer it.
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

/// The mechanisms that queries cannot do without and that the kernel does not offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingProtections(Vec<&'static str>);

impl fmt::Display for MissingProtections {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "this kernel cannot restrict queries: it lacks {}", self.0.join(" and "))
    }
}

/// The protections of this machine, and the namespaces of its queries.
#[derive(Debug, Clone)]
pub struct Protections {
    landlock: i32,
    seccomp: bool,
    namespaces: Option<Arc<Namespaces>>,
}

impl Protections {
    /// Determines what the kernel offers, and creates the namespaces of queries if it can.
    #[must_use]
    pub fn detect() -> Self {
        Self { landlock: files::version(), seccomp: has_seccomp(), namespaces: Namespaces::create().ok().map(Arc::new) }
    }

    /// Returns the same protections without some, as on a kernel that does not offer them: the version of Landlock's interface at most,
    /// seccomp, and namespaces.
    #[must_use]
    pub fn without(self, landlock: i32, seccomp: bool, namespaces: bool) -> Self {
        Self {
            landlock: self.landlock.min(landlock),
            seccomp: self.seccomp && seccomp,
            namespaces: self.namespaces.filter(|_| namespaces),
        }
    }

    /// Returns each guarantee with what enforces it.
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

    /// Returns the mechanisms that are missing, if a guarantee cannot be given without them.
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

    /// Returns the version of Landlock's interface; 0 if the kernel has none.
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

#[expect(unsafe_code, reason = "no library asks the kernel whether an action exists")]
fn has_seccomp() -> bool {
    let action = libc::SECCOMP_RET_ERRNO;
    // SAFETY: reads one local number.
    unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_GET_ACTION_AVAIL, 0, &raw const action) == 0 }
}
