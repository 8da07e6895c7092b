//! Configuration by the embedder: managed system, components, limits.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::net::IpAddr;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use catalog::Value;
use launcher::IsolatedSystem;
use ownership::Exposure;
use thiserror::Error;

use crate::interpreter::RubyStart;
use crate::network::system_resolver;
use crate::source::ComponentSource;
use crate::system::transfer::CopyProgress;

/// Looks up a fact by its dotted path: `os.family`.
pub type FactLookup = Rc<dyn Fn(&str) -> Option<Value>>;

/// Finds the file of a source on this system, regardless of the root; `None` if there is no such file.
pub type SourceLookup = Rc<dyn Fn(&SourceUrl) -> Result<Option<PathBuf>, SourceError>>;

/// A URL of a file server, `puppet://HOST/MOUNT/PATH`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SourceUrl {
    /// The host with an optional port; `None` for `puppet:///MOUNT/PATH`.
    pub host: Option<String>,
    /// The mount, such as `modules`.
    pub mount: String,
    /// The path below the mount, without `..`; empty for the mount itself.
    pub path: String,
}

/// Reason why a source cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SourceError {
    /// Any user can change the file.
    #[error(transparent)]
    Exposed(#[from] Exposure),
    /// The embedder does not serve this mount or host.
    #[error("{0}")]
    Unsupported(String),
    /// The file does not exist, for this reason.
    #[error("{0}")]
    Missing(String),
    /// The file cannot be retrieved.
    #[error("{0}")]
    Failed(String),
}

/// Resolves a host name to its addresses.
pub type HostResolver = Arc<dyn Fn(&str) -> io::Result<Vec<IpAddr>> + Send + Sync>;

/// Receives each effect after it happened.
pub type EffectTrace = Rc<dyn Fn(&TracedEffect<'_>)>;

/// An effect: something that was read, written or run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TracedEffect<'a> {
    /// The kind of effect: `read`, `write`, `run`.
    pub effect: &'static str,
    /// The resource that caused the effect (`File[/x]`); for a batch, the type and the number of resources.
    pub resource: &'a str,
    /// The path as requested, the command, or another object of the effect.
    pub subject: &'a str,
}

/// Receives each line of the output of a command that may change the system, while the command runs: the resource
/// (`Exec[x]`) and the line. Output of commands of resources with secrets is not passed.
pub type CommandOutput = Rc<dyn Fn(&str, &str)>;

/// Configuration of a runtime.
#[derive(Clone)]
pub struct RuntimeConfig {
    /// The components. No two of them may define the same type.
    pub components: Vec<ComponentSource>,
    /// Root directory of the managed system: `/`, or the directory of an image, a chroot or a test.
    pub root: PathBuf,
    /// State directory for data kept between runs: a path on this system. Created when needed.
    pub state: PathBuf,
    /// Cache directory of native code: a path on this system. Without a usable cache, every run compiles.
    pub cache: Option<PathBuf>,
    /// Lookup of facts.
    pub facts: FactLookup,
    /// Lookup of the files of sources.
    pub sources: SourceLookup,
    /// The environment of this process, from which components and commands receive the granted variables.
    /// `SSL_CERT_FILE` and `SSL_CERT_DIR` replace the trusted certificates of the system.
    pub environment: Vec<(OsString, OsString)>,
    /// Resolver of host names.
    pub resolver: HostResolver,
    /// When written files are synced to disk.
    pub durable: Durable,
    /// Handling of queries from manifests (`unless` of exec) in a noop run.
    pub guards: NoopGuards,
    /// Handling of commands when the root is not `/`.
    pub root_commands: RootCommands,
    /// Namespaces with the root as their root directory, in which all commands are run; `None` for this system.
    pub isolation: Option<Arc<IsolatedSystem>>,
    /// Number and size of runs kept for undo.
    pub keep: KeepRuns,
    /// Minimum number of the next run. Lower numbers may belong to runs without a journal but with a report.
    pub next_run_number_floor: u64,
    /// Starts Ruby interpreters; `None` if none is installed.
    pub ruby: Option<RubyStart>,
    /// Receives each effect.
    pub trace: Option<EffectTrace>,
    /// Receives the output of commands.
    pub command_output: Option<CommandOutput>,
    /// Limits of components.
    pub limits: ComponentLimits,
    /// Flag that stops operations on file contents early. The same flag ends the run between two resources.
    pub interrupt: Arc<AtomicBool>,
    /// Shows the progress of the copy of a content to other threads.
    pub copy_progress: Arc<CopyProgress>,
    /// Called after each change of the system, for tests.
    pub after_change: Option<ChangeHook>,
}

impl RuntimeConfig {
    /// Creates a configuration for this system: no facts, sources or cache; recommended values for everything else.
    #[must_use]
    pub fn new(components: Vec<ComponentSource>) -> Self {
        Self {
            components,
            root: "/".into(),
            state: "/var/lib/marotte".into(),
            cache: None,
            facts: Rc::new(|_| None),
            sources: Rc::new(|_| Ok(None)),
            environment: Vec::new(),
            resolver: system_resolver(),
            durable: Durable::default(),
            guards: NoopGuards::default(),
            root_commands: RootCommands::default(),
            isolation: None,
            keep: KeepRuns::default(),
            next_run_number_floor: 1,
            ruby: None,
            trace: None,
            command_output: None,
            limits: ComponentLimits::default(),
            interrupt: Arc::default(),
            copy_progress: Arc::default(),
            after_change: None,
        }
    }
}

