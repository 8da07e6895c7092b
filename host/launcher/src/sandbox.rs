//! Sandbox of queries: commands that may read the system and not change it.
//!
//! Every restriction is enforced by the kernel. A guarantee with two mechanisms (signals: PID namespace,
//! Landlock or seccomp) uses the first available one; if none is available, [`Sandbox::new`] fails with the
//! name of the missing one.

use std::fs;
use std::io;
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use seccompiler::sock_filter;
use thiserror::Error;

use crate::capabilities::{self, Capability};
use crate::launch::{Launch, Output};
use crate::namespaces::{Membership, Namespaces};
use crate::protections::{MissingProtections, Protections};
use crate::syscalls::{self, SyscallProfile};
use crate::{ProcessCredentials, files};

/// Maximum number of concurrent queries.
const CONCURRENCY: usize = 4;

/// Maximum size of a file written by a query, in bytes.
const FILE_SIZE: u64 = 1 << 30;

/// Files and directories that every query can read, including everything below: programs and libraries, the
/// kernel's views of the system, and the configuration of the C library, of name services and of language
/// runtimes. None of them contains secrets.
pub const BASE_READ: &[&str] = &[
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/usr",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/snap",
    "/proc",
    "/sys",
    "/dev/random",
    "/dev/urandom",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/passwd",
    "/etc/group",
    "/etc/nsswitch.conf",
    "/etc/hosts",
    "/etc/host.conf",
    "/etc/hostname",
    "/etc/resolv.conf",
    "/etc/gai.conf",
    "/etc/services",
    "/etc/protocols",
    "/etc/networks",
    "/etc/rpc",
    "/etc/ethertypes",
    "/run/systemd/resolve",
    "/run/resolvconf",
    "/run/NetworkManager/resolv.conf",
    "/etc/localtime",
    "/etc/timezone",
    "/etc/locale.alias",
    "/etc/locale.conf",
    "/etc/default/locale",
    "/etc/os-release",
    "/etc/lsb-release",
    "/etc/debian_version",
    "/etc/redhat-release",
    "/etc/system-release",
    "/etc/machine-id",
    "/etc/terminfo",
    "/etc/inputrc",
    "/etc/profile",
    "/etc/profile.d",
    "/etc/bash.bashrc",
    "/etc/bashrc",
    "/etc/shells",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/etc/pki/tls/certs",
    "/etc/pki/tls/openssl.cnf",
    "/etc/pki/ca-trust",
    "/etc/ca-certificates",
    "/etc/crypto-policies",
    "/etc/gnutls",
    "/etc/gcrypt",
    "/etc/selinux/config",
    "/etc/mime.types",
    "/etc/magic",
    "/etc/perl",
    "/etc/python",
    "/etc/python3",
    "/etc/java",
    "/etc/mtab",
    "/etc/filesystems",
];

/// Permissions of a query in addition to computing and reading [`BASE_READ`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct SandboxSpec {
    /// Readable files and directories, including everything below; `None` for all.
    pub read: Option<Vec<PathBuf>>,
    /// Whether it may connect to other systems.
    pub network: bool,
    /// Whether it may connect to services of this system by Unix domain sockets. The service is trusted: it
    /// could change the system on the query's behalf.
    pub unix_sockets: bool,
    /// Whether the query sees the process IDs of the host, so that it can test whether a process exists
    /// (`kill -0`).
    pub host_processes: bool,
    /// Capabilities that it keeps, in addition to the one for reading every file covered by `read`.
    pub capabilities: Vec<Capability>,
    /// User, group and supplementary groups of the query. Its scratch directory belongs to this user.
    pub credentials: Option<ProcessCredentials>,
}

impl SandboxSpec {
    /// Returns whether two specifications differ at most in the readable files.
    #[must_use]
    pub fn differs_in_read_only(&self, other: &Self) -> bool {
        let fields = |spec: &Self| (spec.network, spec.unix_sockets, spec.host_processes);
        fields(self) == fields(other)
            && self.capabilities == other.capabilities
            && self.credentials == other.credentials
            && self.read.is_some() == other.read.is_some()
    }

    /// Adds readable files.
    pub fn extend_read(&mut self, more: Option<Vec<PathBuf>>) {
        if let (Some(read), Some(more)) = (&mut self.read, more) {
            for path in more {
                if let Err(place) = read.binary_search(&path) {
                    read.insert(place, path);
                }
            }
        }
    }
}

