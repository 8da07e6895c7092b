//! Description of a child process.

use std::ffi::{CString, OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd as _, AsRawFd as _, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::IsolatedSystem;
use crate::child::{self, ChildProcess, Restrictions, Steps};
use crate::sandbox::Sandbox;
use crate::supervise::Supervisor;
use crate::{ProcessCredentials, own_process};

/// How often, and after which pause, a program that is open for writing is tried again.
const BUSY_ATTEMPTS: usize = 20;
const BUSY_PAUSE: Duration = Duration::from_millis(5);

/// Handling of an output stream of a child.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum StreamMode {
    /// Captured, up to a limit.
    #[default]
    Captured,
    /// Written to the same pipe as standard output; for standard error only.
    Merged,
    /// Connected to the standard error of this process.
    Inherited,
    /// Discarded.
    Discarded,
}

/// A child process to run.
#[derive(Debug, Clone)]
pub struct Launch {
    /// The program: an absolute path, or a path relative to the directory of this process. See [`find_program`]
    /// for names.
    pub program: PathBuf,
    /// The arguments, the name of the program first.
    pub arguments: Vec<OsString>,
    /// The complete environment.
    pub environment: Vec<(OsString, OsString)>,
    /// The working directory; that of this process if `None`.
    pub directory: Option<PathBuf>,
    /// The file mode creation mask; that of this process if `None`.
    pub umask: Option<u32>,
    /// User, group and supplementary groups; `None` keeps the credentials of this process.
    pub credentials: Option<ProcessCredentials>,
    /// The standard input.
    pub input: Vec<u8>,
    /// The standard output.
    pub output: StreamMode,
    /// The standard error.
    pub errors: StreamMode,
    /// Maximum number of bytes kept of each captured stream.
    pub limit: usize,
    /// Whether the child is killed once it has written more than [`Launch::limit`].
    pub stop_at_limit: bool,
    /// The time after which the child and its process group are terminated.
    pub timeout: Duration,
    /// Whether the child is killed when the thread that started it ends: for tools whose output the user
    /// watches, which do not receive Ctrl-C, since every child has its own session.
    pub dies_with_parent: bool,
    /// The restrictions of a query; `None` for a command that may change the system.
    pub sandbox: Option<Arc<Sandbox>>,
    /// The namespaces in which the child is started; `None` for this system.
    pub isolation: Option<Arc<IsolatedSystem>>,
}

impl Default for Launch {
    fn default() -> Self {
        Self {
            program: PathBuf::new(),
            arguments: Vec::new(),
            environment: Vec::new(),
            directory: None,
            umask: None,
            credentials: None,
            input: Vec::new(),
            output: StreamMode::Captured,
            errors: StreamMode::Captured,
            limit: 8 << 20,
            stop_at_limit: false,
            timeout: Duration::MAX,
            dies_with_parent: false,
            sandbox: None,
            isolation: None,
        }
    }
}

/// The result of a child process.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Output {
    /// The process ID.
    pub pid: i32,
    /// The exit status, or 128 plus the number of the signal that terminated the child.
    pub status: i32,
    /// The standard output, if it was captured.
    pub stdout: Vec<u8>,
    /// The standard error, if it was captured and not merged.
    pub stderr: Vec<u8>,
    /// Whether output was dropped because of the limit.
    pub truncated: bool,
    /// Whether the child was terminated because of the timeout.
    pub timed_out: bool,
}

impl Launch {
    /// Describes a program with its arguments and environment, and default values for everything else.
    pub fn new<A: Into<OsString>>(
        program: impl Into<PathBuf>,
        arguments: impl IntoIterator<Item = A>,
        environment: Vec<(OsString, OsString)>,
    ) -> Self {
        let program = program.into();
        let name = program.clone().into_os_string();
        let arguments = std::iter::once(name).chain(arguments.into_iter().map(Into::into)).collect();
        Self { program, arguments, environment, ..Self::default() }
    }

    /// Describes a program that inherits the environment of this process and is killed with it: for commands in
    /// settings.
    pub fn inheriting<A: Into<OsString>>(program: impl Into<PathBuf>, arguments: impl IntoIterator<Item = A>) -> Self {
        Self { dies_with_parent: true, ..Self::new(program, arguments, inherited_environment()) }
    }

    /// Runs the child until it ends.
    ///
    /// # Errors
    /// Returns an error if the child does not start: the program does not exist, is not executable, or the
    /// kernel rejects a step before; the message contains the step.
    pub fn run(&self) -> io::Result<Output> {
        self.run_with(&mut |_| ())
    }

    /// Runs the child until it ends. `on_output` receives the bytes of the captured streams as they are read, also those
    /// beyond [`Launch::limit`].
    ///
    /// # Errors
    /// As for [`Launch::run`].
    pub fn run_with(&self, on_output: &mut dyn FnMut(&[u8])) -> io::Result<Output> {
        if let Some(system) = &self.isolation {
            return system.run(self, on_output);
        }
        let streams = Streams::open(self)?;
        let started = self.start_when_closed(&streams)?;
        Supervisor::new(self, started, streams.into_parent_ends(), on_output)?.supervise()
    }

