//! The test harness: runs the program in its own directory and inspects the results, without access to its internals;
//! runs [`conformance`] cases; and [`replay`]s recorded runs of real Puppet.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

pub mod conformance;
pub mod programs;
pub mod replay;
pub mod schema;
pub mod server;
pub mod session;
pub mod terminal;

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal};
use tempfile::TempDir;
use transaction::provider::Providers as _;

use crate::terminal::Terminal;

/// The component with misbehaving types.
pub const MISBEHAVING: &str = env!("TEST_COMPONENT_MISBEHAVING");

/// The component whose types generate resources, list existing resources and read ahead.
pub const GENERATORS: &str = env!("TEST_COMPONENT_GENERATORS");

/// The component whose types each break one requirement, except the compliant one.
pub const NONCOMPLIANT: &str = env!("TEST_COMPONENT_NONCOMPLIANT");

/// The ABI fixture, built with the current SDK.
pub const ABI_FIXTURE: &str = env!("TEST_COMPONENT_ABI_FIXTURE");

/// The SDK's example: a line in an INI file.
pub const INI_LINE: &str = env!("TEST_COMPONENT_INI_LINE");

/// The component whose providers use grants.
pub const GRANTS: &str = env!("TEST_COMPONENT_GRANTS");

/// A component without the SDK that violates the contract. It contains no schema and no manifest.
pub const MALFORMED: &str = env!("TEST_COMPONENT_MALFORMED");

/// An unprivileged user and group.
const NOBODY: u32 = 65534;

/// Result of a run of the program.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// The exit code; `None` if the program was ended by a signal.
    pub code: Option<i32>,
}

impl Outcome {
    /// Creates an outcome from the output of a process.
    #[must_use]
    pub fn new(output: &Output) -> Self {
        Self {
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            code: output.status.code(),
        }
    }

    /// Checks the exit code.
    ///
    /// # Panics
    /// Panics with the whole output if the exit code differs.
    #[track_caller]
    #[must_use]
    pub fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// Checks that standard error contains a text.
    ///
    /// # Panics
    /// Panics if the text is missing.
    #[track_caller]
    #[must_use]
    pub fn complains(self, text: &str) -> Self {
        assert!(self.stderr.contains(text), "no {text:?} in stderr:\n{}\nstdout:\n{}", self.stderr, self.stdout);
        self
    }