/// The reason why a query cannot be restricted.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// The kernel lacks protections.
    #[error("{0}")]
    Missing(MissingProtections),
    /// A restriction could not be prepared.
    #[error("the restrictions of a query could not be prepared: {0}")]
    Prepare(#[from] io::Error),
    /// The architecture's system calls are not known.
    #[error("no system call filter could be built: {0}")]
    Filter(#[from] seccompiler::BackendError),
}

/// The restrictions of queries with the same [`SandboxSpec`], and their scratch directory.
#[derive(Debug)]
pub struct Sandbox {
    capabilities: u64,
    ruleset: Option<OwnedFd>,
    filter: Option<Vec<sock_filter>>,
    namespaces: Option<(Arc<Namespaces>, Membership)>,
    scratch: PathBuf,
}

impl Sandbox {
    /// Prepares the restrictions. The scratch directory `name` is created in `temporary`, accessible only to
    /// its owner, and removed when the sandbox is dropped. Unless `require_all` is set, restrictions that the
    /// kernel does not support are omitted.
    ///
    /// # Errors
    /// Returns an error if the kernel lacks a protection and `require_all` is set, or the scratch directory
    /// cannot be created.
    pub fn new(
        spec: &SandboxSpec,
        protections: &Protections,
        temporary: &Path,
        name: &str,
        require_all: bool,
    ) -> Result<Self, SandboxError> {
        let missing = protections.missing();
        if let (Some(missing), true) = (missing, require_all) {
            return Err(SandboxError::Missing(missing));
        }
        let scratch = Scratch::make(temporary.join(name), spec.credentials.as_ref())?;
        let readable: Option<Vec<&Path>> = spec
            .read
            .as_ref()
            .map(|own| BASE_READ.iter().map(Path::new).chain(own.iter().map(PathBuf::as_path)).collect());
        let membership =
            Membership { processes: !spec.host_processes, network: !spec.network && spec.capabilities.is_empty() };
        let namespaces = protections.namespaces().map(|namespaces| (Arc::clone(namespaces), membership));
        let scopes = protections.landlock() >= files::SCOPES;
        let ruleset = match files::ruleset(readable.as_deref(), &scratch.0, scopes) {
            Ok(ruleset) => Some(ruleset),
            Err(error) if require_all => return Err(error.into()),
            Err(_) => None,
        };
        let own_processes = namespaces.is_some() && membership.processes;
        let filter = syscalls::filter(SyscallProfile {
            network: spec.network,
            unix_sockets: spec.unix_sockets,
            packet_filter: spec.capabilities.contains(&Capability::NetAdmin),
            ipc: namespaces.is_some(),
            signals: own_processes || scopes && ruleset.is_some(),
            sessions: own_processes,
            truncation_controlled: protections.landlock() >= files::TRUNCATION,
        })?;
        let filter = protections.seccomp().then_some(filter);
        let mut kept = spec.capabilities.clone();
        kept.push(Capability::DacReadSearch);
        Ok(Self { capabilities: capabilities::mask(&kept), ruleset, filter, namespaces, scratch: scratch.into_path() })
    }

    /// Returns the only directory in which queries can write. Callers should set TMPDIR to it.
    #[must_use]
    pub fn scratch(&self) -> &Path {
        &self.scratch
    }

    /// Runs queries concurrently and returns their results in the same order. No process of a query remains
    /// when it returns.
    #[must_use]
    pub fn run(self: &Arc<Self>, mut queries: Vec<Launch>) -> Vec<io::Result<Output>> {
        for query in &mut queries {
            query.sandbox = Some(Arc::clone(self));
        }
        let mut outcomes = Vec::with_capacity(queries.len());
        for chunk in queries.chunks(CONCURRENCY) {
            thread::scope(|scope| {
                let running: Vec<_> = chunk.iter().map(|query| scope.spawn(|| self.run_one(query))).collect();
                for thread in running {
                    let ended = || Err(io::Error::other("the thread of the query ended unexpectedly"));
                    outcomes.push(thread.join().unwrap_or_else(|_| ended()));
                }
            });
        }
        if let Some((namespaces, Membership { processes: true, .. })) = &self.namespaces
            && let Err(error) = namespaces.kill_all()
        {
            let failed =
                || io::Error::new(error.kind(), format!("the processes of a query could not be terminated: {error}"));
            return outcomes.into_iter().map(|_| Err(failed())).collect();
        }
        outcomes
    }

    fn run_one(&self, query: &Launch) -> io::Result<Output> {
        if let Some((namespaces, membership)) = &self.namespaces {
            let failed = |error: io::Error| {
                io::Error::new(error.kind(), format!("could not enter the namespaces of queries: {error}"))
            };
            namespaces.enter(*membership).map_err(failed)?;
        }
        query.run()
    }

    pub(crate) fn capabilities(&self) -> u64 {
        self.capabilities
    }

    pub(crate) fn ruleset(&self) -> Option<BorrowedFd<'_>> {
        self.ruleset.as_ref().map(|ruleset| ruleset.as_fd())
    }

    pub(crate) fn filter(&self) -> Option<&[sock_filter]> {
        self.filter.as_deref()
    }

    #[expect(clippy::unused_self, reason = "a limit of the sandbox, read where the other restrictions are")]
    pub(crate) fn file_size(&self) -> u64 {
        FILE_SIZE
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        // A directory that cannot be removed is private and among other temporary files.
        let _ = fs::remove_dir_all(&self.scratch);
    }
}

/// A scratch directory that is removed unless its path is taken.
struct Scratch(PathBuf);

impl Scratch {
    /// Creates the directory. An existing path is an error.
    fn make(path: PathBuf, credentials: Option<&ProcessCredentials>) -> io::Result<Self> {
        fs::DirBuilder::new().mode(0o700).create(&path)?;
        let scratch = Self(path);
        if let Some(ProcessCredentials { uid: Some(uid), gid, .. }) = credentials {
            std::os::unix::fs::chown(&scratch.0, Some(*uid), Some(*gid))?;
        }
        Ok(scratch)
    }

    fn into_path(mut self) -> PathBuf {
        std::mem::take(&mut self.0)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if !self.0.as_os_str().is_empty() {
            // Errors are ignored, as in `Sandbox`.
            let _ = fs::remove_dir(&self.0);
        }
    }
}