    /// Starts the child without waiting for it to end, and returns its process ID: for services that outlive this process.
    /// Its output is not captured.
    ///
    /// # Errors
    /// As for [`Launch::run`], or if a stream is captured.
    pub fn detach(&self) -> io::Result<i32> {
        let captured = [self.output, self.errors].contains(&StreamMode::Captured) || !self.input.is_empty();
        if captured {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "nothing reads the streams of a detached process"));
        }
        let started = self.start_when_closed(&Streams::open(self)?)?;
        Ok(started.pid.as_raw_nonzero().get())
    }

    /// Starts the child. A program that this process has just written cannot be executed as long as another child, which is
    /// about to execute its own program, still has the descriptor; that takes microseconds.
    fn start_when_closed(&self, streams: &Streams) -> io::Result<ChildProcess> {
        let mut attempts = 0;
        loop {
            match self.start(streams) {
                Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy && attempts < BUSY_ATTEMPTS => {
                    attempts += 1;
                    std::thread::sleep(BUSY_PAUSE);
                }
                started => return started,
            }
        }
    }

    fn start(&self, streams: &Streams) -> io::Result<ChildProcess> {
        let program = c_string(self.program.as_os_str())?;
        let arguments: Vec<CString> = self.arguments.iter().map(|text| c_string(text)).collect::<io::Result<_>>()?;
        let environment: Vec<CString> = self
            .environment
            .iter()
            .map(|(name, value)| c_string(&[name.as_os_str(), value.as_os_str()].join(OsStr::new("="))))
            .collect::<io::Result<_>>()?;
        let directory = self.directory.as_deref().map(|path| c_string(path.as_os_str())).transpose()?;
        let restrictions = self.sandbox.as_deref().map(|sandbox| Restrictions {
            capabilities: sandbox.capabilities(),
            ruleset: sandbox.ruleset(),
            filter: sandbox.filter(),
            file_size: sandbox.file_size(),
        });
        child::start(&Steps {
            program: &program,
            arguments: &arguments,
            environment: &environment,
            directory: directory.as_ref(),
            streams: streams.child.each_ref().map(|stream| stream.as_raw_fd()),
            umask: self.umask.map(|umask| umask & 0o777),
            credentials: self.credentials.as_ref(),
            core_limit: own_process::core_limit(),
            dies_with_parent: self.dies_with_parent,
            restrictions,
        })
    }
}

/// Joins name and value of a variable.
trait Join {
    fn join(&self, separator: &OsStr) -> OsString;
}

impl Join for [&OsStr; 2] {
    fn join(&self, separator: &OsStr) -> OsString {
        let mut joined = self[0].to_owned();
        joined.push(separator);
        joined.push(self[1]);
        joined
    }
}

fn c_string(text: &OsStr) -> io::Result<CString> {
    let message = || format!("'{}' contains a zero byte", text.to_string_lossy().escape_debug());
    CString::new(text.as_bytes()).map_err(|_| io::Error::new(io::ErrorKind::InvalidInput, message()))
}

/// Both ends of the standard streams of a child.
struct Streams {
    /// Standard input, output and error of the child; each descriptor is greater than 2.
    child: [OwnedFd; 3],
    /// The other end of the standard input.
    input: Option<OwnedFd>,
    /// The other ends of standard output and error.
    outputs: [Option<OwnedFd>; 2],
}

/// The ends of the pipes that stay with the parent: standard input, then standard output and error.
pub(crate) type ParentEnds = (Option<OwnedFd>, [Option<OwnedFd>; 2]);

impl Streams {
    fn open(launch: &Launch) -> io::Result<Self> {
        let (stdin, input) = if launch.input.is_empty() {
            (duplicate_above_stderr(File::open("/dev/null")?.as_fd())?, None)
        } else {
            let (reader, writer) = io::pipe()?;
            (duplicate_above_stderr(reader.as_fd())?, Some(duplicate_above_stderr(writer.as_fd())?))
        };
        let (stdout, output) = open_stream(launch.output)?;
        let (stderr, errors) = match launch.errors {
            StreamMode::Merged => (duplicate_above_stderr(stdout.as_fd())?, None),
            stream => open_stream(stream)?,
        };
        Ok(Self { child: [stdin, stdout, stderr], input, outputs: [output, errors] })
    }

    /// Closes the child's ends, since the pipes would not reach end of file otherwise.
    fn into_parent_ends(self) -> ParentEnds {
        (self.input, self.outputs)
    }
}

fn open_stream(stream: StreamMode) -> io::Result<(OwnedFd, Option<OwnedFd>)> {
    Ok(match stream {
        StreamMode::Captured => {
            let (reader, writer) = io::pipe()?;
            (duplicate_above_stderr(writer.as_fd())?, Some(duplicate_above_stderr(reader.as_fd())?))
        }
        StreamMode::Inherited | StreamMode::Merged => (duplicate_above_stderr(io::stderr().as_fd())?, None),
        StreamMode::Discarded => {
            (duplicate_above_stderr(File::options().write(true).open("/dev/null")?.as_fd())?, None)
        }
    })
}

/// Duplicates a descriptor to a number above those of the child's standard streams.
pub(crate) fn duplicate_above_stderr(descriptor: BorrowedFd<'_>) -> io::Result<OwnedFd> {
    Ok(rustix::io::fcntl_dupfd_cloexec(descriptor, 3)?)
}

/// Finds a program: a name with a slash is a path, any other is searched in the directories of `path`. Returns
/// `None` if there is no executable file.
#[must_use]
pub fn find_program(name: &OsStr, path: Option<&OsStr>) -> Option<PathBuf> {
    let is_program =
        |file: &Path| file.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0);
    if name.as_bytes().contains(&b'/') {
        return is_program(Path::new(name)).then(|| name.into());
    }
    std::env::split_paths(path?).map(|directory| directory.join(name)).find(|file| is_program(file))
}

/// Returns the environment of this process, for children that inherit it.
#[must_use]
pub fn inherited_environment() -> Vec<(OsString, OsString)> {
    std::env::vars_os().collect()
}

/// Sets a variable of an environment.
pub fn set_variable(environment: &mut Vec<(OsString, OsString)>, name: &str, value: impl AsRef<OsStr>) {
    environment.retain(|(known, _)| known != name);
    environment.push((name.into(), value.as_ref().to_owned()));
}
