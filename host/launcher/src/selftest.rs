//! Self-test of the sandbox: this program runs itself as a query that attempts five forbidden operations.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};
use rustix::process::{Pid, Signal};

use crate::launch::Launch;
use crate::protections::Protections;
use crate::sandbox::{Sandbox, SandboxError, SandboxSpec};

/// The first argument that makes the program run [`attempt_main`].
pub const SELF_TEST_ARGUMENT: &str = "__sandbox-self-test";

/// A forbidden operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// Creates a file outside of the scratch directory.
    WriteFile,
    /// Creates a device node in the scratch directory.
    CreateDevice,
    /// Connects to a TCP port of this system.
    Connect,
    /// Sends a signal to the parent process.
    Signal,
    /// Connects to a service by a Unix domain socket.
    UnixSocket,
}

impl Attempt {
    /// All attempts.
    pub const ALL: [Self; 5] = [Self::WriteFile, Self::CreateDevice, Self::Connect, Self::Signal, Self::UnixSocket];

    /// Returns its description.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::WriteFile => "create a file outside of the scratch directory",
            Self::CreateDevice => "create a device node",
            Self::Connect => "connect to a TCP port",
            Self::Signal => "send a signal to another process",
            Self::UnixSocket => "open a Unix domain socket",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::WriteFile => "write-file",
            Self::CreateDevice => "create-device",
            Self::Connect => "connect",
            Self::Signal => "signal",
            Self::UnixSocket => "unix-socket",
        }
    }

    /// Performs the operation. `target` is its path, port or process ID.
    fn try_it(self, target: &str) -> io::Result<()> {
        let number = || target.parse::<i32>().map_err(io::Error::other);
        match self {
            Self::WriteFile => std::fs::write(target, "x"),
            Self::CreateDevice => {
                let path = Path::new(&std::env::var_os("TMPDIR").unwrap_or_default()).join("device");
                Ok(mknodat(CWD, &path, FileType::CharacterDevice, Mode::from(0o600), makedev(1, 3))?)
            }
            Self::Connect => {
                TcpStream::connect(("127.0.0.1", u16::try_from(number()?).map_err(io::Error::other)?)).map(drop)
            }
            Self::Signal => {
                let pid = Pid::from_raw(number()?).ok_or(io::ErrorKind::InvalidInput)?;
                Ok(rustix::process::kill_process(pid, Signal::CONT)?)
            }
            Self::UnixSocket => std::os::unix::net::UnixDatagram::unbound().map(drop),
        }
    }
}

/// Attempts each operation in a sandbox and returns whether it was denied, with the reason. `executable` is
/// this program.
///
/// # Errors
/// Returns an error if the kernel lacks a protection, or an attempt cannot be started.
pub fn self_test(
    protections: &Protections,
    executable: &Path,
    temporary: &Path,
    name: &str,
) -> Result<Vec<(Attempt, bool, String)>, SandboxError> {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0))?;
    let port = listener.local_addr()?.port();
    let read: Option<Vec<PathBuf>> = Some(vec![executable.to_path_buf()]);
    let sandbox =
        Arc::new(Sandbox::new(&SandboxSpec { read, ..SandboxSpec::default() }, protections, temporary, name, true)?);
    let outside = temporary.join(format!("{name}-outside"));
    let target = |attempt| match attempt {
        Attempt::WriteFile => outside.clone().into_os_string(),
        Attempt::Connect => port.to_string().into(),
        Attempt::Signal => rustix::process::getpid().as_raw_nonzero().to_string().into(),
        Attempt::CreateDevice | Attempt::UnixSocket => OsString::new(),
    };
    let environment = vec![("TMPDIR".into(), sandbox.scratch().into())];
    let launches = Attempt::ALL.map(|attempt| Launch {
        timeout: Duration::from_secs(30),
        ..Launch::new(
            executable,
            [SELF_TEST_ARGUMENT.into(), attempt.name().into(), target(attempt)],
            environment.clone(),
        )
    });
    let outcomes = sandbox.run(launches.into());
    // It exists only if the sandbox failed.
    let _ = std::fs::remove_file(&outside);
    let result = |(attempt, outcome): (Attempt, io::Result<crate::Output>)| {
        let output = outcome?;
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Ok((attempt, output.status == i32::from(REFUSED), text))
    };
    Attempt::ALL.into_iter().zip(outcomes).map(result).collect()
}

/// The exit code of an attempt that was denied.
const REFUSED: u8 = 42;

/// Attempts one operation, with the arguments after [`SELF_TEST_ARGUMENT`]; exits with 42 if it was denied,
/// with 0 otherwise.
#[must_use]
pub fn attempt_main(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let (name, target) = (arguments.next().unwrap_or_default(), arguments.next().unwrap_or_default());
    let Some(attempt) = Attempt::ALL.into_iter().find(|attempt| name == attempt.name()) else {
        return ExitCode::FAILURE;
    };
    match attempt.try_it(&target.to_string_lossy()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Fails if the reader of the pipe has ended.
            let _ = writeln!(io::stdout(), "{error}");
            ExitCode::from(REFUSED)
        }
    }
}
