//! Namespaces of queries: one PID, IPC and network namespace for all queries of a run.
//!
//! The first process of the PID namespace shares the memory of this one and only waits (`child.rs`). A thread
//! enters the namespaces and starts its children in them, so that commands are ordinary processes of the
//! namespace and not its first one, for which signals work differently.
//! `/proc` is still that of the host: `ps` and `pgrep` list the host's processes with their process IDs there.

use std::io::{self, Read as _, Write as _};
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;
use std::sync::Mutex;

use rustix::thread::ThreadNameSpaceType;

use crate::child::{self, NamespaceInit};

/// Namespaces that exist until this value is dropped.
#[derive(Debug)]
pub(crate) struct Namespaces {
    control: Mutex<UnixStream>,
    init: NamespaceInit,
}

/// The namespaces in which a query runs, in addition to its IPC namespace, which is always separate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Membership {
    pub(crate) processes: bool,
    pub(crate) network: bool,
}

impl Namespaces {
    /// Creates the namespaces.
    ///
    /// # Errors
    /// Returns an error if the kernel denies it: without CAP_SYS_ADMIN, or in most containers.
    pub(crate) fn create() -> io::Result<Self> {
        let (own, other) = UnixStream::pair()?;
        Ok(Self { control: Mutex::new(own), init: child::start_namespace_init(&other.into())? })
    }

    /// Moves the current thread, or its future children, into the namespaces. The thread must end after it has
    /// started its children.
    ///
    /// # Errors
    /// Returns an error if the kernel denies it, or the first process of the namespaces has ended.
    pub(crate) fn enter(&self, membership: Membership) -> io::Result<()> {
        let mut kinds = ThreadNameSpaceType::INTER_PROCESS_COMMUNICATION;
        kinds.set(ThreadNameSpaceType::PROCESS_ID, membership.processes);
        kinds.set(ThreadNameSpaceType::NETWORK, membership.network);
        Ok(rustix::thread::move_into_thread_name_spaces(self.init.process.pidfd.as_fd(), kinds)?)
    }

    /// Kills every process of the PID namespace.
    ///
    /// # Errors
    /// Returns an error if the first process of the namespaces has ended, and with it all others.
    pub(crate) fn kill_all(&self) -> io::Result<()> {
        let mut control = self.control.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        control.write_all(&[1])?;
        control.read_exact(&mut [0])
    }
}

impl Drop for Namespaces {
    fn drop(&mut self) {
        let control = self.control.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        // The process exits at the end of its input; the kernel then kills all others in the namespace.
        let _ = control.shutdown(std::net::Shutdown::Both);
        self.init.end();
    }
}