/// Function that is called after each change of the system with the number of changes so far.
#[derive(Clone)]
pub struct ChangeHook(pub Arc<dyn Fn(u32) + Send + Sync>);

impl fmt::Debug for ChangeHook {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ChangeHook")
    }
}

/// When a written file is guaranteed to survive a power failure.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Durable {
    /// As soon as it is written, as in Puppet.
    #[default]
    File,
    /// At the end of the run: for images, containers and tests.
    Run,
    /// When the kernel writes it back.
    Off,
}

/// Handling of queries from manifests in a noop run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum NoopGuards {
    /// Run them in a sandbox in which they cannot write files.
    #[default]
    Restricted,
    /// Run them as in an enforcing run.
    Free,
    /// Do not run them; resources that depend on them fail.
    Skip,
}

/// Handling of commands when the root is not `/`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RootCommands {
    /// Run commands from manifests on this system, with the working directory below the root and `MAROTTE_ROOT`
    /// set. Commands of components may only read, since a run for an image concerns packages and users of the
    /// image.
    #[default]
    Given,
    /// Run all commands on this system.
    All,
    /// Run only queries on this system, in their sandbox.
    Queries,
    /// Run no commands.
    None,
}

/// Limits of the data kept for undo: the oldest runs are removed if there are more runs, or if their saved data
/// exceeds the number of bytes. The last run is always kept, but saves at most that much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeepRuns {
    /// Maximum number of runs; with 0, nothing is kept and no journal is written.
    pub runs: usize,
    /// Maximum total size in bytes.
    pub bytes: u64,
}

impl Default for KeepRuns {
    fn default() -> Self {
        Self { runs: 50, bytes: 1 << 30 }
    }
}

/// Limits of components. Exceeding a limit terminates only the current call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentLimits {
    /// Maximum memory of one instance, in bytes.
    pub memory: usize,
    /// Maximum memory of all instances of one component together, in bytes.
    pub component_memory: usize,
    /// Maximum execution time in a call that reads or writes, excluding time in host functions.
    pub compute: Duration,
    /// Maximum execution time in a call without access to the system.
    pub pure_compute: Duration,
    /// Maximum time in host functions during a call, excluding commands and sleep.
    pub hosted: Duration,
    /// Maximum time to read, hash, compare or copy the content of one file.
    pub content: Duration,
    /// Maximum sleep time in a call.
    pub sleep: Duration,
    /// Maximum total time of failed calls; after that, the instance is not called again in this run.
    pub failing: Duration,
    /// Maximum number of host calls in a call.
    pub host_calls: u64,
    /// Maximum number of bytes passed to a host function, and maximum expanded size of a result.
    pub host_bytes: usize,
    /// Maximum number of open handles of streams, clocks and staged files.
    pub handles: usize,
    /// Maximum number of bytes of log lines in a call. If a call exceeds it, only a few of its lines are kept.
    pub log_bytes: usize,
    /// Maximum number of output bytes kept of a command.
    pub output: usize,
    /// Maximum duration of a query of the component itself.
    pub query: Duration,
    /// Time limit of other commands: the maximum for the component's own, and the default for those from manifests.
    pub command: Duration,
    /// Maximum number of network requests in a call.
    pub requests: u32,
    /// Maximum duration of a request, including redirects and the response body.
    pub request: Duration,
    /// Maximum size of a response body passed to a component, in bytes.
    pub response: usize,
    /// Maximum duration of a download.
    pub download: Duration,
    /// Maximum size of a downloaded file, in bytes.
    pub download_bytes: u64,
}

impl ComponentLimits {
    /// Returns these limits with no time of a call, command or transfer above `limit`.
    #[must_use]
    pub fn within(self, limit: Duration) -> Self {
        Self {
            compute: self.compute.min(limit),
            pure_compute: self.pure_compute.min(limit),
            hosted: self.hosted.min(limit),
            content: self.content.min(limit),
            sleep: self.sleep.min(limit),
            query: self.query.min(limit),
            command: self.command.min(limit),
            request: self.request.min(limit),
            download: self.download.min(limit),
            ..self
        }
    }
}

impl Default for ComponentLimits {
    fn default() -> Self {
        Self {
            memory: 256 << 20,
            component_memory: 1 << 30,
            compute: Duration::from_secs(60),
            pure_compute: Duration::from_secs(10),
            hosted: Duration::from_secs(3600),
            content: Duration::from_secs(30),
            sleep: Duration::from_secs(3600),
            failing: Duration::from_secs(600),
            host_calls: 1_000_000,
            host_bytes: 64 << 20,
            handles: 10_000,
            log_bytes: 16 << 20,
            output: 8 << 20,
            query: Duration::from_secs(600),
            command: Duration::from_secs(24 * 3600),
            requests: 1000,
            request: Duration::from_secs(300),
            response: 8 << 20,
            download: Duration::from_secs(3600),
            download_bytes: 16 << 30,
        }
    }
}
