//! Commands that can change only a directory tree: namespaces whose root directory is the tree.
//!
//! The programs and libraries of this system are mounted read-only in the tree. The commands have no network, see no other
//! processes and no devices, and cannot mount anything. This works without root where the kernel permits user namespaces.
//!
//! This program runs itself twice (`process.rs`): the first process creates the namespaces, the second one is the first
//! process in them and starts the commands.

mod kernel;
mod message;
mod process;
mod tree;

use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use self::message::CommandResult;
pub use self::process::{ISOLATION_ARGUMENT, isolation_main};
use crate::child::ChildProcess;
use crate::launch::{Launch, Output, StreamMode};
use crate::supervise;

/// Reason why commands cannot be isolated on this system.
#[derive(Debug, Error)]
pub enum IsolationError {
    /// The kernel rejected a step.
    #[error("{0}")]
    Step(String),
    /// The process in the namespaces ended unexpectedly, or could not be started.
    #[error("could not start the process in the namespaces: {0}")]
    Process(#[from] io::Error),
    /// The user IDs of the namespace could not be set.
    #[error("could not map the user IDs of a user namespace: {0}")]
    Users(#[source] io::Error),
}

/// Namespaces whose root directory is a directory tree.
#[derive(Debug)]
pub struct IsolatedSystem {
    root: PathBuf,
    stream: Mutex<UnixStream>,
    outer: ChildProcess,
}

impl IsolatedSystem {
    /// Creates the namespaces, with `root` as their root directory. Adds mount points and copies of a few files below `/etc`
    /// that programs need, such as `/etc/passwd`, to the tree.
    ///
    /// # Errors
    /// Returns an error if the kernel does not permit it.
    pub fn start(root: &Path) -> Result<Self, IsolationError> {
        let root = fs::canonicalize(root)?;
        let (own, other) = UnixStream::pair()?;
        let outer = process::start(process::OUTER, &root, &other)?;
        drop(other);
        let mut system = Self { root, stream: Mutex::new(own), outer };
        system.expect()?;
        process::map_users(system.outer.pid).map_err(IsolationError::Users)?;
        message::send(system.stream(), &())?;
        system.expect()?;
        Ok(system)
    }

    fn stream(&mut self) -> &mut UnixStream {
        self.stream.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the report of a step.
    fn expect(&mut self) -> Result<(), IsolationError> {
        let received = message::receive(self.stream());
        let report: Result<(), String> = received.map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => io::Error::other("it ended unexpectedly"),
            _ => error,
        })?;
        report.map_err(IsolationError::Step)
    }

    /// Runs a command. Its working directory is below the root; only captured streams are supported.
    pub(crate) fn run(&self, launch: &Launch, on_output: &mut dyn FnMut(&[u8])) -> io::Result<Output> {
        let mut request = message::CommandRequest::from(launch);
        if let Some(directory) = &launch.directory {
            let below = directory.strip_prefix(&self.root).unwrap_or(directory);
            request.directory = Some(Path::new("/").join(below).into_os_string().as_bytes().to_vec());
        }
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        let result: io::Result<CommandResult> = supervise::as_command(self.outer.pid, || {
            message::send(&mut *stream, &request)?;
            message::receive(&mut *stream)
        });
        let output = message::output(result?)?;
        on_output(&output.stdout);
        if launch.errors == StreamMode::Captured {
            on_output(&output.stderr);
        }
        Ok(output)
    }
}

impl Drop for IsolatedSystem {
    fn drop(&mut self) {
        // The process in the namespaces ends at the end of its input, and the kernel ends all others there.
        let _ = self.stream().shutdown(std::net::Shutdown::Both);
        let _ = rustix::io::retry_on_intr(|| {
            rustix::process::waitpid(Some(self.outer.pid), rustix::process::WaitOptions::empty())
        });
    }
}
