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
use ownership::Exposure;

use crate::network::system_resolver;
use crate::source::ComponentSource;

/// Looks up a fact by its dotted path: `os.family`.
pub type FactLookup = Rc<dyn Fn(&str) -> Option<Value>>;

/// Finds what `puppet:///modules/NAME/PATH` means, from NAME and PATH: a path of this machine, whatever the root is. PATH has
/// no `..` in it.
pub type ModuleFileLookup = Rc<dyn Fn(&str, &str) -> Option<ModuleFile>>;

/// The path of a file of a module, or why it is not used: everybody can change it.
pub type ModuleFile = Result<PathBuf, Exposure>;

/// Finds the addresses of a host by its name.
pub type HostResolver = Arc<dyn Fn(&str) -> io::Result<Vec<IpAddr>> + Send + Sync>;

/// Receives each effect after it happened.
pub type EffectTrace = Rc<dyn Fn(&TracedEffect<'_>)>;

/// Something that was read, written or run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TracedEffect<'a> {
    /// The effect: `read`, `write`, `run`.
    pub effect: &'static str,
    /// The resource that it was done for: `File[/x]`; where it was done for several at once, their type and how many they are.
    pub resource: &'a str,
    /// The path as it was asked for, the command, or what else it was done to.
    pub subject: &'a str,
}

/// Configuration of a runtime.
#[derive(Clone)]
pub struct RuntimeConfig {
    /// The components; a type is served by the first that defines it.
    pub components: Vec<ComponentSource>,
    /// The directory below which every path of the managed system is: `/`, or an image, a chroot, a scratch directory.
    pub root: PathBuf,
    /// Where saved contents and notes for the next run are kept: a path of this machine. Made when it is needed.
    pub state: PathBuf,
    /// Where native code is kept: a path of this machine. Without one, or with one that cannot be used, every run compiles.
    pub cache: Option<PathBuf>,
    /// The facts.
    pub facts: FactLookup,
    /// The modules' files.
    pub modules: ModuleFileLookup,
    /// The environment of this process, from which components and commands get the granted variables. `SSL_CERT_FILE` and
    /// `SSL_CERT_DIR` select trusted certificates instead of the system's.
    pub environment: Vec<(OsString, OsString)>,
    /// Finds the addresses of hosts.
    pub resolver: HostResolver,
    /// When written files are made to survive a power cut.
    pub durable: Durable,
    /// What becomes of queries that the manifest itself gives (exec's `unless`) in a noop run.
    pub guards: NoopGuards,
    /// What becomes of commands when the root is not `/`.
    pub root_commands: RootCommands,
    /// How many runs are kept for an undo.
    pub keep: KeepRuns,
    /// The number of a run is this at least: earlier ones belong to runs of which no journal, but a report is kept.
    pub next_run_number_floor: u64,
    /// Receives each effect.
    pub trace: Option<EffectTrace>,
    /// How far a component may go.
    pub limits: ComponentLimits,
    /// Ends the work on a content early when it is set, as the run is to end; the same flag ends the run between two resources.
    pub interrupt: Arc<AtomicBool>,
    /// Called after each change of the system, for tests.
    pub after_change: Option<ChangeHook>,
}

impl RuntimeConfig {
    /// Makes a configuration for this machine: no facts, no modules, no cache, everything else as recommended.
    #[must_use]
    pub fn new(components: Vec<ComponentSource>) -> Self {
        Self {
            components,
            root: "/".into(),
            state: "/var/lib/marotte".into(),
            cache: None,
            facts: Rc::new(|_| None),
            modules: Rc::new(|_, _| None),
            environment: Vec::new(),
            resolver: system_resolver(),
            durable: Durable::default(),
            guards: NoopGuards::default(),
            root_commands: RootCommands::default(),
            keep: KeepRuns::default(),
            next_run_number_floor: 1,
            trace: None,
            limits: ComponentLimits::default(),
            interrupt: Arc::default(),
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

/// When a written file is sure to survive a power cut.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Durable {
    /// As soon as it is there, as in Puppet.
    #[default]
    File,
    /// At the end of the run: for images, containers and tests.
    Run,
    /// When the system gets around to it.
    Off,
}

/// What becomes of queries that the manifest itself gives in a noop run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum NoopGuards {
    /// They run where the kernel lets them write no file.
    #[default]
    Restricted,
    /// They run as in an enforcing run.
    Free,
    /// They do not run; what needs them is reported as a fault.
    Skip,
}

/// What becomes of commands when the root is not `/`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RootCommands {
    /// Those of the manifest run on this machine, with the working directory below the root and `MAROTTE_ROOT` set. Those that types
    /// bring only read: who names an image means its packages and users.
    #[default]
    Given,
    /// All run, on this machine.
    All,
    /// None does.
    None,
}

/// Limits of the data kept for undo: the oldest runs are removed if there are more runs, or if their saved data exceeds the
/// number of bytes. The last run is always kept, but saves at most that much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeepRuns {
    /// Runs; with none, nothing is kept and no journal written.
    pub runs: usize,
    /// Bytes of all of them together.
    pub bytes: u64,
}

impl Default for KeepRuns {
    fn default() -> Self {
        Self { runs: 50, bytes: 1 << 30 }
    }
}

/// How far a component may go. Every limit ends the call that breaks it, and nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentLimits {
    /// Memory of one instance, in bytes.
    pub memory: usize,
    /// Memory of all instances of one component together, in bytes.
    pub component_memory: usize,
    /// Time of its own in a call that reads or writes; time spent in the host does not count.
    pub compute: Duration,
    /// Time of its own in a call that touches nothing.
    pub pure_compute: Duration,
    /// Time that the host may work for it in a call, commands and sleep apart.
    pub hosted: Duration,
    /// Time that reading, hashing, comparing or copying the content of one file may take.
    pub content: Duration,
    /// Time that it may sleep in a call.
    pub sleep: Duration,
    /// Time that its calls may take which come to nothing; then it is not asked again in this run.
    pub failing: Duration,
    /// Calls to the host in a call.
    pub host_calls: u64,
    /// Bytes that it may hand to the host at once, and that an answer of it may unfold to.
    pub host_bytes: usize,
    /// Handles of streams, clocks and staged files that it may hold.
    pub handles: usize,
    /// Bytes of log lines in a call; after a call with more of them, few of its lines are left.
    pub log_bytes: usize,
    /// Output that is kept of a command, in bytes.
    pub output: usize,
    /// Time that a query of its own may take.
    pub query: Duration,
    /// Time limit of other commands: the maximum for the component's own, and the default for those from manifests.
    pub command: Duration,
    /// Requests over the network in a call.
    pub requests: u32,
    /// Time that a request may take, redirects and the answer's body included.
    pub request: Duration,
    /// Bytes of an answer's body that a component takes in.
    pub response: usize,
    /// Time that a download may take.
    pub download: Duration,
    /// Bytes of a downloaded file.
    pub download_bytes: u64,
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