    /// Checks that standard output contains a text.
    ///
    /// # Panics
    /// Panics if the text is missing.
    #[track_caller]
    #[must_use]
    pub fn says(self, text: &str) -> Self {
        assert!(self.stdout.contains(text), "no {text:?} in stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// Checks that neither stream contains a text.
    ///
    /// # Panics
    /// Panics if a stream contains the text.
    #[track_caller]
    #[must_use]
    pub fn is_silent_about(self, text: &str) -> Self {
        assert!(
            !self.stdout.contains(text) && !self.stderr.contains(text),
            "{text:?} in\n{}\n{}",
            self.stdout,
            self.stderr
        );
        self
    }
}

/// Returns whether a line of output is the last message of a run, which Puppet does not print: the counts of resources and the
/// command that undoes the run.
#[must_use]
pub fn is_result_line(line: &str) -> bool {
    let starts = [" changed of ", " changed, ", " to create, "].into_iter().filter_map(|part| line.split_once(part));
    starts.into_iter().any(|(before, _)| before.ends_with(|last: char| last.is_ascii_digit()))
}

fn read_until(stream: &mut dyn Read, text: &str) {
    let mut output = String::new();
    while !output.contains(text) {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap_or_else(|error| panic!("{error}, after: {output}"));
        output.push(char::from(byte[0]));
    }
}

/// A running instance of the program.
#[derive(Debug)]
pub struct Started(Child);

impl Started {
    /// Returns the process ID.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Sends a signal to the process.
    ///
    /// # Panics
    /// Panics if the process has ended.
    pub fn signal(&self, signal: Signal) {
        rustix::process::kill_process(Pid::from_child(&self.0), signal).unwrap();
    }

    /// Waits until a text appears on standard output.
    ///
    /// # Panics
    /// Panics if the program ends without printing the text.
    pub fn until(&mut self, text: &str) {
        read_until(self.0.stdout.as_mut().unwrap(), text);
    }

    /// Waits until a text appears on standard error.
    ///
    /// # Panics
    /// Panics if the program ends without printing the text.
    pub fn until_complaint(&mut self, text: &str) {
        read_until(self.0.stderr.as_mut().unwrap(), text);
    }

    /// Waits for the program to end.
    ///
    /// # Panics
    /// Panics if the output cannot be read.
    #[must_use]
    pub fn wait(self) -> Outcome {
        Outcome::new(&self.0.wait_with_output().unwrap())
    }
}

/// A directory for one test: a root to manage, a state directory, manifests.
#[derive(Debug)]
pub struct Scratch {
    directory: TempDir,
    program: PathBuf,
}

impl Scratch {
    /// Creates a directory. `program` is the binary to run: `env!("CARGO_BIN_EXE_marotte-under-test")`.
    ///
    /// # Panics
    /// Panics if no temporary directory can be created.
    #[must_use]
    pub fn new(program: &str) -> Self {
        let scratch = Self { directory: tempfile::tempdir().unwrap(), program: program.into() };
        fs::create_dir(scratch.root()).unwrap();
        fs::set_permissions(scratch.root(), fs::Permissions::from_mode(0o755)).unwrap();
        scratch
    }

    /// Returns the root directory managed by [`Scratch::apply`].
    #[must_use]
    pub fn root(&self) -> PathBuf {
        self.directory.path().join("root")
    }

    /// Returns a path next to the root.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Writes a file next to the root and returns its path.
    ///
    /// # Panics
    /// Panics if the file cannot be written.
    #[must_use]
    pub fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// Runs the program with these arguments.
    ///
    /// # Panics
    /// Panics if the program cannot be started.
    pub fn run<A: AsRef<OsStr>>(&self, arguments: &[A]) -> Outcome {
        self.run_with(arguments, &[])
    }

    /// Runs the program with these arguments and environment variables.
    ///
    /// # Panics
    /// Panics if the program cannot be started.
    pub fn run_with<A: AsRef<OsStr>>(&self, arguments: &[A], variables: &[(&str, &str)]) -> Outcome {
        Outcome::new(&self.command(arguments, variables).output().unwrap())
    }

    /// Runs the program with these arguments and a standard input.
    ///
    /// # Panics
    /// Panics if the program cannot be started.
    pub fn run_reading<A: AsRef<OsStr>>(&self, arguments: &[A], input: Stdio) -> Outcome {
        Outcome::new(&self.command(arguments, &[]).stdin(input).output().unwrap())
    }

    /// Runs the program and returns its outcome and its peak memory in MiB.
    ///
    /// # Panics
    /// Panics if the program cannot be started.
    pub fn run_measured<A: AsRef<OsStr>>(&self, arguments: &[A], variables: &[(&str, &str)]) -> (Outcome, u64) {
        let mut command = self.command(arguments, variables);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let status = format!("/proc/{}/status", child.id());
        let watch = thread::spawn(move || {
            let mut peak = 0;
            // Ends when the process has ended, even if it is still a zombie.
            while let Some(now) = fs::read_to_string(&status).ok().as_deref().and_then(peak_memory) {
                peak = now.max(peak);
                thread::sleep(Duration::from_millis(2));
            }
            peak
        });
        let outcome = Outcome::new(&child.wait_with_output().unwrap());
        (outcome, watch.join().unwrap() >> 10)
    }

    /// Copies the program to a location where every user can run it. The returned program runs as an unprivileged
    /// user instead of root.
    ///
    /// # Panics
    /// Panics if the program cannot be copied.
    #[must_use]
    pub fn program_for_nobody(&self) -> Unprivileged {
        fs::set_permissions(self.directory.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let program = self.path("marotte");
        fs::copy(&self.program, &program).unwrap();
        Unprivileged { program }
    }

    /// Starts the program with these arguments without waiting for it.
    ///
    /// # Panics
    /// Panics if the program cannot be started.
    #[must_use]
    pub fn start<A: AsRef<OsStr>>(&self, arguments: &[A]) -> Started {
        let mut command = self.command(arguments, &[]);
        Started(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    }

    /// Starts the program as systemd does, with a listening socket and environment variables.
    ///
    /// # Panics
    /// Panics if the program cannot be started.
    pub fn start_activated<A: AsRef<OsStr>>(
        &self,
        arguments: &[A],
        socket: OwnedFd,
        variables: &[(&str, &str)],
    ) -> Started {
        // The number of the descriptor and the process ID are part of the protocol.
        let script = "exec 3<&0 </dev/null; LISTEN_FDS=1 LISTEN_PID=$$ exec \"$0\" \"$@\"";
        let program = self.command(arguments, variables);
        let mut command = Command::new("sh");
        command.args(["-c", script]).arg(program.get_program()).args(program.get_args());
        command.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
        Started(command.stdin(socket).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    }

    fn command<A: AsRef<OsStr>>(&self, arguments: &[A], variables: &[(&str, &str)]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(arguments).env("HOME", self.directory.path()).env("NO_COLOR", "1").stdin(Stdio::null());
        // Native code is shared between tests, as between runs.
        command.env("MAROTTE_CACHE", cache());
        command.envs(variables.iter().copied());
        command
    }

    /// Runs the program on a terminal and returns its output.
    ///
    /// # Panics
    /// Panics if there is no terminal or the program cannot be started.
    #[must_use]
    pub fn run_on_terminal<A: AsRef<OsStr>>(&self, arguments: &[A], variables: &[(&str, &str)]) -> String {
        Terminal::start(self.terminal_command(arguments, variables), false).wait().0
    }

    /// Starts the program on a terminal with input.
    ///
    /// # Panics
    /// Panics if there is no terminal or the program cannot be started.
    #[must_use]
    pub fn start_on_terminal<A: AsRef<OsStr>>(&self, arguments: &[A], variables: &[(&str, &str)]) -> Terminal {
        Terminal::start(self.terminal_command(arguments, variables), true)
    }

    fn terminal_command<A: AsRef<OsStr>>(&self, arguments: &[A], variables: &[(&str, &str)]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(arguments).env("HOME", self.directory.path()).env("MAROTTE_CACHE", cache()).env("TERM", "xterm");
        command.envs(variables.iter().copied());
        command
    }

    /// Applies code to the root, with detailed exit codes and these flags.
    pub fn apply(&self, code: &str, flags: &[&str]) -> Outcome {
        let manifest = self.file("site.pp", code);
        self.apply_file(&manifest, flags)
    }

    /// Applies a manifest to the root, with detailed exit codes and these flags.
    pub fn apply_file(&self, manifest: &Path, flags: &[&str]) -> Outcome {
        self.apply_file_with(manifest, flags, &[])
    }

    /// Applies a manifest to the root, with detailed exit codes, these flags and environment variables.
    pub fn apply_file_with(&self, manifest: &Path, flags: &[&str], variables: &[(&str, &str)]) -> Outcome {
        self.run_with(&self.apply_arguments(manifest, flags), variables)
    }

    /// Like [`Scratch::apply_file_with`], for code. Also returns the program's peak memory in MiB.
    pub fn apply_measured(&self, code: &str, flags: &[&str], variables: &[(&str, &str)]) -> (Outcome, u64) {
        let manifest = self.file("site.pp", code);
        self.run_measured(&self.apply_arguments(&manifest, flags), variables)
    }

    /// Returns the arguments for applying a manifest to the root, with detailed exit codes and these flags.
    #[must_use]
    pub fn apply_arguments(&self, manifest: &Path, flags: &[&str]) -> Vec<OsString> {
        let (root, state) = (self.root(), self.path("state"));
        let mut arguments: Vec<&OsStr> = vec!["apply".as_ref(), manifest.as_ref()];
        arguments.extend(["--root".as_ref(), root.as_os_str(), "--vardir".as_ref(), state.as_os_str()]);
        arguments.push("--detailed-exitcodes".as_ref());
        arguments.extend(flags.iter().map(OsStr::new));
        arguments.into_iter().map(OsStr::to_owned).collect()
    }

    /// Returns kind, mode, link target and content of each path below the root.
    ///
    /// # Panics
    /// Panics if the tree cannot be read.
    #[must_use]
    pub fn tree(&self) -> BTreeMap<PathBuf, String> {
        let mut found = BTreeMap::new();
        let mut directories = vec![self.root()];
        while let Some(directory) = directories.pop() {
            for entry in fs::read_dir(&directory).unwrap() {
                let path = entry.unwrap().path();
                let metadata = fs::symlink_metadata(&path).unwrap();
                let mode = metadata.mode() & 0o7777;
                let what = if metadata.is_symlink() {
                    format!("link to {}", fs::read_link(&path).unwrap().display())
                } else if metadata.is_dir() {
                    directories.push(path.clone());
                    format!("directory {mode:04o}")
                } else {
                    format!("file {mode:04o} {}", String::from_utf8_lossy(&fs::read(&path).unwrap()))
                };
                found.insert(path.strip_prefix(self.root()).unwrap().to_path_buf(), what);
            }
        }
        found
    }
}

/// Returns whether a built-in component can manage resources of a type on this system.
///
/// # Errors
/// Returns an error if the metadata of a built-in component cannot be read.
pub fn is_managed(type_name: &str) -> Result<bool, String> {
    let runtime = runtime::Runtime::new(runtime::RuntimeConfig::new(engine::embedded()));
    let mut runtime = runtime.map_err(|error| error.to_string())?;
    Ok(runtime.providers(type_name).iter().any(|provider| provider.unsuitable.is_none()))
}

/// The program, run without root privileges and with exactly the given environment variables.
#[derive(Debug)]
pub struct Unprivileged {
    program: PathBuf,
}

impl Unprivileged {
    /// Runs the program.
    ///
    /// # Panics
    /// Panics if the program cannot be started.
    pub fn run<A: AsRef<OsStr>>(&self, arguments: &[A], variables: &[(&str, &str)]) -> Outcome {
        let mut command = Command::new(&self.program);
        command.args(arguments).env_clear().envs(variables.iter().copied()).stdin(Stdio::null()).current_dir("/");
        if rustix::process::geteuid().is_root() {
            command.uid(NOBODY).gid(NOBODY);
        }
        loop {
            match command.output() {
                // A process that another test has just started has the copy open for writing until it executes its program.
                Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => thread::yield_now(),
                output => return Outcome::new(&output.unwrap()),
            }
        }
    }
}

/// Returns the file of a built-in component. The program contains only its description and native code.
#[must_use]
pub fn built_in_component(name: &str) -> PathBuf {
    Path::new(env!("BUILT_IN_COMPONENTS")).join(format!("marotte_provider_{name}.wasm"))
}

/// Returns the schemas of the built-in resource types.
///
/// # Errors
/// Returns an error if the metadata of a built-in component cannot be read.
pub fn built_in_types() -> Result<conformance::Types, String> {
    let runtime = runtime::Runtime::new(runtime::RuntimeConfig::new(engine::embedded()));
    Ok(runtime.map_err(|error| error.to_string())?.types().cloned().collect())
}

/// Returns the peak memory in KiB from a process's status file.
fn peak_memory(status: &str) -> Option<u64> {
    status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok())
}

/// Returns the cache directory. It is next to the test programs, so that it is shared by them and removed with them.
fn cache() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    program.parent().unwrap().join("marotte-test-cache")
}
